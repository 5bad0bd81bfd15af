//! Figures of a position from which its end can be told, where one side alone has a list of places to hold.

use super::fitted::FITTED;
use super::goals::strength;
use crate::Field;
use crate::data::{Need, UNITS};
use crate::state::{Mode, Position};

/// Hexes to a place up to which troops are counted together.
const RINGS: [u8; 5] = [0, 1, 2, 4, 7];
/// Figures of one side at one place, and of one side.
const AT_PLACE: usize = RINGS.len() + 2;
const OF_SIDE: usize = 8;
/// Places that are looked at.
const PLACES: usize = 2;
/// How many figures there are.
pub const FIGURES: usize = 2 * (PLACES * AT_PLACE + OF_SIDE);

impl Field {
    /// The figures of a position; nothing where victory is a matter of levels.
    pub fn figures_of(&self, p: &Position) -> Option<[f32; FIGURES]> {
        let engine = self.engine();
        let (_, lists) = engine.scenario(p).sole.as_ref()?;
        let hex = |n: &Need| if let Need::Held(hex) = n { Some(*hex) } else { None };
        let places = || lists.iter().flatten().filter_map(hex).take(PLACES);
        let mut out = [0.0; FIGURES];
        let mut at = 0;
        for side in 0..2u8 {
            let mut worth = [0.0; UNITS];
            for u in p.units.on_map_of(side).filter(|u| engine.class(*u).is_troop()) {
                worth[usize::from(u)] = strength(&engine, p, u);
            }
            let troops = || p.units.on_map_of(side).filter(|u| engine.class(*u).is_troop());
            for place in places() {
                let far = engine.d.map.distances(place);
                for u in troops() {
                    let far = far[usize::from(p.hex(u))];
                    if let Some(ring) = RINGS.iter().position(|r| far <= *r) {
                        out[at + ring] += worth[usize::from(u)];
                    }
                }
                out[at + RINGS.len()] = f32::from(u8::from(engine.covered(p, side, place)));
                out[at + RINGS.len() + 1] = f32::from(u8::from(engine.holds_place(p, side, place)));
                at += AT_PLACE;
            }
            let count = |which: &dyn Fn(u8) -> bool| troops().filter(|u| which(*u)).count() as f32;
            let steps = troops().map(|u| f32::from(p.steps(u))).sum::<f32>();
            let depots = engine.depots_of(p, side);
            out[at..at + OF_SIDE].copy_from_slice(&[
                worth.iter().sum::<f32>(),
                steps,
                count(&|u| p.unsupplied.has(u)),
                count(&|u| p.ooc.has(u)),
                count(&|u| p.mode(u) == Mode::Routed),
                count(&|u| p.entrenched(u)),
                depots.which(|d| p.functional.has(d)).len() as f32,
                f32::from(p.lost[usize::from(side)]),
            ]);
            at += OF_SIDE;
        }
        Some(out)
    }

    /// The logarithm of White's odds in a position with so many turns of sides to come.
    pub(super) fn foretold(&self, p: &Position, left: u32) -> Option<f32> {
        let figures = self.figures_of(p)?;
        let row = &FITTED[(left as usize).min(FITTED.len() - 1)];
        Some(figures.iter().zip(row).map(|(x, w)| x * w).sum::<f32>() + row[FIGURES])
    }
}
