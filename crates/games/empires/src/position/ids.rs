//! Typed ids: a corps is no leader, and no power.

use sandtable_ops::id_type;

id_type! {
    /// A corps, by its place in the position: a block, whose face others may not know.
    pub struct BlockId(u8);
}

id_type! {
    /// A leader, by his place in the data.
    pub struct LeaderId(u8);
}

id_type! {
    /// A power or minor, by its place in the data.
    pub struct NationId(u8);
}

id_type! {
    /// A fleet, by its place in the position.
    pub struct FleetId(u8);
}

id_type! {
    /// A kind of factor, by its place in a corps.
    pub struct FactorId(u8);
}
