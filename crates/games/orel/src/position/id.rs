//! What actions are about: units, hexes, attacks.

use crate::data::{HEXES, UNITS};
use sandtable_ops::id::{Id, Maybe};
use sandtable_ops::{IdSet, id_type};
use serde::{Deserialize, Serialize};

id_type! {
    /// A unit, by its place in the list of counters.
    pub struct UnitId(u8);
}

/// A set of units.
pub type Pieces = IdSet<UnitId, { UNITS / 64 }>;

/// A unit that is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TargetId(pub UnitId);

/// A Depot that gives munitions, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DepotId(pub Maybe<UnitId>);

id_type! {
    /// A formation.
    pub struct FormationId(u8);
}

id_type! {
    /// A random event, by its place in the list.
    pub struct EventId(u8);
}

id_type! {
    /// An attack of the phase, by its place in the list. It is typed as its number, from 1.
    pub struct AttackId(u8);
}

id_type! {
    /// The same, typed as the hex that is attacked.
    pub struct AttackOn(u8);
}

id_type! {
    /// A hex.
    pub struct HexId(u16);
}

/// What fills the room that is left in an [`ArrayList`](sandtable_ops::ArrayList).
impl Default for HexId {
    fn default() -> HexId {
        HexId::NONE
    }
}

/// The same.
impl Default for UnitId {
    fn default() -> UnitId {
        UnitId::NONE
    }
}

impl HexId {
    /// Whether the board has such a hex: what was read may name any number.
    pub fn on_board(self) -> bool {
        usize::from(self) < HEXES
    }
}

/// Where units go: a hex, or off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Destination(pub Maybe<HexId>);

/// Off the map.
pub const OFF_MAP: Destination = Destination(Maybe::NONE);

impl Destination {
    /// The hex; none off the map.
    pub fn hex(self) -> Option<HexId> {
        self.0.get()
    }
}

impl From<HexId> for Destination {
    fn from(hex: HexId) -> Destination {
        Destination(hex.into())
    }
}
