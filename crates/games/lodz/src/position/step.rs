//! Where a game stands: its phase and the steps that wait.

use crate::play::air::AirStep;
use crate::play::battle::BattleStep;
use crate::play::march::MarchStep;
use crate::play::rail::RailStep;
use crate::play::retreat::RetreatStep;
use crate::play::supply::SupplyStep;
use sandtable_core::machine::Steps;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Go on with the sequence.
    #[default]
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

/// The steps that wait. They are hashed and written together with [`Step::Go`], the step at the bottom: records know them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting(Steps<Step, STEPS>);

impl Waiting {
    /// Nothing waits.
    pub const NONE: Waiting = Waiting(Steps::new(Step::Go));
}

impl Deref for Waiting {
    type Target = Steps<Step, STEPS>;

    fn deref(&self) -> &Steps<Step, STEPS> {
        &self.0
    }
}

impl DerefMut for Waiting {
    fn deref_mut(&mut self) -> &mut Steps<Step, STEPS> {
        &mut self.0
    }
}

impl Hash for Waiting {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let mut all = [Step::Go; STEPS];
        all.iter_mut().zip(self.waiting()).for_each(|(place, step)| *place = *step);
        all.hash(to);
        Step::Go.hash(to);
        u8::try_from(self.depth()).unwrap_or(u8::MAX).hash(to);
    }
}

impl Serialize for Waiting {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        (Step::Go, self.waiting()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Waiting {
    fn deserialize<Z: serde::Deserializer<'de>>(from: Z) -> Result<Self, Z::Error> {
        let (bottom, steps) = <(Step, Vec<Step>)>::deserialize(from)?;
        if bottom != Step::Go {
            return Err(serde::de::Error::custom("the sequence of play does not go on"));
        }
        if steps.len() > STEPS {
            return Err(serde::de::Error::custom(format!("{} steps wait, {STEPS} can", steps.len())));
        }
        let mut read = Waiting::NONE;
        steps.into_iter().for_each(|step| read.push(step));
        Ok(read)
    }
}
