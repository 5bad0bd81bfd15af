//! Supply lines (8.2.2): which hexes are open to them, and how far they reach.

use crate::data::{Class, HEXES, Hexes};
use crate::play::Engine;
use crate::position::{HexId, Pieces, Position, UnitId};

/// Longest line in half-points that can be asked for.
const LONGEST: u8 = 40;

impl Engine<'_> {
    /// Hexes open to supply lines and held railways of both sides: in play, without enemies, and out of enemy zones unless own
    /// combat units or guns that are not Routed stand there (orel 8.2.2b, orel 1.2s, orel 1.2t).
    pub fn supply_open(&self, p: &Position) -> [Hexes; 2] {
        if p.rear.settled == self.rear_stamp(p) {
            return p.rear.open;
        }
        let need = self.d.charts.zone_steps;
        let (mut held, mut firm, mut zone) = ([Hexes::EMPTY; 2], [Hexes::EMPTY; 2], [Hexes::EMPTY; 2]);
        for u in self.all_units().filter(|u| p.on_map(*u)) {
            let Some(hex) = p.hex(u) else { continue };
            let side = usize::from(p.side(u));
            if held[side].has(hex) {
                continue;
            }
            held[side].insert(hex);
            let steps = p.units.firm_steps(p.side(u), hex);
            if steps > 0 {
                firm[side].insert(hex);
            }
            if steps >= need {
                self.d.map.neighbours(hex).for_each(|h| zone[side].insert(h));
            }
        }
        let area = &self.scenario(p).area;
        [0, 1].map(|own: usize| {
            let shut = zone[1 - own].without(&firm[own]);
            area.without(&shut).without(&held[1 - own])
        })
    }

    /// Follows lines of a class over open hexes, cheapest first, up to this many half-points. What was reached, and the price of
    /// the first goal, at which it stops.
    fn supply_trace(
        &self,
        open: &Hexes,
        class: Class,
        from: HexId,
        limit: u8,
        goal: &Hexes,
    ) -> (Hexes, Option<u8>) {
        let limit = limit.min(LONGEST);
        let mut reached = Hexes::EMPTY;
        let mut best = [u8::MAX; HEXES];
        let mut rings = [Hexes::EMPTY; LONGEST as usize + 1];
        best[usize::from(from)] = 0;
        rings[0].insert(from);
        for far in 0..=limit {
            for hex in rings[usize::from(far)].iter() {
                if best[usize::from(hex)] != far {
                    continue;
                }
                reached.insert(hex);
                if goal.has(hex) {
                    return (reached, Some(far));
                }
                for direction in 0..6 {
                    let Some(to) = self.d.map.step(hex, direction) else { continue };
                    let Some(cost) = self.d.map.cost(class, hex, direction) else { continue };
                    let next = far.saturating_add(cost);
                    if next <= limit && next < best[usize::from(to)] && open.has(to) {
                        best[usize::from(to)] = next;
                        rings[usize::from(next)].insert(to);
                    }
                }
            }
        }
        (reached, None)
    }

    /// Hexes that a supply line of a class can reach from a hex for this many half-points (orel 8.2.2): never into enemy units, nor
    /// into enemy zones without a friendly combat unit or gun there. The start is in it.
    pub fn supply_reach(&self, p: &Position, side: u8, class: Class, from: HexId, limit: u8) -> Hexes {
        let open = self.supply_open(p)[usize::from(side)];
        self.supply_trace(&open, class, from, limit, &Hexes::EMPTY).0
    }

    /// Half-points of the cheapest supply line of a class from a hex to one of several, if it is short enough.
    pub fn supply_line(
        &self,
        p: &Position,
        side: u8,
        class: Class,
        from: HexId,
        to: &Hexes,
        limit: u8,
    ) -> Option<u8> {
        self.supply_trace(&self.supply_open(p)[usize::from(side)], class, from, limit, to).1
    }

    /// The hexes of the cheapest supply line of a class from a hex to one of several, first and last included, if it is short enough.
    /// What runs on rails follows them however far (orel 8.2.2a).
    pub fn supply_path(
        &self,
        p: &Position,
        side: u8,
        class: Class,
        from: HexId,
        to: &Hexes,
        limit: u8,
    ) -> Option<Vec<HexId>> {
        let open = self.supply_open(p)[usize::from(side)];
        let rail = class == Class::Train;
        // A Railroad Depot is fed by the line that it stands on.
        let class = if class.is_depot() { Class::Convoy } else { class };
        let mut best = [u16::MAX; HEXES];
        let mut back = [from; HEXES];
        let mut rim = Hexes::one(from);
        best[usize::from(from)] = 0;
        while !rim.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in rim.iter() {
                for direction in 0..6 {
                    let Some(near) = self.d.map.step(hex, direction).filter(|h| open.has(*h)) else {
                        continue;
                    };
                    let cost = match rail {
                        true => self.d.map.joined_by_rail(hex, near).then_some(1),
                        false => self.d.map.cost(class, hex, direction),
                    };
                    let Some(cost) = cost else { continue };
                    let far = best[usize::from(hex)] + u16::from(cost);
                    if (rail || far <= u16::from(limit)) && far < best[usize::from(near)] {
                        (best[usize::from(near)], back[usize::from(near)]) = (far, hex);
                        next.insert(near);
                    }
                }
            }
            rim = next;
        }
        let end =
            to.iter().filter(|h| best[usize::from(*h)] != u16::MAX).min_by_key(|h| best[usize::from(*h)])?;
        let before = |hex: &HexId| (*hex != from).then(|| back[usize::from(*hex)]);
        let mut path: Vec<HexId> = std::iter::successors(Some(end), before).collect();
        path.reverse();
        Some(path)
    }

    /// Hexes from which a class can reach one of several hexes for this many half-points: the same lines seen from their end. A unit
    /// need not stand in an open hex itself, since it enters none but those that follow (orel 8.2.2c).
    pub fn supply_field(&self, p: &Position, side: u8, class: Class, to: &Hexes, limit: u8) -> Hexes {
        let open = self.supply_open(p)[usize::from(side)];
        let limit = limit.min(LONGEST);
        let mut reached = Hexes::EMPTY;
        let mut best = [u8::MAX; HEXES];
        let mut rings = [Hexes::EMPTY; LONGEST as usize + 1];
        for hex in to.iter() {
            best[usize::from(hex)] = 0;
            rings[0].insert(hex);
        }
        for far in 0..=limit {
            for hex in rings[usize::from(far)].iter() {
                if best[usize::from(hex)] != far {
                    continue;
                }
                reached.insert(hex);
                if !open.has(hex) {
                    continue;
                }
                for direction in 0..6 {
                    let Some(back) = self.d.map.step(hex, direction) else { continue };
                    let Some(cost) = self.d.map.cost(class, back, (direction + 3) % 6) else { continue };
                    let next = far.saturating_add(cost);
                    if next <= limit && next < best[usize::from(back)] {
                        best[usize::from(back)] = next;
                        rings[usize::from(next)].insert(back);
                    }
                }
            }
        }
        reached
    }

    /// Depots of a side on the map.
    pub fn depots_of(&self, p: &Position, side: u8) -> Pieces {
        let own = |u: &UnitId| p.on_map(*u) && p.side(*u) == side && self.class(*u).is_depot();
        self.all_units().filter(own).collect()
    }

    /// Own Depots, of whatever status, in range of a unit on the map (orel 8.2.2a).
    pub fn depots_in_range(&self, p: &Position, unit: UnitId) -> Pieces {
        let Some(from) = p.hex(unit).filter(|_| p.on_map(unit)) else { return Pieces::EMPTY };
        let (side, limit) = (p.side(unit), self.d.charts.depot.range);
        let within = |hexes: &Hexes, depot: UnitId| p.hex(depot).is_some_and(|hex| hexes.has(hex));
        if self.class(unit).is_rail() {
            let line = self.rail_line(p, side, from);
            return self.depots_of(p, side).which(|d| within(&line, d));
        }
        // No hex costs less than a half-point.
        let near = self.depots_of(p, side).which(|d| self.far(p, d, from) <= limit);
        if near.is_empty() {
            return near;
        }
        let reach = self.supply_reach(p, side, self.class(unit), from, limit);
        near.which(|d| within(&reach, d))
    }

    /// Hexes that a supply line can reach from a hex along railways: for what runs on them they cost nothing, however far (orel 8.2.2a,
    /// orel 7.1.6a). Enemies and their zones stop it as any line.
    fn rail_line(&self, p: &Position, side: u8, from: HexId) -> Hexes {
        let open = self.supply_open(p)[usize::from(side)];
        let (mut found, mut news) = (Hexes::one(from), Hexes::one(from));
        while !news.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in news.iter() {
                let joined = self.d.map.neighbours(hex).filter(|to| self.d.map.joined_by_rail(hex, *to));
                joined.filter(|to| open.has(*to)).for_each(|to| next.insert(to));
            }
            news = next.without(&found);
            found.join(&news);
        }
        found
    }

    /// Whether a unit is in range of a Depot that can supply defenders and guns now (orel 3.2Bb, orel 3.2Bc).
    pub fn in_supply(&self, p: &Position, unit: UnitId) -> bool {
        self.depots_in_range(p, unit).iter().any(|d| self.depot_serves(p, d))
    }

    /// Whether a unit is in range of a functional Depot (orel 4.3.1Cb, orel 10.2Vc).
    pub fn is_armed(&self, p: &Position, unit: UnitId) -> bool {
        !self.depots_in_range(p, unit).meet(&p.functional).is_empty()
    }
}
