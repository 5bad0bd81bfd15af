//! What a position keeps of railways.

use crate::data::{Hexes, NOBODY};
use serde::{Deserialize, Serialize};

/// Room for supply bases of both sides.
pub const BASES: usize = 10;

/// Room for trains.
pub const TRAINS: usize = 8;

/// Trains, bases and replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rail {
    /// Rail hexes that each base has travelled, its own among them, in the order of the counters (lodz 12.54a).
    pub travelled: [Hexes; BASES],
    /// The unit aboard each train, in the order of the counters; [`NOBODY`] for none (lodz 16.C).
    pub load: [u16; TRAINS],
}

impl Rail {
    /// At the start.
    pub const START: Rail = Rail { travelled: [Hexes::EMPTY; BASES], load: [NOBODY; TRAINS] };
}
