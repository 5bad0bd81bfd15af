//! Supply (5).

use crate::data::Hexes;
use crate::{Drill, Position};
use sandtable_hexgame::UnitId;

impl Drill {
    /// Where the supply of a side comes to (drill 5a).
    pub fn supplied(&self, p: &Position, side: u8) -> Hexes {
        self.field(p).supplied(side, 1 - side, &self.edge[usize::from(side)])
    }

    /// Whether a unit is in supply; one that is off the map needs none.
    pub fn in_supply(&self, p: &Position, unit: UnitId) -> bool {
        p.units.at(unit).is_none_or(|hex| self.supplied(p, self.counters[unit].side).has(hex))
    }

    /// What a unit counts in combat (drill 5b).
    pub fn strength(&self, p: &Position, unit: UnitId) -> u8 {
        let full = self.counters.printed(unit, p.units.steps(unit));
        if self.in_supply(p, unit) { full } else { full.div_ceil(2) }
    }

    /// The movement points of a unit (drill 5b).
    pub fn points(&self, p: &Position, unit: UnitId) -> u8 {
        let full = self.counters[unit].movement;
        if self.in_supply(p, unit) { full } else { full.min(2) }
    }
}
