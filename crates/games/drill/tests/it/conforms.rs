//! What every game must hold to, in this one, and that its bot can play.

use crate::rules::{GAME, game};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Options, Side};
use sandtable_drill::Drill;
use sandtable_drill::bot::Regular;
use sandtable_testkit::{Conforms, Seats, Walk, conforms};

conforms! {
    Conforms::of(GAME.clone(), Drill::rules(), 26, env!("CARGO_MANIFEST_DIR"))
        .games(8, 41)
        .positions(4, 300, 23)
        .values(4, 200, 83)
        .typed(4, 200, 53)
        .random("towns", 10, 20)
}

/// How many of 20 games Blue wins.
fn won_by_blue(
    blue: impl Fn(u64) -> Box<dyn Player<Drill>>,
    red: impl Fn(u64) -> Box<dyn Player<Drill>>,
) -> usize {
    let options = Options::new();
    let won = |seed: &u64| {
        let walk = Walk { scenario: "towns", options: &options, seed: *seed, steps: 1000, every: 1000 };
        let outcome = walk.play(game(), &mut Seats(vec![blue(*seed), red(*seed + 100)]), |_| {}, |_| {});
        outcome.unwrap().winner == Some(Side(0))
    };
    (0..20).filter(won).count()
}

#[test]
fn regular_beats_chance_with_either_side_and_neither_side_always_wins() {
    let chance = |seed| -> Box<dyn Player<Drill>> { Box::new(Recruit::new(seed)) };
    let regular = |_| -> Box<dyn Player<Drill>> { Box::<Regular>::default() };
    assert!(won_by_blue(regular, chance) >= 16 && won_by_blue(chance, regular) <= 4);
    assert!((4..=16).contains(&won_by_blue(regular, regular)));
}
