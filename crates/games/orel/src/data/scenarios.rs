//! Scenarios, entry zones, options and set-ups: `scenarios.toml` and `setup.csv`.

mod read;
mod setup;
mod victory;

pub(super) use read::read;

use super::Hexes;
use crate::position::{FormationId, HexId, UnitId};

/// An entry zone (orel 7.4).
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// The rule that names it.
    pub rule: String,
    /// For which side.
    pub side: u8,
    /// Its hexes.
    pub hexes: Hexes,
    /// Whether enemies may not enter it (orel 7.4b).
    pub closed: bool,
    /// Stations where its units may appear as well, while no enemy is there and the railway from them to `linked_to` is
    /// the side's (orel 10.2Wk).
    pub stations: Hexes,
    /// See `stations`; none without.
    pub linked_to: Option<HexId>,
    /// Half-points that arrival at such a station costs.
    pub station_mp: u8,
}

/// Where a unit is at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In a hex.
    Hex(HexId),
    /// It arrives on a turn in a zone, with this many half-points less.
    Entry {
        /// Turn, from 1.
        turn: u8,
        /// Zone, as an index.
        zone: u8,
        /// Half-points less on the turn of entry.
        less: u8,
        /// With the others of its zone at one hex (orel 10.2Wq).
        together: bool,
    },
    /// A recruit battalion to be built.
    Pool,
}

/// A unit of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub at: Where,
    /// Whether it starts Out of Command.
    pub ooc: bool,
}

/// A formation that may not act at first (orel 10.2Rd, orel 10.2Rs, orel 10.2Wi).
#[derive(Clone, Debug)]
pub struct Inactive {
    /// Which.
    pub formation: FormationId,
    /// Depots under its heading.
    pub units: Vec<UnitId>,
    /// Through this turn.
    pub through: u8,
    /// Released when one of its units is attacked.
    pub attacked: bool,
    /// Released when an enemy is so near to one of its units; 0 for never.
    pub enemy_within: u8,
    /// Enemy formations that do not count for that, as bits.
    pub except: u64,
    /// Released when an enemy is so near to the double track; 0 for never.
    pub enemy_near_double_track: u8,
    /// The rule that says so.
    pub rule: &'static str,
}

/// A condition of a victory level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A place is held (orel 10.2Va).
    Held(HexId),
    /// The double track is free of armed enemy infantry (orel 10.2Vc).
    LineClear,
    /// Armed infantry holds a station of the double track beyond the enemy (orel 10.2Vg).
    StationCut,
}

/// A level of victory of a side: the highest whose `any_of` holds counts.
#[derive(Clone, Debug)]
pub struct Grade {
    /// Whose.
    pub side: u8,
    /// How high.
    pub level: u8,
    /// Its name.
    pub name: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
    /// One of these lists must hold in all its parts.
    pub any_of: Vec<Vec<Need>>,
}

/// A scenario.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub about: String,
    pub rule: String,
    pub first_turn: u8,
    pub last_turn: u8,
    /// Hexes in play.
    pub area: Hexes,
    /// Rail edge hexes of each side in play, where its railways leave the map over its own edge. Lines cut by the border of the
    /// area come on top: [`Scenario::edges`].
    pub rail_edges: [Hexes; 2],
    /// Hexes at which a cut railway leads to the edge of the side that controls them (orel RU-03).
    pub border_links: Hexes,
    /// The same of cut roads, on which no supply depends.
    pub border_roads: Hexes,
    pub recruit_percent: u8,
    pub orel_bonus: bool,
    /// Main bodies laid down for a turn: formation, turn, unit (orel 10.1f).
    pub main_bodies: Vec<(FormationId, u8, UnitId)>,
    pub inactive: Vec<Inactive>,
    /// Areas that bind units, as indices into `Data::confined`.
    pub confined: Vec<u8>,
    /// Capacities other than printed.
    pub capacity: Vec<(UnitId, u8)>,
    /// Rail hexes of each side at the start.
    pub rail_control: [Hexes; 2],
    pub setup: Vec<SetUp>,
    /// Places that count.
    pub places: Vec<HexId>,
    /// Levels of victory; empty where `sole` decides.
    pub levels: Vec<Grade>,
    /// The side that wins if one of the lists holds; the other wins otherwise (orel 10.1e).
    pub sole: Option<(u8, Vec<Vec<Need>>)>,
    /// The rule of victory.
    pub victory_rule: &'static str,
    /// Combat units lost from which a side falls this many levels (orel 10.2Vk).
    pub losses: Vec<(u8, u8)>,
    /// Ids of options offered.
    pub options: Vec<String>,
}

impl Scenario {
    /// Hexes at which railways lead to the edge of a side that controls `held`: its rail edges, and cut lines whose last hex
    /// inside is its own (orel RU-03).
    pub fn edges(&self, side: u8, held: &Hexes) -> Hexes {
        let mut out = self.rail_edges[usize::from(side)];
        out.join(&self.border_links.meet(held));
        out
    }
}

/// An option.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct OptionDef {
    pub id: String,
    pub rule: String,
    pub title: String,
    pub about: String,
    pub default: bool,
}

/// Units that may not leave an area (orel 10.2Rn).
#[derive(Clone, Debug)]
pub struct Confined {
    /// Its rule.
    pub rule: &'static str,
    /// Who.
    pub units: Vec<UnitId>,
    /// Where.
    pub hexes: Hexes,
}
