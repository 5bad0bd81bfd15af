//! Names of units and places, actions in words and by hand, and what they cost.

mod actions;
mod names;
mod prices;

pub use names::{begins, count};
pub(crate) use prices::rolls;
