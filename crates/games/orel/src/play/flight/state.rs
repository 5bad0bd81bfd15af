//! What a position keeps for this module.

use crate::data::{NOWHERE, UNITS};
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flight {
    /// The first hex that each unit entered in its last flight; [`NOWHERE`] for none.
    #[serde(with = "sandtable_ops::list")]
    pub via: [u16; UNITS],
}

impl Flight {
    /// At the start.
    pub const START: Flight = Flight { via: [NOWHERE; UNITS] };
}
