//! Games that were stored under every version of the rules that landed: each goes on, or is closed where it last stood with its file as it is.

use sandtable_bots::registry::OpenOptions;
use sandtable_core::record::AnyRecord;
use sandtable_games::{GAMES, game};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn stored() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The exit status, what is printed, and what is said beside.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (out.status.code(), text(&out.stdout), text(&out.stderr))
}

#[test]
fn stored_games_of_every_version_go_on_or_are_closed() {
    let all = stored();
    for id in GAMES {
        let today = game(id).unwrap().about().rules_version;
        let here = all.iter().any(|(path, _)| path.ends_with(format!("{id}-v{today}.json")));
        assert!(
            here,
            "store a game of version {today} of {id} in crates/cli/tests/stored/{id}-v{today}.json"
        );
    }
    for (path, text) in &all {
        let record: AnyRecord = serde_json::from_str(text).unwrap();
        let game = game(&record.head.game).unwrap();
        let (session, closed) = game.reopen(&record, OpenOptions::default()).unwrap();
        match closed {
            None => assert_eq!(session.moves(), record.moves.len(), "{}", path.display()),
            Some(closed) => {
                assert!(record.head.rules < game.about().rules_version, "{}: {}", path.display(), closed.why);
                assert_eq!(session.moves() + 1, closed.number, "{}", path.display());
            }
        }
    }
}

#[test]
fn a_file_that_no_longer_replays_is_told_shown_and_left_alone() {
    let (_, text) = stored().into_iter().find(|(path, _)| path.ends_with("drill-v2.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    let mut record: Value = serde_json::from_str(&text).unwrap();
    let (status, told, _) = run_on(&path, &record, &["verify", file, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((status, &told["dice"]), (Some(0), &json!("seeded")), "{told}");
    // The fifth move was legal under older rules.
    record["rules"] = json!(1);
    record["moves"][4]["action"] = json!({"movement": {"move": {"to": 0, "unit": 4}}});
    let changed = record.to_string();
    for command in ["verify", "show", "undo", "actions", "log"] {
        let (status, _, why) = run_on(&path, &record, &[command, file]);
        assert_eq!(status, Some(1), "{command}: {why}");
        assert!(why.contains("move 5: ") && why.contains("rules version 1"), "{command}: {why}");
        assert!(why.contains("valid up to move 4"), "{command}: {why}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed, "{command} changes nothing");
    }
    let (status, shown, why) = run_on(&path, &record, &["show", file, "--valid", "--json"]);
    assert_eq!(status, Some(0), "{why}");
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap()["moves"], 4);
    assert!(why.contains("shown after 4 of"), "{why}");
    // Legal still, but what it comes to is another position: nobody plays on as if nothing had happened.
    let mut moved: Value = serde_json::from_str(&text).unwrap();
    moved["rules"] = json!(1);
    moved["moves"][6]["hash"] = json!("0".repeat(16));
    for command in [&["undo", file][..], &["do", file, "1"]] {
        let (status, _, why) = run_on(&path, &moved, command);
        assert_eq!(status, Some(1), "{why}");
        assert!(why.contains("after move 7 is another one"), "{why}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), moved.to_string());
    }
}

#[test]
fn verify_says_what_it_cannot_prove() {
    let (_, text) = stored().into_iter().find(|(path, _)| path.ends_with("drill-v2.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let rolled = whole["moves"].as_array().unwrap().iter().position(|m| m.get("dice").is_some()).unwrap();
    let mut closed = whole.clone();
    closed["dice"]["secrets"] = json!([null]);
    let (status, told, why) = run_on(&path, &closed, &["verify", file]);
    assert_eq!(status, Some(3), "{why}");
    assert!(why.contains("the moves are legal; the dice can't be proved: secret 1 is missing"), "{why}");
    assert!(told.contains("every action legal"), "{told}");
    let (status, told, _) = run_on(&path, &closed, &["verify", file, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((status, &told["dice"], &told["ok"]), (Some(3), &json!("unproved"), &json!(true)));
    let mut empty = whole.clone();
    (empty["dice"]["seals"], empty["dice"]["secrets"]) = (json!([]), json!([]));
    let (status, _, why) = run_on(&path, &empty, &["verify", file]);
    assert!(status == Some(1) && why.contains("no seal"), "{why}");
    // Between strangers no die is typed in, whatever a mark says; without the mark it is not the one that was sealed.
    let mut marked = whole.clone();
    marked["dice"]["hand"] = json!(false);
    marked["moves"][rolled]["hand"] = json!(true);
    let (status, _, why) = run_on(&path, &marked, &["verify", file]);
    assert!(status == Some(3) && why.contains("came from a file or from another game"), "{why}");
    let last = whole["moves"].as_array().unwrap().iter().rposition(|m| m.get("dice").is_some()).unwrap();
    assert!(last > rolled);
    let mut marked = whole.clone();
    marked["dice"]["hand"] = json!(false);
    marked["moves"][last]["hand"] = json!(true);
    let (status, _, why) = run_on(&path, &marked, &["verify", file]);
    assert!(status == Some(1) && why.contains("marked as rolled by hand"), "{why}");
    // At one's own table they are typed in, and said to be.
    marked["dice"]["hand"] = json!(true);
    let (status, told, _) = run_on(&path, &marked, &["verify", file, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (status, &told["dice"], &told["proof"]["typed_in"]),
        (Some(0), &json!("typed in"), &json!([last + 1]))
    );
}

fn run_on(path: &Path, record: &Value, args: &[&str]) -> (Option<i32>, String, String) {
    std::fs::write(path, record.to_string()).unwrap();
    run(args)
}
