//! What a position keeps for this module.

use crate::position::{Pieces, UnitId};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// The combat that is being resolved, as far as its Cohesion checks need more than [`crate::position::Combat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Defenders who leave before combat (orel 8.5).
    pub going: Pieces,
    /// Those of them who owe it to the check (orel 8.5c).
    pub checking: Pieces,
    /// Guns that may go along (orel 8.5e).
    pub guns: Pieces,
    /// Whether vehicles that were left alone have had their chance to go (orel 9c), or strangers have been told (orel 8.5.1n).
    pub pressed: bool,
    /// Trains that duel, attacker and defender; none without (orel 9.1.1).
    pub duel: [Maybe<UnitId>; 2],
    /// Attacking trains that have had their duel.
    pub duelled: Pieces,
    /// Supports that have not been coordinated yet, and those for which the last roll was (orel 8.6.2).
    pub waiting: Pieces,
    /// See there.
    pub rolling: Pieces,
    /// Dice of attacker and defender, of a duel or of Cohesion; 0 before they are rolled.
    pub dice: [u8; 2],
    /// Units of both sides that must still retreat (orel 8.7.2d).
    pub retreat: Pieces,
    /// Units of both sides that must still rout.
    pub rout: Pieces,
}

impl Fight {
    /// At the start.
    pub const START: Fight = Fight {
        going: Pieces::EMPTY,
        checking: Pieces::EMPTY,
        guns: Pieces::EMPTY,
        pressed: false,
        duel: [Maybe::NONE; 2],
        duelled: Pieces::EMPTY,
        waiting: Pieces::EMPTY,
        rolling: Pieces::EMPTY,
        dice: [0; 2],
        retreat: Pieces::EMPTY,
        rout: Pieces::EMPTY,
    };
}
