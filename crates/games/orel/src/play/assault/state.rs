//! What a position keeps of a combat after its Cohesion checks.

use crate::data::NONE;
use crate::position::{HexId, Pieces, UnitId};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// See the module. All of it is empty again when a combat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Whether the combat was fought: the defender did not get away before it began.
    pub fought: bool,
    /// Attackers that have advanced into the hex now fought for.
    pub advanced: Pieces,
    /// Cavalry, and a car with it, that goes on in pursuit.
    pub pursuers: Pieces,
    /// Where the pursued stand; none before that is chosen.
    pub quarry: Maybe<HexId>,
    /// Cavalry and cars that have advanced and may still pursue others who fled, after a first pursuit.
    #[serde(default)]
    pub rest: Pieces,
    /// Those who have been pursued in this combat: nobody is pursued twice (orel 8.7.4j).
    #[serde(default)]
    pub hunted: Pieces,
    /// The hex that was emptied first, once a pursuit has begun; none before.
    #[serde(default)]
    pub emptied: Maybe<HexId>,
    /// Whether pursuers ignore losses and checks (orel 8.7.4g).
    pub unharmed: bool,
    /// Cavalry that could charge when the combat began (orel 8.8.1b).
    pub could: Pieces,
    /// Cavalry that has to be asked whether it charges (orel 8.8.1b).
    pub asked: Pieces,
    /// Steps still to be lost by attacker and defender.
    pub due: [u8; 2],
    /// Who lost the Assault, as an index into pairs; [`NONE`] before it.
    pub loser: u8,
    /// m of its result.
    pub morale: i8,
    /// Units that have taken their loss of this round (orel 8.8.2c).
    pub hit: Pieces,
    /// The unit of each side that was hit first; none before.
    pub first: [Maybe<UnitId>; 2],
    /// Whether a side faces guns, integrated ones too, or a train in this Assault (orel 9e).
    pub under_fire: [bool; 2],
    /// Whether guns alone defended when the Assault began.
    pub guns_alone: bool,
    /// Attacking vehicles with troops in their hex when the Assault began: their fate is bound to them (orel 9h).
    pub escorted: Pieces,
    /// Vehicles that still have to test (orel 9e).
    pub tests: Pieces,
    /// Whether all who go back do so in good order (orel 8.8.2o).
    pub good_order: bool,
    /// Units that must still go back, in retreat and in rout.
    pub leaving: [Pieces; 2],
    /// Units that will be Unsupplied when the combat ends.
    pub doomed: Pieces,
    /// Enemy steps lost in the Assault and in the pursuit, as spoils (orel 8.2.1j).
    pub spoils: [u8; 2],
    /// Units that advanced after them.
    pub spoilers: [Pieces; 2],
    /// Where a Depot was taken, if one was.
    pub taken: Maybe<HexId>,
    /// How many units its stores still resupply (orel 3.3c).
    pub stores: u8,
    /// How many units munitions still resupply that were not needed (orel 8.2.1k).
    pub points: u8,
}

impl Assault {
    /// At the start.
    pub const START: Assault = Assault {
        fought: false,
        advanced: Pieces::EMPTY,
        pursuers: Pieces::EMPTY,
        quarry: Maybe::NONE,
        rest: Pieces::EMPTY,
        hunted: Pieces::EMPTY,
        emptied: Maybe::NONE,
        unharmed: false,
        could: Pieces::EMPTY,
        asked: Pieces::EMPTY,
        due: [0; 2],
        loser: NONE,
        morale: 0,
        hit: Pieces::EMPTY,
        first: [Maybe::NONE; 2],
        under_fire: [false; 2],
        guns_alone: false,
        escorted: Pieces::EMPTY,
        tests: Pieces::EMPTY,
        good_order: false,
        leaving: [Pieces::EMPTY; 2],
        doomed: Pieces::EMPTY,
        spoils: [0; 2],
        spoilers: [Pieces::EMPTY; 2],
        taken: Maybe::NONE,
        stores: 0,
        points: 0,
    };
}
