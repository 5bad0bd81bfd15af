//! What a position is worth: the points, what will still be scored from it, and what both sides can yet do.

use super::picture::{Picture, body_worth, defence_of};
use crate::Theatre;
use crate::action::Why;
use crate::exclusive::{DE, RU};
use crate::family::HexSet;
use crate::family::engine::Engine;
use crate::family::supply::in_supply;
use crate::position::{Phase, Position};
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game, Side};

/// A victory point.
const POINT: i32 = 100;
/// A point of a town for each turn that is left.
const HELD: i32 = 45;
/// A point that is lost because nobody is in Germany, for so many of the turns that are left.
const FOOTHOLD: i32 = 70;
const SOON: i32 = 3;
/// A point of strength of each side.
const STRENGTH: [i32; 2] = [25, 36];
/// A Step without supply, of each side.
const HUNGER: [i32; 2] = [40, 70];
/// What a side may expect to lose, in tenths of a point, percent.
const DANGER: [i32; 2] = [60, 180];
/// Pressure on a point of a town for each turn that is left, percent.
const PRESSURE: i32 = 25;
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

impl Theatre {
    /// Adds up what a position is worth to a player, part by part.
    pub(super) fn weigh_parts(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let (e, sheet) = (self.engine(p), self.sheet(p));
        let mine = Theatre::side_of(side);
        let sign = if mine == RU { 1 } else { -1 };
        if let Decision::Over(outcome) = self.to_decide(p) {
            let won = outcome.winner.map_or(0, |w| if Theatre::side_of(w) == mine { WON } else { -WON });
            part("victory", won);
            part("points", sign * POINT * i32::from(p.points));
            return;
        }
        part("points", sign * POINT * i32::from(p.points));
        let left = i32::from(sheet.rules.scenario.last_turn.saturating_sub(p.turn)) + 1;
        let called = p.west.called > 0 && !p.west.scored;
        part(
            "west front",
            sign * if called { POINT * i32::from(sheet.rules.worth(Why::WestFront)) } else { 0 },
        );
        let (towns, pressure) = self.towns(&e, p, left);
        part("towns", sign * HELD * towns);
        part("pressure on towns", sign * pressure * PRESSURE / 100);
        let (ru, foothold) = self.force(&e, p, RU);
        let (de, _) = self.force(&e, p, DE);
        if sheet.rules.worth(Why::NoInvasion) != 0 {
            let lost = if foothold == 0 { -20 * left.min(SOON) } else { 0 };
            part("foothold", sign * FOOTHOLD * lost);
        }
        part("Russian strength", sign * STRENGTH[1] * ru.strength);
        part("German strength", -sign * STRENGTH[0] * de.strength);
        part("Russian supply", -sign * HUNGER[1] * ru.hungry);
        part("German supply", sign * HUNGER[0] * de.hungry);
        part("Russians in danger", -sign * DANGER[1] * ru.danger / 100);
        part("Germans in danger", sign * DANGER[0] * de.danger / 100);
    }

    /// Points of the towns that the Russian holds, for each turn left, and how the others are pressed.
    fn towns(&self, e: &Engine<'_>, p: &Position, left: i32) -> (i32, i32) {
        let sheet = self.sheet(p);
        let (data, rules) = (e.data, &sheet.rules);
        if !rules.scenario.scores.iter().any(|s| s == Why::Towns.id()) {
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
        let pic = Picture::sketch(e, p, side);
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
        // Who is about to move can still get out of the way.
        if p.phasing == side && p.phase as u8 <= Phase::Movement as u8 {
            out.danger /= 2;
        }

        (out, inside)
    }
}
