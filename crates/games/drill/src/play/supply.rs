//! Supply (5).

use crate::UnitId;
use crate::{Drill, Position};
use sandtable_ops::HexSet;

impl Drill {
    /// Where the supply of a side comes to (drill 5a).
    pub fn supplied(&self, p: &Position, side: u8) -> HexSet<1> {
        let own = self.occupied(p, side);
        let shut = self.zone(p, 1 - side).without(&own).with(&self.occupied(p, 1 - side));
        let start = self.edge[usize::from(side)].without(&shut);
        let (mut reached, mut new) = (start, start);
        while !new.is_empty() {
            let mut near = HexSet::EMPTY;
            new.iter().for_each(|hex| near.join(&self.around[usize::from(hex)]));
            new = near.without(&shut).without(&reached);
            reached.join(&new);
        }
        reached
    }

    /// Whether a unit is in supply; one that is off the map needs none.
    pub fn in_supply(&self, p: &Position, unit: UnitId) -> bool {
        p.at(unit).is_none_or(|hex| self.supplied(p, self.side_of(unit)).has(hex.0))
    }

    /// What a unit counts in combat (drill 5b).
    pub fn strength(&self, p: &Position, unit: UnitId) -> u8 {
        let Some(left) = p.strength[usize::from(unit.0)].checked_sub(1) else { return 0 };
        let full = self.counter_of(unit).strength[usize::from(left.min(1))];
        if self.in_supply(p, unit) { full } else { full.div_ceil(2) }
    }
}
