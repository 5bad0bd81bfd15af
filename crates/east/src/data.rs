//! What never changes in a game: parameters, map and counters, read from its files.

pub mod chart;
pub mod map;
pub mod params;
pub mod pieces;
pub mod read;

pub use map::{HexSet, MAX_HEXES, Map, NODES};
pub use params::Params;
pub use pieces::{Unit, UnitId, UnitSet};

/// Everything of a game that never changes: parameters, map and counters.
#[derive(Clone, Debug)]
pub struct Data {
    /// What the game sets for itself, and the tables of the family.
    pub params: Params,
    /// The map.
    pub map: Map,
    /// All counters that are units.
    pub units: Vec<Unit>,
}

impl Data {
    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// All units in order.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The unit with an id, as the data files call it.
    pub fn named(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|u| u.id == id).map(|i| UnitId(i as u8))
    }

    /// The army of a unit.
    pub fn army(&self, id: UnitId) -> &params::Army {
        &self.params.armies[usize::from(self.unit(id).army)]
    }

    /// Tactical competence of a unit, 1 (best) to 4 (tannenberg 2.4g).
    pub fn tcr(&self, id: UnitId) -> u8 {
        self.army(id).tcr
    }
}
