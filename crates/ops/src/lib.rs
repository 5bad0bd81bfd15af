//! What operational wargames share, as small mechanisms with parameters and closures. A mechanism is here because more
//! than one game needs it; what only one game does stays with that game. Nothing allocates.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod hexset;
pub mod list;
pub mod odds;
pub mod pile;
pub mod retreat;
pub mod search;
pub mod zones;

pub use hexset::HexSet;

/// A set of pieces: the same bits.
pub type PieceSet<const WORDS: usize> = HexSet<WORDS>;
