//! Advice and reasons of bots in the terminal.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const FIGHT: &str = r#"
turn = "S1"
phase = "attacks"
side = "ru"
front = "north"
activation = 1
unit = [
  { piece = "ru-iii", hex = "1405" },
  { piece = "ru-iv", hex = "1405" },
  { piece = "hq-ru-i", hex = "1505" },
  { piece = "de-xvii", hex = "1304" },
  { piece = "hq-de-viii", hex = "1205" },
]
"#;

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn text(out: Output) -> String {
    String::from_utf8(out.stdout).unwrap()
}

/// What `play` prints for a script.
fn played(args: &[&str], script: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    text(child.wait_with_output().unwrap())
}

/// A file with a fight that Russia can declare.
fn fight() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let (position, file) = (dir.path().join("pos.toml"), dir.path().join("game.json"));
    std::fs::write(&position, FIGHT).unwrap();
    let (position, file) = (position.to_str().unwrap().to_string(), file.to_str().unwrap().to_string());
    let made = run(&["new", "fury", "campaign", "-o", &file, "--position", &position, "--seed", "3"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    (dir, file)
}

#[test]
fn a_hint_says_what_to_do_and_why_and_changes_nothing() {
    let (_dir, file) = fight();
    let before = std::fs::read(&file).unwrap();
    // Two seconds: on a busy machine a level of 50 ms may find no time to weigh anything.
    let out = text(run(&["hint", &file, "--level", "marshal"]));
    assert!(out.starts_with("marshal would do:") && out.contains("weighed"), "{out}");
    assert!(out.contains("must     rule 2.2f: RU I Army must begin an attack"), "{out}");
    let out = text(run(&["hint", &file, "--level", "marshal", "--side", "ru", "--json"]));
    let hint: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(hint["why"]["weighed"].as_array().unwrap().len() > 1, "{out}");
    assert_eq!(hint["why"]["duty"]["rule"], "2.2f", "{out}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // What is advised can be done, by its number as by its text.
    let list = text(run(&["actions", &file]));
    let number = hint["action"]["number"].as_u64().unwrap();
    let action = hint["action"]["text"].as_str().unwrap();
    assert!(list.lines().any(|l| l.trim_start() == format!("{number}  {action}")), "{list}");
    assert!(run(&["do", &file, action]).status.success());
}

#[test]
fn a_level_without_reasons_advises_too() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.json");
    let file = file.to_str().unwrap();
    let made = run(&["new", "orel", "historical", "-o", file, "--seed", "3"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let out = text(run(&["hint", file, "--level", "regular"]));
    assert!(out.starts_with("regular would do:") && out.contains("gives no reasons"), "{out}");
}

#[test]
fn a_hint_is_refused_where_there_is_nothing_to_decide() {
    let (_dir, file) = fight();
    for (args, status, message) in [
        (vec!["--side", "cp"], 2, "cp"),
        (vec!["--side", "gb"], 1, "there is no side `gb`"),
        (vec!["--level", "genius"], 1, "there is no level `genius`"),
        (vec!["--level", "analysis:1h"], 1, "there is no level"),
    ] {
        let mut all = vec!["hint", file.as_str()];
        all.extend(args);
        let out = run(&all);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(status), "{all:?}: {said}");
        assert!(said.contains(message), "{all:?}: {said}");
    }
}

#[test]
fn play_gives_hints_and_explains_only_when_asked() {
    let game = ["fury", "campaign", "--bot", "ru=veteran", "--seed", "2"];
    let explained = played(&[&game[..], &["--explain"]].concat(), "quit\n");
    assert!(explained.contains("\n  plan     "), "{explained}");
    let silent = played(&game, "?\nhint veteran\nhint genius\nquit\n");
    let (bots, mine) = silent.split_once("> ").unwrap();
    assert!(!bots.contains("  plan ") && !bots.contains("weighed"), "{bots}");
    assert!(mine.contains("hint LEVEL"), "{mine}");
    assert!(mine.contains("veteran would do:"), "{mine}");
    assert!(mine.contains("no: there is no level `genius`"), "{mine}");
}
