//! The data files of Tannenberg, read once into dense tables. Each complaint names the file and the line.

mod counters;
mod places;
mod scenarios;

pub use scenarios::{Agreed, Apart, Area, Arrival, EndBonus, Player, Posting, Scenario, Where};

use crate::play::Own;
use sandtable_board::hexfile;
use sandtable_datafile::{DataFault, rows};
use sandtable_east::data::{Data, Map, Params};
use serde::Deserialize;

sandtable_datafile::data_files! {
    board = "board.txt",
    tables = "tables.toml",
    units = "units.csv",
    hqs = "hqs.csv",
    setup = "setup.csv",
    scenarios = "scenarios.toml",
    bot = "bot.toml",
    planner = "planner.toml",
}

/// Everything of Tannenberg that never changes; one value is shared by all games at the table.
#[derive(Clone, Debug)]
pub struct GameData {
    /// What the standard rules work on.
    pub data: Data,
    /// Tables of the exclusive rules.
    pub own: Own,
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Rules that players may agree on.
    pub options: Vec<Agreed>,
}

/// Where the values of the headquarters come from: `rulebook` if all of them do.
pub(crate) fn hq_source(files: &Files<'_>) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Row {
        source: String,
    }
    let all = rows::<Row>("hqs.csv", files.hqs).map_err(|e| e.to_string())?;
    let read = all.iter().all(|(_, r)| r.source == "rulebook");
    Ok(if read { "rulebook" } else { "reconstructed" }.to_string())
}

impl GameData {
    /// Reads and checks all files.
    pub fn read(files: &Files<'_>) -> Result<GameData, DataFault> {
        let params = Params::read(files.tables)?;
        GameData::with(files, params)
    }

    /// Reads the files with parameters that a scenario has changed.
    fn with(files: &Files<'_>, params: Params) -> Result<GameData, DataFault> {
        let board = hexfile::read("board.txt", files.board)
            .map_err(|e| DataFault::new("board.txt", e.line as u64, e.what))?;
        let additions = places::read(files.tables, &params, &board)?;
        let map = Map::new(&params, board, additions)?;
        let units = counters::read(files.units, files.hqs, &params)?;
        let mut data = Data { params, map, units };
        let own = Own::read(files.tables)?;
        let (scenarios, options) = scenarios::read(files.scenarios, files.setup, &data)?;
        for unit in &mut data.units {
            unit.ally = scenarios::ally(&scenarios, &data.params, unit);
        }
        Ok(GameData { data, own, scenarios, options })
    }

    /// The same for one scenario: the frozen ground and rail capacities that it sets take the place of the usual ones.
    pub fn for_scenario(files: &Files<'_>, id: &str) -> Result<GameData, DataFault> {
        GameData::read(files)?.with_scenario(files, id)
    }

    /// The same from what has been read already; only another terrain chart needs another map.
    pub fn with_scenario(&self, files: &Files<'_>, id: &str) -> Result<GameData, DataFault> {
        let Some(scenario) = self.scenarios.iter().find(|s| s.id == id) else {
            return Err(DataFault::new("scenarios.toml", 1, format!("there is no scenario `{id}`")));
        };
        let mut params = self.data.params.clone();
        for change in &scenario.frozen {
            if !params.chart.change(change) {
                let what = format!("`{}` is no row of the terrain chart", change.id);
                return Err(DataFault::at("scenarios.toml", files.scenarios, &change.id, what));
            }
        }
        for army in &mut params.armies {
            if let Some(capacity) = scenario.rail_capacity.get(&army.id) {
                army.rail_capacity.clone_from(capacity);
            }
            if scenario.without.iter().any(|r| r == "15/11.0") {
                army.replacement = None;
            }
        }
        params.last_turn = scenario.last_turn;
        params.first = params.armies.iter().find(|a| a.id == scenario.first_player).map_or(0, |a| a.side);
        if !scenario.frozen.is_empty() {
            return GameData::with(files, params);
        }
        let mut out = self.clone();
        out.data.params = params;
        Ok(out)
    }
}
