//! Attacks of a movement phase: for every enemy stack the units that can get at it are put together, the best attacks are kept as long as
//! everything that then must be fought is worth it.

use super::clash::{Foe, Force, expect, value};
use super::duty::{Duty, imagined, ready_guns};
use super::picture::Picture;
use super::solve::{Scene, solve};
use crate::data::{Feature, HEXES, Hexes, Kind, UNITS};
use crate::play::march::{Land, MarchAction, Reach, UNREACHED};
use crate::play::{Action, Engine};
use crate::position::{Flag, HexId, Pieces, Position, UnitId};
use sandtable_ops::ArrayList;

/// A movement phase as it takes shape.
pub struct Draft<'a, 'e> {
    /// The rules.
    pub engine: &'a Engine<'e>,
    /// How things stand.
    pub picture: &'a Picture,
    /// The position with all units where they are told to be.
    pub q: Position,
    /// Units without an order, with what they can reach.
    pub free: &'a mut Vec<(UnitId, Reach)>,
    /// Units that are to attack.
    pub actors: Pieces,
    /// What is to be done, in order.
    pub orders: &'a mut Vec<Action>,
    ideas: &'a mut Vec<Idea>,
    /// CEL, strength and defence fire of those who have their place, by hex.
    pub cel: [u8; HEXES],
    /// See there.
    pub sp: [f32; HEXES],
    /// Hexes that enemy troops could enter in their next turn.
    pub raids: Hexes,
    /// How the land lies; it stays so, as the enemy does not move.
    pub land: Land<'a>,
    /// Hexes in command of staffs that have their place.
    pub led: Hexes,
}

/// Room to draft in, kept from one phase to the next.
#[derive(Default)]
pub struct Room {
    free: Vec<(UnitId, Reach)>,
    ideas: Vec<Idea>,
}

impl Room {
    /// Nothing yet.
    pub const EMPTY: Room = Room { free: Vec::new(), ideas: Vec::new() };
}

/// Most guns that are brought up for one attack.
const GUNS: usize = 4;
/// Most units that come to one attack: those that find room around four hexes.
const CROWD: usize = 192;

/// An attack that could be made: who goes where.
pub(super) struct Idea {
    pub value: f32,
    pub target: HexId,
    pub moves: Moves,
    pub guns: ArrayList<(UnitId, HexId, bool), GUNS>,
    /// Whether it takes on several hexes.
    pub wide: bool,
}

/// Units and the hexes that they go to.
pub(super) type Moves = ArrayList<(UnitId, HexId), CROWD>;

impl<'a, 'e> Draft<'a, 'e> {
    /// A draft without attacks, whose orders follow those that there are.
    pub fn new(
        engine: &'a Engine<'e>,
        p: &Position,
        picture: &'a Picture,
        room: &'a mut Room,
        orders: &'a mut Vec<Action>,
    ) -> Draft<'a, 'e> {
        let side = picture.side;
        let Room { free, ideas } = room;
        free.clear();
        free.reserve(UNITS);
        let mut draft = Draft {
            engine,
            picture,
            q: *p,
            free,
            actors: Pieces::EMPTY,
            orders,
            ideas,
            cel: [0; HEXES],
            sp: [0.0; HEXES],
            raids: Hexes::EMPTY,
            land: engine.march_land(p),
            led: Hexes::EMPTY,
        };
        for unit in engine.all_units().filter(|u| p.side(*u) == side && engine.kind(*u).is_unit()) {
            let reach = engine.march_reach_in(p, &draft.land, unit);
            let emplaced = engine.kind(unit) == Kind::Artillery && !p.has(unit, Flag::Marching);
            let digs = engine.march_digs(p, &draft.land, unit);
            if !reach.ends.is_empty() || digs || (p.on_map(unit) && emplaced && p.march.fresh.has(unit)) {
                draft.free.push((unit, reach));
            } else if let Some(hex) = p.hex(unit) {
                draft.settle(unit, hex);
            }
        }
        draft.bound();
        draft
    }

    /// A unit in contact that can neither leave nor dig must attack, whatever it costs: others should know.
    fn bound(&mut self) {
        let (engine, q, side) = (self.engine, &self.q, self.picture.side);
        let out = |unit: UnitId, reach: &Reach| {
            let zone = &self.picture.zone;
            let Some(here) = q.hex(unit) else { return true };
            let digs = || q.at(here).any(|u| engine.march_digs(q, &self.land, u));
            !zone.has(here) || engine.fortified(q, here) || reach.ends.iter().any(|h| !zone.has(h)) || digs()
        };
        let line = |u: UnitId| engine.kind(u).is_line() && q.on_map(u) && !q.has(u, Flag::Replaced);
        let stuck = self.free.iter().filter(|(u, reach)| line(*u) && !out(*u, reach)).map(|(u, _)| *u);
        let held = q.units.on_map_of(side).filter(|u| line(*u) && !self.free.iter().any(|(f, _)| f == u));
        let bare = |hex: HexId| self.picture.zone.has(hex) && !engine.fortified(q, hex);
        let held = held.filter(|u| q.hex(*u).is_some_and(bare));
        let all: Pieces = stuck.chain(held).collect();
        for unit in all.iter() {
            self.actors.insert(unit);
            let free = self.free.iter().any(|(u, _)| *u == unit);
            if let Some(hex) = self.q.hex(unit).filter(|_| free) {
                self.settle(unit, hex);
            }
        }
    }

    /// A unit has its place.
    pub fn settle(&mut self, unit: UnitId, hex: HexId) {
        let at = usize::from(hex);
        self.cel[at] = self.cel[at].saturating_add(self.q.units.cel(unit));
        if self.engine.kind(unit).is_line() {
            self.sp[at] += f32::from(self.engine.strength(&self.q, unit));
        }
        if self.q.hex(unit) != Some(hex) {
            self.q.units.place(unit, hex);
        }
        self.free.retain(|(u, _)| *u != unit);
    }

    /// Whether there is room for a unit where others have their place.
    pub fn room(&self, unit: UnitId, hex: HexId) -> bool {
        self.cel[usize::from(hex)] + self.q.units.cel(unit) <= self.engine.d.charts.stack_cel
    }

    /// What the attacks of those who are to attack are worth.
    pub(super) fn total(&self, q: &Position, actors: &Pieces) -> f32 {
        let (engine, side) = (self.engine, self.picture.side);
        let (owes, must, may) = imagined(engine, q, side, actors);
        let guns = ready_guns(engine, q, side);
        let duty = Duty { able: actors, owes: &owes, must: &must, may: &may, guns: &guns };
        let worth = |h: HexId| self.picture.prize(h);
        let fight = Scene { engine, p: q, w: &self.picture.w, side, staffs: &self.picture.staffs };
        solve(&fight, &duty, &worth, |fight| fight.total())
    }

    /// Plans attacks.
    pub fn attacks(&mut self) {
        let enemy = 1 - self.picture.side;
        let map = self.engine.map(&self.q);
        let held = |h: &HexId| self.q.units.units_in(enemy, *h) > 0;
        let closed = |h: HexId| self.picture.side == 0 && self.engine.scenario(&self.q).no_attack.has(h);
        let targets: Hexes = map.all().filter(held).filter(|h| !closed(*h)).collect();
        let mut total = self.total(&self.q, &self.actors);
        let mut ideas = std::mem::take(self.ideas);
        ideas.clear();
        ideas.reserve(2 * targets.len());
        ideas.extend(targets.iter().filter_map(|t| self.idea(t)));
        ideas.extend(targets.iter().filter_map(|t| self.offensive(t, total)));
        for _ in 0..80 {
            let rank = |a: &Idea, b: &Idea| a.value.total_cmp(&b.value).then(b.target.cmp(&a.target));
            let best = (0..ideas.len()).max_by(|a, b| rank(&ideas[*a], &ideas[*b]));
            let Some(idea) = best.map(|at| ideas.remove(at)) else { break };
            let taken = |u: UnitId| !self.free.iter().any(|(f, _)| *f == u);
            let crowded = !self.fits(&idea);
            if crowded
                || idea.moves.iter().any(|(u, _)| taken(*u))
                || idea.guns.iter().any(|(u, ..)| taken(*u))
            {
                // A unit is needed elsewhere: think again without it.
                let again =
                    if idea.wide { self.offensive(idea.target, total) } else { self.idea(idea.target) };
                if let Some(again) = again.filter(|a| self.fits(a) && a.value < idea.value + 0.001) {
                    ideas.push(again);
                }
                continue;
            }
            let (q, actors) = self.with(&idea);
            let then = self.total(&q, &actors);
            if then > total + self.picture.w.least + self.exposed(&idea) - self.eager(&idea) {
                total = then;
                self.commit(&idea);
            }
        }
        *self.ideas = ideas;
    }

    fn fits(&self, idea: &Idea) -> bool {
        let mut more = [0u8; HEXES];
        idea.moves.iter().for_each(|(u, h)| more[usize::from(*h)] += self.q.units.cel(*u));
        idea.guns.iter().for_each(|(u, h, _)| more[usize::from(*h)] += self.q.units.cel(*u));
        let most = self.engine.d.charts.stack_cel;
        idea.moves
            .iter()
            .map(|(_, h)| *h)
            .chain(idea.guns.iter().map(|(_, h, _)| *h))
            .all(|h| self.cel[usize::from(h)] + more[usize::from(h)] <= most)
    }

    pub(super) fn with(&self, idea: &Idea) -> (Position, Pieces) {
        let (mut q, mut actors) = (self.q, self.actors);
        for (unit, hex) in &idea.moves {
            q.units.place(*unit, *hex);
            actors.insert(*unit);
        }
        for (unit, hex, _) in &idea.guns {
            q.units.place(*unit, *hex);
            q.units.mark(*unit, Flag::Marching, false);
        }
        (q, actors)
    }

    fn commit(&mut self, idea: &Idea) {
        for (unit, hex) in idea.moves {
            if self.q.hex(unit) != Some(hex) {
                self.orders.push(Action::March(MarchAction::Go { unit, to: hex }));
            }
            self.actors.insert(unit);
            self.settle(unit, hex);
        }
        for (unit, hex, order) in idea.guns {
            if self.q.hex(unit) != Some(hex) {
                self.orders.push(Action::March(MarchAction::Go { unit, to: hex }));
            }
            if order {
                self.orders.push(Action::March(MarchAction::Order { unit }));
                self.q.units.mark(unit, Flag::Marching, false);
            }
            self.settle(unit, hex);
        }
    }

    /// Enemy hexes besides the target that a unit which comes into a hex would have to fight.
    fn others(&self, hex: HexId, target: HexId) -> u8 {
        if self.engine.fortified(&self.q, hex) {
            return 0;
        }
        let (map, q) = (self.engine.map(&self.q), &self.q);
        let fought = |h: HexId| map.neighbours(h).any(|(_, n)| q.at(n).any(|u| self.actors.has(u)));
        let more = |(d, h): &(u8, HexId)| {
            *h != target
                && q.units.units_in(1 - self.picture.side, *h) > 0
                && self.engine.zone_reaches(q, hex, *d)
                && !fought(*h)
        };
        map.neighbours(hex).filter(more).count() as u8
    }

    /// The best attack on a hex, if any looks worth it.
    fn idea(&self, target: HexId) -> Option<Idea> {
        let (engine, q, picture) = (self.engine, &self.q, self.picture);
        let (map, side) = (engine.map(q), picture.side);
        let places: ArrayList<(u8, HexId, u8), 6> = map
            .neighbours(target)
            .filter(|(_, h)| map.enter[usize::from(*h)] > 0 && q.units.units_in(1 - side, *h) == 0)
            .map(|(d, h)| (d, h, self.others(h, target)))
            .collect();
        let mut able: ArrayList<(UnitId, u16, bool), UNITS> = ArrayList::new();
        for (unit, reach) in self.free.iter() {
            let here = q.hex(*unit);
            if !engine.kind(*unit).is_line() || q.has(*unit, Flag::Replaced) {
                continue;
            }
            let sallies = self.sallies(*unit);
            let gets = |h: HexId| here == Some(h) || (reach.ends.has(h) && sallies);
            if places.iter().any(|(_, h, _)| gets(*h)) {
                let beside = here.is_some_and(|h| places.iter().any(|(_, o, _)| *o == h));
                able.push((*unit, u16::from(engine.strength(q, *unit)), beside));
            }
        }
        let ours: u16 = able.iter().map(|(_, sp, _)| *sp).sum();
        let foe =
            Foe::new(engine, q, &picture.w, target, 1 - side, &picture.staffs[usize::from(1 - side)], 0.0);
        if able.is_empty() || (ours < foe.line && !foe.staff_only) {
            return None;
        }
        able.sort_unstable_by_key(|(u, sp, beside)| (!*beside, std::cmp::Reverse(*sp), *u));
        let mut try_q = *q;
        let mut more = [0u8; 6];
        let (mut moves, mut best) = (Moves::new(), (0.0, 0));
        let mut cost = 0.0;
        for (unit, ..) in able.iter().copied() {
            let reach = &self.free.iter().find(|(u, _)| *u == unit)?.1;
            let here = q.hex(unit);
            let sallies = self.sallies(unit);
            let gets = |h: HexId| here == Some(h) || (reach.ends.has(h) && sallies);
            let cel = q.units.cel(unit);
            let fits = |d: u8, h: HexId| {
                self.cel[usize::from(h)] + more[usize::from(d)] + cel <= engine.d.charts.stack_cel
            };
            let price = |d: u8, h: HexId, extra: u8| {
                let new = if more[usize::from(d)] == 0 { i32::from(extra) * 4 } else { 0 };
                let wet = i32::from(map.river[usize::from(target)][usize::from(d)]) * 2;
                let swamp = i32::from(map.has(h, Feature::Swamp)) * 4;
                // A unit by itself is easily beaten when it is the enemy's turn.
                let alone = i32::from(more[usize::from(d)] == 0) * 2;
                new + wet + swamp + alone - i32::from(here == Some(h))
            };
            let spot = places
                .iter()
                .copied()
                .filter(|(d, h, _)| gets(*h) && fits(*d, *h))
                .min_by_key(|(d, h, extra)| (price(*d, *h, *extra), *h));
            let Some((d, hex, extra)) = spot else { continue };
            if more[usize::from(d)] == 0 {
                cost += f32::from(extra) * 0.8;
            }
            more[usize::from(d)] += cel;
            try_q.units.place(unit, hex);
            moves.push((unit, hex));
            let worth = self.blow(&try_q, target, &moves, &[]) - cost;
            if worth > best.0 || moves.len() == 1 || (worth > -3.0 && best.0 <= 0.0) {
                best = (worth, moves.len());
            }
            if moves.len() >= 12 {
                break;
            }
        }
        moves.truncate(best.1);
        let mut idea = Idea { value: best.0, target, moves, guns: ArrayList::new(), wide: false };
        self.add_guns(&mut idea);
        (idea.value + self.eager(&idea) > 0.0).then_some(idea)
    }

    /// What one attack is worth.
    fn blow(
        &self,
        q: &Position,
        target: HexId,
        moves: &[(UnitId, HexId)],
        guns: &[(UnitId, HexId, bool)],
    ) -> f32 {
        let (engine, picture) = (self.engine, self.picture);
        let (map, side, w) = (engine.map(q), picture.side, &picture.w);
        let staffs = &picture.staffs;
        let foe =
            Foe::new(engine, q, w, target, 1 - side, &staffs[usize::from(1 - side)], picture.prize(target));
        let mut force = Force::default();
        for (unit, hex) in moves {
            let Some(d) = map.direction(target, *hex) else { continue };
            force.add(u16::from(engine.strength(q, *unit)), map.has(*hex, Feature::Swamp), &foe, d);
            force.cel += q.units.cel(*unit);
            force.troops += value(engine, q, w, *unit);
            force.stake += picture.worth(*hex);
            force.astray |= !staffs[usize::from(side)].has(*hex);
        }
        let close = |hex: HexId| map.distance(hex, target) <= 2;
        let standing = ready_guns(engine, q, side).which(|g| q.hex(g).is_some_and(close));
        force.fire = standing.iter().map(|g| u16::from(engine.attack_fire(q, g))).sum();
        force.fire += guns
            .iter()
            .filter(|(g, ..)| !standing.has(*g))
            .map(|(g, ..)| u16::from(engine.attack_fire(q, *g)))
            .sum::<u16>();
        expect(engine, w, side, &foe, &force)
    }

    /// Guns that can come into range and unlimber.
    pub(super) fn add_guns(&self, idea: &mut Idea) {
        let (engine, q) = (self.engine, &self.q);
        let map = engine.map(q);
        let mut try_q = *q;
        idea.moves.iter().for_each(|(u, h)| try_q.units.place(*u, *h));
        for (unit, reach) in self.free.iter() {
            let near = |h: HexId| map.distance(h, idea.target) <= engine.d.charts.artillery_range;
            let stands = q.hex(*unit).is_some_and(near) && !q.has(*unit, Flag::Marching);
            if engine.kind(*unit) != Kind::Artillery || stands || idea.guns.len() == GUNS {
                continue;
            }
            let marching = !q.on_map(*unit) || q.has(*unit, Flag::Marching);
            let order = engine.d.charts.order_change;
            let good = |h: &HexId| {
                let left = reach.left[usize::from(*h)];
                let covered = try_q.units.line_in(self.picture.side, *h) > 0 || !self.picture.zone.has(*h);
                near(*h)
                    && covered
                    && self.room(*unit, *h)
                    && (!marching || (left != UNREACHED && left >= order && !self.picture.zone.has(*h)))
            };
            let spot = reach.ends.iter().filter(good).max_by_key(|h| {
                (u8::from(try_q.units.line_in(self.picture.side, *h) > 0), map.distance(*h, idea.target), *h)
            });
            let Some(hex) = spot else { continue };
            let mut with = idea.guns;
            with.push((*unit, hex, marching));
            let mut then = try_q;
            then.units.place(*unit, hex);
            then.units.mark(*unit, Flag::Marching, false);
            let cost = self.blow(&try_q, idea.target, &idea.moves, &idea.guns);
            let gain = self.blow(&then, idea.target, &idea.moves, &with) - cost;
            if gain > 0.05 {
                (try_q, idea.guns) = (then, with);
                idea.value += gain;
            }
        }
    }

    /// Hexes in which somebody is to attack.
    pub fn fronts(&self) -> Hexes {
        self.actors.iter().filter_map(|u| self.q.hex(u)).collect()
    }
}
