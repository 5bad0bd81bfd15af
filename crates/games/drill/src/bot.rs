//! The player `regular`, which is also the script of the planner: it moves towards towns, attacks at good odds, and follows a plan if it
//! has one.

use crate::{Action, Drill, Position, Step};

/// The player.
pub type Regular = sandtable_hexgame::bot::Orders;

sandtable_hexgame::valued_by_phases!(Drill, 20_000, cover);
