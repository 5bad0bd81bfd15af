//! The level `regular`: plays every scenario to its end, the same for the same seed, and better than by chance.
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_tannenberg::bot::Regular;
use sandtable_tannenberg::{Action, Event, Mover, Position, Tannenberg};
use std::sync::OnceLock;

fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    GAME.get_or_init(|| Tannenberg::new().unwrap())
}

/// What became of a game.
#[derive(Debug, PartialEq)]
struct Played {
    winner: Option<Side>,
    points: i16,
    actions: Vec<Action>,
    /// Marches of Gruppen with nobody in them.
    bluffs: usize,
}

type Maker = fn(u64) -> Box<dyn Player<Tannenberg>>;

fn regular(seed: u64) -> Box<dyn Player<Tannenberg>> {
    Box::new(Regular::new(seed))
}

fn recruit(seed: u64) -> Box<dyn Player<Tannenberg>> {
    Box::new(Recruit::new(seed))
}

fn options(hidden: bool) -> Options {
    Options::from([("hidden".to_string(), if hidden { "on" } else { "off" }.to_string())])
}

fn play(scenario: &str, options: &Options, makers: [Maker; 2], seed: u64, checked: bool) -> Played {
    let game = theatre();
    let mut dice = Seeded::new(seed);
    let [german, russian] = makers;
    let mut players = [german(seed ^ 0xA), russian(seed ^ 0xB), russian(seed ^ 0xC)];
    let mut p: Position = game.start(scenario, options, &mut dice).unwrap();
    let (mut events, mut actions, mut bluffs) = (Vec::<Event>::new(), Vec::new(), 0);
    for n in 0..100_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(o) => return Played { winner: o.winner, points: p.points, actions, bluffs },
            Decision::Decide { sides, .. } => sides.iter().next().unwrap(),
        };
        let seen = known_to(game, &p, side);
        let chosen = players[usize::from(side.0)].choose(game, &seen, side);
        let action = chosen.unwrap_or_else(|| panic!("{scenario} {seed}: dead end after {n}: {:?}", p.top()));
        if checked && let Err(e) = game.check(&p, side, &action) {
            panic!("{scenario} {seed} after {n}: {action:?} in {:?}: {e}", p.top());
        }
        if let Action::March(Mover::Gruppe(g), _) = action {
            bluffs += usize::from(p.gruppe.iter().all(|b| *b != g));
        }
        actions.push(action);
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    panic!("{scenario} {seed}: no end");
}

const SCENARIOS: [&str; 5] = ["tannenberg", "winter", "campaign", "free", "three-player"];

#[test]
fn every_scenario_comes_to_its_end() {
    for (seed, scenario) in (1..).zip(SCENARIOS) {
        play(scenario, &Options::new(), [regular, regular], seed, true);
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    for hidden in [true, false] {
        let one = play("tannenberg", &options(hidden), [regular, regular], 7, false);
        assert_eq!(one, play("tannenberg", &options(hidden), [regular, regular], 7, false));
        assert_eq!(one.bluffs > 0, hidden);
    }
}

/// Games of the battle that the level wins from a side against chance.
fn won(side: u8, hidden: bool, games: u64) -> usize {
    let makers: [Maker; 2] = if side == 0 { [regular, recruit] } else { [recruit, regular] };
    let mut points = Vec::new();
    let won = (0..games).filter(|seed| {
        let played = play("tannenberg", &options(hidden), makers, 90_000 + seed, false);
        points.push(played.points);
        played.winner == Some(Side(side))
    });
    let won = won.count();
    points.sort_unstable();
    println!("regular as {side}, hidden {hidden}: {won} of {games}; points {points:?}");
    won
}

#[test]
fn it_beats_chance() {
    for (side, hidden) in [(0, true), (0, false), (1, true), (1, false)] {
        assert!(won(side, hidden, 2) >= 1, "{side} {hidden}");
    }
}

/// `cargo test --release -p sandtable-tannenberg --test bots -- --ignored --nocapture measure`
#[test]
#[ignore = "a hundred games from either side"]
fn measure_against_chance() {
    let kinds = [(0, true), (0, false), (1, true), (1, false)];
    let won = kinds.map(|(side, hidden)| won(side, hidden, 100));
    assert!(won.iter().all(|n| *n >= 95), "{won:?}");
}

/// `cargo test --release -p sandtable-tannenberg --test bots -- --ignored --nocapture measure`
#[test]
#[ignore = "a series in every scenario"]
fn measure_against_itself() {
    for (scenario, games) in SCENARIOS.into_iter().zip([40u64, 10, 6, 6, 6]) {
        for hidden in [true, false] {
            let begun = std::time::Instant::now();
            let all: Vec<Played> = (0..games)
                .map(|s| play(scenario, &options(hidden), [regular, regular], 500 + s, false))
                .collect();
            let mut points: Vec<i16> = all.iter().map(|g| g.points).collect();
            points.sort_unstable();
            let german = all.iter().filter(|g| g.winner == Some(Side(0))).count();
            let bluffed = all.iter().filter(|g| g.bluffs > 0).count();
            let taken = begun.elapsed() / games as u32;
            println!(
                "{scenario}, hidden {hidden}: German {german} of {games}, bluffed in {bluffed}, {taken:?} a game; {points:?}"
            );
        }
    }
}
