//! Everything that changes.

use crate::data::Hexes;
use crate::play::Step;
use crate::{BLUE, COUNTERS, Drill, RED};
use sandtable_core::machine::Steps;
use sandtable_hexgame::{Field, HexId, Holders, Roster, UnitId, Units};
use serde::{Deserialize, Serialize};

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: u8,
    /// Who stands where.
    #[serde(flatten)]
    pub units: Roster<COUNTERS>,
    /// Who has moved (drill 2a).
    pub moved: Units,
    /// Who has attacked (drill 6b).
    pub fought: Units,
    /// Hexes that were attacked (drill 6b).
    pub attacked: Hexes,
    /// The hex under attack.
    pub target: Option<HexId>,
    /// Who takes part in the attack.
    pub attackers: Units,
    /// Who has still to retreat.
    pub retreating: Units,
    /// Whose each town is (drill 9a).
    pub towns: Holders<5>,
    /// What waits to be decided or done.
    pub steps: Steps<Step, 6>,
}

impl Position {
    /// Nobody is on the map, and all towns are Red's.
    pub const EMPTY: Position = Position {
        turn: 1,
        side: BLUE,
        units: Roster::EMPTY,
        moved: Units::EMPTY,
        fought: Units::EMPTY,
        attacked: Hexes::EMPTY,
        target: None,
        attackers: Units::EMPTY,
        retreating: Units::EMPTY,
        towns: Holders([RED; 5]),
        steps: Steps::new(Step::Go),
    };
}

impl Drill {
    /// Who stands where, with the map.
    pub fn field<'a>(&'a self, p: &'a Position) -> Field<'a, 1, COUNTERS> {
        Field { map: &self.map, counters: &self.counters, roster: &p.units }
    }

    /// Whether a unit finds no room in a hex (drill 4a).
    pub fn is_full(&self, p: &Position, hex: HexId) -> bool {
        p.units.in_hex(hex).count() >= 2
    }

    /// Puts a unit into a hex, and the town there changes hands (drill 9a).
    pub(crate) fn put(&self, p: &mut Position, unit: UnitId, hex: HexId) {
        p.units.put(unit, hex);
        p.towns.enter(&self.towns, hex, self.counters[unit].side);
    }

    /// A unit loses steps, and tells whether it is lost (drill 7a).
    pub(crate) fn lose(&self, p: &mut Position, unit: UnitId, steps: u8) -> bool {
        let gone = p.units.lose(unit, steps);
        if gone {
            p.attackers.remove(unit);
            p.retreating.remove(unit);
        }
        gone
    }
}
