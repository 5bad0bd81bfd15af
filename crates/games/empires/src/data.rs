//! The data files, read once into dense tables. Each complaint names the file and the line.

mod counters;
mod figures;
mod nations;
mod places;
mod scenarios;
mod setup;
mod year;

pub use counters::{CorpsDef, Kind, LeaderDef, Loose, LooseKind, Symbol};
pub use figures::{Figures, Terrain};
pub use nations::{Intrinsic, Morale, Nation};
pub use places::Place;
pub use scenarios::{Agreed, AtOnce, CountsAs, Foreign, Level, Passage, Scenario, Side, Turncoat};
pub use setup::{At, Entry, Thing};
pub use year::{Price, YearFigures};

use crate::play::combat::retreat::Way;
use sandtable_board::{AreaBoard, AreaId, LinkKind, SeaId, areafile};
use sandtable_datafile::DataFault;

/// How many powers there are; nations below this are powers, the rest are minors.
pub const POWERS: usize = 7;

/// France, the first of them.
pub const FRANCE: u8 = 0;

/// Kinds of factors that a corps holds: guard, regular infantry, militia, regular cavalry, artillery, feudal infantry,
/// feudal cavalry.
pub const FACTORS: usize = 7;

/// Guard.
pub const G: usize = 0;
/// Regular infantry.
pub const I: usize = 1;
/// Militia.
pub const M: usize = 2;
/// Regular cavalry.
pub const C: usize = 3;
/// Artillery.
pub const A: usize = 4;
/// Feudal infantry.
pub const FI: usize = 5;
/// Feudal cavalry.
pub const FC: usize = 6;

sandtable_datafile::data_files! {
    board = "board.txt",
    areas = "areas.csv",
    links = "links.csv",
    seas = "seas.csv",
    tables = "tables.toml",
    powers = "powers.toml",
    corps = "corps.csv",
    leaders = "leaders.csv",
    setup = "setup.csv",
    scenarios = "scenarios.toml",
    bot = "bot.toml",
    planner = "planner.toml",
}

/// Everything of the game that never changes; one value is shared by all games at the table.
#[derive(Clone, Debug)]
pub struct Data {
    /// Areas, links and seas.
    pub board: AreaBoard,
    /// What the rules ask of each area, in the order of the board.
    pub places: Vec<Place>,
    /// The powers, then the minors.
    pub nations: Vec<Nation>,
    /// Corps.
    pub corps: Vec<CorpsDef>,
    /// Counters that are no corps: cossacks, freikorps, guerillas and fleets.
    pub loose: Vec<Loose>,
    /// Leaders.
    pub leaders: Vec<LeaderDef>,
    /// The ways out of each area, as retreats take them.
    pub ways: Vec<Vec<Way>>,
    /// Figures of depots, movement and supply.
    pub figures: Figures,
    /// Figures of politics, reinforcement and scoring.
    pub year: YearFigures,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Rules that players may agree on.
    pub options: Vec<Agreed>,
}

impl Data {
    /// Reads and checks all files.
    pub fn read(files: &Files<'_>) -> Result<Data, DataFault> {
        let board = areafile::read("board.txt", files.board)
            .map_err(|e| DataFault::new("board.txt", e.line as u64, e.what))?;
        let figures = figures::read(files.tables, &board)?;
        let nations = nations::read(files.powers, &board)?;
        let places = places::read(files, &board, &nations, &figures)?;
        let year = year::read(files.tables, &nations)?;
        let (corps, loose) = counters::read_corps(files.corps, &nations)?;
        nations::check_corps(files.powers, &nations, &corps)?;
        let leaders = counters::read_leaders(files.leaders, &nations)?;
        // Scenarios look names up in all the rest, so they come last.
        let (scenarios, options) = (vec![], vec![]);
        let ways_of = |a: AreaId| {
            let to = board.neighbours(a).iter();
            to.map(|(b, kind)| Way { to: b.0, crossing: *kind == LinkKind::Crossing }).collect()
        };
        let ways = board.areas().map(ways_of).collect();
        let mut out =
            Data { board, places, nations, corps, loose, leaders, ways, figures, year, scenarios, options };
        (out.scenarios, out.options) = scenarios::read(files.scenarios, &out)?;
        setup::read(files.setup, &mut out)?;
        out.check_room()?;
        Ok(out)
    }

    /// A position is made of arrays of fixed length.
    fn check_room(&self) -> Result<(), DataFault> {
        use crate::play::land::{areaset::AREAS, position};
        let lists = [
            ("board.txt", self.board.len(), AREAS),
            ("board.txt", self.board.parts().seas.len(), 32),
            ("powers.toml", self.nations.len(), position::NATIONS),
            ("corps.csv", self.corps.len(), position::CORPS),
            ("leaders.csv", self.leaders.len(), position::LEADERS),
        ];
        for (file, len, room) in lists {
            if len > room {
                return Err(DataFault::new(
                    file,
                    1,
                    format!("there is room for {room} of these, not for {len}"),
                ));
            }
        }
        for s in &self.scenarios {
            let fleets = s.entries.iter().filter(|e| e.thing == Thing::Fleet);
            if fleets.map(|e| usize::from(e.count)).sum::<usize>() > position::FLEETS {
                let what = format!("`{}` has more than {} fleets", s.id, position::FLEETS);
                return Err(DataFault::new("setup.csv", 1, what));
            }
        }
        Ok(())
    }

    /// The area with a short id. A search: keep the answer.
    pub fn area(&self, id: &str) -> Option<AreaId> {
        self.board.area_named(id)
    }

    /// The sea with a short id. A search: keep the answer.
    pub fn sea(&self, id: &str) -> Option<SeaId> {
        self.board.sea_named(id)
    }

    /// The power or minor with an id.
    pub fn nation(&self, id: &str) -> Option<u8> {
        nations::index(&self.nations, id)
    }

    /// The power with an id.
    pub fn power(&self, id: &str) -> Option<u8> {
        self.nation(id).filter(|n| usize::from(*n) < POWERS)
    }

    /// The corps with an id.
    pub fn corps_named(&self, id: &str) -> Option<usize> {
        self.corps.iter().position(|c| c.id == id)
    }

    /// The leader with an id.
    pub fn leader_named(&self, id: &str) -> Option<usize> {
        self.leaders.iter().position(|c| c.id == id)
    }

    /// The scenario with an id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }

    /// What an area is to the rules.
    pub fn place(&self, area: AreaId) -> &Place {
        &self.places[area.index()]
    }
}
