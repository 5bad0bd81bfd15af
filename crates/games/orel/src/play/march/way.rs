//! Ways: everything that a unit can reach, and how it goes there.

use super::super::{Engine, Event};
use super::pace::{NO_EXIT, Reason, reason};
use super::route::{Route, Routes};
use super::trail::Trail;
use super::types::{MarchAction, MarchEvent};
use super::zones::{Mover, Zones};
use crate::data::{Class, HEXES, Hexes};
use crate::position::{HexId, Position, UnitId};
use sandtable_ops::id::Maybe;

/// Marks a hex that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// What a unit can reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Most half-points left on arrival, [`UNREACHED`] for hexes out of reach. On rails 0 or 1.
    pub left: [u8; HEXES],
    /// Where the move may end; the hex of the unit is not in it.
    pub ends: Hexes,
    /// Half-points before the first step.
    pub start: u8,
    /// The hex before each; none for the first.
    back: [Maybe<HexId>; HEXES],
}

impl Reach {
    /// Nothing at all.
    pub const NOTHING: Reach =
        Reach { left: [UNREACHED; HEXES], ends: Hexes::EMPTY, start: 0, back: [Maybe::NONE; HEXES] };

    /// The hexes of the cheapest way to a hex from its end, back to the hex of the unit or to where it comes in.
    pub(super) fn back_from(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        std::iter::successors(Some(hex), |h| self.back[usize::from(*h)].get())
    }
}

impl Engine<'_> {
    /// All that a unit of the active side can reach now, as far as it may move at all (for views, ways and bots).
    pub fn march_reach(&self, p: &Position, unit: UnitId) -> Reach {
        if !self.is_unit(unit) || p.side(unit) != p.active || p.march.moved.has(unit) {
            return Reach::NOTHING;
        }
        let zones = self.march_zones(p);
        if self.march_rooted(p, &zones, unit).is_some() {
            return Reach::NOTHING;
        }
        self.march_search(p, &zones, &self.march_mover(p, &zones, unit, false))
    }

    /// What a unit could reach on a Marching Day (orel 7.1.5a); whether it may make one is another question.
    pub fn march_day_reach(&self, p: &Position, unit: UnitId) -> Reach {
        if !self.is_unit(unit) || p.side(unit) != p.active || p.march.moved.has(unit) {
            return Reach::NOTHING;
        }
        let zones = self.march_zones(p);
        self.march_search(p, &zones, &self.march_mover(p, &zones, unit, true))
    }

    /// Spreads from where a mover stands, or from where it can come in.
    pub(super) fn march_search(&self, p: &Position, zones: &Zones, m: &Mover) -> Reach {
        let mut out = Reach { start: m.left, ..Reach::NOTHING };
        let mut open = Hexes::EMPTY;
        let mut reached = Hexes::EMPTY;
        if let Some(at) = m.at {
            out.left[usize::from(at)] = m.left;
            open.insert(at);
        } else {
            self.march_doors(p, zones, m, &mut |hex, left| {
                let slot = &mut out.left[usize::from(hex)];
                if *slot == UNREACHED || *slot < left {
                    *slot = left;
                    open.insert(hex);
                }
            });
            reached = open;
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                let here = out.left[usize::from(hex)];
                if here == 0 {
                    continue;
                }
                for d in 0..6 {
                    let Some(next_hex) = self.d.map.step(hex, d) else { continue };
                    let to = usize::from(next_hex);
                    // Every step costs something, but on rails.
                    let best = if m.rides() { here } else { here - 1 };
                    if out.left[to] != UNREACHED && out.left[to] >= best {
                        continue;
                    }
                    let Ok(rest) = self.march_pace(p, zones, m, hex, d, here) else { continue };
                    if out.left[to] == UNREACHED || out.left[to] < rest {
                        (out.left[to], out.back[to]) = (rest, hex.into());
                        next.insert(next_hex);
                        reached.insert(next_hex);
                    }
                }
            }
            open = next;
        }
        for hex in reached.iter().filter(|h| m.at != Some(*h)) {
            if self.march_stay(p, zones, m, hex).is_ok() {
                out.ends.insert(hex);
            }
        }
        out
    }

    /// What keeps a mover from going to a hex; nothing if it can.
    pub(super) fn march_way_refused(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        to: Option<HexId>,
    ) -> Option<Reason> {
        let Some(to) = to.filter(|hex| hex.on_board() && m.at != Some(*hex)) else {
            return Some(reason("7.5a", "no unit leaves the map by choice, nor goes where it stands"));
        };
        let step = self.march_direct(p, zones, m, to);
        if matches!(step, Some(Ok(_))) {
            return self.march_stay(p, zones, m, to).err();
        }
        if let Err(why) = self.march_ground(p, zones, m, to) {
            return Some(why);
        }
        if self.march_search(p, zones, m).left[usize::from(to)] == UNREACHED {
            return Some(match step {
                Some(Err(why)) => why,
                _ => self.march_far_reason(p, zones, m, to),
            });
        }
        self.march_stay(p, zones, m, to).err()
    }

    /// The straight step to a neighbour; none if the hex is no neighbour.
    fn march_direct(&self, p: &Position, zones: &Zones, m: &Mover, to: HexId) -> Option<Result<u8, Reason>> {
        let at = m.at?;
        let d = self.d.map.direction(at, to)?;
        Some(self.march_pace(p, zones, m, at, d, m.left))
    }

    /// Why no way leads to a hex: what stops the mover first on the way that would be the shortest if ground alone counted, or
    /// ground and enemies; without such a way it is too far.
    fn march_far_reason(&self, p: &Position, zones: &Zones, m: &Mover, to: HexId) -> Reason {
        let area = &self.scenario(p).area;
        for through in [&area.without(&zones.enemies).without(&zones.closed), area] {
            let bare = self.march_bare_search(p, zones, m, through);
            if bare.left[usize::from(to)] == UNREACHED {
                continue;
            }
            let way = Route::backwards(bare.back_from(to).take_while(|h| m.at != Some(*h)));
            if let Err(why) = self.march_tread(p, zones, m, way.hexes().iter().copied().map(Some)) {
                return why;
            }
        }
        match m {
            _ if m.at.is_none() => self.march_late_reason(p, m.unit),
            _ if m.rides() => reason("7.1.6a", "no railway leads there"),
            _ => reason("7a", "no way there is short enough for its MP"),
        }
    }

    /// Spreads over some hexes at the price of the ground alone.
    fn march_bare_search(&self, p: &Position, zones: &Zones, m: &Mover, through: &Hexes) -> Reach {
        let mut out = Reach { start: m.left, ..Reach::NOTHING };
        let mut open = Hexes::EMPTY;
        let mut begin = |hex: HexId, left: u8| {
            out.left[usize::from(hex)] = left;
            open.insert(hex);
        };
        match m.at {
            None => self.march_doors(p, zones, m, &mut begin),
            Some(at) => begin(at, m.left),
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                for d in 0..6 {
                    let Some(to) = self.d.map.step(hex, d).filter(|h| through.has(*h)) else { continue };
                    let here = out.left[usize::from(hex)];
                    let rest = match m.rides() {
                        true => self.d.map.joined_by_rail(hex, to).then_some(here),
                        false => self.d.map.cost(m.class, hex, d).and_then(|c| here.checked_sub(c)),
                    };
                    let Some(rest) = rest else { continue };
                    let t = usize::from(to);
                    if out.left[t] == UNREACHED || out.left[t] < rest {
                        (out.left[t], out.back[t]) = (rest, hex.into());
                        next.insert(to);
                    }
                }
            }
            open = next;
        }
        out
    }

    /// What is left to a mover after a way, hex by hex, or what forbids it first.
    pub(super) fn march_tread(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        way: impl IntoIterator<Item = Option<HexId>>,
    ) -> Result<u8, Reason> {
        let (mut at, mut left) = (m.at, m.left);
        for to in way {
            let to = to.ok_or(NO_EXIT)?;
            left = match at {
                None => {
                    let mut door = None;
                    self.march_ground(p, zones, m, to)?;
                    self.march_doors(p, zones, m, &mut |hex, left| {
                        if hex == to {
                            door = door.max(Some(left));
                        }
                    });
                    door.ok_or_else(|| self.march_late_reason(p, m.unit))?
                }
                Some(at) => {
                    let next = self.d.map.direction(at, to);
                    let d =
                        next.ok_or(reason("7a", "a way goes from hex to hex, each next to the one before"))?;
                    if m.rides() && left == 0 {
                        return Err(reason("7.1.3e", "from zone to zone ends the run"));
                    }
                    self.march_pace(p, zones, m, at, d, left)?
                }
            };
            at = Some(to);
        }
        Ok(left)
    }

    /// What forbids a way that a player has named.
    pub(super) fn march_trail_refused(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        trail: Trail,
    ) -> Option<Reason> {
        let end = trail.end(&self.d.map);
        match (self.march_tread(p, zones, m, trail.hexes(&self.d.map)), end) {
            (Err(why), _) => Some(why),
            (Ok(_), None) => Some(NO_EXIT),
            (Ok(_), _) if end == m.at => Some(reason("7a", "the way leads back to where it begins")),
            (Ok(_), Some(end)) => self.march_stay(p, zones, m, end).err(),
        }
    }

    /// Half-points that a unit has left to it, on a Marching Day or not, before it goes on.
    pub fn march_points(&self, p: &Position, unit: UnitId, day: bool) -> u8 {
        match p.march.mover.is(unit) {
            true => p.march.left,
            false => self.march_allowance(p, unit) + if day { self.d.charts.marching_day } else { 0 },
        }
    }

    /// Half-points that are left to a unit after a way that a player has named, if it can go that way.
    pub fn march_left_after(
        &self,
        p: &Position,
        unit: UnitId,
        way: Trail,
        (day, uncovered): (bool, bool),
    ) -> Option<u8> {
        let zones = self.march_zones(p);
        let m = self.march_mover(p, &zones, unit, day).covered_if(!uncovered, &zones);
        self.march_tread(p, &zones, &m, way.hexes(&self.d.map)).ok()
    }

    /// The ways of a unit of the active side to wherever it may go now, as it will take them, on a Marching Day or not.
    pub fn march_ways(&self, p: &Position, unit: UnitId, day: bool, visit: &mut dyn FnMut(HexId, &Route)) {
        if !self.is_unit(unit) || p.side(unit) != p.active || p.march.moved.has(unit) {
            return;
        }
        let zones = self.march_zones(p);
        if self.march_rooted(p, &zones, unit).is_some() {
            return;
        }
        let m = self.march_mover(p, &zones, unit, day);
        let routes = Routes::new(*self, p, &zones, &m);
        for to in routes.reach.ends.iter() {
            if let Some(route) = routes.to(to) {
                visit(to, &route);
            }
        }
    }

    /// The move of a unit to a hex that leaves it most MP, whatever else that way does.
    pub fn march_cheapest(&self, p: &Position, unit: UnitId, to: HexId, day: bool) -> MarchAction {
        let there = to.into();
        let go = if day { MarchAction::Day { unit, to: there } } else { MarchAction::Go { unit, to: there } };
        let zones = self.march_zones(p);
        let m = self.march_mover(p, &zones, unit, day);
        let routes = Routes::new(*self, p, &zones, &m);
        let (Some(taken), Some(cheapest)) = (routes.to(to), routes.cheapest(to)) else { return go };
        match Trail::over(&self.d.map, cheapest.hexes().iter().copied()) {
            Some(way) if taken.left < cheapest.left => MarchAction::By { unit, way, day, uncovered: false },
            _ => go,
        }
    }

    /// Takes the mover along a way, which must be legal; the standing tests are made in every hex.
    pub(super) fn march_walk(
        &self,
        p: &mut Position,
        zones: &Zones,
        m: &Mover,
        way: impl Iterator<Item = HexId> + Clone,
        events: &mut Vec<Event>,
    ) {
        let unit = m.unit;
        let (mut at, mut left) = (m.at, m.left);
        for next in way.clone() {
            if let Some(at) = at {
                let Some(d) = self.d.map.direction(at, next) else { break };
                left = self.march_pace(p, zones, m, at, d, left).unwrap_or(0);
                self.march_hold(p, zones, m, at, next, events);
                p.place(unit, next);
            } else {
                left = self.march_tread(p, zones, m, [Some(next)]).unwrap_or(0);
                self.march_come(p, unit, next, left, events);
            }
            p.march.walked.insert(unit);
            at = Some(next);
            // A Railroad Depot works at the end of its run alone.
            if m.class != Class::RailDepot {
                self.settle(p, events);
            }
        }
        let (from, spent) = (m.at, m.left.saturating_sub(left));
        p.march.left = if m.rides() { 0 } else { left };
        let trail = Trail::over(&self.d.map, way.clone());
        let told = match (m.rides(), from, at) {
            (true, Some(from), Some(to)) => Some(MarchEvent::Ran { unit, from, to, trail }),
            // Who goes no farther than where it came in has been told of.
            (false, _, Some(to)) if from.is_some() || way.count() > 1 => {
                Some(MarchEvent::Went { unit, from, to, trail, spent, left, day: m.day })
            }
            _ => None,
        };
        events.extend(told.map(Event::March));
        self.march_in_city(p, unit);
    }

    /// Whether somebody covers the hex that is left, and the hex that is entered where its zone would matter (orel 7.1.3f).
    pub(super) fn march_covered(&self, zones: &Zones, m: &Mover, from: HexId, to: HexId) -> (bool, bool) {
        let covered = |h: HexId| zones.zone.has(h) && !m.zone.has(h);
        // On rails only a step from zone to zone is ever hindered.
        if m.rides() && !(zones.zone.has(from) && zones.zone.has(to)) {
            return (false, false);
        }
        (covered(from), covered(to) && (m.zone.has(from) || m.ooc))
    }

    /// A unit that has covered a step must stay where it is (orel RU-18).
    fn march_hold(
        &self,
        p: &mut Position,
        zones: &Zones,
        m: &Mover,
        from: HexId,
        to: HexId,
        events: &mut Vec<Event>,
    ) {
        let (leaves, enters) = self.march_covered(zones, m, from, to);
        for (hex, _) in [(from, leaves), (to, enters)].into_iter().filter(|(_, binds)| *binds) {
            if !p.march.held.has(hex) {
                p.march.held.insert(hex);
                events.push(Event::March(MarchEvent::Bound { hex }));
            }
        }
    }
}
