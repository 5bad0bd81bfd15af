//! Conquest (7.7), until it is there.

use crate::land::Position;
use crate::play::{Engine, Event};

impl Engine<'_> {
    /// The Conquest Step.
    pub(crate) fn conquest(&self, _p: &mut Position, _events: &mut Vec<Event>) {}
}
