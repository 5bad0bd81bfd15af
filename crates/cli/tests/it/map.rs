//! `sandtable map` from the outside.

// Helpers outside of test functions may unwrap as well: it is all tests here.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BOARDS: [&str; 7] = ["drill", "fury", "tannenberg", "empires", "orel", "lodz", "lodz-masuria"];

fn sandtable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn stdout(o: &Output) -> String {
    String::from_utf8(o.stdout.clone()).unwrap()
}

fn stderr(o: &Output) -> String {
    String::from_utf8(o.stderr.clone()).unwrap()
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A copy of the geography and of the games' data.
fn copy() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let games = std::fs::read_dir(data().join("games")).unwrap().map(|game| game.unwrap().file_name());
    let games = games.map(|game| Path::new("games").join(game));
    for folder in games.chain([PathBuf::from("atlas")]).map(|folder| folder.join("data")) {
        copy_folder(&data().join(&folder), &dir.path().join(&folder));
    }
    dir
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn the_list_names_all_boards_with_their_counts() {
    let out = sandtable(&["map"]);
    assert!(out.status.success());
    let text = stdout(&out);
    for id in BOARDS {
        assert!(text.lines().any(|l| l.starts_with(id)), "{id} is not in\n{text}");
    }
    assert!(text.contains("352 hexes") && text.contains("640 hexes") && text.contains("areas"), "{text}");
    let one = stdout(&sandtable(&["map", "orel"]));
    assert!(one.contains("The Battle of Orel") && !one.contains("Fury"), "{one}");
}

#[test]
fn the_list_is_there_for_programs() {
    let out = sandtable(&["map", "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let ids: Vec<&str> = rows.as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    assert_eq!(ids, BOARDS);
    assert_eq!(rows[1]["counts"]["hexes"], 16 * 22);
    assert_eq!(rows[1]["provenance"], "reconstructed");
    for row in rows.as_array().unwrap() {
        assert!(!row["title"].as_str().unwrap().is_empty());
        assert!(row["counts"].as_object().unwrap().values().all(serde_json::Value::is_u64));
    }
    let fury = &rows[1]["counts"];
    assert!(fury["fortresses"].as_u64() < fury["places"].as_u64());
    assert!(fury["railways"].as_u64() > Some(20), "{fury}");
    let empires = &rows[3]["counts"];
    assert!(empires["ports"].as_u64() < empires["cities"].as_u64());
    assert!(empires["links"].as_u64() > empires["areas"].as_u64());
    let one: serde_json::Value =
        serde_json::from_slice(&sandtable(&["map", "lodz", "--json"]).stdout).unwrap();
    assert_eq!((one.as_array().unwrap().len(), one[0]["id"].as_str()), (1, Some("lodz")));
}

#[test]
fn a_board_is_drawn_into_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("fury.svg");
    let name = file.to_str().unwrap();
    let out = sandtable(&["map", "fury", "--svg", name]);
    assert!(out.status.success(), "{}", stderr(&out));
    assert!(stdout(&out).contains(name) && stdout(&out).contains("kB"));
    let full = std::fs::read_to_string(&file).unwrap();
    assert!(full.starts_with("<svg ") && full.ends_with("</svg>\n"));
    // The other zoom replaces the file and draws no numbers.
    assert!(sandtable(&["map", "fury", "--svg", name, "--zoom", "overview"]).status.success());
    let far = std::fs::read_to_string(&file).unwrap();
    assert!(full.contains(">0614<") && !far.contains(">0614<"));
    let areas = dir.path().join("empires.svg");
    assert!(sandtable(&["map", "empires", "--svg", areas.to_str().unwrap()]).status.success());
    assert!(std::fs::read_to_string(&areas).unwrap().contains("id=\"area-par\""));
    let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "no temporary file is left");
    // A name without a folder is a file where the command runs.
    let done = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["map", "orel", "--svg", "here.svg"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(done.status.success() && dir.path().join("here.svg").exists());
}

#[cfg(unix)]
#[test]
fn a_drawing_keeps_the_permissions_of_the_file_it_replaces() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("orel.svg");
    let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert!(sandtable(&["map", "orel", "--svg", file.to_str().unwrap()]).status.success());
    assert_eq!(mode(), 0o644);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert!(sandtable(&["map", "orel", "--svg", file.to_str().unwrap()]).status.success());
    assert_eq!(mode(), 0o600);
}

#[test]
fn a_made_up_board_is_not_compiled() {
    let out = sandtable(&["map", "drill", "--compile", "--check", "--data", data().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("is made up"), "{}", stderr(&out));
}

#[test]
fn an_unknown_board_is_answered_with_the_list() {
    for args in
        [&["map", "verdun"][..], &["map", "verdun", "--compile"], &["map", "verdun", "--svg", "x.svg"]]
    {
        let out = sandtable(args);
        assert_eq!(out.status.code(), Some(1));
        let told = stderr(&out);
        assert!(told.contains("there is no board `verdun`"), "{told}");
        assert!(BOARDS.iter().all(|id| told.contains(id)), "{told}");
        assert!(out.stdout.is_empty());
    }
}

#[test]
fn a_drawing_needs_a_board() {
    let out = sandtable(&["map", "--svg", "x.svg"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("name the board to draw"));
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_the_old_file_stays() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("no/such/folder/fury.svg");
    let out = sandtable(&["map", "fury", "--svg", missing.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("choose a place that can be written"), "{}", stderr(&out));
    assert!(!missing.exists());
    // A folder stands where the file should go; what is in it stays.
    let taken = dir.path().join("taken.svg");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("old"), "old").unwrap();
    let out = sandtable(&["map", "fury", "--svg", taken.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(taken.join("old")).unwrap(), "old");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "no temporary file is left");
}

/// The new drawing is written beside the old one first; where that cannot be, the old one is not touched.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_leaves_the_old_drawing() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("fury.svg");
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let forbidden = std::fs::write(dir.path().join("probe"), "").is_err();
    let out = sandtable(&["map", "fury", "--svg", file.to_str().unwrap()]);
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    // A user who may write anywhere is not stopped by the folder.
    if forbidden {
        assert_eq!(out.status.code(), Some(1));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    } else {
        assert!(out.status.success());
    }
}

#[test]
fn the_committed_boards_are_what_their_sources_give() {
    let out = sandtable(&["map", "--compile", "--check", "--data", data().to_str().unwrap()]);
    assert!(out.status.success(), "{}", stderr(&out));
    assert!(out.stdout.is_empty());
}

#[test]
fn a_changed_board_is_found_and_compiled_anew() {
    let dir = copy();
    let path = dir.path().to_str().unwrap();
    let board = dir.path().join("games/orel/data/board.txt");
    let good = std::fs::read_to_string(&board).unwrap();
    std::fs::write(&board, good.replacen("clear", "forest", 1)).unwrap();
    std::fs::remove_file(dir.path().join("games/fury/data/board.txt")).unwrap();
    let out = sandtable(&["map", "--compile", "--check", "--data", path]);
    assert_eq!(out.status.code(), Some(1));
    let told = stderr(&out);
    assert!(told.contains("orel/data/board.txt") && told.contains("fury/data/board.txt"), "{told}");
    assert!(!told.contains("lodz") && told.contains("run sandtable map --compile"), "{told}");
    assert_ne!(std::fs::read_to_string(&board).unwrap(), good, "a check writes nothing");
    // One board alone, then all.
    let out = sandtable(&["map", "orel", "--compile", "--data", path]);
    assert!(out.status.success() && stdout(&out).lines().count() == 1, "{}", stdout(&out));
    assert_eq!(std::fs::read_to_string(&board).unwrap(), good);
    assert!(!dir.path().join("games/fury/data/board.txt").exists());
    let out = sandtable(&["map", "--compile", "--data", path]);
    assert!(out.status.success() && stdout(&out).lines().count() == 6, "{}", stdout(&out));
    assert!(sandtable(&["map", "--compile", "--check", "--data", path]).status.success());
}

#[test]
fn broken_sources_are_told_with_file_and_line_and_change_nothing() {
    let dir = copy();
    let sheet = dir.path().join("games/fury/data/sheet.txt");
    let text = std::fs::read_to_string(&sheet).unwrap();
    std::fs::write(&sheet, text.replacen("[terrain sea]", "[terrain see]", 1)).unwrap();
    let board = dir.path().join("games/fury/data/board.txt");
    let before = std::fs::read(&board).unwrap();
    let out = sandtable(&["map", "fury", "--compile", "--data", dir.path().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    let line = text.lines().position(|l| l == "[terrain sea]").unwrap() + 1;
    assert!(stderr(&out).contains(&format!("fury/data/sheet.txt:{line}: terrain `see`")), "{}", stderr(&out));
    assert_eq!(std::fs::read(&board).unwrap(), before);
    let out = sandtable(&["map", "--compile", "--data", "/no/such/folder"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("/no/such/folder"), "{}", stderr(&out));
}

#[test]
fn the_audit_passes_and_is_there_for_programs() {
    let path = data();
    let out = sandtable(&["map", "--audit", "--json", "--data", path.to_str().unwrap()]);
    assert!(out.status.success(), "{}", stderr(&out));
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let ids: Vec<&str> = rows.as_array().unwrap().iter().map(|r| r["board"].as_str().unwrap()).collect();
    let compiled = ["empires", "fury", "lodz", "lodz-masuria", "orel", "tannenberg"];
    assert_eq!(ids, compiled, "a made-up country has no geography");
    for row in rows.as_array().unwrap() {
        assert_eq!(row["failures"], serde_json::json!([]), "{row}");
        assert!(row["passed"].as_object().unwrap().len() > 3);
        assert!(!row["notes"].as_array().unwrap().is_empty());
    }
    assert!(rows[1]["fit"].as_array().unwrap().iter().all(|f| f["error"].as_f64() < Some(3.0)));
    let out = sandtable(&["map", "orel", "--audit", "--data", path.to_str().unwrap()]);
    assert!(stdout(&out).starts_with("orel\n") && !stdout(&out).contains("fury"), "{}", stdout(&out));
    assert!(!stdout(&out).contains("FAIL"));
}

#[test]
fn an_audit_that_fails_says_so() {
    let dir = copy();
    let file = dir.path().join("games/orel/data/audit.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}test,fortress,0101,nobody\n")).unwrap();
    let path = dir.path().to_str().unwrap();
    let out = sandtable(&["map", "--audit", "--data", path]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("1 checks fail"), "{}", stderr(&out));
    assert!(stdout(&out).contains("FAIL         fortresses: test fortress 0101"));
    let out = sandtable(&["map", "fury", "--audit", "--data", path]);
    assert!(out.status.success(), "another board is not to blame");
}

#[test]
fn arguments_that_do_not_go_together_are_refused() {
    for args in [
        &["map", "--check"][..],
        &["map", "--compile", "--audit"],
        &["map", "fury", "--compile", "--svg", "x.svg"],
        &["map", "fury", "--svg", "x.svg", "--zoom", "huge"],
    ] {
        let out = sandtable(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&out).contains("Usage") || stderr(&out).contains("possible values"),
            "{}",
            stderr(&out)
        );
    }
}
