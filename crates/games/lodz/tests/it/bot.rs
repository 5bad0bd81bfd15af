//! The `regular` player: it ends its games, beats chance, and does what a sensible player would.
#![allow(clippy::unwrap_used)]

use crate::scene;
use crate::scene::{
    DE, Decision, FILES, Files, Game, Lodz, Options, Phase, Position, RU, Scene, Seeded, Works, hex, unit,
};
use sandtable_core::player::{Player, Recruit};
use sandtable_lodz::bot::Regular;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

static GAME: LazyLock<Lodz> = LazyLock::new(|| {
    let Ok(folder) = std::env::var("DATA") else { return Lodz::new().unwrap() };
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let (units, tables, scenarios) = (read("units.csv"), read("tables.toml"), read("scenarios.toml"));
    let setup = read("setup.csv");
    Lodz::with(&Files { units: &units, tables: &tables, scenarios: &scenarios, setup: &setup, ..FILES })
        .unwrap()
});

/// The game, with other data if the environment names a folder.
fn game() -> &'static Lodz {
    &GAME
}

/// A player by its level.
fn player(level: &str, seed: u64) -> Box<dyn Player<Lodz>> {
    let weighed = |name: &str| {
        std::env::var(name).ok().map(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            Regular::with(sandtable_datafile::weights("weights", &text).unwrap(), seed)
        })
    };
    match level {
        "regular" => Box::new(weighed("WEIGHTS").unwrap_or_else(|| Regular::new(seed))),
        "other" => Box::new(weighed("OTHER").unwrap_or_else(|| Regular::new(seed))),
        _ => Box::new(Recruit::new(seed)),
    }
}

/// How a game went.
struct Played {
    winner: Option<u8>,
    p: Position,
    /// Longest side-turn of a regular player, their sum and number.
    longest: Duration,
    all: Duration,
    turns: u32,
}

/// Time that this thread has worked, where the system tells it; otherwise time that has passed.
fn worked() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

/// Plays a game.
fn play(scenario: &str, levels: [&str; 2], seed: u64, show: bool) -> Played {
    let mut dice = Seeded::new(seed);
    let mut players = [player(levels[0], seed ^ 1), player(levels[1], seed ^ 2)];
    let mut p = game().start(scenario, &Options::new(), &mut dice).unwrap();
    let mut events = Vec::new();
    let mut out = Played { winner: None, p, longest: Duration::ZERO, all: Duration::ZERO, turns: 0 };
    let mut turn = (0, 0);
    let mut spent = Duration::ZERO;
    for _ in 0..400_000 {
        if (p.day, p.active) != turn {
            if show {
                println!("== day {} side {}: {}", p.day, p.active, summary(&p));
            }
            if levels[usize::from(p.active)] != "recruit" {
                (out.longest, out.all, out.turns) = (out.longest.max(spent), out.all + spent, out.turns + 1);
            }
            (turn, spent) = ((p.day, p.active), Duration::ZERO);
        }
        match game().to_decide(&p) {
            Decision::Over(o) => {
                (out.winner, out.p) = (o.winner.map(|s| s.0), p);
                return out;
            }
            d => {
                let side = d.side().unwrap();
                let began = worked();
                let action = players[usize::from(side.0)].choose(game(), &p, side).unwrap();
                game()
                    .check(&p, side, &action)
                    .unwrap_or_else(|e| panic!("{scenario} {seed}: {action:?}: {e}"));
                events.clear();
                if show {
                    println!("{} {} {:?} {}", p.day, side.0, p.phase, game().describe(&p, &action));
                }
                game().apply(&mut p, side, &action, &mut dice, &mut events);
                spent += worked().saturating_sub(began);
                if show {
                    events.iter().for_each(|e| {
                        let line = game().tell(e);
                        println!("      {} {}", line.text, line.places.join(" "));
                    });
                }
            }
        }
    }
    panic!("{scenario} {seed}: no end");
}

/// What each side has left: strength on the map, and who holds what.
fn summary(p: &Position) -> String {
    let engine = game().engine();
    let strength =
        |side: u8| -> u32 { p.units.on_map_of(side).map(|u| u32::from(engine.strength(p, u))).sum() };
    let map = engine.map(p);
    let held: Vec<String> = engine
        .part(p)
        .victory
        .iter()
        .map(|v| format!("{}{}", map.name(v.hex), if p.holder[usize::from(v.hex)] == 0 { "D" } else { "R" }))
        .collect();
    format!("points {:?} strength {} {} {}", p.scored, strength(0), strength(1), held.join(" "))
}

/// Plays a series: wins of Germany, of Russia, draws.
fn series(scenario: &str, levels: [&str; 2], games: usize, tell: bool) -> [usize; 3] {
    let (next, won) = (AtomicUsize::new(0), Mutex::new([0; 3]));
    let first: usize = std::env::var("FROM").map_or(1, |n| n.parse().unwrap());
    let slow = Mutex::new((Duration::ZERO, Duration::ZERO, 0));
    let points = Mutex::new([0u32; 2]);
    let threads = std::env::var("THREADS").map_or(2, |n| n.parse().unwrap());
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Relaxed);
                    if n >= games {
                        break;
                    }
                    let seed = (n + first) as u64;
                    let played = play(scenario, levels, seed, false);
                    if tell {
                        println!("  {seed}: {:?} {}", played.winner, summary(&played.p));
                    }
                    won.lock().unwrap()[played.winner.map_or(2, usize::from)] += 1;
                    points
                        .lock()
                        .unwrap()
                        .iter_mut()
                        .zip(played.p.scored)
                        .for_each(|(all, n)| *all += u32::from(n));
                    let mut slow = slow.lock().unwrap();
                    *slow = (slow.0.max(played.longest), slow.1 + played.all, slow.2 + played.turns);
                }
            });
        }
    });
    let (longest, all, turns) = slow.into_inner().unwrap();
    if tell {
        let mean = points.into_inner().unwrap().map(|n| n as f32 / games as f32);
        println!(
            "  points {mean:?}; side-turns of regular: {turns}, mean {:?}, longest {longest:?}",
            all / turns.max(1)
        );
    }
    won.into_inner().unwrap()
}

const SCENARIOS: [&str; 5] = ["november-11", "lodz", "ruzski", "masurian", "campaign"];

/// A side-turn of the regular player takes at most this long: two seconds as released, here with room for builds that are not.
const PATIENCE: Duration = Duration::from_secs(6);

fn ends(scenario: &str, seed: u64) {
    let played = play(scenario, ["regular", "regular"], seed, false);
    assert!(played.p.phase == Phase::Over);
    assert!(played.longest < PATIENCE, "{:?}", played.longest);
}

#[test]
fn regular_players_end_november() {
    ends("november-11", 5);
}

#[test]
fn regular_players_end_lodz() {
    ends("lodz", 5);
}

#[test]
fn regular_players_end_ruzski() {
    ends("ruzski", 5);
}

#[test]
fn regular_players_end_masurian() {
    ends("masurian", 5);
}

#[test]
fn regular_players_end_the_campaign() {
    ends("campaign", 5);
}

#[test]
fn regular_beats_chance_from_both_sides() {
    assert_eq!(series("masurian", ["regular", "recruit"], 3, false)[0], 3);
    assert_eq!(series("masurian", ["recruit", "regular"], 3, false)[1], 3);
}

#[test]
fn the_same_seed_plays_the_same() {
    let once = || play("masurian", ["regular", "regular"], 7, false).p;
    assert!(once() == once());
}

/// What the regular player does until a phase of its own is over.
fn phase(s: &mut Scene) -> Vec<String> {
    let (mut regular, mut dice) = (Regular::new(1), Seeded::new(1));
    let (now, mut said) = ((s.p.phase, s.p.active), Vec::new());
    while (s.p.phase, s.p.active) == now {
        let Some(side) = scene::game().to_decide(&s.p).side() else { break };
        let action = regular.choose(scene::game(), &s.p, side).unwrap();
        scene::game().check(&s.p, side, &action).unwrap();
        said.push(scene::game().describe(&s.p, &action));
        scene::game().apply(&mut s.p, side, &action, &mut dice, &mut s.events);
    }
    said
}

/// Germans in works before a strong Russian stack.
fn before_a_wall() -> Scene {
    Scene::empty("november-11", DE, Phase::Attack)
        .put("de-1-49-res", "4514")
        .put("ru-1-50-inf ru-2-50-inf ru-1-26-inf", "4513")
        .with(|p| p.works[usize::from(hex("4514"))] = Works::Field)
}

#[test]
fn nobody_attacks_a_wall_unless_he_must() {
    let said = phase(&mut before_a_wall().begin(&[]));
    assert!(!said.iter().any(|w| w.starts_with("attack")), "{said:?}");
    // Without works he must.
    let bare = before_a_wall().with(|p| p.works[usize::from(hex("4514"))] = Works::None);
    let said = phase(&mut bare.begin(&[]));
    assert!(said.iter().any(|w| w == "attack 4513"), "{said:?}");
}

#[test]
fn an_attack_at_good_odds_is_made_though_nobody_owes_it() {
    let mut s = Scene::empty("november-11", DE, Phase::Attack)
        .put("de-1-49-res de-2-49-res de-1-38-inf", "4514")
        .put("ru-1-z", "4513")
        .with(|p| p.works[usize::from(hex("4514"))] = Works::Field)
        .begin(&[]);
    let said = phase(&mut s);
    assert!(said.iter().any(|w| w == "attack 4513"), "{said:?}");
}

#[test]
fn whoever_is_outnumbered_in_contact_digs_or_goes() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-1-49-res", "4514")
        .put("ru-1-50-inf ru-2-50-inf ru-1-26-inf", "4513")
        .begin(&[]);
    let said = phase(&mut s);
    let away = s.p.hex(unit("de-1-49-res")) != hex("4514");
    assert!(away || said.iter().any(|w| w == "de-1-49-res dig"), "{said:?}");
    assert!(!said.iter().any(|w| w.starts_with("attack")));
}

/// A side holds every victory hex.
fn held(p: &mut Position, side: u8) {
    let all = &scene::engine().scenario(p).victory;
    all.iter().for_each(|v| p.holder[usize::from(v.hex)] = side);
}

#[test]
fn an_open_victory_hex_is_taken_on_the_last_day() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-1-49-res", "2015")
        .put("ru-1-50-inf", "4513")
        .with(|p| {
            p.day = 7;
            held(p, DE);
            p.holder[usize::from(hex("2016"))] = RU;
        })
        .begin(&[]);
    phase(&mut s);
    assert_eq!(s.p.hex(unit("de-1-49-res")), hex("2016"));
}

#[test]
fn a_garrison_stays_where_an_enemy_is_near() {
    let mut s = Scene::empty("november-11", RU, Phase::Movement)
        .put("ru-1-26-inf", "2517")
        .put("de-1-49-res de-2-49-res", "2515")
        .with(|p| {
            p.day = 7;
            held(p, DE);
            p.holder[usize::from(hex("2517"))] = RU;
        })
        .begin(&[]);
    phase(&mut s);
    assert_eq!(s.p.hex(unit("ru-1-26-inf")), hex("2517"));
}

/// Results of series, for whoever tries other weights (`WEIGHTS`, and `OTHER` for a second set, files) or other data (`DATA`, a folder):
/// `GAMES` of each kind, `ONLY` scenarios that begin so, `KIND` of players (`rr`, `rc`, `cr`, `ro`, `or`), `SHOW` one game move by move.
#[test]
#[ignore = "long: prints results"]
fn results() {
    let set = |name: &str| std::env::var(name).ok();
    let games: usize = set("GAMES").map_or(20, |n| n.parse().unwrap());
    let wanted = set("ONLY").unwrap_or_default();
    let kinds = set("KIND").unwrap_or_else(|| "rc,cr,rr".to_string());
    for scenario in SCENARIOS.into_iter().filter(|s| s.starts_with(&wanted)) {
        for kind in kinds.split(',') {
            let level = |c: char| match c {
                'r' => "regular",
                'o' => "other",
                _ => "recruit",
            };
            let levels: Vec<&str> = kind.chars().map(level).collect();
            let levels = [levels[0], levels[1]];
            if let Some(seed) = set("SHOW") {
                let played = play(scenario, levels, seed.parse().unwrap(), true);
                println!("{:?} {}", played.winner, summary(&played.p));
                continue;
            }
            let started = Instant::now();
            let [de, ru, draws] = series(scenario, levels, games, true);
            println!("{scenario} {levels:?}: de {de} ru {ru} draws {draws}, {:?}", started.elapsed());
        }
    }
}
