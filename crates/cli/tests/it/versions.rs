//! A change of rules or data raises the version of the rules: `recorded/versions.txt` has a line for each version that landed, with a hash of the
//! data that positions and legal actions follow from, and one of what the recorded games came to. Without it, games that are stored would come to other
//! positions under the same version, and nobody could say why.

use sandtable_core::hash::stable_hash;
use sandtable_games::{GAMES, game};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What no position and no legal action follows from: words, sources from which the board is compiled, weights of bots.
const NO_RULES: [&str; 11] = [
    "teach",
    "puzzles",
    "rules.tsv",
    "bot.toml",
    "planner.toml",
    "planner-start.toml",
    "audit.csv",
    "georef.toml",
    "sheet.txt",
    "overrides.csv",
    "deviations.csv",
];

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder and those below it, in a fixed order.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap();
        if NO_RULES.contains(&name) {
            continue;
        }
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
}

/// A hash of the data of a game; comments and empty lines do not count.
fn data_hash(id: &str) -> String {
    let folder = top().join("crates/games").join(id).join("data");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(paths.len() > 2, "{id}: {paths:?}");
    let mut told = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::trim_end).filter(|l| !l.is_empty() && !l.starts_with('#'));
        told.push((name, lines.map(str::to_string).collect::<Vec<_>>()));
    }
    format!("{:016x}", stable_hash(&told))
}

/// A hash of what the recorded games of a title came to: who moved, every die, and the position after each move.
fn recorded_hash(id: &str) -> String {
    let packed = std::fs::File::open(top().join("recorded").join(format!("{id}.jsonl.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    let mut told = Vec::new();
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        for entry in game["record"]["moves"].as_array().unwrap() {
            told.push(format!("{} {} {}", entry["side"], entry["dice"], entry["hash"]));
        }
    }
    assert!(told.len() > 100, "{id}");
    format!("{:016x}", stable_hash(&told))
}

#[test]
fn rules_and_data_are_those_of_their_version() {
    let path = top().join("recorded/versions.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let lines: Vec<Vec<&str>> =
        text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split_whitespace().collect()).collect();
    assert!(
        lines.iter().all(|l| l.len() == 4),
        "a line is: game, version of its rules, data, recorded games"
    );
    let mut wrong = Vec::new();
    for id in GAMES {
        let today = game(id).unwrap().about().rules_version;
        let landed: Vec<u32> = lines.iter().filter(|l| l[0] == *id).map(|l| l[1].parse().unwrap()).collect();
        assert!(landed.is_sorted_by(|a, b| a < b), "{id}: the versions in {} go up", path.display());
        assert!(landed.iter().all(|v| *v <= today), "{id}: a version of its rules is taken back");
        let (data, recorded) = (data_hash(id), recorded_hash(id));
        let line = format!("{id} {today} {data} {recorded}");
        match lines.iter().find(|l| l[0] == *id && l[1].parse() == Ok(today)) {
            None => wrong.push(format!(
                "{id}: version {today} of its rules is new. Add to recorded/versions.txt, and a game to crates/cli/tests/stored:\n    {line}"
            )),
            Some(l) if l[2] != data || l[3] != recorded => wrong.push(format!(
                "{id}: its {} changed, but version {today} of its rules has landed. Stored games of that version would come to other \
                 positions. Raise `rules_version` in crates/games/{id}/src/about.rs to {}, and keep the lines that are there",
                if l[2] == data { "recorded games" } else { "data" },
                today + 1
            )),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
