//! The `regular` player: it ends its games and beats chance.
#![allow(clippy::unwrap_used)]

mod scene;
use sandtable_core::player::{Player, Recruit};
use sandtable_orel::bot::Regular;
use scene::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A player by its level.
fn player(level: &str, seed: u64) -> Box<dyn Player<Field>> {
    match level {
        "regular" => Box::new(Regular::new(seed)),
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
    assert!(series("brasovo", ["regular", "recruit"], 6)[0] >= 5);
    assert!(series("brasovo", ["recruit", "regular"], 6)[1] >= 5);
}

#[test]
#[ignore = "long: prints results"]
fn results() {
    let games: usize = std::env::var("GAMES").map_or(20, |n| n.parse().unwrap());
    for scenario in ["brasovo", "historical", "hypothetical"] {
        for levels in [["regular", "recruit"], ["recruit", "regular"], ["regular", "regular"]] {
            let started = std::time::Instant::now();
            let [white, red, draws] = series(scenario, levels, games);
            println!("{scenario} {levels:?}: white {white} red {red} draws {draws}, {:?}", started.elapsed());
            if std::env::var("SHOW").is_ok() {
                for seed in 1..=4 {
                    let (winner, level, p) = game_of(scenario, levels, seed);
                    let places = &engine().scenario(&p).places;
                    let holds = |side| {
                        let held = places.iter().filter(|h| engine().holds_place(&p, side, **h));
                        held.map(|h| game().d.map.name(*h)).collect::<Vec<_>>()
                    };
                    let line = [0, 1].map(|s| (engine().line_clear(&p, s), engine().station_cut(&p, s)));
                    println!(
                        "  {winner:?} {level} lost {:?} white {:?} red {:?} {line:?}",
                        p.lost,
                        holds(0),
                        holds(1)
                    );
                }
            }
        }
    }
}
