//! The program on game files: what it does, what it refuses, and that a refusal leaves the file as it was.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn ok(args: &[&str]) -> String {
    let out = run(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

/// The exit status and the message of a refused command.
fn refused(args: &[&str]) -> (i32, String) {
    let out = run(args);
    (out.status.code().unwrap(), String::from_utf8_lossy(&out.stderr).into_owned())
}

struct Game {
    _dir: tempfile::TempDir,
    path: PathBuf,
}

impl Game {
    fn new(extra: &[&str]) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.json");
        let mut args = vec!["new", "fury", "campaign", "-o", path.to_str().unwrap()];
        args.extend(extra);
        ok(&args);
        Game { _dir: dir, path }
    }

    fn at(position: &str, extra: &[&str]) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let toml = dir.path().join("pos.toml");
        std::fs::write(&toml, position).unwrap();
        let path = dir.path().join("game.json");
        let mut args = vec![
            "new",
            "fury",
            "campaign",
            "-o",
            path.to_str().unwrap(),
            "--position",
            toml.to_str().unwrap(),
        ];
        args.extend(extra);
        ok(&args);
        Game { _dir: dir, path }
    }

    fn file(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap()
    }
}

const FIGHT: &str = r#"
turn = "S1"
phase = "attacks"
activation = 1
unit = [
  { piece = "ru-iii", hex = "1405" },
  { piece = "ru-iv", hex = "1405" },
  { piece = "hq-ru-i", hex = "1505" },
  { piece = "de-xvii", hex = "1304" },
  { piece = "hq-de-viii", hex = "1205" },
]
"#;

#[test]
fn new_actions_do_forecast_undo_verify() {
    let g = Game::at(FIGHT, &["--seed", "3"]);
    let list = ok(&["actions", g.file()]);
    assert!(
        list.contains("ru to decide") && list.contains("attack 1304 from 1405 with RU III + RU IV"),
        "{list}"
    );
    ok(&["do", g.file(), "attack 1304 from 1405 with RU III + RU IV", "end declarations"]);
    let odds = ok(&["forecast", g.file(), "fight for 1304"]);
    assert!(odds.contains("defender retreats") && odds.contains("/36"), "{odds}");
    ok(&["undo", g.file()]);
    assert!(ok(&["actions", g.file()]).contains("end declarations"));
    ok(&["do", g.file(), "end declarations"]);
    ok(&["do", g.file(), "1"]);
    let (status, message) = refused(&["undo", g.file()]);
    assert_eq!(status, 2);
    assert!(message.contains("dice were rolled"), "{message}");
    assert!(ok(&["verify", g.file()]).contains("every action legal"));
    let json: serde_json::Value = serde_json::from_str(&ok(&["show", g.file(), "--json"])).unwrap();
    assert_eq!(json["view"]["board"], "fury");
    assert!(ok(&["show", g.file()]).contains("1304"));
}

#[test]
fn json_of_every_listing_command_parses() {
    let g = Game::new(&["--seed", "1"]);
    for args in [
        vec!["games", "--json"],
        vec!["rules", "fury", "--json"],
        vec!["actions", g.file(), "--json"],
        vec!["show", g.file(), "--json"],
        vec!["do", g.file(), "front north", "--json"],
        vec!["undo", g.file(), "--json"],
        vec!["verify", g.file(), "--json"],
        vec!["sim", "fury", "campaign", "--games", "2", "--json"],
    ] {
        serde_json::from_str::<serde_json::Value>(&ok(&args)).unwrap_or_else(|e| panic!("{args:?}: {e}"));
    }
}

#[test]
fn an_action_is_its_number_its_text_or_its_json() {
    for action in ["1", "front North", "{\"front\":\"north\"}"] {
        let g = Game::new(&["--seed", "1"]);
        assert!(ok(&["do", g.file(), action]).contains("Russia activates the North front"), "{action}");
    }
}

#[test]
fn an_illegal_action_exits_2_names_the_rule_and_changes_nothing() {
    let g = Game::new(&["--seed", "1"]);
    ok(&["do", g.file(), "front north"]);
    let before = g.bytes();
    let (status, message) = refused(&["do", g.file(), "{\"move\":[0,0]}"]);
    assert_eq!(status, 2);
    assert!(message.contains("rule 3b") && message.contains("sea"), "{message}");
    let (status, message) = refused(&["do", g.file(), "move RU II to 0101"]);
    assert!(status == 2 && message.contains("rule 3b"), "words are answered with the rule too: {message}");
    // A legal action before it is not kept either.
    let (status, _) = refused(&["do", g.file(), "1", "move RU II to 0101"]);
    assert_eq!(status, 2);
    let (status, message) = refused(&["do", g.file(), "dance"]);
    assert!(status == 1 && message.contains("`dance` is not understood"), "{message}");
    let (status, message) = refused(&["do", g.file(), "end movement", "--side", "cp"]);
    assert_eq!(status, 2);
    assert!(message.contains("rule 8a") && message.contains("not for cp"), "{message}");
    let out = run(&["do", g.file(), "{\"move\":[0,0]}", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["breaches"][0]["rule"], "3b");
    assert_eq!(g.bytes(), before);
}

#[test]
fn broken_and_foreign_files_exit_1_and_stay_as_they_are() {
    let g = Game::new(&["--seed", "1"]);
    ok(&["do", g.file(), "front north", "1"]);
    let whole = String::from_utf8(g.bytes()).unwrap();
    let cases: Vec<(String, &str)> = vec![
        (whole[..whole.len() / 2].to_string(), "broken"),
        (String::new(), "broken"),
        ("[]".to_string(), "no game file"),
        (whole.replace("\"game\":\"fury\"", "\"game\":\"chess\""), "no game `chess`"),
        (whole.replace("\"sandtable\":1", "\"sandtable\":2"), "format 2"),
        (whole.replacen("\"rules\":", "\"rules\":99", 1), "version 99"),
        (whole.replacen("\"hash\":\"", "\"hash\":\"0", 1), "another hash"),
        (whole.replacen("\"north\"", "\"south\"", 1), "move 1"),
        (whole.replacen("\"side\":\"ru\"", "\"side\":\"cp\"", 1), "not for cp"),
        (whole.replacen("\"side\":\"ru\"", "\"side\":\"xx\"", 1), "no side `xx`"),
    ];
    for (text, what) in cases {
        std::fs::write(&g.path, &text).unwrap();
        for command in ["actions", "undo", "verify", "show"] {
            let (status, message) = refused(&[command, g.file()]);
            assert_eq!(status, 1, "{command}: {message}");
            assert!(message.contains(what), "{command}: `{what}` in {message}");
        }
        assert_eq!(g.bytes(), text.as_bytes());
    }
    let (status, message) = refused(&["actions", "/nowhere/at/all.json"]);
    assert!(status == 1 && message.contains("/nowhere"), "{message}");
}

#[test]
fn dice_by_hand_must_be_exactly_as_many_as_are_rolled() {
    for extra in [&["--hand"][..], &["--seed", "5"][..]] {
        let g = Game::at(FIGHT, extra);
        ok(&["do", g.file(), "attack 1304 from 1405 with RU III + RU IV", "end declarations"]);
        let before = g.bytes();
        for (dice, what) in [
            ("5", "2 dice are rolled here, 1 were given"),
            ("5,5,5", "2 dice are rolled here, 3"),
            ("7,1", "not a face"),
        ] {
            let (status, message) = refused(&["do", g.file(), "1", "--dice", dice]);
            assert_eq!(status, 1);
            assert!(message.contains(what), "{message}");
            assert_eq!(g.bytes(), before);
        }
        let log = ok(&["do", g.file(), "1", "--dice", "1,4"]);
        assert!(log.contains("cavalry rolls 1") && log.contains("combat roll 4, total 8"), "{log}");
        ok(&["verify", g.file()]);
    }
    let g = Game::at(FIGHT, &["--hand"]);
    ok(&["do", g.file(), "attack 1304 from 1405 with RU III + RU IV", "end declarations"]);
    let (status, message) = refused(&["do", g.file(), "1"]);
    assert!(status == 1 && message.contains("by hand"), "{message}");
}

#[test]
fn a_forged_die_is_found_by_verify() {
    let g = Game::at(FIGHT, &["--seed", "5"]);
    ok(&["do", g.file(), "attack 1304 from 1405 with RU III + RU IV", "end declarations", "fight for 1304"]);
    let text = String::from_utf8(g.bytes()).unwrap();
    let at = text.find("\"dice\":[").unwrap() + 8;
    let die: u8 = text[at..=at].parse().unwrap();
    let forged = format!("{}{}{}", &text[..at], die % 6 + 1, &text[at + 1..]);
    std::fs::write(&g.path, forged).unwrap();
    let (status, message) = refused(&["verify", g.file()]);
    assert_eq!(status, 1);
    assert!(message.contains("seals") || message.contains("hash"), "{message}");
}

#[test]
fn unknown_games_scenarios_options_and_levels_are_told() {
    let out = Path::new("/tmp/never-written.json").to_str().unwrap();
    for (args, what) in [
        (vec!["new", "chess", "campaign", "-o", out], "the games are drill"),
        (vec!["new", "fury", "verdun", "-o", out], "fury has campaign"),
        (vec!["new", "fury", "campaign", "-o", out, "--option", "setup=odd"], "historical, free"),
        (vec!["new", "fury", "campaign", "-o", out, "--option", "weather=on"], "no option `weather`"),
        (vec!["new", "fury", "campaign", "-o", "/nowhere/x.json"], "/nowhere/x.json"),
        (vec!["sim", "fury", "campaign", "--bots", "genius,recruit"], "no level `genius`"),
        (vec!["play", "fury", "campaign", "--bot", "cp=genius"], "levels recruit, regular"),
        (vec!["rules", "fury", "99.9z"], "99.9z"),
    ] {
        let (status, message) = refused(&args);
        assert_eq!(status, 1, "{args:?}");
        assert!(message.contains(what), "{args:?}: {message}");
    }
    assert!(!Path::new(out).exists());
}

#[test]
fn broken_positions_are_refused_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let (toml, out) = (dir.path().join("p.toml"), dir.path().join("g.json"));
    for (text, what) in [
        ("turn = 'X9'\nphase = 'moves'", "turn `X9`"),
        ("turn = 'S1'\nphase = 'lunch'", "phase `lunch`"),
        ("turn = 'S1'\nphase = 'moves'\nunit = [{piece='ru-xx', hex='0101'}]", "0101"),
        ("turn = 'S1'\nphase = 'moves'\nunit = [{piece='ru-99', hex='1405'}]", "no piece `ru-99`"),
        (
            "turn = 'S1'\nphase = 'moves'\nunit = [{piece='ru-ii', hex='1405'},{piece='ru-ii', hex='1406'}]",
            "stands twice",
        ),
        (
            "turn = 'S1'\nphase = 'moves'\nunit = [{piece='ru-ii', hex='1405'},{piece='ru-v', hex='1405'}]",
            "overfull",
        ),
        (
            "turn = 'S1'\nphase = 'moves'\nunit = [{piece='ru-ii', hex='1405'},{piece='de-xx', hex='1405'}]",
            "both sides",
        ),
        ("turn = 'S1'", "missing field `phase`"),
        ("turn = 'S1'\nphase = 'moves'\nwhat = 1", "unknown field"),
    ] {
        std::fs::write(&toml, text).unwrap();
        let (status, message) = refused(&[
            "new",
            "fury",
            "campaign",
            "-o",
            out.to_str().unwrap(),
            "--position",
            toml.to_str().unwrap(),
        ]);
        assert_eq!(status, 1, "{text}");
        assert!(message.contains(what), "`{what}` in {message}");
        assert!(!out.exists());
    }
}

#[test]
fn a_series_repeats_from_its_seed_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let csv = |threads: &str, seed: &str| {
        let out = dir.path().join(format!("{threads}-{seed}.csv"));
        ok(&[
            "sim",
            "fury",
            "campaign",
            "--games",
            "12",
            "--bots",
            "recruit,regular",
            "--seed",
            seed,
            "--threads",
            threads,
            "--out",
            out.to_str().unwrap(),
        ]);
        std::fs::read_to_string(out).unwrap()
    };
    let one = csv("1", "4");
    assert_eq!(one, csv("2", "4"));
    assert_ne!(one, csv("1", "5"));
    assert_eq!(one.lines().count(), 13);
    assert!(one.starts_with("game,seed,winner,level,decisions,turn,net_ru"));
}

#[test]
fn play_takes_words_from_a_person_and_lets_the_bot_answer() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["play", "fury", "campaign", "--bot", "cp=recruit", "--seed", "2"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let script = "?\nfront north\nmove RU II to 0101\nundo\nfront north\nmove RU III to 1405\nend movement\nlist\nodds 1\nquit\n";
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.contains("every legal action") && out.contains("taken back"), "{out}");
    assert!(
        out.contains("Russia activates the North front") && out.contains("RU III moves to 1405"),
        "{out}"
    );
    assert!(out.contains("no: rule 2.2f"), "armies that can still come to an attack owe it: {out}");
    assert!(out.contains("no: rule 3b"), "a wish that is not legal is answered with its rule: {out}");
}
