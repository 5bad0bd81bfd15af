//! What a position keeps of movement.

use crate::data::{Hexes, UNITS};
use crate::position::{HexId, Pieces, UnitId};
use sandtable_ops::Maybe;
use serde::{Deserialize, Serialize};

/// Room for bridges being built.
pub const BUILDS: usize = 24;

/// Room for units that the ferry has carried since their last movement phase.
pub const FERRIED: usize = 32;

/// Room for groups of reinforcements.
pub const GROUPS: usize = 8;

/// A headquarters that builds a bridge over a big river (lodz 14.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    /// The headquarters; none for an empty slot.
    pub unit: Maybe<UnitId>,
    /// Its hex.
    pub hex: Maybe<HexId>,
    /// The side of the hex.
    pub direction: u8,
}

impl Build {
    /// No bridge.
    pub const NONE: Build = Build { unit: Maybe::NONE, hex: Maybe::NONE, direction: 0 };
}

/// A unit that gets back the CEL it lent the ferry, if it stays where it landed (lodz N11.12c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Landed {
    /// The unit; none for an empty slot.
    pub unit: Maybe<UnitId>,
    /// Where it landed.
    pub hex: Maybe<HexId>,
}

impl Landed {
    /// Nobody.
    pub const NONE: Landed = Landed { unit: Maybe::NONE, hex: Maybe::NONE };
}

/// Movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Half-points that each unit has left in this phase; in snow, steps (lodz MAZ.7a).
    #[serde(with = "sandtable_ops::list")]
    pub left: [u8; UNITS],
    /// Units that have spent nothing in this phase (lodz 4.34a).
    pub fresh: Pieces,
    /// Bridges being built.
    pub builds: [Build; BUILDS],
    /// Whom the ferry has carried.
    pub landed: [Landed; FERRIED],
    /// Hexes whose field works the Russians dug; all others are German.
    pub russian_works: Hexes,
    /// The day on which each group of reinforcements may come for the first time; 0 for not yet.
    pub opened: [u8; GROUPS],
    /// Whether the bridge of Płock has been put up (lodz N11.13).
    pub plock: bool,
}

impl March {
    /// At the start.
    pub const START: March = March {
        left: [0; UNITS],
        fresh: Pieces::EMPTY,
        builds: [Build::NONE; BUILDS],
        landed: [Landed::NONE; FERRIED],
        russian_works: Hexes::EMPTY,
        opened: [0; GROUPS],
        plock: false,
    };

    /// Half-points left to a unit.
    pub fn left(&self, unit: UnitId) -> u8 {
        self.left.get(usize::from(unit)).copied().unwrap_or(0)
    }
}
