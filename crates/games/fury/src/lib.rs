//! 1914: Fury in the East. The modules follow the rulebook: set-up (6), sequence (5, 7, 8), movement (9), combat (10),
//! retreat and sieges (10.3.2–10.5), supply (11.2), administrative phase (11.3–12). Numbers after `fury` in comments are
//! those of the rule catalogue.
//!
//! What is typed is read as an action, legal or not; what is not legal is refused with the rule:
//!
//! ```
//! use sandtable_core::session::{Session, seeded};
//! use sandtable_core::{Game, Options};
//! use sandtable_fury::Fury;
//! use std::sync::Arc;
//!
//! let mut session = Session::new(Arc::new(Fury::new()?), "campaign", Options::new(), seeded(7), None)?;
//! for (typed, legal) in [("front North", true), ("end movement", false), ("move RU II to 1405", true)] {
//!     let side = session.to_decide().side().ok_or("it is not over")?;
//!     let action = session.game().parse(session.position(), typed).ok_or("words of the game")?;
//!     match session.act(side, action, None) {
//!         Ok(_) => assert!(legal),
//!         Err(refusal) => assert!(refusal.to_string().contains("rule 2.2f")),
//!     }
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
mod play;
pub mod position;
mod set_up;
mod sound;
mod view;
pub mod words;

pub use data::pieces;
pub use play::action::{self, Action, Ending, Event};
pub use play::combat::Modifiers;
pub use play::sequence;
pub use position::{Position, group, hexset};

use bot::Weights;
use data::{Data, FILES, Files};
use pieces::{CP, RU};
use position::enemy;
use sandtable_core::Side;
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_core::winning::WinCurves;

/// The game with its data.
#[derive(Clone)]
pub struct Fury {
    /// Everything that never changes.
    pub data: Data,
    /// What its players weigh.
    pub weights: Weights,
    /// What scores say of who will win.
    win_curves: WinCurves,
}

impl Fury {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "fury", text: FILES.board }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Fury, String> {
        Fury::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Fury, String> {
        Ok(Fury {
            data: Data::read(files)?,
            weights: Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?,
            win_curves: sandtable_datafile::beside("planner.toml", files.planner, "chance")
                .map_err(|e| e.to_string())?,
        })
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        catalogue::catalogue(include_str!("../data/rules.tsv"))
    }
}

/// The sides, for users of the crate.
pub const SIDES: [Side; 2] = [Side(RU), Side(CP)];

/// The other side.
pub fn other(side: Side) -> Side {
    Side(enemy(side.0))
}
