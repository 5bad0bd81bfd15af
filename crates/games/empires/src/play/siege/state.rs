//! What the module keeps.

use serde::{Deserialize, Serialize};

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Siege {}

impl Siege {
    /// Nothing.
    pub const NONE: Siege = Siege {};

    /// Whether a block takes part in it.
    pub fn takes_part(&self, _block: usize) -> bool {
        false
    }
}
