//! Games of every scenario that bots played, kept with the hash after every move and of all that they told. A change of the
//! program that changes what they play or say fails; where that was meant, `sandtable record recorded` makes them anew. Each game's own
//! tests replay its games (`conforms!`); here the command is tested.

use std::path::Path;
use std::process::Command;

#[test]
fn games_of_drill_play_and_speak_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recorded");
    let out = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["record", "--check", "--game", "drill"])
        .arg(folder)
        .output()
        .expect("the program runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(String::from_utf8_lossy(&out.stdout).contains("play and speak as recorded"));
}

#[test]
fn a_broken_or_missing_file_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command
            .args(["record", "--check", "--game", "fury"])
            .arg(folder.path())
            .output()
            .expect("the program runs")
    };
    assert_eq!(run().status.code(), Some(1));
    std::fs::write(folder.path().join("fury.jsonl.gz"), b"no archive").expect("a file");
    let out = run();
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stderr).contains("fury.jsonl.gz"));
}
