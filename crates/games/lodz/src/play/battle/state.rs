//! What a position keeps of the attack phase.

use crate::data::{Cell, Hexes};
use crate::position::{HexId, Pieces, SideId};
use sandtable_ops::Maybe;
use serde::{Deserialize, Serialize};

/// The attacker, as an index of pairs.
pub const ATTACKER: u8 = 0;
/// The defender, as an index of pairs.
pub const DEFENDER: u8 = 1;

/// An attack, declared or imagined; while artillery fires alone, its target and its guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Hexes that are attacked (lodz 7.28b).
    pub targets: Hexes,
    /// Units that attack.
    pub units: Pieces,
    /// Artillery that supports them (lodz 8.31).
    pub guns: Pieces,
    /// Artillery that supports the defence (lodz 8.41).
    pub defence: Pieces,
}

impl Assault {
    /// No attack.
    pub const NONE: Assault =
        Assault { targets: Hexes::EMPTY, units: Pieces::EMPTY, guns: Pieces::EMPTY, defence: Pieces::EMPTY };

    /// An attack of some units on one hex.
    pub fn on(hex: HexId, units: Pieces) -> Assault {
        Assault { targets: Hexes::one(hex), units, ..Assault::NONE }
    }
}

/// What a cell of the combat table asks of attacker and defender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Hexes of retreat.
    pub retreat: [u8; 2],
    /// CEL lost.
    pub loss: [u8; 2],
    /// Disorganized without a roll.
    pub disorganized: [bool; 2],
    /// The attacker rolls for disorganization.
    pub dot: bool,
}

impl From<Cell> for Outcome {
    fn from(c: Cell) -> Outcome {
        Outcome { retreat: c.retreat, loss: c.loss, disorganized: c.disorganized, dot: c.dot }
    }
}

/// The dice of an attack or of fire, and the figures that they were read by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Throw {
    /// The dice; zeros before they are thrown.
    pub dice: [u8; 2],
    /// Strength of attack and defence; of fire, and what the ground takes off it.
    pub totals: [u16; 2],
    /// The column before and after shifts.
    pub columns: [u8; 2],
}

impl Throw {
    /// Nothing was thrown.
    pub const NONE: Throw = Throw { dice: [0; 2], totals: [0; 2], columns: [0; 2] };
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Hexes that were to be attacked when the phase began and have not been (lodz 7.21).
    pub must: Hexes,
    /// Field works of the attacker when the phase began.
    pub trenches: Hexes,
    /// The attack, or the fire, that is put together or resolved.
    pub now: Assault,
    /// The side of the target hex whose bridge is fired at; none for fire at the hex.
    pub bridge: Maybe<SideId>,
    /// Those on whom the result falls: attackers, defenders.
    pub force: [Pieces; 2],
    /// Units in the attacked hexes that were attacked before in this phase (lodz R18).
    pub along: Pieces,
    /// The hex whose ground counts (lodz 7.65).
    pub ground: Maybe<HexId>,
    /// The result.
    pub outcome: Outcome,
    /// Hexes that attacker and defender go back.
    pub back: [u8; 2],
    /// CEL that the one who is asked must still lose.
    pub owed: u8,
    /// What was rolled, for those who follow the attack.
    pub throw: Throw,
}

impl Battle {
    /// At the start.
    pub const START: Battle = Battle {
        must: Hexes::EMPTY,
        trenches: Hexes::EMPTY,
        now: Assault::NONE,
        bridge: Maybe::NONE,
        force: [Pieces::EMPTY; 2],
        along: Pieces::EMPTY,
        ground: Maybe::NONE,
        outcome: Outcome { retreat: [0; 2], loss: [0; 2], disorganized: [false; 2], dot: false },
        back: [0; 2],
        owed: 0,
        throw: Throw::NONE,
    };

    /// The direction of the bridge that is fired at from the target hex.
    pub fn bridge_direction(&self) -> Option<u8> {
        self.bridge.get().map(|side| side.0)
    }

    /// Forgets the attack that is over.
    pub fn clear(&mut self) {
        *self = Battle { must: self.must, trenches: self.trenches, ..Battle::START };
    }
}
