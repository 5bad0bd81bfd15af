//! The list of games: adding one adds a line here.

use crate::Failure;
use sandtable_bots::levels::{Level, Levels, planner};
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_bots::tune::{TunerOf, tune};
use sandtable_core::catalogue::{Rule, indexed};
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_core::player::Player;
use sandtable_drill::Drill;
use sandtable_empires::Empires;
use sandtable_fury::Fury;
use sandtable_lodz::Lodz;
use sandtable_orel::Orel;
use sandtable_tannenberg::Tannenberg;
use std::sync::Arc;

/// Ids of the games that can be played.
pub const GAMES: [&str; 6] = ["drill", "fury", "tannenberg", "empires", "orel", "lodz"];

fn drill_regular(_seed: u64) -> Box<dyn Player<Drill>> {
    Box::new(sandtable_drill::bot::Regular::default())
}

fn fury_regular(_seed: u64) -> Box<dyn Player<Fury>> {
    Box::new(sandtable_fury::bot::Regular::new())
}

fn tannenberg_regular(seed: u64) -> Box<dyn Player<Tannenberg>> {
    Box::new(sandtable_tannenberg::bot::Regular::new(seed))
}

fn empires_regular(seed: u64) -> Box<dyn Player<Empires>> {
    Box::new(sandtable_empires::bot::Regular::new(seed))
}

fn orel_regular(seed: u64) -> Box<dyn Player<Orel>> {
    Box::new(sandtable_orel::bot::Regular::new(seed))
}

fn lodz_regular(seed: u64) -> Box<dyn Player<Lodz>> {
    Box::new(sandtable_lodz::bot::Regular::new(seed))
}

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

/// The rules of a game with the tests and lines that name them.
macro_rules! rules_of {
    ($game:ty, $index:literal) => {
        || indexed(<$game>::rules(), include!(concat!(env!("OUT_DIR"), "/", $index, "_rules.rs")))
    };
}

/// A game by its id.
pub fn game(id: &str) -> Result<Box<dyn AnyGame>, Failure> {
    match id {
        "drill" => registered(Drill::new(), rules_of!(Drill, "drill"), &[("regular", drill_regular)], None),
        "fury" => registered(Fury::new(), rules_of!(Fury, "fury"), &[("regular", fury_regular)], Some(tune)),
        "tannenberg" => registered(
            Tannenberg::new(),
            rules_of!(Tannenberg, "tannenberg"),
            &[("regular", tannenberg_regular)],
            Some(tune),
        ),
        "empires" => registered(
            Empires::new(),
            rules_of!(Empires, "empires"),
            &[("regular", empires_regular)],
            Some(tune),
        ),
        "orel" => registered(Orel::new(), rules_of!(Orel, "orel"), &[("regular", orel_regular)], Some(tune)),
        "lodz" => registered(Lodz::new(), rules_of!(Lodz, "lodz"), &[("regular", lodz_regular)], Some(tune)),
        _ => Err(Failure::new(format!("there is no game `{id}`; the games are {}", GAMES.join(", ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::Sides;

    #[test]
    fn camps_hold_every_side_of_a_scenario_once() {
        for id in GAMES {
            let Ok(game) = game(id) else { panic!("{id}") };
            for scenario in game.about().scenarios.iter().map(|s| s.id) {
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
