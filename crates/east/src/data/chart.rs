//! The terrain effects chart (tannenberg 5.4), one row for each kind of ground, hexside or state.

use serde::Deserialize;

/// Where a row of the chart applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// To the hex.
    Hex,
    /// To a side of it.
    Side,
    /// To what a unit does or stands in.
    State,
}

/// When a change of the die applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// If any attacker attacks over such a side (tannenberg 5.4f).
    Any,
    /// Only if all attackers do (tannenberg 5.4m).
    All,
}

const fn one() -> u8 {
    1
}

/// A row of the chart. Costs are by TCR, from 1 to 4 (tannenberg 5.4u).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Row {
    /// Its name; a board names its terrain the same.
    pub id: String,
    /// Letters of the games that use it (tannenberg 5.4v).
    pub games: String,
    /// Where it applies.
    #[serde(rename = "where")]
    pub place: Where,
    /// MP to enter.
    pub cost: Option<[u8; 4]>,
    /// MP on top.
    #[serde(default)]
    pub add: [u8; 4],
    /// Neither movement nor combat.
    #[serde(default)]
    pub closed: bool,
    /// The cost stands whatever else is in the hex.
    #[serde(default)]
    pub whole: bool,
    /// Factor of the defence.
    #[serde(default = "one")]
    pub defence_times: u8,
    /// Divisor of attacks over it.
    #[serde(default = "one")]
    pub attack_divided_by: u8,
    /// Added to the die.
    #[serde(default)]
    pub die: u8,
    /// When that is added.
    pub when: Option<When>,
}

/// The rows of the chart that a game uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart(pub Vec<Row>);

impl Chart {
    /// The row of a name.
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.0.iter().find(|r| r.id == id)
    }

    /// MP on top for a row and a TCR; nothing for a row that the game does not use.
    pub fn add(&self, id: &str, tcr: u8) -> u8 {
        self.row(id).map_or(0, |r| r.add[usize::from(tcr.clamp(1, 4)) - 1])
    }
}

/// What a scenario changes in a row of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Change {
    /// The row.
    pub id: String,
    /// MP to enter; a hex that was closed is then open.
    pub cost: Option<[u8; 4]>,
    /// MP on top.
    pub add: Option<[u8; 4]>,
    /// Divisor of attacks over it.
    pub attack_divided_by: Option<u8>,
    /// Added to the die.
    pub die: Option<u8>,
    /// No longer closed.
    #[serde(default)]
    pub open: bool,
}

impl Chart {
    /// Makes a change; false if there is no such row.
    pub fn change(&mut self, change: &Change) -> bool {
        let Some(row) = self.0.iter_mut().find(|r| r.id == change.id) else { return false };
        row.cost = change.cost.or(row.cost);
        row.add = change.add.unwrap_or(row.add);
        row.attack_divided_by = change.attack_divided_by.unwrap_or(row.attack_divided_by);
        row.die = change.die.unwrap_or(row.die);
        row.closed &= !change.open && change.cost.is_none();
        true
    }
}
