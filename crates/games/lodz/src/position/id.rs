//! Ids of counters and hexes.

use sandtable_ops::Id;

sandtable_ops::id_type! {
    /// A counter, by its place in the list of counters.
    pub struct UnitId(u16);
}

sandtable_ops::id_type! {
    /// A hex, by its place on the board.
    pub struct HexId(u16);
}

sandtable_ops::id_type! {
    /// A side of a hex, clockwise from the north.
    pub struct SideId(u8);
}

/// Nobody, to fill places of lists that are not taken.
impl Default for UnitId {
    fn default() -> UnitId {
        UnitId::NONE
    }
}

impl From<HexId> for sandtable_board::Hex {
    fn from(hex: HexId) -> sandtable_board::Hex {
        sandtable_board::Hex(hex.0)
    }
}

/// No hex, to fill places of lists that are not taken.
impl Default for HexId {
    fn default() -> HexId {
        HexId::NONE
    }
}
