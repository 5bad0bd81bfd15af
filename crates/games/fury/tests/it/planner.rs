//! The player that plans.

use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Planned, Tunable};
use sandtable_core::player::Player;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::Fury;

/// One game of chance besieges nothing; a game of scripts shows the rest.
#[test]
fn every_weight_of_the_score_counts() {
    let game = Fury::new().unwrap();
    let idle = sandtable_bots::tune::idle(&game, "score").unwrap();
    assert_eq!(idle, ["score.siege"]);
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
