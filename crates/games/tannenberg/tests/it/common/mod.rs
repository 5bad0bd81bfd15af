//! What the tests share: the game, and short ways to set pieces.
#![allow(dead_code, clippy::unwrap_used)]

#[allow(unused_imports)]
pub use sandtable_core::rules;
use sandtable_east::Data;
use sandtable_east::standard::rail;
use sandtable_east::standard::strength::{self, Attack};
use sandtable_tannenberg::data::{FILES, Files, GameData};
use sandtable_tannenberg::position::Position;
use sandtable_testkit::DataFiles;
use std::sync::LazyLock;

#[path = "../../../../../east/tests/it/pieces.rs"]
mod pieces;
pub use pieces::*;

pub const DE: u8 = 0;
pub const RU: u8 = 1;

pub fn game() -> &'static GameData {
    static GAME: LazyLock<GameData> = LazyLock::new(|| GameData::read(&FILES).unwrap());
    &GAME
}

/// The data files, to be broken.
pub const DATA: DataFiles<GameData> = DataFiles {
    text: |file| part(&mut { FILES }, file),
    read: |file, text| {
        let mut files = FILES;
        *part(&mut files, file) = text;
        GameData::read(&files)
    },
};

fn part<'f, 'a>(files: &'f mut Files<'a>, file: &str) -> &'f mut &'a str {
    match file {
        "setup.csv" => &mut files.setup,
        "tables.toml" => &mut files.tables,
        "units.csv" => &mut files.units,
        _ => panic!("no {file}"),
    }
}

pub fn data() -> &'static Data {
    &game().data
}

/// The rule that keeps a unit of Tannenberg from entraining, if one does.
pub fn entrain_refused(p: &Position, who: &str) -> Option<String> {
    rail::entrain_breach(data(), p, id(data(), who)).map(|b| b.rule.to_string())
}

/// Attack total of some units and heroic headquarters against some hexes of Tannenberg.
pub fn attack_total(p: &Position, names: &[&str], heroes: &[&str], at: &[&str]) -> u16 {
    let d = data();
    let targets: Vec<u16> = at.iter().map(|n| hex(d, n)).collect();
    let attack = Attack { units: units(d, names), heroes: units(d, heroes), targets: &targets };
    strength::attack_total(d, p, &attack)
}

/// The rows of a CSV data file with all their columns, also those that the loader does not keep.
pub fn sheet(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}
