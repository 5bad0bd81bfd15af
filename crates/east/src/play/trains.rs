//! Trains in the Movement Segment (tannenberg 5.3, tannenberg 16): entraining, riding, ways off the map, detraining.

use crate::action::{Action, Event, ExitId, Mover, Way};
use crate::data::map::{HexSet, Map};
use crate::data::{MAX_HEXES, NODES, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, flag, option, told};
use crate::standard::rail::{self, Ride};
use crate::standard::zones::{enemy, in_enemy_zone};
use sandtable_core::machine::Offers;
use sandtable_core::{Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// SP that a player's trains carry or have carried this phase.
    fn carried(&self, p: &Position<A>, player: u8) -> u8 {
        self.forces(p, player)
            .iter()
            .filter(|u| p.is(*u, flag::COUNTED))
            .map(|u| rail::load(self.data, u))
            .sum()
    }

    /// Capacity that a player has left (tannenberg 5.31b, tannenberg 22.5).
    pub fn capacity_left(&self, p: &Position<A>, player: u8) -> u8 {
        let army = self.army_of(self.own.side_of(player));
        self.own.capacity(self.data, p, player, army).saturating_sub(self.carried(p, player))
    }

    /// SP of a mover that would newly count.
    fn new_load(&self, p: &Position<A>, body: UnitSet) -> u8 {
        let fresh = body.iter().filter(|u| !p.is(*u, flag::COUNTED | flag::FREE_RIDE));
        fresh.map(|u| rail::load(self.data, u)).sum()
    }

    /// Why a mover may not entrain.
    pub(super) fn entrain_breach(&self, p: &Position<A>, player: u8, mover: Mover) -> Option<Refusal> {
        if let Some(breach) = self.rail_mover_breach(p, player, mover) {
            return Some(breach);
        }
        let body = self.body(p, mover);
        if let Mover::Gruppe(gruppe) = mover
            && body.is_empty()
        {
            return self.dummy_entrain_breach(p, gruppe);
        }
        if let Some(breach) = body.iter().find_map(|u| rail::entrain_breach(self.data, p, u)) {
            return Some(breach);
        }
        let load: u8 = body.iter().map(|u| rail::load(self.data, u)).sum();
        (load > self.capacity_left(p, player))
            .then(|| Refusal::new("5.31b", "the rail capacity of this turn is used up"))
    }

    /// A unit in a box may board alone; otherwise as for marches.
    fn rail_mover_breach(&self, p: &Position<A>, player: u8, mover: Mover) -> Option<Refusal> {
        match mover {
            Mover::Unit(unit) if unit.index() < self.data.units.len() && self.is_hidden(p, unit) => {
                (self.own.owner(self.data, p, unit) != player)
                    .then(|| Refusal::new("5.0a", "that is not one of your units"))
            }
            _ => self.mover_breach(p, player, mover),
        }
    }

    /// A dummy boards like a headquarters.
    fn dummy_entrain_breach(&self, p: &Position<A>, gruppe: u8) -> Option<Refusal> {
        let (marker, hides) = (self.marker(p, gruppe)?, self.own.hides(p)?);
        let army = self.army_of(hides.side);
        let cost = self.data.params.chart.add("entrain", self.data.params.armies[usize::from(army)].tcr);
        if marker.entrained || marker.detrained {
            return Some(Refusal::new("5.34a", "a Gruppe makes one journey by rail in a phase"));
        }
        let on_rail =
            usize::from(marker.place) < MAX_HEXES && rail::friendly(self.data, p, army).has(marker.place);
        if !on_rail {
            return Some(Refusal::new("5.32a", "there is no friendly railway here"));
        }
        (marker.spent + cost > hides.dummy_movement)
            .then(|| Refusal::new("5.32c", "too few movement points are left to entrain"))
    }

    /// A mover entrains; some armies roll for each unit (tannenberg 16.11a).
    pub(super) fn entrain(
        &self,
        p: &mut Position<A>,
        mover: Mover,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        let body = self.body(p, mover);
        for unit in body.iter() {
            let roll = if rail::must_roll(self.data, unit) { dice.roll(6) } else { 0 };
            let aboard = rail::entrain(self.data, p, unit, roll);
            p.set(self.data, unit, flag::MOVED, true);
            events.push(Event::Entrained(unit, roll, aboard, self.is_hidden(p, unit)));
        }
        if let Mover::Gruppe(gruppe) = mover
            && body.is_empty()
        {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            marker.entrained = true;
            marker.spent = marker.spent.saturating_add(1);
        }
    }

    /// A mover about to ride, if it may: every unit of a box must be aboard.
    pub fn ride_of(&self, p: &Position<A>, mover: Mover) -> Option<Ride> {
        let limits = p.plays(option::LINE_LIMITS);
        let body = self.body(p, mover);
        if let Mover::Gruppe(gruppe) = mover
            && body.is_empty()
        {
            let (marker, hides) = (self.marker(p, gruppe)?, self.own.hides(p)?);
            let army = self.army_of(hides.side);
            let left = self.data.params.armies[usize::from(army)].rail_rate.checked_sub(marker.ridden)?;
            let ride = Ride { army, side: hides.side, start: marker.place, left, load: 0, limits };
            return marker.entrained.then_some(ride);
        }
        if let Mover::Unit(unit) = mover
            && self.is_hidden(p, unit)
        {
            return None;
        }
        let mut all = body.iter().map(|u| Ride::of(self.data, p, u, limits));
        let first = all.next()??;
        all.try_fold(first, |train, next| {
            let next = next?;
            Some(Ride { left: train.left.min(next.left), load: train.load + next.load, ..train })
        })
    }

    /// Why a mover may not ride on at all.
    pub(super) fn ride_breach(&self, p: &Position<A>, player: u8, mover: Mover) -> Option<Refusal> {
        if let Some(breach) = self.mover_breach(p, player, mover) {
            return Some(breach);
        }
        if self.ride_of(p, mover).is_none() {
            return Some(Refusal::new("5.33a", "it is not entrained"));
        }
        let ended = match mover {
            Mover::Gruppe(g) if self.body(p, mover).is_empty() => {
                self.marker(p, g).is_some_and(|m| m.detrained)
            }
            _ => self.body(p, mover).iter().any(|u| p.is(u, flag::DETRAINED)),
        };
        if ended {
            return Some(Refusal::new("5.38b", "it has ended its journey of this turn"));
        }
        (self.new_load(p, self.body(p, mover)) > self.capacity_left(p, player))
            .then(|| Refusal::new("5.31b", "the rail capacity of this turn is used up"))
    }

    /// Where a mover may march or ride to.
    pub fn places_in_reach(&self, p: &Position<A>, player: u8, mover: Mover) -> HexSet {
        let mut out = self.marches(p, player, mover);
        let ride = self.ride_of(p, mover).filter(|_| self.ride_breach(p, player, mover).is_none());
        if let Some(ride) = ride {
            let reach = rail::reach_of(self.data, p, &ride, &self.doubtful(p, ride.side));
            out.join(&reach.hexes.which(|h| self.stop_breach(p, mover, h).is_none()));
        }
        out
    }

    /// Every ride of a mover, stops between two exits off the map included.
    pub(super) fn rides(&self, p: &Position<A>, player: u8, mover: Mover, out: &mut Offers<'_, Action<A>>) {
        if self.ride_breach(p, player, mover).is_some() {
            return;
        }
        let Some(ride) = self.ride_of(p, mover) else { return };
        let doubtful = self.doubtful(p, ride.side);
        let reach = rail::reach_of(self.data, p, &ride, &doubtful);
        let free = |h: &u16| self.stop_breach(p, mover, *h).is_none();
        out.all_legal(reach.hexes.iter().filter(free).map(|h| Action::Ride(mover, h)));
        self.halts(&reach.left, &ride, |from, to| out.legal(Action::Halt(mover, ExitId(from), ExitId(to))));
    }

    /// Ways off the map that are too long for this turn (tannenberg 5.38b).
    fn halts(&self, left: &[u8], ride: &Ride, mut put: impl FnMut(u8, u8)) {
        let map = &self.data.map;
        for (from, exit) in map.exits.iter().enumerate().filter(|(_, e)| e.side == ride.side) {
            let from = from as u8;
            let at = left[usize::from(Map::node(from))];
            let inside = left[usize::from(exit.hex)];
            let most = [at, inside].into_iter().filter(|l| *l != sandtable_ops::search::UNREACHED).max();
            let Some(most) = most else { continue };
            for (to, _) in rail::links(map, from) {
                if rail::still_to_pay(map, from, to, most).is_some() {
                    put(from, to);
                }
            }
        }
    }

    /// A mover rides to a hex or to the end of a line off the map (tannenberg 5.33a, tannenberg 5.37a).
    pub(super) fn ride(&self, p: &mut Position<A>, mover: Mover, to: u16, events: &mut Vec<Event<A>>) {
        let Some(ride) = self.ride_of(p, mover) else { return };
        let seen = self.seen(p, ride.side).into_owned();
        let doubtful = self.doubtful(&seen, ride.side);
        let reach = rail::reach_of(self.data, &seen, &ride, &doubtful);
        let path = rail::path(self.data, &seen, &ride, &reach, to);
        let used = ride.left.saturating_sub(reach.left[usize::from(to)]);
        self.roll_along(p, mover, &ride, path.hexes(), events);
        self.wear(p, mover, used);
        self.meet_all(p, ride.side, path.hexes(), events);
        self.clear_the_way(p, ride.side, mover, path.hexes(), events);
        self.own.after_move(self.data, p, events);
    }

    /// A mover stops between two exits and owes the rest (tannenberg 5.38b).
    pub(super) fn halt(
        &self,
        p: &mut Position<A>,
        mover: Mover,
        from: u8,
        to: u8,
        events: &mut Vec<Event<A>>,
    ) {
        let Some(ride) = self.ride_of(p, mover) else { return };
        let seen = self.seen(p, ride.side).into_owned();
        let doubtful = self.doubtful(&seen, ride.side);
        let reach = rail::reach_of(self.data, &seen, &ride, &doubtful);
        let (node, hex) = (Map::node(from), self.data.map.exits[usize::from(from)].hex);
        let spare = |place: u16| {
            Some(reach.left[usize::from(place)]).filter(|l| *l != sandtable_ops::search::UNREACHED)
        };
        let (start, most) = match (spare(hex), spare(node)) {
            (Some(a), Some(b)) if b > a => (node, b),
            (Some(a), _) => (hex, a),
            (None, b) => (node, b.unwrap_or(0)),
        };
        let path = rail::path(self.data, &seen, &ride, &reach, start);
        self.roll_along(p, mover, &ride, path.hexes(), events);
        let owed = rail::still_to_pay(&self.data.map, from, to, most).unwrap_or(0);
        let last = [Map::node(to)];
        self.roll_along(p, mover, &ride, &last, events);
        self.wear(p, mover, 0);
        // It pays the rest before anything else next turn; nothing is left of this one.
        for unit in self.body(p, mover).iter() {
            p.ridden[unit.index()] = owed;
            p.set(self.data, unit, flag::DETRAINED, true);
        }
        if let Mover::Gruppe(gruppe) = mover {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            (marker.ridden, marker.detrained) = (owed, true);
        }
    }

    /// Moves a train along a way and notes what each line carried (tannenberg 16.22).
    fn roll_along(
        &self,
        p: &mut Position<A>,
        mover: Mover,
        ride: &Ride,
        path: &[u16],
        events: &mut Vec<Event<A>>,
    ) {
        let start = self.whereabouts(p, mover).unwrap_or(ride.start);
        let mut from = start;
        let body = self.body(p, mover);
        for place in path {
            if let Some(step) = self.data.map.step(from, *place)
                && let Some(line) = ride.line(self.data, p, step)
            {
                let used = &mut p.line_used[usize::from(line)];
                *used = used.saturating_add(ride.load);
            }
            body.iter().for_each(|u| p.put(self.data, u, *place));
            from = *place;
        }
        let Some(to) = path.last().copied() else { return };
        match mover {
            Mover::Unit(unit) => events.push(Event::Rode(unit, start, to)),
            Mover::Gruppe(gruppe) => {
                let marker = &mut p.markers[usize::from(gruppe) - 1];
                events.push(Event::GruppeWent(gruppe, Way::new(marker.place, path), true));
                (marker.place, marker.told) = (to, crate::position::told::NOTHING);
            }
        }
    }

    /// Rail hexes are used up, and capacity.
    fn wear(&self, p: &mut Position<A>, mover: Mover, used: u8) {
        for unit in self.body(p, mover).iter() {
            let ridden = &mut p.ridden[unit.index()];
            *ridden = ridden.saturating_add(used);
            rail::count(self.data, p, unit);
            p.set(self.data, unit, flag::RAILED | flag::MOVED, true);
        }
        if let Mover::Gruppe(gruppe) = mover {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            marker.ridden = marker.ridden.saturating_add(used);
        }
    }

    /// Why a mover may not detrain (tannenberg 5.34a, tannenberg 5.35b).
    pub(super) fn detrain_breach(&self, p: &Position<A>, player: u8, mover: Mover) -> Option<Refusal> {
        if let Some(breach) = self.rail_mover_breach(p, player, mover) {
            return Some(breach);
        }
        let body = self.body(p, mover);
        let on_map = self.whereabouts(p, mover).is_some_and(|h| usize::from(h) < MAX_HEXES);
        let dummy = match mover {
            Mover::Gruppe(g) if body.is_empty() => self.marker(p, g).is_some_and(|m| m.entrained),
            _ => false,
        };
        if !on_map || !(dummy || body.iter().any(|u| p.is(u, flag::ENTRAINED))) {
            return Some(Refusal::new("5.34a", "it is not entrained, or not on the map"));
        }
        // Whom the railways cannot carry gets off, in command or not.
        let put_off = matches!(mover, Mover::Unit(unit) if self.overload(p, player).has(unit));
        let lost = !put_off && body.iter().any(|u| p.is(u, flag::OUT_OF_COMMAND));
        lost.then(|| Refusal::new("5.35b", "a unit out of command may not detrain"))
    }

    /// A mover detrains where it is.
    pub(super) fn detrain(&self, p: &mut Position<A>, mover: Mover, events: &mut Vec<Event<A>>) {
        for unit in self.body(p, mover).iter() {
            if p.is(unit, flag::ENTRAINED) {
                self.detrain_unit(p, unit, events);
            }
        }
        if let Mover::Gruppe(gruppe) = mover {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            if marker.entrained {
                (marker.entrained, marker.detrained) = (false, true);
            }
        }
    }

    fn detrain_unit(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) {
        p.set(self.data, unit, flag::ENTRAINED, false);
        p.set(self.data, unit, flag::DETRAINED | flag::MOVED, true);
        events.push(Event::Detrained(unit, self.is_hidden(p, unit)));
    }

    /// Units still aboard at the end of the segment count too (tannenberg 5.31c) and have used the railway.
    pub(super) fn count_trains(&self, p: &mut Position<A>, player: u8) {
        for unit in self.aboard(p, player).iter() {
            p.set(self.data, unit, flag::RAILED, true);
            rail::count(self.data, p, unit);
        }
    }

    /// Units of a player on trains.
    fn aboard(&self, p: &Position<A>, player: u8) -> UnitSet {
        self.forces(p, player).iter().filter(|u| p.is(*u, flag::ENTRAINED)).collect()
    }

    /// Who may be taken off a train where more is aboard than the railways carry: those off the map cannot.
    pub fn overload(&self, p: &Position<A>, player: u8) -> UnitSet {
        let aboard = self.aboard(p, player);
        if self.new_load(p, aboard) <= self.capacity_left(p, player) {
            return UnitSet::EMPTY;
        }
        let may = |u: &UnitId| p.hex(*u).is_some() && !p.is(*u, flag::COUNTED | flag::FREE_RIDE);
        aboard.iter().filter(|u| may(u) && rail::load(self.data, *u) > 0).collect()
    }

    /// Why the Movement Segment may not end yet.
    pub(super) fn end_moves_breach(&self, p: &Position<A>, player: u8) -> Option<Refusal> {
        let over = !self.overload(p, player).is_empty();
        let trains = over.then(|| {
            Refusal::new("5.31c", "more is on trains than the railways carry: let some of it detrain")
        });
        trains.or_else(|| self.own.end_moves_breach(self.data, p))
    }

    /// Whether a hex lets a reinforcement in as far as its side knows: no enemy, no enemy zone (tannenberg 14.21). A Gruppe
    /// of which nothing is known does not shut it: the unit that comes in finds out (tannenberg 18.62).
    pub(super) fn lets_in(&self, p: &Position<A>, side: u8, hex: u16) -> bool {
        let foe = enemy(side);
        let silent = |m: &&crate::position::Marker| m.place == hex && m.told == told::NOTHING;
        let unknown = if p.partial { p.markers.iter().filter(silent).count() } else { 0 };
        let held = usize::from(p.held(foe, hex)) > unknown || p.fort_at(self.data, foe, hex).is_some();
        !in_enemy_zone(p, side, hex) && !held
    }

    /// Why a mover may not ride to a place.
    pub(super) fn ride_to_breach(
        &self,
        p: &Position<A>,
        player: u8,
        mover: Mover,
        to: u16,
    ) -> Option<Refusal> {
        if let Some(breach) = self.ride_breach(p, player, mover) {
            return Some(breach);
        }
        let ride = self.ride_of(p, mover)?;
        let doubtful = self.doubtful(p, ride.side);
        if rail::reach_of(self.data, p, &ride, &doubtful).hexes.has(to) {
            return self.stop_breach(p, mover, to);
        }
        let hex = usize::from(to) < MAX_HEXES;
        debug_assert!(usize::from(to) < NODES);
        Some(if hex && !self.data.map.rail[usize::from(ride.army)].has(to) {
            Refusal::new("15/5.42a", "no railway of its own country runs there")
        } else if hex && p.last.side(to) != ride.side {
            Refusal::new("5.33c", "an enemy was the last to hold that hex")
        } else if hex && (in_enemy_zone(p, ride.side, to) || doubtful.has(to)) {
            Refusal::new("5.33b", "trains do not run into enemy zones of control")
        } else {
            Refusal::new("5.33a", "no free line of {} rail hexes leads there").number(ride.left)
        })
    }
}
