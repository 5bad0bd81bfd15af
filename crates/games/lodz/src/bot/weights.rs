//! What things are worth to the players of this game: `data/bot.toml` for the level `regular`, `data/planner.toml`
//! for those that plan.

use serde::{Deserialize, Serialize};

/// Weights of the script. A CEL of a full brigade is worth about one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScriptWeights {
    /// A victory hex, early and on the last day.
    pub goal: f32,
    pub goal_last: f32,
    /// Any other hex that an attack wins; each hex of a retreat; a disorganized CEL.
    pub ground: f32,
    pub push: f32,
    pub disorder: f32,
    /// For an attacker: having to go back at all, and each hex.
    pub fall_back: f32,
    pub fall_back_hex: f32,
    /// Damage to the enemy and to oneself.
    pub enemy: f32,
    pub own: f32,
    /// An artillery unit, a headquarters.
    pub gun: f32,
    pub staff: f32,
    /// An attack that is owed and cannot be made as planned.
    pub owed: f32,
    /// What a planned attack must add.
    pub least: f32,
    /// How much of the enemy's artillery nearby is expected to support a defence; what guns do alone.
    pub gun_share: f32,
    pub fire: f32,
    /// Each turn of march nearer to the objective, and more toward the end.
    pub pull: f32,
    pub pull_late: f32,
    /// Standing in a victory hex, and keeping to it when told so.
    pub garrison: f32,
    pub guard: f32,
    /// Losses feared from the enemy's next attack, and which part of enemy strength nearby is feared.
    pub danger: f32,
    pub danger_share: f32,
    /// Ending in an enemy zone without an attack worth making.
    pub contact: f32,
    /// Out of supply.
    pub hunger: f32,
    /// Each column of good ground near the enemy; staying; digging in.
    pub cover: f32,
    pub stay: f32,
    pub dig: f32,
    /// Where attackers stand is feared for by this much; each turn of march that an attack costs them.
    pub expose: f32,
    pub drift: f32,
    /// Troops that join guns and staffs in danger.
    pub escort: f32,
    /// Guns: among troops, alone near the enemy, in range of it, too near.
    pub company: f32,
    pub alone: f32,
    pub range: f32,
    pub near: f32,
    /// Headquarters: each strength point of troops in command.
    pub command: f32,
    /// Strength wanted at a victory hex that is held or to be taken, for each point of the enemy's.
    pub want_held: f32,
    pub want_taken: f32,
}

/// Weights of the score, in thousandths of the natural logarithm of the odds to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScoreWeights {
    /// Days over which what is now becomes what will be.
    pub soon: f32,
    /// A victory hex that is held, and the pressure on one: early, and what is added on the last day.
    pub held: f32,
    pub held_last: f32,
    pub pressed: f32,
    pub pressed_last: f32,
    /// A point of strength, of attack fire; a point of strength without supply, a disorganized CEL.
    pub strength: f32,
    pub guns: f32,
    pub hunger: f32,
    pub shaken: f32,
    /// A point of strength in danger, and how much of it is left to the side that is about to move.
    pub danger: f32,
    pub getting_away: f32,
    /// A point of earlier parts of a campaign.
    pub point: f32,
    /// How much of a point of strength counts this many hexes away.
    pub near: [f32; 6],
    /// Strength at a victory hex: of a holder who stands in it, of one who does not, and of nobody.
    pub stands: f32,
    pub away: f32,
    pub nobody: f32,
    /// The part of the enemy's strength nearby that an attack brings, what a column of cover adds to the defence, and the odds beyond
    /// one at which all is in danger.
    pub brought: f32,
    pub cover: f32,
    pub rout: f32,
}

/// Weights of the script by who has the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptsWeights {
    /// The Germans: a war of movement.
    pub drive: ScriptWeights,
    /// The Russians: both sides have dug in.
    pub counterstroke: ScriptWeights,
}

/// Weights of players that plan.
pub type PlannerWeights = sandtable_datafile::PlannerWeights<ScriptsWeights, ScoreWeights>;

/// The weights of all players.
pub type Weights = sandtable_datafile::Weights<ScriptWeights, ScoreWeights, ScriptsWeights>;
