//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-fury`

use cozy_chess::{Board, Move};
use sandtable_core::dice::Seeded;
use sandtable_core::forecast::forecast;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Fury, Position};
use std::time::{Duration, Instant};

fn main() {
    playouts();
    divan::main();
}

fn game() -> Fury {
    Fury::new().expect("the game's own data")
}

/// Plays random games for a while: games and decisions per second.
fn fury_playouts(game: &Fury, time: Duration) -> (f64, f64) {
    let begun = Instant::now();
    let (mut games, mut decisions) = (0u64, 0u64);
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    while begun.elapsed() < time {
        let mut dice = Seeded::new(games);
        let mut chance = Seeded::new(!games);
        let mut p = game.start("campaign", &Options::new(), &mut dice).expect("the scenario");
        while let Some(side) = game.to_decide(&p).side() {
            let Some(action) = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch) else { break };
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
            decisions += 1;
        }
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    (games as f64 / seconds, decisions as f64 / seconds)
}

/// Random chess games of at most 400 moves: moves per second.
fn chess_playouts(time: Duration) -> f64 {
    let begun = Instant::now();
    let mut chance = Seeded::new(1);
    let mut moves_made = 0u64;
    let mut list: Vec<Move> = Vec::with_capacity(256);
    while begun.elapsed() < time {
        let mut board = Board::default();
        for _ in 0..400 {
            list.clear();
            board.generate_moves(|moves| {
                list.extend(moves);
                false
            });
            if list.is_empty() {
                break;
            }
            board.play_unchecked(list[chance.below(list.len())]);
            moves_made += 1;
        }
    }
    moves_made as f64 / begun.elapsed().as_secs_f64()
}

/// The machines this runs on are noisy: both are measured by turns and the better of each is kept.
fn playouts() {
    let game = game();
    let slice = Duration::from_millis(700);
    let (mut games, mut decisions, mut chess) = (0.0f64, 0.0f64, 0.0f64);
    for _ in 0..4 {
        let (g, d) = fury_playouts(&game, slice);
        games = games.max(g);
        decisions = decisions.max(d);
        chess = chess.max(chess_playouts(slice));
    }
    println!("random games on one core: {games:.0} games/s, {decisions:.0} decisions/s");
    println!("cozy-chess random playouts: {chess:.0} moves/s");
    println!("ratio: {:.2} %   (floor 2 %)", 100.0 * decisions / chess);
    println!("a position takes {} bytes\n", size_of::<Position>());
}

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
    assert_eq!(p.top(), Step::Moves);
    p
}

#[divan::bench]
fn all_actions_of_a_side(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = opening(&game);
    let mut list = Vec::with_capacity(8192);
    bencher.bench_local(|| {
        list.clear();
        game.actions(&p, Side(0), &mut list);
        list.len()
    });
}

#[divan::bench]
fn destinations_of_one_unit(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = opening(&game);
    let unit = game.piece("ru-xi").expect("a corps");
    bencher.bench_local(|| game.destinations(&p, unit).len());
}

#[divan::bench]
fn apply_a_move(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = opening(&game);
    let mut list = Vec::new();
    game.actions(&p, Side(0), &mut list);
    let action = list[0];
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        let mut q = p;
        events.clear();
        game.apply(&mut q, Side(0), &action, &mut Seeded::new(1), &mut events);
        q.turn
    });
}

#[divan::bench]
fn copy_a_position(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = opening(&game);
    bencher.bench_local(|| divan::black_box(*divan::black_box(&p)));
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
