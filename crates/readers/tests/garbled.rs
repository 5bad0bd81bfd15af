//! The readers with texts that were spoiled a little.

use sandtable_core::dice::Seeded;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::position_file::{Setting, write};
use sandtable_core::session::seeded;
use sandtable_core::{Options, Session};
use sandtable_drill::Drill;
use std::path::Path;
use std::sync::Arc;

/// Words that readers have trouble with.
const WORDS: [&str; 14] = [
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "99999999999999999999",
    "1e9",
    "null",
    "[]",
    "{}",
    "\"",
    "=",
    "#",
    "Ł",
];

/// A text with one to three things spoiled.
fn garbled(text: &str, chance: &mut Seeded) -> Vec<u8> {
    let mut text = text.to_string();
    for _ in 0..1 + chance.below(3) {
        let mut lines: Vec<&str> = text.split('\n').collect();
        let (a, b) = (chance.below(lines.len()), chance.below(lines.len()));
        let spoiled = match chance.below(6) {
            0 => text.chars().take(chance.below(text.len() + 1)).collect(),
            1 => {
                lines.remove(a);
                lines.join("\n")
            }
            2 => {
                lines.insert(a, lines[b]);
                lines.join("\n")
            }
            3 => {
                lines.swap(a, b);
                lines.join("\n")
            }
            _ => {
                // A word of a line becomes another one.
                let split = |c: char| c.is_whitespace() || ",:=".contains(c);
                let words: Vec<&str> = lines[a].split_inclusive(split).collect();
                let at = chance.below(words.len().max(1));
                let line: String = (words.iter().enumerate())
                    .map(|(i, w)| {
                        if i == at { format!("{} ", WORDS[chance.below(WORDS.len())]) } else { w.to_string() }
                    })
                    .collect();
                lines[a] = &line;
                lines.join("\n")
            }
        };
        text = spoiled;
    }
    text.into_bytes()
}

/// Gives a reader each text as it is, and spoiled this many times.
fn spoil(reader: fn(&[u8]), texts: &[String], times: usize) {
    let mut chance = Seeded::new(24);
    for text in texts {
        reader(text.as_bytes());
        for _ in 0..times {
            reader(&garbled(text, &mut chance));
        }
    }
}

/// The texts of the files in some folders of the project that end so.
fn files(folders: &[&str], end: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}")) {
            let path = entry.unwrap().path();
            if path.to_str().is_some_and(|p| p.ends_with(end)) {
                found.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    assert!(!found.is_empty(), "no file ends in {end}");
    found
}

/// A random game of Drill, and some of its moments as text.
fn played() -> (Session<Drill>, Vec<String>) {
    let game = Arc::new(Drill::new().unwrap());
    let mut session = Session::new(game.clone(), "towns", Options::new(), seeded(3), None).unwrap();
    let (mut player, mut moments) = (Recruit::new(3), Vec::new());
    while let Some(side) = session.to_decide().side() {
        if session.record().moves.len().is_multiple_of(12) {
            let setting = Setting { scenario: "towns", options: &session.record().head.options };
            moments.push(write(&*game, setting, session.position()).unwrap());
        }
        let action = player.choose(&*game, session.position(), side).unwrap();
        session.act(side, action, None).unwrap();
    }
    (session, moments)
}

#[test]
fn records() {
    let (session, _) = played();
    spoil(sandtable_readers::record, &[serde_json::to_string_pretty(session.record()).unwrap()], 100);
}

#[test]
fn positions() {
    spoil(sandtable_readers::position, &played().1, 60);
    if cfg!(feature = "games") {
        spoil(sandtable_readers::position, &files(&["docs/positions"], ".txt"), 60);
    }
}

#[test]
fn boards() {
    spoil(sandtable_readers::board, &files(&["crates/games/drill/data"], "board.txt"), 300);
}

#[test]
fn data() {
    spoil(sandtable_readers::data, &files(&["crates/games/drill/data"], ".csv"), 300);
    let weights = "[script]\nn = 1\nlist = [1, 2, 3]\n[score]\nm = 0.5\n[record]\ngames = 7\n";
    spoil(sandtable_readers::data, &[weights.to_string()], 300);
}

#[cfg(feature = "server")]
#[test]
fn requests() {
    let (session, _) = played();
    let file = serde_json::to_string(&serde_json::to_string(session.record()).unwrap()).unwrap();
    let texts = [
        r#"{"game": "drill", "scenario": "towns", "seats": {"blue": {"kind": "me"}, "red": {"kind": "bot", "level": "regular"}}}"#,
        r#"{"after": 3, "side": "blue", "action": 1, "dice": [1, 6]}"#,
        r#"{"after": 3, "action": "end movement"}"#,
        r#"{"after": 3, "action": {"Movement": "End"}}"#,
        r#"{"after": 3}"#,
        r#"{"at": 3, "seats": {"blue": {"kind": "open"}}, "explain": true}"#,
        r#"{"keys": ["0123456789abcdef"]}"#,
        r#"{"side": "blue"}"#,
        r#"{"pieces": ["b-1"], "place": "0304"}"#,
        &format!(r#"{{"file": {file}, "seats": {{}}}}"#),
    ];
    spoil(sandtable_readers::wire, &texts.map(str::to_string), 100);
}
