//! What a position keeps for this module.

use crate::state::Pieces;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Units that have ended their move in this phase.
    pub moved: Pieces,
}

impl March {
    /// At the start.
    pub const START: March = March { moved: Pieces::NONE };
}
