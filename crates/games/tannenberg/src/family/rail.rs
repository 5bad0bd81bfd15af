//! Rail movement (tannenberg 5.3): friendly railways, entraining, riding and the ways off the map.

use super::map::{HexSet, Map};
use super::movement::{Reach, mp_left};
use super::params::rank;
use super::zones::{enemy_holds, in_enemy_zone};
use super::{Data, UnitId};
use crate::position::{Position, flag};
use sandtable_core::game::Breach;
use sandtable_ops::search::spread;

/// The rail hexes that an army may use now: its own, unless an enemy was the last there (tannenberg 5.31a,
/// tannenberg 5.33c).
pub fn friendly(data: &Data, p: &Position, army: u8) -> HexSet {
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
pub fn capacity_left(data: &Data, p: &Position, army: u8) -> u8 {
    let capacity = data.params.armies[usize::from(army)].capacity(p.turn);
    capacity.saturating_sub(p.capacity_used[usize::from(army)])
}

/// Why a unit may not entrain where it stands, if it may not.
pub fn entrain_breach(data: &Data, p: &Position, unit: UnitId) -> Option<Breach> {
    let (u, tcr) = (data.unit(unit), data.tcr(unit));
    let Some(hex) = p.hex(unit) else { return Some(Breach::new("5.32a", "the unit is not on the map")) };
    if p.is(unit, flag::ENTRAINED | flag::DETRAINED | flag::STOPPED) {
        return Some(Breach::new("5.34a", "a unit makes one journey by rail in a phase"));
    }
    if !friendly(data, p, u.army).has(hex) {
        return Some(Breach::new("5.32a", "there is no friendly railway here"));
    }
    if in_enemy_zone(p, u.side, hex) && !data.params.rail.entrain_in_zone[rank(tcr)] {
        return Some(Breach::new("5.32a", "the hex is in an enemy zone of control"));
    }
    // tannenberg 10.35: neither supply nor command matters to a headquarters.
    if !u.is_hq() && p.is(unit, flag::OUT_OF_SUPPLY | flag::OUT_OF_COMMAND) {
        return Some(Breach::new("5.32e", "only units in supply and in command may entrain"));
    }
    if mp_left(data, p, unit) < entrain_cost(data, unit) {
        return Some(Breach::new("5.32c", "too few movement points are left to entrain"));
    }
    if load(data, unit) > capacity_left(data, p, u.army) {
        return Some(Breach::new("5.31b", "the rail capacity of this turn is used up"));
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

/// Entrains a unit after its roll: it pays, counts against capacity and carries the marker (tannenberg 5.32d); one that
/// fails stays and stops (tannenberg 16.12a). Gives whether it is entrained.
pub fn entrain(data: &Data, p: &mut Position, unit: UnitId, roll: u8) -> bool {
    let army = usize::from(data.unit(unit).army);
    let succeeds = entrain_succeeds(data, unit, roll);
    let failure = data.params.armies[army].entrain_roll.as_ref().filter(|_| !succeeds);
    if failure.is_none_or(|r| r.failure_uses_capacity) {
        p.capacity_used[army] = p.capacity_used[army].saturating_add(load(data, unit));
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
pub fn line_has_room(data: &Data, p: &Position, unit: UnitId, segment: u16) -> bool {
    let Some(limit) = data.army(unit).line_limit else { return true };
    let line = &data.map.lines[usize::from(data.map.line_of[usize::from(segment)])];
    let most = if line.tracks > 1 { limit.double } else { limit.single };
    p.line_used[usize::from(segment)].saturating_add(load(data, unit)) <= most
}

/// Whether an entrained unit may come into a hex: a friendly railway without enemy or enemy zone (tannenberg 5.33b,
/// tannenberg 5.37b). Friends do not cancel the zone.
fn rides_into(data: &Data, p: &Position, side: u8, rails: &HexSet, hex: u16) -> bool {
    rails.has(hex) && !in_enemy_zone(p, side, hex) && !enemy_holds(data, p, side, hex)
}

/// How far an entrained unit can ride (tannenberg 5.33a), over links off the map too (tannenberg 5.37a). What is left
/// are rail hexes. `limits`: the optional limits of lines are played.
pub fn reach(data: &Data, p: &Position, unit: UnitId, limits: bool) -> Reach {
    let mut out = Reach::NOWHERE;
    let (u, map) = (data.unit(unit), &data.map);
    let start = p.place(unit);
    let off_map = map.exit_of(start);
    if !p.is(unit, flag::ENTRAINED) || (off_map.is_none() && p.hex(unit).is_none()) {
        return out;
    }
    let rails = friendly(data, p, u.army);
    // A unit off the map first pays what it still owes on its way (tannenberg 5.38b).
    let Some(left) = data.army(unit).rail_rate.checked_sub(p.ridden[unit.index()]) else { return out };
    out.left[usize::from(start)] = left;
    let mut open = HexSet::one(start);
    let mut seeded = HexSet::EMPTY;
    if let Some(hex) = off_map.map(|e| map.exits[usize::from(e)].hex)
        && rides_into(data, p, u.side, &rails, hex)
    {
        out.left[usize::from(hex)] = left;
        open.insert(hex);
        seeded.insert(hex);
    }
    let reached = spread(&mut out.left, open, |from, here, visit| {
        for step in map.open(from) {
            let carries = |s: u16| {
                map.friendly_line(&data.params, u.army, s) && (!limits || line_has_room(data, p, unit, s))
            };
            if step.segments().any(carries) && rides_into(data, p, u.side, &rails, step.to) {
                visit(step.to, here - 1);
            }
        }
        // From an exit, whether the unit is still in its hex or beyond it, links lead on.
        let at_exit =
            |e: &u8| Map::node(*e) == from || (map.exits[usize::from(*e)].hex == from && rails.has(from));
        let mine = (0..map.exits.len() as u8).filter(|e| map.exits[usize::from(*e)].side == u.side);
        for exit in mine.filter(at_exit) {
            for (to, cost) in links(map, exit) {
                let Some(rest) = here.checked_sub(cost) else { continue };
                visit(Map::node(to), rest);
                let hex = map.exits[usize::from(to)].hex;
                if rides_into(data, p, u.side, &rails, hex) {
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

/// The exits that an exit is linked to, and what the way costs; it is the same in both directions.
pub fn links(map: &Map, exit: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
    let ways = move |l: &super::map::Link| match exit {
        e if e == l.from => Some((l.to, l.cost)),
        e if e == l.to => Some((l.from, l.cost)),
        _ => None,
    };
    map.links.iter().filter_map(ways)
}

/// What a unit that stops between two exits still has to pay to the second, if it had so much left at the first
/// (tannenberg 5.38b). None if the two are not linked or it could get there now.
pub fn still_to_pay(map: &Map, from: u8, to: u8, left: u8) -> Option<u8> {
    let (_, cost) = links(map, from).find(|(e, _)| *e == to)?;
    cost.checked_sub(left).filter(|rest| *rest > 0)
}

/// Whether a unit may attack after what it did this turn (tannenberg 5.34b, tannenberg 5.36b).
pub fn may_attack(data: &Data, p: &Position, unit: UnitId) -> bool {
    let railed = p.is(unit, flag::RAILED) && !data.params.rail.attack_after[rank(data.tcr(unit))];
    !p.is(unit, flag::ENTRAINED) && !railed
}
