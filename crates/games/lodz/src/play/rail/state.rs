//! What a position keeps of railways.

use crate::data::Hexes;
use crate::position::UnitId;
use sandtable_ops::Maybe;
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
    /// What each base has used of its allowance in this phase, in the shares of [`crate::play::Engine::rail_shares`].
    pub spent: [u8; BASES],
    /// The unit aboard each train, in the order of the counters; none for an empty one (lodz 16.C).
    pub load: [Maybe<UnitId>; TRAINS],
    /// Trains that were loaded in this phase, one bit each: they run on the next day (lodz 16.D1).
    pub fresh: u8,
    /// Trains that have run with a load in this phase.
    pub rode: u8,
    /// Trains that have run empty in this phase (lodz 16.F).
    pub ran: u8,
}

impl Rail {
    /// At the start.
    pub const START: Rail = Rail {
        travelled: [Hexes::EMPTY; BASES],
        spent: [0; BASES],
        load: [Maybe::NONE; TRAINS],
        fresh: 0,
        rode: 0,
        ran: 0,
    };
}
