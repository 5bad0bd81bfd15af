//! Reading the charts from `tables.toml`. Every complaint names the line that is wrong.

use super::Who;
use super::charts::*;
use super::chits::{AttackerChit, DefenderChit, Note};
use super::factors::{KINDS, Kind};
use sandtable_datafile::DataFault;
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "tables.toml";

/// The tables that the program carries.
pub const TABLES: &str = include_str!("../../../data/tables.toml");

type Read<T> = Result<T, DataFault>;

#[derive(Deserialize)]
struct Raw {
    day: RawDay,
    terrain: RawTerrain,
    operational: RawOperational,
    combat: RawRows<RawCombat>,
    casualties: RawCasualties,
    losses: RawLosses,
    commander: RawRows<RawCommander>,
    die: RawDie,
    morale: RawMorale,
    withdraw: RawWithdraw,
    reinforce: RawReinforce,
    outflank: RawOutflank,
    pursuit_class: RawClass,
    pursuit: RawPursuit,
    points: RawPoints,
    trivial: RawTrivial,
    siege: RawSiege,
    assault: RawAssault,
    garrison_attack: RawGarrison,
    option: RawOption,
}

#[derive(Deserialize)]
struct RawRows<T> {
    rows: Vec<T>,
}

#[derive(Deserialize)]
struct RawDay {
    rounds: u8,
    morale_each_later_day: f64,
}

#[derive(Deserialize)]
struct RawTerrain {
    rows: Vec<RawGround>,
    level_least: u8,
    level_most: u8,
}

#[derive(Deserialize)]
struct RawGround {
    id: String,
    a: [i8; 2],
    d: [i8; 2],
    strategic: i8,
    pursuit: i8,
}

#[derive(Deserialize)]
struct RawOperational {
    rows: Vec<RawCell>,
    notes: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct RawCell {
    attacker: String,
    defender: String,
    #[serde(default)]
    first: Option<RawSet>,
    #[serde(default)]
    second: Option<RawSet>,
    #[serde(default)]
    river: bool,
    #[serde(default)]
    split: Option<bool>,
    #[serde(default)]
    notes: Vec<String>,
}

#[derive(Deserialize)]
struct RawSet {
    a: Vec<String>,
    d: Vec<String>,
}

#[derive(Deserialize)]
struct RawNote {
    on: String,
    side: Option<String>,
    commander: Option<String>,
    strategic: Option<i8>,
    morale: Option<f64>,
    die: Option<i8>,
    #[serde(default)]
    automatic: bool,
    failed: Option<String>,
    commander_chart: Option<bool>,
}

#[derive(Deserialize)]
struct RawCombat {
    table: String,
    loss: [u8; 8],
    morale: [f64; 8],
}

#[derive(Deserialize)]
struct RawCasualties {
    percents: Vec<u8>,
    rows: Vec<RawLost>,
    found_cells: Vec<RawFound>,
}

#[derive(Deserialize)]
struct RawLost {
    factors: u16,
    lost: Vec<u16>,
}

#[derive(Deserialize)]
struct RawFound {
    factors: u16,
    percent: u8,
    lost: u16,
}

#[derive(Deserialize)]
struct RawLosses {
    militia_until: f64,
    cavalry_on_break: u16,
}

#[derive(Deserialize)]
struct RawCommander {
    defender: usize,
    dice: [[i8; 2]; 6],
}

#[derive(Deserialize)]
struct RawDie {
    most: i8,
    least: i8,
}

#[derive(Deserialize)]
struct RawMorale {
    values: BTreeMap<String, RawValue>,
    two_plus: RawTwo,
    two_minus: RawTwo,
}

/// A value, or the kind that has the same.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawValue {
    Points(f64),
    As(String),
}

#[derive(Deserialize)]
struct RawTwo {
    each: f64,
    kinds: Vec<String>,
    most: f64,
    #[serde(default)]
    free_state_upto: f64,
}

#[derive(Deserialize)]
struct RawWithdraw {
    irregular_upto: u8,
}

#[derive(Deserialize)]
struct RawReinforce {
    over_river: i8,
    worst: i8,
}

#[derive(Deserialize)]
struct RawOutflank {
    second_roll: i8,
    factors_times: u16,
}

#[derive(Deserialize)]
struct RawClass {
    rows: Vec<RawClassRow>,
    after_a_day: u8,
    several_days: u8,
    least: i8,
}

#[derive(Deserialize)]
struct RawClassRow {
    from: f64,
    class: [u8; 3],
}

#[derive(Deserialize)]
struct RawPursuit {
    rows: Vec<RawPursuitRow>,
    cavalry_leader: u8,
    loss: RawPayment,
}

#[derive(Deserialize)]
struct RawPursuitRow {
    class: usize,
    percent: [u8; 7],
}

#[derive(Deserialize)]
struct RawPayment {
    cavalry: u16,
    other: u16,
    militia: u16,
}

#[derive(Deserialize)]
struct RawPoints {
    per_corps: f64,
    most: i8,
    large_corps_above: u16,
    napoleon_wins: i8,
    napoleon_loses: i8,
    assault_held: i8,
    assault_won: i8,
}

#[derive(Deserialize)]
struct RawTrivial {
    table: String,
}

#[derive(Deserialize)]
struct RawSiege {
    rows: Vec<RawSiegeRow>,
    fleche: i8,
    undergarrisoned: i8,
    within: u16,
    sortie_defender_loses: Vec<u8>,
}

#[derive(Deserialize)]
struct RawSiegeRow {
    upto: Option<i8>,
    result: String,
}

#[derive(Deserialize)]
struct RawAssault {
    besieger: String,
    defender: String,
}

#[derive(Deserialize)]
struct RawGarrison {
    garrison: String,
    besieger: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct RawOption {
    cavalry_superiority: RawSuperiority,
    cavalry_withdrawal: RawCavalryWithdrawal,
    guard: RawRows<RawGuard>,
    artillery: RawArtillery,
}

#[derive(Deserialize)]
struct RawSuperiority {
    times: u16,
    least: u16,
    die: i8,
}

#[derive(Deserialize)]
struct RawCavalryWithdrawal {
    strategic: i8,
}

#[derive(Deserialize)]
struct RawGuard {
    committed: usize,
    lost: [u8; 6],
}

#[derive(Deserialize)]
struct RawArtillery {
    table: String,
    not_in: Vec<String>,
}

mod fill;

/// Points of morale as the files write them, in tenths.
fn tenths(points: f64) -> i16 {
    (points * 10.0).round() as i16
}

impl Charts {
    /// The charts that the program carries.
    pub fn standard() -> Read<Charts> {
        Charts::read(TABLES)
    }

    /// Reads the charts from the text of a `tables.toml`.
    pub fn read(text: &str) -> Read<Charts> {
        let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
        fill::charts(text, raw)
    }
}
