//! The data files.

use sandtable_orel::data::{FILES, Orel};

#[test]
fn all_files_are_read() {
    let d = Orel::read(&FILES).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((d.units.len(), d.formations.len(), d.scenarios.len(), d.events.len()), (126, 31, 3, 24));
}
