//! Scenarios and set-ups: `scenarios.toml` and `setup.csv`. Days are counted from the scenario's first, which is 1.

mod days;
mod read;
mod setup;

pub(super) use read::read;

use super::Hexes;
use crate::position::{HexId, UnitId};

/// Where a counter starts or how it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// In a hex, or within this many hexes of it by its owner's choice.
    Hex {
        /// The hex.
        hex: HexId,
        /// How far its owner may shift it.
        within: u8,
    },
    /// Enters over the edge at one of these hexes on a day or later.
    Entry(Arrival),
    /// Appears in a rail hex (or another hex inside the map) on a day or later (lodz R58).
    Inside(Arrival),
    /// A train: any friendly town or city with a railway.
    Free,
    /// An airship: off the map until its owner's first air phase.
    Pool,
}

/// An arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Hexes of the entry; one, or a stretch of edge in order.
    pub hexes: Vec<HexId>,
    /// The day, from 1.
    pub day: u8,
}

/// A counter of a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub at: Where,
    /// In field fortifications.
    pub fortified: bool,
    /// CEL lost.
    pub lost: u8,
    /// The group that it comes with, as an index into the scenario's groups; `u8::MAX` for none.
    pub group: u8,
    /// Its army in this scenario, as printed.
    pub army: String,
    /// Its corps in this scenario, as printed.
    pub corps: String,
}

/// A victory hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victory {
    /// The hex.
    pub hex: HexId,
    /// Its name.
    pub name: String,
    /// Who has it at the start.
    pub holder: u8,
}

/// Where supply comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// For whom.
    pub side: u8,
    /// What.
    pub kind: SourceKind,
    /// Counts as a base for Russians in Germany (lodz R92).
    pub as_base: bool,
}

/// A kind of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// Every hex of an edge.
    Edge(Hexes),
    /// Rail hexes at an edge.
    RailExit(Hexes),
    /// A hex, shut while an enemy holds it.
    Hex(HexId),
}

/// Replacement points of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The day.
    pub day: u8,
    /// Kind, as an index into the chart.
    pub kind: u8,
    /// How many.
    pub cel: u8,
}

/// Weather of some days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weather {
    /// From this day.
    pub from: u8,
    /// To this day.
    pub to: u8,
    /// Snow (lodz MAZ.7).
    pub snow: bool,
}

/// When a group of reinforcements may come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// From its day on.
    Date,
    /// One of these units has ended one of its side's movement phases in a higher row than it began the game, or is destroyed (lodz R71).
    MovedSouth(Vec<UnitId>),
    /// The group with this index is on the map.
    OnMap(u8),
}

/// Units that come only under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The rule that names it.
    pub rule: &'static str,
    /// Whose.
    pub side: u8,
    /// The condition.
    pub condition: Condition,
    /// Not before this day.
    pub not_before: u8,
    /// Its owner may leave it out.
    pub optional: bool,
}

/// Rows that an army may not enter (lodz N11.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLimit {
    /// The units it binds.
    pub units: Vec<UnitId>,
    /// Least printed row of a hex that may be entered.
    pub least_row: u8,
    /// The hexes of lesser rows.
    pub rows: Hexes,
    /// Through this day.
    pub until: u8,
}

/// Units that leave (lodz N11.11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Who.
    pub units: Vec<UnitId>,
    /// On which day, at the start of their owner's movement phase.
    pub day: u8,
}

/// A part of the joined campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The scenario whose arrivals, points, supply and victory hexes count, as an index.
    pub scenario: u8,
    /// Its first day in the campaign.
    pub first: u8,
    /// Its last day in the campaign.
    pub last: u8,
    /// Player A.
    pub initiative: u8,
}

/// A scenario.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub about: String,
    pub rule: String,
    /// The board, as an index into the maps.
    pub map: u8,
    /// Days as `11 November 1914`, in order.
    pub dates: Vec<String>,
    pub days: u8,
    /// Player A.
    pub initiative: u8,
    pub trains: u8,
    pub airships: [u8; 2],
    pub barrage: bool,
    pub points: Vec<Points>,
    pub victory: Vec<Victory>,
    pub sources: Vec<Source>,
    pub weather: Vec<Weather>,
    pub groups: Vec<Group>,
    pub setup: Vec<SetUp>,
    /// Arrivals of a later part of a joined campaign that bring a unit back which has left (lodz L4).
    pub again: Vec<SetUp>,
    /// The ferry of Płock runs through this day, and its bridge stands from this day; 0 for never (lodz N11.12).
    pub ferry_until: u8,
    pub bridge_from: u8,
    pub row_limit: Option<RowLimit>,
    pub withdrawals: Vec<Withdrawal>,
    /// Hexes that Germans may not attack (lodz MAZ.6).
    pub no_attack: Hexes,
    /// Steps that no German may take, from and to (lodz MAZ.5).
    pub no_crossing: Vec<(HexId, HexId)>,
    /// Parts of a joined campaign; empty otherwise.
    pub parts: Vec<Part>,
    /// Check sums of the set-up by side: counters, strength, attack fire, CEL.
    pub check: Option<[[u16; 4]; 2]>,
}
