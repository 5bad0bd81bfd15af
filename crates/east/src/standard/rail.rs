//! Rail movement (tannenberg 5.3): friendly railways, entraining, riding and the ways off the map.

use crate::data::map::{HexSet, Map};
use crate::data::params::rank;
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag};
use crate::standard::movement::{Path, Reach, mp_left};
use crate::standard::zones::{enemy_holds, in_enemy_zone};
use sandtable_core::Refusal;
use sandtable_ops::search::{UNREACHED, spread};

/// The rail hexes that an army may use now: its own, unless an enemy was the last there (tannenberg 5.31a,
/// tannenberg 5.33c).
pub fn friendly(data: &Data, p: &Position<impl Adds>, army: u8) -> HexSet {
    let side = data.params.armies[usize::from(army)].side;
    data.map.rail[usize::from(army)].iter().filter(|h| p.last.side(*h) == side).collect()
}

/// MP to entrain: as many as the TCR (tannenberg 5.32c).
pub fn entrain_cost(data: &Data, unit: UnitId) -> u8 {
    data.params.chart.add("entrain", data.tcr(unit))
}

/// SP that a unit takes of the Rail Capacity; headquarters ride without (tannenberg 5.31a).
pub fn load(data: &Data, unit: UnitId) -> u8 {
    if data.unit(unit).is_hq() { 0 } else { data.unit(unit).sp }
}

/// Capacity that an army has left this phase (tannenberg 5.31b).
pub fn capacity_left(data: &Data, p: &Position<impl Adds>, army: u8) -> u8 {
    let capacity = data.params.armies[usize::from(army)].capacity(p.turn);
    capacity.saturating_sub(p.capacity_used[usize::from(army)])
}

/// Why a unit may not entrain where it stands, if it may not.
pub fn entrain_breach(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> Option<Refusal> {
    let (u, tcr) = (data.unit(unit), data.tcr(unit));
    let Some(hex) = p.hex(unit) else { return Some(Refusal::new("5.32a", "the unit is not on the map")) };
    if p.is(unit, flag::ENTRAINED | flag::DETRAINED | flag::STOPPED) {
        return Some(Refusal::new("5.34a", "a unit makes one journey by rail in a phase"));
    }
    if !friendly(data, p, u.army).has(hex) {
        return Some(Refusal::new("5.32a", "there is no friendly railway here"));
    }
    if in_enemy_zone(p, u.side, hex) && !data.params.rail.entrain_in_zone[rank(tcr)] {
        return Some(Refusal::new("5.32a", "the hex is in an enemy zone of control"));
    }
    // tannenberg 10.35: neither supply nor command matters to a headquarters.
    if !u.is_hq() && p.is(unit, flag::OUT_OF_SUPPLY | flag::OUT_OF_COMMAND) {
        return Some(Refusal::new("5.32e", "only units in supply and in command may entrain"));
    }
    if mp_left(data, p, unit) < entrain_cost(data, unit) {
        return Some(Refusal::new("5.32c", "too few movement points are left to entrain"));
    }
    if load(data, unit) > capacity_left(data, p, u.army) {
        return Some(Refusal::new("5.31b", "the rail capacity of this turn is used up"));
    }
    None
}

/// Whether a roll lets a unit entrain; units that need none always may (tannenberg 16.11a, tannenberg 16.13a).
pub fn entrain_succeeds(data: &Data, unit: UnitId, roll: u8) -> bool {
    let needed = data.army(unit).entrain_roll.as_ref();
    needed.is_none_or(|r| r.exempt.contains(&data.unit(unit).kind) || (r.from..=r.to).contains(&roll))
}

/// Whether a unit must roll to entrain.
pub fn must_roll(data: &Data, unit: UnitId) -> bool {
    data.army(unit).entrain_roll.as_ref().is_some_and(|r| !r.exempt.contains(&data.unit(unit).kind))
}

/// Counts a unit against the Rail Capacity of its army, once in a phase (tannenberg 5.31c); not if it rides free.
pub fn count(data: &Data, p: &mut Position<impl Adds>, unit: UnitId) {
    if !p.is(unit, flag::COUNTED | flag::FREE_RIDE) {
        let used = &mut p.capacity_used[usize::from(data.unit(unit).army)];
        *used = used.saturating_add(load(data, unit));
        p.set(data, unit, flag::COUNTED, true);
    }
}

/// Entrains a unit after its roll: it pays, counts against capacity and carries the marker (tannenberg 5.32d); one that
/// fails stays and stops (tannenberg 16.12a). Gives whether it is entrained.
pub fn entrain(data: &Data, p: &mut Position<impl Adds>, unit: UnitId, roll: u8) -> bool {
    let army = usize::from(data.unit(unit).army);
    let succeeds = entrain_succeeds(data, unit, roll);
    let failure = data.params.armies[army].entrain_roll.as_ref().filter(|_| !succeeds);
    if failure.is_none_or(|r| r.failure_uses_capacity) {
        count(data, p, unit);
    }
    if let Some(roll) = failure {
        p.set(data, unit, flag::STOPPED, roll.failure_ends_move);
    } else {
        p.spent[unit.index()] = p.spent[unit.index()].saturating_add(entrain_cost(data, unit));
        p.set(data, unit, flag::ENTRAINED, true);
    }
    succeeds
}

/// Whether a piece of line has room for a unit under the optional limits (tannenberg 16.21a). Each line has its own.
pub fn line_has_room(data: &Data, p: &Position<impl Adds>, unit: UnitId, segment: u16) -> bool {
    room(data, p, data.unit(unit).army, load(data, unit), segment)
}

fn room(data: &Data, p: &Position<impl Adds>, army: u8, load: u8, segment: u16) -> bool {
    let Some(limit) = data.params.armies[usize::from(army)].line_limit else { return true };
    let line = &data.map.lines[usize::from(data.map.line_of[usize::from(segment)])];
    let most = if line.tracks > 1 { limit.double } else { limit.single };
    p.line_used[usize::from(segment)].saturating_add(load) <= most
}

/// Something about to ride: a unit, or several that go as one (tannenberg 18.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// Its army.
    pub army: u8,
    /// Its side.
    pub side: u8,
    /// From where: a hex, or a node off the map.
    pub start: u16,
    /// Rail hexes left.
    pub left: u8,
    /// SP on the train.
    pub load: u8,
    /// Whether the optional limits of lines are played.
    pub limits: bool,
}

impl Ride {
    /// An entrained unit about to ride, if it may.
    pub fn of(data: &Data, p: &Position<impl Adds>, unit: UnitId, limits: bool) -> Option<Ride> {
        let (u, start) = (data.unit(unit), p.place(unit));
        let there = data.map.exit_of(start).is_some() || p.hex(unit).is_some();
        // A unit off the map first pays what it still owes on its way (tannenberg 5.38b).
        let left = data.army(unit).rail_rate.checked_sub(p.ridden[unit.index()])?;
        let ride = Ride { army: u.army, side: u.side, start, left, load: load(data, unit), limits };
        (p.is(unit, flag::ENTRAINED) && there).then_some(ride)
    }

    /// The piece of line that carries it over a hexside: a friendly one with room, the first if there are several
    /// (tannenberg 16.23).
    pub fn line(&self, data: &Data, p: &Position<impl Adds>, step: crate::data::map::Step) -> Option<u16> {
        let carries = |s: &u16| {
            data.map.friendly_line(&data.params, self.army, *s)
                && (!self.limits || room(data, p, self.army, self.load, *s))
        };
        step.segments().find(carries)
    }
}

/// Whether an entrained unit may come into a hex: a friendly railway without enemy or enemy zone (tannenberg 5.33b,
/// tannenberg 5.37b). Friends do not cancel the zone.
fn rides_into(data: &Data, p: &Position<impl Adds>, side: u8, rails: &HexSet, hex: u16) -> bool {
    rails.has(hex) && !in_enemy_zone(p, side, hex) && !enemy_holds(data, p, side, hex)
}

/// How far an entrained unit can ride (tannenberg 5.33a), over links off the map too (tannenberg 5.37a). What is left
/// are rail hexes. `limits`: the optional limits of lines are played.
pub fn reach(data: &Data, p: &Position<impl Adds>, unit: UnitId, limits: bool) -> Reach {
    let ride = Ride::of(data, p, unit, limits);
    ride.map_or(Reach::NOTHING, |r| reach_of(data, p, &r, &HexSet::EMPTY))
}

/// The same for any ride. Into `doubtful` hexes no train goes: there may be an enemy zone.
pub fn reach_of(data: &Data, p: &Position<impl Adds>, ride: &Ride, doubtful: &HexSet) -> Reach {
    let mut out = Reach::NOTHING;
    let map = &data.map;
    let rails = friendly(data, p, ride.army);
    let into = |hex: u16| rides_into(data, p, ride.side, &rails, hex) && !doubtful.has(hex);
    let start = ride.start;
    out.left[usize::from(start)] = ride.left;
    let mut open = HexSet::one(start);
    let mut seeded = HexSet::EMPTY;
    if let Some(hex) = map.exit_of(start).map(|e| map.exits[usize::from(e)].hex)
        && into(hex)
    {
        out.left[usize::from(hex)] = ride.left;
        open.insert(hex);
        seeded.insert(hex);
    }
    let reached = spread(&mut out.left, open, |from, here, visit| {
        for step in map.open(from) {
            if ride.line(data, p, step).is_some() && into(step.to) {
                visit(step.to, here - 1);
            }
        }
        for exit in exits_at(map, ride.side, &rails, from) {
            for (to, cost) in links(map, exit) {
                let Some(rest) = here.checked_sub(cost) else { continue };
                visit(Map::node(to), rest);
                let hex = map.exits[usize::from(to)].hex;
                if into(hex) {
                    visit(hex, rest);
                }
            }
        }
    });
    out.hexes.join(&reached);
    out.hexes.join(&seeded);
    out.hexes.remove(start);
    out
}

/// The exits of a side at a place, whether a train is still in the hex or beyond it; links lead on from them.
fn exits_at<'a>(map: &'a Map, side: u8, rails: &'a HexSet, from: u16) -> impl Iterator<Item = u8> + 'a {
    let at = move |e: &u8| {
        let exit = &map.exits[usize::from(*e)];
        exit.side == side && (Map::node(*e) == from || (exit.hex == from && rails.has(from)))
    };
    (0..map.exits.len() as u8).filter(at)
}

/// The shortest way of a ride to a place that it reaches.
pub fn path(data: &Data, p: &Position<impl Adds>, ride: &Ride, reach: &Reach, to: u16) -> Path {
    let (map, mut out, mut at) = (&data.map, Path::EMPTY, to);
    let rails = friendly(data, p, ride.army);
    while at != ride.start && out.hexes().len() < crate::standard::movement::MAX_PATH {
        out.before(at);
        let left = reach.left[usize::from(at)];
        let fits = |from: u16, cost: u8| {
            let here = reach.left[usize::from(from)];
            here != UNREACHED && here.checked_sub(cost) == Some(left)
        };
        let by_line = |from: u16| {
            let step = map.step(from, at)?;
            (fits(from, 1) && ride.line(data, p, step).is_some()).then_some(from)
        };
        // Over a link: the train comes to the node of an exit, or to its hex.
        let exit = |e: &u8| map.exits[usize::from(*e)].hex == at || Map::node(*e) == at;
        let by_link = || {
            let here = (0..map.exits.len() as u8)
                .filter(|e| map.exits[usize::from(*e)].side == ride.side && exit(e));
            here.flat_map(|e| links(map, e)).find_map(|(other, cost)| {
                let hex = map.exits[usize::from(other)].hex;
                let from = [Map::node(other), hex];
                from.into_iter().find(|f| fits(*f, cost) && (*f != hex || rails.has(hex)))
            })
        };
        let near = map.open(at).map(|s| s.to).find_map(by_line);
        at = near.or_else(by_link).unwrap_or(ride.start);
    }
    out
}

/// The exits that an exit is linked to, and what the way costs; it is the same in both directions.
pub fn links(map: &Map, exit: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
    let ways = move |l: &crate::data::map::Link| match exit {
        e if e == l.from => Some((l.to, l.cost)),
        e if e == l.to => Some((l.from, l.cost)),
        _ => None,
    };
    map.links.iter().filter_map(ways)
}

/// What a unit that stops between two exits still has to pay to the second, if it had this much left at the first
/// (tannenberg 5.38b). None if the two are not linked or it could get there now.
pub fn still_to_pay(map: &Map, from: u8, to: u8, left: u8) -> Option<u8> {
    let (_, cost) = links(map, from).find(|(e, _)| *e == to)?;
    cost.checked_sub(left).filter(|rest| *rest > 0)
}

/// Whether a unit may attack after what it did this turn (tannenberg 5.34b, tannenberg 5.36b).
pub fn may_attack(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> bool {
    let railed = p.is(unit, flag::RAILED) && !data.params.rail.attack_after[rank(data.tcr(unit))];
    !p.is(unit, flag::ENTRAINED) && !railed
}
