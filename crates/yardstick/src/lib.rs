//! How fast a referee is: random games of one's own against random chess by cozy-chess, in the same run on the same core.

#![forbid(unsafe_code)]

mod benches;

pub use benches::{
    all_actions, apply_an_action, copy_a_position, first_decision, one_action_by_chance, the_view,
    what_the_side_knows,
};

use cozy_chess::{Board, Move};
use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options};
use std::time::{Duration, Instant};

/// Plays random games for a while: games and decisions per second.
pub fn random_games<G: Game>(game: &G, scenario: &str, time: Duration) -> Result<(f64, f64), String> {
    let begun = Instant::now();
    let (mut games, mut decisions) = (0u64, 0u64);
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    while begun.elapsed() < time {
        let mut dice = Seeded::new(games);
        let mut chance = Seeded::new(!games);
        let mut p = game.start(scenario, &Options::new(), &mut dice)?;
        while let Some(side) = game.to_decide(&p).side() {
            let Some(action) = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch) else { break };
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
            decisions += 1;
        }
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok((games as f64 / seconds, decisions as f64 / seconds))
}

/// Random chess games of at most 400 moves: moves per second.
pub fn chess(time: Duration) -> f64 {
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

/// Prints the figures of scenarios. Machines are noisy: game and chess are measured by turns and the better of each is kept.
pub fn report<G: Game>(game: &G, scenarios: &[&str], slice: Duration) -> Result<(), String> {
    for scenario in scenarios {
        let (mut games, mut decisions, mut moves) = (0.0f64, 0.0f64, 0.0f64);
        for _ in 0..4 {
            let (g, d) = random_games(game, scenario, slice)?;
            games = games.max(g);
            decisions = decisions.max(d);
            moves = moves.max(chess(slice));
        }
        println!("{scenario}: random games on one core: {games:.1} games/s, {decisions:.0} decisions/s");
        println!("cozy-chess random playouts: {moves:.0} moves/s");
        println!("ratio: {:.2} %", 100.0 * decisions / moves);
    }
    println!("a position takes {} bytes\n", size_of::<G::Position>());
    Ok(())
}
