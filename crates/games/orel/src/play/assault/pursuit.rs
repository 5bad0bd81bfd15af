//! Pursuit by cavalry (8.7.4c to 8.7.4j, 8.8.3c): an Assault without supports on those who have just fled.

use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep, When};
use crate::data::{Class, NONE};
use crate::position::{ATTACKER, Combat, DEFENDER, HexId, Mode, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// Defending troops of this combat that live, wherever they are; guns that only supported from elsewhere do not count.
    fn survivors(&self, p: &Position) -> Pieces {
        let c = &p.combat;
        let far = |u: UnitId| c.support[DEFENDER].has(u) && !c.gone.has(u);
        c.all[DEFENDER].which(|u| {
            let alive = p.on_map(u) || p.units.at(u) == crate::position::At::OffMap;
            alive && self.class(u).is_troop() && !far(u)
        })
    }

    /// Whether all defenders who live are Routed: then pursuers go two hexes, and nothing is done to them (orel 8.7.4f,
    /// orel 8.7.4g).
    pub(super) fn all_routed(&self, p: &Position) -> bool {
        // What it was when the first pursuit began holds for all of them.
        if p.assault.emptied.is_some() {
            return p.assault.unharmed;
        }
        let alive = self.survivors(p);
        !alive.is_empty() && alive.iter().all(|u| p.mode(u) == Mode::Routed)
    }

    /// The hex from which those who fled to a hex can be assaulted: the one just entered, or the next one of the way of a rout.
    pub(super) fn pursuit_base(&self, p: &Position, quarry: HexId) -> Result<HexId, Refusal> {
        let no = |rule, why| Err(Refusal::new(rule, why).at(quarry));
        let (c, map) = (&p.combat, &self.d.map);
        let here = if quarry.on_board() { p.stack(p.reactive(), quarry) } else { Pieces::EMPTY };
        let fled = here.meet(&c.gone).meet(&c.all[DEFENDER]).which(|u| self.class(u).is_troop());
        if !fled.meet(&p.assault.hunted).is_empty() {
            return no("8.7.4j", "they have been pursued already");
        }
        if fled.is_empty() {
            return no("8.7.4c", "nobody fled there out of this combat");
        }
        if !here.within(&c.gone) {
            return no("8.7.4i", "other units of their side are with them");
        }
        if map.distance(c.hex, quarry) == 1 {
            return Ok(c.hex);
        }
        if !self.all_routed(p) {
            return no("8.7.4f", "so far only those are pursued who are all Routed");
        }
        let joins = |via: HexId| map.distance(c.hex, via) == 1 && map.distance(via, quarry) == 1;
        let via = fled.iter().filter_map(|u| p.flight.via[usize::from(u)].get()).find(|via| joins(*via));
        match via {
            Some(via) if !p.holds(p.reactive(), via) => Ok(via),
            Some(_) => no("8.7.4i", "other units of their side stand on the way"),
            None => no("8.7.4f", "they are too far away"),
        }
    }

    /// Hexes where those who fled can be pursued.
    pub(super) fn quarries(&self, p: &Position) -> impl Iterator<Item = HexId> + use<'_> {
        let fled = p.combat.gone.meet(&p.combat.all[DEFENDER]).which(|u| p.on_map(u));
        let mut hexes = [None; 8];
        let mut n = 0;
        for hex in fled.iter().filter_map(|u| p.hex(u)) {
            if n < hexes.len() && !hexes[..n].contains(&Some(hex)) && self.pursuit_base(p, hex).is_ok() {
                hexes[n] = Some(hex);
                n += 1;
            }
        }
        hexes.into_iter().flatten()
    }

    /// Why a unit may not pursue to a hex.
    pub(super) fn refuse_pursuit(&self, p: &Position, unit: UnitId, quarry: HexId) -> Option<Refusal> {
        if !self.is_unit(unit) {
            return Some(Refusal::new("8.7.4c", "there is no such unit"));
        }
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit));
        let class = self.class(unit);
        if !matches!(class, Class::Cavalry | Class::ArmoredCar) {
            return no("8.7.4c", "only cavalry pursues");
        }
        if !p.assault.advanced.has(unit) {
            return no("8.7.4c", "only cavalry that has just advanced pursues");
        }
        if p.assault.pursuers.has(unit) {
            return no("8.7.4c", "it pursues already");
        }
        if p.assault.quarry.get().is_some_and(|chosen| chosen != quarry) {
            return no("8.7.4c", "first those who pursue the others; then it may pursue these");
        }
        let base = match self.pursuit_base(p, quarry) {
            Ok(base) => base,
            Err(breach) => return Some(breach),
        };
        if class == Class::ArmoredCar {
            let with = |class: Class| p.assault.pursuers.iter().any(|u| self.class(u) == class);
            if !with(Class::Cavalry) {
                return no("8.7.4e", "an armored car goes with cavalry");
            }
            if with(Class::ArmoredCar) {
                return no("8.7.4e", "one armored car goes with the cavalry");
            }
            // As in an attack, it keeps off ground that is closed to it (orel 9b).
            let map = &self.d.map;
            let open = map.direction(base, quarry).is_some_and(|d| map.cost(class, base, d).is_some());
            if !open {
                return no("9b", "it may not enter that hex");
            }
        }
        if base == p.combat.hex {
            return None;
        }
        let (mut points, mut units) = self.stacked(p, p.active, base);
        for u in p.assault.pursuers.iter().filter(|u| self.class(*u).is_troop()) {
            (points, units) = (points + p.steps(u), units + 1);
        }
        let room = !class.is_troop()
            || points + p.steps(unit) <= self.d.charts.stack_points && units < self.d.charts.stack_units;
        if !room {
            return no("7.1.2a", "there is no room for it on the way");
        }
        self.bar_entry(p, unit, base, false)
    }

    /// Pursuit (states 6.12, 6.17): asks while cavalry may.
    pub(super) fn pursue_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let may = |u: UnitId| self.quarries(p).any(|hex| self.refuse_pursuit(p, u, hex).is_none());
        if p.assault.advanced.iter().any(may) {
            return true;
        }
        self.pursue_over(p, events);
        false
    }

    /// Those who pursue are named: their Assault begins, or the combat ends.
    pub(super) fn pursue_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        let riders = p.assault.pursuers;
        let chosen = p.assault.quarry.get().filter(|_| !riders.is_empty());
        let Some((quarry, base)) = chosen.and_then(|q| Some((q, self.pursuit_base(p, q).ok()?))) else {
            p.assault.rest = Pieces::EMPTY;
            p.play.steps.replace(Step::Assault(AssaultStep::Supply));
            return;
        };
        p.assault.unharmed = self.all_routed(p);
        p.assault.rest = p.assault.advanced.without(&riders);
        p.assault.emptied = p.combat.hex.into();
        let taken = p.combat.hex;
        let fled = p.stack(p.reactive(), quarry).meet(&p.combat.gone);
        let unharmed = p.assault.unharmed;
        events.push(Event::Assault(AssaultEvent::Pursuit { hex: quarry, unharmed, riders, fled }));
        p.assault.hunted = p.assault.hunted.with(&fled);
        // Disorganised units stay so until everything is over (orel RU-40); nobody supports (orel 8.7.4c).
        p.combat = Combat {
            hex: quarry,
            pursuit: true,
            units: [riders, fled.which(|u| self.class(u) != Class::Train)],
            support: [Pieces::EMPTY; 2],
            half: Pieces::EMPTY,
            contact: Pieces::EMPTY,
            charging: Pieces::EMPTY,
            hurt: Pieces::EMPTY,
            lost: [0; 2],
            dead: [Pieces::EMPTY; 2],
            ..p.combat
        };
        p.assault.advanced = Pieces::EMPTY;
        p.assault.could = Pieces::EMPTY;
        p.assault.loser = NONE;
        p.play.steps.replace(Step::Assault(AssaultStep::Condition { who: ATTACKER as u8 }));
        if base != taken {
            riders.iter().for_each(|u| self.advance_to(p, u, base, events));
        }
    }

    /// After a pursuit the rest of the cavalry that has advanced may pursue others of the same combat, who fled elsewhere (orel
    /// 8.7.4c): whether it is asked now.
    pub(super) fn pursue_again(&self, p: &mut Position) -> bool {
        let rest = std::mem::take(&mut p.assault.rest);
        let Some(emptied) = p.assault.emptied.get() else { return false };
        let rest = rest.which(|u| p.on_map(u) && p.is_in(u, emptied));
        if rest.is_empty() {
            return false;
        }
        p.combat.hex = emptied;
        (p.assault.pursuers, p.assault.quarry, p.assault.advanced) = (Pieces::EMPTY, Maybe::NONE, rest);
        p.play.steps.replace(Step::Assault(AssaultStep::Pursue { when: When::Pursuit }));
        true
    }

    /// What follows a kind of advance, for the eye.
    pub(super) fn pursuit_rule(&self, when: When) -> &'static str {
        if when == When::Assault { "8.8.3c" } else { "8.7.4c" }
    }
}
