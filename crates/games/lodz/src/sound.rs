//! What must hold in any position.

use crate::Front;
use crate::state::{At, Position};

impl Front {
    /// The first thing that is wrong with a position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let engine = self.engine();
        if usize::from(p.scenario) >= self.d.scenarios.len() || p.active > 1 || p.first > 1 {
            return Err("no such scenario or player".to_string());
        }
        if !engine.battle_is_sound(p) || !engine.retreat_is_sound(p) {
            return Err("what is kept of an attack cannot be".to_string());
        }
        let map = engine.map(p);
        for u in engine.all_units().filter(|u| p.on_map(*u)) {
            let def = engine.def(u);
            let (hex, cel) = (p.hex(u), p.units.cel(u));
            if usize::from(hex) >= map.hexes || cel > def.cel || (cel == 0 && def.cel > 0) {
                return Err(format!("{} has {cel} levels in {}", def.id, map.name(hex)));
            }
        }
        for u in engine.all_units() {
            let aboard = p.units.at(u) == At::Aboard;
            let trains = engine.trains().filter(|(slot, _)| p.rail.load[*slot] == u);
            let full = trains.filter(|(_, train)| p.on_map(*train)).count();
            if full != usize::from(aboard) {
                return Err(format!("{} is aboard {full} trains", engine.id(u)));
            }
        }
        Ok(())
    }
}
