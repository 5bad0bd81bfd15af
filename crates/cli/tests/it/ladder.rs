//! `ladder` and `sim --balance` from the outside.

// Helpers outside of test functions may unwrap as well: it is all tests here.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::process::{Command, Output};

fn run(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(line.split_whitespace()).output().unwrap()
}

fn ok(line: &str) -> String {
    let out = run(line);
    assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    assert!(out.stderr.is_empty(), "{line}: a bar is for terminals");
    String::from_utf8(out.stdout).unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(&ok(line)).unwrap()
}

const FURY: &str = "ladder fury campaign --games 4 --seed 3 --bots";

#[test]
fn a_ladder_repeats_from_its_seed_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let all = |threads: &str| {
        let (csv, svg) = (path(&format!("{threads}.csv")), path(&format!("{threads}.svg")));
        let table = ok(&format!("{FURY} recruit,regular --threads {threads} --csv {csv} --svg {svg}"));
        (table, std::fs::read_to_string(csv).unwrap(), std::fs::read_to_string(svg).unwrap())
    };
    let (table, csv, svg) = all("1");
    assert_eq!((table.clone(), csv.clone(), svg.clone()), all("2"));
    let rows: Vec<Vec<&str>> = csv.lines().map(|l| l.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "first,second,pair,seed,first_plays,winner,level,decisions,points");
    assert_eq!(rows.len(), 5);
    for pair in rows[1..].chunks(2) {
        assert_eq!(pair[0][..4], pair[1][..4], "a pair has one seed");
        assert_eq!((pair[0][4], pair[1][4]), ("ru", "cp"), "and the sides exchanged");
        for game in pair {
            let expected = if game[5].is_empty() {
                "0.5"
            } else if game[5] == game[4] {
                "1"
            } else {
                "0"
            };
            assert_eq!(game[8], expected, "{game:?}");
        }
    }
    assert!(table.contains("regular") && table.contains("regular - recruit"), "{table}");
    assert!(
        svg.starts_with("<svg") && svg.contains("Elo above recruit") && svg.contains(">regular<"),
        "{svg}"
    );
}

#[test]
fn ratings_and_matches_agree_for_programs() {
    let out = json(&format!("{FURY} regular,recruit --json"));
    let m = &out["matches"][0];
    let counted = ["won", "drawn", "lost"].map(|k| m[k].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), 4);
    let score = (counted[0] as f64 + counted[1] as f64 / 2.0) / 4.0;
    assert_eq!(m["score"].as_f64(), Some(score));
    assert_eq!(m["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2);
    let ends =
        m["score_interval"].as_array().unwrap().iter().map(|e| e.as_f64().unwrap()).collect::<Vec<_>>();
    assert!(ends[0] < score && score <= ends[1], "{out}");
    let of = |level: &str| {
        out["ratings"].as_array().unwrap().iter().find(|r| r["level"] == level).unwrap().clone()
    };
    assert_eq!(of("regular")["elo"], 0.0);
    assert_eq!(of("regular")["points"].as_f64(), Some(4.0 * score));
}

#[test]
fn a_coalition_is_played_by_one_level() {
    let dir = tempfile::tempdir().unwrap();
    let csv = dir.path().join("games.csv").display().to_string();
    ok(&format!("ladder empires ulm1805 --games 2 --bots recruit,regular --csv {csv}"));
    let games = std::fs::read_to_string(csv).unwrap();
    let own: Vec<&str> = games.lines().skip(1).map(|l| l.split(',').nth(4).unwrap()).collect();
    assert_eq!(own, ["fr", "ru+au"]);
}

#[test]
fn a_ladder_that_cannot_be_played_says_why() {
    for (rest, what) in [
        ("fury campaign --bots regular", "two levels or more; there are recruit, regular"),
        ("fury campaign", "two levels or more"),
        ("fury campaign --bots regular,genius", "no level `genius`; there are recruit, regular"),
        ("fury campaign --bots regular,regular", "named twice"),
        ("fury campaign --bots regular,recruit --games 3", "even number"),
        ("fury verdun --bots regular,recruit", "fury has campaign"),
        ("chess campaign --bots regular,recruit", "the games are drill"),
        ("fury campaign --bots regular,recruit --option weather=on", "no option `weather`"),
        ("fury campaign --bots recruit,regular --games 2 --svg /nowhere/x.svg", "/nowhere/x.svg"),
    ] {
        let out = run(&format!("ladder {rest}"));
        let message = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{rest}: {message}");
        assert!(message.contains(what), "{rest}: {message}");
        assert!(out.stdout.is_empty(), "{rest}");
    }
}

#[test]
fn balance_tells_how_often_each_side_wins_at_each_level() {
    let out = json("sim fury campaign --games 6 --balance --json");
    let levels = out["levels"].as_array().unwrap();
    assert_eq!(
        levels.iter().map(|l| l["level"].as_str().unwrap()).collect::<Vec<_>>(),
        ["recruit", "regular"]
    );
    for level in levels {
        let camps = level["camps"].as_array().unwrap();
        let won = |c: &Value| c["won"]["games"].as_u64().unwrap();
        let total = camps.iter().map(won).sum::<u64>() + level["draws"]["games"].as_u64().unwrap();
        assert_eq!(total, 6, "{level}");
        for camp in camps {
            let victories: u64 =
                camp["victories"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
            assert_eq!(victories, won(camp));
        }
        assert!(level["decisions"].as_f64().unwrap() > 1.0 && level["turns"].as_f64().unwrap() >= 1.0);
    }
    // The same games as a series of that level alone.
    let sim = json("sim fury campaign --games 6 --bots recruit --json");
    let ru: u64 = sim["wins"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["winner"] == "ru")
        .map(|w| w["games"].as_u64().unwrap())
        .sum();
    assert_eq!(levels[0]["camps"][0]["won"]["games"].as_u64(), Some(ru));
    let text = ok("sim fury campaign --games 2 --bots recruit --balance");
    assert!(text.contains("recruit") && text.contains("95 %") && !text.contains("regular"), "{text}");
    let wrong = run("sim fury campaign --balance --bots ru=regular");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("`ru=regular` is none of recruit, regular"));
}

#[test]
fn allies_are_counted_together() {
    let out = json("sim empires ulm1805 --games 2 --bots recruit --balance --json");
    let camps = out["levels"][0]["camps"].as_array().unwrap();
    assert_eq!(
        camps.iter().map(|c| c["sides"].to_string()).collect::<Vec<_>>(),
        ["[\"fr\"]", "[\"ru\",\"au\"]"]
    );
}
