//! What a game with counters on hexes would otherwise write for itself, as parts that a game takes or leaves.
//!
//! - [`HexMap`], [`Costs`] and [`Reach`]: the board as sets of hexes, what steps cost, how far a unit comes and by which way.
//! - [`Counters`], [`Roster`] and [`Holders`]: the counters of a CSV file, who stands where, who holds the places of the board.
//!   A [`Field`] sees them together: zones, supply, layers, ways, what is drawn.
//! - [`table`] and [`story`]: a table of combat as data, what is told of what happens, battles part by part.
//! - [`march`] and [`assault`]: the phases of movement and combat as modules for `modules!`, over the rules in which such games differ
//!   ([`phases::Phases`]). What leads a player, positions as text and a bot that can plan follow from them.
//!
//! Drill uses all of them. How far a unit comes:
//!
//! ```
//! use sandtable_hexgame::{HexMap, Reach};
//!
//! const BOARD: &str = "sandtable hex board 1\nid = strip\ntitle = Strip\nprovenance = invented\nkm = 1.0\n\
//!     grid = flat colrow west even 0.5 1-4 1-1\nterrain = clear open\n\n[hexes]\n0101 clear -\n0201 clear -\n0301 clear -\n0401 clear -\n\n\
//!     [flags]\n\n[places]\n\n[rivers]\n\n[crossings]\n\n[blocked]\n\n[lines]\n\n[entries]\n\n[shores]\n";
//!
//! let map = HexMap::<1>::read("strip/board.txt", BOARD)?;
//! let start = map.named("0101").ok_or("no such hex")?;
//! let reach = Reach::<1>::of(start, 2, |from, points, go| map.beside(from).for_each(|to| go(to, points - 1)));
//! let names: Vec<String> = reach.hexes.iter().map(|hex| map.name(hex)).collect();
//! assert_eq!(names, ["0201", "0301"]);
//! # Ok::<(), String>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

#[macro_use]
mod words;
pub mod assault;
pub mod bot;
mod counters;
mod field;
mod holders;
mod macros;
mod map;
pub mod march;
pub mod phases;
mod position;
pub mod prompt;
mod reach;
mod roster;
pub mod story;
pub mod table;

pub use counters::{Counter, Counters, UnitId, Units};
pub use field::{Field, read_rows};
pub use holders::{Holders, side_words};
pub use map::{Costs, HexId, HexMap};
pub use position::Position;
pub use reach::Reach;
pub use roster::Roster;
pub use words::OnHexes;
