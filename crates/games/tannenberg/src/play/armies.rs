//! The Russian armies and the German corps (tannenberg 17.1, tannenberg 17.4).

use super::rules::{RU, Rules, both};
use crate::Engine;
use crate::action::Mover;
use crate::position::{Position, Step, off};
use sandtable_core::Refusal;
use sandtable_east::data::pieces::{Kind, Level};
use sandtable_east::data::{Data, HexSet, MAX_HEXES, UnitId, UnitSet};

impl Rules {
    /// The field army that a unit counts for in an attack (tannenberg 17.12).
    fn army_for_shifts<'a>(&'a self, data: &'a Data, unit: UnitId) -> &'a str {
        let u = data.unit(unit);
        let all = self.scenario.army_for_all_shifts.as_ref();
        all.or_else(|| self.scenario.army_for_shifts.get(&u.id)).unwrap_or(&u.field_army)
    }

    /// Why a headquarters may not help an attack: a Russian one needs more than half the Steps to be of its army
    /// (tannenberg 17.12), a German corps one of its own units (tannenberg 17.4a), the cavalry corps two of cavalry
    /// (tannenberg 17.4c); army headquarters of the German may help any (tannenberg 17.4b).
    pub(super) fn integrity_breach(
        &self,
        data: &Data,
        p: &Position,
        hq: UnitId,
        attackers: UnitSet,
    ) -> Option<Refusal> {
        let u = data.unit(hq);
        if u.side == RU {
            if self.improved(p) || !self.uses("17.12") {
                return None;
            }
            let steps = |of: &str| -> u16 {
                let own = attackers.iter().filter(|a| of.is_empty() || self.army_for_shifts(data, *a) == of);
                own.map(|a| u16::from(p.steps(data, a))).sum()
            };
            let own = steps(self.army_for_shifts(data, hq)) * 100;
            let needed = steps("") * self.own.army.shift_needs_more_than_percent;
            return (own <= needed).then(|| {
                Refusal::new("17.12", "more than half the attacking steps must be of its own army").of(hq)
            });
        }
        if hq == self.cavalry_hq {
            let riders = attackers.iter().filter(|a| data.unit(*a).kind == Kind::Cavalry).count();
            return (riders < usize::from(self.own.integrity.cavalry_units_needed))
                .then(|| Refusal::new("17.4c", "it helps an attack by two cavalry units or more").of(hq));
        }
        if u.hq.as_ref().is_some_and(|h| h.level == Level::Corps) {
            let own =
                attackers.iter().filter(|a| !u.corps.is_empty() && data.unit(*a).corps == u.corps).count();
            return (own < usize::from(self.own.integrity.corps_units_needed))
                .then(|| Refusal::new("17.4a", "no unit of its corps attacks").of(hq));
        }
        None
    }

    /// Whether the two Russian headquarters must keep apart (tannenberg 17.11c, tannenberg 17.5).
    fn keep_apart(&self, p: &Position) -> bool {
        let whole = |u: UnitId| p.lost[u.index()] == 0 && p.place(u) != off::ELIMINATED;
        self.uses("17.11") && !self.improved(p) && self.apart.iter().all(|u| whole(*u))
    }

    /// How far apart two hexes count: from a turn on, each German hex between them twice (tannenberg 17.11b, R-65).
    pub fn separation(&self, data: &Data, p: &Position, a: u16, b: u16) -> u16 {
        let plain = data.map.distance(a, b);
        if p.turn < self.own.army.german_hexes_count_from_turn {
            return plain;
        }
        // The shortest ways, and on them the most German hexes.
        let extra = u16::from(self.own.army.german_hexes_count.saturating_sub(1));
        let mut best = [None; MAX_HEXES];
        best[usize::from(a)] = Some(0u16);
        let mut ring = HexSet::one(a);
        for far in (0..plain).rev() {
            let mut next = HexSet::EMPTY;
            for hex in ring.iter() {
                let here = best[usize::from(hex)].unwrap_or(0);
                for step in data.map.steps(hex).filter(|s| data.map.distance(s.to, b) == far) {
                    let german = u16::from(step.to != b && self.germany.has(step.to));
                    let slot = &mut best[usize::from(step.to)];
                    next.insert(step.to);
                    *slot = (*slot).max(Some(here + german));
                }
            }
            ring = next;
        }
        plain + extra * best[usize::from(b)].unwrap_or(0)
    }

    /// Why one of the two may not end in a hex: too near to the other, and no further than it was (tannenberg 17.11a,
    /// tannenberg 17.11d).
    pub(super) fn too_close(&self, data: &Data, p: &Position, unit: UnitId, to: u16) -> Option<Refusal> {
        let at = self.apart.iter().position(|u| *u == unit)?;
        // Off the map there is no distance.
        if !self.keep_apart(p) || to >= data.map.len() {
            return None;
        }
        let [mine, other] = both(p, [unit, self.apart[1 - at]])?;
        let more = u16::from(self.own.army.separated_by_more_than);
        // What counts twice only makes it further.
        if data.map.distance(to, other) > more {
            return None;
        }
        let (now, then) = (self.separation(data, p, mine, other), self.separation(data, p, to, other));
        let parts = now <= more && then > now;
        (then <= more && !parts).then(|| {
            let why = "Rennenkampf and Samsonov stay more than {} hexes apart; this would be {}";
            Refusal::new("17.11a", why).number(more).number(then)
        })
    }

    /// Whether the two stand too close and could part now (tannenberg 17.11d).
    pub(super) fn must_part(&self, data: &Data, p: &Position) -> Option<Refusal> {
        let Step::Moves(player) = p.top() else { return None };
        if p.phasing != RU || !self.keep_apart(p) {
            return None;
        }
        let [a, b] = both(p, self.apart)?;
        if self.separation(data, p, a, b) > u16::from(self.own.army.separated_by_more_than) {
            return None;
        }
        let engine = Engine { data, own: self };
        let mut own = self.apart.iter().filter(|h| self.ally_of(data, **h) == player);
        let parts = own.any(|hq| !engine.places_in_reach(p, player, Mover::Unit(*hq)).is_empty());
        parts
            .then(|| Refusal::new("17.11d", "Rennenkampf and Samsonov are too close and must be moved apart"))
    }
}
