//! The level `regular`: it plays every scenario to its end, knows only what its side knows, and beats chance.
use crate::scene::*;
use sandtable_core::Outcome;
use sandtable_core::player::{Player, Recruit};
use sandtable_empires::bot::Regular;
use sandtable_testkit::{Moment, Seats, Walk, options};

/// Plays a game; `regular` says which powers are played by the bot, chance plays the others. Gives its end and how many decisions it took.
fn play(scenario: &str, regular: impl Fn(u8) -> bool, seed: u64, turns: &str) -> (Outcome, usize) {
    let player = |power: u8| -> Box<dyn Player<Empires>> {
        let own = seed * 7 + u64::from(power);
        if regular(power) { Box::new(Regular::new(own)) } else { Box::new(Recruit::new(own)) }
    };
    let (mut seats, mut count) = (Seats((0..7).map(player).collect()), 0);
    let options = if turns.is_empty() { Options::new() } else { options(&[("turns", turns)]) };
    let walk = Walk { scenario, options: &options, seed, steps: 400_000, every: 1 };
    let outcome = walk.play(
        game(),
        &mut seats,
        |_: Moment<'_, Empires>| {},
        |step| {
            count += 1;
            if let Err(e) = game().check(step.before, step.side, step.action) {
                panic!("{}: {:?}: {e}", walk.at(step.number), step.action);
            }
        },
    );
    (outcome.unwrap_or_else(|| panic!("{}: no end", walk.at(walk.steps))), count)
}

#[test]
fn regular_plays_every_scenario_to_its_end() {
    for s in &data().scenarios {
        let (_, decisions) = play(&s.id, |_| true, 1, if s.is_grand() { "12" } else { "" });
        assert!(decisions > 100, "{}", s.id);
    }
}

#[test]
fn regular_beats_chance_in_1805() {
    for french in [true, false] {
        let won = |seed: &u64| {
            let (end, _) = play("ulm1805", |power| (power == FR) == french, *seed, "");
            end.winner.is_some_and(|s| (s.0 == FR) == french)
        };
        let won = (0..8).filter(won).count();
        assert!(won > 4, "{won} of 8");
    }
}
