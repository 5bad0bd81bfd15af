//! Attacks of a movement phase: for every enemy stack the units that can get at it are put together as long as the odds get
//! better; the best attacks are kept.

use super::forecast::{Outlook, outlook};
use super::goals::strength;
use super::picture::Picture;
use crate::data::{Class, Price, UNITS};
use crate::play::Engine;
use crate::play::march::{How, Reach};
use crate::position::{Attack, HexId, Marker, Mode, Pieces, Position, UnitId};
use sandtable_ops::ArrayList;

/// By how much less of a chance those who seek battle attack; twice that of an attack's worth.
const BOLD: f32 = 0.15;

/// What a unit is to do: where to go, and how to end there.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Who.
    pub unit: UnitId,
    /// Where to; its own hex to stay.
    pub to: HexId,
    /// How it ends its move; nothing to do nothing where it stands.
    pub how: Option<How>,
    /// Whether it goes there on a Marching Day.
    pub day: bool,
}

/// A unit's hex and mode if it went somewhere to attack or support from.
fn moved(p: &mut Position, unit: UnitId, hex: HexId, marker: Marker) {
    p.place(unit, hex);
    p.units.set_mode(unit, Mode::Combat);
    p.units.set_marker(unit, marker);
}

/// Units of an attack, and guns that support it, at most.
const FORCE: usize = 7;
const GUNS: usize = 4;

/// An attack that could be made.
#[derive(Clone, Copy)]
struct Idea {
    value: f32,
    target: HexId,
    prepared: bool,
    attackers: ArrayList<(UnitId, HexId), FORCE>,
    supports: ArrayList<(UnitId, HexId), GUNS>,
    expected: Outlook,
}

/// A unit that could attack from a hex.
#[derive(Clone, Copy)]
struct Able {
    unit: UnitId,
    hex: HexId,
    strength: f32,
    /// Its place in the list before that is sorted.
    rank: usize,
}

/// Room for what is thought of when attacks are planned.
pub struct Hunt {
    targets: Vec<HexId>,
    ideas: Vec<Idea>,
    able: Vec<Able>,
}

impl Hunt {
    /// With room for whatever may come.
    pub fn new() -> Hunt {
        Hunt {
            targets: Vec::with_capacity(UNITS),
            ideas: Vec::with_capacity(UNITS),
            able: Vec::with_capacity(6 * UNITS),
        }
    }
}

/// Plans attacks. `free` are units that have no order yet, with what they can reach; the position is changed as the orders would.
pub fn attacks(
    engine: &Engine<'_>,
    p: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    hunt: &mut Hunt,
) {
    let Hunt { targets, ideas, able } = hunt;
    targets.clear();
    for u in p.units.on_map_of(1 - picture.side) {
        targets.extend(p.hex(u).filter(|hex| !targets.contains(hex)));
    }
    ideas.clear();
    ideas.extend(targets.iter().filter_map(|hex| best_attack(engine, p, picture, free, *hex, able)));
    while let Some(at) = best(ideas) {
        let mut idea = ideas.swap_remove(at);
        let used = |u: UnitId| !free.iter().any(|(f, _)| *f == u);
        let stale = idea.attackers.iter().chain(idea.supports.iter()).any(|(u, _)| used(*u));
        if stale {
            // A unit is needed elsewhere: think again without it.
            match best_attack(engine, p, picture, free, idea.target, able) {
                Some(again) => idea = again,
                None => continue,
            }
            if ideas.iter().any(|i| i.value > idea.value) {
                ideas.push(idea);
                continue;
            }
        }
        commit(p, free, orders, &idea);
    }
}

fn best(ideas: &[Idea]) -> Option<usize> {
    let worth = |i: &usize| ideas[*i].value;
    (0..ideas.len()).max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

fn commit(p: &mut Position, free: &mut Vec<(UnitId, Reach)>, orders: &mut Vec<Order>, idea: &Idea) {
    let (prepared, target) = (idea.prepared, idea.target);
    let attack = if prepared { How::Prepared(target) } else { How::Hasty(target) };
    let support = if prepared { How::SupportPrepared(target) } else { How::SupportHasty(target) };
    for (list, how, marker) in [
        (&idea.attackers[..], attack, Marker::Attack { prepared, target }),
        (&idea.supports[..], support, Marker::Support { prepared, target }),
    ] {
        for (unit, to) in list.iter().copied() {
            moved(p, unit, to, marker);
            orders.push(Order { unit, to, how: Some(how), day: false });
            free.retain(|(u, _)| *u != unit);
        }
    }
}

/// Half-points that a unit would have left in a hex, if it can end there.
pub fn left_at(p: &Position, unit: UnitId, reach: &Reach, hex: HexId) -> Option<u8> {
    if p.on_map(unit) && p.is_in(unit, hex) {
        return Some(reach.start);
    }
    reach.ends.has(hex).then(|| reach.left[usize::from(hex)])
}

/// The best attack on a hex, if any is worth it.
fn best_attack(
    engine: &Engine<'_>,
    p: &Position,
    picture: &Picture,
    free: &[(UnitId, Reach)],
    target: HexId,
    able: &mut Vec<Able>,
) -> Option<Idea> {
    let around = || engine.d.map.neighbours(target).filter(|h| !p.holds(1 - picture.side, *h));
    let mut best: Option<Idea> = None;
    for prepared in [true, false] {
        let price = if prepared { Price::Prepared } else { Price::Hasty };
        able.clear();
        for (unit, reach) in free {
            let fights = engine.class(*unit).is_combat()
                && p.mode(*unit) != Mode::Routed
                && !picture.guards.has(*unit)
                && !picture.mood.falls_back(*unit);
            let car =
                matches!(engine.class(*unit), Class::Tank | Class::ArmoredCar) && engine.works(p, *unit);
            let Some(cost) = engine.d.charts.price(price, *unit).filter(|_| fights || car) else { continue };
            for hex in around() {
                if left_at(p, *unit, reach, hex).is_some_and(|left| left >= cost) {
                    let stays = if p.is_in(*unit, hex) { 0.5 } else { 0.0 };
                    let strength = strength(engine, p, *unit) + stays;
                    able.push(Able { unit: *unit, hex, strength, rank: able.len() });
                }
            }
        }
        able.sort_unstable_by(|a, b| b.strength.total_cmp(&a.strength).then(a.rank.cmp(&b.rank)));
        let found = if prepared {
            gather(engine, p, picture, free, (target, true), able.iter().copied())
        } else if picture.mood.quick && best.is_some() {
            None
        } else {
            // All units of a Hasty Attack come from one hex (orel 7.2n).
            let one = |hex: HexId| {
                let there = able.iter().copied().filter(move |a| a.hex == hex);
                gather(engine, p, picture, free, (target, false), there)
            };
            around().filter_map(one).max_by(|a, b| a.value.total_cmp(&b.value))
        };
        if let Some(idea) = found.filter(|i| best.as_ref().is_none_or(|b| i.value > b.value)) {
            best = Some(idea);
        }
    }
    best
}

/// Puts units together as long as it helps.
fn gather(
    engine: &Engine<'_>,
    p: &Position,
    picture: &Picture,
    free: &[(UnitId, Reach)],
    (target, prepared): (HexId, bool),
    able: impl Iterator<Item = Able> + Clone,
) -> Option<Idea> {
    let enemy: f32 = p.stack(1 - picture.side, target).iter().map(|u| strength(engine, p, u)).sum();
    let mut seen = Pieces::EMPTY;
    let mut ours = 0.0;
    for a in able.clone() {
        if !seen.has(a.unit) {
            seen.insert(a.unit);
            ours += a.strength;
        }
    }
    if ours < enemy * 0.8 {
        return None;
    }
    let mut q = *p;
    let mut attack = Attack { target, prepared, done: false, ..Attack::NONE };
    let marker = Marker::Attack { prepared, target };
    let mut idea = Idea {
        value: 0.0,
        target,
        prepared,
        attackers: ArrayList::default(),
        supports: ArrayList::default(),
        expected: Outlook::default(),
    };
    for Able { unit, hex, .. } in able {
        if attack.attackers.has(unit) || idea.attackers.len() >= FORCE {
            continue;
        }
        let stays = p.is_in(unit, hex) && p.on_map(unit);
        let vehicle = engine.class(unit).is_vehicle();
        if (!stays && !engine.has_room(&q, unit, hex))
            || (vehicle && !idea.attackers.iter().any(|(_, h)| *h == hex))
        {
            continue;
        }
        let mut next = q;
        moved(&mut next, unit, hex, marker);
        let mut with = attack;
        with.attackers.insert(unit);
        if engine.may_attack_together(&next, with.attackers).is_err() {
            continue;
        }
        let (value, expected) = worth(engine, &next, picture, &with);
        if value > idea.value + 0.05 || idea.attackers.len() < 2 {
            (q, attack, idea.value, idea.expected) = (next, with, value, expected);
            idea.attackers.push((unit, hex));
        }
    }
    if idea.attackers.is_empty() {
        return None;
    }
    add_supports(engine, &mut q, picture, free, &mut attack, &mut idea);
    let expected = idea.expected;
    let w = &picture.w;
    let bold = w.bold_late * picture.late + picture.mood.bold(attack.attackers) * BOLD;
    let enough = expected.clear >= w.least_clear - bold
        || (picture.worth(target) > 0.0 && expected.clear >= w.least_clear_goal - bold);
    (idea.value > w.least - bold * 2.0 && enough).then_some(idea)
}

/// Guns that can reach a place to support from.
fn add_supports(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &[(UnitId, Reach)],
    attack: &mut Attack,
    idea: &mut Idea,
) {
    let price = if attack.prepared { Price::Prepared } else { Price::Hasty };
    let range = engine.d.charts.attack.support_range;
    for (unit, reach) in free {
        let class = engine.class(*unit);
        let fires = class.is_gun() || (class == Class::Train && engine.works(q, *unit));
        if !fires || q.mode(*unit) == Mode::Routed || idea.supports.len() >= GUNS {
            continue;
        }
        let Some(cost) = engine.d.charts.price(price, *unit) else { continue };
        let safe = |hex: HexId| {
            let company = q.units.firm_steps(picture.side, hex) >= 2;
            company || picture.enemy[usize::from(hex)] >= 2
        };
        let here = q.hex(*unit).filter(|_| q.on_map(*unit));
        let near = |hex: HexId| engine.d.map.distance(hex, attack.target) <= range;
        let spot = if here.is_some_and(near) && reach.start >= cost {
            here
        } else {
            let fits = |h: &HexId| {
                near(*h) && safe(*h) && engine.has_room(q, *unit, *h) && reach.left[usize::from(*h)] >= cost
            };
            reach.ends.iter().filter(fits).max_by_key(|h| engine.d.map.distance(*h, attack.target))
        };
        let Some(hex) = spot else { continue };
        let mut next = *q;
        moved(&mut next, *unit, hex, Marker::Support { prepared: attack.prepared, target: attack.target });
        let mut with = *attack;
        with.supports.insert(*unit);
        if engine.may_support(&next, *unit, &with, false).is_some() {
            continue;
        }
        if picture.mood.quick {
            // They rarely harm: what they bring is looked at once for all.
            (*q, *attack) = (next, with);
            idea.supports.push((*unit, hex));
            continue;
        }
        let (value, expected) = worth(engine, &next, picture, &with);
        if value > idea.value + 0.02 {
            (*q, *attack, idea.value, idea.expected) = (next, with, value, expected);
            idea.supports.push((*unit, hex));
        }
    }
    if picture.mood.quick && !idea.supports.is_empty() {
        (idea.value, idea.expected) = worth(engine, q, picture, attack);
    }
}

/// What an attack is worth: the hex, the enemy's losses, less our own and the risk.
fn worth(engine: &Engine<'_>, q: &Position, picture: &Picture, attack: &Attack) -> (f32, Outlook) {
    let expected = outlook(engine, q, attack, picture.mood.quick);
    let Outlook { clear, fail, losses } = expected;
    let target = attack.target;
    let forward = attack.attackers.first().map_or(0.0, |u| {
        let pull = |hex| picture.pull(engine, u, hex);
        q.hex(u).map_or(0.0, |here| (pull(target) - pull(here)).clamp(0.0, picture.w.forward))
    });
    let depots = q.stack(1 - picture.side, target).which(|u| engine.class(u).is_depot()).len() as f32;
    let w = &picture.w;
    let prize =
        w.clear + picture.worth(target) * (w.goal + w.goal_late * picture.late) + forward + depots * w.depot;
    let served = attack.attackers.iter().filter(|u| fed(engine, q, *u)).count();
    let hungry = (attack.attackers.len() - served) as f32;
    let value =
        clear * prize + losses[1] * w.enemy_step - losses[0] * w.own_step - fail * w.fail - hungry * w.hungry;
    (value, expected)
}

/// Whether a unit has a Depot in range that has points left, as the crow flies.
fn fed(engine: &Engine<'_>, q: &Position, unit: UnitId) -> bool {
    let Some(hex) = q.hex(unit) else { return false };
    let range = engine.d.charts.depot.range / 2;
    let near = |d: UnitId| engine.far(q, d, hex) < range && q.points[usize::from(d)] > 0;
    engine.depots_of(q, q.side(unit)).iter().any(near)
}
