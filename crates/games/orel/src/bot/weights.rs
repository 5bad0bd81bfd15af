//! What things are worth to the players of this game: `data/bot.toml` for the level `regular`, `data/planner.toml`
//! for those that plan.

use serde::{Deserialize, Serialize};

/// Weights of the script. A step of troops is worth about one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScriptWeights {
    /// Places that one of our victory conditions names, that an enemy's names, stations beyond the enemy for a side that cuts the line,
    /// other stations for the same side, stations for the side that guards it.
    pub own_place: f32,
    /// What part of it a place has if nothing else of its list is held.
    pub list_from: f32,
    pub enemy_place: f32,
    /// More for one that alone gives the enemy a level.
    pub sole_place: f32,
    pub cut_station: f32,
    pub near_station: f32,
    pub guard_station: f32,
    /// Strength wanted at goals: held and safe, held and threatened, not held; and more by the enemy's strength there.
    pub want_safe: f32,
    pub want_held: f32,
    pub want_taken: f32,
    pub want_threat_held: f32,
    pub want_threat_taken: f32,
    /// Each hex nearer to the objective, and more toward the end of the game.
    pub pull: f32,
    pub pull_late: f32,
    /// Standing on a goal with little or some company.
    pub garrison_thin: f32,
    pub garrison: f32,
    /// The hex that a unit was told to hold.
    pub guard: f32,
    /// Enemy strength over own strength: from where it counts, for combat units, for guns, and how much less toward the end.
    pub danger_from: f32,
    pub danger: f32,
    pub danger_guns: f32,
    pub danger_late: f32,
    /// In range of a Depot, near units of the formation, far from them, cover, in Combat mode near the enemy, in March mode there.
    pub fed: f32,
    pub kin: f32,
    pub stray: f32,
    pub cover: f32,
    pub ready: f32,
    pub marching: f32,
    /// Staying where one is; each full hex next to it.
    pub stay: f32,
    pub crowd: f32,
    /// Guns: with troops, alone near the enemy, two hexes from an enemy.
    pub gun_company: f32,
    pub gun_alone: f32,
    pub gun_range: f32,
    /// Depots: troops far from the enemy, a garrison, infantry beside the double track, troops out of range.
    pub depot_rear: f32,
    pub depot_guard: f32,
    pub depot_track: f32,
    pub depot_far: f32,
    /// Attacks: clearing a hex, a goal in it (and more toward the end), going forward at most, a Depot in it, enemy steps, own steps, failure, a
    /// unit without munitions.
    pub clear: f32,
    pub goal: f32,
    pub goal_late: f32,
    pub forward: f32,
    pub depot: f32,
    pub enemy_step: f32,
    pub own_step: f32,
    pub fail: f32,
    pub hungry: f32,
    /// What an attack must be worth, its least chance to clear the hex, the same for a goal, and how much less toward the end.
    pub least: f32,
    pub least_clear: f32,
    pub least_clear_goal: f32,
    pub bold_late: f32,
    /// Chance of being driven out from which a defender goes before combat: in the open, at a lesser goal, at a place.
    pub leave: f32,
    pub leave_goal: f32,
    pub leave_place: f32,
    /// An Assault must be worth this.
    pub assault: f32,
    /// Enemy strength over own from which a hex is a trap.
    pub trap: f32,
}

/// Weights of the score: what makes the logarithm of the odds to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScoreWeights {
    /// A level of victory that can be hoped for, and one that holds as things stand; how fast the latter counts for less the
    /// more turns of sides are left.
    pub hope: f32,
    pub now: f32,
    pub early: f32,
    /// A point of strength; a unit lost.
    pub strength: f32,
    pub lost: f32,
    /// How likely a place is to be held in the end: by those there, by nobody yet, by a side that the enemy keeps from it, and what a place
    /// loses if it is cut off. Each with the share of the strength that is felt there: the part that is sure, and the part that goes
    /// with the share.
    pub held: f32,
    pub held_share: f32,
    pub open: f32,
    pub open_share: f32,
    pub barred_share: f32,
    pub cut_off: f32,
    /// How much of a unit's strength is felt this many hexes away; strength that is felt of nobody, so that empty places are even.
    pub felt: [f32; 6],
    pub nobody: f32,
    /// How likely the line stays clear that is clear now, is cleared that is not, a station stays cut, is still cut.
    pub line_clear: f32,
    pub line_held: f32,
    pub station_cut: f32,
    pub station_open: f32,
}

/// Weights of players that plan.
pub type PlannerWeights = sandtable_datafile::PlannerWeights<ScriptWeights, ScoreWeights>;

/// The weights of all players.
pub type Weights = sandtable_datafile::Weights<ScriptWeights, ScoreWeights>;
