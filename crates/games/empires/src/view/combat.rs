//! The combat under way.

use super::Sight;
use crate::Europe;
use sandtable_core::view::Combat;

impl Europe {
    /// The combat under way, as far as the viewer may follow it.
    pub(super) fn combats(&self, _sight: &Sight<'_>) -> Vec<Combat> {
        Vec::new()
    }
}
