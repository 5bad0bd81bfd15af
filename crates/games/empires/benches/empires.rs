//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-empires`

use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options, Side};
use sandtable_empires::{Empires, Position};
use std::time::Duration;

const FR: Side = Side(0);

fn main() {
    sandtable_yardstick::report(&game(), &["ulm1805", "grand1805"], Duration::from_millis(900))
        .expect("the scenarios");
    divan::main();
}

fn game() -> Empires {
    Empires::new().expect("the game's own data")
}

/// The first decision of France in its movement step of 1805.
fn french_moves(game: &Empires) -> Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start("ulm1805", &Options::new(), &mut dice).expect("the scenario");
    let (mut list, mut events) = (Vec::new(), Vec::new());
    for _ in 0..10_000 {
        let Some(side) = game.to_decide(&p).side() else { break };
        if side == FR && p.play.phase == sandtable_empires::position::Phase::Movement {
            break;
        }
        list.clear();
        game.actions(&p, side, &mut list);
        // Nothing is done that need not be, and France goes first.
        let done = list.iter().find(|a| game.describe(&p, a) == "done");
        let next = *done.or(list.first()).expect("something to do");
        events.clear();
        game.apply(&mut p, side, &next, &mut dice, &mut events);
    }
    p
}

#[divan::bench]
fn all_actions_of_france(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = french_moves(&game);
    assert_eq!(game.to_decide(&p).side(), Some(FR));
    let mut list = Vec::with_capacity(8192);
    bencher.bench_local(|| {
        list.clear();
        game.actions(&p, FR, &mut list);
        list.len()
    });
}

#[divan::bench]
fn what_france_knows(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = french_moves(&game);
    bencher.bench_local(|| game.known(&p, FR).map(|k| k.month));
}

#[divan::bench]
fn the_view_of_france(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = french_moves(&game);
    bencher.bench_local(|| game.view(&p, sandtable_core::view::Viewer::Side(FR)).counters.len());
}
