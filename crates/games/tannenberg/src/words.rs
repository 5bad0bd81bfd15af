//! Actions and events in words.

mod abroad;
mod actions;
mod events;
mod names;
mod outcome;
mod parse;

pub(crate) use events::entry;
pub(crate) use names::{count, name_of, side_word};
