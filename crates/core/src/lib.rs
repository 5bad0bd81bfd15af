//! The kernel that all games stand on. It knows no game, does no I/O and asks no clock: a game says what is to be
//! decided, which actions are legal and what they do; the kernel supplies dice, records, undo and forecasts.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod catalogue;
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
pub mod record;
pub mod refusal;
pub mod seal;
pub mod session;
pub mod typed;
pub mod view;

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
