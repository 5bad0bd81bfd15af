//! What bots say: advice that a player asks for, and why they moved as they did.

use super::{Breach, Chance, Offered};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A wish for advice.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskHint {
    /// The game's length as you know it.
    pub after: usize,
    /// The side, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// The level that advises; left out, the strongest that answers quickly. `analysis` may think for ten seconds at most.
    #[serde(default)]
    pub level: Option<String>,
}

/// Advice for your decision. Nothing is done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hint {
    /// The game's length for which it holds.
    pub number: usize,
    /// The level that advises.
    pub level: String,
    /// What it would do.
    pub action: Offered,
    /// Why; empty for levels that give no reasons.
    pub why: Why,
}

/// Why a bot does what it does, as its own side knows the game. In the steps of a game a bot says only what is new:
/// plan, hopes and fears hold until it says them again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Why {
    /// The plan, formation by formation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub plan: Vec<Order>,
    /// What the plan is expected to bring, part by part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub hopes: Vec<Part>,
    /// How it came out at worst when it was tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub fears: Vec<Part>,
    /// Actions that were weighed against each other for this decision, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub weighed: Vec<WeighedAction>,
    /// The rule that kept the step from being ended, so that one of them had to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub duty: Option<Breach>,
    /// How often plans and actions were tried out in this turn.
    pub trials: u32,
}

/// What a formation is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Order {
    /// The formation.
    pub formation: String,
    /// What it is told.
    pub order: String,
}

/// A part of what a position is worth, now and later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What it is worth now.
    pub now: i32,
    /// What it will be worth.
    pub then: i32,
}

/// An action that a bot weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WeighedAction {
    /// The action.
    pub text: String,
    /// What it is worth.
    pub score: i32,
    /// How often it was tried out.
    pub trials: u32,
    /// Its results with their probabilities, or those of the battle that it leads to; left out where no dice decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub chances: Vec<Chance>,
}
