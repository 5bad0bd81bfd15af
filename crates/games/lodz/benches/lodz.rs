//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-lodz`

use sandtable_core::{Game, Options};
use sandtable_lodz::play::battle::state::Assault;
use sandtable_lodz::play::march::MarchAction;
use sandtable_lodz::position::{Phase, Pieces};
use sandtable_lodz::{Action, Lodz, Position};
use sandtable_yardstick::benches;

benches! {
    Lodz; "november-11", "lodz", "masurian"; germans_move; |a| matches!(a, Action::March(MarchAction::Go { .. }))
}

/// The first movement phase of a day of the Germans.
fn germans_move(game: &Lodz) -> Position {
    let text = "scenario = lodz\nside = de\nphase = movement\n";
    game.position(&Options::new(), text).expect("the position")
}

/// Counters by id.
fn units(game: &Lodz, ids: &str) -> Pieces {
    ids.split_whitespace().map(|id| game.d.unit(id).expect("a counter")).collect()
}

#[divan::bench]
fn destinations_of_one_unit(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    let unit = game.d.unit("de-1-41-inf").expect("a unit");
    let engine = game.engine();
    bencher.bench_local(|| engine.march_reach(&p, unit).ends.len());
}

#[divan::bench]
fn supply_of_one_side(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    let engine = game.engine();
    bencher.bench_local(|| engine.supplied(&p, 0).len());
}

#[divan::bench]
fn odds_of_an_attack(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let text = include_str!("../../../../docs/positions/lodz-brzeziny.txt");
    let p = game.position(&Options::new(), text).expect("the position");
    assert_eq!(p.phase, Phase::Attack);
    let hex = game.d.maps[0].hex("2321").expect("a hex");
    let mut attack = Assault::on(hex, units(&game, "de-1-49-res de-2-49-res de-99-50-res"));
    attack.guns = units(&game, "de-art-25");
    attack.defence = units(&game, "ru-art-4-rif");
    let engine = game.engine();
    bencher.bench_local(|| engine.battle_odds(&p, divan::black_box(&attack)).column);
}
