//! What a position keeps of supply.

use serde::{Deserialize, Serialize};

/// Nothing beyond the levels of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Supply {}

impl Supply {
    /// At the start.
    pub const START: Supply = Supply {};
}
