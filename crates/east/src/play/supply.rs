//! Supply in the sequence (tannenberg 9.11): who is found out of it, and attrition.

use super::inquiry::Taken;
use crate::action::Event;
use crate::data::map::HexSet;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine, Scored};
use crate::position::{Position, flag, off, told};
use crate::standard::supply::{self, Sources};
use sandtable_core::Dice;

impl<A: Adds> Engine<'_, A> {
    /// The army of a side.
    pub fn army_of(&self, side: u8) -> u8 {
        self.data.params.armies.iter().position(|a| a.side == side).unwrap_or(0) as u8
    }

    /// Units of a side on the map that are no headquarters.
    pub fn troops(&self, p: &Position<A>, side: u8) -> UnitSet {
        let own = |u: &UnitId| self.data.unit(*u).side == side && !self.data.unit(*u).is_hq();
        self.data.ids().filter(|u| own(u) && p.hex(*u).is_some()).collect()
    }

    /// Finds the supply of some units of a side now (tannenberg 9.11a to 9.11c): marks those out of it, and those who are
    /// fed by a fortress or trench alone (tannenberg 11.22b).
    pub(super) fn find_supply(
        &self,
        p: &mut Position<A>,
        side: u8,
        units: UnitSet,
        events: &mut Vec<Event<A>>,
    ) {
        let army = self.army_of(side);
        let ground = self.supply_ground(p, side, |marker, controls| match marker.told {
            told::HOLDS if !controls => Taken::Holding,
            _ => Taken::Controlling,
        });
        let sources = supply::sources(self.data, &ground, army);
        let supplied: UnitSet =
            units.iter().filter(|u| supply::in_supply(self.data, &ground, *u, &sources)).collect();
        self.show_harmless(p, side, supplied, events);
        for unit in units.iter() {
            p.set(self.data, unit, flag::OUT_OF_SUPPLY, !supplied.has(unit));
            p.set(self.data, unit, flag::FED, false);
        }
        for hex in units.iter().filter_map(|u| p.hex(u)).collect::<HexSet>().iter() {
            let mut meals = supply::feeds(self.data, p, army, hex);
            while meals > 0 {
                let hungry = units.iter().filter(|u| p.hex(*u) == Some(hex) && p.is(*u, flag::OUT_OF_SUPPLY));
                // The one that its owner named, else the one with most to lose.
                let Some(unit) = hungry.max_by_key(|u| (p.is(*u, flag::NAMED), p.steps(self.data, *u), u.0))
                else {
                    break;
                };
                p.set(self.data, unit, flag::OUT_OF_SUPPLY, false);
                p.set(self.data, unit, flag::FED, true);
                meals -= 1;
            }
        }
    }

    /// Sources of supply of a side now.
    pub fn sources(&self, p: &Position<A>, side: u8) -> Sources {
        supply::sources(self.data, p, self.army_of(side))
    }

    /// Segment 1a (tannenberg 4.A1a).
    pub fn initial_supply(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        let units = self.troops(p, p.phasing);
        self.find_supply(p, p.phasing, units, events);
        for unit in units.iter().filter(|u| p.is(*u, flag::OUT_OF_SUPPLY)) {
            events.push(Event::OutOfSupply(unit, self.is_hidden(p, unit)));
        }
    }

    /// Segment 1e (tannenberg 9.22a): each unit out of supply rolls.
    pub(super) fn attrition(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        let units = self.troops(p, p.phasing);
        self.find_supply(p, p.phasing, units, events);
        for unit in units.iter() {
            if p.is(unit, flag::OUT_OF_SUPPLY) {
                self.starve(p, unit, dice, events);
            }
        }
    }

    /// A unit rolls for attrition (tannenberg 9.22a, tannenberg 9.23a).
    pub(super) fn starve(
        &self,
        p: &mut Position<A>,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        let roll = dice.roll(6);
        let lost = supply::attrition(self.data, p, unit, roll);
        events.push(Event::Attrition(unit, roll, lost, self.is_hidden(p, unit)));
        self.lose_steps(p, unit, lost, events);
    }

    /// A unit loses Steps, with their points (tannenberg 21.2d, R-94).
    pub(super) fn lose_steps(
        &self,
        p: &mut Position<A>,
        unit: UnitId,
        steps: u8,
        events: &mut Vec<Event<A>>,
    ) {
        let steps = steps.min(p.steps(self.data, unit));
        if steps == 0 {
            return;
        }
        let gruppe = p.gruppe[unit.index()];
        p.lose(self.data, unit, steps);
        if gruppe == 0 {
            events.push(Event::Lost(unit, steps));
            if p.place(unit) == off::ELIMINATED {
                events.push(Event::Eliminated(unit));
            }
        }
        self.own.score(self.data, p, Scored::Steps(unit, steps), events);
    }
}
