//! Retreats (7.5.2.10.3): area by area towards the nearest depot, together, and surrender where there is no way.

use super::force::powers;
use super::state::{NONE, Retreating};
use super::{FightAction, FightEvent};
use crate::data::POWERS;
use crate::play::combat::Factors;
use crate::play::combat::retreat::WAYS;
use crate::play::land::{AreaSet, Position, Spot};
use crate::play::{Engine, Event};
use crate::position::Chiefs;
use sandtable_board::{AreaId, LinkKind};
use sandtable_core::Refusal;
use sandtable_ops::{ArrayList, with_scratch};
use std::cell::Cell;

thread_local! {
    static OPEN: Cell<Vec<(AreaSet, AreaId)>> = const { Cell::new(Vec::new()) };
}

impl Engine<'_> {
    /// What a side takes along when it leaves: corps in the field, leaders and irregulars that took part.
    pub(super) fn departing(&self, p: &Position, who: usize, by: u8) -> Retreating {
        let camp = &p.fight.camps[who];
        let area = p.fight.area;
        let blocks = camp.blocks.iter().filter(|b| p.corps[*b].spot == Spot::Field(area)).collect();
        let leaders: Chiefs =
            self.chiefs(p, camp).iter().filter(|l| p.leaders[*l] == Spot::Field(area)).collect();
        let mut irregulars = [0; POWERS];
        for q in powers(camp.irregulars) {
            irregulars[usize::from(q)] = p.at(area).irregulars[usize::from(q)];
        }
        let mut entered = AreaSet::NONE;
        entered.put(area);
        let set = powers(camp.powers)
            .filter(|q| {
                camp.blocks.iter().any(|b| p.corps[b].power == *q && p.corps[b].spot == Spot::Field(area))
                    || irregulars[usize::from(*q)] > 0
            })
            .fold(0u8, |s, q| s | 1 << q);
        Retreating { who: who as u8, by, powers: set, blocks, leaders, irregulars, entered, at: area }
    }

    /// Whether a force has anything in it.
    pub(super) fn is_force(force: &Retreating) -> bool {
        !force.blocks.is_empty() || force.irregulars.iter().any(|n| *n > 0)
    }

    /// Whether a force finds an open area (ruling 26).
    pub(super) fn has_way(&self, p: &Position, force: &Retreating) -> bool {
        if !Self::is_force(force) {
            return false;
        }
        with_scratch(&OPEN, |open| self.leads_out(p, force, open))
    }

    fn leads_out(&self, p: &Position, force: &Retreating, open: &mut Vec<(AreaSet, AreaId)>) -> bool {
        let mut seen = force.entered;
        open.clear();
        open.push((force.entered, force.at));
        while let Some((entered, at)) = open.pop() {
            for to in self.retreat_choices(p, force.powers, &entered, at) {
                if !self.retreat_goes_on(p, force.powers, to) {
                    return true;
                }
                if !seen.has(to) {
                    seen.put(to);
                    let mut next = entered;
                    next.put(to);
                    open.push((next, to));
                }
            }
        }
        false
    }

    /// Areas between which the power that moves the force now chooses.
    pub(super) fn next_areas(&self, p: &Position) -> ArrayList<AreaId, WAYS> {
        let force = &p.fight.retreat;
        if force.by == NONE {
            return ArrayList::new();
        }
        self.retreat_choices(p, force.powers, &force.entered, force.at)
    }

    /// Moves on while there is no choice; surrenders where there is no way (empires 7.5.2.10.3.6).
    pub(super) fn run_retreat(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let force = p.fight.retreat;
        if !Self::is_force(&force) {
            self.lose_leaders(p, force.leaders, usize::from(force.who), events);
            p.play.pop();
            return false;
        }
        match self.next_areas(p)[..] {
            [] => {
                self.surrender(p, events);
                p.play.pop();
                false
            }
            [only] => {
                self.fall_back(p, only, events);
                false
            }
            _ => {
                p.fight.asks = force.by;
                true
            }
        }
    }

    pub(super) fn refuse_retreat(&self, p: &Position, action: FightAction) -> Option<Refusal> {
        let FightAction::Retreat(area) = action else { return Some(self.not_asked(p)) };
        if self.next_areas(p).contains(&area) {
            return None;
        }
        let force = &p.fight.retreat;
        let link = self.d.board.link(force.at, area).filter(|_| area.index() < self.d.board.len());
        let (rule, why) = if link == Some(LinkKind::Crossing) {
            ("7.5.2.10.3.4", "no retreat leads over a crossing arrow")
        } else if link.is_some() && force.entered.has(area) {
            ("7.5.2.10.3.5", "the force has been there on this retreat")
        } else {
            ("7.5.2.10.3.1", "the retreat goes to the neighbouring area nearest to a depot")
        };
        Some(Refusal::new(rule, why).at(area))
    }

    pub(super) fn take_retreat(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        if let FightAction::Retreat(area) = action {
            self.fall_back(p, area, events);
        }
    }

    /// One area back; the force stays there unless enemies drive it on.
    fn fall_back(&self, p: &mut Position, to: AreaId, events: &mut Vec<Event>) {
        let force = &mut p.fight.retreat;
        let from = force.at;
        force.entered.put(to);
        force.at = to;
        let force = *force;
        let goes_on = self.retreat_goes_on(p, force.powers, to);
        let who = force.who;
        let power = p.fight.camps[usize::from(who)].hand;
        events.push(Event::Fight(FightEvent::Retreats { power, from, area: to, goes_on }));
        if !goes_on {
            self.place(p, &force, to);
            self.lift_sieges(p, events);
            p.fight.retreat = Retreating::NONE;
            p.play.pop();
        }
    }

    /// Puts a whole force into an area.
    pub(super) fn place(&self, p: &mut Position, force: &Retreating, to: AreaId) {
        let from = p.fight.area;
        for block in force.blocks.iter() {
            p.corps[block].spot = Spot::Field(to);
        }
        for leader in force.leaders.iter() {
            p.leaders[leader] = Spot::Field(to);
        }
        for (q, n) in force.irregulars.into_iter().enumerate() {
            let there = &mut p.at_mut(from).irregulars[q];
            let moved = n.min(*there);
            *there -= moved;
            p.at_mut(to).irregulars[q] += moved;
            if moved > 0 && p.play.rode[q].has(from) {
                p.play.rode[q].put(to);
            }
        }
    }

    /// A force without a way: all its factors and leaders are prisoners (empires 7.5.2.10.3.6).
    fn surrender(&self, p: &mut Position, events: &mut Vec<Event>) {
        let force = std::mem::replace(&mut p.fight.retreat, Retreating::NONE);
        let area = p.fight.area;
        let who = usize::from(force.who);
        let by = p.fight.camps[1 - who].hand;
        for q in powers(force.powers) {
            let mut factors = Factors::NONE;
            for block in force.blocks.iter() {
                if p.corps[block].power == q {
                    factors += self.factors(p, block);
                    self.eliminate(p, block, events);
                }
            }
            let n = force.irregulars[usize::from(q)].min(p.at(area).irregulars[usize::from(q)]);
            factors[self.irregular_kind(q)] += u16::from(n);
            p.at_mut(area).irregulars[usize::from(q)] -= n;
            if !factors.is_empty() {
                events.push(Event::Fight(FightEvent::Surrenders { power: q, by, area, factors }));
            }
        }
        self.lose_leaders(p, force.leaders, who, events);
        self.lift_sieges(p, events);
    }

    /// Leaders of a side fall into the hands of the other.
    pub(super) fn lose_leaders(&self, p: &mut Position, set: Chiefs, who: usize, events: &mut Vec<Event>) {
        let by = p.fight.camps[1 - who].hand;
        for leader in set.iter() {
            if p.leaders[leader] != Spot::Off {
                self.capture(p, leader, by, events);
            }
        }
    }

    /// The depot garrison of a beaten side surrenders (empires 7.5.3.4(b), ruling 41).
    pub(super) fn give_up_guard(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        let area = p.fight.area;
        if !p.fight.camps[who].guard {
            return;
        }
        let (by, set) = (p.fight.camps[1 - who].hand, p.fight.camps[who].powers);
        for power in powers(set) {
            let own = self.on_depot(p, area, 1 << power);
            let factors = own.fold(Factors::NONE, |sum, l| sum + self.loose_factors(p, l));
            if !factors.is_empty() {
                events.push(Event::Fight(FightEvent::Surrenders { power, by, area, factors }));
            }
        }
        let controller = p.controller;
        let theirs = |n: u8| {
            controller.get(usize::from(n)).is_some_and(|q| usize::from(*q) < POWERS && set >> q & 1 == 1)
        };
        p.at_mut(area).guard.take_out(theirs);
        p.fight.camps[who].guard = false;
    }

    /// Areas that the relievers came from and can go back to, all together (empires 7.5.4.2.3.1.1).
    pub(super) fn origins(&self, p: &Position) -> AreaSet {
        let force = &p.fight.retreat;
        let mut out = AreaSet::NONE;
        force
            .blocks
            .iter()
            .map(|b| p.corps[b].ration.from)
            .filter(|a| a.index() < self.d.board.len() && *a != p.fight.area)
            .filter(|a| powers(force.powers).all(|q| p.may_enter(q, *a)))
            .filter(|a| !self.retreat_goes_on(p, force.powers, *a))
            .for_each(|a| out.put(a));
        out
    }

    /// Relievers go back; if none of their areas takes them they retreat like others, moved by the enemy.
    pub(super) fn run_return(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let force = p.fight.retreat;
        if !Self::is_force(&force) {
            self.lose_leaders(p, force.leaders, usize::from(force.who), events);
            p.play.pop();
            return false;
        }
        let origins = self.origins(p);
        match (origins.iter().next(), origins.len()) {
            (None, _) => {
                p.fight.retreat.by = p.fight.camps[1].hand;
                self.go(p, super::FightStep::Retreat);
                false
            }
            (Some(only), 1) => {
                self.relievers_return(p, only, events);
                false
            }
            _ => {
                p.fight.asks = force.by;
                true
            }
        }
    }

    pub(super) fn refuse_way_back(&self, p: &Position, action: FightAction) -> Option<Refusal> {
        let FightAction::Retreat(area) = action else { return Some(self.not_asked(p)) };
        let why = "relievers go back together to one of the areas that they came from";
        let fits = area.index() < self.d.board.len() && self.origins(p).has(area);
        (!fits).then(|| Refusal::new("7.5.4.2.3.1.1", why).at(area))
    }

    pub(super) fn take_return(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        if let FightAction::Retreat(area) = action {
            self.relievers_return(p, area, events);
        }
    }

    fn relievers_return(&self, p: &mut Position, to: AreaId, events: &mut Vec<Event>) {
        let force = std::mem::replace(&mut p.fight.retreat, Retreating::NONE);
        let power = p.fight.camps[usize::from(force.who)].hand;
        self.place(p, &force, to);
        let from = p.fight.area;
        events.push(Event::Fight(FightEvent::Retreats { power, from, area: to, goes_on: false }));
        self.lift_sieges(p, events);
        p.play.pop();
    }
}
