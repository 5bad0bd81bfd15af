//! What is timed of every game in the same manner, at a position of the game's choice.

use divan::{Bencher, black_box};
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side};

/// The `main` of a game's benchmarks, and those that every game has. It takes the type of the game, the scenarios of the report, a
/// function that makes the position to look at, and which of its actions is applied.
#[macro_export]
macro_rules! benches {
    ($game:ident; $($scenario:literal),+; $position:ident; $wanted:expr) => {
        fn main() {
            let slice = ::std::time::Duration::from_millis(900);
            $crate::report(&game(), &[$($scenario),+], slice).expect("the scenarios");
            divan::main();
        }

        fn game() -> $game {
            $game::new().expect("the game's own data")
        }

        $crate::benches! { @each $game $position; all_actions one_action_by_chance what_the_side_knows the_view copy_a_position }

        #[divan::bench]
        fn apply_an_action(bencher: divan::Bencher<'_, '_>) {
            let game = game();
            $crate::apply_an_action(bencher, &game, &$position(&game), $wanted);
        }
    };
    (@each $game:ident $position:ident; $($what:ident)+) => { $(
        #[divan::bench]
        fn $what(bencher: divan::Bencher<'_, '_>) {
            let game = game();
            $crate::$what(bencher, &game, &$position(&game));
        }
    )+ };
}

/// The first decision of a side that somebody is interested in. Nothing is done before it that need not be.
///
/// # Panics
///
/// If the game does not come to it.
pub fn first_decision<G: Game>(
    game: &G,
    scenario: &str,
    wanted: impl Fn(&G::Position, Side) -> bool,
) -> G::Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start(scenario, &Options::new(), &mut dice).expect("the scenario");
    let (mut list, mut events) = (Vec::new(), Vec::new());
    loop {
        let side = game.to_decide(&p).side().expect("the game is over before that decision");
        if wanted(&p, side) {
            return p;
        }
        list.clear();
        game.actions(&p, side, &mut list);
        let done = list.iter().find(|a| game.describe(&p, a) == "done");
        let next = *done.or(list.first()).expect("something to do");
        events.clear();
        game.apply(&mut p, side, &next, &mut dice, &mut events);
    }
}

fn decides<G: Game>(game: &G, p: &G::Position) -> Side {
    game.to_decide(p).side().expect("somebody must decide")
}

/// All actions of the side that must decide.
pub fn all_actions<G: Game>(bencher: Bencher<'_, '_>, game: &G, p: &G::Position) {
    let side = decides(game, p);
    let mut list = Vec::with_capacity(16_384);
    bencher.bench_local(|| {
        list.clear();
        game.actions(p, side, &mut list);
        list.len()
    });
}

/// One of its actions, drawn as in a random game.
pub fn one_action_by_chance<G: Game>(bencher: Bencher<'_, '_>, game: &G, p: &G::Position) {
    let (side, mut chance) = (decides(game, p), Seeded::new(1));
    let mut list = Vec::with_capacity(16_384);
    bencher.bench_local(|| game.sample(p, side, &mut |n| chance.below(n), &mut list));
}

/// The first of its actions that is `wanted`, applied to a copy.
pub fn apply_an_action<G: Game>(
    bencher: Bencher<'_, '_>,
    game: &G,
    p: &G::Position,
    wanted: impl Fn(&G::Action) -> bool,
) {
    let side = decides(game, p);
    let mut list = Vec::new();
    game.actions(p, side, &mut list);
    let action = list.into_iter().find(wanted).expect("such an action");
    let mut events = Vec::with_capacity(64);
    bencher.bench_local(|| {
        let mut after = p.clone();
        events.clear();
        game.apply(&mut after, side, &action, &mut Seeded::new(1), &mut events);
        after
    });
}

/// The position as the side knows it; the question alone where nothing is hidden.
pub fn what_the_side_knows<G: Game>(bencher: Bencher<'_, '_>, game: &G, p: &G::Position) {
    let side = decides(game, p);
    bencher.bench_local(|| game.known(p, side));
}

/// What is drawn for the side.
pub fn the_view<G: Game>(bencher: Bencher<'_, '_>, game: &G, p: &G::Position) {
    let viewer = Viewer::Side(decides(game, p));
    bencher.bench_local(|| game.view(p, viewer));
}

/// A copy of the position.
pub fn copy_a_position<G: Game>(bencher: Bencher<'_, '_>, _game: &G, p: &G::Position) {
    bencher.bench_local(|| black_box(black_box(p).clone()));
}
