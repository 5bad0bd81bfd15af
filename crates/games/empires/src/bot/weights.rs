//! What things are worth to the players of this game: `data/bot.toml` for the level `regular`,
//! `data/planner.toml` for those that plan.

use serde::{Deserialize, Serialize};

/// Weights of the script.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScriptWeights {
    /// Odds: those wanted before an attack, what each missing part of them costs, how much of the friends who could
    /// come counts, and the odds from which more is too much.
    pub least: f32,
    pub short: f32,
    pub hope: f32,
    pub enough: f32,
    /// A battle at such odds: at all, and for each factor that is there to be beaten.
    pub battle: f32,
    pub prey: f32,
    /// Danger: how much it counts, the odds from which it does, how much of the friends next door helps; enemies two,
    /// three and four areas away.
    pub fear: f32,
    pub alarm: f32,
    pub support: f32,
    pub two_away: f32,
    pub three_away: f32,
    pub four_away: f32,
    /// What draws from afar: how much at all, a point of a city, what weakens its walls, an enemy army and each of its
    /// factors, and how near is near.
    pub pull: f32,
    pub city: f32,
    pub walls: f32,
    pub army: f32,
    pub army_size: f32,
    pub near: f32,
    /// What a point of a city is worth to who stands before it: open, to be besieged, own and in danger.
    pub takes: f32,
    pub besieges: f32,
    pub guards: f32,
    /// A guard for a depot in danger without which all would starve.
    pub depots: f32,
    /// Sieges: the odds that they want on the way there and on the spot, and beyond which others are not wanted; odds
    /// for a storm, for a sally, and to refuse honours.
    pub siege_odds: f32,
    pub invests: f32,
    pub siege_size: f32,
    pub storms: f32,
    pub sallies: f32,
    pub refuses: f32,
    /// Supply: a factor lost by foraging, a money point, a point of movement, the share of the income that is counted
    /// upon, and what a factor is worth in money.
    pub hunger: f32,
    pub bill: f32,
    pub road: f32,
    pub income: f32,
    pub ration: f32,
    /// A depot: what it must save, and an enemy factor that can come there.
    pub depot_gain: f32,
    pub depot_risk: f32,
    /// Factors left in a city that was taken; a point of a leader's rating.
    pub garrison: f32,
    pub led: f32,
    /// In battle: the share of the enemy's strength below which a force leaves in the night, the one below which
    /// outflanked corps flee, the odds against it that make help hopeless, and those from which a force goes behind
    /// walls.
    pub leaves: f32,
    pub flees: f32,
    pub hopeless: f32,
    pub shelters: f32,
    /// Breaking the enemy, beside the factors that fall: factors for each enemy factor, and a fixed sum.
    pub chase: f32,
    pub broken: f32,
}

/// Weights of the score; a point of the margin is worth 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScoreWeights {
    /// A factor, and how much more for each month that is left.
    pub factor: f32,
    pub lasting: f32,
    /// A battle to come that is sure to be won.
    pub battle: f32,
    /// How much of the factors of an army that can be overwhelmed counts, own and enemy.
    pub danger: f32,
    pub prey: f32,
    /// Pressure on a point of a city, own and enemy.
    pub pressed: f32,
    pub pressing: f32,
    /// A money point; a month of those in a row that a condition wants which decides at once.
    pub money: f32,
    pub month: f32,
    /// How far a margin may still change by chance, in points: in the end, and more for each month that is left.
    pub spread: f32,
    pub later: f32,
}

/// Weights of players that plan.
pub type PlannerWeights = sandtable_datafile::PlannerWeights<ScriptWeights, ScoreWeights>;

/// The weights of all players.
pub type Weights = sandtable_datafile::Weights<ScriptWeights, ScoreWeights>;
