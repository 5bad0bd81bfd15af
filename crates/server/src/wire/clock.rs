//! The time that players have.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The time that each player of a game has. It runs while you must decide; whenever you have done so, the increment is added, up to the cap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Seconds at the beginning.
    pub main: u32,
    /// Seconds that you get each time you have decided and others must.
    #[serde(default)]
    pub increment: u32,
    /// Seconds that you can have at most; left out, as many as at the beginning.
    #[serde(default)]
    pub cap: Option<u32>,
    /// What happens when your time has run out.
    #[serde(default)]
    pub then: AtZero,
}

/// What happens when somebody's time has run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AtZero {
    /// The game is lost; where more than two sides play, a bot takes over.
    #[default]
    Forfeit,
    /// A bot takes over; the player may take the seat back, with the increment on the clock.
    Bot,
    /// Nothing: the clock only tells.
    Nothing,
}

/// The clocks of a game as they are at this moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Clocks {
    /// The time that each player has.
    pub pace: Pace,
    /// The clock of each side that a person plays.
    pub sides: Vec<SideClock>,
    /// Whether the players have agreed to pause; a step of any of them sets the clocks going again.
    pub paused: bool,
    /// The sides whose players offer to pause.
    pub pausing: Vec<String>,
}

/// The clock of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SideClock {
    /// The side.
    pub side: String,
    /// Milliseconds left; below zero if the time has run out and nothing happens then.
    pub left: i64,
    /// Whether it runs.
    pub running: bool,
}
