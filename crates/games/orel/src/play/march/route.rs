//! Which way a unit takes, decided in one place, for what is shown and what is walked: the way with the least lasting harm,
//! of those the cheapest, of those one with the fewest hexes.

use super::super::Engine;
use super::way::{Reach, UNREACHED};
use super::zones::{Mover, Zones};
use crate::data::{HEXES, Hexes};
use crate::position::{HexId, Position};
use sandtable_ops::id::Maybe;
use std::cell::OnceCell;

/// Ways that are remembered to one hex, each better than the others in something.
const RIVALS: usize = 10;

/// What a way does that cannot be made good: inactive formations of the enemy that it wakes for good (orel 10.2Rs), then own
/// units that it binds for the phase because they cover it (orel 7.1.3f).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Harm {
    /// Formations that wake.
    pub woken: u8,
    /// Hexes in which somebody must stay from now on.
    pub bound: u8,
}

/// A way to a hex.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    hexes: [HexId; HEXES],
    long: usize,
    /// What it does for good.
    pub harm: Harm,
    /// Half-points left at its end.
    pub left: u8,
}

impl Route {
    /// The hexes that are entered, in order.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.long]
    }

    /// Of hexes from the last one back.
    pub(super) fn backwards(hexes: impl Iterator<Item = HexId>) -> Route {
        let mut out = Route { hexes: [HexId(0); HEXES], long: 0, harm: Harm::default(), left: 0 };
        for hex in hexes.take(HEXES) {
            out.hexes[out.long] = hex;
            out.long += 1;
        }
        out.hexes[..out.long].reverse();
        out
    }
}

/// A way to a hex that may turn out to be the best one.
#[derive(Clone, Copy)]
struct Rival {
    /// Formations woken, one bit each.
    woken: u8,
    /// Hexes bound if it ends here.
    bound: u8,
    /// Whether leaving this hex binds it.
    covered: bool,
    left: u8,
    /// Not looked at from here yet.
    fresh: bool,
    /// Hex and rival that it comes from; no hex before the first step.
    back: (Maybe<HexId>, u8),
}

impl Rival {
    const NONE: Rival =
        Rival { woken: 0, bound: 0, covered: false, left: 0, fresh: false, back: (Maybe::NONE, 0) };

    /// Whether another way is as good in everything.
    fn is_beaten_by(&self, other: &Rival) -> bool {
        other.woken & !self.woken == 0
            && other.bound <= self.bound
            && other.bound + u8::from(other.covered) <= self.bound + u8::from(self.covered)
            && other.left >= self.left
    }

    fn harm(&self) -> Harm {
        Harm { woken: self.woken.count_ones() as u8, bound: self.bound }
    }
}

/// Rival ways to every hex.
struct Careful {
    ways: [[Rival; RIVALS]; HEXES],
    count: [u8; HEXES],
}

impl Careful {
    fn rivals(&self, hex: HexId) -> &[Rival] {
        &self.ways[usize::from(hex)][..usize::from(self.count[usize::from(hex)])]
    }

    /// Takes a way into the list unless one there is as good; whether it is worth going on from.
    fn put(&mut self, hex: HexId, way: Rival) -> bool {
        let count = usize::from(self.count[usize::from(hex)]);
        if count == RIVALS || self.rivals(hex).iter().any(|w| way.is_beaten_by(w)) {
            return false;
        }
        self.ways[usize::from(hex)][count] = Rival { fresh: true, ..way };
        self.count[usize::from(hex)] += 1;
        true
    }
}

/// The ways of one mover.
pub(super) struct Routes<'a> {
    engine: Engine<'a>,
    p: &'a Position,
    zones: &'a Zones,
    m: &'a Mover,
    /// What it can reach, and how at the least price.
    pub reach: Reach,
    careful: OnceCell<Careful>,
}

impl<'a> Routes<'a> {
    pub fn new(engine: Engine<'a>, p: &'a Position, zones: &'a Zones, m: &'a Mover) -> Routes<'a> {
        let reach = engine.march_search(p, zones, m);
        Routes { engine, p, zones, m, reach, careful: OnceCell::new() }
    }

    /// The way that the mover takes to a hex; none if it cannot be reached.
    pub fn to(&self, hex: HexId) -> Option<Route> {
        let cheapest = self.cheapest(hex)?;
        // Nothing is better than the cheapest way if that does no harm.
        if cheapest.harm == Harm::default() {
            return Some(cheapest);
        }
        let careful = self.careful.get_or_init(|| self.search());
        let best = careful.rivals(hex).iter().enumerate();
        let Some((slot, rival)) = best.min_by_key(|(_, w)| (w.harm(), u8::MAX - w.left)) else {
            return Some(cheapest);
        };
        let back = |(hex, slot): &(HexId, u8)| {
            let (from, slot) = careful.ways[usize::from(*hex)][usize::from(*slot)].back;
            from.get().map(|hex| (hex, slot))
        };
        let hexes = std::iter::successors(Some((hex, slot as u8)), back).map(|(hex, _)| hex);
        let route = Route::backwards(hexes.filter(|h| self.m.at != Some(*h)));
        Some(Route { harm: rival.harm(), left: rival.left, ..route })
    }

    /// The cheapest way to a hex, whatever it does.
    pub fn cheapest(&self, hex: HexId) -> Option<Route> {
        let left = *self.reach.left.get(usize::from(hex)).filter(|l| **l != UNREACHED)?;
        let route = Route::backwards(self.reach.back_from(hex).take_while(|h| self.m.at != Some(*h)));
        let mut way = self.first();
        let mut at = self.m.at;
        for &to in route.hexes() {
            way = self.stepped(way, at, to, self.engine.rouses(self.p, self.m.unit, to));
            at = Some(to);
        }
        Some(Route { harm: way.harm(), left, ..route })
    }

    /// Before the first step.
    fn first(&self) -> Rival {
        let (m, at) = (self.m, self.m.at);
        Rival { left: m.left, covered: at.is_some_and(|at| self.binds(at)), ..Rival::NONE }
    }

    /// Whether somebody covers a hex for the mover who is still free to go.
    fn binds(&self, hex: HexId) -> bool {
        self.zones.zone.has(hex) && !self.m.zone.has(hex) && !self.p.march.held.has(hex)
    }

    /// A way after one more step, which wakes these formations; what is left is for the caller to say.
    fn stepped(&self, way: Rival, from: Option<HexId>, to: HexId, roused: u8) -> Rival {
        let (leaves, enters) =
            from.map_or((false, false), |from| self.engine.march_covered(self.zones, self.m, from, to));
        let binds = self.binds(to);
        Rival {
            woken: way.woken | roused,
            bound: way.bound + u8::from(leaves && way.covered) + u8::from(enters && binds),
            covered: binds && !enters,
            ..way
        }
    }

    /// All ways that are the best in something: waking, binding, price.
    fn search(&self) -> Careful {
        let (engine, p, zones, m) = (self.engine, self.p, self.zones, self.m);
        let mut out = Careful { ways: [[Rival::NONE; RIVALS]; HEXES], count: [0; HEXES] };
        let mut open = Hexes::EMPTY;
        let mut wakes = [None; HEXES];
        if let Some(at) = m.at {
            if out.put(at, self.first()) {
                open.insert(at);
            }
        } else {
            engine.march_doors(p, zones, m, &mut |hex, left| {
                let roused = engine.rouses(p, m.unit, hex);
                if out.put(hex, Rival { left, ..self.stepped(self.first(), None, hex, roused) }) {
                    open.insert(hex);
                }
            });
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                for slot in 0..usize::from(out.count[usize::from(hex)]) {
                    let way = out.ways[usize::from(hex)][slot];
                    out.ways[usize::from(hex)][slot].fresh = false;
                    if !way.fresh || way.left == 0 {
                        continue;
                    }
                    for d in 0..6 {
                        let Ok(left) = engine.march_pace(p, zones, m, hex, d, way.left) else { continue };
                        let Some(to) = engine.d.map.step(hex, d).filter(|to| m.at != Some(*to)) else {
                            continue;
                        };
                        let roused =
                            *wakes[usize::from(to)].get_or_insert_with(|| engine.rouses(p, m.unit, to));
                        let stepped = self.stepped(way, Some(hex), to, roused);
                        let new = Rival { left, back: (hex.into(), slot as u8), ..stepped };
                        if out.put(to, new) {
                            next.insert(to);
                        }
                    }
                }
            }
            open = next;
        }
        out
    }
}
