//! The sequence of play (3.1): days of twelve phases, six of player A and six of player B.

use super::{Engine, Event};
use crate::state::{Phase, Position};
use sandtable_core::Dice;

impl Engine<'_> {
    /// Begins the game with the set-up of player B (lodz 3.0).
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.phase = Phase::SetUp;
        p.active = 1 - p.first;
        self.enter_phase(p, dice, events);
        self.run(p, dice, events);
    }

    /// Goes on to the next phase.
    pub(super) fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.phase = match p.phase {
            SetUp if p.active != p.first => {
                p.active = p.first;
                SetUp
            }
            SetUp => Air,
            Air if p.barrage => Barrage,
            Air | Barrage => Movement,
            Movement => Attack,
            Attack => Strategic,
            Strategic => Supply,
            Supply if p.active == p.first => {
                p.active = 1 - p.first;
                Air
            }
            Supply => Night,
            Night if p.day < self.scenario(p).days => {
                p.day += 1;
                p.first = self.initiative(p);
                p.active = p.first;
                Air
            }
            Night | Over => Over,
        };
        self.enter_phase(p, dice, events);
    }

    /// Player A of a day: a joined campaign may change him (lodz R61).
    pub fn initiative(&self, p: &Position) -> u8 {
        let s = self.scenario(p);
        let part = s.parts.iter().find(|part| (part.first..=part.last).contains(&p.day));
        part.map_or(s.initiative, |part| part.initiative)
    }

    /// The module that owns a phase begins it.
    pub fn enter_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.held = false;
        // Whoever has come to stand somewhere holds it from now on (lodz R48).
        if p.phase != SetUp {
            self.supply_control(p);
        }
        match p.phase {
            SetUp | Supply | Night => self.supply_enter(p, dice, events),
            Air | Barrage => self.air_enter(p, dice, events),
            Movement => {
                self.march_enter(p, dice, events);
                // Replacements and bases come before the first march (lodz R45): laid on last, done first.
                self.rail_enter(p, dice, events);
            }
            Strategic => self.march_enter(p, dice, events),
            Attack => self.battle_enter(p, dice, events),
            Over => {}
        }
    }
}
