//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-orel`

use sandtable_orel::play::march::MarchAction;
use sandtable_orel::play::odds::Plan;
use sandtable_orel::position::{Attack, Phase, Pieces};
use sandtable_orel::{Action, Orel, Position};
use sandtable_yardstick::{benches, first_decision};

benches! {
    Orel; "brasovo", "historical"; white_moves; |a| matches!(a, Action::March(MarchAction::Go { .. }))
}

/// The first decision of White in the first movement phase.
fn white_moves(game: &Orel) -> Position {
    first_decision(game, "historical", |p, _| p.phase == Phase::Movement)
}

/// Units by id.
fn units(game: &Orel, ids: &str) -> Pieces {
    ids.split_whitespace().map(|id| game.d.unit(id).expect("a unit")).collect()
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
        armed: attackers.with(&supports),
        done: false,
        ..Attack::NONE
    };
    (p, attack)
}

#[divan::bench]
fn destinations_of_one_unit(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = white_moves(&game);
    let unit = game.d.unit("w-1-1k").expect("a unit");
    let engine = game.engine();
    bencher.bench_local(|| engine.march_reach(&p, unit).ends.len());
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
