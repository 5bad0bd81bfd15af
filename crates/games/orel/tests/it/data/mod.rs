//! The data files: what they hold, and what is said of a broken one.

mod components;
mod faults;
mod figures;
mod ground;
mod order;

use sandtable_orel::data::{Data, FILES, Files};
use sandtable_orel::position::{HexId, UnitId};
use sandtable_testkit::DataFiles;
use std::sync::LazyLock;

static D: LazyLock<Data> = LazyLock::new(|| Data::read(&FILES).unwrap_or_else(|e| panic!("{e}")));

/// A unit by id.
fn unit(id: &str) -> UnitId {
    D.unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// The index of a hex.
fn hex(number: &str) -> HexId {
    D.map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

const BOARD: &str = "board.txt";
const COUNTERS: &str = "units.csv";
const FORMATIONS: &str = "formations.csv";
const TABLES: &str = "tables.toml";
const SCENARIOS: &str = "scenarios.toml";
const SETUP: &str = "setup.csv";
const EVENTS: &str = "events.toml";

/// The files, to be changed.
static DATA: DataFiles<Data> = DataFiles {
    text: |file| *text_of(&mut { FILES }, file),
    read: |file, text| Data::read(&with(&[(file, text)])),
};

/// The text of a file.
fn text_of<'f, 'a>(files: &'f mut Files<'a>, file: &str) -> &'f mut &'a str {
    match file {
        BOARD => &mut files.board,
        COUNTERS => &mut files.units,
        FORMATIONS => &mut files.formations,
        TABLES => &mut files.tables,
        SCENARIOS => &mut files.scenarios,
        SETUP => &mut files.setup,
        EVENTS => &mut files.events,
        other => panic!("there is no {other}"),
    }
}

/// The files with other texts for some of them.
fn with<'a>(others: &[(&str, &'a str)]) -> Files<'a> {
    let mut files: Files<'a> = FILES;
    others.iter().for_each(|(file, text)| *text_of(&mut files, file) = text);
    files
}
