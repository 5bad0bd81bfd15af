//! The level `regular`: plays every scenario to its end, the same for the same seed, and better than by chance.
use crate::scene::{Seats, theatre};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Game, Options, Side};
use sandtable_tannenberg::bot::Regular;
use sandtable_tannenberg::{Action, Mover, Tannenberg};
use sandtable_testkit::{Walk, rounds};

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
    sandtable_testkit::options(&[("hidden", if hidden { "on" } else { "off" })])
}

fn play(scenario: &str, options: &Options, [german, russian]: [Maker; 2], seed: u64) -> Played {
    let mut players = Seats(vec![german(seed ^ 0xA), russian(seed ^ 0xB), russian(seed ^ 0xC)]);
    let walk = Walk { scenario, options, seed, steps: 100_000, every: 1 };
    let (mut points, mut actions, mut bluffs) = (0, Vec::new(), 0);
    let outcome = walk.play(
        theatre(),
        &mut players,
        |_| {},
        |step| {
            if let Err(e) = theatre().check(step.before, step.side, step.action) {
                panic!("{}: {:?}: {e}", walk.at(step.number), step.action);
            }
            if let Action::March(Mover::Gruppe(g), _) = step.action {
                bluffs += usize::from(step.before.gruppe.iter().all(|b| b != g));
            }
            actions.push(*step.action);
            points = step.after.points;
        },
    );
    let outcome = outcome.unwrap_or_else(|| panic!("{}: no end", walk.at(walk.steps)));
    Played { winner: outcome.winner, points, actions, bluffs }
}

const SCENARIOS: [&str; 5] = ["tannenberg", "winter", "campaign", "free", "three-player"];

#[test]
fn every_scenario_comes_to_its_end() {
    for (seed, scenario) in (1..).zip(SCENARIOS) {
        play(scenario, &Options::new(), [regular, regular], seed);
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    for hidden in [true, false] {
        let one = play("tannenberg", &options(hidden), [regular, regular], 7);
        assert_eq!(one, play("tannenberg", &options(hidden), [regular, regular], 7));
        assert_eq!(one.bluffs > 0, hidden);
    }
}

/// Games of the battle that the level wins from a side against chance.
fn won(side: u8, hidden: bool, games: u64) -> usize {
    let makers: [Maker; 2] = if side == 0 { [regular, recruit] } else { [recruit, regular] };
    let mut points = Vec::new();
    let won = (0..games).filter(|seed| {
        let played = play("tannenberg", &options(hidden), makers, 90_000 + seed);
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
    let games = rounds(2, 100);
    for (side, hidden) in [(0, true), (0, false), (1, true), (1, false)] {
        let won = won(side, hidden, games) as u64;
        assert!(won >= rounds(1, 95), "{side} {hidden}: {won} of {games}");
    }
}

/// `cargo test --release -p sandtable-tannenberg --test bots -- --ignored --nocapture measure`
#[test]
#[ignore = "a series in every scenario"]
fn measure_against_itself() {
    for (scenario, games) in SCENARIOS.into_iter().zip([40u64, 10, 6, 6, 6]) {
        for hidden in [true, false] {
            let begun = std::time::Instant::now();
            let all: Vec<Played> =
                (0..games).map(|s| play(scenario, &options(hidden), [regular, regular], 500 + s)).collect();
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
