//! Headquarters and depots follow the troops.

use super::Regular;
use super::picture::{Picture, body_worth, defence_of, hq_worth};
use crate::Engine;
use crate::Sheet;
use crate::action::{Action, Mover};
use crate::play::RU;
use crate::position::Position;
use sandtable_east::data::pieces::{Kind, Level};
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::standard::stacking;
use sandtable_east::standard::supply::{in_supply, range, traces};

/// A unit inside the radius, for each SP.
const LED: i32 = 4;
/// A unit of the corps inside the radius of its headquarters, for each SP.
const OWN_CORPS: i32 = 10;
/// Somebody who is to attack inside the radius.
const STRIKES: i32 = 10;
/// A unit outside, for each hex too far.
const LEFT_BEHIND: i32 = 1;
/// A unit in supply, and one within reach of this depot, for each SP.
const FEEDS: i32 = 12;
const NEAR: i32 = 2;
/// For each hex to the nearest goal: the army will go there.
const AHEAD: i32 = 4;
/// A depot that nothing feeds feeds nobody.
const CUT_OFF: i32 = 1000;
/// A move must gain at least this.
const WORTH_MOVING: i32 = 6;

impl Regular {
    /// The next headquarters or depot to move; those in boxes go with their troops.
    pub(super) fn rear(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        pic: &Picture,
    ) -> Option<Action> {
        let in_the_rear = |m: &Mover| {
            let body = e.body(p, *m);
            !body.is_empty() && body.iter().all(|u| super::march::is_rear(e, p, u))
        };
        for mover in e.movers(p, pic.player).filter(in_the_rear) {
            if self.is_settled(mover) {
                continue;
            }
            self.settle(mover);
            let Some((march, _, reach)) = e.march_reach(p, mover) else { continue };
            let body = e.body(p, mover);
            let Some(unit) = body.iter().next() else { continue };
            let here = march.start;
            let best = if e.data.unit(unit).kind == Kind::Depot {
                let depot = Depot::new(e, sheet, p, pic, unit);
                self.best(e, p, pic, (mover, here), reach.hexes.iter(), |h, floor| depot.worth(h, floor))
            } else {
                let hq = body.iter().find(|u| e.data.unit(*u).hq.is_some()).unwrap_or(unit);
                let radius = u16::from(e.own.hq_values(e.data, p, hq).radius);
                let troops = e.troops(p, pic.side);
                let staff = Staff { e, sheet, p, pic, hq, radius, troops, strikes: &self.strikes };
                self.best(e, p, pic, (mover, here), reach.hexes.iter(), |h, _| staff.worth(h))
            };
            if best != here {
                return Some(Action::March(mover, best));
            }
        }
        None
    }

    fn best(
        &self,
        e: &Engine<'_>,
        p: &Position,
        pic: &Picture,
        (mover, here): (Mover, u16),
        hexes: impl Iterator<Item = u16>,
        worth: impl Fn(u16, i32) -> i32,
    ) -> u16 {
        let body = e.body(p, mover);
        let mut best = (worth(here, i32::MIN).saturating_add(WORTH_MOVING), here);
        for hex in hexes {
            let value = worth(hex, best.0);
            if value > best.0
                && stacking::fits(e.data, p, body, hex)
                && self.may_stop(e, p, pic.player, mover, hex)
            {
                best = (value, hex);
            }
        }
        best.1
    }
}

struct Staff<'a> {
    e: &'a Engine<'a>,
    sheet: &'a Sheet,
    p: &'a Position,
    pic: &'a Picture,
    hq: UnitId,
    radius: u16,
    troops: UnitSet,
    strikes: &'a [u16],
}

impl Staff<'_> {
    fn worth(&self, hex: u16) -> i32 {
        let (e, p, data) = (self.e, self.p, self.e.data);
        let u = data.unit(self.hq);
        let level = u.hq.as_ref().map(|h| h.level);
        let mut worth = 0;
        for unit in self.troops.iter() {
            let (Some(at), o) = (p.hex(unit), data.unit(unit)) else { continue };
            let own = match level {
                Some(Level::Corps) => !u.corps.is_empty() && o.corps == u.corps,
                _ => self.pic.side != RU || o.field_army == u.field_army,
            };
            let far = data.map.distance(at, hex);
            // A side that may be attacked needs its headquarters most.
            let front = self.pic.threat[usize::from(at)] > 0;
            let sp = i32::from(o.sp) * if front { 2 } else { 1 };
            if far <= self.radius {
                worth += if own && level == Some(Level::Corps) {
                    OWN_CORPS * sp
                } else if own {
                    LED * sp
                } else {
                    sp
                };
                let strikes = self.strikes.iter().any(|t| data.map.distance(*t, at) == 1);
                worth += if strikes && (own || level == Some(Level::Army)) { STRIKES } else { 0 };
            } else if own {
                let weight = if o.kind == Kind::Infantry { LEFT_BEHIND } else { 0 };
                worth -= weight * i32::from((far - self.radius).min(10));
            }
        }
        if level == Some(Level::Staff) {
            // A staff officer is of use only beside a headquarters that commands many.
            let beside = p.stack(data, self.pic.side, hex);
            let best =
                beside.iter().filter(|b| *b != self.hq).map(|b| e.own.hq_values(data, p, b).strength).max();
            worth = worth / 4 + 3 * i32::from(best.unwrap_or(0));
        }
        let mates: UnitSet = p.stack(data, self.pic.side, hex).iter().filter(|m| *m != self.hq).collect();
        let guard = defence_of(data, p, mates);
        let far = self.pic.far[usize::from(hex)];
        worth += if guard >= 3 { self.pic.w.guarded } else { 0 };
        worth -= if guard < 3 && far <= 3 && p.fort_at(data, self.pic.side, hex).is_none() {
            self.pic.w.lonely
        } else {
            0
        };
        worth
            - self.pic.danger(e, p, hex, guard.max(1), hq_worth(self.sheet, self.hq)) * self.pic.w.staff_risk
                / 100
    }
}

struct Depot<'a> {
    e: &'a Engine<'a>,
    p: &'a Position,
    pic: &'a Picture,
    unit: UnitId,
    value: i32,
    troops: UnitSet,
    /// What it could feed at most.
    all: i32,
    /// What feeds without this depot.
    sources: sandtable_east::data::HexSet,
}

impl<'a> Depot<'a> {
    fn new(
        e: &'a Engine<'a>,
        sheet: &'a Sheet,
        p: &'a Position,
        pic: &'a Picture,
        unit: UnitId,
    ) -> Depot<'a> {
        let mut without = *p;
        without.put(e.data, unit, crate::position::off::POOL);
        let alone: UnitSet = std::iter::once(unit).collect();
        let (value, sources) = (body_worth(sheet, p, alone), e.sources(&without, pic.side).hexes);
        let troops = e.troops(p, pic.side);
        let all = troops.iter().map(|u| FEEDS * i32::from(e.data.unit(u).sp)).sum();
        Depot { e, p, pic, unit, value, troops, all, sources }
    }

    fn worth(&self, hex: u16, floor: i32) -> i32 {
        let (e, p, data, side) = (self.e, self.p, self.e.data, self.pic.side);
        let reach = range(data, self.unit);
        let beside = self.beside(hex, reach);
        if beside + self.all <= floor {
            return i32::MIN;
        }
        if !traces(data, p, side, hex, reach, 0, &self.sources) {
            return -CUT_OFF - i32::from(self.pic.far[usize::from(hex)].min(20));
        }
        let mut trial = *p;
        trial.put(data, self.unit, hex);
        let sources = e.sources(&trial, side);
        let fed = self.troops.iter().filter(|u| in_supply(data, &trial, *u, &sources));
        beside + fed.map(|u| FEEDS * i32::from(data.unit(u).sp)).sum::<i32>()
    }

    /// What a hex is worth to it but for those whom it would feed.
    fn beside(&self, hex: u16, reach: u8) -> i32 {
        let (e, p, data, side) = (self.e, self.p, self.e.data, self.pic.side);
        let mut worth = 0;
        for unit in self.troops.iter() {
            let (Some(at), u) = (p.hex(unit), data.unit(unit)) else { continue };
            let near = data.map.distance(at, hex) <= u16::from(reach);
            worth += if near && u.has_zone() { NEAR * i32::from(u.sp) } else { 0 };
        }
        // A source already: a depot there adds nothing.
        worth -= if self.sources.has(hex) { 4 } else { 0 };
        let mates: UnitSet = p.stack(data, side, hex).iter().filter(|m| *m != self.unit).collect();
        let goals = self.pic.goals.iter().filter(|g| g.weight >= 20);
        let ahead = goals.map(|g| data.map.distance(g.hex, hex)).min().unwrap_or(0);
        worth -= AHEAD * i32::from(ahead.min(20));
        worth - 2 * self.pic.danger(e, p, hex, 1 + defence_of(data, p, mates), self.value)
    }
}
