//! `scenarios.toml` as it is written; other keys are words for readers.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct File {
    pub zone: Vec<ZoneRow>,
    pub option: Vec<OptionRow>,
    pub scenario: Vec<Row>,
    pub confined: Vec<ConfinedRow>,
}

#[derive(Deserialize)]
pub(super) struct ZoneRow {
    pub id: String,
    pub rule: String,
    pub side: String,
    pub hexes: Vec<String>,
    pub closed: bool,
    #[serde(default)]
    pub foot: bool,
    #[serde(default)]
    pub stations: Vec<String>,
    pub linked_to: Option<String>,
    #[serde(default)]
    pub station_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct OptionRow {
    pub id: String,
    pub rule: String,
    pub title: String,
    pub about: String,
    pub default: bool,
}

#[derive(Deserialize)]
pub(super) struct Area {
    pub columns: [u8; 2],
    pub rows: [u8; 2],
}

#[derive(Deserialize)]
pub(super) struct BorderRow {
    pub line: String,
    pub hex: String,
}

#[derive(Deserialize)]
pub(super) struct SideHexes {
    pub white: Vec<String>,
    pub red: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct BodiesRow {
    pub formation: String,
    pub turn: u8,
    pub units: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InactiveRow {
    pub formation: String,
    #[serde(default)]
    pub units: Vec<String>,
    pub through: u8,
    #[serde(default)]
    pub attacked: bool,
    #[serde(default)]
    pub enemy_within: u8,
    #[serde(default)]
    pub except: Vec<String>,
    #[serde(default)]
    pub enemy_near_double_track: u8,
    pub rule: String,
}

#[derive(Deserialize)]
pub(super) struct CapacityRow {
    pub unit: String,
    pub points: u8,
}

#[derive(Deserialize)]
pub(super) struct SoleRow {
    pub side: String,
    pub any_of: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct LevelRow {
    pub side: String,
    pub level: u8,
    pub name: String,
    pub rule: String,
    pub any_of: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct LossRow {
    pub from: u8,
    pub down: u8,
}

#[derive(Deserialize)]
pub(super) struct Victory {
    pub rule: String,
    #[serde(default)]
    pub winner: Vec<SoleRow>,
    pub otherwise: Option<String>,
    #[serde(default)]
    pub places: Vec<String>,
    #[serde(default)]
    pub levels: Vec<LevelRow>,
    #[serde(default)]
    pub losses: Vec<LossRow>,
    pub lowest: Option<u8>,
}

#[derive(Deserialize)]
pub(super) struct Row {
    pub id: String,
    pub rule: String,
    pub title: String,
    pub about: String,
    pub setup_of: String,
    pub first_turn: u8,
    pub last_turn: u8,
    pub first_player: String,
    pub area: Option<Area>,
    #[serde(default)]
    pub border_links: Vec<BorderRow>,
    pub rail_edge_hexes: SideHexes,
    pub recruit_percent: u8,
    pub orel_bonus: bool,
    pub main_bodies: Vec<BodiesRow>,
    pub inactive: Vec<InactiveRow>,
    pub confined: Vec<String>,
    pub capacity: Vec<CapacityRow>,
    pub options: Vec<String>,
    pub rail_control: Option<SideHexes>,
    pub rail_control_of: Option<String>,
    pub victory: Option<Victory>,
    pub victory_of: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct ConfinedRow {
    pub id: String,
    pub rule: String,
    pub units: Vec<String>,
    pub hexes: Vec<String>,
}
