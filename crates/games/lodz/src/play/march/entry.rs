//! Reinforcements (13): when they may come, by which hexes, and groups that come under a condition (N11.9, N11.10, R71).

use super::super::{Engine, Event};
use super::land::{Land, Mover, half_of};
use super::state::GROUPS;
use super::types::MarchEvent;
use crate::data::{Arrival, Condition, DE, Feature, Kind, SetUp, Where};
use crate::play::common::no;
use crate::position::{At, Flag, HexId, Position, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// The row of the calendar by which a unit comes: the latest that has come due in a campaign that brings it twice (lodz L4).
    fn march_row(&self, p: &Position, unit: UnitId) -> Option<&SetUp> {
        let s = self.scenario(p);
        let due = |r: &&SetUp| r.unit == unit && arrival(r).is_some_and(|a| a.day <= p.day);
        s.again.iter().find(due).or_else(|| s.setup.iter().find(|r| r.unit == unit))
    }

    /// The first day on which a unit may come, as things stand: its date, or the day on which its group was let in.
    fn march_date(&self, p: &Position, row: &SetUp) -> Option<u8> {
        let date = arrival(row)?.day;
        let Some(group) = self.scenario(p).groups.get(usize::from(row.group)) else { return Some(date) };
        match p.march.opened.get(usize::from(row.group)) {
            Some(0) | None => None,
            Some(day) => Some((*day).max(date).max(group.not_before)),
        }
    }

    /// The first day on which a unit that is not on the map yet may come; nothing if its group waits for something.
    pub fn march_day_of(&self, p: &Position, unit: UnitId) -> Option<u8> {
        self.march_row(p, unit).and_then(|row| self.march_date(p, row))
    }

    /// Where a unit off the map enters over the edge; none for one that appears inside.
    pub(crate) fn march_entry_of(&self, p: &Position, unit: UnitId) -> Option<&[HexId]> {
        match &self.march_row(p, unit)?.at {
            Where::Entry(come) => Some(&come.hexes),
            _ => None,
        }
    }

    /// What keeps a unit off the map.
    pub(crate) fn march_due_refused(&self, p: &Position, unit: UnitId) -> Option<Refusal> {
        if p.units.at(unit) == At::Aboard {
            return Some(no("16.C", "the unit is aboard a train"));
        }
        if p.units.at(unit) != At::Due {
            return Some(no("4.1a", "the unit is not on the map, nor on its way there"));
        }
        let Some(row) = self.march_row(p, unit) else {
            return Some(no("13.11", "the calendar of the scenario does not bring it"));
        };
        match self.march_date(p, row) {
            Some(day) if day <= p.day => None,
            Some(_) => Some(no("13.11", "the unit is not due yet")),
            None => {
                let group = self.scenario(p).groups.get(usize::from(row.group));
                Some(no(group.map_or("13.11", |g| g.rule), "its group may not come yet"))
            }
        }
    }

    /// Hexes by which a unit off the map may come in now, with what it then has left.
    ///
    /// On its date it enters by its own hex or stretch of the edge, or with half its points by the nearest free hex on either side of it
    /// (lodz 13.31d, lodz R88); later anywhere on that edge with all of them (lodz 13.32). No hex that an enemy holds or has in a zone serves
    /// (lodz R94). Units that arrive inside the map appear there without cost (lodz R58).
    pub(super) fn march_doors(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        door: &mut dyn FnMut(HexId, u8),
    ) {
        if self.march_due_refused(p, m.unit).is_some() {
            return;
        }
        let Some(row) = self.march_row(p, m.unit) else { return };
        let Some(come) = arrival(row) else { return };
        let free = |h: HexId| !land.hostile(h) && self.march_ground(p, land, m, h).is_ok();
        if matches!(row.at, Where::Inside(_)) {
            return self.march_stations(p, land.side, come, &free, &mut |h| door(h, m.left));
        }
        let map = self.map(p);
        let late = self.march_date(p, row).is_some_and(|day| day < p.day);
        let mut enter = |hex: HexId, points: u8| door(hex, self.march_entry(p, land, hex, points));
        let half = if land.snow { m.left } else { self.march_transfer(p, m.unit) };
        for edge in map.edges.iter().filter(|e| come.hexes.iter().all(|h| e.has(*h))) {
            if late {
                edge.iter().filter(|h| free(*h)).for_each(|h| enter(h, m.left));
                continue;
            }
            // Along an edge hexes run in order: the last free one before the zone, the first one after it.
            let (mut before, mut passed, mut after) = (None, false, None);
            for hex in edge.iter() {
                if come.hexes.contains(&hex) {
                    passed = true;
                } else if free(hex) && !passed {
                    before = Some(hex);
                } else if free(hex) && after.is_none() {
                    after = Some(hex);
                }
            }
            before.into_iter().chain(after).for_each(|h| enter(h, half));
        }
        come.hexes.iter().filter(|h| free(**h)).for_each(|h| enter(*h, m.left));
    }

    /// Half the points of a unit, rounded up, less those of strategic movement (lodz 13.31d, lodz R89).
    fn march_transfer(&self, p: &Position, unit: UnitId) -> u8 {
        let charts = &self.d.charts;
        let half = half_of(self.def(unit).mp, charts.transfer_divides);
        if p.phase == crate::position::Phase::Strategic {
            half.saturating_sub(charts.strategic_less)
        } else {
            half
        }
    }

    /// What is left of this many points after the first hex, which costs its ground and can always be entered for all that the unit has.
    fn march_entry(&self, p: &Position, land: &Land<'_>, hex: HexId, points: u8) -> u8 {
        let cost =
            if land.snow { self.d.charts.snow_road_hexes } else { self.map(p).enter[usize::from(hex)] };
        points.saturating_sub(cost)
    }

    /// Where units appear inside the map: in their hex, or if an enemy is there or near, in the nearest free rail hex towards
    /// their own edge (lodz R58).
    fn march_stations(
        &self,
        p: &Position,
        side: u8,
        come: &Arrival,
        free: &dyn Fn(HexId) -> bool,
        door: &mut dyn FnMut(HexId),
    ) {
        let map = self.map(p);
        let mut any = false;
        for hex in come.hexes.iter().filter(|h| free(**h)) {
            any = true;
            door(*hex);
        }
        let Some(home) = come.hexes.first().filter(|_| !any) else { return };
        // West for the Germans, east for the Russians.
        let edge = &map.edges[if side == DE { 0 } else { 1 }];
        let off = |h: HexId| edge.iter().map(|e| map.distance(h, e)).min().unwrap_or(u8::MAX);
        let here = off(*home);
        let serves = |h: &HexId| map.has(*h, Feature::Rail) && free(*h) && off(*h) < here;
        let nearest = map.all().filter(serves).map(|h| map.distance(*home, h)).min();
        map.all().filter(serves).filter(|h| Some(map.distance(*home, *h)) == nearest).for_each(door);
    }

    /// Why a unit cannot come in and reach a hex.
    pub(super) fn march_door_refused(&self, p: &Position, land: &Land<'_>, m: &Mover, to: HexId) -> Refusal {
        if let Some(why) = self.march_due_refused(p, m.unit) {
            return why;
        }
        let row = self.march_row(p, m.unit).and_then(arrival);
        match row {
            Some(come) if come.hexes.contains(&to) && land.hostile(to) => {
                no("13.13", "an enemy holds the entry hex or has it in a zone")
            }
            _ if self.map(p).edges.iter().any(|e| e.has(to)) => no(
                "13.31d",
                "it enters by its own hex, beside it with half its points, or later anywhere on that edge",
            ),
            _ => no("4.22", "no way there from where it comes in is short enough for its movement points"),
        }
    }

    /// A unit comes onto the map, artillery in marching order.
    pub(super) fn march_come(&self, p: &mut Position, unit: UnitId, hex: HexId, events: &mut Vec<Event>) {
        p.units.place(unit, hex);
        p.units.mark(unit, Flag::Arrived, true);
        if self.kind(unit) == Kind::Artillery {
            p.units.mark(unit, Flag::Marching, true);
        }
        events.push(Event::March(MarchEvent::Came { unit, map: self.scenario(p).map, hex }));
        self.march_trample(p, hex, p.side(unit), events);
        if self.kind(unit).is_line() {
            self.rail_overrun(p, hex, p.side(unit), events);
        }
    }

    /// Lets in groups whose condition is met, when a movement phase of their owner begins (lodz R71).
    pub(super) fn march_open_groups(&self, p: &mut Position, events: &mut Vec<Event>) {
        self.march_south(p, false);
        let (scenario, s) = (p.scenario, self.scenario(p));
        for (at, group) in s.groups.iter().enumerate().take(GROUPS) {
            if group.side != p.active || p.march.opened[at] != 0 || p.day < group.not_before {
                continue;
            }
            let met = match &group.condition {
                Condition::Date => true,
                Condition::MovedSouth(_) => p.groups >> at & 1 == 1,
                Condition::OnMap(of) => {
                    let came =
                        |r: &&SetUp| r.group == *of && !matches!(p.units.at(r.unit), At::Due | At::Unused);
                    s.setup.iter().find(came).is_some()
                }
            };
            if met {
                p.groups |= 1 << at;
                p.march.opened[at] = p.day;
                events.push(Event::March(MarchEvent::Opened { scenario, group: at as u8 }));
            }
        }
    }

    /// Remembers whether units that a group waits for are destroyed or, at the end of their movement phase, stand south of where they began
    /// the game (lodz N11.9, lodz R71).
    pub(super) fn march_south(&self, p: &mut Position, phase_ends: bool) {
        let (map, s) = (self.map(p), self.scenario(p));
        let t = map.board.topology();
        let row = |h: HexId| t.grid().column_row(t.number(h.into())).1;
        for (at, group) in s.groups.iter().enumerate().take(GROUPS) {
            let Condition::MovedSouth(units) = &group.condition else { continue };
            let gone = |u: UnitId| p.units.at(u) == At::Gone;
            let moved = |u: UnitId| {
                let began = s.setup.iter().find(|r| r.unit == u).map(|r| &r.at);
                let south = |from: HexId| p.hex(u).is_some_and(|hex| row(hex) > row(from));
                phase_ends
                    && p.side(u) == p.active
                    && matches!(began, Some(Where::Hex { hex, .. }) if south(*hex))
            };
            if units.iter().any(|u| gone(*u) || moved(*u)) {
                p.groups |= 1 << at;
            }
        }
    }
}

/// The arrival of a row, if it is one.
fn arrival(row: &SetUp) -> Option<&Arrival> {
    match &row.at {
        Where::Entry(a) | Where::Inside(a) => Some(a),
        _ => None,
    }
}
