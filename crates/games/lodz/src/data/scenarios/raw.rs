//! `scenarios.toml` and `setup.csv` as they are written.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Raw {
    pub scenario: Vec<Scenario>,
}

#[derive(Deserialize)]
pub(super) struct Scenario {
    pub id: String,
    pub rule: String,
    pub title: String,
    pub about: String,
    pub board: String,
    pub first_day: String,
    pub last_day: String,
    pub turns: u8,
    pub initiative: String,
    pub set_up: Option<String>,
    pub trains: u8,
    pub airships: Airships,
    pub barrage: bool,
    #[serde(default)]
    pub replacements: Vec<Replacement>,
    #[serde(default)]
    pub victory: Vec<Victory>,
    #[serde(default)]
    pub supply: Vec<Supply>,
    #[serde(default)]
    pub weather: Vec<Weather>,
    pub check: Option<Check>,
    pub plock: Option<Plock>,
    pub row_limit: Option<RowLimit>,
    #[serde(default)]
    pub group: Vec<Group>,
    #[serde(default)]
    pub withdrawal: Vec<Withdrawal>,
    pub no_attack: Option<NoAttack>,
    pub no_crossing: Option<NoCrossing>,
    #[serde(default)]
    pub parts: Vec<Part>,
}

#[derive(Deserialize)]
pub(super) struct Airships {
    pub de: u8,
    pub ru: u8,
}

#[derive(Deserialize)]
pub(super) struct Replacement {
    pub date: String,
    pub kind: String,
    pub cel: u8,
}

#[derive(Deserialize)]
pub(super) struct Victory {
    pub hex: String,
    pub name: String,
    pub holder: String,
}

#[derive(Deserialize)]
pub(super) struct Supply {
    pub side: String,
    pub kind: String,
    pub edge: Option<String>,
    #[serde(default)]
    pub hexes: Vec<String>,
    pub hex: Option<String>,
    #[serde(default)]
    pub as_base: bool,
}

#[derive(Deserialize)]
pub(super) struct Weather {
    pub from: String,
    pub to: String,
    pub kind: String,
}

#[derive(Deserialize)]
pub(super) struct Check {
    pub de: CheckRow,
    pub ru: CheckRow,
}

#[derive(Deserialize)]
pub(super) struct CheckRow {
    pub counters: u16,
    pub strength: u16,
    pub attack_fire: u16,
    pub cel: u16,
}

#[derive(Deserialize)]
pub(super) struct Plock {
    pub ferry_until: Option<String>,
    pub bridge_from: String,
}

#[derive(Deserialize)]
pub(super) struct RowLimit {
    pub side: String,
    pub army: String,
    pub least_row: u8,
    pub until: String,
}

#[derive(Deserialize)]
pub(super) struct Group {
    pub id: String,
    pub rule: String,
    pub title: String,
    pub side: String,
    pub condition: Condition,
    pub not_before: String,
    #[serde(default)]
    pub optional: bool,
}

#[derive(Deserialize)]
pub(super) struct Condition {
    pub kind: String,
    #[serde(default)]
    pub any_of: Vec<String>,
    pub group: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Withdrawal {
    pub units: Vec<String>,
    pub date: String,
}

#[derive(Deserialize)]
pub(super) struct NoAttack {
    pub hexes: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct NoCrossing {
    pub steps: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Part {
    pub scenario: String,
    pub first_day: String,
    pub last_day: String,
    pub initiative: String,
}

#[derive(Deserialize)]
pub(super) struct Row {
    pub scenario: String,
    pub unit: String,
    pub at: String,
    #[serde(rename = "where")]
    pub place: String,
    pub date: String,
    pub flags: String,
    pub group: String,
    pub corps: String,
    pub army: String,
}
