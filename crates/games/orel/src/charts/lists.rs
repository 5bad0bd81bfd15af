//! Which lists of which tables are printed as rows, and with what heads.

/// A list of a table.
pub(super) struct List {
    /// The table.
    pub table: &'static str,
    /// The list in it.
    pub key: &'static str,
    /// What it is called after the table's title; empty for the table itself.
    pub title: &'static str,
    /// Columns with their heads; none where the table is printed in a form of its own.
    pub columns: &'static [(&'static str, &'static str)],
    /// Whether numbers are modifiers.
    pub signed: bool,
}

const fn list(
    table: &'static str,
    key: &'static str,
    title: &'static str,
    columns: &'static [(&'static str, &'static str)],
) -> List {
    List { table, key, title, columns, signed: false }
}

const fn modifiers(
    table: &'static str,
    title: &'static str,
    columns: &'static [(&'static str, &'static str)],
) -> List {
    List { table, key: "modifiers", title, columns, signed: true }
}

const PRICE: &[(&str, &str)] = &[("who", "Who"), ("mp", "MP")];
const ADD: &[(&str, &str)] = &[("id", "When"), ("add", "Added"), ("by", "By")];
const ZONE: &[(&str, &str)] =
    &[("who", "Who"), ("zone", "Into a zone of"), ("tq", "TQ"), ("add", "Added"), ("fail", "Failed")];

pub(super) const LISTS: &[List] = &[
    list("depot", "special", "special hexes", &[("side", "Side"), ("hexes", "Hexes")]),
    list("munitions", "after", "after a combat", &[("who", "Who"), ("rule", "Rule")]),
    list(
        "prisoners",
        "captures",
        "when they are taken",
        &[("when", "When"), ("steps", "Steps"), ("rule", "Rule")],
    ),
    list(
        "command",
        "tie_at_start",
        "ties at the start",
        &[("formation", "Formation"), ("body", "Main body"), ("unit", "Unit")],
    ),
    list(
        "command",
        "later",
        "later in the battle",
        &[("name", "Name"), ("units", "Units"), ("with", "With"), ("from_turn", "From turn")],
    ),
    list("movement", "hex", "", &[]),
    list("movement", "classes", "", &[]),
    list("movement", "river", "", &[]),
    list("movement", "road", "", &[]),
    list("movement", "rail_in_forest", "", &[]),
    list("actions", "combat_mode", "Combat mode", PRICE),
    list("actions", "hasty", "Hasty Attack or its support", PRICE),
    list("actions", "prepared", "Prepared Attack or its support", PRICE),
    list("actions", "barrage", "Barrage", PRICE),
    list("actions", "entrench", "entrench", &[("who", "Who"), ("all", "All MP")]),
    list("off_map", "later", "later", &[("units", "Units"), ("turn", "Turn"), ("zone", "Zone")]),
    list(
        "terrain",
        "rows",
        "",
        &[
            ("id", "Ground"),
            ("where", "Of"),
            ("cohesion", "Cohesion"),
            ("assault", "Assault"),
            ("barrage", "Barrage"),
            ("charge", "Charge"),
        ],
    ),
    list(
        "barrage",
        "rows",
        "",
        &[("upto", "2d6, modified"), ("losses", "Steps lost"), ("check", "Cohesion check")],
    ),
    modifiers("barrage", "on the dice", ADD),
    modifiers("counterbattery", "on the die", ADD),
    list(
        "coordination",
        "joint",
        "beyond the limit",
        &[("formations", "Formations"), ("units", "Units"), ("from_turn", "From turn")],
    ),
    modifiers("support", "", &[("id", "When"), ("add", "Added")]),
    list(
        "retreat_before",
        "rows",
        "",
        &[
            ("who", "Who"),
            ("tq_from", "TQ from"),
            ("tq_upto", "TQ up to"),
            ("slow", "Against others"),
            ("fast", "Against cavalry or cars"),
            ("fast_add", "Added against these"),
        ],
    ),
    modifiers("retreat_before", "on the die", &[("id", "When"), ("add", "Added")]),
    list("retreat", "into_zone", "into a zone of control", ZONE),
    list("rout", "into_zone", "into a zone of control", ZONE),
    modifiers(
        "cohesion",
        "",
        &[
            ("id", "When"),
            ("attacker", "Attacker"),
            ("defender", "Defender"),
            ("scope", "Whom it serves"),
            ("by", "By"),
            ("ratio_from", "Ratio from"),
            ("ratio_below", "Ratio below"),
        ],
    ),
    list(
        "results",
        "rows",
        "",
        &[
            ("over", "Die less TQ"),
            ("cohesion_attacker", "Cohesion: attacker"),
            ("cohesion_defender", "Cohesion: defender"),
            ("morale_attacker", "Morale: attacker"),
            ("morale_defender", "Morale: defender"),
        ],
    ),
    modifiers("assault", "", ADD),
    List {
        table: "ratio",
        key: "rows",
        title: "",
        columns: &[("from", "Attacker to defender, at least"), ("add", "Added")],
        signed: true,
    },
    list(
        "art",
        "rows",
        "",
        &[
            ("upto", "2d6, modified"),
            ("attacker", "Attacker loses"),
            ("defender", "Defender loses"),
            ("loser", "Who has lost"),
            ("morale", "On the loser's Morale die"),
        ],
    ),
    modifiers("morale", "", &[("id", "When"), ("add", "Added"), ("by", "By"), ("scope", "Whom it serves")]),
    modifiers("new_cohesion", "", &[("id", "When"), ("add", "Added"), ("by", "By"), ("side", "Side")]),
];
