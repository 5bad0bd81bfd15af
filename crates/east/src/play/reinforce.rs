//! The Reinforcement Segment (tannenberg 14).

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::map::Map;
use crate::data::{MAX_HEXES, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, flag, off};
use crate::standard::rail;
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// Reinforcements of a player that are due or overdue (tannenberg 14.24a).
    pub fn due<'p>(&'p self, p: &'p Position<A>, player: u8) -> impl Iterator<Item = UnitId> + 'p {
        let waits = move |u: &UnitId| {
            p.place(*u) == off::POOL
                && self.own.owner(self.data, p, *u) == player
                && self.own.due(self.data, p, *u).is_some_and(|t| t <= p.turn)
        };
        self.data.ids().filter(waits)
    }

    /// Notes which reinforcements find all their entries shut (tannenberg 14.22a).
    pub(super) fn note_shut(&self, p: &mut Position<A>, player: u8, events: &mut Vec<Event<A>>) {
        let waiting: UnitSet = self.due(p, player).collect();
        for unit in waiting.iter() {
            let side = self.data.unit(unit).side;
            let seen = self.seen(p, side);
            let open = self.own.entries(self.data, p, unit).iter().any(|h| self.lets_in(&seen, side, *h));
            if open {
                p.shut_since[unit.index()] = 0;
            } else if p.shut_since[unit.index()] == 0 {
                p.shut_since[unit.index()] = p.turn;
                events.push(Event::Shut(unit));
            }
        }
    }

    /// The hexes where a reinforcement may come in now: its entries, or if all are shut since an earlier turn the nearest
    /// free hex of the map's edge on the side of the nearest friend (tannenberg 14.22a, tannenberg 14.22b).
    pub fn ways_in<'p>(&'p self, p: &'p Position<A>, unit: UnitId) -> impl Iterator<Item = u16> + 'p {
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        let open = entries.iter().copied().filter(move |h| self.lets_in(p, side, *h));
        let late = p.shut_since[unit.index()];
        let shut = open.clone().next().is_none() && late > 0 && late < p.turn;
        let entry = entries.first().filter(|_| shut);
        open.chain(entry.and_then(|e| self.beside_the_entry(p, unit, side, *e)))
    }

    fn beside_the_entry(&self, p: &Position<A>, unit: UnitId, side: u8, entry: u16) -> Option<u16> {
        let map = &self.data.map;
        let friends = self
            .data
            .ids()
            .filter(|u| *u != unit && self.data.unit(*u).side == side)
            .filter_map(|u| p.hex(u));
        let friend = friends.min_by_key(|h| map.distance(*h, entry)).unwrap_or(entry);
        let edge = |h: &u16| map.steps(*h).count() < 6 && !map.at(*h).closed;
        let free =
            |h: &u16| edge(h) && self.lets_in(p, side, *h) && p.stack(self.data, 1 - side, *h).is_empty();
        // The direction goes before the distance: what lies away from the friend is only for want of another.
        let away = |h: u16| map.distance(h, friend) >= map.distance(entry, friend);
        let key = |h: &u16| (away(*h), map.distance(*h, entry), map.distance(*h, friend), *h);
        (0..map.len()).filter(free).min_by_key(key)
    }

    /// Why a reinforcement may not come in at a hex.
    pub(super) fn bring_breach(
        &self,
        p: &Position<A>,
        player: u8,
        unit: UnitId,
        hex: u16,
    ) -> Option<Refusal> {
        if !self.due(p, player).any(|u| u == unit) {
            return Some(Refusal::new("14.0", "that unit is not due"));
        }
        if !self.ways_in(p, unit).any(|h| h == hex) {
            let side = self.data.unit(unit).side;
            let entry = self.own.entries(self.data, p, unit).contains(&hex);
            return Some(match entry && usize::from(hex) < MAX_HEXES && !self.lets_in(p, side, hex) {
                true => Refusal::new("14.21", "an enemy or an enemy zone of control shuts the entry hex"),
                false => Refusal::new("14.24b", "reinforcements come in where they are scheduled"),
            });
        }
        let counts = self.data.army(unit).reinforcements_count;
        let load = rail::load(self.data, unit);
        (counts && load > self.capacity_left(p, player)).then(|| {
            Refusal::new("15/14.1b", "reinforcements count against the rail capacity, and it is used up")
        })
    }

    /// Why a reinforcement may not go round off the map (tannenberg 14.23).
    pub(super) fn detour_breach(&self, p: &Position<A>, player: u8, unit: UnitId) -> Option<Refusal> {
        if !self.due(p, player).any(|u| u == unit) {
            return Some(Refusal::new("14.0", "that unit is not due"));
        }
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        if entries.iter().any(|h| self.lets_in(p, side, *h)) {
            return Some(Refusal::new(
                "14.23",
                "only a reinforcement whose entry is shut goes round off the map",
            ));
        }
        if !self.data.army(unit).reinforcements_entrained || self.node_of(p, unit).is_none() {
            return Some(Refusal::new("14.23", "no railway leads round from its entry"));
        }
        let counts = self.data.army(unit).reinforcements_count;
        (counts && rail::load(self.data, unit) > self.capacity_left(p, player)).then(|| {
            Refusal::new("5.38a", "travel off the map counts against the rail capacity, and it is used up")
        })
    }

    fn node_of(&self, p: &Position<A>, unit: UnitId) -> Option<u16> {
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        let exits = self.data.map.exits.iter().enumerate();
        let linked = |e: u8| rail::links(&self.data.map, e).next().is_some();
        let mut found = exits.filter(|(i, e)| e.side == side && entries.contains(&e.hex) && linked(*i as u8));
        found.next().map(|(i, _)| Map::node(i as u8))
    }

    /// What can be done with reinforcements.
    pub(super) fn arrivals<'p>(
        &'p self,
        p: &'p Position<A>,
        player: u8,
    ) -> impl Iterator<Item = Action<A>> + 'p {
        let due = self.due(p, player).flat_map(move |unit| {
            let open = move |h: &u16| self.bring_breach(p, player, unit, *h).is_none();
            let ways = self.ways_in(p, unit).filter(open).map(move |h| Action::Bring(unit, h));
            let round = self.detour_breach(p, player, unit).is_none();
            ways.chain(round.then_some(Action::Detour(unit)))
        });
        let beside = self.own.beside_reinforcements(self.data, p, player);
        due.chain(beside.map(Action::Own))
    }

    /// A reinforcement comes in, on a train where its line runs (tannenberg 14.12).
    pub(super) fn bring(&self, p: &mut Position<A>, unit: UnitId, hex: u16, events: &mut Vec<Event<A>>) {
        let side = self.data.unit(unit).side;
        if self.kept_out(p, side, hex, events) {
            if p.shut_since[unit.index()] == 0 {
                p.shut_since[unit.index()] = p.turn;
            }
            events.push(Event::Shut(unit));
            return;
        }
        let army = self.data.army(unit);
        let on_line = rail::friendly(self.data, p, self.data.unit(unit).army).has(hex);
        p.put(self.data, unit, hex);
        if army.reinforcements_entrained && on_line {
            self.board(p, unit);
        } else if army.reinforcements_count {
            rail::count(self.data, p, unit); // tannenberg 15/14.1b, whether or not a line runs there
        }
        events.push(Event::Arrived(unit, hex));
        if !self.data.unit(unit).is_hq() {
            self.give_way(p, side, &[hex], events);
        }
        self.own.arrived(self.data, p, unit, events);
        self.own.after_move(self.data, p, events);
    }

    /// A reinforcement starts on its way off the map.
    pub(super) fn detour(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) {
        if let Some(node) = self.node_of(p, unit) {
            p.put(self.data, unit, node);
            self.board(p, unit);
            events.push(Event::Detours(unit));
        }
    }

    fn board(&self, p: &mut Position<A>, unit: UnitId) {
        p.set(self.data, unit, flag::ENTRAINED, true);
        let counts = self.data.army(unit).reinforcements_count;
        p.set(self.data, unit, flag::FREE_RIDE, !counts);
        rail::count(self.data, p, unit);
    }
}

/// The Reinforcement Segment.
pub struct Reinforcement;

impl<A: Adds> Module<Reinforcement> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, _: &mut Vec<Event<A>>) -> Flow {
        match step {
            Step::Reinforce(player) => {
                let waits = self.arrivals(&self.seen(p, self.own.side_of(player)), player).next().is_some();
                ask_while(p, waits)
            }
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Reinforce(player) => Decision::one(Side(player), "14.0", "bring in reinforcements"),
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Reinforce(player) = step {
            out.all_legal(self.arrivals(p, player));
            out.legal(Action::Done);
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match (step, action) {
            (Step::Reinforce(player), Action::Bring(unit, hex)) => self.bring_breach(p, player, *unit, *hex),
            (Step::Reinforce(player), Action::Detour(unit)) => self.detour_breach(p, player, *unit),
            (Step::Reinforce(_), Action::Own(own)) => self.own.refuse(self.data, p, step, own),
            (Step::Reinforce(_), Action::Done) => None,
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        _: Side,
        action: &Action<A>,
        _: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::Bring(unit, hex) => self.bring(p, unit, hex, events),
            Action::Detour(unit) => self.detour(p, unit, events),
            Action::Own(own) => self.own.take(self.data, p, &own, events),
            _ => end_step(p),
        }
    }
}
