//! Movement (tannenberg 5.1, tannenberg 5.2): what a step costs and how far a unit gets.

use super::map::{HexSet, NODES, Step};
use super::params::rank;
use super::zones::{enemy, enemy_holds, headquarters, in_enemy_zone};
use super::{Data, UnitId};
use crate::position::{Position, flag};
use sandtable_ops::search::{UNREACHED, spread};

/// Where a unit can get, and with what it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The most points left in each hex or node; [`UNREACHED`] elsewhere.
    pub left: [u8; NODES],
    /// The hexes and nodes, the start left out.
    pub hexes: HexSet,
}

impl Reach {
    pub(super) const NOWHERE: Reach = Reach { left: [UNREACHED; NODES], hexes: HexSet::EMPTY };

    /// Points left on arrival in a hex.
    pub fn arrives(&self, hex: u16) -> Option<u8> {
        self.hexes.has(hex).then(|| self.left[usize::from(hex)])
    }
}

/// Movement Allowance for this phase: half, but at least 1, out of supply (tannenberg 9.21a); headquarters keep theirs
/// (tannenberg 10.35).
pub fn allowance(data: &Data, p: &Position, unit: UnitId) -> u8 {
    let u = data.unit(unit);
    let printed = if u.is_hq() { u.front.movement } else { u.face(p.lost[unit.index()]).movement };
    if p.is(unit, flag::OUT_OF_SUPPLY) && !u.is_hq() {
        (printed / data.params.supply.movement_divided_by).max(data.params.supply.least)
    } else {
        printed
    }
}

/// MP that a unit has left (tannenberg 5.14a).
pub fn mp_left(data: &Data, p: &Position, unit: UnitId) -> u8 {
    allowance(data, p, unit).saturating_sub(p.spent[unit.index()])
}

/// MP of a step: terrain (tannenberg 5.12), with 1 more for a hex in an enemy zone (tannenberg 7.21, tannenberg 7.22).
pub fn step_cost(data: &Data, p: &Position, unit: UnitId, step: Step) -> u8 {
    let (side, at) = (data.unit(unit).side, rank(data.tcr(unit)));
    let zone = if in_enemy_zone(p, side, step.to) { data.map.zone_cost[at] } else { 0 };
    step.cost[at] + zone
}

/// Whether a unit may enter a hex at all: no enemy there (tannenberg 5.13a, tannenberg 5.13b) except headquarters alone,
/// which give way to a unit that can attack (tannenberg 10.52c).
pub fn may_enter(data: &Data, p: &Position, unit: UnitId, enemy_hqs: &HexSet, hex: u16) -> bool {
    let u = data.unit(unit);
    let attacks = || !u.is_hq() && u.face(p.lost[unit.index()]).attack > 0;
    !enemy_holds(data, p, u.side, hex) && (!enemy_hqs.has(hex) || attacks())
}

/// Whether a unit may march in this phase (tannenberg 5.17, tannenberg 5.35b).
pub fn may_march(p: &Position, unit: UnitId) -> bool {
    !p.is(unit, flag::OUT_OF_COMMAND | flag::ENTRAINED | flag::STOPPED) && p.hex(unit).is_some()
}

/// How far a unit can march with the MP it has left. A unit that has spent none may always go a hex, whatever it costs
/// (tannenberg 5.17), but never over a closed side or into the enemy.
pub fn reach(data: &Data, p: &Position, unit: UnitId) -> Reach {
    let mut out = Reach::NOWHERE;
    let Some(start) = p.hex(unit).filter(|_| may_march(p, unit)) else { return out };
    let enemy_hqs = headquarters(data, p, enemy(data.unit(unit).side));
    let mp = mp_left(data, p, unit);
    let fresh = p.spent[unit.index()] == 0 && data.params.minimum_move > 0;
    out.left[usize::from(start)] = mp;
    let mut open = HexSet::one(start);
    if fresh {
        for step in data.map.open(start).filter(|s| may_enter(data, p, unit, &enemy_hqs, s.to)) {
            let rest = mp.saturating_sub(step_cost(data, p, unit, step));
            out.left[usize::from(step.to)] = rest;
            out.hexes.insert(step.to);
            open.insert(step.to);
        }
    }
    let reached = spread(&mut out.left, open, |hex, here, visit| {
        for step in data.map.open(hex).filter(|s| may_enter(data, p, unit, &enemy_hqs, s.to)) {
            if let Some(rest) = here.checked_sub(step_cost(data, p, unit, step)) {
                visit(step.to, rest);
            }
        }
    });
    out.hexes.join(&reached);
    out.hexes.remove(start);
    out
}
