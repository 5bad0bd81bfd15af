//! Łódź 1914. [`data`] are the files, [`mod@position`] is a position, [`play`] are the rules, each module
//! following its part of the rulebook. [`Lodz`] joins them to a game.
//!
//! Any position can be written as text, and the text is read as the same position:
//!
//! ```
//! use sandtable_core::dice::Seeded;
//! use sandtable_core::position_file::{Setting, write};
//! use sandtable_core::{Game, Options};
//! use sandtable_lodz::Lodz;
//!
//! let game = Lodz::new()?;
//! let options = Options::new();
//! let p = game.start("lodz", &options, &mut Seeded::new(7))?;
//! let text = write(&game, Setting { scenario: "lodz", options: &options }, &p)?;
//! assert!(text.starts_with("scenario = lodz"));
//! assert!(game.position(&options, &text)? == p);
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
pub struct Lodz {
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

impl Lodz {
    /// Its boards: that of Łódź, and Masuria.
    pub const BOARDS: &[BoardFile] =
        &[BoardFile { id: "lodz", text: FILES.board }, BoardFile { id: "lodz-masuria", text: FILES.masuria }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Lodz, String> {
        Lodz::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Lodz, String> {
        let d = Arc::new(Data::read(files).map_err(|e| e.to_string())?);
        let weights = bot::Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?;
        let win_curves =
            sandtable_datafile::beside("planner.toml", files.planner, "chance").map_err(|e| e.to_string())?;
        Ok(Lodz { about: about::about(&d), cards: charts::all(files.tables), weights, win_curves, d })
    }

    /// What things are worth to the script, of `regular` or of players that plan. Theirs were tuned on the board of Łódź, by
    /// who has the initiative; in the snow of Masuria, where pace counts for less, they lose against those of `regular`.
    pub fn script_weights(&self, p: &Position, planner: bool) -> &bot::ScriptWeights {
        let snow = !self.engine().scenario(p).weather.is_empty();
        if !planner || snow {
            return &self.weights.regular;
        }
        let scripts = &self.weights.planner.script;
        if p.first == data::DE { &scripts.drive } else { &scripts.counterstroke }
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
