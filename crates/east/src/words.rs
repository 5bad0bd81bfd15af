//! Names of units and places, and actions in words and by hand.

mod actions;
mod names;

pub use names::count;
