//! Advance into a hex that its defenders have left (8.5h, 8.7.4a, 8.7.4b, 8.8.3a, 8.8.3b), and what falls into the attackers'
//! hands there (3.3a, 9d).

use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep, When};
use crate::data::Class;
use crate::position::{ATTACKER, HexId, Mode, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Whether no defending combat unit or gun is left in the hex fought for.
    pub(super) fn hex_cleared(&self, p: &Position) -> bool {
        let side = p.reactive();
        !p.at(p.combat.hex).any(|u| p.side(u) == side && self.class(u).is_troop())
    }

    /// Whether an attacking combat unit must still enter: after an Assault one at least (orel 8.8.3a). After a pursuit nobody must
    /// (orel RU-79).
    pub(super) fn advance_due(&self, p: &Position, when: When) -> bool {
        let combat = |u: UnitId| self.class(u).is_combat();
        when == When::Assault
            && !p.assault.advanced.iter().any(combat)
            && p.combat.units[ATTACKER].iter().any(|u| combat(u) && self.bar_advance(p, u, true).is_none())
    }

    /// Why an attacker may not enter the hex, if that is so.
    pub(super) fn refuse_advance(&self, p: &Position, when: When, unit: UnitId) -> Option<Refusal> {
        if !self.is_unit(unit) {
            return Some(Refusal::new("8.7.4a", "there is no such unit"));
        }
        let must = self.class(unit).is_combat() && self.advance_due(p, when);
        self.bar_advance(p, unit, must)
    }

    /// The same, knowing whether this unit's advance is the one that must be made: that alone may go into an entry zone of the enemy
    /// (orel 7.4c).
    fn bar_advance(&self, p: &Position, unit: UnitId, must: bool) -> Option<Refusal> {
        let (c, hex) = (&p.combat, p.combat.hex);
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit));
        if p.assault.advanced.has(unit) {
            return no("8.7.4a", "it has advanced already");
        }
        if !c.units[ATTACKER].has(unit) || self.class(unit).is_gun() {
            return no(
                "8.7.4a",
                "only attackers advance, without guns and without those who were repulsed or driven back",
            );
        }
        self.bar_entry(p, unit, hex, must)
    }

    /// Why a unit may not advance into a neighbouring hex that is free of enemy troops.
    pub(super) fn bar_entry(&self, p: &Position, unit: UnitId, hex: HexId, must: bool) -> Option<Refusal> {
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit).at(hex));
        let (class, map) = (self.class(unit), &self.d.map);
        let next_to = |from: &HexId| p.on_map(unit) && map.direction(*from, hex).is_some();
        let Some(from) = p.hex(unit).filter(next_to) else {
            return no("8.7.4a", "it does not stand next to that hex");
        };
        if !must && self.entry_closed(p.side(unit), hex) {
            return no("7.4b", "that is an entry zone of the enemy");
        }
        if self.out_of_area(p, Pieces::one(unit), hex) {
            return no("10.2Rn", "it may not leave its area");
        }
        if !self.has_room(p, unit, hex) {
            return no("7.1.2a", "there is no room for it");
        }
        if !class.is_vehicle() {
            return None;
        }
        if !self.works(p, unit) {
            return no("8.2.3c", "a vehicle that does not work does not advance");
        }
        // A train that has driven off another by itself moves up no matter who controls the line (orel 9.1.1e).
        let duel = class == Class::Train
            && map.joined_by_rail(from, hex)
            && !p.combat.units[ATTACKER].iter().any(|u| self.class(u).is_combat());
        if duel || self.ground_lets(p, unit, from, hex) {
            None
        } else {
            no("9b", "it may not enter that hex")
        }
    }

    /// Advance (states 6.7a, 6.12, 6.17): asks while somebody may enter.
    pub(super) fn advance_run(&self, p: &mut Position, when: When, events: &mut Vec<Event>) -> bool {
        let may: Pieces = p.combat.units[ATTACKER].which(|u| self.refuse_advance(p, when, u).is_none());
        let Some(first) = may.first() else {
            self.advance_over(p, when);
            return false;
        };
        // One unit that must go in is no choice.
        if may.len() == 1 && self.advance_due(p, when) {
            self.enter_hex(p, first, events);
            return false;
        }
        true
    }

    /// An attacker enters the hex. The first one takes what was left in it, and in Orel chooses a part (orel 7.1.1e).
    pub(super) fn enter_hex(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let hex = p.combat.hex;
        self.advance_to(p, unit, hex, events);
        p.assault.advanced.insert(unit);
    }

    /// A unit goes into a hex in Combat mode (orel 8.7.4b).
    pub(super) fn advance_to(&self, p: &mut Position, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        let first = !p.holds(p.side(unit), hex);
        events.push(Event::Assault(AssaultEvent::Advanced { unit, from: p.hex(unit), hex }));
        p.place(unit, hex);
        if self.class(unit).is_troop() {
            p.units.set_mode(unit, Mode::Combat);
        }
        self.take_what_is_left(p, hex, events);
        self.settle(p, events);
        if first && hex == self.d.map.orel {
            p.play.steps.push(Step::Assault(AssaultStep::Part));
        }
    }

    /// Vehicles that could not get away are lost, trains captured (orel 9d); a Depot alone is eliminated (orel 3.3a).
    fn take_what_is_left(&self, p: &mut Position, hex: HexId, events: &mut Vec<Event>) {
        let left = p.stack(p.reactive(), hex);
        for u in left.iter() {
            match self.class(u) {
                Class::Train => self.capture_train(p, u, events),
                class if class.is_depot() => self.take_depot(p, u, events),
                _ => self.eliminate(p, u, events),
            }
        }
    }

    /// A Depot falls: its stores serve this many Unsupplied units (orel 3.3c).
    pub(super) fn take_depot(&self, p: &mut Position, depot: UnitId, events: &mut Vec<Event>) {
        let hex = p.hex(depot);
        let double = self.class(depot) == Class::RailDepot
            && hex.is_some_and(|h| self.d.map.double_track.contains(&h));
        p.assault.taken = hex.into();
        p.assault.stores += self.d.charts.depot.resupplied_by_taking[usize::from(double)];
        events.push(Event::Assault(AssaultEvent::DepotTaken { unit: depot, hex, stores: p.assault.stores }));
        self.eliminate(p, depot, events);
    }

    /// Everybody has advanced who will: pursuit is next, if there can be one, else the combat ends.
    pub(super) fn advance_over(&self, p: &mut Position, when: When) {
        let next = match when {
            When::Cohesion | When::Assault => AssaultStep::Pursue { when },
            When::Before | When::Pursuit => AssaultStep::Supply,
        };
        match when {
            When::Assault => p.assault.spoilers[0] = p.assault.advanced,
            When::Pursuit => p.assault.spoilers[1] = p.assault.spoilers[1].with(&p.assault.advanced),
            _ => {}
        }
        p.play.steps.replace(Step::Assault(next));
    }
}
