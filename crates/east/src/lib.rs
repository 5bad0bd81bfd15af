//! The Great War in the East, a system of operational wargames: its standard rules, and the sequence of play. A game of the system
//! gives its tables, map and counters as [`Data`], names what it adds to positions, steps, actions and events as [`Adds`], and its
//! rules as [`Exclusive`]; [`Engine`] plays it.
//!
//! Rules are cited by the numbers of Tannenberg's catalogue; chapters 1 to 14 are the same in all games of the system.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod action;
pub mod data;
pub mod engine;
pub mod guide;
pub mod play;
pub mod position;
pub mod standard;
pub mod words;

pub use action::{Action, Event, Mover};
pub use data::{Data, UnitId, UnitSet};
pub use engine::{Adds, Engine, Exclusive, Hides, Scored};
pub use position::Position;
