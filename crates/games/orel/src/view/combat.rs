//! The combat under way, phase by phase.

use crate::Field;
use crate::state::Position;
use sandtable_core::view::Combat;

impl Field {
    /// The combat under way.
    pub(super) fn combats(&self, _p: &Position) -> Vec<Combat> {
        Vec::new()
    }
}
