//! Tannenberg, a game of the Great War in the East ([`sandtable_east`]). [`play`] holds the rules that only Tannenberg has;
//! [`Tannenberg`] joins them to the standard rules.
//!
//! A player or a bot gets the position as far as its side knows it. The German moves hidden:
//!
//! ```
//! use sandtable_core::dice::Seeded;
//! use sandtable_core::game::known_to;
//! use sandtable_core::{Game, Options};
//! use sandtable_tannenberg::Tannenberg;
//!
//! let game = Tannenberg::new()?;
//! let p = game.start("campaign", &Options::new(), &mut Seeded::new(7))?;
//! let (german, russian) = (game.about().side("de").ok_or("de")?, game.about().side("ru").ok_or("ru")?);
//! assert!(*known_to(&game, &p, german) == p);
//! assert!(*known_to(&game, &p, russian) != p);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod bot;
pub mod data;
pub mod play;

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

pub use sandtable_east::Mover;

use data::{FILES, Files, GameData};
use play::Rules;
use sandtable_core::About;
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_core::winning::WinCurves;
use sandtable_east::Data;

/// Positions of this game, with what they keep.
pub mod position {
    use crate::play::Added;
    pub use sandtable_east::position::*;

    /// Everything that changes.
    pub type Position = sandtable_east::Position<Added>;
    /// What waits to be decided or done.
    pub type Step = sandtable_east::position::Step<Added>;
}

/// What players do, and what happens.
pub mod action {
    use crate::play::Added;
    pub use sandtable_east::action::*;

    /// One step of a player.
    pub type Action = sandtable_east::Action<Added>;
    /// Something that happened.
    pub type Event = sandtable_east::Event<Added>;
}

pub use action::{Action, Event};
pub use position::Position;

/// The rules at work.
pub type Engine<'a> = sandtable_east::Engine<'a, play::Added>;

/// One scenario with all that never changes in it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Parameters, map and counters.
    pub data: Data,
    /// The exclusive rules.
    pub rules: Rules,
    /// The formations that a plan orders.
    pub formations: bot::Formations,
}

/// The game with all its scenarios.
#[derive(Clone)]
pub struct Tannenberg {
    /// One for each scenario, in the order of the list.
    pub sheets: Vec<Sheet>,
    /// What things are worth to the players.
    pub weights: bot::Weights,
    /// What scores say of who will win.
    win_curves: WinCurves,
    about: About,
    /// The tables as they are written, for the sources that they name.
    tables: toml::Table,
    /// Where the values of the headquarters come from.
    hq_source: String,
}

impl Tannenberg {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "tannenberg", text: FILES.board }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Tannenberg, String> {
        Tannenberg::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Tannenberg, String> {
        let plain = GameData::read(files).map_err(|e| e.to_string())?;
        let sheet = |id: &str| {
            let book = plain.with_scenario(files, id).map_err(|e| e.to_string())?;
            let scenario = book.scenarios.iter().find(|s| s.id == id).cloned();
            let scenario = scenario.ok_or_else(|| format!("there is no scenario `{id}`"))?;
            let rules = Rules::new(book.own, scenario, &book.data).map_err(|e| e.to_string())?;
            let formations = bot::Formations::new(&book.data, &rules);
            Ok(Sheet { data: book.data, rules, formations })
        };
        let sheets = plain.scenarios.iter().map(|s| sheet(&s.id)).collect::<Result<Vec<_>, String>>()?;
        let tables = files.tables.parse::<toml::Table>().map_err(|e| e.to_string())?;
        let weights = bot::Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?;
        let win_curves =
            sandtable_datafile::beside("planner.toml", files.planner, "chance").map_err(|e| e.to_string())?;
        Ok(Tannenberg {
            about: about::about(&plain),
            sheets,
            weights,
            win_curves,
            tables,
            hq_source: data::hq_source(files)?,
        })
    }

    /// The sheet of a position's scenario.
    pub fn sheet(&self, p: &Position) -> &Sheet {
        &self.sheets[usize::from(p.scenario).min(self.sheets.len() - 1)]
    }

    /// The rules at work in a position.
    pub fn engine(&self, p: &Position) -> Engine<'_> {
        let sheet = self.sheet(p);
        Engine { data: &sheet.data, own: &sheet.rules }
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
