//! Contact: what a unit finds beside the hex it comes to. Dummies go off the map (tannenberg 18.41a), headquarters alone
//! give way (tannenberg 10.52g).

use crate::action::{Event, Way};
use crate::data::map::HexSet;
use crate::data::{MAX_HEXES, UnitId, UnitSet};
use crate::engine::{Adds, Engine, Scored};
use crate::position::{MARKERS, Phase, Position, Step, off, told};
use crate::standard::command::displacement;
use crate::standard::zones::{enemy, lone_headquarters};
use sandtable_core::machine::Flow;
use sandtable_ops::Maybe;

impl<A: Adds> Engine<'_, A> {
    /// A unit of a side has come to a hex: dummies in it or beside it go off the map, and of the other Gruppen beside it is
    /// said whether one controls the hex (tannenberg 18.41a, tannenberg 18.41b, tannenberg 18.42a). Gives whether one does.
    pub(super) fn meet(&self, p: &mut Position<A>, side: u8, hex: u16, events: &mut Vec<Event<A>>) -> bool {
        if self.own.hides(p).is_none_or(|h| h.side == side) || usize::from(hex) >= MAX_HEXES {
            return false;
        }
        let beside = |place: u16| self.data.map.steps(hex).any(|s| s.to == place);
        let mut remaining = [0u8; MARKERS];
        let (mut count, mut across) = (0, 0);
        let (mut controls, mut doubt) = (false, false);
        for gruppe in self.by_place(p) {
            let marker = p.markers[usize::from(gruppe) - 1];
            if !marker.in_play() || !(beside(marker.place) || marker.place == hex) {
                continue;
            }
            if self.in_box(p, gruppe).is_empty() {
                self.take_off(p, gruppe);
                events.push(Event::DummyGone(marker.place));
                continue;
            }
            let open = self.data.map.step(hex, marker.place).is_some();
            controls |= open && self.gruppe_controls(p, gruppe);
            doubt |= matches!(marker.told, told::NOTHING | told::HOLDS);
            remaining[count] = gruppe;
            count += 1;
            across += usize::from(open);
        }
        if p.contact.answered.has(hex) {
            return p.contact.controlled.has(hex);
        }
        if !doubt {
            return controls;
        }
        p.contact.answered.insert(hex);
        if controls {
            p.contact.controlled.insert(hex);
        }
        for gruppe in &remaining[..count] {
            let marker = &mut p.markers[usize::from(*gruppe) - 1];
            let open = self.data.map.step(hex, marker.place).is_some();
            // Of several it is not said which, and over a closed side the answer says nothing.
            let answer = match (controls, across) {
                (false, _) if open => told::NO_ZONE,
                (true, 1) if open => told::ZONE,
                _ => told::HOLDS,
            };
            if marker.told == told::NOTHING || (marker.told == told::HOLDS && answer != told::HOLDS) {
                marker.told = answer;
            }
        }
        events.push(Event::ZoneAnswer(hex, controls));
        controls
    }

    /// A unit of a side wants to go back to a hex: whether what it finds there on contact forbids it. Nobody asks ahead;
    /// a unit that is turned away chooses again (tannenberg 18.41b, tannenberg 8.64b, tannenberg 12.13a).
    pub(super) fn turned_away(
        &self,
        p: &mut Position<A>,
        units: UnitSet,
        hex: u16,
        through: bool,
        events: &mut Vec<Event<A>>,
    ) -> bool {
        let Some(first) = units.iter().next() else { return false };
        let side = self.data.unit(first).side;
        let controls = self.meet(p, side, hex, events);
        controls && !through
    }

    /// A reinforcement of a side wants to come in at a hex: whether Gruppen there keep it out. Dummies go off the map,
    /// headquarters alone give way (tannenberg 14.21, tannenberg 18.62).
    pub(super) fn kept_out(
        &self,
        p: &mut Position<A>,
        side: u8,
        hex: u16,
        events: &mut Vec<Event<A>>,
    ) -> bool {
        if self.own.hides(p).is_none_or(|h| h.side == side) {
            return false;
        }
        let controls = self.meet(p, side, hex, events);
        let mut held = false;
        for gruppe in 1..=MARKERS as u8 {
            let marker = p.markers[usize::from(gruppe) - 1];
            if !marker.in_play() || marker.place != hex || self.staff_only(p, gruppe) {
                continue;
            }
            held = true;
            if marker.told == told::NOTHING {
                p.markers[usize::from(gruppe) - 1].told = told::HOLDS;
                events.push(Event::Answered(hex, told::HOLDS));
            }
        }
        controls || held
    }

    /// The headquarters of the other side that must give way to a side in a hex or beside it: those without units or
    /// fortress (tannenberg 10.52c, tannenberg 10.52g, tannenberg 10.52h).
    fn yielding(&self, p: &Position<A>, side: u8, hexes: &HexSet, beside: bool) -> UnitSet {
        let foe = enemy(side);
        let near = |hex: u16| hexes.has(hex) || (beside && self.data.map.steps(hex).any(|s| hexes.has(s.to)));
        let hqs = self.data.ids().filter(|u| self.data.unit(*u).side == foe && self.data.unit(*u).is_hq());
        hqs.filter(|u| p.hex(*u).is_some_and(|h| near(h) && lone_headquarters(self.data, p, foe, h)))
            .collect()
    }

    /// Headquarters alone give way to what came through or to some hexes.
    pub(super) fn give_way(&self, p: &mut Position<A>, side: u8, path: &[u16], events: &mut Vec<Event<A>>) {
        let hexes: HexSet = path.iter().copied().filter(|h| usize::from(*h) < MAX_HEXES).collect();
        let beside = p.phase == Phase::Movement && p.phasing == side;
        let hqs = self.yielding(p, side, &hexes, beside);
        self.must_yield(p, hqs, events);
    }

    /// Headquarters are to give way; those of a Gruppe together, and with that they are seen for what they are.
    fn must_yield(&self, p: &mut Position<A>, hqs: UnitSet, events: &mut Vec<Event<A>>) {
        let mut boxes = 0u32;
        for hq in hqs.iter() {
            let gruppe = p.gruppe[hq.index()];
            if gruppe > 0 {
                if boxes >> gruppe & 1 == 1 {
                    continue;
                }
                boxes |= 1 << gruppe;
                let marker = &mut p.markers[usize::from(gruppe) - 1];
                marker.told = told::STAFF;
                events.push(Event::Yields(marker.place));
            }
            p.steps.push(Step::Displace(hq.into()));
        }
    }

    /// At the start of a Movement Segment: headquarters that stand alone beside units of the side that moves.
    pub(super) fn lone_staffs(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        let mut hexes = HexSet::EMPTY;
        let side = p.phasing;
        let units =
            self.data.ids().filter(|u| self.data.unit(*u).side == side && !self.data.unit(*u).is_hq());
        units.filter_map(|u| p.hex(u)).for_each(|h| hexes.insert(h));
        let hqs = self.yielding(p, side, &hexes, true);
        self.must_yield(p, hqs, events);
    }

    /// Where a headquarters may give way to (tannenberg 10.52c), as its own side sees the map.
    pub(super) fn ways_out(&self, p: &Position<A>, hq: UnitId) -> HexSet {
        displacement(self.data, &self.seen(p, self.data.unit(hq).side), hq)
    }

    /// A headquarters gives way, or is lost if it cannot (tannenberg 10.52e, R-67).
    pub(super) fn displace_or_ask(
        &self,
        p: &mut Position<A>,
        hq: Maybe<UnitId>,
        events: &mut Vec<Event<A>>,
    ) -> Flow {
        let Some(hq) = hq.get().filter(|hq| p.hex(*hq).is_some()) else {
            p.steps.pop();
            return Flow::Next;
        };
        let out = self.ways_out(p, hq);
        match out.len() {
            0 => {
                p.steps.pop();
                self.lose_hq(p, hq, events);
                Flow::Next
            }
            // Where something is hidden its owner is always asked: the other side learns nothing from who decides.
            1 if !self.is_screened(p, self.data.unit(hq).side) => {
                if let Some(hex) = out.iter().next() {
                    self.displace(p, hq, hex, events);
                }
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    /// A headquarters goes to a hex; one in a box takes its Gruppe along (R-87b).
    pub(super) fn displace(&self, p: &mut Position<A>, hq: UnitId, hex: u16, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        let (gruppe, combat) = (p.gruppe[hq.index()], p.combat.count > 0);
        let group = if gruppe > 0 { self.in_box(p, gruppe) } else { std::iter::once(hq).collect() };
        if gruppe > 0 {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            events.push(Event::GruppeWent(gruppe, Way::new(marker.place, &[hex]), false));
            (marker.place, marker.told) = (hex, told::STAFF);
        }
        for unit in group.iter() {
            p.put(self.data, unit, hex);
            events.push(Event::Displaced { hq: unit, to: hex, hidden: gruppe > 0, combat });
        }
        let side = self.data.unit(hq).side;
        self.meet(p, side, hex, events);
        self.own.after_move(self.data, p, events);
    }

    /// A headquarters is lost for good, with its points.
    pub(super) fn lose_hq(&self, p: &mut Position<A>, hq: UnitId, events: &mut Vec<Event<A>>) {
        let gruppe = p.gruppe[hq.index()];
        p.put(self.data, hq, off::ELIMINATED);
        p.gruppe[hq.index()] = 0;
        if gruppe > 0 && self.in_box(p, gruppe).is_empty() {
            self.take_off(p, gruppe);
        }
        events.push(Event::HqLost(hq, p.combat.count > 0));
        self.own.score(self.data, p, Scored::Hq(hq), events);
    }
}
