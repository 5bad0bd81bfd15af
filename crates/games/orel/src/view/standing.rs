//! Tracks, and how the game stands.

use super::SIDES;
use crate::Field;
use crate::data::{RED, WHITE};
use crate::state::Position;
use sandtable_core::view::{Standing, Track};

impl Field {
    /// Turn, Recruit Points, prisoners, losses, and what is left in the Depots.
    pub(super) fn tracks(&self, p: &Position) -> Vec<Track> {
        let engine = self.engine();
        let charts = &self.d.charts;
        let last = engine.scenario(p).last_turn;
        let track = |name: String, value: String| Track { name, value };
        let day = format!("{} of {last}, {}; the last is {}", p.turn, self.date(p.turn), self.date(last));
        let mut out = vec![track("turn".to_string(), day)];
        for side in [WHITE, RED] {
            let (name, i) = (SIDES[usize::from(side)], usize::from(side));
            out.push(track(
                format!("{name}: Recruit Points"),
                format!("{} of {}", p.recruits[i], charts.bank),
            ));
            out.push(track(format!("{name}: prisoners taken"), p.prisoners[i].to_string()));
            out.push(track(format!("{name}: combat units lost"), p.lost[i].to_string()));
            for unit in p.units.on_map_of(side).filter(|u| engine.class(*u).is_depot()) {
                let state = match (p.functional.has(unit), p.unsupplied.has(unit)) {
                    (_, true) => ", Unsupplied",
                    (false, _) => ", not functional",
                    (true, false) => "",
                };
                let value = format!(
                    "{} of {} points{state}, in {}",
                    p.points[usize::from(unit)],
                    self.capacity(p, unit),
                    self.place_name(p.hex(unit))
                );
                out.push(track(format!("{name}: {}", engine.def(unit).name), value));
            }
        }
        out
    }

    /// Who would win if it ended now, and what each side holds or misses.
    pub(super) fn standings(&self, p: &Position) -> Vec<Standing> {
        let _ = p;
        Vec::new()
    }
}
