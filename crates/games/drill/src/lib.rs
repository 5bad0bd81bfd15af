//! Drill: two small armies, five towns, six turns. It is made up for this table, to learn how wargames work, and to show how a
//! game is added: a module for each part of the rules (`data/rules.tsv`), and nothing else that is not its own.
//!
//! `examples/play.rs` plays a whole game. This is its first move, by the script of the level `regular`:
//!
//! ```
//! use sandtable_core::dice::Seeded;
//! use sandtable_core::player::Player;
//! use sandtable_core::{Game, Options};
//! use sandtable_drill::{BLUE, Drill, bot::Regular};
//!
//! let game = Drill::new()?;
//! let p = game.start("towns", &Options::new(), &mut Seeded::new(7))?;
//! let side = game.to_decide(&p).side().ok_or("it is not over")?;
//! assert_eq!(side.0, BLUE);
//! let action = Regular::default().choose(&game, &p, side).ok_or("nothing to do")?;
//! assert!(game.describe(&p, &action).starts_with("move "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod about;
pub mod bot;
mod data;
mod game;
mod guide;
pub mod play;
mod position;
mod view;
mod words;

pub use data::{COUNTERS, Drill};
pub use play::{Action, Event, Step};
pub use position::Position;

/// The side that attacks.
pub const BLUE: u8 = 0;
/// The side that defends.
pub const RED: u8 = 1;
/// How many turns there are (drill 1a).
pub const TURNS: u8 = 6;
