//! The `regular` player: it ends its games and beats chance.
#![allow(clippy::unwrap_used)]

use crate::scene as stage;
use sandtable_core::player::{Player, Recruit};
use sandtable_orel::bot::Regular;
use stage::{Decision, FILES, Files, Game, Options, Orel, Phase, Position, Seeded};
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static GAME: LazyLock<Orel> = LazyLock::new(|| {
    let Ok(folder) = std::env::var("DATA") else { return Orel::new().unwrap() };
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let (units, tables, scenarios) = (read("units.csv"), read("tables.toml"), read("scenarios.toml"));
    Orel::with(&Files { units: &units, tables: &tables, scenarios: &scenarios, ..FILES }).unwrap()
});

/// The game, with other data if the environment names a folder.
fn game() -> &'static Orel {
    &GAME
}

/// A player by its level.
fn player(level: &str, seed: u64) -> Box<dyn Player<Orel>> {
    match level {
        "regular" => match std::env::var("WEIGHTS") {
            Ok(file) => {
                let text = std::fs::read_to_string(file).unwrap();
                Box::new(Regular::with(sandtable_datafile::weights("weights", &text).unwrap(), seed))
            }
            Err(_) => Box::new(Regular::new(seed)),
        },
        _ => Box::new(Recruit::new(seed)),
    }
}

/// Plays a game: the winner, and the level.
fn game_of(scenario: &str, levels: [&str; 2], seed: u64) -> (Option<u8>, &'static str, Position) {
    let mut dice = Seeded::new(seed);
    let mut players = [player(levels[0], seed ^ 1), player(levels[1], seed ^ 2)];
    let mut p = game().start(scenario, &Options::new(), &mut dice).unwrap();
    let mut events = Vec::new();
    for _ in 0..100_000 {
        match game().to_decide(&p) {
            Decision::Over(o) => return (o.winner.map(|s| s.0), o.level, p),
            d => {
                let side = d.side().unwrap();
                let action = players[usize::from(side.0)].choose(game(), &p, side).unwrap();
                game()
                    .check(&p, side, &action)
                    .unwrap_or_else(|e| panic!("{scenario} {seed}: {action:?}: {e}"));
                events.clear();
                game().apply(&mut p, side, &action, &mut dice, &mut events);
            }
        }
    }
    panic!("{scenario} {seed}: no end");
}

/// Plays a series: wins of White, of Red, draws.
fn series(scenario: &str, levels: [&str; 2], games: usize) -> [usize; 3] {
    let (next, won) = (AtomicUsize::new(0), Mutex::new([0; 3]));
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Relaxed);
                    if n >= games {
                        break;
                    }
                    let (winner, _, _) = game_of(scenario, levels, n as u64 + 1);
                    won.lock().unwrap()[winner.map_or(2, usize::from)] += 1;
                }
            });
        }
    });
    won.into_inner().unwrap()
}

#[test]
fn regular_players_end_their_games() {
    for scenario in ["brasovo", "historical", "hypothetical"] {
        let (_, level, p) = game_of(scenario, ["regular", "regular"], 5);
        assert!(!level.is_empty() && p.phase == Phase::Over);
    }
}

#[test]
fn regular_beats_chance_from_both_sides() {
    assert!(series("brasovo", ["regular", "recruit"], 20)[0] >= 18);
    assert!(series("brasovo", ["recruit", "regular"], 20)[1] >= 18);
}

/// Results of series, for whoever tries other weights (`WEIGHTS`, a file) or other data (`DATA`, a folder): `GAMES` of each kind, `ONLY`
/// scenarios that begin so.
#[test]
#[ignore = "long: prints results"]
fn results() {
    let games: usize = std::env::var("GAMES").map_or(20, |n| n.parse().unwrap());
    let wanted = std::env::var("ONLY").unwrap_or_default();
    for scenario in ["brasovo", "historical", "hypothetical"].into_iter().filter(|s| s.starts_with(&wanted)) {
        for levels in [["regular", "recruit"], ["recruit", "regular"], ["regular", "regular"]] {
            let started = std::time::Instant::now();
            let [white, red, draws] = series(scenario, levels, games);
            println!("{scenario} {levels:?}: white {white} red {red} draws {draws}, {:?}", started.elapsed());
        }
    }
}

#[test]
fn recruits_for_a_unit_off_the_map_are_weighed() {
    use sandtable_core::Side;
    let red = stage::unit("r-1-41d");
    let off = |p: &mut Position| p.take_off(red, stage::At::OffMap, stage::NOWHERE, 4);
    let s = stage::Scene::empty(1, Phase::Recruits).steps("r-1-41d", 2).with(off).begin(&[]);
    let action = Regular::new(1).choose(game(), &s.p, Side(1)).unwrap();
    assert!(game().check(&s.p, Side(1), &action).is_ok());
}

/// A gun that waits off the map with enemies in sight has nothing to fire at and may find no room: it gets no order.
#[test]
fn guns_off_the_map_get_no_order() {
    let mut p = game().start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    let engine = game().engine();
    while p.phase != Phase::Movement {
        let side = game().to_decide(&p).side().unwrap();
        let action = Regular::new(1).choose(game(), &p, side).unwrap();
        game().apply(&mut p, side, &action, &mut Seeded::new(1), &mut Vec::new());
    }
    let side = game().to_decide(&p).side().unwrap();
    let guns: Vec<_> = engine
        .all_units()
        .filter(|u| p.on_map(*u) && p.side(*u) == side.0 && engine.class(*u).is_gun())
        .collect();
    let enemy = p.units.on_map_of(1 - side.0).next().unwrap();
    p.march.observed.put(enemy);
    assert!(!guns.is_empty());
    for gun in guns {
        p.take_off(gun, stage::At::Due, stage::NOWHERE, 1);
    }
    let action = Regular::new(1).choose(game(), &p, side).unwrap();
    game().check(&p, side, &action).unwrap();
}
