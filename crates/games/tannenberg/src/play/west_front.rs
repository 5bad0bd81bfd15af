//! Reinforcements from the west front and the change of command (tannenberg 19).

use super::Addition;
use super::rules::{DE, RU, Rules};
use super::victory::reason;
use crate::Engine;
use crate::action::Event;
use crate::data::Arrival;
use crate::play::{OwnEvent, OwnStep};
use crate::position::{Position, Step, off};
use sandtable_core::Dice;
use sandtable_east::data::map::HexSet;
use sandtable_east::data::pieces::{Kind, MAX_UNITS};
use sandtable_east::data::{Data, NODES, UnitId, UnitSet};
use sandtable_east::standard::supply::{hex_in_supply, range, sources};
use sandtable_ops::search::{UNREACHED, spread};

impl Rules {
    /// The German Reinforcement Segment before units come in.
    pub(super) fn west_front(
        &self,
        data: &Data,
        p: &mut Position,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let wf = &self.own.west_front;
        if p.own.west.exchange > 0
            && !p.own.west.exchanged
            && p.turn >= p.own.west.exchange + wf.exchange.after
        {
            self.exchange_hq(data, p, events);
        }
        if !p.own.west.done && self.must_roll(data, p) {
            let roll = dice.roll(6);
            // Both players must be able to reckon it, so it is reckoned from what the Russian knows.
            let open = Engine { data, own: self }.seen(p, RU).into_owned();
            let total = roll + self.additions(data, &open);
            events.push(Event::Own(OwnEvent::WestRoll(roll, total)));
            if let Some(row) = wf.chart.iter().find(|r| total <= r.upto) {
                self.call(p, row.exchange, row.units, events);
            }
            p.own.west.done |= total >= wf.until; // tannenberg 19.11d
        }
    }

    /// The first unit of the West Front that enters the map scores for all of them (tannenberg 21.2g, R-78).
    pub(super) fn west_arrived(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let posting = self.postings[unit.index()].as_ref();
        let called = posting.is_some_and(|q| matches!(q.arrival, Arrival::AfterCall(_)));
        if called && p.own.west.called > 0 && !p.own.west.scored {
            p.own.west.scored = true;
            self.score_once(p, reason::WEST_FRONT, events);
        }
    }

    /// Orders the change of command and calls the units, where that has not been done.
    pub(super) fn call(&self, p: &mut Position, exchange: bool, units: bool, events: &mut Vec<Event>) {
        if exchange && p.own.west.exchange == 0 {
            p.own.west.exchange = p.turn;
            events.push(Event::Own(OwnEvent::ExchangeOrdered));
        }
        if units && p.own.west.called == 0 {
            p.own.west.called = p.turn;
            events.push(Event::Own(OwnEvent::UnitsCalled));
        }
    }

    /// The new commander takes the place of the old one, in his Gruppe if he was in one (tannenberg 19.21a); if the old
    /// one is gone or out of supply the German chooses (tannenberg 19.21b).
    fn exchange_hq(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        p.own.west.exchanged = true;
        let [out, comes] = self.exchange;
        let army = data.unit(out).army;
        let at = p.hex(out).filter(|h| {
            let from = sources(data, p, army);
            hex_in_supply(data, p, army, *h, range(data, out), &from)
        });
        let gruppe = p.gruppe[out.index()];
        p.put(data, out, off::OUT);
        p.gruppe[out.index()] = 0;
        match at {
            Some(hex) => {
                p.gruppe[comes.index()] = gruppe;
                p.put(data, comes, hex);
                events.push(Event::Own(OwnEvent::Exchanged(comes, hex, gruppe > 0)));
            }
            None => p.steps.push(Step::Own(OwnStep::Relieve(comes))),
        }
        self.score_once(p, reason::NEW_COMMANDER, events); // tannenberg 19.21c
    }

    /// Whether a player may change the commander and call the units of their own will (tannenberg 19.14a).
    pub(crate) fn may_commit(&self, p: &Position, player: u8) -> bool {
        player == DE && self.uses("19") && (p.own.west.called == 0 || p.own.west.exchange == 0)
    }

    /// Where a new headquarters may come: with any unit or fortress of its side (tannenberg 19.21b).
    pub(super) fn relief_hexes(&self, data: &Data, p: &Position, hq: UnitId) -> HexSet {
        let side = data.unit(hq).side;
        let units = data.ids().filter(|u| data.unit(*u).side == side && *u != hq);
        let forts = (0..data.map.forts.len() as u8).filter(|f| p.stands(data, *f));
        let forts = forts.map(|f| &data.map.forts[usize::from(f)]).filter(|f| f.side == side);
        units.filter_map(|u| p.hex(u)).chain(forts.map(|f| f.hex)).collect()
    }

    /// The new headquarters comes.
    pub(super) fn relieve(&self, data: &Data, p: &mut Position, hex: u16, events: &mut Vec<Event>) {
        if let Step::Own(OwnStep::Relieve(hq)) = p.top() {
            p.steps.pop();
            p.put(data, hq, hex);
            events.push(Event::Own(OwnEvent::Exchanged(hq, hex, false)));
        }
    }

    /// Russian infantry of the armies that count, deep enough in Germany.
    fn invaders<'a>(&'a self, data: &'a Data, p: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        data.ids().filter(|u| {
            let unit = data.unit(*u);
            unit.side == RU
                && unit.kind == Kind::Infantry
                && self.own.west_front.armies.contains(&unit.field_army)
                && p.hex(*u).is_some_and(|h| self.deep.has(h))
        })
    }

    /// Whether the German must roll (tannenberg 19.11a, tannenberg 19.11b).
    pub fn must_roll(&self, data: &Data, p: &Position) -> bool {
        let wf = &self.own.west_front;
        let sp = |army: Option<&String>| -> u16 {
            let of = self.invaders(data, p).filter(|u| army.is_none_or(|a| data.unit(*u).field_army == *a));
            of.map(|u| u16::from(data.unit(u).sp)).sum()
        };
        wf.armies.iter().all(|a| sp(Some(a)) >= u16::from(wf.sp_of_each_army))
            && sp(None) >= u16::from(wf.sp_in_all)
            && sp(None) - self.largest_group(data, p) >= u16::from(wf.apart_sp)
    }

    /// SP of the largest group of invaders that are linked by marches of no more than some MP.
    fn largest_group(&self, data: &Data, p: &Position) -> u16 {
        let units: UnitSet = self.invaders(data, p).collect();
        // Each unit is in a group that is called by one of its units.
        let mut group: [UnitId; MAX_UNITS] = std::array::from_fn(|u| UnitId(u as u8));
        for unit in units.iter() {
            let near = self.within_march(data, p, unit);
            for other in units.iter().filter(|o| p.hex(*o).is_some_and(|h| near.has(h))) {
                let (a, b) = (group[unit.index()], group[other.index()]);
                group.iter_mut().filter(|g| **g == a).for_each(|g| *g = b);
            }
        }
        let sp = |g: UnitId| -> u16 {
            units.iter().filter(|u| group[u.index()] == g).map(|u| u16::from(data.unit(u).sp)).sum()
        };
        units.iter().map(sp).max().unwrap_or(0)
    }

    /// Hexes within a march over the ground alone, no matter who stands there.
    fn within_march(&self, data: &Data, p: &Position, unit: UnitId) -> HexSet {
        let Some(start) = p.hex(unit) else { return HexSet::EMPTY };
        let rank = sandtable_east::data::params::rank(data.tcr(unit));
        let mut left = [UNREACHED; NODES];
        left[usize::from(start)] = self.own.west_front.apart_more_than;
        let mut out = spread(&mut left, HexSet::one(start), |hex, here, visit| {
            for step in data.map.open(hex) {
                if let Some(rest) = here.checked_sub(step.cost[rank]) {
                    visit(step.to, rest);
                }
            }
        });
        out.insert(start);
        out
    }

    /// What is added to the roll (tannenberg 19.12).
    pub fn additions(&self, data: &Data, p: &Position) -> u8 {
        let list = &self.own.west_front.additions;
        let holds = |a: &Addition| self.addition(data, p, a);
        let replaced = |id: &str| list.iter().any(|o| o.instead_of.as_deref() == Some(id) && holds(o) > 0);
        list.iter().filter(|a| !replaced(&a.id)).map(holds).sum()
    }

    /// One addition.
    fn addition(&self, data: &Data, p: &Position, a: &Addition) -> u8 {
        if let (Some(each), Some(beyond)) = (a.each_sp, a.beyond_sp) {
            let sp: u16 = self.invaders(data, p).map(|u| u16::from(data.unit(u).sp)).sum();
            let times = (sp.saturating_sub(u16::from(beyond)) / u16::from(each.max(1))).min(255) as u8;
            return (times * a.add).min(a.most.unwrap_or(u8::MAX));
        }
        let near = |kinds: &dyn Fn(Kind) -> bool, within: u8, of: &HexSet| {
            data.ids().filter(|u| data.unit(*u).side == RU && kinds(data.unit(*u).kind)).any(|u| {
                p.hex(u).is_some_and(|h| of.iter().any(|t| data.map.distance(h, t) <= u16::from(within)))
            })
        };
        let holds = if let Some(from) = a.controlled_from {
            let army = data.params.armies.iter().position(|a| a.side == RU).unwrap_or(0) as u8;
            let supply = sources(data, p, army);
            data.map.towns.iter().filter(|t| self.controls(data, p, t.hex, &supply)).count()
                >= usize::from(from)
        } else if let Some(from) = a.german_steps_lost_from {
            p.own.german_steps >= u16::from(from)
        } else if let Some(within) = a.within {
            let citadel: HexSet = self.citadel.into_iter().collect();
            let fallen =
                (0..data.map.forts.len()).any(|f| data.map.forts[f].side == DE && !p.stands(data, f as u8));
            near(&|k| k != Kind::Hq, within, &citadel) || (a.or_german_fortress_destroyed && fallen)
        } else if let Some(within) = a.infantry_within {
            // Only in Germany: a garrison of Warsaw threatens nobody.
            data.ids().any(|u| {
                let infantry = data.unit(u).side == RU && data.unit(u).kind == Kind::Infantry;
                let at = p.hex(u).filter(|h| infantry && self.germany.has(*h));
                at.is_some_and(|h| self.river.iter().any(|t| data.map.distance(h, t) <= u16::from(within)))
            })
        } else {
            false
        };
        if holds { a.add } else { 0 }
    }
}
