//! The data files, read once into dense tables. Each complaint names the file and the line.

mod called;
mod charts;
mod counters;
mod map;
mod scenarios;

pub use charts::{Cell, Charts, FireCell, Ground, Places, ReplacementKind};
pub use counters::{Kind, Nation, UnitDef};
pub use map::{
    Country, Feature, Map, OFF_THE_MAP, RIVER_BIG, RIVER_NONE, RIVER_SMALL, ROAD_MAIN, ROAD_NONE,
    ROAD_SECONDARY,
};
pub use scenarios::{
    Arrival, Condition, Group, Part, Points, RowLimit, Scenario, SetUp, Source, SourceKind, Victory, Weather,
    Where, Withdrawal,
};

use crate::position::{HexId, UnitId};
use sandtable_datafile::{DataFault, TomlFile};
use sandtable_ops::Id;

/// Room for hexes: the larger of the two boards.
pub const HEXES: usize = 1152;

/// Room for counters.
pub const UNITS: usize = 384;

/// Germany with Austria-Hungary.
pub const DE: u8 = 0;

/// Russia.
pub const RU: u8 = 1;

/// A set of hexes.
pub type Hexes = sandtable_ops::IdSet<HexId, { HEXES / 64 }>;

sandtable_datafile::data_files! {
    board = "board.txt",
    masuria = "masuria/board.txt",
    units = "units.csv",
    tables = "tables.toml",
    scenarios = "scenarios.toml",
    setup = "setup.csv",
    bot = "bot.toml",
    planner = "planner.toml",
}

/// Everything static.
#[derive(Clone)]
pub struct Data {
    /// The boards as dense tables: Łódź, Masuria.
    pub maps: Vec<Map>,
    /// Counters; a unit is an index into this list.
    pub units: Vec<UnitDef>,
    /// The charts.
    pub charts: Charts,
    /// Places that the rules name.
    pub places: Places,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// The formations of each scenario.
    pub formations: Vec<crate::bot::Formations>,
}

impl Data {
    /// Reads the files and checks them against each other.
    pub fn read(files: &Files<'_>) -> Result<Data, DataFault> {
        let tables = TomlFile::parse("tables.toml", files.tables)?;
        let charts = charts::charts(&tables)?;
        let maps = vec![
            Map::read("lodz", "board.txt", files.board, &charts)?,
            Map::read("lodz-masuria", "masuria/board.txt", files.masuria, &charts)?,
        ];
        let units = counters::units(files.units, &charts)?;
        let places = charts::places(&tables, &maps[0])?;
        let scenarios = scenarios::read(files, &maps, &units, &charts)?;
        let formations =
            scenarios.iter().map(|s| crate::bot::Formations::new(s, &scenarios, &units)).collect();
        Ok(Data { maps, units, charts, places, scenarios, formations })
    }

    /// The unit with an id.
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|u| u.id == id).map(UnitId::of)
    }
}
