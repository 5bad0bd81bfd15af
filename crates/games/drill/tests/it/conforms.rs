//! What every game must hold to, in this one, and that its bot can play.

use crate::rules::{GAME, game};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, dice::Seeded};
use sandtable_core::{Game, Options};
use sandtable_drill::Drill;
use sandtable_drill::bot::Regular;
use sandtable_testkit::{Conforms, conforms};

conforms! {
    Conforms::of(GAME.clone(), Drill::rules(), 26, env!("CARGO_MANIFEST_DIR"))
        .games(8, 41)
        .positions(4, 300, 23)
        .values(4, 200, 83)
        .typed(4, 200, 53)
        .random("towns", 10, 20)
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
