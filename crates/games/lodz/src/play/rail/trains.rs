//! Trains (16): a German unit boards on one day and rides on the next.

use crate::data::{Hexes, Kind, NOBODY, NOWHERE};
use crate::play::rail::RailEvent;
use crate::play::{Engine, Event};
use crate::state::{At, Flag, Position};

impl Engine<'_> {
    /// Trains with their place in the list of loads.
    pub fn trains(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        let trains = self.all_units().filter(|u| self.kind(*u) == Kind::Train);
        trains.enumerate().take(super::state::TRAINS)
    }

    /// What a line unit of a side that enters a hex destroys there: enemy trains with their load (lodz 16.G), enemy bases, whose rail hexes
    /// feed nobody any more (lodz R40).
    pub fn rail_overrun(&self, p: &mut Position, hex: u16, by: u8, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        for (slot, train) in self.trains() {
            if p.on_map(train) && p.side(train) != by && p.hex(train) == hex {
                let load = std::mem::replace(&mut p.rail.load[slot], NOBODY);
                events.push(Event::Rail(RailEvent::Taken { what: train, load, map, hex }));
                p.units.mark(train, Flag::Loaded, false);
                p.units.take_off(train, At::Left, NOWHERE);
                if load != NOBODY {
                    p.destroy(load);
                }
            }
        }
        for (slot, base) in self.bases() {
            if p.on_map(base) && p.side(base) != by && p.hex(base) == hex {
                events.push(Event::Rail(RailEvent::Taken { what: base, load: NOBODY, map, hex }));
                p.units.take_off(base, At::Gone, NOWHERE);
                if let Some(travelled) = p.rail.travelled.get_mut(slot) {
                    *travelled = Hexes::EMPTY;
                }
            }
        }
    }
}
