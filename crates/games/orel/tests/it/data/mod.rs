//! The data files: what they hold, and what is said of a broken one.

mod components;
mod faults;
mod figures;
mod ground;
mod order;

use sandtable_datafile::DataFault;
use sandtable_orel::data::{Data, FILES, Files};
use std::sync::LazyLock;

static D: LazyLock<Data> = LazyLock::new(|| Data::read(&FILES).unwrap_or_else(|e| panic!("{e}")));

/// The index of a unit.
fn unit(id: &str) -> u8 {
    D.unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// The index of a hex.
fn hex(number: &str) -> u16 {
    D.map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// A file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum File {
    Board,
    Units,
    Formations,
    Tables,
    Scenarios,
    SetUp,
    Events,
}

impl File {
    fn of<'f, 'a>(self, files: &'f mut Files<'a>) -> &'f mut &'a str {
        match self {
            File::Board => &mut files.board,
            File::Units => &mut files.units,
            File::Formations => &mut files.formations,
            File::Tables => &mut files.tables,
            File::Scenarios => &mut files.scenarios,
            File::SetUp => &mut files.setup,
            File::Events => &mut files.events,
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
