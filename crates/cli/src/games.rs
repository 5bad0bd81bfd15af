//! The list of games: adding one adds a line here.

use crate::Failure;
use sandtable_bots::levels::{Levels, planner};
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_bots::tune::tune;
use sandtable_core::catalogue::indexed;
use sandtable_core::player::Player;
use sandtable_empires::Europe;
use sandtable_fury::Fury;
use sandtable_lodz::Front;
use sandtable_orel::Field;
use sandtable_tannenberg::Theatre;
use std::sync::Arc;

/// Ids of the games that can be played.
pub const GAMES: [&str; 5] = ["fury", "tannenberg", "empires", "orel", "lodz"];

fn fury_regular(_seed: u64) -> Box<dyn Player<Fury>> {
    Box::new(sandtable_fury::bot::Regular::new())
}

fn tannenberg_regular(seed: u64) -> Box<dyn Player<Theatre>> {
    Box::new(sandtable_tannenberg::bot::Regular::new(seed))
}

fn empires_regular(seed: u64) -> Box<dyn Player<Europe>> {
    Box::new(sandtable_empires::bot::Regular::new(seed))
}

fn orel_regular(seed: u64) -> Box<dyn Player<Field>> {
    Box::new(sandtable_orel::bot::Regular::new(seed))
}

fn lodz_regular(seed: u64) -> Box<dyn Player<Front>> {
    Box::new(sandtable_lodz::bot::Regular::new(seed))
}

/// A game by its id.
pub fn game(id: &str) -> Result<Box<dyn AnyGame>, Failure> {
    match id {
        "fury" => {
            let game = Fury::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: || indexed(Fury::rules(), include!(concat!(env!("OUT_DIR"), "/fury_rules.rs"))),
                levels: Levels { scripts: &[("regular", fury_regular)], planner: Some(planner) },
                tune: Some(tune),
            }))
        }
        "tannenberg" => {
            let game = Theatre::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: || {
                    indexed(Theatre::rules(), include!(concat!(env!("OUT_DIR"), "/tannenberg_rules.rs")))
                },
                levels: Levels { scripts: &[("regular", tannenberg_regular)], planner: Some(planner) },
                tune: Some(tune),
            }))
        }
        "empires" => {
            let game = Europe::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: || indexed(Europe::rules(), include!(concat!(env!("OUT_DIR"), "/empires_rules.rs"))),
                levels: Levels { scripts: &[("regular", empires_regular)], planner: Some(planner) },
                tune: Some(tune),
            }))
        }
        "orel" => {
            let game = Field::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: || indexed(Field::rules(), include!(concat!(env!("OUT_DIR"), "/orel_rules.rs"))),
                levels: Levels { scripts: &[("regular", orel_regular)], planner: Some(planner) },
                tune: Some(tune),
            }))
        }
        "lodz" => {
            let game = Front::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: || indexed(Front::rules(), include!(concat!(env!("OUT_DIR"), "/lodz_rules.rs"))),
                levels: Levels { scripts: &[("regular", lodz_regular)], planner: Some(planner) },
                tune: Some(tune),
            }))
        }
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
