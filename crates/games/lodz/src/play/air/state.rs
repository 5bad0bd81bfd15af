//! What a position keeps for this module.

use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Air {}

impl Air {
    /// At the start.
    pub const START: Air = Air {};
}
