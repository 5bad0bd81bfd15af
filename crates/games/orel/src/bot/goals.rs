//! What a side plays for: the places and lines of its own victory conditions and of the enemy's.

use super::weights::ScriptWeights;
use crate::data::Need;
use crate::play::Engine;
use crate::position::{HexId, Mode, Position, UnitId};

/// A hex worth having.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Where.
    pub hex: HexId,
    /// How much.
    pub worth: f32,
    /// A place that must be held at the end.
    pub place: bool,
    /// A place that alone gives the enemy a level.
    pub sole: bool,
    /// How many are sent if nobody stands there.
    pub guards: u8,
}

/// Strength of a unit as it stands, roughly.
pub fn strength(engine: &Engine<'_>, p: &Position, unit: UnitId) -> f32 {
    let def = engine.def(unit);
    let steps = usize::from(p.steps(unit)).min(5);
    let raw = if def.class.is_gun() { def.fire[steps] } else { def.combat[steps].max(def.charge[steps]) };
    let quality = 0.6 + 0.1 * f32::from(engine.tq(p, unit));
    let state = match (p.mode(unit), p.unsupplied.has(unit)) {
        (Mode::Routed, _) => 0.25,
        (_, true) => 0.5,
        (Mode::March, _) => 0.75,
        _ => 1.0,
    };
    f32::from(raw) * quality * state
}

/// Whether a condition holds, or nearly: own troops stand in the place.
fn near_to(engine: &Engine<'_>, p: &Position, side: u8, need: Need) -> bool {
    match need {
        Need::Held(hex) => engine.covered(p, side, hex),
        _ => engine.condition_holds(p, side, need),
    }
}

/// Whether a level of victory of a side asks for something.
pub fn names(engine: &Engine<'_>, p: &Position, side: u8, need: Need) -> bool {
    let levels = engine.scenario(p).levels.iter().filter(|l| l.side == side);
    levels.flat_map(|l| &l.any_of).flatten().any(|n| *n == need)
}

/// Every place that a victory condition of either side names, and stations of the double track where one asks for them.
pub fn goals(engine: &Engine<'_>, p: &Position, side: u8, w: &ScriptWeights) -> Vec<Goal> {
    let mut out = Vec::new();
    find_goals(engine, p, side, w, &mut out);
    out
}

/// The same, added to a list.
pub fn find_goals(engine: &Engine<'_>, p: &Position, side: u8, w: &ScriptWeights, out: &mut Vec<Goal>) {
    let s = engine.scenario(p);
    let mut add =
        |hex: HexId, worth: f32, place: bool, sole: bool| match out.iter_mut().find(|g| g.hex == hex) {
            Some(g) => (g.worth, g.place, g.sole) = (g.worth.max(worth), g.place || place, g.sole || sole),
            None => out.push(Goal { hex, worth, place, sole, guards: 2 }),
        };
    let levels = s.levels.iter().flat_map(|l| l.any_of.iter().map(move |list| (l.side, list)));
    let sole = s.sole.iter().flat_map(|(side, lists)| lists.iter().map(move |list| (*side, list)));
    let mut track = false;
    for (whose, list) in levels.chain(sole) {
        for need in list {
            match need {
                Need::Held(hex) if whose == side => {
                    // The more of a list is held, the more the rest of it is worth.
                    let others = list.iter().filter(|n| *n != need);
                    let met = others.clone().filter(|n| near_to(engine, p, side, **n)).count() as f32;
                    let share = if list.len() == 1 { 1.0 } else { met / others.count() as f32 };
                    add(*hex, w.own_place * (w.list_from + (1.0 - w.list_from) * share), true, false)
                }
                // It is worth most to take a place that alone gives the enemy something.
                Need::Held(hex) => {
                    let sole = list.len() == 1;
                    add(*hex, w.enemy_place + if sole { w.sole_place } else { 0.0 }, true, sole)
                }
                Need::LineClear | Need::StationCut => track = true,
            }
        }
    }
    if track {
        // A side that would cut the line wants a station beyond the enemy; one that guards it stands where it is threatened.
        let cuts = s
            .levels
            .iter()
            .any(|l| l.side == side && l.any_of.iter().flatten().any(|n| *n == Need::StationCut));
        let stations = &engine.d.map.double_stations;
        for (i, hex) in stations.iter().enumerate() {
            let closed = engine.d.zones.iter().any(|z| z.closed && z.side != side && z.hexes.has(*hex));
            // Enemies on or beside the line farther on take its sting from a station (orel 10.2Vg).
            let after = engine.d.map.double_track.iter().position(|h| h == hex).unwrap_or(0);
            let rest = &engine.d.map.double_track[after..];
            let beside =
                |u: &UnitId| engine.class(*u).is_combat() && rest.iter().any(|h| engine.far(p, *u, *h) <= 1);
            let guards = p.units.on_map_of(1 - side).filter(beside).count() as f32;
            let beyond = i > 0;
            match (cuts, beyond) {
                (true, _) if closed => {}
                (true, true) => add(*hex, w.cut_station / (1.0 + 0.4 * guards), false, false),
                (true, false) => add(*hex, w.near_station, false, false),
                (false, _) => add(*hex, w.guard_station, false, false),
            }
        }
    }
}
