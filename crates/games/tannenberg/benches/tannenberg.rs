//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-tannenberg`

use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options, Side};
use sandtable_east::position::Step;
use sandtable_tannenberg::{Action, Position, Tannenberg};
use std::time::Duration;

const RU: Side = Side(1);

fn main() {
    sandtable_yardstick::report(&game(), &["tannenberg", "campaign"], Duration::from_millis(900))
        .expect("the scenarios");
    divan::main();
}

fn game() -> Tannenberg {
    Tannenberg::new().expect("the game's own data")
}

/// The Russian Movement Segment of the battle, before anything has moved; Gruppen formed as far as markers go.
fn russian_moves(game: &Tannenberg) -> Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start("tannenberg", &Options::new(), &mut dice).expect("the scenario");
    let (mut list, mut events) = (Vec::new(), Vec::new());
    loop {
        list.clear();
        let Some(side) = game.to_decide(&p).side() else { return p };
        if matches!(p.top(), Step::Moves(_)) {
            return p;
        }
        game.actions(&p, side, &mut list);
        let hide = list.iter().find(|a| matches!(a, Action::Hide(u, _) if p.gruppe[u.index()] == 0));
        let place = list.iter().find(|a| matches!(a, Action::Place(..)));
        let next = match p.top() {
            Step::Screen(_) => hide.or(place).copied().unwrap_or(Action::Done),
            _ => *list.last().expect("something to do"),
        };
        events.clear();
        game.apply(&mut p, side, &next, &mut dice, &mut events);
    }
}

#[divan::bench]
fn all_actions_of_the_russian(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    assert_eq!(game.to_decide(&p).side(), Some(RU));
    let mut list = Vec::with_capacity(8192);
    bencher.bench_local(|| {
        list.clear();
        game.actions(&p, RU, &mut list);
        list.len()
    });
}

#[divan::bench]
fn what_the_russian_knows(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    bencher.bench_local(|| game.known(&p, RU).map(|k| k.turn));
}

#[divan::bench]
fn destinations_of_one_corps(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    let engine = game.engine(&p);
    let known = game.known(&p, RU).expect("the German hides");
    let unit = engine.data.named("ru-xv").expect("a corps");
    let mover = sandtable_tannenberg::Mover::Unit(unit);
    bencher.bench_local(|| engine.march_reach(&known, mover).map(|r| r.2.hexes.len()));
}

#[divan::bench]
fn apply_a_march(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    let mut list = Vec::new();
    game.actions(&p, RU, &mut list);
    let action = *list.iter().find(|a| matches!(a, Action::March(..))).expect("a march");
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        let mut q = p;
        events.clear();
        game.apply(&mut q, RU, &action, &mut Seeded::new(1), &mut events);
        q.turn
    });
}

#[divan::bench]
fn copy_a_position(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    bencher.bench_local(|| divan::black_box(*divan::black_box(&p)));
}

#[divan::bench]
fn a_whole_game_by_chance(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    bencher.bench_local(|| {
        let (mut dice, mut chance) = (Seeded::new(5), Seeded::new(6));
        let mut p = game.start("tannenberg", &Options::new(), &mut dice).expect("the scenario");
        while let Some(side) = game.to_decide(&p).side() {
            let Some(action) = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch) else { break };
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
        p.points
    });
}
