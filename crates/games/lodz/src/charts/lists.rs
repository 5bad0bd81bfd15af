//! Which lists of which tables are printed as rows, and with what heads.

/// A list of a table.
pub(super) struct List {
    /// The table.
    pub table: &'static str,
    /// The list in it.
    pub key: &'static str,
    /// What it is called after the table's title; empty for the table itself.
    pub title: &'static str,
    /// Columns with their heads.
    pub columns: &'static [(&'static str, &'static str)],
}

pub(super) const LISTS: &[List] = &[
    List {
        table: "terrain",
        key: "rows",
        title: "",
        columns: &[
            ("id", "Ground"),
            ("rule", "Rule"),
            ("mp", "MP"),
            ("half_mp_extra", "More than clear"),
            ("shift", "Shift left"),
            ("fire", "Off fire"),
            ("attack_out_divided_by", "Attack out of it divided by"),
            ("supply", "Supply by"),
            ("closed", "Closed"),
        ],
    },
    List {
        table: "hexsides",
        key: "rows",
        title: "",
        columns: &[
            ("id", "Side"),
            ("rule", "Rule"),
            ("half_mp_extra", "MP more"),
            ("shift", "Shift left"),
            ("attack_divided_by", "Attack divided by"),
            ("of", "Of"),
            ("when", "When, of the strength"),
            ("rear_shift", "Shift from the rear"),
            ("closed", "Closed"),
        ],
    },
    List {
        table: "combat",
        key: "repair",
        title: "doubtful cells",
        columns: &[("dice", "Dice"), ("columns", "Columns"), ("read", "As read"), ("why", "Why")],
    },
    List {
        table: "fortress",
        key: "hexes",
        title: "hexes",
        columns: &[("board", "Board"), ("hex", "Hex"), ("name", "Name"), ("owner", "Owner")],
    },
    List {
        table: "replacement",
        key: "kinds",
        title: "kinds of points",
        columns: &[("id", "Kind"), ("side", "Side"), ("symbol", "Symbol"), ("value", "CEL of one symbol")],
    },
    List {
        table: "replacement",
        key: "returns",
        title: "where units come back",
        columns: &[("side", "Side"), ("hexes", "Hexes")],
    },
];
