//! A month begins: what stood last month is old, and what had a term has run out.

use super::{YearEvent, powers};
use crate::data::POWERS;
use crate::play::land::Position;
use crate::play::{Engine, Event};

impl Engine<'_> {
    /// Opens a month. Captives whose time is up are ready to return in the reinforcement step, by their month (chapter 5).
    pub(super) fn open_month(&self, p: &mut Position, events: &mut Vec<Event>) {
        events.push(Event::Year(YearEvent::Month { month: p.month }));
        if p.play.turn == 0 {
            self.open_game(p);
        }
        // Only depots that stood before this turn begin a chain (empires 7.2.3).
        for area in self.d.board.areas() {
            let ground = p.at_mut(area);
            ground.depot.old = ground.depot.owner != crate::play::land::NOBODY;
            ground.inside.old = ground.inside.owner != crate::play::land::NOBODY;
        }
        p.year.sailed = 0;
        p.year.groups = std::array::from_fn(|q| 1 << q);
        self.end_terms(p, events);
        self.end_leaving(p);
    }

    /// Access and enforced peace that have run out (chapter 4).
    fn end_terms(&self, p: &mut Position, events: &mut Vec<Event>) {
        for a in 0..POWERS {
            for b in 0..POWERS {
                let ends = &mut p.year.access_ends[a][b];
                if *ends != 0 && *ends <= p.month {
                    *ends = 0;
                    p.access[a] &= !(1 << b);
                    p.year.leaving[a] |= 1 << b;
                    events.push(Event::Year(YearEvent::AccessEnds { power: a as u8, of: b as u8 }));
                }
                let ends = &mut p.year.peace_ends[a][b];
                if *ends <= p.month {
                    *ends = 0;
                }
            }
        }
    }

    /// Forces that have left, or may be there again, need not leave any longer (10.3).
    fn end_leaving(&self, p: &mut Position) {
        for power in 0..POWERS as u8 {
            for of in powers(p.year.leaving[usize::from(power)]) {
                let there = |area| {
                    p.power_of(p.at(area).holder) == Some(of)
                        && p.has_factor(power, area)
                        && p.must_leave(power, area)
                };
                if !self.d.board.areas().any(there) {
                    p.year.leaving[usize::from(power)] &= !(1 << of);
                }
            }
        }
    }
}
