//! What lies on the map besides counters: field works, bridges that fell or were built, who holds what, hexes to be attacked.

use crate::Lodz;
use crate::data::{Country, DE, Feature, RU};
use crate::position::{HexId, Position, Works};
use sandtable_core::view::Mark;

impl Lodz {
    /// Every mark. One on the side of a hex has both hexes for its place: `2016/2017`.
    pub(super) fn marks(&self, p: &Position) -> Vec<Mark> {
        let mut out = Vec::new();
        self.holders(p, &mut out);
        self.works(p, &mut out);
        self.fixed(p, &mut out);
        self.bridges(p, &mut out);
        self.targets(p, &mut out);
        out
    }

    fn mark(&self, p: &Position, hex: HexId, what: &'static str, side: &'static str, out: &mut Vec<Mark>) {
        if let Some(place) = self.spot(p, hex) {
            out.push(Mark { place, what, side });
        }
    }

    /// Flags on victory hexes, and on towns, cities and fortresses that are in the hands of another country (lodz R48).
    fn holders(&self, p: &Position, out: &mut Vec<Mark>) {
        let engine = self.engine();
        let (map, victory) = (engine.map(p), &engine.part(p).victory);
        for v in victory {
            let holder = p.holder[usize::from(v.hex)];
            let side = if holder <= RU { self.side_id(holder) } else { "" };
            self.mark(p, v.hex, "victory hex", side, out);
        }
        for hex in map.all() {
            let built =
                [Feature::Town, Feature::City, Feature::Fortress].into_iter().any(|f| map.has(hex, f));
            let holder = p.holder[usize::from(hex)];
            let abroad = match map.country[usize::from(hex)] {
                Country::Russia => holder == DE,
                Country::None => false,
                _ => holder == RU,
            };
            if built && abroad && !victory.iter().any(|v| v.hex == hex) {
                self.mark(p, hex, "control", self.side_id(holder), out);
            }
        }
    }

    fn works(&self, p: &Position, out: &mut Vec<Mark>) {
        for hex in self.engine().map(p).all() {
            let what = match p.works[usize::from(hex)] {
                Works::None => continue,
                Works::Field => "field works",
                Works::Improved => "improved works",
            };
            let side = if p.march.russian_works.has(hex) { RU } else { DE };
            // Before anybody has moved, works belong to the side that stands in them.
            let there = p.at(hex).next().map_or(side, |u| p.side(u));
            self.mark(p, hex, what, self.side_id(there), out);
        }
    }

    /// Sides of fixed positions (lodz 9.4), each from the hex that it shelters.
    fn fixed(&self, p: &Position, out: &mut Vec<Mark>) {
        let map = self.engine().map(p);
        for hex in map.all().filter(|h| p.fixed[usize::from(*h)] != 0) {
            for (_, to) in map.neighbours(hex).filter(|(d, _)| p.fixed[usize::from(hex)] >> d & 1 == 1) {
                if let Some((from, to)) = self.spot(p, hex).zip(self.spot(p, to)) {
                    out.push(Mark { place: format!("{from}/{to}"), what: "fixed position", side: "" });
                }
            }
        }
    }

    /// Bridges that are not as on the map, that are being built, or that are fired at.
    fn bridges(&self, p: &Position, out: &mut Vec<Mark>) {
        let engine = self.engine();
        let map = engine.map(p);
        let mut put = |hex: HexId, direction: u8, what: &'static str| {
            let to = map.step(hex, direction).and_then(|to| self.spot(p, to));
            if let Some((from, to)) = self.spot(p, hex).zip(to) {
                out.push(Mark { place: format!("{from}/{to}"), what, side: "" });
            }
        };
        for hex in map.all() {
            let changed = p.bridges[usize::from(hex)] ^ map.bridge[usize::from(hex)];
            // Each side once, by its northern or eastern hex.
            for direction in (0..3u8).filter(|d| changed >> d & 1 == 1) {
                let stands = p.bridged(hex, direction);
                put(hex, direction, if stands { "bridge" } else { "bridge down" });
            }
        }
        for b in p.march.builds.iter().filter(|b| b.unit.is_some()) {
            b.hex.get().into_iter().for_each(|hex| put(hex, b.direction, "bridge begun"));
        }
        if let (Some(hex), Some(direction)) = (p.battle.now.targets.first(), p.battle.bridge_direction()) {
            put(hex, direction, "under fire");
        }
    }

    /// Hexes under attack or fire, and those that must still be attacked (lodz 7.21).
    fn targets(&self, p: &Position, out: &mut Vec<Mark>) {
        let engine = self.engine();
        let (now, whose) = (&p.battle.now, self.side_id(p.active));
        if p.battle.bridge.is_none() {
            now.targets.iter().for_each(|hex| self.mark(p, hex, "attack", whose, out));
        }
        for hex in engine.must_be_attacked(p).without(&now.targets).iter() {
            self.mark(p, hex, "to be attacked", "", out);
        }
        if let Some(hex) = p.air.target.get() {
            self.mark(p, hex, "attack", whose, out);
        }
    }
}
