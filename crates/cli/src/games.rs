//! The list of games: adding one adds a line here.

use crate::Failure;
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
) -> Result<Box<dyn AnyGame>, Failure> {
    let levels = Levels { scripts, planner: Some(planner) };
    let game = Arc::new(game.map_err(Failure::new)?);
    Ok(Box::new(Registered { game, rules, levels, tune }))
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
        pub fn game(id: &str) -> Result<Box<dyn AnyGame>, Failure> {
            match id {
                $($id => {
                    const SCRIPTS: &[Level<$game>] = &[("regular", |seed| Box::new($regular(seed)))];
                    // The rules with the tests and lines that name them.
                    let rules = || indexed($game::rules(), include!(concat!(env!("OUT_DIR"), "/", $id, "_rules.rs")));
                    registered($game::new(), rules, SCRIPTS, $tune)
                })*
                _ => Err(Failure::new(format!("there is no game `{id}`; the games are {}", GAMES.join(", ")))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::Sides;

    #[test]
    fn camps_hold_every_side_of_a_scenario_once() {
        for id in GAMES {
            let Ok(game) = game(id) else { panic!("{id}") };
            for scenario in game.about().scenarios.iter().map(|s| s.id.as_str()) {
                let camps = game.camps(scenario);
                assert!(camps.len() > 1, "{id} {scenario}");
                let mut held: Vec<_> = camps.iter().flat_map(|camp| camp.iter()).collect();
                held.sort();
                let playing: Vec<_> = game.about().sides_of(scenario).map(|(side, _)| side).collect();
                assert_eq!(held, playing, "{id} {scenario}");
            }
        }
    }

    #[test]
    fn allies_are_one_camp_and_rivals_are_not() {
        for (id, scenario, camps) in [
            ("tannenberg", "three-player", vec!["de", "ru ru2"]),
            ("empires", "jena1806", vec!["fr", "ru pr"]),
            ("empires", "grand1805", vec!["fr", "gb", "ru", "tu", "au", "pr", "sp"]),
        ] {
            let Ok(game) = game(id) else { panic!("{id}") };
            let ids =
                |camp: Sides| camp.iter().map(|s| game.about().side_id(s)).collect::<Vec<_>>().join(" ");
            assert_eq!(game.camps(scenario).into_iter().map(ids).collect::<Vec<_>>(), camps, "{scenario}");
        }
    }
}
