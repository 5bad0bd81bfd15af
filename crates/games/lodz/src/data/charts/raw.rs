//! `tables.toml` as it is written, as far as a program has to obey it. What is not read here is said to readers alone.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct Raw {
    pub stacking: Stacking,
    pub zoc: Zoc,
    pub movement: Movement,
    pub terrain: Rows<Terrain>,
    pub hexsides: Rows<Hexside>,
    pub roads: Roads,
    pub strategic: Strategic,
    pub weather: Weather,
    pub odds: Odds,
    pub combat: Rows<Combat>,
    pub results: Results,
    pub disorganization: Disorganization,
    pub retreat: Retreat,
    pub pursuit: Pursuit,
    pub artillery: Artillery,
    pub fire: Rows<Fire>,
    pub barrage: Barrage,
    pub objects: Rows<Fire>,
    pub field_works: FieldWorks,
    pub fortress: Fortress,
    pub command: Command,
    pub supply: Supply,
    pub base: Base,
    pub reinforcement: Reinforcement,
    pub replacement: Replacement,
    pub bridge: Bridge,
    pub ferry: Ferry,
    pub train: Train,
    pub airship: Airship,
    pub victory: Victory,
}

#[derive(Deserialize)]
pub(super) struct Rows<T> {
    pub rows: Vec<T>,
}

#[derive(Deserialize)]
pub(super) struct Stacking {
    pub cel: u8,
}

#[derive(Deserialize)]
pub(super) struct Zoc {
    pub leave_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Movement {
    pub overrun: Overrun,
}

#[derive(Deserialize)]
pub(super) struct Overrun {
    pub half_mp: u8,
    pub fortified_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Terrain {
    pub id: String,
    #[serde(default)]
    pub mp: u8,
    #[serde(default)]
    pub half_mp_extra: u8,
    #[serde(default)]
    pub shift: u8,
    #[serde(default)]
    pub fire: u8,
    #[serde(default)]
    pub closed: bool,
    pub attack_out_divided_by: Option<u8>,
}

#[derive(Deserialize)]
pub(super) struct Hexside {
    pub id: String,
    pub half_mp_extra: Option<u8>,
    pub shift: Option<u8>,
    pub attack_divided_by: Option<u8>,
    pub rear_shift: Option<u8>,
}

#[derive(Deserialize)]
pub(super) struct Roads {
    pub main_half_mp: u8,
    pub secondary_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Strategic {
    pub less_mp: u8,
    pub command: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
pub(super) struct Weather {
    pub snow: Snow,
}

#[derive(Deserialize)]
pub(super) struct Snow {
    pub road_hexes: u8,
    pub other_hexes: u8,
}

#[derive(Deserialize)]
pub(super) struct Odds {
    pub columns: Vec<String>,
    pub command: Both,
    pub lone_artillery: u8,
}

#[derive(Deserialize)]
pub(super) struct Both {
    pub attacker: u8,
    pub defender: u8,
}

#[derive(Deserialize)]
pub(super) struct Combat {
    pub dice: u8,
    pub results: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Results {
    pub cel_for_hex: u8,
    pub hq_for_loss: u8,
}

#[derive(Deserialize)]
pub(super) struct Disorganization {
    pub from: BTreeMap<String, u8>,
    pub strength_divided_by: u8,
    pub defender_rolls: [u8; 6],
    pub attacker_rolls: u8,
    pub attacker_rolls_from_retreat: u8,
}

#[derive(Deserialize)]
pub(super) struct Retreat {
    pub zoc_hex_cel: u8,
    pub end_cel: u8,
}

#[derive(Deserialize)]
pub(super) struct Pursuit {
    pub off_path_hexes: u8,
    pub after_elimination: u8,
    pub big_river: BeyondRiver,
}

#[derive(Deserialize)]
pub(super) struct BeyondRiver {
    pub hexes_beyond: u8,
}

#[derive(Deserialize)]
pub(super) struct Artillery {
    pub range: u8,
    pub order_change_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Fire {
    pub from: u8,
    pub results: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Barrage {
    pub multiplied_by: u8,
    pub least_units: u8,
}

#[derive(Deserialize)]
pub(super) struct FieldWorks {
    pub shift: u8,
    pub shift_in_town_or_city: u8,
    pub improved_shift: u8,
}

#[derive(Deserialize)]
pub(super) struct Fortress {
    pub stay_cel: [u8; 5],
    pub fixed: Vec<Fixed>,
}

#[derive(Deserialize)]
pub(super) struct Fixed {
    pub board: String,
    pub hex: String,
    pub sides: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Command {
    pub range: u8,
}

#[derive(Deserialize)]
pub(super) struct Supply {
    pub line_half_mp: BTreeMap<String, u8>,
    pub surrender_from: u8,
    pub surrender_safe: u8,
    pub strength_divided_by: u8,
    pub fire_divided_by: u8,
    pub movement_divided_by: u8,
}

#[derive(Deserialize)]
pub(super) struct Base {
    pub rail_hexes: Of<OfCountry>,
    pub line_half_mp: Of<OfHome>,
}

#[derive(Deserialize)]
pub(super) struct Of<T> {
    pub de: T,
    pub ru: T,
}

#[derive(Deserialize)]
pub(super) struct OfCountry {
    #[serde(rename = "DE")]
    pub germany: u8,
    #[serde(rename = "RU")]
    pub russia: u8,
}

#[derive(Deserialize)]
pub(super) struct OfHome {
    pub home: u8,
    pub abroad: u8,
}

#[derive(Deserialize)]
pub(super) struct Reinforcement {
    pub transfer: Transfer,
}

#[derive(Deserialize)]
pub(super) struct Transfer {
    pub mp_divided_by: u8,
}

#[derive(Deserialize)]
pub(super) struct Replacement {
    pub kinds: Vec<KindRow>,
    pub points_per_cel: u8,
    pub points_per_unit: u8,
    pub returns_with_cel_lost: u8,
    pub returns: Vec<Returns>,
}

#[derive(Deserialize)]
pub(super) struct KindRow {
    pub id: String,
    pub side: String,
}

#[derive(Deserialize)]
pub(super) struct Returns {
    pub side: String,
    pub hexes: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Bridge {
    pub small: SmallBridge,
    pub big: BigBridge,
}

#[derive(Deserialize)]
pub(super) struct SmallBridge {
    pub destroy_half_mp: u8,
    pub rebuild_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct BigBridge {
    pub destroy_half_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Ferry {
    pub hex: String,
    pub hexsides: Vec<String>,
    pub bridge: String,
    pub cel: u8,
}

#[derive(Deserialize)]
pub(super) struct Train {
    pub capacity_sp: u8,
}

#[derive(Deserialize)]
pub(super) struct Airship {
    pub destroyed_on: u8,
    pub bombs_sp: u8,
}

#[derive(Deserialize)]
pub(super) struct Victory {
    pub vp: u8,
}
