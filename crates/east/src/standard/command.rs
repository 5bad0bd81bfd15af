//! Command (tannenberg 10): radius, allotment of Command Strength, rolls and Attack Shifts.

use crate::data::map::HexSet;
use crate::data::params::rank;
use crate::data::pieces::{HqFace, Kind, UnitSet};
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::Position;
use crate::standard::stacking;
use crate::standard::zones::{cancels, enemy_holds, zone_counts};
use sandtable_core::Refusal;
use sandtable_ops::search::line;

/// The values of a headquarters now.
pub fn face(data: &Data, p: &Position<impl Adds>, hq: UnitId) -> HqFace {
    data.unit(hq).hq_face(p.lost[hq.index()])
}

/// The hexes within a radius of a headquarters, its own at distance 0 (tannenberg 10.33a). Enemies and closed sides
/// interrupt it (tannenberg 10.33b), enemy zones too unless the TCR goes through them or a friend cancels them
/// (tannenberg 10.34a, tannenberg 10.34b); a unit at the end of the line does so in its own hex.
pub fn radius(data: &Data, p: &Position<impl Adds>, hq: UnitId, radius: u8) -> HexSet {
    let Some(start) = p.hex(hq) else { return HexSet::EMPTY };
    let side = data.unit(hq).side;
    let through = data.params.command.radius_through_zone[rank(data.tcr(hq))];
    line(
        start,
        radius,
        |hex, visit| {
            for step in data.map.open(hex).filter(|s| !enemy_holds(data, p, side, s.to)) {
                visit(step.to);
            }
        },
        |hex| through || !zone_counts(data, p, side, hex),
    )
}

/// Whether a unit is inside the radius of any headquarters of its side (tannenberg 10.43b).
pub fn in_any_radius(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> bool {
    in_radius_of(data, p, unit, |_| true)
}

/// Whether a unit is inside the radius of one of some headquarters of its side.
pub fn in_radius_of(data: &Data, p: &Position<impl Adds>, unit: UnitId, of: impl Fn(UnitId) -> bool) -> bool {
    let Some(hex) = p.hex(unit) else { return false };
    let side = data.unit(unit).side;
    let mut hqs = data.ids().filter(|u| data.unit(*u).is_hq() && data.unit(*u).side == side && of(*u));
    hqs.any(|hq| {
        let reaches = face(data, p, hq).radius;
        let near = p.hex(hq).is_some_and(|h| data.map.distance(h, hex) <= u16::from(reaches));
        near && commands(data, hq) && radius(data, p, hq, reaches).has(hex)
    })
}

/// Whether a headquarters commands at all; a staff officer does not.
pub fn commands(data: &Data, hq: UnitId) -> bool {
    data.unit(hq).hq.as_ref().is_some_and(|h| h.level != crate::data::pieces::Level::Staff)
}

/// Why an allotment of units to headquarters does not hold, if it does not: each unit to one headquarters at most, inside
/// its radius (tannenberg 10.32a), and no more SP than its strength (tannenberg 10.31b) unless that is unlimited by
/// agreement (tannenberg 10.32c). `values` gives the values that count for a headquarters now.
pub fn allotment_breach(
    data: &Data,
    p: &Position<impl Adds>,
    pairs: &[(UnitId, UnitId)],
    unlimited: bool,
    values: impl Fn(UnitId) -> HqFace,
) -> Option<Refusal> {
    let mut seen = UnitSet::EMPTY;
    for (unit, hq) in pairs {
        if data.unit(*unit).side != data.unit(*hq).side || !commands(data, *hq) || seen.has(*unit) {
            return Some(Refusal::new("10.32a", "{} cannot be allotted so").name(*unit));
        }
        seen.insert(*unit);
        let inside = p.hex(*unit).is_some_and(|h| radius(data, p, *hq, values(*hq).radius).has(h));
        if !inside {
            return Some(Refusal::new("10.33a", "{} is outside the command radius").name(*unit));
        }
        let given: u16 =
            pairs.iter().filter(|(_, h)| h == hq).map(|(u, _)| u16::from(data.unit(*u).sp)).sum();
        if !unlimited && given > u16::from(values(*hq).strength) {
            return Some(Refusal::new("10.31b", "{} has less command strength than that").name(*hq));
        }
    }
    None
}

/// Whether a roll brings a unit into command: above its TCR (tannenberg 10.41a, tannenberg 10.41b).
pub fn roll_commands(tcr: u8, roll: u8) -> bool {
    roll > tcr
}

/// Whether a headquarters defends: enough SP of friendly combat units defend with it (tannenberg 10.53a).
pub fn defends(data: &Data, p: &Position<impl Adds>, hq: UnitId, defenders: UnitSet) -> bool {
    let Some(hex) = p.hex(hq) else { return false };
    let beside = defenders.iter().filter(|u| p.hex(*u) == Some(hex) && !data.unit(*u).is_hq());
    stacking::points(data, beside.collect()) >= data.params.command.combat_needs_sp
}

/// Whether a headquarters attacks along: a heroic one (tannenberg 10.51b) stacked with enough SP of friendly combat units,
/// whether or not all of them attack, if any of its stack takes part (tannenberg 10.2b, tannenberg 10.23).
pub fn attacks(data: &Data, p: &Position<impl Adds>, hq: UnitId, attackers: UnitSet) -> bool {
    let Some(hex) = p.hex(hq) else { return false };
    let stack = p.stack(data, data.unit(hq).side, hex);
    face(data, p, hq).heroic && defends(data, p, hq, stack) && attackers.iter().any(|u| p.hex(u) == Some(hex))
}

/// Where a headquarters displaces to: the nearest friendly units or fortress over hexes without enemies, and without enemy
/// zones unless its TCR goes through them (tannenberg 10.52c, tannenberg 10.52f); of several the owner chooses. None
/// if it cannot (tannenberg 10.52e). Friends cancel a zone in their hex as they do for retreat.
pub fn displacement(data: &Data, p: &Position<impl Adds>, hq: UnitId) -> HexSet {
    let Some(start) = p.hex(hq) else { return HexSet::EMPTY };
    let side = data.unit(hq).side;
    let through = data.params.command.radius_through_zone[rank(data.tcr(hq))];
    let mut seen = HexSet::one(start);
    let mut open = seen;
    while !open.is_empty() {
        let (mut next, mut found) = (HexSet::EMPTY, HexSet::EMPTY);
        for hex in open.iter() {
            for step in data.map.open(hex).filter(|s| !seen.has(s.to)) {
                let zone = !through && zone_counts(data, p, side, step.to);
                if zone || enemy_holds(data, p, side, step.to) {
                    continue;
                }
                next.insert(step.to);
                if cancels(data, p, side, step.to) {
                    found.insert(step.to);
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
        seen.join(&next);
        open = next;
    }
    HexSet::EMPTY
}

/// Whether enough of the attacking Steps are inside a headquarters' radius for its shift; other headquarters and depots
/// are not counted (tannenberg 10.21c).
pub fn shift_in_range(
    data: &Data,
    p: &Position<impl Adds>,
    hq: UnitId,
    attackers: UnitSet,
    reaches: u8,
) -> bool {
    let inside = radius(data, p, hq, reaches);
    let (mut all, mut near) = (0u16, 0u16);
    for u in attackers.iter().filter(|u| !matches!(data.unit(*u).kind, Kind::Hq | Kind::Depot)) {
        let steps = u16::from(p.steps(data, u));
        all += steps;
        near += if p.hex(u).is_some_and(|h| inside.has(h)) { steps } else { 0 };
    }
    all > 0 && near * 100 >= all * data.params.command.shift_percent
}
