//! What must hold in any position.

use crate::Field;
use crate::data::HEXES;
use crate::state::Position;

impl Field {
    /// The first thing that is wrong with a position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let engine = self.engine();
        if usize::from(p.scenario) >= self.d.scenarios.len() || p.active > 1 || !p.play.is_sound() {
            return Err("no such scenario, side or step".to_string());
        }
        if !engine.flight_is_sound(p) {
            return Err("a retreat that cannot be".to_string());
        }
        for u in engine.all_units().filter(|u| p.on_map(*u)) {
            let def = engine.def(u);
            let (hex, steps) = (p.hex(u), p.steps(u));
            if usize::from(hex) >= HEXES || steps > def.steps || (steps == 0 && def.steps > 0) {
                return Err(format!("{} has {steps} steps in {}", def.id, self.d.map.name(hex)));
            }
            if p.at(hex).any(|o| p.side(o) != p.side(u)) {
                return Err(format!("both sides stand in {}", self.d.map.name(hex)));
            }
        }
        Ok(())
    }
}
