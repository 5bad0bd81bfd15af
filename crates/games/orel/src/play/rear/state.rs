//! What a position keeps of the rear.

use crate::data::Hexes;
use crate::position::{EventId, Pieces};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// Supply, command and events beside what the position itself holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rear {
    /// What the standing tests saw last: nothing is tested again while nothing moves.
    pub settled: u64,
    /// Hexes open to the supply lines of each side when it was settled.
    pub open: [Hexes; 2],
    /// Own rail hexes of each side from which its railway leads to one of its edges (orel 3.2Ad).
    pub linked: [Hexes; 2],
    /// Depots that were on the map when it was settled.
    pub seen: Pieces,
    /// Depots that were functional when the combat phase began: their use costs them nothing (orel 3.2Ba).
    pub sound: Pieces,
    /// Depots that are functional again but supply nobody before the phase is over (orel 3.2Bc).
    pub waiting: Pieces,
    /// Units of the main bodies, as the last Command phase of each side found or chose them (orel 5.2.1h).
    pub main: Pieces,
    /// Units of the active side that were Routed when its player turn began (orel 8.7.3o).
    pub routed: Pieces,
    /// The Controlled event that each side keeps, as a row of the list (orel 6.2).
    pub kept: [Maybe<EventId>; 2],
    /// Recruit Points that Civil Exactions change in a side's next recruitment phase (orel 6.1c).
    pub exactions: [i8; 2],
    /// Units with another TQ for the time being, by side (orel 6.1b).
    pub rumored: [Pieces; 2],
    /// What that changes.
    pub rumor: [i8; 2],
    /// Units out of command that act as if they were in command in this player turn.
    pub initiative: Pieces,
    /// Whether the last roll can be made again, and its side must be asked.
    pub reroll: bool,
    /// Sides that want random events though the game began without (orel 6a).
    #[serde(default)]
    pub wants_events: [bool; 2],
}

impl Rear {
    /// At the start.
    pub const START: Rear = Rear {
        settled: 0,
        open: [Hexes::EMPTY; 2],
        linked: [Hexes::EMPTY; 2],
        seen: Pieces::EMPTY,
        sound: Pieces::EMPTY,
        waiting: Pieces::EMPTY,
        main: Pieces::EMPTY,
        routed: Pieces::EMPTY,
        kept: [Maybe::NONE; 2],
        exactions: [0; 2],
        rumored: [Pieces::EMPTY; 2],
        rumor: [0; 2],
        initiative: Pieces::EMPTY,
        reroll: false,
        wants_events: [false; 2],
    };
}
