//! What a position holds beside the map: where the sequence stands, and what the modules of [`crate::play`] keep.

mod blocks;
pub mod ids;
mod play;
mod ration;
pub mod saved;
mod step;

pub use crate::play::fight::state::Fight;
pub use crate::play::land::Position;
pub use crate::play::loss::state::Losses;
pub use crate::play::march::state::Marching;
pub use crate::play::siege::state::Siege;
pub use crate::play::year::state::Year;
pub use blocks::{Blocks, Chiefs};
pub use play::{Play, Rules, STEPS};
pub use ration::{Living, Ration};
pub use step::{Phase, Step};
