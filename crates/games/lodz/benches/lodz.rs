//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-lodz`

use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side};
use sandtable_lodz::play::battle::state::Assault;
use sandtable_lodz::play::march::MarchAction;
use sandtable_lodz::position::{Phase, Pieces};
use sandtable_lodz::{Action, Lodz, Position};
use std::time::Duration;

const GERMANY: Side = Side(0);

fn main() {
    let scenarios = ["november-11", "lodz", "masurian"];
    sandtable_yardstick::report(&game(), &scenarios, Duration::from_millis(900)).expect("the scenarios");
    divan::main();
}

fn game() -> Lodz {
    Lodz::new().expect("the game's own data")
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
fn all_actions_of_the_movement_phase(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    let mut list = Vec::with_capacity(16384);
    bencher.bench_local(|| {
        list.clear();
        game.actions(&p, GERMANY, &mut list);
        list.len()
    });
}

#[divan::bench]
fn one_action_by_chance(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    let mut list = Vec::with_capacity(16384);
    let mut chance = Seeded::new(1);
    bencher.bench_local(|| game.sample(&p, GERMANY, &mut |n| chance.below(n), &mut list));
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
fn apply_a_march(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    let mut list = Vec::new();
    game.actions(&p, GERMANY, &mut list);
    let march = |a: &&Action| matches!(a, Action::March(MarchAction::Go { .. }));
    let action = *list.iter().find(march).expect("a march");
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        let mut q = p;
        events.clear();
        game.apply(&mut q, GERMANY, &action, &mut Seeded::new(1), &mut events);
        q.day
    });
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

#[divan::bench]
fn the_view(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    bencher.bench_local(|| game.view(&p, Viewer::All).counters.len());
}

#[divan::bench]
fn copy_a_position(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = germans_move(&game);
    bencher.bench_local(|| divan::black_box(*divan::black_box(&p)));
}
