//! Where the sequence of play stands, and the accounts that all modules share.

use super::{Blocks, Phase, Step};
use crate::data::POWERS;
use crate::play::land::AreaSet;
use crate::play::land::position::{LEADERS, NATIONS};
use sandtable_core::machine::Steps;
use serde::{Deserialize, Serialize};

/// How many steps can wait for one another.
pub const STEPS: usize = 24;

/// Rules that were agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rules {
    /// 12.3.3.1
    pub cavalry_superiority: bool,
    /// 12.3.3.2
    pub cavalry_withdrawal: bool,
    /// 12.3.4
    pub guard: bool,
    /// 12.3.5
    pub artillery: bool,
    /// 12.3.7.2
    pub deep_command: bool,
    /// 7.5.2.6.1.2
    pub method_two: bool,
    /// The casualty table as it was found.
    pub found_casualties: bool,
    /// The other reading of 7.5.2.6.2.
    pub carry_morale: bool,
    /// A player who is asked in a step has to end it.
    pub player_ends: bool,
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    /// The scenario, as a row of the data.
    pub scenario: u8,
    /// Rules that were agreed on.
    pub rules: Rules,
    /// The turn, from 0.
    pub turn: u16,
    /// How many turns there are.
    pub turns: u16,
    /// What is going on.
    pub phase: Phase,
    /// Powers of each slot, one bit each, in order; 0 after the last (empires 7.1).
    pub slots: [u8; POWERS],
    /// The slot that acts.
    pub slot: u8,
    /// The powers of the slot in the order in which they move (empires 7.3.8.1).
    pub movers: [u8; POWERS],
    /// How many of them there are.
    pub moving: u8,
    /// Steps that wait.
    #[serde(flatten)]
    pub steps: Steps<Step, STEPS>,
    /// Which of them have asked a player who has to end them, one bit each.
    pub begun: u32,
    /// The power that ends the combats of its sequence, once it was asked for one; nobody else.
    pub ender: u8,
    /// Blocks that have ended their move in this sequence.
    pub moved: Blocks,
    /// Areas in which the phasing side has declared an attack that is not fought yet (empires 7.3.8.2).
    pub attacks: AreaSet,
    /// Blocks that have fought in the field in this sequence, trivial combats left out (empires 7.5.2.11.1.2).
    pub fought: Blocks,
    /// Areas with irregulars of each power that have fought in the field in this sequence, trivial combats left out.
    pub rode: [AreaSet; POWERS],
    /// Areas that irregulars have come to over water in this sequence (empires 7.5.2.7.1).
    pub forded: AreaSet,
    /// Blocks that have fought in any combat in this sequence.
    pub engaged: Blocks,
    /// Areas in which the phasing side has won a field or trivial combat in this sequence (empires 7.5.4(c)).
    pub won: AreaSet,
    /// Cities that have been assaulted or whose garrison has attacked in this sequence (ruling 52).
    pub stormed: AreaSet,
    /// Political points.
    pub points: [i16; POWERS],
    /// Those of them that were won and lost in combat, which scenarios count.
    pub combat_points: [i16; POWERS],
    /// Corps that each power has lost from the map.
    pub corps_lost: [u16; POWERS],
    /// Points that the capture of its leaders is worth to its enemies.
    pub leaders_lost: [u16; POWERS],
    /// The month in which a leader who is off the map can return; 0 for one who has not been on it.
    #[serde(with = "sandtable_ops::list")]
    pub returns: [u16; LEADERS],
    /// Since when the capital of a minor has been in the hands of its occupant, without a siege (empires 7.7(b)): the
    /// occupant, and the turn.
    #[serde(with = "sandtable_ops::list")]
    pub occupied: [(u8, u16); NATIONS],
    /// Minors under a conquered control flag, one bit each (empires 7.7(c)).
    pub conquered: u64,
}

impl Play {
    /// Before the first month.
    pub const START: Play = Play {
        scenario: 0,
        rules: Rules {
            cavalry_superiority: false,
            cavalry_withdrawal: false,
            guard: false,
            artillery: false,
            deep_command: false,
            method_two: false,
            found_casualties: false,
            carry_morale: false,
            player_ends: false,
        },
        turn: 0,
        turns: 0,
        phase: Phase::Month,
        slots: [0; POWERS],
        slot: 0,
        movers: [u8::MAX; POWERS],
        moving: 0,
        steps: Steps::new(Step::Go),
        begun: 0,
        ender: u8::MAX,
        moved: Blocks::NONE,
        attacks: AreaSet::NONE,
        fought: Blocks::NONE,
        rode: [AreaSet::NONE; POWERS],
        forded: AreaSet::NONE,
        engaged: Blocks::NONE,
        won: AreaSet::NONE,
        stormed: AreaSet::NONE,
        points: [0; POWERS],
        combat_points: [0; POWERS],
        corps_lost: [0; POWERS],
        leaders_lost: [0; POWERS],
        returns: [0; LEADERS],
        occupied: [(u8::MAX, 0); NATIONS],
        conquered: 0,
    };

    /// Puts a step on top; it has asked nobody yet.
    pub fn push(&mut self, step: Step) {
        self.begun &= !(1 << self.steps.depth());
        self.steps.push(step);
    }

    /// Takes the top step off.
    pub fn pop(&mut self) {
        self.steps.pop();
        self.begun &= !(1 << self.steps.depth());
    }

    /// Whether the top step has asked a player who has to end it.
    pub fn is_begun(&self) -> bool {
        self.steps.depth().checked_sub(1).is_some_and(|top| self.begun >> top & 1 == 1)
    }

    /// Notes whether the top step has asked a player who has to end it.
    pub fn note_begun(&mut self, begun: bool) {
        if let Some(top) = self.steps.depth().checked_sub(1) {
            self.begun = self.begun & !(1 << top) | u32::from(begun) << top;
        }
    }

    /// Puts another step in place of the top one.
    pub fn replace(&mut self, step: Step) {
        self.pop();
        self.push(step);
    }

    /// The powers of the slot that acts, one bit each (empires 7.1.3(c)).
    pub fn phasing(&self) -> u8 {
        self.slots.get(usize::from(self.slot)).copied().unwrap_or(0)
    }

    /// Whether a power acts now.
    pub fn is_phasing(&self, power: u8) -> bool {
        usize::from(power) < POWERS && self.phasing() >> power & 1 == 1
    }
}
