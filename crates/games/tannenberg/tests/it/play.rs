//! Whole games by chance: no dead end, everything offered is legal, what must hold holds, and the Russian is shown nothing
//! that he may not know.
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_tannenberg::Tannenberg;
use std::sync::OnceLock;

fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    GAME.get_or_init(|| Tannenberg::new().unwrap())
}

const SCENARIOS: [&str; 5] = ["tannenberg", "winter", "campaign", "free", "three-player"];

/// Plays a game by chance; `every` says how often the dear checks are made.
fn by_chance(scenario: &str, options: &Options, seed: u64, every: usize) -> usize {
    let game = theatre();
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0xABCD);
    let mut p = game.start(scenario, options, &mut dice).unwrap();
    let (mut scratch, mut list, mut known, mut events) = (vec![], vec![], vec![], vec![]);
    for n in 0..200_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return n,
            Decision::Decide { sides, .. } => sides.iter().next().unwrap(),
        };
        let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch);
        let action = action.unwrap_or_else(|| panic!("{scenario} {seed}: dead end after {n}: {:?}", p.top()));
        if n % every == 0 {
            game.sound(&p).unwrap_or_else(|e| panic!("{scenario} {seed} after {n}: {e}"));
            list.clear();
            game.actions(&p, side, &mut list);
            assert!(
                list.contains(&action),
                "{scenario} {seed} after {n}: {action:?} is not offered in {:?}",
                p.top()
            );
            for offered in &list {
                if let Err(e) = game.check(&p, side, offered) {
                    panic!(
                        "{scenario} {seed} after {n}: {offered:?} in {:?} is offered and refused: {e}",
                        p.top()
                    );
                }
            }
            // What a side is shown and offered follows from what it knows.
            for player in [Side(1), Side(2)] {
                let Some(q) = game.known(&p, player) else { continue };
                // What the German decides about is his own affair, but not that he does (tannenberg 18.0i).
                let (whole, part) = (game.to_decide(&p), game.to_decide(&q));
                assert_eq!(whole.side(), part.side());
                assert!(whole == part || whole.side() == Some(Side(0)), "{whole:?}, {part:?}");
                assert_eq!(game.view(&p, Viewer::Side(player)), game.view(&q, Viewer::Side(player)));
                assert_eq!(game.view(&p, Viewer::Watcher), game.view(&q, Viewer::Watcher));
                known.clear();
                list.clear();
                game.actions(&p, player, &mut list);
                game.actions(&q, player, &mut known);
                assert_eq!(list, known, "{scenario} {seed} after {n}: {:?}", p.top());
            }
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(serde_json::from_str::<sandtable_tannenberg::Position>(&text).unwrap(), p);
        }
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
    panic!("{scenario} {seed}: no end");
}

#[test]
fn games_by_chance_come_to_an_end() {
    for scenario in SCENARIOS {
        for seed in 0..3 {
            let n = by_chance(scenario, &Options::new(), seed, 29);
            assert!(n > 20, "{scenario}: {n}");
        }
    }
}

/// 2,000 games; the command: `cargo test --release -p sandtable-tannenberg --test play -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn two_thousand_games_by_chance() {
    let options = |seed: u64| -> Options {
        let names = ["hidden", "unlimited-command", "line-limits"];
        let bit = |i: usize| if seed >> i & 1 == 1 { "on" } else { "off" };
        names.iter().enumerate().map(|(i, n)| (n.to_string(), bit(i).to_string())).collect()
    };
    let games = std::env::var("GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(2_000u64);
    std::thread::scope(|s| {
        for half in 0..2u64 {
            s.spawn(move || {
                for seed in (half..games).step_by(2) {
                    let scenario = SCENARIOS[(seed / 2 % 5) as usize];
                    // Hidden in three games of four.
                    let options =
                        if seed % 4 == 3 { options((seed / 8) << 1) } else { options(((seed / 8) << 1) | 1) };
                    by_chance(scenario, &options, seed, 97);
                }
            });
        }
    });
}
