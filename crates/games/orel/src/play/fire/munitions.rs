//! Munitions (8.2.1): a Depot for each attack and Barrage or none, and resupply. Points are off the Depot while they are given
//! and come back when they are taken away again.

use super::FireEvent;
use super::state::{DEPOTS, Fire, Shot};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{Attack, Marker, Mode, Pieces, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;
use std::cmp::Reverse;

fn no_depot() -> Refusal {
    Refusal::new("8.2.1a", "that is not a Depot of yours on the map")
}

impl Engine<'_> {
    /// The munitions step begins: attacks are grouped, Barrages listed, and functional Depots proposed for them.
    pub(super) fn fire_begin_munitions(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.fire = Fire { spotted: p.fire.spotted, ..Fire::START };
        let depots = self.fire_army(p).which(|u| self.class(u).is_depot());
        for (place, depot) in depots.iter().take(DEPOTS).enumerate() {
            p.fire.depots[place] = depot.into();
        }
        self.fire_group(p, events);
        for unit in self.fire_army(p).iter() {
            if p.marker(unit) == Marker::Barrage {
                p.fire.add(Shot { firer: unit, target: Maybe::NONE, depot: Maybe::NONE, over: false });
            }
            if p.marker(unit) != Marker::None || p.unsupplied.has(unit) {
                let near = self.depots_in_range(p, unit);
                let places = (0..DEPOTS).filter(|i| p.fire.depots[*i].get().is_some_and(|d| near.has(d)));
                p.fire.reach[usize::from(unit)] = places.fold(0, |bits, i| bits | 1 << i);
            }
        }
        // An attack wakes up an inactive formation (orel RU-48).
        let hexes = p.declared().iter().map(|a| p.stack(p.reactive(), a.target));
        p.fire.attacked = hexes.fold(Pieces::EMPTY, |all, stack| all.with(&stack));
        self.settle(p, events);
        for i in 0..p.attack_count {
            self.fire_arm(p, i);
        }
        self.fire_propose(p, events);
    }

    /// Everything that the active side has on the map.
    pub(super) fn fire_army(&self, p: &Position) -> Pieces {
        p.units.on_map_of(p.active).collect()
    }

    /// Depots of the active side, as they stood when the munitions step began.
    pub(super) fn fire_depots<'a>(&self, p: &'a Position) -> impl Iterator<Item = UnitId> + use<'a> {
        p.fire.depots.iter().map_while(|d| d.get())
    }

    /// Whether a unit has a Depot in range (orel 8.2.2a), as it is while munitions are given.
    fn fire_covers(&self, p: &Position, depot: UnitId, unit: UnitId) -> bool {
        let place = self.fire_depots(p).position(|d| d == depot);
        place.is_some_and(|i| p.fire.reach[usize::from(unit)] >> i & 1 == 1)
    }

    /// Whether a unit of the active side had a Depot in range that could give something when munitions were allotted.
    pub fn fire_reaches(&self, p: &Position, unit: UnitId) -> bool {
        self.fire_depots(p).any(|d| self.depot_serves(p, d) && self.fire_covers(p, d, unit))
    }

    /// Munitions Points that an attack takes (orel 8.2.1a, orel 8.2.1b): none against a hex with neither combat units nor guns (orel 9d,
    /// orel RU-26), none for vehicles by themselves (orel 8.2.1n).
    pub fn fire_cost(&self, p: &Position, attack: &Attack) -> u8 {
        let held = p.at(attack.target).any(|u| self.class(u).is_troop());
        let shoots = attack.attackers.with(&attack.supports).iter().any(|u| self.class(u).is_troop());
        if held && shoots { self.fire_price(attack.prepared) } else { 0 }
    }

    /// Points of an attack go back to its Depot: it does not take place (orel 7.2q), or needs none (orel 9d). How many, and where.
    pub(in crate::play) fn fire_refund(&self, p: &mut Position, attack: u8) -> (u8, Maybe<UnitId>) {
        let Some(a) = p.attacks.get_mut(usize::from(attack)) else { return (0, Maybe::NONE) };
        let depot = std::mem::take(&mut a.depot).get().filter(|d| p.units.on_map(*d));
        let Some(from) = depot else { return (0, Maybe::NONE) };
        let points = self.fire_price(a.prepared);
        p.points[usize::from(from)] = p.points[usize::from(from)].saturating_add(points);
        (points, from.into())
    }

    /// What an attack takes that needs munitions (orel 8.2.1a, orel 8.2.1b).
    pub(in crate::play) fn fire_price(&self, prepared: bool) -> u8 {
        let chart = &self.d.charts.depot;
        if prepared { chart.prepared } else { chart.hasty }
    }

    /// Depots of both sides that gave something in this combat phase (orel 3.2Ba). Points of a cancelled attack went back (orel 7.2q).
    pub fn fire_depots_used(&self, p: &Position) -> Pieces {
        let attacks = p.declared().iter().filter_map(|a| a.depot.get());
        p.fire.used.with(&attacks.collect())
    }

    /// Gives an attack the points of a Depot, or takes them away. A Depot that cannot pay or reaches nobody of it gives
    /// nothing.
    pub(super) fn fire_supply(&self, p: &mut Position, attack: u8, depot: Maybe<UnitId>) {
        self.fire_refund(p, attack);
        if let Some(from) = depot.get().filter(|_| self.fire_refuse_supply(p, attack, depot).is_ok()) {
            let i = usize::from(attack);
            p.points[usize::from(from)] -= self.fire_cost(p, &p.attacks[i]);
            p.attacks[i].depot = depot;
        }
        self.fire_arm(p, attack);
    }

    /// Units have changed their attacks: each Depot goes on giving if it still reaches a unit, and which units it covers is noted again.
    pub(super) fn fire_supply_again(&self, p: &mut Position) {
        for i in 0..p.attack_count {
            let depot = p.attacks[usize::from(i)].depot;
            self.fire_supply(p, i, depot);
        }
    }

    /// Notes which units of an attack are covered (orel 8.2.1g): those in range of its Depot, vehicles, and all if no munitions are needed.
    fn fire_arm(&self, p: &mut Position, attack: u8) {
        let a = p.attacks[usize::from(attack)];
        let all = a.attackers.with(&a.supports);
        let free = self.fire_cost(p, &a) == 0;
        let near = |u| a.depot.get().is_some_and(|depot| self.fire_covers(p, depot, u));
        let covered = |u| free || !self.class(u).is_troop() || near(u);
        p.attacks[usize::from(attack)].armed = all.which(covered);
    }

    /// Why a Depot cannot give this many points.
    fn fire_refuse_depot(&self, p: &Position, depot: UnitId, cost: u8) -> Result<(), Refusal> {
        if !self.is_unit(depot)
            || !self.class(depot).is_depot()
            || !p.on_map(depot)
            || p.side(depot) != p.active
        {
            return Err(no_depot());
        }
        if p.unsupplied.has(depot) {
            return Err(Refusal::new("3.2Bb", "an Unsupplied Depot gives nothing").of(depot));
        }
        if !self.depot_serves(p, depot) {
            return Err(Refusal::new("3.2Bc", "it supplies again when this phase is over").of(depot));
        }
        if p.points[usize::from(depot)] < cost {
            let refusal = Refusal::new("7.2d", "it has {} points left and {} are needed");
            return Err(refusal.number(p.points[usize::from(depot)]).number(cost).of(depot));
        }
        Ok(())
    }

    /// Why an attack cannot have the points of a Depot, or be without one.
    pub(super) fn fire_refuse_supply(
        &self,
        p: &Position,
        attack: u8,
        depot: Maybe<UnitId>,
    ) -> Result<(), Refusal> {
        let a = self.fire_attack(p, attack)?;
        if depot == a.depot {
            let why = if depot.is_none() {
                "it has no munitions"
            } else {
                "it has the points of that Depot already"
            };
            return Err(Refusal::new("8.2.1f", why));
        }
        let Some(depot) = depot.get() else { return Ok(()) };
        let cost = self.fire_cost(p, &a);
        if cost == 0 {
            let rule = if p.at(a.target).any(|u| self.class(u).is_troop()) { "8.2.1n" } else { "9d" };
            return Err(Refusal::new(rule, "this attack needs no munitions"));
        }
        self.fire_refuse_depot(p, depot, cost)?;
        let mut guns_and_men = a.attackers.with(&a.supports).iter().filter(|u| self.class(*u).is_troop());
        if !guns_and_men.any(|u| self.fire_covers(p, depot, u)) {
            return Err(Refusal::new("8.2.2a", "no unit of the attack is in range of that Depot").of(depot));
        }
        Ok(())
    }

    /// Why a Barrage cannot have the point of a Depot, or be without one.
    pub(super) fn fire_refuse_feed(
        &self,
        p: &Position,
        unit: UnitId,
        depot: Maybe<UnitId>,
    ) -> Result<(), Refusal> {
        let Some(i) = p.fire.shot_of(unit) else {
            return Err(Refusal::new("8.3.1a", "it has declared no Barrage"));
        };
        if self.class(unit) == Class::Train {
            return Err(Refusal::new("8.2.1n", "armored trains spend no munitions").of(unit));
        }
        if depot == p.fire.shots[i].depot {
            return Err(Refusal::new("8.2.1f", "nothing would change"));
        }
        let Some(depot) = depot.get() else { return Ok(()) };
        self.fire_refuse_depot(p, depot, self.d.charts.depot.barrage)?;
        if !self.fire_covers(p, depot, unit) {
            return Err(Refusal::new("8.2.2a", "that Depot is out of its range").of(unit).of(depot));
        }
        Ok(())
    }

    /// Gives a Barrage the point of a Depot, or takes it away.
    pub(super) fn fire_feed(&self, p: &mut Position, shot: usize, depot: Maybe<UnitId>) {
        let point = self.d.charts.depot.barrage;
        let old = std::mem::replace(&mut p.fire.shots[shot].depot, depot);
        if let Some(old) = old.get() {
            p.points[usize::from(old)] += point;
        }
        if let Some(depot) = depot.get() {
            p.points[usize::from(depot)] -= point;
        }
    }

    /// Why a unit cannot be resupplied by a Depot (orel 8.2.1i).
    pub(super) fn fire_refuse_resupply(
        &self,
        p: &Position,
        unit: UnitId,
        depot: Maybe<UnitId>,
    ) -> Result<(), Refusal> {
        if !self.is_unit(unit) || !p.on_map(unit) || p.side(unit) != p.active || self.class(unit).is_depot() {
            return Err(Refusal::new("8.2.1i", "that is not a unit of yours on the map"));
        }
        let refuse = |rule, why| Err(Refusal::new(rule, why).of(unit));
        if !p.unsupplied.has(unit) {
            return refuse("8.2.1i", "it is not Unsupplied");
        }
        if p.marker(unit) != Marker::None {
            return refuse("8.2.1i", "it has declared an attack, Barrage or Support");
        }
        if p.mode(unit) == Mode::March {
            return refuse("7.1.4h", "it is in March mode");
        }
        let depot = depot.get().ok_or_else(no_depot)?;
        self.fire_refuse_depot(p, depot, self.d.charts.depot.resupply)?;
        if !self.fire_covers(p, depot, unit) {
            return refuse("8.2.2a", "that Depot is out of its range");
        }
        Ok(())
    }

    /// Proposes functional Depots for attacks and Barrages that have none: the one that covers most, then the fullest. Units that are
    /// Unsupplied would stay so (orel 8.2.1h) and do not count; Depots that are not functional would be exhausted by it (orel 3.2Ba)
    /// and are left to the player.
    pub(super) fn fire_propose(&self, p: &mut Position, events: &mut Vec<Event>) {
        for i in 0..p.attack_count {
            let a = p.attacks[usize::from(i)];
            if a.depot.is_some() {
                continue;
            }
            let fit =
                a.attackers.with(&a.supports).which(|u| self.class(u).is_troop() && !p.unsupplied.has(u));
            let reached = |d: UnitId| fit.iter().filter(|u| self.fire_covers(p, d, *u)).count();
            let able = self.fire_depots(p);
            let able = able.filter(|d| {
                p.functional.has(*d) && self.fire_refuse_supply(p, i, (*d).into()).is_ok() && reached(*d) > 0
            });
            let best = able.max_by_key(|d| (reached(*d), p.points[usize::from(*d)], Reverse(*d)));
            if let Some(depot) = best {
                self.fire_supply(p, i, depot.into());
                events.push(self.fire_supply_event(p, i));
            }
        }
        for i in 0..p.fire.list().len() {
            let Shot { firer, depot, .. } = p.fire.shots[i];
            if depot.is_some() || p.unsupplied.has(firer) {
                continue;
            }
            let able = self.fire_depots(p);
            let able =
                able.filter(|d| p.functional.has(*d) && self.fire_refuse_feed(p, firer, (*d).into()).is_ok());
            let best = able.max_by_key(|d| (p.points[usize::from(*d)], Reverse(*d)));
            if let Some(depot) = best {
                self.fire_feed(p, i, depot.into());
                events.push(Event::Fire(FireEvent::Fed {
                    unit: firer,
                    depot: depot.into(),
                    left: p.points[usize::from(depot)],
                }));
            }
        }
    }

    /// Points left in a Depot.
    pub(super) fn points_left(&self, p: &Position, depot: Maybe<UnitId>) -> u8 {
        depot.get().and_then(|d| p.points.get(usize::from(d))).copied().unwrap_or(0)
    }

    /// What the log says of an attack's munitions.
    pub(super) fn fire_supply_event(&self, p: &Position, attack: u8) -> Event {
        let a = p.attacks[usize::from(attack)];
        let left = self.points_left(p, a.depot);
        let points = self.fire_cost(p, &a);
        // An Unsupplied unit stays so (orel 8.2.1h), and vehicles spend nothing (orel 8.2.1n).
        let armed = a.armed.which(|u| self.class(u).is_troop() && !p.unsupplied.has(u));
        let stay = a.attackers.with(&a.supports).meet(&p.unsupplied);
        let (target, depot) = (a.target, a.depot);
        Event::Fire(FireEvent::Supplied { attack, target, depot, points, left, armed, stay })
    }
}
