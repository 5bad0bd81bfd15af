//! The Battle of Orel, October 1919. [`data`] are the files, [`position`] is what changes, [`play`] are the rules, each module
//! following its part of the rulebook. [`Orel`] joins them to a game.
//!
//! The script of the level `regular` chooses a move, and the rules say what it comes to:
//!
//! ```
//! use sandtable_core::dice::Seeded;
//! use sandtable_core::plan::Planned;
//! use sandtable_core::player::Player;
//! use sandtable_core::{Game, Options};
//! use sandtable_orel::Orel;
//!
//! let game = Orel::new()?;
//! let (mut dice, mut events) = (Seeded::new(7), Vec::new());
//! let mut p = game.start("brasovo", &Options::new(), &mut dice)?;
//! let side = game.to_decide(&p).side().ok_or("it is not over")?;
//! let action = game.script().choose(&game, &p, side).ok_or("nothing to do")?;
//! println!("{}", game.describe(&p, &action));
//! game.apply(&mut p, side, &action, &mut dice, &mut events);
//! for event in &events {
//!     println!("{}", game.tell(event).text);
//! }
//! assert!(game.sound(&p).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod bot;
pub mod data;
pub mod play;
pub mod position;

mod about;
mod charts;
mod file;
mod game;
mod guide;
mod outcome;
mod set_up;
mod sound;
mod view;
mod words;

pub use play::{Action, Event};
pub use position::Position;

use data::{Data, FILES, Files};
use play::Engine;
use sandtable_core::About;
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_core::winning::WinCurves;
use std::sync::Arc;

/// The game with all its scenarios.
#[derive(Clone)]
pub struct Orel {
    /// The data.
    pub d: Arc<Data>,
    /// What things are worth to its players.
    pub weights: bot::Weights,
    /// What scores say of who will win.
    win_curves: WinCurves,
    about: About,
    /// The tables as they are printed.
    cards: Vec<sandtable_core::guide::Chart>,
}

impl Orel {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "orel", text: FILES.board }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Orel, String> {
        Orel::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Orel, String> {
        let d = Arc::new(Data::read(files).map_err(|e| e.to_string())?);
        let weights = bot::Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?;
        let win_curves =
            sandtable_datafile::beside("planner.toml", files.planner, "chance").map_err(|e| e.to_string())?;
        let cards = charts::all(files.tables, &d);
        Ok(Orel { about: about::about(&d), cards, weights, win_curves, d })
    }

    /// The rules at work.
    pub fn engine(&self) -> Engine<'_> {
        Engine { d: &self.d }
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        catalogue::catalogue(include_str!("../data/rules.tsv"))
    }
}
