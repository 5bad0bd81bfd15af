//! The sequence of play (2): game turns, each a White and a Red player turn of seven phases.

use super::{Engine, Event};
use crate::data::{RED, WHITE};
use crate::state::{Phase, Position};
use sandtable_core::Dice;

impl Engine<'_> {
    /// Begins the first player turn.
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.phase = Phase::Depots;
        self.settle(p, events);
        self.enter_phase(p, dice, events);
        self.run(p, dice, events);
    }

    /// Goes on to the next phase.
    pub fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.phase = match p.phase {
            Depots => Recruits,
            Recruits => Command,
            Command if p.rules.events => Event,
            Command | Event => Movement,
            Movement => Munitions,
            Munitions => Barrage,
            Barrage => Counterbattery,
            Counterbattery => Support,
            Support => Attacks,
            Attacks => End,
            End if p.active == WHITE => {
                p.active = RED;
                Depots
            }
            End if p.turn < self.scenario(p).last_turn => {
                p.active = WHITE;
                p.turn += 1;
                Depots
            }
            End | Over => Over,
        };
        self.enter_phase(p, dice, events);
    }

    /// The module that owns a phase begins it.
    pub fn enter_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        self.rear_phase_over(p);
        match p.phase {
            Depots | Recruits | Command | Event | End => self.rear_enter(p, dice, events),
            Movement => self.march_enter(p, dice, events),
            Munitions | Barrage | Counterbattery | Support => self.fire_enter(p, dice, events),
            Attacks => self.fight_enter(p, dice, events),
            Over => {}
        }
        if p.phase == Munitions {
            self.rear_offer(p, p.active, super::rear::Moment::CombatPhase);
        }
    }
}
