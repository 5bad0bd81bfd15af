//! What an analysis of a game speaks of.

use super::{Analysis, Offered, Why};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A wish for an analysis.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskAnalysis {
    /// How many seconds it may think, 10 at most; they are counted in decisions, so that the same seed gives the same.
    #[serde(default)]
    pub seconds: Option<u64>,
    /// The seed of all that is left to chance in it.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// An analysis of a game as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Analysed {
    /// The game's length for which it holds.
    pub number: usize,
    /// How the chances changed.
    pub analysis: Analysis,
}

/// A wish to know what a bot would have played.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskThen {
    /// After how many moves.
    pub at: usize,
    /// For which side: one that had to decide then.
    pub side: String,
    /// The level; left out, the strongest that answers quickly.
    #[serde(default)]
    pub level: Option<String>,
}

/// What a bot would have played, from what its side knew then.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Then {
    /// After how many moves.
    pub at: usize,
    /// The level.
    pub level: String,
    /// What it would have done; its number among the offered actions means nothing any more.
    pub action: Offered,
    /// Why; empty for levels that give no reasons.
    pub why: Why,
}
