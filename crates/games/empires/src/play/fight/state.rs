//! What the module keeps.

use serde::{Deserialize, Serialize};

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {}

impl Fight {
    /// Nothing.
    pub const NONE: Fight = Fight {};

    /// Whether a block takes part in it.
    pub fn takes_part(&self, _block: usize) -> bool {
        false
    }
}
