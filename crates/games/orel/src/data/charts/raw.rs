//! `tables.toml` as it is written. Keys that are not here are words for readers or are checked in [`super::fixed`].

mod combat;

pub(super) use combat::*;

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
