//! Attacks on several hexes of a front at once: a unit that comes beside two enemy stacks must fight both, so both are taken on with all
//! that can be brought there.

use super::plan::{Draft, Idea, Moves};
use crate::data::{Hexes, UNITS};
use crate::position::{Flag, HexId, UnitId};
use sandtable_ops::ArrayList;

/// Longest stretch of hexes around a target from which an offensive sets out.
const ARC: usize = 3;
/// Most enemy hexes that one takes on.
const FRONT: usize = 4;
/// Most hexes that it sets out from: all around those, and the stretch.
const PLACES: usize = 6 * FRONT + ARC;

/// Troops that could take part, as places in the list of free units, with their strength.
type Troops = ArrayList<(u16, u16), UNITS>;

impl Draft<'_, '_> {
    /// What it costs those who attack to stand where they attack from when it is the enemy's turn, and to go there at all.
    pub(super) fn exposed(&self, idea: &Idea) -> f32 {
        let w = &self.picture.w;
        let hexes: Hexes = idea.moves.iter().map(|(_, h)| *h).collect();
        let mut sum = 0.0;
        for hex in hexes.iter() {
            let comes = idea.moves.iter().filter(|(_, h)| *h == hex);
            let sp: f32 = comes.map(|(u, _)| f32::from(self.engine.strength(&self.q, *u))).sum();
            let before = self.sp[usize::from(hex)];
            let dug = self.engine.fortified(&self.q, hex);
            sum += (self.feared(hex, before + sp, dug) - self.feared(hex, before, dug)) * w.expose;
        }
        for (unit, hex) in &idea.moves {
            if let Some(here) = self.q.hex(*unit).filter(|here| here != hex) {
                let else_ = (self.picture.turns(*unit, here) - 0.8).max(0.0);
                sum += ((self.picture.turns(*unit, *hex) - else_) * w.drift).max(-0.3);
            }
        }
        sum
    }

    /// What those who attack would give for it by what they are told.
    pub(super) fn eager(&self, idea: &Idea) -> f32 {
        let map = self.engine.map(&self.q);
        let units = idea.moves.iter().map(|(u, _)| *u);
        self.picture.moods.eager(units, |hex| map.distance(hex, idea.target))
    }

    /// Whether a unit may be sent to another hex to attack from there.
    pub(super) fn sallies(&self, unit: UnitId) -> bool {
        !self.picture.guards.has(unit) && self.picture.moods.of(unit).sallies()
    }

    /// Enemy hexes that a unit which comes into a hex would have to fight.
    fn contacts(&self, hex: HexId) -> Hexes {
        let (map, q) = (self.engine.map(&self.q), &self.q);
        if self.engine.fortified(q, hex) {
            return Hexes::EMPTY;
        }
        let enemy = |(d, h): &(u8, HexId)| {
            q.units.units_in(1 - self.picture.side, *h) > 0 && self.engine.zone_reaches(q, hex, *d)
        };
        map.neighbours(hex).filter(enemy).map(|(_, h)| h).collect()
    }

    /// The best offensive around a hex, if any adds to what is planned already.
    pub(super) fn offensive(&self, target: HexId, total: f32) -> Option<Idea> {
        let (engine, q, picture) = (self.engine, &self.q, self.picture);
        let (map, side) = (engine.map(q), picture.side);
        let open = |h: HexId| map.enter[usize::from(h)] > 0 && q.units.units_in(1 - side, h) == 0;
        let ring: [Option<HexId>; 6] =
            std::array::from_fn(|d| map.step(target, d as u8).filter(|h| open(*h)));
        let mut units: Troops = ArrayList::new();
        let mut ours = 0;
        for (at, (unit, reach)) in self.free.iter().enumerate() {
            if !engine.kind(*unit).is_line() || q.has(*unit, Flag::Replaced) {
                continue;
            }
            let sp = u16::from(engine.strength(q, *unit));
            units.push((at as u16, sp));
            let gets = |h: HexId| q.hex(*unit) == Some(h) || (reach.ends.has(h) && self.sallies(*unit));
            if ring.iter().flatten().any(|h| gets(*h)) {
                ours += sp;
            }
        }
        if ours < 2 * self.strength_in(target) {
            return None;
        }
        units.sort_unstable_by_key(|(at, sp)| (std::cmp::Reverse(*sp), *at));
        let mut best: Option<Idea> = None;
        for first in 0..6 {
            for long in 1..=ARC {
                let arc: ArrayList<HexId, ARC> = (first..first + long).filter_map(|d| ring[d % 6]).collect();
                if arc.len() < long {
                    break;
                }
                let Some(idea) = self.set_out(target, &arc, &units, total) else { continue };
                if best.as_ref().is_none_or(|b| idea.value > b.value) {
                    best = Some(idea);
                }
            }
        }
        let mut idea = best?;
        self.add_guns(&mut idea);
        Some(idea)
    }

    /// Strength of the enemy in a hex.
    fn strength_in(&self, hex: HexId) -> u16 {
        let troops = self.q.at(hex).filter(|u| self.engine.kind(*u).is_line());
        troops.map(|u| u16::from(self.engine.strength(&self.q, u))).sum()
    }

    /// Fills hexes with the strongest who can come, and those beside them that bring no further enemy.
    fn set_out(&self, target: HexId, arc: &[HexId], units: &Troops, total: f32) -> Option<Idea> {
        let (engine, q, picture) = (self.engine, &self.q, self.picture);
        let map = engine.map(q);
        let mut foes = Hexes::one(target);
        arc.iter().for_each(|h| foes.join(&self.contacts(*h)));
        if foes.len() > FRONT || foes.len() < 2 {
            return None;
        }
        let mut places: ArrayList<HexId, PLACES> = arc.iter().copied().collect();
        for foe in foes.iter() {
            for (_, h) in map.neighbours(foe) {
                let free = map.enter[usize::from(h)] > 0 && q.units.units_in(1 - picture.side, h) == 0;
                let contacts = self.contacts(h);
                if free && !places.contains(&h) && contacts.within(&foes) {
                    places.push(h);
                }
            }
        }
        let enemy: u16 = foes.iter().map(|h| self.strength_in(h) + 4).sum();
        let mut crowd = [(0u8, 0u16); PLACES];
        let mut moves = Moves::new();
        let mut sum = 0;
        for (at, sp) in units {
            let (unit, reach) = &self.free[usize::from(*at)];
            let here = q.hex(*unit);
            let cel = q.units.cel(*unit);
            let sallies = self.sallies(*unit);
            let gets = |h: HexId| here == Some(h) || (reach.ends.has(h) && sallies);
            let spot = (0..places.len())
                .filter(|i| {
                    gets(places[*i])
                        && self.cel[usize::from(places[*i])] + crowd[*i].0 + cel <= engine.d.charts.stack_cel
                })
                .min_by_key(|i| (*i >= arc.len(), crowd[*i].1, *i));
            let Some(i) = spot else { continue };
            crowd[i] = (crowd[i].0 + cel, crowd[i].1 + sp);
            moves.push((*unit, places[i]));
            sum += sp;
            if sum > enemy * 6 {
                break;
            }
        }
        if sum < enemy || !moves.iter().any(|(_, h)| arc.contains(h)) {
            return None;
        }
        let mut idea = Idea { value: 0.0, target, moves, guns: ArrayList::new(), wide: true };
        let (then, actors) = self.with(&idea);
        idea.value = self.total(&then, &actors) - total - self.exposed(&idea);
        (idea.value + self.eager(&idea) > 0.0).then_some(idea)
    }
}
