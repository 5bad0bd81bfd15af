//! The end of a player turn (2.1g): markers off, rally, repairs, events that lapse.

use super::RearEvent;
use crate::data::RED;
use crate::play::{Engine, Event};
use crate::position::{At, Marker, Mode, Pieces, Position, UnitId};

impl Engine<'_> {
    /// Routed units of a side in play, off the map too.
    pub fn routed_of(&self, p: &Position, side: u8) -> Pieces {
        let routed = |u: &UnitId| {
            p.side(*u) == side && p.mode(*u) == Mode::Routed && matches!(p.units.at(*u), At::Map | At::OffMap)
        };
        self.all_units().filter(routed).collect()
    }

    /// Does all that ends a player turn.
    pub(super) fn end_begin(&self, p: &mut Position, events: &mut Vec<Event>) {
        self.settle(p, events);
        for unit in self.all_units() {
            if p.marker(unit) != Marker::None {
                p.units.set_marker(unit, Marker::None);
            }
        }
        self.spent_depots(p, events);
        self.rally(p, events);
        self.events_lapse(p, events);
        if p.active == RED {
            // Tanks run again when the game turn is over (orel RU-43).
            for unit in std::mem::take(&mut p.broken).iter() {
                events.push(Event::Rear(RearEvent::Repaired { unit, hex: p.hex(unit) }));
            }
        }
        self.settle(p, events);
    }

    /// Depots that were used though they were not functional are Unsupplied (orel 3.2Ba).
    fn spent_depots(&self, p: &mut Position, events: &mut Vec<Event>) {
        for depot in self.fire_depots_used(p).without(&p.rear.sound).iter() {
            if !p.functional.has(depot) {
                self.starve(p, depot, events);
                p.points[usize::from(depot)] = 0;
            }
        }
    }

    /// Routed units that were so when their player turn began rally where no enemy zone reaches them (orel 8.7.3o, orel RU-45).
    fn rally(&self, p: &mut Position, events: &mut Vec<Event>) {
        let before = std::mem::take(&mut p.rear.routed);
        for unit in before.meet(&self.routed_of(p, p.active)).iter() {
            if p.on_map(unit) && p.hex(unit).is_some_and(|hex| self.in_zone(p, p.reactive(), hex)) {
                continue;
            }
            p.units.set_mode(unit, Mode::Combat);
            events.push(Event::Rear(RearEvent::Rallied { unit, hex: p.hex(unit) }));
        }
    }

    /// Events of the other side lapse with this player turn, states of this one with it (orel 6.2b, orel 6.1b).
    fn events_lapse(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (side, s) = (p.reactive(), usize::from(p.reactive()));
        if let Some(event) = std::mem::take(&mut p.rear.kept[s]).get() {
            events.push(Event::Rear(RearEvent::Lapsed { side, event }));
        }
        (p.rear.rumored[s], p.rear.rumor[s]) = (Pieces::EMPTY, 0);
        for unit in std::mem::take(&mut p.rear.initiative).iter() {
            p.ooc.set(unit, p.on_map(unit));
        }
        p.fire.spotted = Pieces::EMPTY;
        p.rear.reroll = false;
    }
}
