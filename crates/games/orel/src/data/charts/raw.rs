//! `tables.toml` as it is written. Keys that are not here are words for readers or are checked in [`super::fixed`].

use crate::data::Class;
use serde::Deserialize;

/// A value for each side.
#[derive(Deserialize)]
pub(super) struct Sides<T> {
    pub red: T,
    pub white: T,
}

impl<T: Clone> Sides<T> {
    /// In the order of the sides.
    pub(super) fn both(&self) -> [T; 2] {
        [self.white.clone(), self.red.clone()]
    }
}

#[derive(Deserialize)]
pub(super) struct Tables {
    pub turns: Turns,
    pub quality: Quality,
    pub depot: Depot,
    pub munitions: Munitions,
    pub recruits: Recruits,
    pub prisoners: Prisoners,
    pub command: Command,
    pub out_of_command: OutOfCommand,
    pub stacking: Stacking,
    pub zoc: Zoc,
    pub marching_day: MarchingDay,
    pub zoc_movement: ZocMovement,
    pub actions: Actions,
    pub entrenchment: Entrenchment,
    pub off_map: OffMap,
    pub terrain: Rows<TerrainRow>,
    pub strength: Strength,
    pub barrage: Barrage,
    pub counterbattery: Guns,
    pub coordination: Coordination,
    pub support: Guns,
    pub retreat_before: RetreatBefore,
    pub retreat: Flow,
    pub rout: Flow,
    pub cohesion: Modified,
    pub charge: Charge,
    pub results: Results,
    pub assault: Modified,
    pub ratio: Ratio,
    pub art: Rows<ArtRow>,
    pub losses: Losses,
    pub morale: Modified,
    pub pursuit: Pursuit,
    pub vehicle: Vehicle,
    pub train: Train,
    pub tank: Tank,
    pub armored_car: ArmoredCar,
    pub new_cohesion: NewCohesion,
}

#[derive(Deserialize)]
pub(super) struct Rows<T> {
    pub rows: Vec<T>,
}

#[derive(Deserialize)]
pub(super) struct Turns {
    pub dates: Vec<String>,
    pub last: u8,
}

#[derive(Deserialize)]
pub(super) struct By {
    pub by: u8,
    pub change: i8,
}

#[derive(Deserialize)]
pub(super) struct Quality {
    pub worst_below: By,
    pub best_above: By,
}

#[derive(Deserialize)]
pub(super) struct Special {
    pub side: String,
    pub hexes: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Depot {
    pub double_track_times: u8,
    pub convoy_line_mp: u8,
    pub special_line_mp: u8,
    pub special: Vec<Special>,
    pub resupply_range_of_taken: u8,
    pub resupplied_by_taking: u8,
    pub resupplied_by_taking_double_track: u8,
}

#[derive(Deserialize)]
pub(super) struct Munitions {
    pub prepared_attack: u8,
    pub hasty_attack: u8,
    pub barrage: u8,
    pub resupply: u8,
    pub range_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Recruits {
    pub track: Sides<Vec<u8>>,
    pub orel_bonus: u8,
    pub orel_controller_at_start: String,
    pub bank: u8,
    pub start: Sides<u8>,
    pub step_cost: u8,
    pub battalion_cost: u8,
    pub battalions: Sides<u8>,
    pub tq_loss: u8,
    pub tq_floor: Sides<u8>,
    pub range_mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Prisoners {
    pub start: Sides<u16>,
    pub for_one_point: u8,
}

#[derive(Deserialize)]
pub(super) struct Tie {
    pub formation: String,
    pub body: u8,
    pub unit: String,
}

#[derive(Deserialize)]
pub(super) struct Later {
    pub from_turn: u8,
    pub units: Vec<String>,
    pub with: String,
}

#[derive(Deserialize)]
pub(super) struct Command {
    pub tie_at_start: Vec<Tie>,
    pub later: Vec<Later>,
}

#[derive(Deserialize)]
pub(super) struct OutOfCommand {
    pub gun_range: u8,
    pub gun_check: i8,
}

#[derive(Deserialize)]
pub(super) struct Stacking {
    pub points: u8,
    pub units: u8,
}

#[derive(Deserialize)]
pub(super) struct Zoc {
    pub steps_needed: u8,
}

#[derive(Deserialize)]
pub(super) struct MarchingDay {
    pub sides: Vec<String>,
    pub mp: u8,
}

#[derive(Deserialize)]
pub(super) struct ClassMp {
    pub classes: Vec<Class>,
    pub mp: u8,
}

#[derive(Deserialize)]
pub(super) struct Classes {
    pub classes: Vec<Class>,
}

#[derive(Deserialize)]
pub(super) struct ZocMovement {
    pub leave: u8,
    pub all_but: ClassMp,
    pub plus: ClassMp,
    pub stop_after: Classes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Action {
    pub who: Vec<String>,
    pub mp: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AllMp {
    pub who: Vec<String>,
    pub all: bool,
}

#[derive(Deserialize)]
pub(super) struct Actions {
    pub combat_mode: Vec<Action>,
    pub hasty: Vec<Action>,
    pub prepared: Vec<Action>,
    pub barrage: Vec<Action>,
    pub entrench: Vec<AllMp>,
}

#[derive(Deserialize)]
pub(super) struct Entrenchment {
    pub who: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Returns {
    pub after_turns: u8,
    pub after_turns_routed: u8,
}

#[derive(Deserialize)]
pub(super) struct Waits {
    pub units: Vec<String>,
    pub turn: u8,
    pub zone: String,
}

#[derive(Deserialize)]
pub(super) struct OffMap {
    pub returns: Returns,
    pub later: Vec<Waits>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainRow {
    pub id: String,
    #[serde(rename = "where")]
    pub place: String,
    pub cohesion: i8,
    pub assault: i8,
    pub barrage: i8,
    pub charge: bool,
}

#[derive(Deserialize)]
pub(super) struct Divisors {
    pub march: u8,
    pub unsupplied: u8,
    pub disorganised: u8,
    pub routed: u8,
}

#[derive(Deserialize)]
pub(super) struct FireDivisors {
    pub unsupplied: u8,
}

#[derive(Deserialize)]
pub(super) struct GunsAlone {
    pub weak: u8,
}

#[derive(Deserialize)]
pub(super) struct Strength {
    pub combat: Divisors,
    pub fire: FireDivisors,
    pub support_failed: u8,
    pub guns_alone: GunsAlone,
}

/// A modifier; which of its keys it needs depends on its id.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Modifier {
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
    #[serde(rename = "scope")]
    _scope: Option<String>,
    #[serde(rename = "side")]
    _side: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Modified {
    pub modifiers: Vec<Modifier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BarrageRow {
    pub upto: i8,
    pub losses: u8,
    pub check: Option<i8>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Barrage {
    pub range: u8,
    pub rows: Vec<BarrageRow>,
    pub modifiers: Vec<Modifier>,
}

/// Counterbattery, and support.
#[derive(Deserialize)]
pub(super) struct Guns {
    pub range: u8,
    pub train_tq: u8,
    pub modifiers: Vec<Modifier>,
    #[serde(default)]
    pub same: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct LowTq {
    pub tq: u8,
    pub hexes: u8,
}

#[derive(Deserialize)]
pub(super) struct Joint {
    pub formations: Vec<String>,
    #[serde(default)]
    pub units: Vec<String>,
    pub from_turn: u8,
}

#[derive(Deserialize)]
pub(super) struct Coordination {
    pub low_tq: LowTq,
    pub joint: Vec<Joint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeforeRow {
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
pub(super) struct RetreatBefore {
    pub rows: Vec<BeforeRow>,
    pub modifiers: Vec<Modifier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneRow {
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
pub(super) enum ZoneKind {
    Infantry,
    Cavalry,
    Guns,
}

#[derive(Deserialize)]
pub(super) struct Flow {
    pub hexes: u8,
    pub into_zone: Vec<ZoneRow>,
}

#[derive(Deserialize)]
pub(super) struct Charge {
    pub any_enemy_from_tq: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultRow {
    pub over: i8,
    pub cohesion_attacker: String,
    pub cohesion_defender: String,
    pub morale_attacker: String,
    pub morale_defender: String,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Follow {
    pub some_retreat: u8,
    pub all_rout: u8,
}

#[derive(Deserialize)]
pub(super) struct Results {
    pub rows: Vec<ResultRow>,
    pub vehicles_follow: Follow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RatioRow {
    pub from: [u8; 2],
    pub add: i8,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Ratio {
    pub below: i8,
    pub rows: Vec<RatioRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArtRow {
    pub upto: i8,
    pub attacker: u8,
    pub defender: u8,
    pub loser: String,
    pub morale: i8,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct More {
    pub smaller_side_steps: u8,
    pub each_side: u8,
}

#[derive(Deserialize)]
pub(super) struct Losses {
    pub more: More,
}

#[derive(Deserialize)]
pub(super) struct AfterRout {
    pub hexes: u8,
}

#[derive(Deserialize)]
pub(super) struct Pursuit {
    pub after_rout: AfterRout,
    pub prisoners_of_losses: f32,
}

#[derive(Deserialize)]
pub(super) struct VehicleTest {
    pub die_upto: u8,
}

#[derive(Deserialize)]
pub(super) struct Vehicle {
    pub test: VehicleTest,
    pub own_stack: i8,
    pub enemy: i8,
}

#[derive(Deserialize)]
pub(super) struct Contact {
    pub heavy_assault_attacking: i8,
    pub heavy_assault_defending: i8,
}

#[derive(Deserialize)]
pub(super) struct Duel {
    pub heavy_intact: u8,
    pub back_after: u8,
}

#[derive(Deserialize)]
pub(super) struct Train {
    pub contact: Contact,
    pub tq: u8,
    pub duel: Duel,
    pub others_retreat: u8,
}

#[derive(Deserialize)]
pub(super) struct Tank {
    pub rail_distance: u8,
    pub breakdown_upto: u8,
    pub tq: u8,
    pub assault_attacking: i8,
    pub counters: usize,
}

#[derive(Deserialize)]
pub(super) struct ArmoredCar {
    pub tq: u8,
}

#[derive(Deserialize)]
pub(super) struct NewCohesion {
    pub modifiers: Vec<Modifier>,
    pub equal: i8,
}
