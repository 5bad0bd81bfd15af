//! What operational wargames share, as small mechanisms with parameters and closures. A mechanism is here because more
//! than one game needs it; what only one game does stays with that game. Nothing allocates but scratch memory, once.
//!
//! How far a unit with three movement points comes on a road of ten hexes, of which the fourth is a wood and costs two:
//!
//! ```
//! use sandtable_ops::HexSet;
//! use sandtable_ops::search::{UNREACHED, spread};
//!
//! let mut left = [UNREACHED; 10];
//! left[1] = 3;
//! let reached: HexSet<1> = spread(&mut left, HexSet::one(1), |hex, points, enter| {
//!     for to in [hex.checked_sub(1), Some(hex + 1).filter(|h| *h < 10)].into_iter().flatten() {
//!         if let Some(rest) = points.checked_sub(if to == 3 { 2 } else { 1 }) {
//!             enter(to, rest);
//!         }
//!     }
//! });
//! assert!([0, 2, 3].into_iter().all(|hex| reached.has(hex)) && !reached.has(4));
//! assert_eq!(left[3], 0);
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod array_list;
pub mod calendar;
pub mod hexset;
pub mod id;
pub mod list;
pub mod odds;
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
