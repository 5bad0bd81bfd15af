//! The sequence of play (7.1.3): months, slots, and the five steps of each slot.

use super::{Engine, Event};
use crate::data::POWERS;
use crate::land::{AreaSet, Position};
use crate::state::{Blocks, Phase, Ration};
use sandtable_core::Dice;

impl Engine<'_> {
    /// Begins the first month.
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.play.phase = Phase::Month;
        self.enter(p, dice, events);
        self.run(p, dice, events);
    }

    /// Goes on to the next phase.
    pub(super) fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.play.phase = match p.play.phase {
            Month => Politics,
            Politics => Combine,
            Combine => Naval,
            Naval => Reinforcement,
            Reinforcement => Slots,
            Slots => Begins,
            Begins => Depots,
            Depots => Order,
            Order => Movement,
            Movement => Moved,
            Moved => Paying,
            Paying => Besieged,
            Besieged => Combats,
            Combats => Sieges,
            Sieges => Guerillas,
            // All steps of a slot are finished before the next begins (empires 7.1.3(b)).
            Guerillas => {
                p.play.slot += 1;
                if p.play.phasing() != 0 { Begins } else { Conquest }
            }
            Conquest => Count,
            Count if p.play.turn + 1 < p.play.turns => {
                p.play.turn += 1;
                p.month += 1;
                Month
            }
            Count | Over => Over,
        };
        self.enter(p, dice, events);
    }

    fn enter(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        match p.play.phase {
            Month | Politics | Combine | Naval | Reinforcement | Slots | Conquest | Count => {
                self.year_enter(p, dice, events);
            }
            Begins => self.begin_sequence(p),
            Depots | Order | Movement | Moved | Paying | Besieged => self.march_enter(p, dice, events),
            Combats => self.fight_enter(p, dice, events),
            Sieges | Guerillas => self.siege_enter(p),
            Over => {}
        }
    }

    /// A slot begins: nothing of it has moved or fought.
    pub(crate) fn begin_sequence(&self, p: &mut Position) {
        let phasing = p.play.phasing();
        p.play.moved = Blocks::NONE;
        p.play.attacks = AreaSet::NONE;
        p.play.fought = Blocks::NONE;
        p.play.engaged = Blocks::NONE;
        p.play.rode = [AreaSet::NONE; POWERS];
        p.play.forded = AreaSet::NONE;
        p.play.won = AreaSet::NONE;
        p.play.stormed = AreaSet::NONE;
        p.play.movers = [u8::MAX; POWERS];
        p.play.moving = 0;
        for power in (0..POWERS as u8).filter(|q| phasing >> q & 1 == 1) {
            p.play.movers[usize::from(p.play.moving)] = power;
            p.play.moving += 1;
        }
        for corps in &mut p.corps {
            corps.ration = Ration::NONE;
            if let Some(area) = corps.spot.area() {
                corps.ration.from = area;
            }
        }
        for ground in &mut p.ground {
            ground.tired = 0;
        }
    }
}
