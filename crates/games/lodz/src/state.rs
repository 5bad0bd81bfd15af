//! What a position holds: where the sequence stands, the counters, the map's changes, and what the modules of
//! [`crate::play`] keep.

mod flag;
mod position;
mod step;
mod units;

pub use flag::Flag;
pub use position::{Pieces, Position, Works};
pub use step::{Phase, STEPS, Step};
pub use units::{At, Units};
