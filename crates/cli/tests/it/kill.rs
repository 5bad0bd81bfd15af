//! The program killed in mid-game, as `strain kill` does it for longer.

use crate::strain::killing;

#[test]
fn what_was_acknowledged_survives_a_kill_and_nothing_is_there_twice() {
    let folder = tempfile::tempdir().unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_sandtable"));
    let report = killing::run(program, &folder.path().join("games.sqlite"), 3_000, 4, 11).unwrap();
    assert!(report.kills >= 2 && report.actions >= 3_000, "{report:?}");
}
