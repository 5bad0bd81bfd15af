//! Cavalry withdrawal before combat (tannenberg 12.1).

use crate::data::map::{HexSet, NODES, Step};
use crate::data::params::rank;
use crate::data::pieces::Kind;
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag};
use crate::standard::zones::{enemy, enemy_holds, in_enemy_zone};

/// Whether a unit may try to withdraw: cavalry beside an enemy unit, not entrained (tannenberg 12.11, R-72).
pub fn may_try(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> bool {
    let u = data.unit(unit);
    let Some(hex) = p.hex(unit).filter(|_| u.kind == Kind::Cavalry) else { return false };
    !p.is(unit, flag::ENTRAINED) && data.map.steps(hex).any(|s| p.held(enemy(u.side), s.to) > 0)
}

/// Whether a roll lets cavalry of a TCR withdraw (tannenberg 12.12).
pub fn succeeds(tcr: u8, roll: u8) -> bool {
    roll > tcr
}

/// Whether cavalry may pass a hex on its way: no enemy, and no enemy zone unless its TCR may (tannenberg 12.13a); a friend
/// there changes nothing.
pub fn legal(data: &Data, p: &Position<impl Adds>, unit: UnitId, step: Step) -> bool {
    let side = data.unit(unit).side;
    let zone = data.params.cavalry.withdraw_in_zone[rank(data.tcr(unit))];
    !step.closed && !enemy_holds(data, p, side, step.to) && (zone || !in_enemy_zone(p, side, step.to))
}

/// The hexes where a withdrawal may end: exactly two away (tannenberg 12.11), towards a source of supply if such a way
/// exists (tannenberg 12.13b). `distance` comes from [`source_distances`](crate::standard::retreat::source_distances).
pub fn ends(data: &Data, p: &Position<impl Adds>, unit: UnitId, distance: &[u8; NODES]) -> HexSet {
    let mut all = HexSet::EMPTY;
    let Some(start) = p.hex(unit) else { return all };
    let hexes = u16::from(data.params.cavalry.withdraw_hexes);
    for first in data.map.open(start).filter(|s| legal(data, p, unit, *s)) {
        for second in data.map.open(first.to).filter(|s| legal(data, p, unit, *s)) {
            if data.map.distance(start, second.to) == hexes {
                all.insert(second.to);
            }
        }
    }
    let here = distance[usize::from(start)];
    let nearer: HexSet = all.iter().filter(|h| distance[usize::from(*h)] < here).collect();
    if nearer.is_empty() { all } else { nearer }
}
