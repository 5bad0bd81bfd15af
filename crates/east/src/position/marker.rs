//! Gruppe markers (tannenberg 18): each stands for the units in its box, or for nothing.

use super::off;
use crate::data::map::HexSet;
use serde::{Deserialize, Serialize};

/// Markers on the sheet (tannenberg 18.11a).
pub const MARKERS: usize = 21;

/// What the other side has been told of a Gruppe since the last Player-Turn of its own side began.
pub mod told {
    /// Nothing.
    pub const NOTHING: u8 = 0;
    /// It holds more than headquarters (tannenberg 18.61b).
    pub const HOLDS: u8 = 1;
    /// It has a zone of control (tannenberg 18.41b).
    pub const ZONE: u8 = 2;
    /// It holds the hex without a zone of control.
    pub const NO_ZONE: u8 = 3;
    /// It is a dummy.
    pub const DUMMY: u8 = 4;
    /// It holds headquarters only.
    pub const STAFF: u8 = 5;
}

/// Hexes for which the other side was answered on contact, since the last Player-Turn of the side that hides began
/// (tannenberg 18.41b). Of several Gruppen it is not said which controls a hex, so that the answer belongs to the hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Contact {
    /// Hexes with an answer.
    pub answered: HexSet,
    /// Those of them that a Gruppe controls.
    pub controlled: HexSet,
}

/// A marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Marker {
    /// Where it lies; [`off::OUT`] if it is not in play.
    pub place: u16,
    /// What the other side was told.
    pub told: u8,
    /// Shown as out of command, truly or not (tannenberg 18.35b).
    pub pretends: bool,
    /// MP spent this phase; a dummy has no unit that remembers them.
    pub spent: u8,
    /// Rail hexes used this phase.
    pub ridden: u8,
    /// A dummy on a train.
    pub entrained: bool,
    /// A dummy that has detrained.
    pub detrained: bool,
    /// Taken off in this Movement Phase, and not to return in it (tannenberg 18.5a).
    pub spent_for_now: bool,
}

impl Marker {
    /// Not in play.
    pub const AWAY: Marker = Marker {
        place: off::OUT,
        told: told::NOTHING,
        pretends: false,
        spent: 0,
        ridden: 0,
        entrained: false,
        detrained: false,
        spent_for_now: false,
    };

    /// Whether it lies on the map or on a railway off it.
    pub fn in_play(&self) -> bool {
        self.place != off::OUT
    }
}
