//! The tables of combat.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct TerrainRow {
    pub id: String,
    #[serde(rename = "where")]
    pub place: String,
    pub cohesion: i8,
    pub assault: i8,
    pub barrage: i8,
    pub charge: bool,
}

#[derive(Deserialize)]
pub(in super::super) struct Divisors {
    pub march: u8,
    pub unsupplied: u8,
    pub disorganised: u8,
    pub routed: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct FireDivisors {
    pub unsupplied: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct GunsAlone {
    pub weak: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Strength {
    pub combat: Divisors,
    pub fire: FireDivisors,
    pub support_failed: u8,
    pub guns_alone: GunsAlone,
}

/// A modifier; which of its keys it needs depends on its id.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Modifier {
    pub id: String,
    pub add: Option<i8>,
    pub attacker: Option<i8>,
    pub defender: Option<i8>,
    pub tq: Option<u8>,
    pub enemy_steps: Option<u8>,
    pub own_steps: Option<u8>,
    pub ratio_from: Option<[u8; 2]>,
    pub ratio_below: Option<[u8; 2]>,
    pub by: Option<String>,
    pub scope: Option<String>,
    pub side: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct Modified {
    pub modifiers: Vec<Modifier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BarrageRow {
    pub upto: i8,
    pub losses: u8,
    pub check: Option<i8>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct Barrage {
    pub range: u8,
    pub rows: Vec<BarrageRow>,
    pub modifiers: Vec<Modifier>,
}

/// Counterbattery, and support.
#[derive(Deserialize)]
pub(in super::super) struct Guns {
    pub range: u8,
    pub train_tq: u8,
    pub modifiers: Vec<Modifier>,
    #[serde(default)]
    pub same: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(in super::super) struct LowTq {
    pub tq: u8,
    pub hexes: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Joint {
    pub formations: Vec<String>,
    #[serde(default)]
    pub units: Vec<String>,
    pub from_turn: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Coordination {
    pub low_tq: LowTq,
    pub joint: Vec<Joint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BeforeRow {
    pub who: String,
    pub tq_from: Option<u8>,
    pub tq_upto: Option<u8>,
    pub slow: String,
    pub fast: String,
    pub fast_add: Option<i8>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct RetreatBefore {
    pub rows: Vec<BeforeRow>,
    pub modifiers: Vec<Modifier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ZoneRow {
    pub who: Vec<String>,
    pub zone: Vec<ZoneKind>,
    pub tq: Option<u8>,
    pub add: Option<i8>,
    pub fail: Option<String>,
    #[serde(rename = "as")]
    pub like: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

/// A kind of zone.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum ZoneKind {
    Infantry,
    Cavalry,
    Guns,
}

#[derive(Deserialize)]
pub(in super::super) struct Flow {
    pub hexes: u8,
    pub into_zone: Vec<ZoneRow>,
}

#[derive(Deserialize)]
pub(in super::super) struct Charge {
    pub any_enemy_from_tq: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ResultRow {
    pub over: i8,
    pub cohesion_attacker: String,
    pub cohesion_defender: String,
    pub morale_attacker: String,
    pub morale_defender: String,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct Follow {
    pub some_retreat: u8,
    pub all_rout: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Results {
    pub rows: Vec<ResultRow>,
    pub vehicles_follow: Follow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RatioRow {
    pub from: [u8; 2],
    pub add: i8,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct Ratio {
    pub below: i8,
    pub rows: Vec<RatioRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct ArtRow {
    pub upto: i8,
    pub attacker: u8,
    pub defender: u8,
    pub loser: String,
    pub morale: i8,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(in super::super) struct More {
    pub smaller_side_steps: u8,
    pub each_side: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Losses {
    pub more: More,
}

#[derive(Deserialize)]
pub(in super::super) struct AfterRout {
    pub hexes: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Pursuit {
    pub after_rout: AfterRout,
    pub prisoners_of_losses: f32,
}

#[derive(Deserialize)]
pub(in super::super) struct VehicleTest {
    pub die_upto: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Vehicle {
    pub test: VehicleTest,
    pub own_stack: i8,
    pub enemy: i8,
}

#[derive(Deserialize)]
pub(in super::super) struct Contact {
    pub heavy_assault_attacking: i8,
    pub heavy_assault_defending: i8,
}

#[derive(Deserialize)]
pub(in super::super) struct Duel {
    pub heavy_intact: u8,
    pub back_after: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Train {
    pub contact: Contact,
    pub tq: u8,
    pub duel: Duel,
    pub others_retreat: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct Tank {
    pub rail_distance: u8,
    pub breakdown_upto: u8,
    pub tq: u8,
    pub assault_attacking: i8,
    pub counters: usize,
}

#[derive(Deserialize)]
pub(in super::super) struct ArmoredCar {
    pub tq: u8,
}

#[derive(Deserialize)]
pub(in super::super) struct NewCohesion {
    pub modifiers: Vec<Modifier>,
    pub equal: i8,
}
