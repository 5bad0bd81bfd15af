//! What things are worth to the players of this game: `data/bot.toml` for the level `regular`, `data/planner.toml` for
//! those that plan.

use serde::{Deserialize, Serialize};

/// Weights of the script. A hex nearer to the goal is worth `way`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScriptWeights {
    /// An attack: a step of either side, being thrown back, driving the enemy out of a standing fortress, of a fallen one, of any other hex;
    /// and what six of them must bring.
    pub step: f32,
    pub repelled: f32,
    pub storm: f32,
    pub retake: f32,
    pub ground: f32,
    pub least: f32,
    /// How much less or more an army must expect that is told to seek battle, to hold, to fall back.
    pub eager: f32,
    pub wary: f32,
    pub shy: f32,
    /// Each hex nearer to the goal; out of supply; travelling by rail.
    pub way: f32,
    pub hunger: f32,
    pub train: f32,
    /// A guard for a fallen fortress, for a threatened one; besiegers, few and many.
    pub guard_taken: f32,
    pub guard: f32,
    pub besiege: f32,
    pub besiege_more: f32,
    /// Standing where an attack is possible: at all, for each column of odds, at a standing fortress.
    pub contact: f32,
    pub odds: f32,
    pub contact_fort: f32,
    /// Each hex out of the headquarters' range; enemies nearby beyond own strength; the same for a reduced unit.
    pub led: f32,
    pub danger: f32,
    pub danger_reduced: f32,
    /// Boldness and fear under orders to seek battle, to hold, to fall back, as a part of what they are without.
    pub bold_attack: f32,
    pub bold_hold: f32,
    pub fear_attack: f32,
    pub fear_back: f32,
    /// A headquarters: units in range near the enemy, other units in range, each hex that one is out of range, being in an enemy zone.
    pub staff_near: f32,
    pub staff: f32,
    pub staff_far: f32,
    pub staff_zone: f32,
}

/// Weights of the score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScoreWeights {
    /// A fortress of the net difference; one under siege.
    pub fortress: f32,
    pub siege: f32,
    /// A point of strength on the map; a unit without supply; a disorganised one.
    pub strength: f32,
    pub starved: f32,
    pub shaken: f32,
    /// A point of pressure on one of our fortresses, on one of the enemy's.
    pub pressed: f32,
    pub pressing: f32,
}

/// Weights of players that plan.
pub type PlannerWeights = sandtable_datafile::PlannerWeights<ScriptWeights, ScoreWeights>;

/// The weights of all players.
pub type Weights = sandtable_datafile::Weights<ScriptWeights, ScoreWeights>;
