//! Sets of hexes of this board.

/// How many hexes the board has.
pub const HEXES: usize = 352;

/// A set of hexes.
pub type HexSet = sandtable_ops::HexSet<{ HEXES.div_ceil(64) }>;
