//! Events in words.

mod abroad;
mod events;

pub(crate) use events::entry;

use crate::Tannenberg;
use crate::play::{DE, RU_SECOND};
use sandtable_east::Data;

/// A side at the beginning of a name: `German`, `Russian`.
pub(crate) const fn side_word(player: u8) -> &'static str {
    match player {
        DE => "German",
        RU_SECOND => "Russian 2nd Army",
        _ => "Russian",
    }
}

impl Tannenberg {
    /// Units and hexes are the same in all scenarios.
    pub(crate) fn any_data(&self) -> &Data {
        &self.sheets[0].data
    }
}
