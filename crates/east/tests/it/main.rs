//! All tests of this crate, as one program.
#![allow(clippy::unwrap_used)]

mod another_game;
mod common;
mod made_up;
mod pieces;

/// A position of a game that adds nothing to it.
type Position = sandtable_east::Position<()>;
