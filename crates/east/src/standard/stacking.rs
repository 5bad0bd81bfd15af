//! Stacking (tannenberg 6).

use crate::data::Data;
use crate::data::pieces::UnitSet;
use crate::engine::Adds;
use crate::position::Position;

/// Stacking Points of units. Steps lost change nothing (tannenberg 6.14b).
pub fn points(data: &Data, units: UnitSet) -> u8 {
    units.iter().map(|u| data.unit(u).sp).sum()
}

/// The limit for units in one hex: that of their army, and of several armies the least (tannenberg 6.0, tannenberg 6.13).
pub fn limit(data: &Data, units: UnitSet) -> u8 {
    units.iter().map(|u| data.army(u).stack_limit).min().unwrap_or(u8::MAX)
}

/// Stacking Points above the limit of a side in a hex, to be eliminated at the end of a phase (tannenberg 6.14a).
pub fn excess(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> u8 {
    let stack = p.stack(data, side, hex);
    points(data, stack).saturating_sub(limit(data, stack))
}

/// Whether units could stand in a hex at the end of a phase with the friends who are there already.
pub fn fits(data: &Data, p: &Position<impl Adds>, units: UnitSet, hex: u16) -> bool {
    let Some(first) = units.iter().next() else { return true };
    let mut all = p.stack(data, data.unit(first).side, hex);
    units.iter().for_each(|u| all.insert(u));
    points(data, all) <= limit(data, all)
}
