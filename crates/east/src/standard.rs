//! The standard rules (chapters 1 to 14 of the rulebook), as pure functions over a position. What differs between the games of the
//! system or between their armies is a parameter, never code.

pub mod cavalry;
pub mod command;
pub mod movement;
pub mod rail;
pub mod replacement;
pub mod results;
pub mod retreat;
pub mod stacking;
pub mod strength;
pub mod supply;
pub mod zones;
