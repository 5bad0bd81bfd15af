//! What only Tannenberg has (tannenberg 15 to 23): tables, and the rules that hang on the standard ones.

mod allies;
mod armies;
mod garrison;
mod own;
mod rules;
mod set_up;
pub mod staff;
mod victory;
mod west_front;

pub use own::*;
pub use rules::{DE, RU, RU_SECOND, Rules};
pub use victory::reason;
