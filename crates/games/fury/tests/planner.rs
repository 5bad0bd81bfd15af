//! The player that plans.

use sandtable_bots::planner::{Budget, Planner};
use sandtable_bots::play;
use sandtable_core::player::Player;
use sandtable_core::{Options, Side};
use sandtable_fury::Fury;
use sandtable_fury::bot::Regular;

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// `GAMES=50 A=50 B=0 cargo test … -- --ignored results`: paired games, budgets in ms, 0 for the script.
#[test]
#[ignore = "a measurement"]
fn results() {
    let game = Fury::new().unwrap();
    let make = |ms: u64, seed: u64| -> Box<dyn Player<Fury>> {
        match ms {
            0 => Box::new(Regular::new()),
            ms => Box::new(Planner::new(&game, Budget::counted(ms), seed)),
        }
    };
    let (a, b) = (env("A", 50), env("B", 0));
    let (mut points, mut wins, mut draws) = (0.0, 0, 0);
    let games = env("GAMES", 20);
    let start = std::time::Instant::now();
    for g in 0..games {
        let side = (g % 2) as u8;
        let mut players: Vec<_> =
            (0..2u8).map(|s| make(if s == side { a } else { b }, g / 2 * 7 + u64::from(s))).collect();
        let played = play(&game, "campaign", &Options::new(), &mut players, 0, 1000 + g / 2).unwrap();
        match played.outcome.winner {
            Some(Side(s)) if s == side => {
                points += 1.0;
                wins += 1;
            }
            None => {
                points += 0.5;
                draws += 1;
            }
            _ => {}
        }
    }
    println!(
        "{a} ms v {b} ms: {points} of {games} ({wins} won, {draws} drawn), {:.1} s",
        start.elapsed().as_secs_f64()
    );
}

/// One game of chance besieges nothing and takes nothing; a game of scripts shows the rest.
#[test]
fn every_weight_of_the_score_counts() {
    use sandtable_core::Game;
    use sandtable_core::dice::Seeded;
    use sandtable_core::plan::{Planned, Tunable};
    let game = Fury::new().unwrap();
    let idle = sandtable_bots::tune::idle(&game, "score").unwrap();
    assert_eq!(idle, ["score.fortress", "score.shaken", "score.siege"]);
    let mut other = [game.clone(), game.clone(), game.clone()];
    other[0].weights.planner.score.fortress *= 1.5;
    other[1].weights.planner.score.shaken *= 1.5;
    other[2].weights.planner.score.siege *= 1.5;
    let mut counts = [false; 3];
    let mut dice = Seeded::new(1);
    let mut p = game.start("campaign", &Options::new(), &mut dice).unwrap();
    let (mut scripts, mut events) = ([game.script(), game.script()], Vec::new());
    while let Some(side) = game.to_decide(&p).side() {
        for (count, other) in counts.iter_mut().zip(&other) {
            *count |= other.score(&p, side) != game.score(&p, side);
        }
        let action = scripts[usize::from(side.0)].choose(&game, &p, side).unwrap();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        events.clear();
    }
    assert_eq!(counts, [true; 3]);
    assert_eq!(game.reweighted(*other[0].tuned()).score(&p, Side(0)), other[0].score(&p, Side(0)));
}
