//! The data files: what they hold, and what is said of a broken one.

mod calendar;
mod components;
mod faults;
mod figures;
mod ground;
use crate::scene;
mod starts;

use crate::scene::game;
use sandtable_datafile::DataFault;
use sandtable_lodz::data::{Data, FILES, Files, Scenario, SetUp};

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
fn name(s: &Scenario, hex: sandtable_lodz::position::HexId) -> String {
    game().d.maps[usize::from(s.map)].name(hex)
}

/// A file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum File {
    Board,
    Masuria,
    Units,
    Tables,
    Scenarios,
    SetUp,
}

impl File {
    fn of<'f, 'a>(self, files: &'f mut Files<'a>) -> &'f mut &'a str {
        match self {
            File::Board => &mut files.board,
            File::Masuria => &mut files.masuria,
            File::Units => &mut files.units,
            File::Tables => &mut files.tables,
            File::Scenarios => &mut files.scenarios,
            File::SetUp => &mut files.setup,
        }
    }

    fn text(self) -> &'static str {
        let mut files = FILES;
        self.of(&mut files)
    }
}

/// Reads the files with another text for one of them.
fn with_text(file: File, text: &str) -> Result<Data, DataFault> {
    let mut files: Files<'_> = FILES;
    *file.of(&mut files) = text;
    Data::read(&files)
}

/// Reads the files with one part of one of them changed.
fn with(file: File, from: &str, to: &str) -> Result<Data, DataFault> {
    assert_eq!(file.text().matches(from).count(), 1, "{file:?}: {from}");
    with_text(file, &file.text().replacen(from, to, 1))
}

/// The same, for a change that is in order.
fn changed(file: File, from: &str, to: &str) -> Data {
    with(file, from, to).unwrap_or_else(|e| panic!("{e}"))
}
