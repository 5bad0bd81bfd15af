//! What the program tells, and does not tell, at the command line: typed words, lists of actions, logs, positions, forecasts, dice.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn ok(args: &[&str]) -> String {
    let out = run(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(&[args, &["--json"]].concat())).unwrap()
}

/// The exit status and the message of a refused command.
fn refused(args: &[&str]) -> (i32, String) {
    let out = run(args);
    (out.status.code().unwrap(), String::from_utf8_lossy(&out.stderr).into_owned())
}

struct Game {
    dir: tempfile::TempDir,
    path: PathBuf,
}

impl Game {
    fn new(words: &[&str]) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.json");
        ok(&[&["new"], words, &["-o", path.to_str().unwrap()]].concat());
        Game { dir, path }
    }

    fn file(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn moves(&self) -> usize {
        let text = std::fs::read_to_string(&self.path).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["moves"].as_array().unwrap().len()
    }
}

/// The games with a scenario of each.
const GAMES: [(&str, &str); 5] = [
    ("fury", "campaign"),
    ("tannenberg", "tannenberg"),
    ("empires", "ulm1805"),
    ("orel", "brasovo"),
    ("lodz", "november-11"),
];

#[test]
fn words_that_are_not_understood_exit_1_with_the_nearest_texts() {
    for (game, scenario) in GAMES {
        let g = Game::new(&[game, scenario, "--seed", "5"]);
        let first = json(&["actions", g.file()])["actions"][0]["text"].as_str().unwrap().to_string();
        for typed in [format!("{first} xyzzy"), format!("xyzzy {first}")] {
            let (status, told) = refused(&["do", g.file(), &typed]);
            assert_eq!(status, 1, "{game}: `{typed}`: {told}");
            assert!(told.contains("not understood") && told.contains("The nearest are"), "{game}: {told}");
            assert!(told.contains(&first), "{game}: {told}");
        }
        assert_eq!(g.moves(), 0);
    }
}

#[test]
fn a_position_is_written_and_read_in_every_game() {
    for (game, scenario) in GAMES {
        let g = Game::new(&[game, scenario, "--seed", "5"]);
        for _ in 0..6 {
            ok(&["do", g.file(), "1"]);
        }
        let text = ok(&["show", g.file(), "--position"]);
        let file = g.dir.path().join("here.txt");
        std::fs::write(&file, &text).unwrap();
        let again = Game::new(&[game, scenario, "--seed", "5", "--position", file.to_str().unwrap()]);
        assert_eq!(ok(&["show", again.file(), "--position"]), text, "{game}");
        assert_eq!(json(&["actions", again.file()]), json(&["actions", g.file()]), "{game}");
    }
}

#[test]
fn no_hash_of_a_hidden_position_is_told() {
    for (game, scenario) in GAMES {
        let open = json(&["games"])
            .as_array()
            .unwrap()
            .iter()
            .any(|g| g["about"]["id"] == game && g["about"]["open"] == true);
        let g = Game::new(&[game, scenario, "--seed", "5"]);
        for side in json(&["games"]).as_array().unwrap().iter().filter(|g| g["about"]["id"] == game) {
            let side = side["about"]["sides"][0]["id"].as_str().unwrap();
            let shown = json(&["show", g.file(), "--side", side]);
            assert_eq!(shown["hash"].is_string(), open, "{game}");
        }
        assert_eq!(json(&["do", g.file(), "1"])["hash"].is_string(), open, "{game}");
        assert_eq!(json(&["verify", g.file()])["hash"].is_string(), open, "{game}");
    }
}

#[test]
fn the_log_tells_moves_since_a_number() {
    let g = Game::new(&["fury", "campaign", "--seed", "1"]);
    ok(&["do", g.file(), "front north"]);
    ok(&["do", g.file(), "1"]);
    let all = ok(&["log", g.file()]);
    assert!(all.contains("1 ru front North") && all.contains("Russia activates the North front"), "{all}");
    let late = ok(&["log", g.file(), "--since", "1"]);
    assert!(!late.contains("front North") && late.contains("   2 ru "), "{late}");
    let rows = json(&["log", g.file(), "--side", "ru"]);
    assert_eq!(rows["moves"][1]["number"], 1);
}

#[test]
fn actions_are_filtered_by_unit_and_place() {
    let g = Game::new(&["fury", "campaign", "--seed", "1"]);
    ok(&["do", g.file(), "front north"]);
    let all = json(&["actions", g.file()])["actions"].as_array().unwrap().len();
    let of = json(&["actions", g.file(), "--unit", "ru-ii"]);
    let of = of["actions"].as_array().unwrap();
    assert!(!of.is_empty() && of.len() < all);
    assert!(of.iter().all(|a| a["pieces"].as_array().unwrap().iter().any(|p| p == "ru-ii")));
    let place = of[0]["place"].as_str().unwrap();
    let there = json(&["actions", g.file(), "--at", place]);
    assert!(there["actions"].as_array().unwrap().iter().all(|a| a["place"] == place));
    let (status, told) = refused(&["actions", g.file(), "--unit", "nobody"]);
    assert!(status == 1 && told.contains("no unit `nobody`"), "{told}");
}

const FIGHT: &str = "turn = \"S1\"\nphase = \"attacks\"\nactivation = 1\nunit = [\n  { piece = \"ru-iii\", hex = \"1405\" },\n  \
                     { piece = \"ru-iv\", hex = \"1405\" },\n  { piece = \"hq-ru-i\", hex = \"1505\" },\n  { piece = \"de-xvii\", hex = \
                     \"1304\" },\n  { piece = \"hq-de-viii\", hex = \"1205\" },\n]\n";

fn fight(extra: &[&str]) -> Game {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("fight.toml");
    std::fs::write(&file, FIGHT).unwrap();
    Game::new(&[&["fury", "campaign", "--position", file.to_str().unwrap()], extra].concat())
}

#[test]
fn a_list_of_actions_keeps_what_cannot_be_taken_back() {
    let g = fight(&["--seed", "3"]);
    let attack = "attack 1304 from 1405 with RU III + RU IV";
    let (status, _) = refused(&["do", g.file(), attack, "nonsense"]);
    assert_eq!((status, g.moves()), (1, 0), "nothing was rolled: none of it is done");
    let (status, told) = refused(&["do", g.file(), attack, "end declarations", "fight for 1304", "nonsense"]);
    assert_eq!((status, g.moves()), (1, 3), "the dice are cast: what came before stays done: {told}");
    assert!(told.contains("stays done"), "{told}");
}

#[test]
fn dice_by_hand_are_given_for_each_action_and_say_how_many_are_wanted() {
    let g = fight(&["--hand"]);
    let attack = "attack 1304 from 1405 with RU IV + RU III";
    let (status, told) = refused(&["do", g.file(), attack, "end declarations", "fight for 1304"]);
    assert!(status == 1 && told.contains("give 2 of them"), "{told}");
    let (_, told) = refused(&["do", g.file(), attack, "end declarations", "--dice", "5,2"]);
    assert!(told.contains("once for each action"), "{told}");
    let dice = ["--dice", "-", "--dice", "-", "--dice", "5,2"];
    ok(&[&["do", g.file(), attack, "end declarations", "fight for 1304"], &dice[..]].concat());
    assert_eq!(g.moves(), 3);
}

#[test]
fn a_declaration_is_forecast_by_its_battle() {
    let g = fight(&["--seed", "3"]);
    let odds = json(&["forecast", g.file(), "attack 1304 from 1405 with RU III + RU IV"]);
    let chances = odds["chances"].as_array().unwrap();
    let sum: f64 = chances.iter().map(|c| c["probability"].as_f64().unwrap()).sum();
    assert!(chances.len() > 1 && (sum - 1.0).abs() < 1e-9, "{odds}");
}

#[test]
fn a_rule_that_is_not_there_fails_with_json_too() {
    for args in [&["rules", "lodz", "8.999"][..], &["rules", "lodz", "8.999", "--json"]] {
        assert_eq!(refused(args).0, 1, "{args:?}");
    }
    assert!(ok(&["rules", "fury", "9.1b"]).contains("(plays)"));
}

#[test]
fn every_position_of_the_pages_can_be_played() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = 0;
    for entry in std::fs::read_dir(root.join("docs/positions")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e == "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let command = text
            .lines()
            .find_map(|l| l.trim_start_matches(['#', ' ']).strip_prefix("sandtable new "))
            .unwrap();
        let words: Vec<&str> = command.split_whitespace().take(2).collect();
        let g = Game::new(&[&words[..], &["--seed", "1", "--position", path.to_str().unwrap()]].concat());
        assert!(ok(&["actions", g.file()]).contains("to decide"), "{}", path.display());
        files += 1;
    }
    assert!(files > 10, "{files}");
}

#[test]
fn every_record_of_the_pages_verifies_or_says_under_which_rules_it_was_played() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = 0;
    for entry in std::fs::read_dir(root.join("docs/played")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let out = run(&["verify", path.to_str().unwrap()]);
        let told = String::from_utf8_lossy(&out.stderr);
        let older = told.contains("move ") && told.contains("the game was played under rules version");
        assert!(out.status.success() || older, "{}: {told}", path.display());
        files += 1;
    }
    assert_eq!(files, 3);
}
