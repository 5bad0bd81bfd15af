//! What every game must hold to, in this one.

use crate::rules::game;
use sandtable_core::dice::Seeded;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options};
use sandtable_drill::Drill;
use sandtable_drill::bot::Regular;
use sandtable_testkit::{
    Walk, positions_read_as_written, typed_actions_lead_back, values_by_hand_are_refused_or_played,
};
use sandtable_yardstick::allocations::random;

fn walk(steps: usize, every: usize, see: impl Fn(Walk<'_>)) {
    for seed in 0..4 {
        see(Walk { scenario: "towns", options: &Options::new(), seed, steps, every });
    }
}

#[test]
fn positions_are_read_as_they_were_written() {
    walk(300, 23, |w| positions_read_as_written(game(), w));
}

#[test]
fn values_by_hand_lead_to_no_panic() {
    walk(200, 83, |w| values_by_hand_are_refused_or_played(game(), w));
}

#[test]
fn what_is_typed_is_read_whole() {
    walk(200, 53, |w| typed_actions_lead_back(game(), w));
}

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested("drill", &Drill::rules(), 26, env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn a_rollout_allocates_nothing() {
    let played = random(game(), "towns", 0..20).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}

/// Plays a game between two players and gives the winner.
fn winner(players: &mut [Box<dyn Player<Drill>>; 2], seed: u64) -> u8 {
    let mut dice = Seeded::new(seed);
    let mut p = game().start("towns", &Options::new(), &mut dice).unwrap();
    loop {
        match game().to_decide(&p) {
            Decision::Over(o) => return o.winner.unwrap().0,
            asked => {
                let side = asked.side().unwrap();
                let action = players[usize::from(side.0)].choose(game(), &p, side).unwrap();
                game().check(&p, side, &action).unwrap();
                game().apply(&mut p, side, &action, &mut dice, &mut Vec::new());
            }
        }
    }
}

#[test]
fn regular_beats_chance_with_either_side() {
    for side in [0u8, 1] {
        let won = (0..20).filter(|seed| {
            let mut players: [Box<dyn Player<Drill>>; 2] =
                [Box::new(Recruit::new(*seed)), Box::new(Recruit::new(seed + 100))];
            players[usize::from(side)] = Box::new(Regular::default());
            winner(&mut players, *seed) == side
        });
        assert!(won.count() >= 16, "side {side}");
    }
}

#[test]
fn neither_side_always_wins() {
    let blue = (0..40)
        .filter(|seed| winner(&mut [Box::new(Regular::default()), Box::new(Regular::default())], *seed) == 0);
    let blue = blue.count();
    assert!((8..=32).contains(&blue), "Blue wins {blue} of 40");
}
