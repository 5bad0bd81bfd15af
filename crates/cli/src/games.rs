//! The list of games: adding one adds a line here. It is a library of its own, so that what is compiled for every game is
//! compiled once, and neither again for the tests of the program nor when one of its commands changes.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

use sandtable_bots::judge::Judge;
use sandtable_bots::levels::{Level, Levels, planner};
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_bots::tune::{TunerOf, tune};
use sandtable_core::catalogue::{Rule, indexed};
use sandtable_core::game::BoardFile;
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_drill::Drill;
use sandtable_empires::Empires;
use sandtable_fury::Fury;
use sandtable_lodz::Lodz;
use sandtable_orel::Orel;
use sandtable_tannenberg::Tannenberg;
use std::sync::Arc;

/// A game with its catalogue of rules and its bots.
fn registered<G: Guide + Planned>(
    game: Result<G, String>,
    rules: fn() -> Vec<Rule>,
    scripts: &'static [Level<G>],
    tune: Option<TunerOf<G>>,
) -> Result<Box<dyn AnyGame>, String> {
    let levels = Levels { scripts, planner: Some(planner), judge: Some(Judge::of_planned()) };
    Ok(Box::new(Registered { game: Arc::new(game?), rules, levels, tune }))
}

/// The list: a game's id and type, its player `regular`, and what tunes its weights.
macro_rules! games {
    ($($id:literal, $game:ident, $regular:expr, $tune:expr;)*) => {
        /// Ids of the games that can be played.
        pub const GAMES: &[&str] = &[$($id),*];

        /// The boards of all games.
        pub fn boards() -> impl Iterator<Item = &'static BoardFile> {
            [$($game::BOARDS),*].into_iter().flatten()
        }

        /// A game by its id.
        pub fn game(id: &str) -> Result<Box<dyn AnyGame>, String> {
            match id {
                $($id => {
                    const SCRIPTS: &[Level<$game>] = &[("regular", |seed| Box::new($regular(seed)))];
                    // The rules with the tests and lines that name them.
                    let rules = || indexed($game::rules(), include!(concat!(env!("OUT_DIR"), "/", $id, "_rules.rs")));
                    registered($game::new(), rules, SCRIPTS, $tune)
                })*
                _ => Err(format!("there is no game `{id}`; the games are {}", GAMES.join(", "))),
            }
        }
    };
}

games! {
    "drill", Drill, |_| sandtable_drill::bot::Regular::default(), None;
    "fury", Fury, |_| sandtable_fury::bot::Regular::new(), Some(tune);
    "tannenberg", Tannenberg, sandtable_tannenberg::bot::Regular::new, Some(tune);
    "empires", Empires, sandtable_empires::bot::Regular::new, Some(tune);
    "orel", Orel, sandtable_orel::bot::Regular::new, Some(tune);
    "lodz", Lodz, sandtable_lodz::bot::Regular::new, Some(tune);
}
