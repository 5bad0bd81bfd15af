//! Figures of depots, movement and supply (tables.toml).

use sandtable_board::{AreaBoard, AreaId, SeaId};
use sandtable_datafile::DataFault;
use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = "tables.toml";

/// Depots (7.2).
#[derive(Clone, Debug, Deserialize)]
pub struct Depots {
    /// Money points for a placement.
    pub cost: u8,
    /// Areas between neighbours of a chain.
    pub chain_areas: u8,
    /// Factors that a depot holds.
    pub garrison: u8,
    /// Depots of each power on the map at one time.
    pub counters: u8,
    /// Depots for invasion supply in one sea.
    pub invasion_per_sea: u8,
}

/// Cities (7.3.3.4).
#[derive(Clone, Debug, Deserialize)]
pub struct Cities {
    /// Factors for each spire.
    pub factors_per_spire: u8,
}

/// Movement (7.3.1).
#[derive(Clone, Debug, Deserialize)]
pub struct Marching {
    /// Extra points of a force march.
    pub force_march: u8,
    /// Extra points over a crossing arrow.
    pub crossing: u8,
    /// Extra points over a river into the enemy.
    pub river: u8,
}

/// A terrain.
#[derive(Clone, Debug, Deserialize)]
pub struct Terrain {
    /// Name.
    pub id: String,
    /// Movement points to enter.
    pub cost: u8,
}

/// Foraging (7.4.1).
#[derive(Clone, Debug, Deserialize)]
pub struct Foraging {
    /// For each other corps in the area.
    pub other_corps: i8,
    /// The most that other corps add.
    pub other_corps_most: i8,
    /// For each unused movement point.
    pub unused_point: i8,
    /// After a force march.
    pub force_march: i8,
    /// In winter in the winter zone.
    pub winter_zone: i8,
    /// Wholly in the power's own territory.
    pub own_territory: i8,
    /// Factors lost for each point above the value.
    pub loss_per_point: u8,
    /// Distance to the nearest depot from which a corps must forage.
    pub forced_from_distance: u8,
}

/// Depot supply (7.4.2), in money points.
#[derive(Clone, Debug, Deserialize)]
pub struct Paying {
    /// In the area of the depot.
    pub same_area: f64,
    /// At each distance.
    pub distance: Vec<u8>,
    /// A besieged port by sea supply.
    pub besieged_port_by_sea: f64,
    /// A besieged port by invasion supply.
    pub besieged_port_by_invasion: u8,
    /// A corps beside an invasion depot.
    pub corps_by_invasion: u8,
    /// In winter in the winter zone.
    pub winter_zone_times: u8,
}

/// Besieged supply (7.4.5).
#[derive(Clone, Debug, Deserialize)]
pub struct Besieged {
    /// Factors for each point on the die.
    pub factors_for_each_1: u8,
    /// The most that they add.
    pub most: u8,
    /// Factors lost for each point above the spires.
    pub loss_per_point: u8,
}

#[derive(Deserialize)]
struct WinterRow {
    months: Vec<u8>,
    ice: Vec<String>,
}

#[derive(Deserialize)]
struct Straits {
    sea: String,
    held_by: String,
}

#[derive(Deserialize)]
struct SeaRow {
    spaces: u8,
    straits: Straits,
}

#[derive(Deserialize)]
struct ChannelRow {
    link: (String, String),
}

#[derive(Deserialize)]
struct OptionRows {
    #[serde(rename = "channel-arrow")]
    channel: ChannelRow,
}

#[derive(Deserialize)]
struct TerrainRows {
    rows: Vec<Terrain>,
}

#[derive(Deserialize)]
struct PoliticsRow {
    declare_war: i8,
    break_alliance: i8,
    points_least: i16,
    points_most: i16,
}

#[derive(Deserialize)]
struct ReinforcementRow {
    captive_months: u16,
}

#[derive(Deserialize)]
struct ScoringRow {
    leader_captured: u16,
    leader_captured_seniority: BTreeMap<String, u16>,
    leader_captured_id: BTreeMap<String, u16>,
}

#[derive(Deserialize)]
struct GuerillaRow {
    hunt_two_corps: u8,
}

#[derive(Deserialize)]
struct File {
    guerilla: GuerillaRow,
    politics: PoliticsRow,
    reinforcement: ReinforcementRow,
    scoring: ScoringRow,
    depot: Depots,
    city: Cities,
    movement: Marching,
    terrain: TerrainRows,
    forage: Foraging,
    supply: Paying,
    besieged: Besieged,
    winter: WinterRow,
    sea: SeaRow,
    option: OptionRows,
}

/// Figures of the rules on depots, movement and supply.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Depots.
    pub depot: Depots,
    /// Cities.
    pub city: Cities,
    /// Movement.
    pub movement: Marching,
    /// Terrains.
    pub terrain: Vec<Terrain>,
    /// Foraging.
    pub forage: Foraging,
    /// Depot supply.
    pub supply: Paying,
    /// Besieged supply.
    pub besieged: Besieged,
    /// Months of winter, 1 to 12.
    pub winter_months: Vec<u8>,
    /// Spaces that a fleet moves.
    pub fleet_spaces: u8,
    /// The Dardanelles, and the area whose holder closes them.
    pub straits: (SeaId, AreaId),
    /// The crossing that is there only with option 12.2.1.1.
    pub channel: (AreaId, AreaId),
    /// Ends of the track of political points.
    pub points_track: [i16; 2],
    /// Political points for a declaration of war, and those that breaking an alliance adds to it.
    pub war_points: [i8; 2],
    /// Months that a leader is a captive.
    pub captive_months: u16,
    /// What two or more corps add to the die when they hunt guerillas (10.1.1).
    pub hunt_two_corps: u8,
    /// What the capture of a leader is worth: of any, by seniority, by name.
    leader_points: (u16, [u16; 4], Vec<(String, u16)>),
}

impl Figures {
    /// What the capture of a leader is worth in a scenario.
    pub fn leader_worth(&self, leader: &super::LeaderDef) -> u16 {
        let (any, seniority, named) = &self.leader_points;
        let own = named.iter().find(|(id, _)| *id == leader.id).map(|(_, n)| *n);
        own.unwrap_or_else(|| seniority[usize::from(leader.seniority.min(3))].max(*any))
    }
}

pub(super) fn read(text: &str, board: &AreaBoard) -> Result<Figures, DataFault> {
    let file: File = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let at = |needle: &str, what: String| DataFault::at(FILE, text, needle, what);
    for sea in &board.parts().seas {
        if sea.ice != file.winter.ice.contains(&sea.id) {
            return Err(at("ice = [", format!("board.txt says otherwise of the ice of `{}`", sea.id)));
        }
    }
    let straits = &file.sea.straits;
    let sea = board.sea_named(&straits.sea);
    let held = board.area_named(&straits.held_by);
    let (Some(sea), Some(held)) = (sea, held) else {
        return Err(at("straits =", "the straits name a sea and the area that holds them".to_string()));
    };
    let (a, b) = &file.option.channel.link;
    let (Some(a), Some(b)) = (board.area_named(a), board.area_named(b)) else {
        return Err(at("link = [", "the crossing of the Channel joins two areas".to_string()));
    };
    if file.winter.months.iter().any(|m| !(1..=12).contains(m)) {
        return Err(at("months = [", "months run from 1 to 12".to_string()));
    }
    let by_seniority = &file.scoring.leader_captured_seniority;
    let seniority = ["A", "B", "C", "D"].map(|s| by_seniority.get(s).copied().unwrap_or(0));
    let named = file.scoring.leader_captured_id.into_iter().collect();
    Ok(Figures {
        depot: file.depot,
        city: file.city,
        movement: file.movement,
        terrain: file.terrain.rows,
        forage: file.forage,
        supply: file.supply,
        besieged: file.besieged,
        winter_months: file.winter.months,
        fleet_spaces: file.sea.spaces,
        straits: (sea, held),
        channel: (a, b),
        points_track: [file.politics.points_least, file.politics.points_most],
        war_points: [file.politics.declare_war, file.politics.break_alliance],
        captive_months: file.reinforcement.captive_months,
        hunt_two_corps: file.guerilla.hunt_two_corps,
        leader_points: (file.scoring.leader_captured, seniority, named),
    })
}
