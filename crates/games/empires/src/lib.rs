//! Empires in Arms: the Land Phase. [`play::land`] and [`play::combat`] hold the rules as functions over plain values; [`play`] runs them
//! through the sequence of play, each module following its part of the rulebook; [`position`] is what a position keeps for them.
//! [`Empires`] joins them to a game.
//!
//! Several powers can have to decide at once; each has its own list of legal actions:
//!
//! ```
//! use sandtable_core::dice::Seeded;
//! use sandtable_core::{Decision, Game, Options};
//! use sandtable_empires::Empires;
//!
//! let game = Empires::new()?;
//! let p = game.start("ulm1805", &Options::new(), &mut Seeded::new(7))?;
//! let Decision::Decide { sides, rule, .. } = game.to_decide(&p) else { return Err("it is not over".into()) };
//! assert_eq!((sides.iter().count(), rule), (2, "7.1.2"));
//! for side in sides.iter() {
//!     let mut legal = Vec::new();
//!     game.actions(&p, side, &mut legal);
//!     assert!(legal.iter().all(|action| game.check(&p, side, action).is_ok()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod about;
pub mod bot;
mod charts;
pub mod data;
mod file;
mod game;
mod guide;
mod outcome;
pub mod play;
pub mod position;
mod set_up;
mod sound;
mod view;
pub mod words;

pub use play::{Action, Event, combat, land};
pub use position::{Position, ids};

use combat::Charts;
use data::{Data, FILES, Files};
use play::Engine;
use sandtable_core::About;
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_core::winning::WinCurves;
use std::sync::Arc;

/// The game with all its scenarios.
#[derive(Clone)]
pub struct Empires {
    /// The data.
    pub d: Arc<Data>,
    /// The charts of combat.
    pub charts: Arc<Charts>,
    /// What things are worth to its players.
    pub weights: bot::Weights,
    /// What scores say of who will win.
    win_curves: WinCurves,
    about: About,
    /// Ids of the nations in small letters, as counters are coloured.
    ids: Vec<String>,
    /// The tables of the rules, ready to be printed.
    cards: Vec<sandtable_core::guide::Chart>,
}

impl Empires {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "empires", text: FILES.board }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Empires, String> {
        Empires::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Empires, String> {
        let d = Arc::new(Data::read(files).map_err(|e| e.to_string())?);
        let charts = Arc::new(Charts::read(files.tables).map_err(|e| e.to_string())?);
        let weights = bot::Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?;
        let win_curves =
            sandtable_datafile::beside("planner.toml", files.planner, "chance").map_err(|e| e.to_string())?;
        let ids = d.nations.iter().map(|n| n.id.to_lowercase()).collect();
        let cards = charts::all(&d, files.tables);
        Ok(Empires { about: about::about(&d), ids, cards, weights, win_curves, d, charts })
    }

    /// The rules at work.
    pub fn engine(&self) -> Engine<'_> {
        Engine { d: &self.d, charts: &self.charts }
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        rules()
    }
}

/// The rule catalogue.
pub fn rules() -> Vec<Rule> {
    catalogue::catalogue(include_str!("../data/rules.tsv"))
}
