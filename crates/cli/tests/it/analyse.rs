//! The analysis of a game on the command line.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn played(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/played").join(name);
    path.to_str().unwrap().to_string()
}

fn analysed(file: &str, seed: &str) -> Value {
    let out = run(&["analyse", file, "--json", "--time", "1", "--seed", seed]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn a_finished_game_is_told_from_its_start_to_its_end() {
    let file = played("tannenberg.json");
    let analysis = analysed(&file, "3");
    // The same seed tells the same, another one something else.
    assert_eq!(analysis, analysed(&file, "3"));
    assert_ne!(analysis["points"], analysed(&file, "4")["points"]);
    let points = analysis["points"].as_array().unwrap();
    assert!(points.len() > 6, "{points:?}");
    for point in points {
        let wins = numbers(&point["wins"]);
        assert!(
            (wins.iter().sum::<f64>() - 1.0).abs() < 1e-9 && wins.iter().all(|w| (0.0..=1.0).contains(w))
        );
        assert!(!point["moment"].as_str().unwrap().is_empty());
    }
    // Germany has won.
    let last = points.last().unwrap();
    assert_eq!((numbers(&last["wins"]), &last["number"]), (vec![1.0, 0.0], &analysis["moves"]));
    assert!(analysis["trials"].as_u64().unwrap() > 0 && analysis["cut_short"] == false);
    for (i, turn) in analysis["turns"].as_array().unwrap().iter().enumerate() {
        let [change, dice, decisions] = ["change", "dice", "decisions"].map(|part| numbers(&turn[part]));
        for c in 0..2 {
            assert!((dice[c] + decisions[c] - change[c]).abs() < 1e-9, "{turn}");
            let [before, after] = [i, i + 1].map(|at| numbers(&points[at]["wins"])[c]);
            assert!((after - before - change[c]).abs() < 1e-9, "{turn}");
        }
        let key = &turn["key"]["number"];
        assert!(key.as_u64() > turn["from"].as_u64() && key.as_u64() <= turn["to"].as_u64(), "{turn}");
    }
    let turning = analysis["turning"].as_array().unwrap();
    assert!(!turning.is_empty(), "{analysis}");
    for at in turning {
        let change = numbers(&analysis["turns"][at.as_u64().unwrap() as usize]["change"]);
        assert!(change[0].abs() >= 0.05, "{change:?}");
    }
}

#[test]
fn the_curve_is_drawn_and_what_a_bot_would_have_played_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let svg = dir.path().join("curve.svg");
    let (file, svg) = (played("tannenberg.json"), svg.to_str().unwrap());
    let out = run(&["analyse", &file, "--time", "1", "--level", "regular", "--svg", svg]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("chances to win in 100: Germany, Russia"), "{text}");
    assert!(text.contains("regular would have played: ") && text.contains("; dice "), "{text}");
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(
        drawn.starts_with("<svg ") && drawn.contains(">Germany<") && drawn.contains("<path d=\"M"),
        "{drawn}"
    );
}
