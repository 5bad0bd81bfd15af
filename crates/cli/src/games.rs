//! The list of games: adding one adds a line here.

use crate::Failure;
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_core::player::Player;
use sandtable_fury::Fury;
use sandtable_fury::bot::Regular;
use sandtable_tannenberg::Theatre;
use std::sync::Arc;

/// Ids of the games that can be played.
pub const GAMES: [&str; 2] = ["fury", "tannenberg"];

fn regular(_seed: u64) -> Box<dyn Player<Fury>> {
    Box::new(Regular::new())
}

/// A game by its id.
pub fn game(id: &str) -> Result<Box<dyn AnyGame>, Failure> {
    match id {
        "fury" => {
            let game = Fury::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: Fury::rules,
                bots: &[("regular", regular)],
                levels: &["recruit", "regular"],
            }))
        }
        "tannenberg" => {
            let game = Theatre::new().map_err(Failure::new)?;
            Ok(Box::new(Registered {
                game: Arc::new(game),
                rules: Theatre::rules,
                bots: &[],
                levels: &["recruit"],
            }))
        }
        _ => Err(Failure::new(format!("there is no game `{id}`; the games are {}", GAMES.join(", ")))),
    }
}
