//! Who must move, the parts of Orel, and the start and end of the phase.

use super::super::{Engine, Event};
use super::pace::{Reason, reason};
use super::types::{MarchEvent, MarchStep};
use super::zones::Zones;
use crate::data::{Class, Hexes};
use crate::position::{At, Dug, Marker, Mode, Pieces, Position, Step, UnitId};
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// The phase begins: markers of an earlier one go, and who is seen now can be fired at later (orel 8.3.1d).
    pub(super) fn march_begin(&self, p: &mut Position) {
        let mut march = super::state::March::START;
        march.together = p.march.together;
        march.observed = self.march_seen(p);
        p.march = march;
        for u in self.all_units() {
            p.units.set_marker(u, Marker::None);
        }
        p.play.steps.push(Step::March(MarchStep::Select));
    }

    /// Enemy units that stand next to any unit of the active side (orel 8.3.1d).
    pub fn march_seen(&self, p: &Position) -> Pieces {
        let zones = self.march_zones(p);
        let mut beside = Hexes::EMPTY;
        for hex in zones.own.iter() {
            self.d.map.neighbours(hex).for_each(|h| beside.insert(h));
        }
        zones.enemies.meet(&beside).iter().flat_map(|h| p.at(h)).collect()
    }

    /// What roots a unit to its hex, or keeps it off the map.
    pub(super) fn march_rooted(&self, p: &Position, zones: &Zones, unit: UnitId) -> Option<Reason> {
        if !p.on_map(unit) {
            return (!self.march_is_due(p, unit)).then(|| self.march_late_reason(p, unit));
        }
        if let Some(why) = self.march_asleep_refused(p, unit) {
            return Some(why);
        }
        if p.broken.has(unit) {
            return Some(reason("9.2.1b", "the tank has broken down"));
        }
        if p.unsupplied.has(unit) && matches!(self.class(unit), Class::Tank | Class::ArmoredCar) {
            return Some(reason("8.2.3c", "tanks and armored cars without supply do not move"));
        }
        let rides = matches!(self.class(unit), Class::Train | Class::RailDepot);
        if p.march.mover.is(unit) && rides && p.march.left == 0 {
            return Some(reason("7b", "it has made its run"));
        }
        let holds = p.hex(unit).is_some_and(|hex| p.march.held.has(hex) && !zones.two.has(hex));
        (holds && self.march_covers(p, unit))
            .then_some(reason("7.1.3f", "it has covered the move of another unit and must stay"))
    }

    /// What forbids a Marching Day of a unit (orel 7.1.5, orel 5.3f).
    pub(super) fn march_day_refused(&self, p: &Position, zones: &Zones, unit: UnitId) -> Option<Reason> {
        let white = self.d.charts.marching_sides.contains(&p.side(unit));
        if !white || !self.class(unit).is_troop() {
            return Some(reason(
                "7.1.5a",
                "only White units other than vehicles and Depots make Marching Days",
            ));
        }
        if p.march.mover.is(unit) {
            return Some(reason("7.1.5a", "a Marching Day begins with the move"));
        }
        if p.ooc.has(unit) && p.on_map(unit) {
            return Some(reason("5.3f", "a unit Out of Command makes no Marching Day"));
        }
        if p.mode(unit) == Mode::Routed {
            return Some(reason("8.7.3k", "a Routed unit makes no Marching Day"));
        }
        (p.on_map(unit) && p.hex(unit).is_some_and(|hex| zones.beside.has(hex)))
            .then_some(reason("7.1.5c", "a Marching Day does not begin next to an enemy unit"))
    }

    /// Whether a unit can go anywhere now.
    pub(super) fn march_can_go(&self, p: &Position, zones: &Zones, unit: UnitId) -> bool {
        !p.march.moved.has(unit)
            && self.march_rooted(p, zones, unit).is_none()
            && !self.march_search(p, zones, &self.march_mover(p, zones, unit, false)).ends.is_empty()
    }

    /// Why a unit on the map may not stay where it is, if it can go (orel 5.3e, orel 7.4d).
    fn march_driven(&self, p: &Position, zones: &Zones, unit: UnitId) -> Option<Reason> {
        let hex = p.hex(unit)?;
        let astray = |range: Hexes| !range.is_empty() && !range.has(hex);
        let why = if zones.closed.has(hex) {
            reason("7.4d", "a unit in an entry zone of the enemy leaves it as soon as it can")
        } else if p.ooc.has(unit) && astray(self.march_supplied(p, zones, self.class(unit))) {
            reason("5.3e", "Out of Command and out of Depot range: it must come nearer to a Depot")
        } else {
            return None;
        };
        self.march_can_go(p, zones, unit).then_some(why)
    }

    /// Why a unit may not end its move where it is: it must go on, or it alone can put right what recruits have overfilled (orel
    /// 4.3.1Ce).
    pub(super) fn march_must_go(&self, p: &Position, zones: &Zones, unit: UnitId) -> Option<Reason> {
        let hex = p.hex(unit)?;
        let driven = self.march_driven(p, zones, unit);
        if driven.is_some() || self.fits(p, zones.side, hex) || !self.class(unit).is_troop() {
            return driven;
        }
        let other = |u: UnitId| u != unit && self.class(u).is_troop() && self.march_can_go(p, zones, u);
        let stuck = !p.at(hex).any(other) && self.march_can_go(p, zones, unit);
        stuck.then_some(reason("4.3.1Ce", "the hex is overstacked, and somebody must leave it in this phase"))
    }

    /// Whether more than may be there stand in the hex of a unit.
    fn march_overfills(&self, p: &Position, zones: &Zones, unit: UnitId) -> bool {
        p.hex(unit).is_some_and(|hex| !self.fits(p, zones.side, hex))
    }

    /// What keeps the phase from ending: units that must move and can.
    pub(super) fn march_done_refused(&self, p: &Position, zones: &Zones) -> Option<(Reason, UnitId)> {
        self.all_units().filter(|u| p.side(*u) == zones.side && !p.march.moved.has(*u)).find_map(|u| {
            let why = match p.units.at(u) {
                At::Map if self.march_overfills(p, zones, u) && self.class(u).is_troop() => {
                    self.march_can_go(p, zones, u).then_some(reason(
                        "4.3.1Ce",
                        "a hex is overstacked, and somebody must leave it in this phase",
                    ))
                }
                At::Map => self.march_driven(p, zones, u),
                At::OffMap if self.march_is_due(p, u) && !self.march_may_wait(p, u) => self
                    .march_can_go(p, zones, u)
                    .then_some(reason("7.5b", "a unit that was driven off the map must come back now")),
                _ => None,
            };
            why.map(|w| (w, u))
        })
    }

    /// Whether a unit off the map may still wait for a later turn (orel 7.5d).
    fn march_may_wait(&self, p: &Position, unit: UnitId) -> bool {
        self.march_later(unit).is_some_and(|l| p.turn < l.turn)
    }

    /// The phase ends: entrenchments go on (orel 7.3b), and units that did not come back are lost (orel 7.5c).
    pub(super) fn march_close(&self, p: &mut Position, events: &mut Vec<Event>) {
        for u in self.all_units() {
            if p.side(u) != p.active {
                continue;
            }
            match p.units.dug(u) {
                Dug::Building if p.on_map(u) => {
                    p.units.set_dug(u, Dug::Entrenched);
                    events.push(Event::March(MarchEvent::Entrenched { unit: u, hex: p.hex(u) }));
                }
                Dug::Begun => p.units.set_dug(u, Dug::Building),
                _ => {}
            }
            if p.units.at(u) != At::OffMap || !self.march_is_due(p, u) {
                continue;
            }
            match self.march_later(u).filter(|_| self.march_may_wait(p, u)) {
                Some(later) => {
                    p.units.take_off(u, At::OffMap, None, later.turn);
                    events.push(Event::March(MarchEvent::Waits { unit: u, turn: later.turn }));
                }
                None => self.eliminate(p, u, events),
            }
        }
        (p.march.mover, p.march.left) = (Maybe::NONE, 0);
        p.play.steps.pop();
    }

    /// A unit that has come into Orel alone must choose a part; one that finds friends there is where they are (orel 7.1.1e, orel
    /// 7.1.1f).
    pub(super) fn march_in_city(&self, p: &mut Position, unit: UnitId) {
        if p.is_in(unit, self.d.map.orel) && p.at(self.d.map.orel).all(|u| u == unit) {
            p.centre = false;
            p.play.steps.push(Step::March(MarchStep::Part(p.side(unit))));
        }
    }

    /// What forbids a change of the part of Orel.
    pub(super) fn march_part_refused(&self, p: &Position, side: u8, centre: bool) -> Option<Reason> {
        let orel = self.d.map.orel;
        if !p.holds(side, orel) {
            return Some(reason("7.1.1e", "no friendly unit is in Orel"));
        }
        if p.centre == centre {
            return Some(reason("7.1.1f", "the units in Orel are there already"));
        }
        let attacks = |u: UnitId| matches!(p.marker(u), Marker::Attack { .. });
        if centre && p.at(orel).any(attacks) {
            return Some(reason("7.1.1h", "a unit attacks out of Orel, so the stack is in the suburbs"));
        }
        p.march.parted.then_some(reason("7.1.1g", "the part has been changed in this phase"))
    }
}
