//! Gruppen (tannenberg 18): boxes, markers and dummies, and what the other side knows of them.

use crate::action::{Action, Event, Gruppe};
use crate::data::map::HexSet;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine, Hides};
use crate::position::{MARKERS, Marker, Phase, Position, Step, flag, off, told};
use crate::standard::stacking;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Maybe;

impl<A: Adds> Engine<'_, A> {
    /// The units in the box of a Gruppe, numbered from 1 (tannenberg 18.12).
    pub fn in_box(&self, p: &Position<A>, gruppe: u8) -> UnitSet {
        self.data.ids().filter(|u| p.gruppe[u.index()] == gruppe && p.place(*u) != off::ELIMINATED).collect()
    }

    /// The marker of a Gruppe in play.
    pub fn marker<'p>(&self, p: &'p Position<A>, gruppe: u8) -> Option<&'p Marker> {
        let at = usize::from(gruppe).checked_sub(1)?;
        p.markers.get(at).filter(|m| m.in_play())
    }

    /// The numbers of the Gruppen in play.
    pub fn gruppen<'p>(&self, p: &'p Position<A>) -> impl Iterator<Item = u8> + use<'p, A> {
        (1..=MARKERS as u8).filter(|g| p.markers[usize::from(*g) - 1].in_play())
    }

    /// Whether a Gruppe has a zone of control: anything in it but headquarters, depots and trains (tannenberg 18.62).
    pub fn gruppe_controls(&self, p: &Position<A>, gruppe: u8) -> bool {
        self.in_box(p, gruppe).iter().any(|u| self.data.unit(u).has_zone() && !p.is(u, flag::ENTRAINED))
    }

    /// Whether there is nothing in a Gruppe but headquarters.
    pub fn staff_only(&self, p: &Position<A>, gruppe: u8) -> bool {
        let inside = self.in_box(p, gruppe);
        !inside.is_empty() && inside.iter().all(|u| self.data.unit(u).is_hq())
    }

    /// The other side asks about a Gruppe: is it a dummy, are there headquarters only (tannenberg 18.61b)?
    pub(super) fn answer(&self, p: &mut Position<A>, gruppe: u8, events: &mut Vec<Event<A>>) {
        let place = p.markers[usize::from(gruppe) - 1].place;
        let answer = if self.in_box(p, gruppe).is_empty() {
            told::DUMMY
        } else if self.staff_only(p, gruppe) {
            told::STAFF
        } else {
            told::HOLDS
        };
        p.markers[usize::from(gruppe) - 1].told = answer;
        events.push(Event::Answered(place, answer));
    }

    /// The Gruppen by their places. Their numbers are on the hidden side, so that no order may follow them
    /// (tannenberg 18.11b).
    pub(super) fn by_place(&self, p: &Position<A>) -> [u8; MARKERS] {
        let mut order: [u8; MARKERS] = std::array::from_fn(|i| i as u8 + 1);
        order.sort_unstable_by_key(|g| (p.markers[usize::from(*g) - 1].place, *g));
        order
    }

    /// Whether a side has Gruppen on the map, so that what it is asked and what it rolls must not tell what is in them.
    pub fn is_screened(&self, p: &Position<A>, side: u8) -> bool {
        self.own.hides(p).is_some_and(|h| h.side == side) && p.markers.iter().any(Marker::in_play)
    }

    /// What a side knows of a position in which the other hides units; nothing if the position holds no more.
    pub fn known(&self, p: &Position<A>, side: u8) -> Option<Position<A>> {
        let hides = self.own.hides(p).filter(|h| h.side != side && !p.partial)?;
        let mut known = *p;
        known.partial = true;
        let concealing =
            matches!(p.top(), Step::SetUp(who) | Step::Screen(who) if self.own.side_of(who) == hides.side);
        for unit in self.data.ids().filter(|u| self.data.unit(*u).side == hides.side) {
            known.hq_of[unit.index()] = Maybe::NONE;
            let stood = p.place(unit) != off::POOL && p.place(unit) != off::OUT;
            if p.gruppe[unit.index()] > 0 || (concealing && stood) {
                known.put(self.data, unit, off::HIDDEN);
                known.forget(self.data, unit);
            } else if concealing && p.place(unit) == off::POOL && self.set_up_at_start(p, unit) {
                known.put(self.data, unit, off::HIDDEN);
            }
        }
        // Whose guest somebody is does not show if the host is in a box (tannenberg 8.66a).
        let own = |u: &UnitId| self.data.unit(*u).side == hides.side;
        for unit in
            self.data.ids().filter(|u| own(u) && known.is(*u, flag::GUEST)).collect::<UnitSet>().iter()
        {
            let host = |h: u16| {
                let others = known.stack(self.data, hides.side, h);
                others.iter().any(|o| o != unit && !self.data.unit(o).is_hq() && !known.is(o, flag::GUEST))
                    || known.fort_at(self.data, hides.side, h).is_some()
            };
            if !known.hex(unit).is_some_and(host) {
                known.set(self.data, unit, flag::GUEST, false);
            }
        }
        (known.last, known.last_unit) = (p.seen_last, p.seen_last_unit);
        // What trains the other side runs, and who gets replacements, is its own affair.
        if p.phasing != side {
            known.attempts = 0;
            known.capacity_used = [0; 4];
            known.line_used = [0; crate::data::map::MAX_SEGMENTS];
        }
        self.own.veil(&mut known);
        // Whether its defenders are in supply may hang on a depot in a box; it is said when it bars an advance.
        if p.phasing == side && p.top() != Step::Advance {
            known.combat.supplied = false;
        }
        for marker in &mut known.markers {
            *marker = match marker.in_play() && !concealing {
                true => Marker {
                    place: marker.place,
                    told: marker.told,
                    pretends: marker.pretends,
                    ..Marker::AWAY
                },
                false => Marker::AWAY,
            };
        }
        // The number of a Gruppe is on its hidden side (tannenberg 18.11b).
        known.markers.sort_unstable();
        known.combat.shifts = p.combat.shifts.iter().filter(|u| !self.is_hidden(p, *u)).collect();
        for step in known.steps.waiting_mut() {
            if let Step::Overfull(player, hex) = step
                && self.own.side_of(*player) == hides.side
            {
                *hex = 0;
            }
            if let Step::Displace(hq) = step
                && hq.get().is_some_and(|hq| p.gruppe[hq.index()] > 0)
            {
                *step = Step::Displace(Maybe::NONE);
            }
        }
        self.veil_steps(p, &mut known, hides);
        for marker in known.markers {
            self.shadow(&mut known, &marker, hides);
        }
        let controlled = p.contact.controlled;
        for hex in controlled.iter().filter(|h| !known.controls(hides.side, *h)).collect::<HexSet>().iter() {
            known.shade_zone(hides.side, hex);
        }
        Some(known)
    }

    /// Which segment the hiding side is in, and what it is asked there, hangs on what is in its boxes: to the other side
    /// all of its Movement Phase is movement, and the Combat Phase begins with attacks (tannenberg 18.35a).
    fn veil_steps(&self, p: &Position<A>, known: &mut Position<A>, hides: Hides) {
        let own = |player: u8| self.own.side_of(player) == hides.side;
        let player = match p.top() {
            Step::Begin(w) | Step::Reinforce(w) | Step::Command(w) => w,
            Step::Own(_) => match self.decision(p).side() {
                Some(side) => side.0,
                None => return,
            },
            Step::Overfull(w, _) if p.phase == Phase::Attrition => w,
            _ => return,
        };
        if !own(player) {
            return;
        }
        while !known.steps.waiting().is_empty() {
            known.steps.pop();
        }
        known.begun = 0;
        if p.phase == Phase::CombatCommand {
            known.phase = Phase::Combat;
            known.steps.push(Step::PhaseEnds);
            known.steps.push(Step::Attacks(player));
        } else {
            known.phase = Phase::Movement;
            known.steps.push(Step::Moves(player));
        }
    }

    /// A marker as the other side must reckon with it: it holds its hex unless it is known not to, and controls the hexes
    /// around only if it is known to.
    fn shadow(&self, known: &mut Position<A>, marker: &Marker, hides: Hides) {
        if !marker.in_play() || usize::from(marker.place) >= crate::data::MAX_HEXES {
            return;
        }
        if !matches!(marker.told, told::DUMMY | told::STAFF) {
            known.shade(self.data, hides.side, marker.place, marker.told == told::ZONE);
        }
    }

    /// Whether a unit is to be placed by its owner before play.
    fn set_up_at_start(&self, p: &Position<A>, unit: UnitId) -> bool {
        self.own.due(self.data, p, unit).is_none()
    }

    /// Hexes beside Gruppen of which a side does not know whether they have a zone of control (tannenberg 18.41c).
    pub fn doubtful(&self, p: &Position<A>, side: u8) -> HexSet {
        let mut out = HexSet::EMPTY;
        if self.own.hides(p).is_none_or(|h| h.side == side) {
            return out;
        }
        for marker in
            p.markers.iter().filter(|m| m.in_play() && usize::from(m.place) < crate::data::MAX_HEXES)
        {
            if matches!(marker.told, told::NOTHING | told::HOLDS) {
                let open = self.data.map.open(marker.place);
                open.filter(|s| !p.contact.answered.has(s.to)).for_each(|s| out.insert(s.to));
            }
        }
        out
    }

    /// Why something may not be done with Gruppen now.
    pub(super) fn gruppe_breach(&self, p: &Position<A>, player: u8, action: &Action<A>) -> Option<Refusal> {
        let side = self.own.side_of(player);
        let Some(hides) = self.own.hides(p).filter(|h| h.side == side) else {
            return Some(Refusal::new("18.0a", "this side has no Gruppen, or everything is played openly"));
        };
        let none = |g: &u8| Refusal::new("18.11a", "Gruppe {} is not on the map").number(*g);
        match action {
            Action::Hide(unit, Gruppe(gruppe)) => {
                let Some(marker) = self.marker(p, *gruppe) else { return Some(none(gruppe)) };
                if self.data.unit(*unit).side != side || p.place(*unit) != marker.place {
                    return Some(Refusal::new(
                        "18.0e",
                        "a Gruppe takes up only units of its side in its hex",
                    ));
                }
                if p.gruppe[unit.index()] == *gruppe {
                    return Some(Refusal::new("18.0e", "the unit is in that Gruppe already"));
                }
                let sp = stacking::points(self.data, self.in_box(p, *gruppe)) + self.data.unit(*unit).sp;
                (sp > hides.box_sp)
                    .then(|| Refusal::new("18.22", "a box holds {} stacking points").number(hides.box_sp))
            }
            Action::Show(unit) => {
                let inside = self.data.unit(*unit).side == side && p.gruppe[unit.index()] > 0;
                let there = inside && p.place(*unit) != off::ELIMINATED;
                (!there).then(|| Refusal::new("18.0e", "the unit is in no Gruppe"))
            }
            Action::Place(Gruppe(gruppe), hex) => {
                let marker = usize::from(*gruppe).checked_sub(1).and_then(|g| p.markers.get(g));
                if marker.is_none_or(|m| m.in_play()) {
                    return Some(Refusal::new("18.11a", "there is no free marker {}").number(*gruppe));
                }
                if marker.is_some_and(|m| m.spent_for_now) {
                    return Some(Refusal::new(
                        "18.5a",
                        "a marker taken off comes back in the next Movement Phase",
                    ));
                }
                // All free markers are alike: the first is put down.
                if let Some(free) = self.free_marker(p).filter(|free| free != gruppe) {
                    return Some(Refusal::new("18.11a", "the next free marker is {}").number(free));
                }
                let known = usize::from(*hex) < usize::from(self.data.map.len());
                (!known || !self.may_place(p, side, *hex)).then(|| {
                    let bar =
                        Refusal::new("18.5b", "a marker comes to a fortress, a Gruppe or a unit in supply");
                    if known { bar.at(*hex) } else { bar }
                })
            }
            Action::Remove(Gruppe(gruppe)) | Action::Pretend(Gruppe(gruppe)) => {
                self.marker(p, *gruppe).is_none().then(|| none(gruppe))
            }
            _ => None,
        }
    }

    /// Whether a marker may come to a hex: a fortress, a Gruppe or a unit in supply (tannenberg 18.5b); before play any
    /// unit will do (tannenberg 18.23a).
    fn may_place(&self, p: &Position<A>, side: u8, hex: u16) -> bool {
        p.fort_at(self.data, side, hex).is_some()
            || p.markers.iter().any(|m| m.place == hex)
            || p.stack(self.data, side, hex)
                .iter()
                .any(|u| !p.is(u, flag::OUT_OF_SUPPLY) || p.phase == Phase::SetUp)
    }

    /// What a side may do with its Gruppen now.
    pub(super) fn gruppe_actions(&self, p: &Position<A>, player: u8, out: &mut Offers<'_, Action<A>>) {
        let side = self.own.side_of(player);
        if self.own.hides(p).is_none_or(|h| h.side != side) {
            return;
        }
        for unit in self.data.ids().filter(|u| self.data.unit(*u).side == side) {
            if p.place(unit) >= off::HIDDEN {
                continue;
            }
            for gruppe in self.gruppen(p).filter(|g| p.markers[usize::from(*g) - 1].place == p.place(unit)) {
                out.candidate(Action::Hide(unit, Gruppe(gruppe)));
            }
            out.candidate(Action::Show(unit));
        }
        for gruppe in self.gruppen(p) {
            out.candidate(Action::Remove(Gruppe(gruppe)));
            out.candidate(Action::Pretend(Gruppe(gruppe)));
        }
        if let Some(free) = self.free_marker(p) {
            for hex in self.marker_hexes(p, side).iter() {
                out.candidate(Action::Place(Gruppe(free), hex));
            }
        }
    }

    /// The marker that is put down next, by its number.
    pub fn free_marker(&self, p: &Position<A>) -> Option<u8> {
        (1..).zip(&p.markers).find(|(_, m)| !m.in_play() && !m.spent_for_now).map(|(number, _)| number)
    }

    /// Hexes where a marker may come.
    fn marker_hexes(&self, p: &Position<A>, side: u8) -> HexSet {
        let mut out: HexSet = self.data.map.forts.iter().map(|f| f.hex).collect();
        let units = self.data.ids().filter(|u| self.data.unit(*u).side == side);
        units.filter_map(|u| p.hex(u)).for_each(|h| out.insert(h));
        let on_map = |m: &&Marker| usize::from(m.place) < crate::data::MAX_HEXES;
        p.markers.iter().filter(on_map).for_each(|m| out.insert(m.place));
        out
    }

    /// Does something with Gruppen.
    pub(super) fn gruppe_take(&self, p: &mut Position<A>, action: &Action<A>, events: &mut Vec<Event<A>>) {
        let before = events.len();
        match *action {
            Action::Hide(unit, Gruppe(gruppe)) => {
                self.leave_box(p, unit);
                p.gruppe[unit.index()] = gruppe;
                events.push(Event::WentIn(unit, gruppe));
            }
            Action::Show(unit) => {
                self.leave_box(p, unit);
                self.put_openly(p, unit);
                events.push(Event::CameOut(unit, p.place(unit)));
            }
            Action::Place(Gruppe(gruppe), hex) => {
                p.markers[usize::from(gruppe) - 1] = Marker { place: hex, ..Marker::AWAY };
                events.push(Event::Placed(gruppe, hex));
            }
            Action::Remove(Gruppe(gruppe)) => {
                let place = p.markers[usize::from(gruppe) - 1].place;
                for unit in self.in_box(p, gruppe).iter() {
                    self.put_openly(p, unit);
                    events.push(Event::CameOut(unit, place));
                }
                self.take_off(p, gruppe);
                events.push(Event::TakenOff(gruppe, place));
            }
            Action::Pretend(Gruppe(gruppe)) => {
                let marker = &mut p.markers[usize::from(gruppe) - 1];
                marker.pretends = !marker.pretends;
                events.push(Event::Pretended(gruppe, marker.place, marker.pretends));
            }
            _ => {}
        }
        // Nobody sees the set-up before it is done: what is put on the map may yet be hidden again.
        if p.phase == Phase::SetUp {
            events.truncate(before);
        }
    }

    /// A marker goes off the map; in a Movement Phase of its own side not to return in it (tannenberg 18.5a).
    pub(super) fn take_off(&self, p: &mut Position<A>, gruppe: u8) {
        let own_turn = self.own.hides(p).is_some_and(|h| h.side == p.phasing);
        let spent_for_now = own_turn && p.phase == Phase::Movement;
        // In what a side knows, the marker counted as a unit there.
        let marker = p.markers[usize::from(gruppe) - 1];
        let counted = !matches!(marker.told, told::DUMMY | told::STAFF);
        if p.partial && counted && usize::from(marker.place) < crate::data::MAX_HEXES {
            p.unshade(self.own.hides(p).map_or(0, |h| h.side), marker.place);
        }
        p.markers[usize::from(gruppe) - 1] = Marker { spent_for_now, ..Marker::AWAY };
    }

    /// A unit leaves its box; if it was the last, the marker goes on as a dummy with what it has left.
    fn leave_box(&self, p: &mut Position<A>, unit: UnitId) {
        let gruppe = p.gruppe[unit.index()];
        if gruppe == 0 || self.in_box(p, gruppe).len() > 1 {
            return;
        }
        let (spent, ridden, entrained) =
            (p.spent[unit.index()], p.ridden[unit.index()], p.is(unit, flag::ENTRAINED));
        let detrained = p.is(unit, flag::DETRAINED);
        let marker = &mut p.markers[usize::from(gruppe) - 1];
        marker.spent = marker.spent.max(spent);
        (marker.ridden, marker.entrained, marker.detrained) = (ridden, entrained, detrained);
    }

    /// A Gruppe is opened: its units are put on the map (tannenberg 18.42b); a dummy is just taken off.
    pub(super) fn open_gruppe(&self, p: &mut Position<A>, gruppe: u8, events: &mut Vec<Event<A>>) {
        let Some(place) = self.marker(p, gruppe).map(|m| m.place) else { return };
        let inside = self.in_box(p, gruppe);
        if inside.is_empty() {
            events.push(Event::DummyGone(place));
        } else {
            events.push(Event::Opened(gruppe, place));
            for unit in inside.iter() {
                self.put_openly(p, unit);
                events.push(Event::CameOut(unit, place));
            }
        }
        self.take_off(p, gruppe);
    }

    /// A unit is put on the map from its box: from now on everybody sees who was last in its hex (tannenberg 5.33c).
    fn put_openly(&self, p: &mut Position<A>, unit: UnitId) {
        p.gruppe[unit.index()] = 0;
        let place = p.place(unit);
        p.put(self.data, unit, place);
    }

    /// Whether a unit stands in a box, so that the other side hears nothing of it.
    pub fn is_hidden(&self, p: &Position<A>, unit: UnitId) -> bool {
        p.gruppe[unit.index()] > 0
    }
}
