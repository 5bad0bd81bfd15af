//! What actions are about: units, hexes, attacks.

use crate::data::{NONE, UNITS};
use sandtable_ops::id::Maybe;
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

/// Nobody.
pub const NOBODY: UnitId = UnitId(NONE);

impl Default for HexId {
    fn default() -> HexId {
        OFF_MAP
    }
}

impl Default for UnitId {
    fn default() -> UnitId {
        NOBODY
    }
}

/// Off the map.
pub const OFF_MAP: HexId = crate::data::NOWHERE;
