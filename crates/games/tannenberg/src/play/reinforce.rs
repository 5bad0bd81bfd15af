//! The Reinforcement Segment (tannenberg 14).

use crate::action::{Action, Event};
use crate::family::engine::Engine;
use crate::family::map::Map;
use crate::family::{MAX_HEXES, UnitId, rail};
use crate::position::{Position, flag, off};
use sandtable_core::game::Breach;

impl Engine<'_> {
    /// Reinforcements of a player that are due or overdue (tannenberg 14.24a).
    pub(crate) fn due<'p>(&'p self, p: &'p Position, player: u8) -> impl Iterator<Item = UnitId> + 'p {
        let waits = move |u: &UnitId| {
            p.place(*u) == off::POOL
                && self.own.owner(self.data, p, *u) == player
                && self.own.due(self.data, p, *u).is_some_and(|t| t <= p.turn)
        };
        self.data.ids().filter(waits)
    }

    /// Notes which reinforcements find all their entries shut (tannenberg 14.22a).
    pub(super) fn note_shut(&self, p: &mut Position, player: u8, events: &mut Vec<Event>) {
        let waiting: Vec<UnitId> = self.due(p, player).collect();
        for unit in waiting {
            let side = self.data.unit(unit).side;
            let seen = self.seen(p, side);
            let open = self.own.entries(self.data, p, unit).iter().any(|h| self.lets_in(&seen, side, *h));
            if !open && p.shut_since[unit.index()] == 0 {
                p.shut_since[unit.index()] = p.turn;
                events.push(Event::Shut(unit));
            }
        }
    }

    /// The hexes where a reinforcement may come in now: its entries, or if all are shut since an earlier turn the nearest
    /// free hex of the map's edge on the side of the nearest friend (tannenberg 14.22a, tannenberg 14.22b).
    pub(crate) fn ways_in(&self, p: &Position, unit: UnitId) -> Vec<u16> {
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        let open: Vec<u16> = entries.iter().copied().filter(|h| self.lets_in(p, side, *h)).collect();
        if !open.is_empty() {
            return open;
        }
        let late = p.shut_since[unit.index()];
        let Some(entry) = entries.first().copied().filter(|_| late > 0 && late < p.turn) else {
            return Vec::new();
        };
        self.beside_the_entry(p, unit, side, entry).into_iter().collect()
    }

    fn beside_the_entry(&self, p: &Position, unit: UnitId, side: u8, entry: u16) -> Option<u16> {
        let map = &self.data.map;
        let friends = self
            .data
            .ids()
            .filter(|u| *u != unit && self.data.unit(*u).side == side)
            .filter_map(|u| p.hex(u));
        let friend = friends.min_by_key(|h| map.distance(*h, entry))?;
        let edge = |h: &u16| map.steps(*h).count() < 6 && !map.at(*h).closed;
        let free =
            |h: &u16| edge(h) && self.lets_in(p, side, *h) && p.stack(self.data, 1 - side, *h).is_empty();
        (0..map.len()).filter(free).min_by_key(|h| (map.distance(*h, entry), map.distance(*h, friend), *h))
    }

    /// Why a reinforcement may not come in at a hex.
    pub(super) fn bring_breach(&self, p: &Position, player: u8, unit: UnitId, hex: u16) -> Option<Breach> {
        if !self.due(p, player).any(|u| u == unit) {
            return Some(Breach::new("14.0", "that unit is not due"));
        }
        if !self.ways_in(p, unit).contains(&hex) {
            let side = self.data.unit(unit).side;
            let entry = self.own.entries(self.data, p, unit).contains(&hex);
            return Some(match entry && usize::from(hex) < MAX_HEXES && !self.lets_in(p, side, hex) {
                true => Breach::new("14.21", "an enemy or an enemy zone of control shuts the entry hex"),
                false => Breach::new("14.24b", "reinforcements come in where they are scheduled"),
            });
        }
        let counts = self.data.army(unit).reinforcements_count;
        let load = rail::load(self.data, unit);
        (counts && load > self.capacity_left(p, player)).then(|| {
            Breach::new("15/14.1b", "reinforcements count against the rail capacity, and it is used up")
        })
    }

    /// Why a reinforcement may not go round off the map (tannenberg 14.23).
    pub(super) fn detour_breach(&self, p: &Position, player: u8, unit: UnitId) -> Option<Breach> {
        if !self.due(p, player).any(|u| u == unit) {
            return Some(Breach::new("14.0", "that unit is not due"));
        }
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        if entries.iter().any(|h| self.lets_in(p, side, *h)) {
            return Some(Breach::new(
                "14.23",
                "only a reinforcement whose entry is shut goes round off the map",
            ));
        }
        if !self.data.army(unit).reinforcements_entrained || self.node_of(p, unit).is_none() {
            return Some(Breach::new("14.23", "no railway leads round from its entry"));
        }
        let counts = self.data.army(unit).reinforcements_count;
        (counts && rail::load(self.data, unit) > self.capacity_left(p, player)).then(|| {
            Breach::new("5.38a", "travel off the map counts against the rail capacity, and it is used up")
        })
    }

    fn node_of(&self, p: &Position, unit: UnitId) -> Option<u16> {
        let side = self.data.unit(unit).side;
        let entries = self.own.entries(self.data, p, unit);
        let exits = self.data.map.exits.iter().enumerate();
        let linked = |e: u8| rail::links(&self.data.map, e).next().is_some();
        let mut found = exits.filter(|(i, e)| e.side == side && entries.contains(&e.hex) && linked(*i as u8));
        found.next().map(|(i, _)| Map::node(i as u8))
    }

    /// What can be done with reinforcements.
    pub(super) fn arrivals(&self, p: &Position, player: u8, out: &mut Vec<Action>) {
        let due: Vec<UnitId> = self.due(p, player).collect();
        for unit in due {
            let ways = self.ways_in(p, unit);
            out.extend(
                ways.iter()
                    .filter(|h| self.bring_breach(p, player, unit, **h).is_none())
                    .map(|h| Action::Bring(unit, *h)),
            );
            if self.detour_breach(p, player, unit).is_none() {
                out.push(Action::Detour(unit));
            }
        }
        if self.own.may_commit(self.data, p, self.own.side_of(player)) {
            out.push(Action::Commit);
        }
    }

    /// A reinforcement comes in, on a train where its line runs (tannenberg 14.12).
    pub(super) fn bring(&self, p: &mut Position, unit: UnitId, hex: u16, events: &mut Vec<Event>) {
        let army = self.data.army(unit);
        let on_line = rail::friendly(self.data, p, self.data.unit(unit).army).has(hex);
        p.put(self.data, unit, hex);
        if army.reinforcements_entrained && on_line {
            self.board(p, unit);
        }
        events.push(Event::Arrived(unit, hex));
        self.meet(p, self.data.unit(unit).side, hex, events);
    }

    /// A reinforcement starts on its way off the map.
    pub(super) fn detour(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        if let Some(node) = self.node_of(p, unit) {
            p.put(self.data, unit, node);
            self.board(p, unit);
            events.push(Event::Detours(unit));
        }
    }

    fn board(&self, p: &mut Position, unit: UnitId) {
        p.set(self.data, unit, flag::ENTRAINED, true);
        let counts = self.data.army(unit).reinforcements_count;
        p.set(self.data, unit, flag::FREE_RIDE, !counts);
        rail::count(self.data, p, unit);
    }
}
