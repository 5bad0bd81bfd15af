//! What a position keeps for this module.

use crate::state::Pieces;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Units that have ended their move in this phase.
    pub moved: Pieces,
    /// Enemy units that were next to a unit of the active side when the movement phase began (orel 8.3.1d).
    pub observed: Pieces,
}

impl March {
    /// At the start.
    pub const START: March = March { moved: Pieces::NONE, observed: Pieces::NONE };
}
