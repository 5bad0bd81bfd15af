//! The machine of a game: a stack of steps that wait for one another, and modules that know them.
//!
//! A [`Module`] is a phase or procedure of the rulebook, with steps, actions and events of its own. [`modules!`](crate::modules)
//! makes one game of several: it derives the enumerations and the way from a step to its module. A game whose enumerations are
//! older than its modules names them to [`modules_of!`](crate::modules_of) or [`modules_by_steps!`](crate::modules_by_steps) instead.
//! The position keeps a [`Steps`]; its top is what happens next. What happens between the modules is the [`Sequence`] of play.
//! [`by_modules!`](crate::by_modules) writes the methods of [`Game`](crate::Game) that follow, [`by_rooms!`](crate::by_rooms) those
//! that lead into the rooms that every game has.
//!
//! What is offered is what a module names and does not refuse, so that list and referee cannot disagree.

mod game_macros;
mod macros;
mod module;
mod rules;
mod run;
mod steps;

pub use module::{Flow, Module, Never, Offers, not_asked, unless_offered};
pub use rules::{Modules, Sequence};
pub use run::{check, decision, each_legal, list, parse, refuse, run, take};
pub use steps::Steps;
