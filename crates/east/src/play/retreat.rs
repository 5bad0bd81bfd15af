//! Retreat (tannenberg 8.6): stack by stack, hex by hex.

use crate::action::Event;
use crate::data::map::HexSet;
use crate::data::params::rank;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, flag};
use crate::standard::retreat::{self, Retreat, source_distances};
use crate::standard::zones::{cancels, enemy};
use sandtable_core::machine::Flow;

impl<A: Adds> Engine<'_, A> {
    /// Who can still be named as affected (tannenberg 8.9m).
    pub(super) fn nameable(&self, p: &Position<A>) -> UnitSet {
        self.still_defending(p).without(p.combat.affected)
    }

    /// Names a unit as affected, until there are as many Steps as the smaller force has.
    pub(super) fn affect(&self, p: &mut Position<A>, unit: UnitId) {
        p.combat.affected.insert(unit);
        let steps: u8 = p.combat.affected.iter().map(|u| p.steps(self.data, u)).sum();
        if steps >= p.combat.steps || self.nameable(p).is_empty() {
            p.steps.pop();
        }
    }

    /// Every stack with an affected unit goes back, whole (tannenberg 8.9q); guests stay behind.
    pub(super) fn fall_back(&self, p: &mut Position<A>) {
        p.steps.pop();
        let (c, foe) = (p.combat, enemy(p.phasing));
        let left = self.choice(p).map_or(0, |o| o.retreat);
        for (at, hex) in c.targets().iter().enumerate().rev() {
            let here: UnitSet =
                p.stack(self.data, foe, *hex).iter().filter(|u| !p.is(*u, flag::GUEST)).collect();
            let troops = here.iter().filter(|u| !self.data.unit(*u).is_hq());
            if troops.clone().any(|u| c.affected.has(u)) {
                p.combat.gone |= 1 << at;
                p.steps.push(Step::Retreat { stack: here, start: *hex, left });
            }
        }
    }

    /// Where a stack is and who of it is still there.
    fn retreating(&self, p: &Position<A>) -> Option<(UnitSet, u16, u16, u8)> {
        let Step::Retreat { stack, start, left } = p.top() else { return None };
        let stack: UnitSet = stack.iter().filter(|u| p.hex(*u).is_some()).collect();
        let here = stack.iter().next().and_then(|u| p.hex(u))?;
        Some((stack, start, here, left))
    }

    /// Where the stack may go next (tannenberg 8.63a).
    pub fn retreats(&self, p: &Position<A>) -> HexSet {
        let Some((stack, start, here, left)) = self.retreating(p) else { return HexSet::EMPTY };
        let side = stack.iter().next().map_or(0, |u| self.data.unit(u).side);
        let distance = source_distances(self.data, &self.sources(p, side));
        let r = Retreat { stack, start, here, left, distance: &distance };
        let all = retreat::options(self.data, p, &r);
        // Allies keep apart if they can.
        let mixes = |h: &u16| {
            left <= 1
                && self.data.ids().any(|o| {
                    p.place(o) == *h
                        && stack.iter().any(|u| self.own.apart_breach(self.data, p, u, o).is_some())
                })
        };
        let apart: HexSet = all.iter().filter(|h| !mixes(h)).collect();
        if apart.is_empty() { all } else { apart }
    }

    /// Takes the only way; a stack without one is eliminated (tannenberg 8.64b).
    pub(super) fn retreat_or_ask(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) -> Flow {
        let Some((stack, ..)) = self.retreating(p).filter(|r| r.3 > 0) else {
            p.steps.pop();
            return Flow::Next;
        };
        let side = stack.iter().next().map_or(0, |u| self.data.unit(u).side);
        let ways = self.retreats(&self.seen(p, side));
        match ways.len() {
            0 => {
                p.steps.pop();
                self.perish(p, stack, events);
                Flow::Next
            }
            // Where something is hidden its owner is always asked: the other side learns nothing from who decides.
            1 if !self.is_screened(p, side) => {
                if let Some(hex) = ways.iter().next() {
                    self.retreat_to(p, hex, events);
                }
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    /// A whole stack is eliminated, its headquarters with it.
    fn perish(&self, p: &mut Position<A>, stack: UnitSet, events: &mut Vec<Event<A>>) {
        let is_hq = |u: &UnitId| self.data.unit(*u).is_hq();
        for unit in stack.iter().filter(|u| !is_hq(u)) {
            let steps = p.steps(self.data, unit);
            self.lose_steps(p, unit, steps, events);
        }
        stack.iter().filter(is_hq).for_each(|hq| self.fell_hq(p, hq, events));
    }

    /// A stack goes back a hex. At the end it is the guest of those that are there (tannenberg 8.66a), and those who do not
    /// fit are eliminated (tannenberg 6.15b).
    pub(super) fn retreat_to(&self, p: &mut Position<A>, hex: u16, events: &mut Vec<Event<A>>) {
        let Some((stack, start, here, left)) = self.retreating(p) else { return };
        let Some(first) = stack.iter().next() else { return };
        let side = self.data.unit(first).side;
        let friends = cancels(self.data, p, side, hex);
        let tcr = stack.iter().map(|u| self.data.tcr(u)).max().unwrap_or(4);
        let through = friends || self.data.params.retreat_in_zone[rank(tcr)];
        if self.turned_away(p, stack, hex, through, events) {
            return;
        }
        for unit in stack.iter() {
            p.put(self.data, unit, hex);
            events.push(Event::Retreated(unit, here, hex));
        }
        p.steps.replace(Step::Retreat { stack, start, left: left - 1 });
        if left <= 1 {
            for unit in stack.iter().filter(|_| friends) {
                p.set(self.data, unit, flag::GUEST, true);
            }
            if self.overfull(p, side, hex) {
                let owner = self.own.owner(self.data, p, first);
                p.steps.push(Step::Overfull(owner, hex));
            }
        }
        self.give_way(p, side, &[hex], events);
        self.own.after_move(self.data, p, events);
    }
}
