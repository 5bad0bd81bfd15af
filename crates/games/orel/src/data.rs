//! The data files, read once into dense tables. Each complaint names the file and the line.

mod charts;
mod counters;
mod events;
mod map;
mod scenarios;

pub use charts::{
    ArtRow, AttackChart, BarrageRow, Charts, CohesionChart, DepotChart, Fate, Flow, HowBefore, IntoZone,
    Joint, Later, MoraleChart, NewCohesion, OffMapLater, Price, RatioRow, ResultRow, RetreatBeforeRow, Split,
    TerrainRow, ZoneFail,
};
pub use counters::{Class, Formation, Level, UnitDef};
pub use events::{EventDef, EventEffect, EventKind, Picker};
pub use map::{Ground, Map, RailLine};
pub use scenarios::{Confined, Grade, Inactive, Need, OptionDef, Scenario, SetUp, Where, Zone};

use crate::position::{FormationId, HexId, UnitId};
use sandtable_datafile::DataFault;
use sandtable_ops::{Id, IdSet};

/// How many hexes the board has.
pub const HEXES: usize = 640;

/// Room for counters.
pub const UNITS: usize = 128;

/// The side that plays first.
pub const WHITE: u8 = 0;

/// The other side.
pub const RED: u8 = 1;

/// No place in a list.
pub const NONE: u8 = u8::MAX;

/// A set of hexes.
pub type Hexes = IdSet<HexId, { HEXES / 64 }>;

/// All hexes of the board.
pub fn all_hexes() -> impl Iterator<Item = HexId> + Clone {
    (0..HEXES).map(HexId::of)
}

sandtable_datafile::data_files! {
    board = "board.txt",
    units = "units.csv",
    formations = "formations.csv",
    tables = "tables.toml",
    scenarios = "scenarios.toml",
    setup = "setup.csv",
    events = "events.toml",
    bot = "bot.toml",
    planner = "planner.toml",
}

/// The rule catalogue; a rule that the data name must stand there.
const RULES: &str = include_str!("../data/rules.tsv");

/// The id of a rule as it stands in the catalogue.
fn rule_id(id: &str) -> Option<&'static str> {
    RULES.lines().skip(1).filter_map(|l| l.split('\t').next()).find(|r| *r == id)
}

/// A side by its id.
fn side(id: &str) -> Option<u8> {
    match id {
        "white" => Some(WHITE),
        "red" => Some(RED),
        _ => None,
    }
}

/// A text with tables, for complaints that point into one of them.
#[derive(Clone, Copy)]
struct Source<'a> {
    file: &'static str,
    text: &'a str,
}

impl Source<'_> {
    /// A complaint about the first line with `needle` at or after the one with `head`; about that one if there is none.
    fn fault(&self, head: &str, needle: &str, what: impl Into<String>) -> DataFault {
        let at = |needle: &str, from: usize| {
            self.text.lines().enumerate().skip(from).find(|(_, l)| l.contains(needle)).map(|(i, _)| i)
        };
        let first = at(head, 0).unwrap_or(0);
        let line = at(needle, first).unwrap_or(first);
        DataFault::new(self.file, line as u64 + 1, what)
    }

    fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, DataFault> {
        toml::from_str(self.text).map_err(|e| DataFault::toml(self.file, self.text, &e))
    }
}

/// Everything static.
pub struct Data {
    /// The board as dense tables.
    pub map: Map,
    /// Counters; a unit is an index into this list.
    pub units: Vec<UnitDef>,
    /// Superiors, formations and pools.
    pub formations: Vec<Formation>,
    /// The charts.
    pub charts: Charts,
    /// Entry zones.
    pub zones: Vec<Zone>,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Options.
    pub options: Vec<OptionDef>,
    /// Areas that units may not leave.
    pub confined: Vec<Confined>,
    /// The optional events.
    pub events: Vec<EventDef>,
}

impl Data {
    /// Reads the files and checks them against each other.
    pub fn read(files: &Files<'_>) -> Result<Data, DataFault> {
        let map = Map::read(files)?;
        let formations = counters::formations(files.formations)?;
        let units = counters::units(files.units, &formations)?;
        let scenarios = scenarios::read(files, &map, &units, &formations)?;
        let charts = charts::read(files.tables, &map, &units, &formations, &scenarios.zones)?;
        let events = events::read(files.events)?;
        if let Some(s) = scenarios.scenarios.iter().find(|s| usize::from(s.last_turn) > charts.dates.len()) {
            let source = Source { file: "scenarios.toml", text: files.scenarios };
            let what = format!("[turns] of tables.toml has no date for turn {}", s.last_turn);
            return Err(source.fault(&format!("id = \"{}\"", s.id), "last_turn =", what));
        }
        if let Some(e) =
            events.iter().find(|e| e.effect == EventEffect::Air && e.dice != charts.attack.barrage_air)
        {
            let source = Source { file: "events.toml", text: files.events };
            let what = format!(
                "tables.toml adds {} to such a Barrage: they are one figure",
                charts.attack.barrage_air
            );
            return Err(source.fault(&format!("id = \"{}\"", e.id), "dice =", what));
        }
        Ok(Data {
            map,
            units,
            formations,
            charts,
            zones: scenarios.zones,
            scenarios: scenarios.scenarios,
            options: scenarios.options,
            confined: scenarios.confined,
            events,
        })
    }

    /// The unit with an id, as `r-1-41d`.
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|u| u.id == id).map(UnitId::of)
    }

    /// The formation with an id.
    pub fn formation(&self, id: &str) -> Option<FormationId> {
        self.formations.iter().position(|f| f.id == id).map(FormationId::of)
    }
}
