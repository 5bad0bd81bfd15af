//! Advance after combat (tannenberg 8.7).

use crate::action::{Action, Event};
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, flag};
use crate::standard::results;
use crate::standard::stacking;
use crate::standard::zones::{enemy, headquarters};
use sandtable_core::Refusal;

impl<A: Adds> Engine<'_, A> {
    /// Whether combat left a hex vacant (tannenberg 8.71, R-49).
    pub fn vacant(&self, p: &Position<A>, hex: u16) -> bool {
        let foe = enemy(p.phasing);
        p.held(foe, hex) == 0
            && p.fort_at(self.data, foe, hex).is_none()
            && !headquarters(self.data, p, foe).has(hex)
    }

    /// Whether the defender's choice bars the advance (tannenberg 8.75a, tannenberg 8.75b, R-43, R-44).
    fn barred(&self, p: &Position<A>) -> bool {
        let troops = p.combat.defenders.iter().filter(|u| !self.data.unit(*u).is_hq());
        let gone = troops.clone().all(|u| self.is_lost(p, u)) && troops.count() > 0;
        self.choice(p).is_some_and(|c| results::advance_barred(&c, gone, p.combat.supplied))
    }

    /// Why a unit may not advance.
    pub(super) fn advance_breach(&self, p: &Position<A>, unit: UnitId, hex: u16) -> Option<Refusal> {
        let c = &p.combat;
        if c.target(hex).is_none() || !self.vacant(p, hex) {
            return Some(Refusal::new("8.71", "combat has left no such hex vacant"));
        }
        if self.barred(p) {
            return Some(Refusal::new(
                "8.75a",
                "the defenders, in supply, died where they stood: nobody advances",
            ));
        }
        let leads = c.heroes.has(unit);
        if !(c.units.has(unit) || leads) {
            return Some(Refusal::new("8.71", "only units that took part advance"));
        }
        if p.is(unit, flag::ADVANCED) {
            return Some(Refusal::new("8.73b", "a unit advances once"));
        }
        if p.hex(unit).is_none_or(|h| self.data.map.step(h, hex).is_none()) {
            return Some(Refusal::new("8.71", "it is not adjacent"));
        }
        let followed = c.units.iter().any(|u| p.hex(u) == Some(hex));
        if leads && !followed {
            return Some(Refusal::new("8.71", "a headquarters advances with a unit"));
        }
        let alone: UnitSet = std::iter::once(unit).collect();
        (!stacking::fits(self.data, p, alone, hex))
            .then(|| Refusal::new("8.71", "too many would stand there"))
    }

    /// Every advance.
    pub fn advances<'p>(&'p self, p: &'p Position<A>) -> impl Iterator<Item = Action<A>> + 'p {
        let c = &p.combat;
        c.targets().iter().flat_map(move |hex| {
            let may = |u: &UnitId| self.advance_breach(p, *u, *hex).is_none();
            c.units.and(c.heroes).iter().filter(may).map(|u| Action::Advance(u, *hex))
        })
    }

    /// Whether the defenders were in supply is said once it matters: it bars the advance, or opens it (tannenberg 8.75a).
    pub(super) fn tell_supply(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        let vacant = p.combat.targets().iter().any(|h| self.vacant(p, *h));
        let matters = vacant && self.choice(p).is_some_and(|c| c.bars_advance);
        let troops = p.combat.defenders.iter().filter(|u| !self.data.unit(*u).is_hq());
        if matters && troops.clone().count() > 0 && troops.clone().all(|u| self.is_lost(p, u)) {
            events.push(if p.combat.supplied { Event::AdvanceBarred } else { Event::AdvanceOpen });
        } else {
            p.combat.supplied = false;
        }
    }

    /// A unit advances, whatever zones of control there are (tannenberg 8.72).
    pub(super) fn advance(&self, p: &mut Position<A>, unit: UnitId, hex: u16, events: &mut Vec<Event<A>>) {
        p.put(self.data, unit, hex);
        p.set(self.data, unit, flag::ADVANCED, true);
        events.push(Event::Advanced(unit, hex));
        self.meet(p, self.data.unit(unit).side, hex, events);
        self.own.after_move(self.data, p, events);
    }
}
