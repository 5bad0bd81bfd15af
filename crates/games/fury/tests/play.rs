//! Random games: nothing panics, nothing is stuck, everything stays sound.

use sandtable_core::dice::Seeded;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_fury::Fury;

fn random_game(game: &Fury, seed: u64, options: &Options, careful: bool) -> (usize, String) {
    let mut dice = Seeded::new(seed);
    let mut picker = Seeded::new(seed ^ 0xABCDEF);
    let mut p = game.start("campaign", options, &mut dice).unwrap();
    let mut scratch = Vec::new();
    let mut events = Vec::new();
    for n in 0..200_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(o) => return (n, format!("{:?} {}", o.winner.map(|s| s.0), o.level)),
            Decision::Decide { sides, .. } => sides.iter().next().unwrap(),
        };
        let action = game.sample(&p, side, &mut |k| picker.below(k), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("seed {seed}: nothing to do at {:?}", p.top()));
        if careful {
            game.check(&p, side, &action).unwrap_or_else(|e| panic!("seed {seed}: {action:?} {e}"));
        }
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        if careful {
            game.sound(&p).unwrap_or_else(|e| panic!("seed {seed} after {action:?}: {e}"));
        }
    }
    panic!("seed {seed}: no end");
}

#[test]
fn random_games_stay_sound() {
    let game = Fury::new().unwrap();
    for seed in 0..60 {
        let (n, end) = random_game(&game, seed, &Options::new(), true);
        if seed < 10 {
            println!("{seed}: {n} {end}");
        }
    }
    let _ = Side(0);
}
