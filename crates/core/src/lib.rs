//! The kernel that all games stand on. It knows no game, does no I/O and asks no clock: a game says what is to be
//! decided, which actions are legal and what they do; the kernel supplies dice, records, undo and forecasts.
//!
//! A game implements [`Game`]. A [`Session`] plays it and keeps its record; a [`Player`](player::Player) decides for a side.
//! Here chance plays the first ten moves of a game, takes one back, and proves the record:
//!
//! ```
//! use sandtable_core::player::{Player, Recruit};
//! use sandtable_core::session::seeded;
//! use sandtable_core::{Options, Session};
//! use sandtable_drill::Drill;
//! use std::sync::Arc;
//!
//! let game = Arc::new(Drill::new()?);
//! let mut session = Session::new(game.clone(), "towns", Options::new(), seeded(7), None)?;
//! let mut player = Recruit::new(7);
//! for _ in 0..10 {
//!     let Some(side) = session.to_decide().side() else { break };
//!     let action = player.choose(&*game, &session.known(side), side).ok_or("nothing to do")?;
//!     for line in session.act(side, action, None)? {
//!         println!("{}", line.text);
//!     }
//! }
//! if session.may_undo().is_ok() {
//!     session.undo()?;
//! }
//! let replayed = Session::verify(game, session.record().clone())?;
//! assert_eq!(replayed.position(), session.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look: [`game`] is the trait, [`session`] plays, [`record`] is the file, [`dice`], [`seal`] and [`chains`] are chance, [`proof`] is what a file proves of it,
//! [`forecast`] tells the odds, [`position_file`] reads and writes positions as text, [`position_words`] is
//! what an editor of them must know, [`puzzle`] has tasks with proven solutions, [`typed`] finds what somebody typed, [`guide`] and [`view`] are
//! what a table shows, [`plan`] is for bots that look ahead. [`machine`] and [`phrase`] make a game of modules and sentences.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod battle;
pub mod catalogue;
pub mod chains;
pub mod dice;
pub mod forecast;
pub mod game;
pub mod guide;
pub mod hash;
pub mod machine;
pub mod mixture;
pub mod phrase;
pub mod plan;
pub mod player;
pub mod position_file;
pub mod position_words;
pub mod proof;
pub mod puzzle;
pub mod record;
pub mod recorded;
pub mod refusal;
pub mod seal;
pub mod session;
pub mod teach;
pub mod typed;
pub mod view;
pub mod winning;

pub use dice::Dice;
pub use game::{About, Breach, Decision, Game, Illegal, Options, Outcome, Side, Sides};
pub use refusal::Refusal;
pub use session::{Session, SessionError};

/// Names the rules that a test proves; it does nothing but be found.
#[macro_export]
macro_rules! rules {
    ($($rule:literal),+ $(,)?) => {
        const _: &[&str] = &[$($rule),+];
    };
}
