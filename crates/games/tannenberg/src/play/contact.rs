//! Contact: what a unit finds beside the hex it comes to. Dummies go off the map (tannenberg 18.41a), headquarters alone
//! give way (tannenberg 10.52g).

use crate::action::Event;
use crate::family::command::displacement;
use crate::family::engine::{Engine, Scored};
use crate::family::map::HexSet;
use crate::family::zones::{enemy, lone_headquarters};
use crate::family::{MAX_HEXES, UnitId, UnitSet};
use crate::position::{MARKERS, NOBODY, Phase, Position, Step, off, told};

impl Engine<'_> {
    /// A unit of a side has come to a hex: the Gruppen beside it are asked about (tannenberg 18.41a, tannenberg 18.42a).
    /// Gives whether one of them controls the hex.
    pub(super) fn meet(&self, p: &mut Position, side: u8, hex: u16, events: &mut Vec<Event>) -> bool {
        if self.own.hides(p).is_none_or(|h| h.side == side) || usize::from(hex) >= MAX_HEXES {
            return false;
        }
        let beside = |place: u16| self.data.map.steps(hex).any(|s| s.to == place);
        let mut remaining = [0u8; MARKERS];
        let mut count = 0;
        let mut controls = false;
        for gruppe in 1..=MARKERS as u8 {
            let marker = p.markers[usize::from(gruppe) - 1];
            if !marker.in_play() || !beside(marker.place) {
                continue;
            }
            if self.in_box(p, gruppe).is_empty() {
                self.take_off(p, gruppe);
                events.push(Event::DummyGone(marker.place));
                continue;
            }
            if self.staff_only(p, gruppe) {
                continue;
            }
            let open = self.data.map.step(hex, marker.place).is_some();
            controls |= open && self.gruppe_controls(p, gruppe);
            remaining[count] = gruppe;
            count += 1;
        }
        for gruppe in &remaining[..count] {
            let marker = &mut p.markers[usize::from(*gruppe) - 1];
            // Of several it is not said which.
            let answer = match (controls, count) {
                (false, _) => told::NO_ZONE,
                (true, 1) => told::ZONE,
                (true, _) => told::HOLDS,
            };
            if marker.told == told::NOTHING || (marker.told == told::HOLDS && answer != told::HOLDS) {
                marker.told = answer;
            }
        }
        if count > 0 {
            events.push(Event::ZoneAnswer(hex, controls));
        }
        controls
    }

    /// The headquarters of the other side that must give way to a side in a hex or beside it: those without units or
    /// fortress (tannenberg 10.52c, tannenberg 10.52g, tannenberg 10.52h).
    fn yielding(&self, p: &Position, side: u8, hexes: &HexSet, beside: bool) -> UnitSet {
        let foe = enemy(side);
        let near = |hex: u16| hexes.has(hex) || (beside && self.data.map.steps(hex).any(|s| hexes.has(s.to)));
        let hqs = self.data.ids().filter(|u| self.data.unit(*u).side == foe && self.data.unit(*u).is_hq());
        hqs.filter(|u| p.hex(*u).is_some_and(|h| near(h) && lone_headquarters(self.data, p, foe, h)))
            .collect()
    }

    /// Headquarters alone give way to what came through or to some hexes.
    pub(super) fn give_way(&self, p: &mut Position, side: u8, path: &[u16]) {
        let hexes: HexSet = path.iter().copied().filter(|h| usize::from(*h) < MAX_HEXES).collect();
        let beside = p.phase == Phase::Movement && p.phasing == side;
        for hq in self.yielding(p, side, &hexes, beside).iter() {
            p.push(Step::Displace(hq));
        }
    }

    /// At the start of a Movement Segment: headquarters that stand alone beside units of the side that moves.
    pub(super) fn lone_staffs(&self, p: &mut Position) {
        let mut hexes = HexSet::EMPTY;
        let side = p.phasing;
        let units =
            self.data.ids().filter(|u| self.data.unit(*u).side == side && !self.data.unit(*u).is_hq());
        units.filter_map(|u| p.hex(u)).for_each(|h| hexes.insert(h));
        for hq in self.yielding(p, side, &hexes, true).iter() {
            p.push(Step::Displace(hq));
        }
    }

    /// Where a headquarters may give way to (tannenberg 10.52c), as its own side sees the map.
    pub(super) fn ways_out(&self, p: &Position, hq: UnitId) -> HexSet {
        if hq == NOBODY {
            return HexSet::EMPTY;
        }
        displacement(self.data, &self.seen(p, self.data.unit(hq).side), hq)
    }

    /// A headquarters gives way, or is lost if it cannot (tannenberg 10.52e, R-67); true if its owner must choose.
    pub(super) fn displace_or_ask(&self, p: &mut Position, hq: UnitId, events: &mut Vec<Event>) -> bool {
        if p.hex(hq).is_none() {
            p.pop();
            return false;
        }
        let out = self.ways_out(p, hq);
        match out.len() {
            0 => {
                p.pop();
                self.lose_hq(p, hq, events);
                false
            }
            1 => {
                if let Some(hex) = out.iter().next() {
                    self.displace(p, hq, hex, events);
                }
                false
            }
            _ => true,
        }
    }

    /// A headquarters goes to a hex; one in a box takes its Gruppe along (R-87b).
    pub(super) fn displace(&self, p: &mut Position, hq: UnitId, hex: u16, events: &mut Vec<Event>) {
        p.pop();
        let gruppe = p.gruppe[hq.index()];
        let group = if gruppe > 0 { self.in_box(p, gruppe) } else { std::iter::once(hq).collect() };
        if gruppe > 0 {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            events.push(Event::GruppeWent(gruppe, marker.place, hex, false));
            (marker.place, marker.told) = (hex, told::STAFF);
        }
        for unit in group.iter() {
            p.put(self.data, unit, hex);
            events.push(Event::Displaced(unit, hex, gruppe > 0));
        }
        let side = self.data.unit(hq).side;
        self.meet(p, side, hex, events);
    }

    /// A headquarters is lost for good, with its points.
    pub(super) fn lose_hq(&self, p: &mut Position, hq: UnitId, events: &mut Vec<Event>) {
        let gruppe = p.gruppe[hq.index()];
        p.put(self.data, hq, off::ELIMINATED);
        p.gruppe[hq.index()] = 0;
        if gruppe > 0 && self.in_box(p, gruppe).is_empty() {
            self.take_off(p, gruppe);
        }
        events.push(Event::HqLost(hq));
        self.own.score(self.data, p, Scored::Hq(hq), events);
    }
}
