//! Drill: two small armies, five towns, six turns. It is made up for this table, to learn how wargames work, and to show how a
//! game is added: a module for each part of the rules (`data/rules.tsv`), and nothing else that is not its own.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod about;
pub mod bot;
mod data;
mod file;
mod game;
mod guide;
pub mod play;
mod position;
mod view;
mod words;

pub use data::{COUNTERS, Drill, HexId, UnitId, Units};
pub use play::{Action, Event, Step, combat, movement, supply};
pub use position::Position;

/// The side that attacks.
pub const BLUE: u8 = 0;
/// The side that defends.
pub const RED: u8 = 1;
/// How many turns there are (drill 1a).
pub const TURNS: u8 = 6;
