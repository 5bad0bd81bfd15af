//! What a position keeps of the air and of barrages.

use crate::position::{HexId, Pieces};
use sandtable_ops::Maybe;
use serde::{Deserialize, Serialize};

/// Airships and barrages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Air {
    /// Airships that have rolled or bombed in the step that runs.
    pub done: Pieces,
    /// The hex that a barrage is prepared for, if any.
    pub target: Maybe<HexId>,
    /// Guns named for it so far.
    pub guns: Pieces,
}

impl Air {
    /// At the start.
    pub const START: Air = Air { done: Pieces::EMPTY, target: Maybe::NONE, guns: Pieces::EMPTY };
}
