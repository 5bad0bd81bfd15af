//! Where a game stands: its phase and the steps that wait.

use crate::play::air::AirStep;
use crate::play::battle::BattleStep;
use crate::play::march::MarchStep;
use crate::play::rail::RailStep;
use crate::play::retreat::RetreatStep;
use crate::play::supply::SupplyStep;
use serde::{Deserialize, Serialize};

/// The phases of a player, in order (lodz 3.1), after the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Players place what they may (player B, then A).
    SetUp,
    /// Airships (lodz 15A).
    Air,
    /// Barrage, where a scenario allows it (lodz 8.6).
    Barrage,
    /// Movement (lodz 4); it begins with replacements, bridges and arrivals.
    Movement,
    /// Attacks (lodz 7).
    Attack,
    /// Strategic movement (lodz 11).
    Strategic,
    /// Supply (lodz 12).
    Supply,
    /// The day ends; the game may.
    Night,
    /// The game is over.
    Over,
}

/// Something that waits to be decided or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Go on with the sequence.
    Go,
    /// Airships and barrages.
    Air(AirStep),
    /// Movement.
    March(MarchStep),
    /// Trains, bases, replacements.
    Rail(RailStep),
    /// Attacks.
    Battle(BattleStep),
    /// Retreats and pursuits.
    Retreat(RetreatStep),
    /// Set-up, supply, nights.
    Supply(SupplyStep),
}

/// How many steps can wait for one another.
pub const STEPS: usize = 12;
