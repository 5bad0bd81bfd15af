//! Ways of infantry to the goals, kept as long as nothing changes them.

use super::goals::Goal;
use super::picture::{FAR, Picture};
use crate::data::{HEXES, Hexes, RIVER_BIG, RIVER_NONE, RIVER_SMALL, ROAD_MAIN, ROAD_NONE};
use crate::play::Engine;
use crate::position::{HexId, Phase, Position};
use std::sync::Arc;

/// What ways depend on: the scenario, the side, snow, where enemies are, which bridges stand.
#[derive(PartialEq)]
struct Key {
    scenario: u8,
    side: u8,
    snow: bool,
    line: Hexes,
    bridges: [u8; HEXES],
}

/// Day, active side, phase, and the side that looks.
type When = (u8, u8, Phase, u8);

/// Ways that are known.
#[derive(Default)]
pub struct Book {
    /// Whether ways of the same phase are good enough, whatever has changed since it began.
    pub rough: bool,
    phase: Option<(u8, u8, Phase)>,
    key: Option<Key>,
    tolls: Tolls,
    known: Vec<(HexId, Arc<[u16; HEXES]>)>,
    seen: Option<(When, Arc<Picture>)>,
    /// All ways and pictures that were ever made: those that nobody holds any longer are made over.
    ways: Vec<Arc<[u16; HEXES]>>,
    pictures: Vec<Arc<Picture>>,
    goals: Vec<Goal>,
}

/// Goals in the rear, about this many at once.
const REAR: usize = 8;

/// Something of a store that nobody else holds, if there is any.
fn unused<T>(store: &mut [Arc<T>]) -> Option<&mut Arc<T>> {
    store.iter_mut().find(|x| Arc::strong_count(x) == 1)
}

impl Book {
    /// What is rough is looked at anew.
    pub fn forget(&mut self) {
        self.phase = None;
        self.seen = None;
    }

    /// How things stood in this phase when somebody looked last, if that is good enough.
    pub fn seen(&self, p: &Position, side: u8) -> Option<Arc<Picture>> {
        let (when, picture) = self.seen.as_ref()?;
        (self.rough && *when == (p.day, p.active, p.phase, side)).then(|| picture.clone())
    }

    /// Keeps how things stand.
    pub fn keep(&mut self, p: &Position, picture: Picture) -> Arc<Picture> {
        let when = (p.day, p.active, p.phase, picture.side);
        let kept = match unused(&mut self.pictures) {
            Some(old) => {
                self.goals = std::mem::replace(Arc::make_mut(old), picture).goals;
                old.clone()
            }
            None => {
                self.pictures.push(Arc::new(picture));
                self.pictures[self.pictures.len() - 1].clone()
            }
        };
        if self.rough {
            self.seen = Some((when, kept.clone()));
        }
        kept
    }

    /// A list for the goals of another picture.
    pub fn room(&mut self) -> Vec<Goal> {
        let mut goals = std::mem::take(&mut self.goals);
        goals.clear();
        goals
    }

    /// A picture has served.
    pub fn keep_room(&mut self, picture: Picture) {
        self.goals = picture.goals;
        self.goals.clear();
    }

    /// Looks whether what is known holds in a position.
    pub fn open(&mut self, engine: &Engine<'_>, p: &Position, side: u8, zone: &Hexes) {
        let phase = Some((p.day, p.active, p.phase));
        if self.rough && self.phase == phase {
            return;
        }
        self.phase = phase;
        let key = Key {
            scenario: p.scenario,
            side,
            snow: engine.march_snow(p),
            line: p.units.line_hexes(1 - side),
            bridges: p.bridges,
        };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        self.key = Some(key);
        self.known.clear();
        // This look, the one before and the one that a battle keeps each have their goals: victory hexes and a few in the rear.
        let most = 3 * (engine.part(p).victory.len() + REAR);
        self.ways.resize_with(self.ways.len().max(most), || Arc::new([FAR; HEXES]));
        self.tolls.survey(engine, p, side, zone);
    }

    /// Half-points from every hex to one.
    pub fn ways(&mut self, engine: &Engine<'_>, p: &Position, to: HexId) -> Arc<[u16; HEXES]> {
        if let Some((_, way)) = self.known.iter().find(|(hex, _)| *hex == to) {
            return way.clone();
        }
        if unused(&mut self.ways).is_none() {
            self.ways.push(Arc::new([FAR; HEXES]));
        }
        let Some(way) = unused(&mut self.ways) else { return Arc::new([FAR; HEXES]) };
        self.tolls.find(engine, p, to, Arc::make_mut(way));
        self.known.push((to, way.clone()));
        way.clone()
    }
}

/// What every step costs infantry that takes roads where it can, enemies in the way included.
struct Tolls {
    /// By the hex that is entered and the direction back to where one comes from; 0 where nobody can go.
    step: Vec<[u8; 6]>,
    /// Hexes by what the way from them costs, the last digits of it.
    heaps: [Vec<HexId>; HEAPS],
}

/// More than any step costs.
const HEAPS: usize = 64;

/// Hexes that a heap holds at first.
const HEAP: usize = 128;

impl Default for Tolls {
    fn default() -> Tolls {
        Tolls { step: Vec::new(), heaps: std::array::from_fn(|_| Vec::new()) }
    }
}

impl Tolls {
    /// Looks at all steps of a side.
    fn survey(&mut self, engine: &Engine<'_>, p: &Position, side: u8, zone: &Hexes) {
        let map = engine.map(p);
        let snow = engine.march_snow(p);
        self.heaps.iter_mut().for_each(|heap| heap.reserve(HEAP));
        let step = &mut self.step;
        step.clear();
        step.resize(HEXES, [0; 6]);
        for hex in map.all() {
            let at = usize::from(hex);
            let enter = map.enter[at];
            if enter == 0 {
                continue;
            }
            let enemy = match (p.units.line_in(1 - side, hex) > 0, zone.has(hex)) {
                (true, _) => 8,
                (_, true) => 4,
                _ => 0,
            };
            for (d, from) in map.neighbours(hex) {
                let river = map.river[at][usize::from(d)];
                if map.enter[usize::from(from)] == 0 || (river == RIVER_BIG && !p.bridged(hex, d)) {
                    continue;
                }
                let wet = river != RIVER_NONE && !p.bridged(hex, d);
                let road = if wet { ROAD_NONE } else { map.road[at][usize::from(d)] };
                let cost = match (road, snow) {
                    (ROAD_NONE, true) => 8,
                    (_, true) => 4,
                    (ROAD_NONE, _) => enter + if river == RIVER_SMALL { 2 } else { 0 },
                    (ROAD_MAIN, _) => 1,
                    _ => 2,
                };
                step[at][usize::from(d)] = (cost + enemy).min(HEAPS as u8 - 1);
            }
        }
    }

    /// Half-points from every hex to one.
    fn find(&mut self, engine: &Engine<'_>, p: &Position, to: HexId, out: &mut [u16; HEXES]) {
        let map = engine.map(p);
        out.fill(FAR);
        out[usize::from(to)] = 0;
        self.heaps[0].push(to);
        let (mut cost, mut waiting) = (0u16, 1);
        while waiting > 0 {
            let at = usize::from(cost) % HEAPS;
            while let Some(hex) = self.heaps[at].pop() {
                waiting -= 1;
                if out[usize::from(hex)] != cost {
                    continue;
                }
                for (from, step) in map.near[usize::from(hex)].iter().zip(self.step[usize::from(hex)]) {
                    let Some(from) = from.get().filter(|_| step > 0) else { continue };
                    let all = cost.saturating_add(u16::from(step));
                    if all < out[usize::from(from)] {
                        out[usize::from(from)] = all;
                        self.heaps[usize::from(all) % HEAPS].push(from);
                        waiting += 1;
                    }
                }
            }
            cost = cost.saturating_add(1);
        }
    }
}
