//! The rules at work on the data of the game.

use crate::data::{Data, Map, Scenario, UnitDef};
use crate::position::{Position, UnitId};

/// The rules at work on the data of the game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Data,
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.scenario)]
    }

    /// The board of a position.
    pub fn map(&self, p: &Position) -> &'a Map {
        &self.d.maps[usize::from(self.scenario(p).map)]
    }

    /// The counter of a unit.
    pub fn def(&self, unit: UnitId) -> &'a UnitDef {
        &self.d.units[usize::from(unit)]
    }
}
