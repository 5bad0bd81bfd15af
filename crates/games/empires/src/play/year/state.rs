//! Politics, fleets and what is raised.

use crate::land::position::NATIONS;
use serde::{Deserialize, Serialize};

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Year {
    /// The power that decides for each neutral minor; 255 for nobody.
    #[serde(with = "crate::state::list")]
    pub runner: [u8; NATIONS],
}

impl Year {
    /// Nothing.
    pub const NONE: Year = Year { runner: [u8::MAX; NATIONS] };
}
