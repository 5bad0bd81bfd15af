//! What a position keeps for this module.

use crate::state::Pieces;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire {
    /// Defenders, supporters and counterbattery firers in Depot range (state 6.5).
    pub in_range: Pieces,
}

impl Fire {
    /// At the start.
    pub const START: Fire = Fire { in_range: Pieces::NONE };
}
