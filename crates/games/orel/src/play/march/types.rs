//! Steps, actions and events of the movement phase.

use super::trail::Trail;
use serde::{Deserialize, Serialize};

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// The next unit to move (state 5.1).
    Select,
    /// How the mover goes on or ends its move (states 5.3 and 5.4).
    Finish,
    /// The part of Orel that a side's unit takes which has come in (orel 7.1.1e).
    Part(u8),
}

/// How a unit ends its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It halts: in March mode if it went anywhere (orel 7.1.4a).
    Halt,
    /// Combat mode (orel 7.1.4b).
    Combat,
    /// A Hasty Attack on a hex (orel 7.2m).
    Hasty(u16),
    /// A Prepared Attack on a hex (orel 7.2g).
    Prepared(u16),
    /// A Barrage (orel 7.2e).
    Barrage,
    /// Support of Hasty Attacks on a hex.
    SupportHasty(u16),
    /// Support of Prepared Attacks on a hex.
    SupportPrepared(u16),
    /// Entrenching (orel 7.3).
    Entrench,
}

/// What the active side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchAction {
    /// A unit goes to a hex by the way that does the least lasting harm, of those the cheapest. Units off the map come in by it.
    Go {
        /// Which.
        unit: u8,
        /// Where to.
        to: u16,
    },
    /// A unit begins a Marching Day and goes to a hex (orel 7.1.5).
    Day {
        /// Which.
        unit: u8,
        /// Where to.
        to: u16,
    },
    /// A unit goes a way that the player has named.
    By {
        /// Which.
        unit: u8,
        /// Over which hexes.
        way: Trail,
        /// Whether it begins a Marching Day.
        day: bool,
        /// Whether nobody covers it: zones of control count in full, and nobody is bound (orel 7.1.3f).
        uncovered: bool,
    },
    /// A unit Out of Command checks whether it may go from zone to zone, or attack (orel 5.3b).
    Check {
        /// Which.
        unit: u8,
    },
    /// A unit ends its move, or acts where it stands.
    End {
        /// Which.
        unit: u8,
        /// How.
        how: How,
    },
    /// All own units in Orel go to its centre, or to its suburbs (orel 7.1.1g).
    Part {
        /// The centre, otherwise the suburbs.
        centre: bool,
    },
    /// The phase ends.
    Done,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MarchEvent {
    /// A unit went somewhere, from nowhere if it came onto the map just now; half-points.
    Went { unit: u8, from: u16, to: u16, trail: Option<Trail>, spent: u8, left: u8, day: bool },
    /// A train or Railroad Depot ran somewhere.
    Ran { unit: u8, from: u16, to: u16, trail: Option<Trail> },
    /// Whoever covers in a hex has covered a move and must stay.
    Bound { hex: u16 },
    /// A unit came onto the map.
    Came { unit: u8, at: u16, left: u8 },
    /// A tank rolled for breakdown.
    Breakdown { unit: u8, hex: u16, die: u8, upto: u8 },
    /// A unit Out of Command made its check.
    Checked { unit: u8, hex: u16, die: u8, tq: u8 },
    /// A unit ended its move.
    Ended { unit: u8, hex: u16, how: How, spent: u8 },
    /// Units in Orel are in a part of it.
    Part { hex: u16, centre: bool },
    /// A unit is dug in.
    Entrenched { unit: u8, hex: u16 },
    /// A unit off the map waits for a later turn.
    Waits { unit: u8, turn: u8 },
}
