//! Drill: two small armies, five towns, six turns. It is made up for this table, to learn how wargames work, and to show how a
//! game is added: a module for each part of the rules (`data/rules.tsv`), and nothing else that is not its own.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod bot;
pub mod combat;
pub mod movement;
pub mod supply;

mod data;
mod file;
mod game;
mod guide;
mod position;
mod retreat;
mod view;

pub use data::{COUNTERS, Drill, HexId, UnitId, Units};
pub use game::{Action, Event, Step};
pub use position::Position;

/// The side that attacks.
pub const BLUE: u8 = 0;
/// The side that defends.
pub const RED: u8 = 1;
/// How many turns there are (drill 1a).
pub const TURNS: u8 = 6;
