//! `tune` and `pace` from the outside.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(line.split_whitespace()).output().unwrap()
}

#[test]
fn a_run_is_reported_and_repeats_from_its_seed() {
    let dir = tempfile::tempdir().unwrap();
    let once = |threads: u8| {
        let (csv, out) = (dir.path().join("steps.csv"), dir.path().join("planner.toml"));
        let line = format!(
            "tune fury campaign --steps 2 --games 2 --test 2 --seed 5 --threads {threads} --csv {} --out {}",
            csv.display(),
            out.display()
        );
        let done = run(&line);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        // One pair decides nothing.
        assert!(!out.exists());
        let text = String::from_utf8(done.stdout).unwrap();
        (text, std::fs::read_to_string(csv).unwrap())
    };
    let (text, csv) = once(1);
    assert!(text.contains("2 steps of 2 games") && text.contains("undecided"), "{text}");
    assert!(text.contains("is left as it is"), "{text}");
    let mut lines = csv.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("step,score,score.") && head.contains(",script.least,"), "{head}");
    assert_eq!(lines.count(), 2);
    assert_eq!(once(2), (text, csv));
}

#[test]
fn a_score_is_fitted_from_other_weights() {
    let dir = tempfile::tempdir().unwrap();
    let from = dir.path().join("by-hand.toml");
    std::fs::write(&from, "[score]\nstrength = 60.0\n").unwrap();
    let line = "tune fury campaign --only score --fit 24 --steps 0 --test 2 --seed 5 --from";
    let done = run(&format!("{line} {}", from.display()));
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.contains("positions of 24 games; in the third of them that it did not see"), "{text}");
    let strength = text.lines().find(|l| l.contains("score.strength")).unwrap();
    let numbers: Vec<f64> = strength.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] == 60.0 && numbers[1] < 40.0, "{strength}");
}

#[test]
fn weights_can_be_tested_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("other.toml");
    std::fs::write(&file, "[script]\nleast = 0.5\n").unwrap();
    let done = run(&format!("tune fury campaign --steps 0 --test 2 --elo -30 --against {}", file.display()));
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.contains("other.toml: undecided") && !text.contains("->"), "{text}");
}

fn refused(rest: &str, what: &str) {
    let out = run(&format!("tune {rest}"));
    let message = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{rest}: {message}");
    assert!(message.contains(what), "{rest}: {message}");
}

#[test]
fn what_cannot_be_tuned_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).unwrap();
        format!("fury campaign --from {}", dir.path().join(name).display())
    };
    for (rest, what) in [
        (file("unknown.toml", "[score]\nluck = 1.0\n"), "there is no weight `score.luck`"),
        (file("broken.toml", "[score\n"), "broken.toml: weights"),
        ("fury campaign --from nowhere.toml".to_string(), "nowhere.toml: No such file"),
        ("fury campaign --against nowhere.toml".to_string(), "nowhere.toml: No such file"),
    ] {
        refused(&rest, what);
    }
    for (rest, what) in [
        ("fury campaign --fit 5", "six games or more"),
        ("fury verdun", "fury has campaign"),
        ("chess campaign", "the games are drill"),
        ("fury campaign --games 3", "even number"),
        ("fury campaign --test 0", "even number"),
        ("fury campaign --steps 0", "--steps must be 1 or more"),
        ("fury campaign --reach 2", "between 0 and 1"),
        ("fury campaign --steps 1 --games 2 --test 2 --only luck", "no weight begins with `luck`"),
        ("fury campaign --elo 0", "two different claims"),
        ("fury campaign --rival genius", "no level `genius`"),
    ] {
        refused(rest, what);
    }
}

#[test]
fn pace_times_the_turns_of_a_level_that_plans() {
    let out = run("pace fury campaign --level veteran --turns 3");
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(
        out.status.success() && text.contains("veteran for 0.050 s a turn, seed 1: 3 turns of sides"),
        "{text}"
    );
    assert!(text.contains("95 of 100 turns within"), "{text}");
    for (level, what) in [("regular", "does not plan"), ("genius", "no level `genius`")] {
        let out = run(&format!("pace fury campaign --level {level}"));
        assert!(String::from_utf8_lossy(&out.stderr).contains(what), "{out:?}");
        assert_eq!(out.status.code(), Some(1));
    }
}
