//! What operational wargames share, as small mechanisms with parameters and closures. A mechanism is here because more
//! than one game needs it; what only one game does stays with that game. Nothing allocates but scratch memory, once.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod array_list;
pub mod hexset;
pub mod id;
pub mod list;
pub mod odds;
pub mod pile;
pub mod retreat;
pub mod scratch;
pub mod search;
pub mod zones;

pub use array_list::ArrayList;
pub use hexset::HexSet;
pub use id::{Id, IdSet, Maybe};
pub use scratch::with_scratch;

/// A set of pieces: the same bits.
pub type PieceSet<const WORDS: usize> = HexSet<WORDS>;
