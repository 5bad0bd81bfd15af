//! What a position is worth: the victory hexes, how they are pressed, and what both sides have left to hold or take them with.

use crate::Lodz;
use crate::data::{Feature, HEXES, Kind};
use crate::play::Engine;
use crate::position::{Flag, HexId, Phase, Position, Works};
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game, Side};

/// What the troops of a side have.
#[derive(Clone, Copy, Default)]
struct Force {
    strength: f32,
    guns: f32,
    hungry: f32,
    shaken: f32,
}

/// Raw figures of a position, German less Russian.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// How late it is in the part that runs, 0 to 1.
    pub late: f32,
    /// Points that are certain.
    pub scored: f32,
    /// Victory hexes held.
    pub held: f32,
    /// Pressure on the victory hexes of the Russian, and of the German, from 0 to 1 for each.
    pub pressed: [f32; 2],
    /// Strength, attack fire, strength without supply, disorganized CEL.
    pub strength: f32,
    pub guns: f32,
    pub hungry: f32,
    pub shaken: f32,
    /// Strength of each side in danger of an attack at three to one or better.
    pub danger: [f32; 2],
}

impl Lodz {
    fn means(&self, engine: &Engine<'_>, p: &Position, side: u8) -> Force {
        let mut out = Force::default();
        for u in p.units.on_map_of(side) {
            let kind = engine.kind(u);
            if kind == Kind::Artillery {
                out.guns += f32::from(engine.attack_fire(p, u));
            } else if kind.is_line() {
                let full = f32::from(engine.def(u).strength[usize::from(p.units.cel(u)).min(2)]);
                out.strength += full;
                if p.units.level(u) > 0 {
                    out.hungry += full;
                }
                if p.has(u, Flag::Disorganized) {
                    out.shaken += f32::from(p.units.cel(u));
                }
            }
        }
        out
    }

    /// Strength of a side around every hex, the nearer the more.
    fn weight(&self, engine: &Engine<'_>, p: &Position, side: u8) -> [f32; HEXES] {
        let (map, near) = (engine.map(p), &self.weights.planner.score.near);
        let mut here = [0.0; HEXES];
        for u in p.units.on_map_of(side).filter(|u| engine.kind(*u).is_line()) {
            if let Some(hex) = p.hex(u) {
                here[usize::from(hex)] += f32::from(engine.strength(p, u));
            }
        }
        let mut out = [0.0; HEXES];
        for hex in p.units.line_hexes(side).iter() {
            let sp = here[usize::from(hex)];
            for (slot, far) in out.iter_mut().zip(map.distances(hex)) {
                if let Some(share) = near.get(usize::from(*far)) {
                    *slot += sp * share;
                }
            }
        }
        out
    }

    /// Who will hold a hex when the phase is over, as things stand (lodz R48).
    fn holds(&self, engine: &Engine<'_>, p: &Position, hex: HexId) -> u8 {
        let alone = |so: &dyn Fn(u8) -> bool| match (so(0), so(1)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        };
        let here = alone(&|side| p.units.units_in(side, hex) > 0);
        let zone = || alone(&|side| engine.in_zone(p, side, hex));
        here.or_else(zone).unwrap_or(p.holder[usize::from(hex)])
    }

    /// Looks at a position.
    pub fn figures_of(&self, p: &Position) -> Figures {
        let (engine, w) = (self.engine(), &self.weights.planner.score);
        let (map, s) = (engine.map(p), engine.scenario(p));
        let parts = s.parts.iter().find(|part| (part.first..=part.last).contains(&p.day));
        let days = parts.map_or(s.days, |part| part.last).saturating_sub(p.day);
        let weight = [self.weight(&engine, p, 0), self.weight(&engine, p, 1)];
        let mut out = Figures {
            late: (1.0 - f32::from(days) / w.soon).max(0.0),
            scored: f32::from(p.scored[0]) - f32::from(p.scored[1]),
            ..Figures::default()
        };
        for v in &engine.part(p).victory {
            let at = usize::from(v.hex);
            let holder = usize::from(self.holds(&engine, p, v.hex));
            out.held += [1.0, -1.0, 0.0][holder.min(2)];
            if let Some(own) = weight.get(holder) {
                let (own, foe) = (own[at], weight[1 - holder][at]);
                let here = p.units.line_in(holder as u8, v.hex) > 0;
                let own = own * if here { w.stands } else { w.away } + w.nobody;
                out.pressed[1 - holder] += foe / (own + foe);
            }
        }
        let [de, ru] = [0, 1].map(|side| self.means(&engine, p, side));
        out.strength = de.strength - ru.strength;
        out.guns = de.guns - ru.guns;
        out.hungry = de.hungry - ru.hungry;
        out.shaken = de.shaken - ru.shaken;
        for side in 0..2u8 {
            for hex in p.units.line_hexes(side).iter() {
                let at = usize::from(hex);
                let troops = p.at(hex).filter(|u| engine.kind(*u).is_line());
                let own: f32 = troops.map(|u| f32::from(engine.strength(p, u))).sum();
                let works = u8::from(p.works[at] != Works::None) + u8::from(map.has(hex, Feature::Fortress));
                let cover = 1.0 + w.cover * f32::from(map.shift[at] + works);
                let odds = weight[usize::from(1 - side)][at] * w.brought / (own * cover).max(1.0);
                out.danger[usize::from(side)] += own * ((odds - 1.0) / w.rout).clamp(0.0, 1.0);
            }
        }
        // The side that is about to move can still get out of the way.
        if !matches!(p.phase, Phase::Attack | Phase::Strategic | Phase::Supply | Phase::Night) {
            out.danger[usize::from(p.active)] *= w.getting_away;
        }
        out
    }

    /// Adds up what a position is worth to a side, part by part.
    pub(super) fn weigh_parts(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let sign = if side.0 == 0 { 1.0 } else { -1.0 };
        let w = &self.weights.planner.score;
        if let Decision::Over(outcome) = self.to_decide(p) {
            let won = outcome.winner.map_or(0, |w| if w == side { WON } else { -WON });
            part("victory", won);
            part("points", (sign * w.point * (f32::from(p.scored[0]) - f32::from(p.scored[1]))) as i32);
            return;
        }
        let f = self.figures_of(p);
        let mut add = |name, worth: f32| part(name, (sign * worth) as i32);
        if !self.engine().scenario(p).parts.is_empty() {
            add("points", w.point * f.scored);
        }
        add("victory hexes", (w.held + w.held_last * f.late) * f.held);
        let pressed = w.pressed + w.pressed_last * f.late;
        add("pressure on victory hexes", pressed * (f.pressed[0] - f.pressed[1]));
        add("strength", w.strength * f.strength);
        add("artillery", w.guns * f.guns);
        add("supply", -w.hunger * f.hungry);
        add("order", -w.shaken * f.shaken);
        add("danger", w.danger * (f.danger[1] - f.danger[0]));
    }
}
