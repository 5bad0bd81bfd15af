//! The data files: what they hold, and what is said of a broken one.

mod calendar;
mod components;
mod faults;
mod figures;
mod ground;
mod starts;

use crate::scene::{self, game};
use sandtable_lodz::data::{Data, FILES, Files, Scenario, SetUp};
use sandtable_testkit::DataFiles;

/// A scenario by id.
fn scenario(id: &str) -> &'static Scenario {
    game().d.scenarios.iter().find(|s| s.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

/// The row of a counter in a scenario.
fn row(s: &'static Scenario, id: &str) -> &'static SetUp {
    let unit = scene::unit(id);
    s.setup.iter().find(|r| r.unit == unit).unwrap_or_else(|| panic!("{id} is not in {}", s.id))
}

/// The number of a hex on the board of a scenario.
fn name(s: &Scenario, hex: scene::HexId) -> String {
    game().d.maps[usize::from(s.map)].name(hex)
}

const BOARD: &str = "board.txt";
const MASURIA: &str = "masuria/board.txt";
const UNITS: &str = "units.csv";
const TABLES: &str = "tables.toml";
const SCENARIOS: &str = "scenarios.toml";
const SET_UP: &str = "setup.csv";

/// The files, to be changed.
static DATA: DataFiles<Data> = DataFiles {
    text: |file| *text_of(&mut { FILES }, file),
    read: |file, text| {
        let mut files: Files<'_> = FILES;
        *text_of(&mut files, file) = text;
        Data::read(&files)
    },
};

/// The text of a file.
fn text_of<'f, 'a>(files: &'f mut Files<'a>, file: &str) -> &'f mut &'a str {
    match file {
        BOARD => &mut files.board,
        MASURIA => &mut files.masuria,
        UNITS => &mut files.units,
        TABLES => &mut files.tables,
        SCENARIOS => &mut files.scenarios,
        SET_UP => &mut files.setup,
        other => panic!("there is no {other}"),
    }
}
