//! Where a game stands: its phase, the steps that wait for one another, and the last roll.

use crate::play::assault::AssaultStep;
use crate::play::fight::FightStep;
use crate::play::fire::FireStep;
use crate::play::flight::FlightStep;
use crate::play::march::MarchStep;
use crate::play::rear::RearStep;
use sandtable_core::machine::Steps;
use serde::{Deserialize, Serialize};

/// The phases of a player turn, in order (orel 2.1). The combat phase is divided as in 8.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Status of Depots (orel 3.2).
    Depots,
    /// Recruits (orel 4).
    Recruits,
    /// Command status (orel 5.2).
    Command,
    /// A random event, if agreed on (orel 6).
    Event,
    /// Movement and special actions (orel 7).
    Movement,
    /// Combat: attacks are grouped and munitions given (orel 8.2).
    Munitions,
    /// Combat: Barrages (orel 8.3).
    Barrage,
    /// Combat: counterbattery (orel 8.4).
    Counterbattery,
    /// Combat: support of the defence (orel 8.6.2).
    Support,
    /// Combat: attacks, one after another (orel 8.5 to orel 8.8).
    Attacks,
    /// The player turn ends (orel 2.1g).
    End,
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
    /// Depots, recruits, command, events, the end of a player turn.
    Rear(RearStep),
    /// Movement.
    March(MarchStep),
    /// Munitions and fire.
    Fire(FireStep),
    /// Retreats and routs.
    Flight(FlightStep),
    /// A combat up to its Cohesion checks.
    Fight(FightStep),
    /// A combat after them.
    Assault(AssaultStep),
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollKind {
    /// None was made.
    #[default]
    None,
    /// Barrage or counterbattery fire, 2d6.
    Barrage,
    /// The check for counterbattery.
    Counterbattery,
    /// Retreat before combat.
    Before,
    /// A duel of trains.
    Duel,
    /// Coordination of support.
    Coordination,
    /// Cohesion, after a Barrage too.
    Cohesion,
    /// The Assault, 2d6.
    Assault,
    /// A vehicle's test.
    Vehicle,
    /// Morale.
    Morale,
    /// A check on entering a zone of control.
    IntoZone,
}

/// The last roll in combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// What for.
    pub kind: RollKind,
    /// Who rolled.
    pub side: u8,
    /// The dice; 0 for one that was not rolled.
    pub dice: [u8; 2],
}

impl Roll {
    /// The sum of the dice.
    pub fn sum(self) -> i8 {
        (self.dice[0] + self.dice[1]) as i8
    }
}

/// How many steps can wait for one another.
pub const STEPS: usize = 16;

/// Room for rolls of one combat; later ones take the place of the last.
pub const ROLLS: usize = 24;

/// The rolls of the combat that is being resolved, in order, for those who follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolls {
    list: [Roll; ROLLS],
    count: u8,
    attack: u8,
}

impl Rolls {
    /// None was made.
    pub const NONE: Rolls = Rolls {
        list: [Roll { kind: RollKind::None, side: 0, dice: [0; 2] }; ROLLS],
        count: 0,
        attack: crate::data::NONE,
    };

    /// A roll more, of an attack by its place in the list; those of another one are forgotten.
    fn add(&mut self, attack: u8, roll: Roll) {
        if self.attack != attack {
            *self = Rolls { attack, ..Rolls::NONE };
        }
        let place = usize::from(self.count).min(ROLLS - 1);
        self.list[place] = roll;
        self.count = place as u8 + 1;
    }
}

/// What waits, and the last roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    /// Steps that wait.
    #[serde(flatten)]
    pub steps: Steps<Step, STEPS>,
    /// The last roll in combat.
    pub roll: Roll,
    rolls: Rolls,
}

impl Play {
    /// Nothing waits.
    pub const START: Play = Play {
        steps: Steps::new(Step::Go),
        roll: Roll { kind: RollKind::None, side: 0, dice: [0; 2] },
        rolls: Rolls::NONE,
    };

    /// Keeps a roll of an attack, by its place in the list of attacks.
    pub fn rolled(&mut self, attack: u8, roll: Roll) {
        // The last one may have been made again since.
        if let Some(last) = usize::from(self.rolls.count).checked_sub(1).filter(|l| *l < ROLLS) {
            self.rolls.list[last] = self.made_again(self.rolls.list[last]);
        }
        self.rolls.add(attack, roll);
        self.roll = roll;
    }

    /// The roll that stands in place of one that was kept.
    fn made_again(&self, kept: Roll) -> Roll {
        if (kept.kind, kept.side) == (self.roll.kind, self.roll.side) { self.roll } else { kept }
    }

    /// The rolls of an attack so far, in order.
    pub fn rolls_of(&self, attack: u8) -> Vec<Roll> {
        let count = if self.rolls.attack == attack { usize::from(self.rolls.count).min(ROLLS) } else { 0 };
        let mut out = self.rolls.list[..count].to_vec();
        if let Some(last) = out.last_mut() {
            *last = self.made_again(*last);
        }
        out
    }

    /// Whether what was read can be.
    pub fn is_sound(&self) -> bool {
        let rolled = |r: &Roll| r.side <= 1 && r.dice.iter().all(|d| *d <= 6);
        usize::from(self.rolls.count) <= ROLLS && rolled(&self.roll) && self.rolls.list.iter().all(rolled)
    }
}
