//! Tables of the exclusive rules, from `tables.toml`.

use sandtable_datafile::DataFault;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Tables that only Tannenberg has.
#[derive(Clone, Debug, Deserialize)]
pub struct Own {
    /// The Russian armies and their headquarters.
    pub army: Armies,
    /// The staff officer.
    pub staff: Staff,
    /// German corps.
    pub integrity: Integrity,
    /// Hidden groups.
    pub hidden: Hidden,
    /// Garrisons.
    pub garrison: Garrison,
    /// Points.
    pub victory: Victory,
    /// Reinforcements from the west.
    pub west_front: WestFront,
    /// Names of the turns, by track.
    pub turns: Turns,
    /// Banks of the fortresses.
    pub fortress: Fortresses,
}

/// Names of the turns.
#[derive(Clone, Debug, Deserialize)]
pub struct Turns {
    /// August and September 1914.
    pub campaign: Vec<String>,
    /// February 1915.
    pub winter: Vec<String>,
}

/// Fortresses, for points.
#[derive(Clone, Debug, Deserialize)]
pub struct Fortresses {
    /// One by one, in the order of the map's list.
    pub places: Vec<Bank>,
}

/// The bank of the Vistula that a fortress stands on.
#[derive(Clone, Debug, Deserialize)]
pub struct Bank {
    /// Its place.
    pub place: String,
    /// West of the river.
    pub west: bool,
}

/// Reinforcements from the west (tannenberg 19.11a).
#[derive(Clone, Debug, Deserialize)]
pub struct WestFront {
    /// Russian armies that count.
    pub armies: Vec<String>,
    /// SP of each of them.
    pub sp_of_each_army: u8,
    /// SP in all.
    pub sp_in_all: u8,
    /// Further inside the border than this, hexes.
    pub inside_border_more_than: u8,
    /// SP that stand apart.
    pub apart_sp: u8,
    /// By more MP than this.
    pub apart_more_than: u8,
    /// A modified roll that ends the rolling.
    pub until: u8,
    /// Turns from the call to the units.
    pub units_after: u8,
    /// Turns from the call to the headquarters of cavalry.
    pub cavalry_hq_after: u8,
    /// That headquarters.
    pub cavalry_hq: String,
    /// The exchange of headquarters.
    pub exchange: Exchange,
    /// What is added to the roll.
    pub additions: Vec<Addition>,
    /// What the roll brings.
    pub chart: Vec<CallRow>,
}

/// One headquarters in place of another (tannenberg 19.21a).
#[derive(Clone, Debug, Deserialize)]
pub struct Exchange {
    /// Who goes.
    pub out: String,
    /// Who comes.
    #[serde(rename = "in")]
    pub comes: String,
    /// Turns after the call.
    pub after: u8,
}

/// Something that is added to the roll for the west front (tannenberg 19.12).
#[derive(Clone, Debug, Deserialize)]
pub struct Addition {
    /// Its id.
    pub id: String,
    /// How much.
    pub add: u8,
    /// For each of this many SP.
    pub each_sp: Option<u8>,
    /// Beyond this many.
    pub beyond_sp: Option<u8>,
    /// At most.
    pub most: Option<u8>,
    /// From this many controlled places on.
    pub controlled_from: Option<u8>,
    /// The addition that it takes the place of.
    pub instead_of: Option<String>,
    /// From this many lost German Steps on.
    pub german_steps_lost_from: Option<u8>,
    /// Within this many hexes of a place.
    pub within: Option<u8>,
    /// That place.
    pub of: Option<String>,
    /// Or if a German fortress is destroyed.
    #[serde(default)]
    pub or_german_fortress_destroyed: bool,
    /// Infantry within this many hexes of a river.
    pub infantry_within: Option<u8>,
    /// That river.
    pub river: Option<String>,
}

/// A row of the chart for the west front.
#[derive(Clone, Debug, Deserialize)]
pub struct CallRow {
    /// Up to this modified roll.
    pub upto: u8,
    /// The commander is replaced.
    pub exchange: bool,
    /// The units are called.
    pub units: bool,
}

/// Russian armies (tannenberg 17.1).
#[derive(Clone, Debug, Deserialize)]
pub struct Armies {
    /// Headquarters that keep apart.
    pub separated: [String; 2],
    /// By more hexes than this.
    pub separated_by_more_than: u8,
    /// What a German hex counts later.
    pub german_hexes_count: u8,
    /// From this turn.
    pub german_hexes_count_from_turn: u8,
    /// Percent of the attacking Steps of the headquarters' own army that a shift needs more than.
    pub shift_needs_more_than_percent: u16,
    /// Who is in command without question, and when.
    pub all_in_command: AllInCommand,
}

/// A turn on which a whole side is in command (tannenberg 17.2).
#[derive(Clone, Debug, Deserialize)]
pub struct AllInCommand {
    /// Whose.
    pub side: String,
    /// When.
    pub turn: u8,
}

/// The staff officer (tannenberg 17.3a).
#[derive(Clone, Debug, Deserialize)]
pub struct Staff {
    /// The officer's counter.
    pub hq: String,
    /// Factor of a radius.
    pub radius_times: u8,
    /// Percent of a strength.
    pub strength_percent: u16,
}

/// German corps (tannenberg 17.4).
#[derive(Clone, Debug, Deserialize)]
pub struct Integrity {
    /// Attackers of its corps that a corps headquarters needs.
    pub corps_units_needed: u8,
    /// The headquarters of cavalry.
    pub cavalry_hq: String,
    /// Cavalry that it needs.
    pub cavalry_units_needed: u8,
}

/// Hidden groups (tannenberg 18).
#[derive(Clone, Debug, Deserialize)]
pub struct Hidden {
    /// Markers.
    pub gruppen: u8,
    /// SP in a box.
    pub box_sp: u8,
    /// Movement of a dummy.
    pub dummy_movement: u8,
    /// MP that a Russian unit must have to spare beside one.
    pub contact_mp: u8,
}

/// Garrisons (tannenberg 20.0).
#[derive(Clone, Debug, Deserialize)]
pub struct Garrison {
    /// First turn.
    pub from_turn: u8,
    /// Where.
    pub hexes: Vec<Guard>,
    /// A German unit so near lifts the duty.
    pub lifted_by_german_within: u8,
    /// All are lifted below this many points.
    pub all_lifted_below: i16,
    /// From this turn.
    pub all_lifted_from_turn: u8,
}

/// A place that needs a garrison.
#[derive(Clone, Debug, Deserialize)]
pub struct Guard {
    /// Its hex as printed.
    pub hex: String,
    /// Divisions.
    pub divisions: u8,
    /// Or this many corps.
    pub or_corps: u8,
}

/// Points (tannenberg 21).
#[derive(Clone, Debug, Deserialize)]
pub struct Victory {
    /// What scores.
    pub events: Vec<Event>,
    /// Towns.
    pub towns: TownRules,
    /// Level charts by scenario.
    pub levels: BTreeMap<String, Levels>,
}

/// When towns score (tannenberg 21.14).
#[derive(Clone, Debug, Deserialize)]
pub struct TownRules {
    /// First turn.
    pub from_turn: u8,
}

/// Something that scores.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// Its rule.
    pub rule: String,
    /// Points, for the Russian if positive.
    pub vp: i16,
    /// The turn that it is looked for on.
    pub turn: Option<u8>,
    /// The first turn.
    pub from_turn: Option<u8>,
    /// Lowest column that counts.
    pub columns_from: Option<u8>,
    /// Highest row that counts.
    pub rows_upto: Option<u8>,
    /// Strength of the fortress.
    pub strength: Option<u8>,
}

/// A level chart (tannenberg 21.3).
#[derive(Clone, Debug, Deserialize)]
pub struct Levels {
    /// Its rows from the top.
    pub rows: Vec<LevelRow>,
}

/// A row of a level chart.
#[derive(Clone, Debug, Deserialize)]
pub struct LevelRow {
    /// From this total on; the last row takes the rest.
    pub from: Option<i16>,
    /// Whose victory.
    pub side: String,
    /// Of what kind.
    pub level: String,
}

impl Own {
    /// Reads them from the text of `tables.toml`.
    pub fn read(text: &str) -> Result<Own, DataFault> {
        toml::from_str(text).map_err(|e| DataFault::toml("tables.toml", text, &e))
    }
}

impl Levels {
    /// The row for a total.
    pub fn level(&self, total: i16) -> Option<&LevelRow> {
        self.rows.iter().find(|r| r.from.is_none_or(|f| total >= f))
    }
}
