//! What the module keeps.

use serde::{Deserialize, Serialize};

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marching {}

impl Marching {
    /// Nothing.
    pub const NONE: Marching = Marching {};
}
