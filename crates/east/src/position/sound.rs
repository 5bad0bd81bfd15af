//! Whether a position is sound: what is kept as counts is counted again.

use super::{Position, off};
use crate::data::Data;
use crate::data::map::MAX_HEXES;
use crate::data::pieces::MAX_UNITS;
use crate::engine::Adds;
use sandtable_datafile::DataFault;

impl<A: Adds> Position<A> {
    /// Counts everything again and complains about the first thing that does not agree.
    pub fn sound(&self, data: &Data) -> Result<(), DataFault> {
        let fault = |what: String| Err(DataFault::new("position", 1, what));
        let mut fresh = Self::new(data);
        for (fort, _) in data.map.forts.iter().enumerate() {
            fresh.lose_fort(data, fort as u8, self.fort_lost(fort as u8));
        }
        for i in data.units.len()..MAX_UNITS {
            if self.place[i] != off::OUT {
                return fault(format!("there is no unit {i}"));
            }
        }
        for unit in data.ids() {
            let (u, place) = (data.unit(unit), self.place(unit));
            let known = place >= off::POOL || place < data.map.len() || data.map.exit_of(place).is_some();
            if !known || (place < data.map.len() && data.map.at(place).closed) {
                return fault(format!("{} stands nowhere", u.id));
            }
            if self.lost[unit.index()] >= u.steps && place != off::ELIMINATED {
                return fault(format!("{} has no Step left", u.id));
            }
            fresh.flags[unit.index()] = self.flags[unit.index()];
            fresh.put(data, unit, place);
        }
        for hex in 0..MAX_HEXES {
            for side in 0..2 {
                if fresh.held[side][hex] != self.held[side][hex] {
                    return fault(format!("hex {hex}: units of side {side} are counted wrongly"));
                }
                if fresh.zone.counts()[side][hex] != self.zone.counts()[side][hex] {
                    return fault(format!("hex {hex}: zones of side {side} are counted wrongly"));
                }
            }
        }
        Ok(())
    }
}
