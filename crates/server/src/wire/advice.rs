//! What bots say: advice that a player asks for, and why they moved as they did.

use super::{Offered, Why};
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
