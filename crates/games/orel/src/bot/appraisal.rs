//! What a position is worth: the places that count and who is near them, what is left of the armies, and how they stand.

use super::goals::strength;
use crate::Orel;
use crate::data::{Need, RED, UNITS, WHITE};
use crate::play::Engine;
use crate::position::{HexId, Position};
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game};

/// Hexes and strengths of the units of each side on the map, reckoned once.
struct Hosts {
    sides: [[(HexId, f32); UNITS]; 2],
    count: [usize; 2],
}

impl Hosts {
    fn new(engine: &Engine<'_>, p: &Position) -> Hosts {
        let mut out = Hosts { sides: [[(HexId(0), 0.0); UNITS]; 2], count: [0; 2] };
        for u in engine.all_units().filter(|u| p.on_map(*u) && engine.class(*u).is_troop()) {
            let Some(hex) = p.hex(u) else { continue };
            let side = usize::from(p.side(u));
            out.sides[side][out.count[side]] = (hex, strength(engine, p, u));
            out.count[side] += 1;
        }
        out
    }

    fn of(&self, side: u8) -> impl Iterator<Item = (HexId, f32)> + '_ {
        let s = usize::from(side);
        self.sides[s][..self.count[s]].iter().copied()
    }

    /// Strength of a side that is felt in a hex, of each unit the part for its distance.
    fn felt(&self, engine: &Engine<'_>, parts: &[f32], side: u8, hex: HexId) -> f32 {
        let far = engine.d.map.distances(hex);
        let part = |at: HexId| parts.get(usize::from(far[usize::from(at)])).copied().unwrap_or(0.0);
        self.of(side).map(|(at, worth)| worth * part(at)).sum()
    }

    fn all(&self, side: u8) -> f32 {
        self.of(side).map(|(_, worth)| worth).sum()
    }
}

impl Orel {
    /// How likely it looks that a condition will hold in the end, from 0 to 1.
    fn prospect(&self, p: &Position, hosts: &Hosts, side: u8, need: Need) -> f32 {
        let (engine, w) = (self.engine(), &self.weights.planner.score);
        match need {
            Need::Held(hex) => {
                let [own, foe] = [side, 1 - side].map(|s| hosts.felt(&engine, &w.felt, s, hex));
                let share = (own + w.nobody) / (own + foe + 2.0 * w.nobody);
                if engine.covered(p, side, hex) {
                    let cut = if engine.holds_place(p, side, hex) { 0.0 } else { w.cut_off };
                    w.held + w.held_share * share - cut
                } else if p.holds(1 - side, hex) {
                    w.barred_share * share
                } else {
                    w.open + w.open_share * share
                }
            }
            Need::LineClear if engine.line_clear(p, side) => w.line_clear,
            Need::LineClear => w.line_held,
            Need::StationCut if engine.station_cut(p, side) => w.station_cut,
            Need::StationCut => w.station_open,
        }
    }

    /// The same of the best of several lists.
    fn prospects(&self, p: &Position, hosts: &Hosts, side: u8, lists: &[Vec<Need>]) -> f32 {
        let list = |all: &Vec<Need>| all.iter().map(|n| self.prospect(p, hosts, side, *n)).product::<f32>();
        lists.iter().map(list).fold(0.0, f32::max)
    }

    /// Levels that a side can hope for, from 0 to the highest.
    fn hopes(&self, p: &Position, hosts: &Hosts, side: u8) -> f32 {
        let s = self.engine().scenario(p);
        let grades = || s.levels.iter().filter(|g| g.side == side);
        let most = grades().map(|g| g.level).max().unwrap_or(0);
        let of = |level: u8| {
            let good = grades().filter(|g| g.level >= level);
            good.map(|g| self.prospects(p, hosts, side, &g.any_of)).fold(0.0, f32::max)
        };
        (1..=most).map(of).sum()
    }

    /// What White can hope for, how it stands now, and what White has more of: strength, fewer units lost.
    pub fn balance(&self, p: &Position) -> [f32; 4] {
        let engine = self.engine();
        let s = engine.scenario(p);
        let hosts = Hosts::new(&engine, p);
        let (hope, now) = match &s.sole {
            Some((side, lists)) => {
                let sign = if *side == WHITE { 1.0 } else { -1.0 };
                let hope = self.prospects(p, &hosts, *side, lists) - 0.5;
                let now = if engine.conditions_hold(p, *side, lists) { 0.5 } else { -0.5 };
                (sign * hope, sign * now)
            }
            None => {
                let level = |side: u8| engine.rear_standing(p, side).map_or(0.0, |s| f32::from(s.level));
                let hope = self.hopes(p, &hosts, WHITE) - self.hopes(p, &hosts, RED);
                (hope, level(WHITE) - level(RED))
            }
        };
        let strength = hosts.all(WHITE) - hosts.all(RED);
        let lost = f32::from(p.lost[1]) - f32::from(p.lost[0]);
        [hope, now, strength, lost]
    }

    /// What a position is worth to a side, part by part, in thousandths of the logarithm of the odds.
    pub(super) fn weigh_parts(&self, p: &Position, side: u8, part: &mut dyn FnMut(&'static str, i32)) {
        if let Decision::Over(outcome) = self.to_decide(p) {
            let won = outcome.winner.map_or(0, |w| if w.0 == side { WON } else { -WON });
            part("victory", won);
        }
        let engine = self.engine();
        let s = engine.scenario(p);
        let left = f32::from(2 * (s.last_turn - p.turn.min(s.last_turn)) + u8::from(p.active == WHITE));
        let w = &self.weights.planner.score;
        let late = 1.0 / (1.0 + w.early * left);
        let sign = if side == WHITE { 1.0 } else { -1.0 };
        let [hope, now, strength, lost] = self.balance(p).map(|x| 1000.0 * sign * x);
        part("places", (w.hope * hope) as i32);
        part("standing", (w.now * now * late) as i32);
        part("strength", (w.strength * strength) as i32);
        part("losses", (w.lost * lost) as i32);
    }
}
