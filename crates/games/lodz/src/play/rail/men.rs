//! Replacements and the return of destroyed units (REP), and units that leave (N11.11): at the start of the owner's movement phase.

use crate::play::common::no;
use crate::play::rail::{RailAction, RailEvent, RailStep};
use crate::play::{Action, Engine, Event};
use crate::position::{At, Flag, HexId, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::Maybe;

impl Engine<'_> {
    /// The movement phase begins: units leave, points of the day are added (lodz R45). Marks of the last turn are gone already.
    pub(super) fn men_enter(&self, p: &mut Position, events: &mut Vec<Event>) {
        let side = p.active;
        self.men_leave(p, events);
        for points in self.scenario(p).points.iter().filter(|x| x.day == p.day) {
            let kind = usize::from(points.kind);
            if self.d.charts.replacement_kinds[kind].side == side {
                p.points[kind] = p.points[kind].saturating_add(points.cel);
                let (cel, all) = (points.cel, p.points[kind]);
                events.push(Event::Rail(RailEvent::Points { kind: points.kind, cel, all }));
            }
        }
        if self.men_any(p, side) {
            p.steps.push(Step::Rail(RailStep::Men));
        }
    }

    /// Units that leave on this day (lodz N11.11), with nothing on them that could come back one day.
    fn men_leave(&self, p: &mut Position, events: &mut Vec<Event>) {
        let s = self.scenario(p);
        let today = s.withdrawals.iter().filter(|w| w.day == p.day);
        for unit in today.flat_map(|w| &w.units).copied().filter(|u| self.def(*u).side == p.active) {
            let (map, hex) = (s.map, p.hex(unit));
            if !matches!(p.units.at(unit), At::Map | At::Aboard) {
                continue;
            }
            if let Some((slot, train)) = self.trains().find(|(slot, _)| p.rail.load[*slot].is(unit)) {
                p.rail.load[slot] = Maybe::NONE;
                p.units.mark(train, Flag::Loaded, false);
            }
            p.units.clear(unit);
            p.units.take_off(unit, At::Left);
            events.push(Event::Rail(RailEvent::Left { unit, map, hex }));
        }
    }

    /// Whether a player has points and somebody to spend them on.
    pub(super) fn men_any(&self, p: &Position, side: u8) -> bool {
        let mine = |(kind, n): (usize, &u8)| {
            *n > 0 && self.d.charts.replacement_kinds.get(kind).is_some_and(|k| k.side == side)
        };
        if !p.points.iter().enumerate().any(mine) {
            return false;
        }
        let mut any = false;
        self.men_each(p, side, &mut |a| any = any || self.men_refuse(p, side, a).is_none());
        any
    }

    /// Hexes in which destroyed units of a side come back (lodz REP.7, lodz REP.8). They are on the first board.
    fn men_places(&self, p: &Position, side: u8) -> impl Iterator<Item = HexId> + '_ {
        let first = self.scenario(p).map == 0;
        self.d.places.returns[usize::from(side)].iter().copied().filter(move |_| first)
    }

    /// Everybody whom points might be spent on.
    pub(super) fn men_each(&self, p: &Position, side: u8, offer: &mut dyn FnMut(RailAction)) {
        // Units that have lost nothing, or have no points of their kind, need no reasons.
        let paid = |u: UnitId| p.points.get(usize::from(self.def(u).replacement)).is_some_and(|n| *n > 0);
        for unit in self.all_units().filter(|u| self.def(*u).side == side && paid(*u)) {
            match p.units.at(unit) {
                At::Map if p.units.cel(unit) < self.def(unit).cel => offer(RailAction::Replace { unit }),
                At::Gone => {
                    self.men_places(p, side).for_each(|to| offer(RailAction::Return { unit, to }));
                }
                _ => {}
            }
        }
    }

    /// Why nobody of a kind can be given a unit's points: the kind is another (lodz REP.1), or there are too few.
    fn men_points(&self, p: &Position, unit: UnitId, needed: u8) -> Option<Refusal> {
        let def = self.def(unit);
        if !def.kind.is_line() {
            return Some(no("REP.5", "only infantry and cavalry are made up").of(unit));
        }
        if def.nation == crate::data::Nation::AH {
            return Some(no("REP.11", "Austro-Hungarian units get no replacements").of(unit));
        }
        let points = p.points.get(usize::from(def.replacement)).copied();
        let Some(points) = points else {
            return Some(no("REP.1", "no kind of points is for this unit").of(unit));
        };
        (points < needed).then(|| {
            no("REP.2", "it takes {} points of its kind, and there are fewer").number(needed).of(unit)
        })
    }

    /// The rule that forbids it.
    pub(super) fn men_refuse(&self, p: &Position, side: u8, action: RailAction) -> Option<Refusal> {
        let charts = &self.d.charts;
        let foreign = |unit: UnitId| !self.is_unit(unit) || p.side(unit) != side;
        match action {
            RailAction::Enough => None,
            RailAction::Replace { unit } => {
                let Some(hex) = p.hex(unit).filter(|_| !foreign(unit)) else {
                    return Some(no("REP.2", "that is not a unit of yours on the map"));
                };
                if let Some(why) = self.men_points(p, unit, charts.points_per_cel) {
                    return Some(why);
                }
                if p.units.cel(unit) >= self.def(unit).cel {
                    return Some(no("REP.2", "this unit has lost nothing").of(unit));
                }
                self.in_zone(p, 1 - side, hex)
                    .then(|| no("REP.3", "a unit in an enemy zone gets no replacements").of(unit))
            }
            RailAction::Return { unit, to } => {
                if foreign(unit) || p.units.at(unit) != At::Gone {
                    return Some(no("REP.6", "that is not a destroyed unit of yours"));
                }
                if let Some(why) = self.men_points(p, unit, charts.points_per_unit) {
                    return Some(why);
                }
                let rule = if side == 0 { "REP.8" } else { "REP.7" };
                if !self.men_places(p, side).any(|h| h == to) {
                    return Some(no(rule, "destroyed units come back in {returns}"));
                }
                if p.units.units_in(1 - side, to) > 0 {
                    return Some(no("4.21", "an enemy stands there").at(to));
                }
                self.in_zone(p, 1 - side, to)
                    .then(|| no("REP.9", "nobody comes back in an enemy zone").at(to))
            }
            _ => Some(self.not_now(p, Action::Rail(action))),
        }
    }

    /// Does it. A unit that gets something neither moves nor attacks in this turn (lodz REP.4, lodz REP.10).
    pub(super) fn men_take(&self, p: &mut Position, action: RailAction, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        match action {
            RailAction::Replace { unit } => {
                let cel = p.units.cel(unit) + 1;
                p.units.set_cel(unit, cel);
                let left = self.men_pay(p, unit, self.d.charts.points_per_cel);
                let hex = p.hex(unit);
                events.extend(hex.map(|hex| Event::Rail(RailEvent::Replaced { unit, cel, left, map, hex })));
            }
            RailAction::Return { unit, to } => {
                p.units.clear(unit);
                let cel = self.def(unit).cel.saturating_sub(self.d.charts.returns_with_lost).max(1);
                p.units.set_cel(unit, cel);
                p.units.place(unit, to);
                let left = self.men_pay(p, unit, self.d.charts.points_per_unit);
                events.push(Event::Rail(RailEvent::Returned { unit, cel, left, map, hex: to }));
            }
            _ => {
                p.steps.pop();
            }
        }
    }

    fn men_pay(&self, p: &mut Position, unit: UnitId, points: u8) -> u8 {
        p.units.mark(unit, Flag::Replaced, true);
        let left = &mut p.points[usize::from(self.def(unit).replacement)];
        *left = left.saturating_sub(points);
        *left
    }
}
