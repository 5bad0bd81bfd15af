//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-orel`

use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side};
use sandtable_orel::play::march::MarchAction;
use sandtable_orel::play::odds::Plan;
use sandtable_orel::position::{Attack, Phase, Pieces, UnitId};
use sandtable_orel::{Action, Orel, Position};
use std::time::Duration;

const WHITE: Side = Side(0);

fn main() {
    sandtable_yardstick::report(&game(), &["brasovo", "historical"], Duration::from_millis(900))
        .expect("the scenarios");
    divan::main();
}

fn game() -> Orel {
    Orel::new().expect("the game's own data")
}

/// The first decision of White in his first movement phase; nothing is done before it that need not be.
fn white_moves(game: &Orel) -> Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start("historical", &Options::new(), &mut dice).expect("the scenario");
    let (mut list, mut events) = (Vec::new(), Vec::new());
    while p.phase != Phase::Movement {
        let side = game.to_decide(&p).side().expect("the game has just begun");
        list.clear();
        game.actions(&p, side, &mut list);
        let done = list.iter().find(|a| game.describe(&p, a) == "done");
        let next = *done.or(list.first()).expect("something to do");
        events.clear();
        game.apply(&mut p, side, &next, &mut dice, &mut events);
    }
    assert_eq!(game.to_decide(&p).side(), Some(WHITE));
    p
}

/// Units by id.
fn units(game: &Orel, ids: &str) -> Pieces {
    ids.split_whitespace().map(|id| UnitId(game.d.unit(id).expect("a unit"))).collect()
}

/// Four Letton regiments from two hexes, with their guns, against a regiment with dragoons and guns.
fn letton_attack(game: &Orel) -> (Position, Attack) {
    let mut p = Position { active: 1, phase: Phase::Attacks, ..Position::EMPTY };
    p.scenario = game.d.scenarios.iter().position(|s| s.id == "historical").expect("the scenario") as u8;
    let engine = game.engine();
    let stacks = [
        ("r-1-let r-2-let r-cv-let", "1715"),
        ("r-3-let", "1815"),
        ("r-art-let", "1714"),
        ("w-2-1d w-19dr w-art-3d", "1716"),
    ];
    for (ids, hex) in stacks {
        let hex = game.d.map.hex(hex).expect("a hex");
        for u in units(game, ids).iter() {
            let def = engine.def(u);
            let horse = def.class == sandtable_orel::data::Class::Cavalry;
            p.units.muster(u, def.side, def.steps, def.class.is_troop(), horse);
            p.place(u, hex);
        }
    }
    let (attackers, supports) = (units(game, "r-1-let r-2-let r-3-let r-cv-let"), units(game, "r-art-let"));
    let attack = Attack {
        target: game.d.map.hex("1716").expect("a hex"),
        prepared: true,
        attackers,
        supports,
        armed: attackers.with(supports),
        done: false,
        ..Attack::NONE
    };
    (p, attack)
}

#[divan::bench]
fn all_actions_of_white(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    let mut list = Vec::with_capacity(8192);
    bencher.bench_local(|| {
        list.clear();
        game.actions(&p, WHITE, &mut list);
        list.len()
    });
}

#[divan::bench]
fn destinations_of_one_unit(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    let unit = UnitId(game.d.unit("w-1-1k").expect("a unit"));
    let engine = game.engine();
    bencher.bench_local(|| engine.march_reach(&p, unit).ends.len());
}

#[divan::bench]
fn apply_a_march(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    let mut list = Vec::new();
    game.actions(&p, WHITE, &mut list);
    let march = |a: &&Action| matches!(a, Action::March(MarchAction::Go { .. }));
    let action = *list.iter().find(march).expect("a march");
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        let mut q = p;
        events.clear();
        game.apply(&mut q, WHITE, &action, &mut Seeded::new(1), &mut events);
        q.turn
    });
}

/// Railways, Depots, inactive formations and Orel, after something has moved.
#[divan::bench]
fn settle(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let mut p = white_moves(&game);
    let engine = game.engine();
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        p.rear.settled = 0;
        events.clear();
        engine.settle(&mut p, &mut events);
        p.functional
    });
}

#[divan::bench]
fn odds_of_an_attack(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let (p, attack) = letton_attack(&game);
    let engine = game.engine();
    bencher.bench_local(|| engine.odds(&p, divan::black_box(&attack), &Plan::default()).cleared);
}

#[divan::bench]
fn the_view(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    bencher.bench_local(|| game.view(&p, Viewer::All).counters.len());
}

#[divan::bench]
fn copy_a_position(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    bencher.bench_local(|| divan::black_box(*divan::black_box(&p)));
}
