//! Two nodes over one PostgreSQL database that are killed in mid-game, as `strain nodes` does it for longer.

use crate::strain::cluster::{self, GOES_ON};
use crate::strain::http::Http;
use crate::strain::program::Program;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn table() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_sandtable"))
}

#[test]
fn nothing_acknowledged_is_lost_when_nodes_and_database_are_killed_and_games_go_on() {
    let long = std::env::var_os("SANDTABLE_LONG").is_some();
    let (games, seconds) = if long { (60, 300) } else { (8, 50) };
    let Some(report) = cluster::run(table(), games, Duration::from_secs(seconds), 5).unwrap() else {
        eprintln!("PostgreSQL is not installed: not tested");
        return;
    };
    println!("{report:?}");
    assert!(report.node_kills > 1 && report.acknowledged > 50 && report.alone > 50, "{report:?}");
    assert!(report.longest_silence < GOES_ON, "{report:?}");
}

#[test]
fn a_game_whose_node_dies_in_a_bots_turn_is_finished_by_another_node() {
    match cluster::taken_over(table()).unwrap() {
        Some(silence) => assert!(silence < GOES_ON, "{silence:?}"),
        None => eprintln!("PostgreSQL is not installed: not tested"),
    }
}

#[test]
fn a_game_of_bots_goes_on_when_the_program_starts_again_and_nobody_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.sqlite");
    let moves = |program: &Program| {
        let (_, list) = Http::open(program.addr).unwrap().json("GET", "/api/games", "", None).unwrap();
        list[0]["moves"].as_u64().unwrap()
    };
    let running = Program::start(table(), &database, None).unwrap();
    let bot = json!({"kind": "bot", "level": "regular"});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": {"ru": bot, "cp": bot}}).to_string();
    let mut http = Http::open(running.addr).unwrap();
    let (status, made): (u16, Value) = http.json("POST", "/api/games", "", Some(&wish)).unwrap();
    assert_eq!(status, 201, "{made}");
    while moves(&running) < 5 {
        std::thread::sleep(Duration::from_millis(10));
    }
    running.kill();
    let running = Program::start(table(), &database, None).unwrap();
    let (begun, left) = (Instant::now(), moves(&running));
    while moves(&running) <= left {
        assert!(begun.elapsed() < GOES_ON, "the game stands still at {left} moves");
        std::thread::sleep(Duration::from_millis(50));
    }
}
