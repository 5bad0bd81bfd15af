//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-fury`

use sandtable_core::dice::Seeded;
use sandtable_core::forecast::forecast;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Fury, Position};
use sandtable_yardstick::benches;

benches! { Fury; "campaign"; opening; |_| true }

/// The first activation of the campaign, before anything has moved.
fn opening(game: &Fury) -> Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start("campaign", &Options::new(), &mut dice).expect("the scenario");
    game.apply(
        &mut p,
        Side(0),
        &Action::Front(sandtable_fury::pieces::Front::South),
        &mut dice,
        &mut Vec::new(),
    );
    assert_eq!(p.steps.top(), Step::Moves);
    p
}

#[divan::bench]
fn destinations_of_one_unit(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = opening(&game);
    let unit = game.piece("ru-xi").expect("a corps");
    bencher.bench_local(|| game.destinations(&p, unit).len());
}

#[divan::bench]
fn forecast_of_a_combat(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let text = "turn = 'S1'\nphase = 'attacks'\nactivation = 1\nunit = [{piece='ru-iii', hex='1405'}, \
                {piece='hq-ru-i', hex='1505'}, {piece='de-xvii', hex='1304'}, {piece='hq-de-viii', hex='1205'}]";
    let mut p = game.position(&Options::new(), text).expect("a position");
    let mut list = Vec::new();
    for _ in 0..2 {
        list.clear();
        game.actions(&p, Side(0), &mut list);
        let next = list[0];
        game.apply(&mut p, Side(0), &next, &mut Seeded::new(1), &mut Vec::new());
    }
    list.clear();
    game.actions(&p, Side(0), &mut list);
    bencher.bench_local(|| forecast(&game, &p, Side(0), &list[0]).len());
}
