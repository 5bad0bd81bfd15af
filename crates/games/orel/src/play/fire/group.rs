//! Attacks as they were declared become attacks as they are fought (7.2, 8.6.1): by default everybody who may attack a hex
//! together does, and the player may join and part them (orel RU-22).

use super::FireEvent;
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{ATTACKS, Attack, HexId, Marker, Pieces, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// Groups what was declared: the units of a hex that attack another in the same way, then Prepared stacks that may go together
    /// (orel 7.2l); Hasty Attacks stay by themselves (orel 7.2n).
    pub(super) fn fire_group(&self, p: &mut Position, events: &mut Vec<Event>) {
        (p.attacks, p.attack_count) = ([Attack::NONE; ATTACKS], 0);
        for unit in self.fire_army(p).iter() {
            let Marker::Attack { prepared, target } = p.marker(unit) else { continue };
            if self.class(unit).is_vehicle() && !self.works(p, unit) {
                let rule = if p.broken.has(unit) { "9.2.1b" } else { "8.2.3c" };
                self.fire_drop(p, unit, rule, events);
                continue;
            }
            let hex = p.hex(unit);
            let with = |a: &Attack| {
                (a.target, a.prepared) == (target, prepared) && a.attackers.iter().any(|u| p.hex(u) == hex)
            };
            match p.declared().iter().position(with) {
                Some(i) => p.attacks[i].attackers.insert(unit),
                None => {
                    let attackers = Pieces::one(unit);
                    let fresh = Attack { target, prepared, attackers, done: false, ..Attack::NONE };
                    if !add(p, fresh) {
                        self.fire_drop(p, unit, "7.2a", events);
                    }
                }
            }
        }
        let mut i = 0;
        while i < p.declared().len() {
            let mut j = i + 1;
            while j < p.declared().len() {
                let (a, b) = (p.attacks[i], p.attacks[j]);
                let both = a.attackers.with(&b.attackers);
                let same = a.target == b.target && a.prepared && b.prepared;
                if same && self.may_attack_together(p, both).is_ok() {
                    p.attacks[i].attackers = both;
                    remove(p, j);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        for i in (0..p.declared().len()).rev() {
            let a = p.attacks[i];
            if self.fire_unsound(p, a.attackers, a.target).is_some() {
                a.attackers.iter().for_each(|u| self.fire_drop(p, u, "9a", events));
                remove(p, i);
            }
        }
        self.fire_fit_supports(p);
        self.fire_tell_groups(p, events);
    }

    /// The log names the attacks with their numbers, and who is in each.
    pub(super) fn fire_tell_groups(&self, p: &Position, events: &mut Vec<Event>) {
        events.extend(p.declared().iter().zip(0u8..).filter(|(a, _)| !a.done).map(|(a, attack)| {
            let Attack { target, prepared, attackers, supports, .. } = *a;
            Event::Fire(FireEvent::Grouped { attack, target, prepared, attackers, supports })
        }));
    }

    /// A unit's attack comes to nothing.
    fn fire_drop(&self, p: &mut Position, unit: UnitId, rule: &'static str, events: &mut Vec<Event>) {
        p.units.set_marker(unit, Marker::None);
        events.push(Event::Fire(FireEvent::Dropped { unit, hex: p.hex(unit), rule }));
    }

    /// Why units cannot make an attack of their own: without combat units it is none (orel 9a), but for a train against a lone train
    /// (orel 9.1.1a).
    pub(super) fn fire_unsound(&self, p: &Position, units: Pieces, target: HexId) -> Option<Refusal> {
        if units.iter().any(|u| self.class(u).is_combat()) {
            return None;
        }
        let lone = p.at(target).any(|u| self.class(u) == Class::Train)
            && !p.at(target).any(|u| self.class(u).is_troop());
        if lone && !units.is_empty() && units.iter().all(|u| self.class(u) == Class::Train) {
            return None;
        }
        Some(Refusal::new(
            "9a",
            "an attack needs a combat unit; only a train may go alone, against a lone train",
        ))
    }

    /// Puts every gun and train that declared Support with an attack that it may support (orel 8.6.2b): it stays where it is if it can.
    pub(super) fn fire_fit_supports(&self, p: &mut Position) {
        for unit in self.fire_army(p).iter() {
            let Marker::Support { prepared, target } = p.marker(unit) else { continue };
            let now = p.declared().iter().position(|a| a.supports.has(unit));
            let fits = |a: &Attack| {
                (a.target, a.prepared) == (target, prepared) && self.may_support(p, unit, a, false).is_none()
            };
            if now.is_some_and(|i| fits(&p.attacks[i])) {
                continue;
            }
            let found = p.declared().iter().position(fits);
            p.attacks.iter_mut().for_each(|a| a.supports.remove(unit));
            if let Some(i) = found {
                p.attacks[i].supports.insert(unit);
            }
        }
    }

    /// The attack with a number of the list, counted from 0.
    pub(super) fn fire_attack(&self, p: &Position, attack: u8) -> Result<Attack, Refusal> {
        p.declared()
            .get(usize::from(attack))
            .copied()
            .ok_or_else(|| Refusal::new("7.2b", "there is no such attack"))
    }

    /// Why two attacks cannot be joined.
    pub(super) fn fire_refuse_join(&self, p: &Position, a: u8, b: u8) -> Result<(), Refusal> {
        let (one, other) = (self.fire_attack(p, a)?, self.fire_attack(p, b)?);
        if a >= b {
            return Err(Refusal::new(
                "7.2l",
                "two different attacks are joined, the one with the lower number first",
            ));
        }
        if one.target != other.target {
            return Err(Refusal::new("7.2l", "only attacks on the same hex can be joined"));
        }
        if one.prepared != other.prepared {
            return Err(Refusal::new("7.2n", "a Hasty and a Prepared Attack are never one"));
        }
        self.may_attack_together(p, one.attackers.with(&other.attackers))
    }

    /// Why units cannot leave an attack for one of their own.
    pub(super) fn fire_refuse_part(&self, p: &Position, attack: u8, leaving: Pieces) -> Result<(), Refusal> {
        let a = self.fire_attack(p, attack)?;
        let staying = a.attackers.without(&leaving);
        if leaving.is_empty() || !leaving.within(&a.attackers) || staying.is_empty() {
            return Err(Refusal::new("7.2p", "some units of an attack leave it and some stay"));
        }
        if p.declared().len() >= ATTACKS {
            return Err(Refusal::new("7.2p", "there is no room for more attacks in one combat phase"));
        }
        let unsound = |units| self.fire_unsound(p, units, a.target);
        unsound(leaving).or_else(|| unsound(staying)).map_or(Ok(()), Err)
    }

    /// Joins two attacks. The first keeps its Depot, or takes that of the other.
    pub(super) fn fire_join(&self, p: &mut Position, a: u8, b: u8) {
        let (i, j) = (usize::from(a), usize::from(b));
        let other = p.attacks[j];
        let depot = if p.attacks[i].depot.is_none() { other.depot } else { p.attacks[i].depot };
        self.fire_supply(p, a, Maybe::NONE);
        self.fire_supply(p, b, Maybe::NONE);
        p.attacks[i].attackers = p.attacks[i].attackers.with(&other.attackers);
        p.attacks[i].supports = p.attacks[i].supports.with(&other.supports);
        remove(p, j);
        self.fire_fit_supports(p);
        self.fire_supply(p, a, depot);
        self.fire_supply_again(p);
    }

    /// Parts units from an attack; the new one stands at the end of the list and is offered munitions as the first ones were.
    pub(super) fn fire_part(&self, p: &mut Position, attack: u8, leaving: Pieces, events: &mut Vec<Event>) {
        let i = usize::from(attack);
        let depot = p.attacks[i].depot;
        self.fire_supply(p, attack, Maybe::NONE);
        p.attacks[i].attackers = p.attacks[i].attackers.without(&leaving);
        let fresh =
            Attack { attackers: leaving, supports: Pieces::EMPTY, depot: Maybe::NONE, ..p.attacks[i] };
        add(p, fresh);
        self.fire_fit_supports(p);
        self.fire_supply(p, attack, depot);
        self.fire_supply_again(p);
        self.fire_tell_groups(p, events);
        self.fire_propose(p, events);
    }
}

/// Adds an attack; whether there was room.
fn add(p: &mut Position, attack: Attack) -> bool {
    let i = usize::from(p.attack_count);
    if i < ATTACKS {
        p.attacks[i] = attack;
        p.attack_count += 1;
    }
    i < ATTACKS
}

/// Takes an attack off the list; the others keep their order.
fn remove(p: &mut Position, place: usize) {
    let n = p.declared().len();
    p.attacks[place..n].rotate_left(1);
    p.attacks[n - 1] = Attack::NONE;
    p.attack_count -= 1;
}
