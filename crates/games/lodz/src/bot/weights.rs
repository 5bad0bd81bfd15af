//! What things are worth to the `regular` player, from `data/lodz/bot.toml`.

use sandtable_datafile::DataFault;
use serde::{Deserialize, Serialize};

/// The weights. A CEL of a full brigade is worth about one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Weights {
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
    /// Losses feared from the enemy's next attack, and which part of his strength nearby is feared.
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
    /// Guns: among troops, alone near the enemy, in range of him, too near.
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

impl Weights {
    /// Reads weights.
    pub fn read(text: &str) -> Result<Weights, DataFault> {
        Weights::named("bot.toml", text)
    }

    /// Reads weights from the text of a file of that name.
    pub fn named(file: &'static str, text: &str) -> Result<Weights, DataFault> {
        sandtable_datafile::weights(file, text)
    }
}
