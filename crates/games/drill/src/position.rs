//! Everything that changes.

use crate::{COUNTERS, Drill, RED, Step};

/// A position: who stands where and holds which of the five towns, whose turn it is, and what waits.
pub type Position = sandtable_hexgame::Position<Step, 1, COUNTERS, 5>;

// Positions as text, and what must hold in them.
sandtable_hexgame::file_by_phases!(Drill, Position, Position::empty(RED));
