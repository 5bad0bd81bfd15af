//! What must hold in any position.

use crate::Theatre;
use crate::family::{MAX_HEXES, stacking};
use crate::position::{MARKERS, Phase, Position, off};

impl Theatre {
    /// The first thing that does not hold.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        if usize::from(p.scenario) >= self.sheets.len() {
            return Err(format!("there is no scenario number {}", p.scenario));
        }
        let engine = self.engine(p);
        let data = engine.data;
        p.sound(data).map_err(|e| e.what)?;
        let hides = engine.own.hides(p);
        for unit in data.ids() {
            let (u, gruppe) = (data.unit(unit), p.gruppe[unit.index()]);
            if gruppe == 0 || p.place(unit) == off::ELIMINATED {
                continue;
            }
            let Some(marker) = engine.marker(p, gruppe) else {
                return Err(format!("{} is in Gruppe {gruppe}, which is not on the map", u.id));
            };
            if hides.is_none_or(|h| h.side != u.side) {
                return Err(format!("{} may not be hidden", u.id));
            }
            if marker.place != p.place(unit) {
                return Err(format!("{} is not where Gruppe {gruppe} is", u.id));
            }
        }
        for gruppe in 1..=MARKERS as u8 {
            let sp = stacking::points(data, engine.in_box(p, gruppe));
            if hides.is_some_and(|h| sp > h.box_sp) {
                return Err(format!("Gruppe {gruppe} holds {sp} stacking points"));
            }
        }
        // No two sides in a hex (tannenberg 5.13a), nobody in an enemy fortress (tannenberg 5.13b).
        for hex in 0..data.map.len() {
            let both = (0..2).all(|side| p.held(side, hex) > 0);
            let stormed =
                (0..2u8).any(|side| p.held(side, hex) > 0 && p.fort_at(data, 1 - side, hex).is_some());
            if both || stormed {
                return Err(format!("{}: enemies stand together", data.map.number(hex)));
            }
        }
        // Between phases nobody is overstacked (tannenberg 6.0).
        if p.phase == Phase::Combat && matches!(p.top(), crate::position::Step::Attacks(_)) {
            for unit in data.ids().filter(|u| p.hex(*u).is_some()) {
                let hex = p.place(unit);
                debug_assert!(usize::from(hex) < MAX_HEXES);
                if stacking::excess(data, p, data.unit(unit).side, hex) > 0 {
                    return Err(format!("{}: too many units", data.map.number(hex)));
                }
            }
        }
        Ok(())
    }
}
