//! What only Tannenberg has (tannenberg 15 to 23): tables, and the rules that hang on the standard ones.

mod added;
mod allies;
mod armies;
mod garrison;
mod own;
mod rules;
mod set_up;
pub mod staff;
mod victory;
mod west_front;

pub use added::{Added, OwnAction, OwnEvent, OwnStep, Standing, West};
pub use own::*;
pub use rules::{DE, IMPROVED_COMMAND, RU, RU_SECOND, Rules};
pub use victory::reason;
