//! What operational wargames share, as small mechanisms with parameters and closures. A mechanism is here because more
//! than one game needs it; what only one game does stays with that game. Nothing allocates but what is kept and lent again.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod few;
pub mod hexset;
pub mod list;
pub mod odds;
pub mod pile;
pub mod retreat;
pub mod search;
pub mod spare;
pub mod zones;

pub use few::Few;
pub use hexset::HexSet;
pub use spare::lend;

/// A set of pieces: the same bits.
pub type PieceSet<const WORDS: usize> = HexSet<WORDS>;
