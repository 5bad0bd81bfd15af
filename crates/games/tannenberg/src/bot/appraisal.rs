//! What a position is worth: the points, what will still be scored from it, and what both sides can yet do.

use super::picture::{Picture, body_worth, defence_of};
use crate::Engine;
use crate::Tannenberg;
use crate::play::reason;
use crate::play::{DE, RU};
use crate::position::{Phase, Position};
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game, Side};
use sandtable_east::data::HexSet;
use sandtable_east::standard::supply::in_supply;

/// A victory point.
const POINT: i32 = 100;
/// Points that are lost because nobody is in Germany are counted for this many of the turns that are left.
const SOON: i32 = 3;
/// How much of a point of strength counts at a distance from a town.
const NEAR: [i32; 7] = [5, 5, 4, 3, 2, 1, 1];
/// Pressure beyond which more does not help.
const ENOUGH: i32 = 40;

/// What the troops of a side are worth.
#[derive(Clone, Copy, Default)]
struct Force {
    strength: i32,
    hungry: i32,
    danger: i32,
}

/// Points that the total may still go up or down in a turn, as a standard deviation.
const SWING: f32 = 1300.0;
/// Turns from which on strength counts in full: before the end there is less that can be done with it.
const LONG: i32 = 8;

impl Tannenberg {
    /// The chance to win that a worth stands for, from all lost to all won: what lies beyond victory counts for little.
    pub(super) fn chance(&self, p: &Position, side: Side, worth: i32) -> i32 {
        let sheet = self.sheet(p);
        let rules = &sheet.rules;
        let chart = rules.own.victory.levels.get(&rules.scenario.levels);
        let rows = chart.iter().flat_map(|c| &c.rows).filter(|r| r.side == "ru");
        let least = rows.filter_map(|r| r.from).min().unwrap_or(0);
        let sign = if Tannenberg::side_of(side) == RU { 1 } else { -1 };
        let ahead = worth - sign * (POINT * i32::from(least) - POINT / 2);
        let left = f32::from(rules.scenario.last_turn.saturating_sub(p.turn)) + 1.0;
        let bent = (0.85 * ahead as f32 / (SWING * left.sqrt())).tanh();
        (bent * WON as f32) as i32
    }

    /// Adds up what a position is worth to a player, part by part.
    pub(super) fn weigh_parts(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let (e, sheet) = (self.engine(p), self.sheet(p));
        let mine = Tannenberg::side_of(side);
        let sign = if mine == RU { 1 } else { -1 };
        if let Decision::Over(outcome) = self.to_decide(p) {
            let won = outcome.winner.map_or(0, |w| if Tannenberg::side_of(w) == mine { WON } else { -WON });
            part("victory", won);
            part("points", sign * POINT * i32::from(p.points));
            return;
        }
        part("points", sign * POINT * i32::from(p.points));
        let left = i32::from(sheet.rules.scenario.last_turn.saturating_sub(p.turn)) + 1;
        let called = p.own.west.called > 0 && !p.own.west.scored;
        part(
            "west front",
            sign * if called { POINT * i32::from(sheet.rules.worth(reason::WEST_FRONT)) } else { 0 },
        );
        let (towns, pressure) = self.towns(&e, p, left);
        let w = &self.weights.planner.score;
        let times = |weight: f32, n: i32| (weight * n as f32).round() as i32;
        part("towns", sign * times(w.held, towns));
        part("pressure on towns", sign * times(w.pressure / 100.0, pressure));
        let (ru, foothold) = self.force(&e, p, RU);
        let (de, _) = self.force(&e, p, DE);
        if sheet.rules.worth(reason::NO_INVASION) != 0 {
            let lost = if foothold == 0 { -20 * left.min(SOON) } else { 0 };
            part("foothold", sign * times(w.foothold, lost));
        }
        // Where the German hunts, all turns on which units will be caught.
        let (caught, rest) = if Tannenberg::is_hunted(sheet, RU) { (w.hunted, 0.0) } else { (1.0, 1.0) };
        part("Russian strength", sign * times(w.strength_ru, ru.strength) * left.min(LONG) / LONG);
        part("German strength", -sign * times(rest * w.strength_de, de.strength) * left.min(LONG) / LONG);
        part("Russian supply", -sign * times(w.hunger_ru, ru.hungry));
        part("German supply", sign * times(w.hunger_de, de.hungry));
        part("Russians in danger", -sign * times(caught * w.danger_ru / 100.0, ru.danger));
        part("Germans in danger", sign * times(rest * w.danger_de / 100.0, de.danger));
    }

    /// Points of the towns that the Russian holds, for each turn left, and how the others are pressed.
    fn towns(&self, e: &Engine<'_>, p: &Position, left: i32) -> (i32, i32) {
        let sheet = self.sheet(p);
        let (data, rules) = (e.data, &sheet.rules);
        if !rules.scenario.scores.iter().any(|s| s == reason::TOWNS.id) {
            return (0, 0);
        }
        let from = e.sources(p, RU);
        let (mut held, mut pressure) = (0, 0);
        for town in &data.map.towns {
            let points = i32::from(town.points) * left;
            let ours = rules.controls(data, p, town.hex, &from);
            held += if ours { points } else { 0 };
            let mut near = 0;
            for unit in data.ids() {
                let u = data.unit(unit);
                let Some(hex) = p.hex(unit).filter(|_| u.has_zone()) else { continue };
                let Some(times) = NEAR.get(usize::from(data.map.distance(hex, town.hex))) else { continue };
                let strength = i32::from(u.face(p.lost[unit.index()]).defence) * times;
                near += if u.side == RU { strength } else { -strength };
            }
            let fort = p.fort_at(data, DE, town.hex).map_or(0, |_| 2 * ENOUGH);
            near = (near - fort).clamp(-ENOUGH, ENOUGH);
            pressure += points * if ours { near.min(0) } else { near.max(0) };
        }
        (held, pressure)
    }

    /// What the troops of a side are worth, and how many of them stand in Germany in supply.
    fn force(&self, e: &Engine<'_>, p: &Position, side: u8) -> (Force, i32) {
        let sheet = self.sheet(p);
        let data = e.data;
        let pic = Picture::sketch(e, p, side, self.weights.judgement(false, side));
        let from = e.sources(p, side);
        let mut out = Force::default();
        let (mut inside, mut seen) = (0, HexSet::EMPTY);
        for unit in e.troops(p, side).iter() {
            let (Some(hex), u) = (p.hex(unit), data.unit(unit)) else { continue };
            let face = u.face(p.lost[unit.index()]);
            out.strength += i32::from(face.attack) + i32::from(face.defence);
            let fed = in_supply(data, p, unit, &from);
            if !fed {
                out.hungry += i32::from(p.steps(data, unit));
            } else if sheet.rules.germany.has(hex) && data.map.number(hex).0 <= 19 {
                inside += 1;
            }
            if !seen.has(hex) {
                seen.insert(hex);
                let stack = p.stack(data, side, hex);
                out.danger += pic.danger(e, p, hex, defence_of(data, p, stack), body_worth(sheet, p, stack));
            }
        }
        // The side about to move can still get out of the way.
        if p.phasing == side && p.phase as u8 <= Phase::Movement as u8 {
            out.danger /= 2;
        }

        (out, inside)
    }
}
