//! What actions are about: units, hexes, attacks.

use crate::data::NOWHERE;
use sandtable_ops::id_type;

id_type! {
    /// A unit, by its place in the list of counters.
    pub struct UnitId(u8);
}

id_type! {
    /// A unit that is fired at.
    pub struct TargetId(u8);
}

id_type! {
    /// A Depot that gives munitions.
    pub struct DepotId(u8);
}

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

/// Off the map.
pub const OFF_MAP: HexId = HexId(NOWHERE);
