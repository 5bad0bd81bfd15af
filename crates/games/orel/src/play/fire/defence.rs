//! Support of the defence (8.6.2) and the supply of those who are attacked (8.1d, 8.2.1l).

use super::{FireAction, FireEvent};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::state::{Marker, Pieces, Position};
use sandtable_core::Bar;

impl Engine<'_> {
    /// Attacks that counterbattery has undone: attackers and supports that were driven off are out of them, and an attack
    /// that nobody is left to make does not take place.
    pub(super) fn fire_prune(&self, p: &mut Position) {
        for i in 0..p.declared().len() {
            let a = p.attacks[i];
            if a.done {
                continue;
            }
            let near = |u: u8| p.on_map(u) && self.d.map.distance(p.hex(u), a.target) == 1;
            let attackers = a.attackers.which(near);
            let supports = a.supports.which(|u| self.may_support(p, u, &a, false).is_none());
            for u in a.attackers.without(attackers).with(a.supports.without(supports)).iter() {
                p.units.set_marker(u, Marker::None);
            }
            (p.attacks[i].attackers, p.attacks[i].supports) = (attackers, supports);
            p.attacks[i].armed = a.armed.meet(attackers.with(supports));
            if self.fire_unsound(p, attackers, a.target).is_some() {
                p.attacks[i].done = true;
                self.fire_refund(p, i as u8);
            }
        }
    }

    /// Candidates for the support of the defence: each gun or train for one attack (orel 8.6.2d).
    pub(super) fn fire_helpers<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = FireAction> + 'a {
        let open = p.declared().iter().any(|a| !a.done);
        let all = if open { 0..self.d.units.len() as u8 } else { 0..0 };
        let guns = all.filter(|u| self.class(*u).is_gun() || self.class(*u) == Class::Train);
        let free =
            guns.filter(|u| p.on_map(*u) && p.side(*u) == p.reactive() && p.marker(*u) == Marker::None);
        free.flat_map(move |unit| (0..p.attack_count).map(move |attack| FireAction::Support { unit, attack }))
            .filter(|a| self.fire_refuse_help(p, *a).is_ok())
    }

    /// Why a gun or train cannot support the defence against an attack.
    pub(super) fn fire_refuse_help(&self, p: &Position, action: FireAction) -> Result<(), Bar> {
        match action {
            FireAction::Support { unit, attack } => {
                let a = self.fire_attack(p, attack)?;
                if a.done {
                    return Err(Bar::new("7.2q", "that attack does not take place"));
                }
                if !p.at(a.target).any(|u| self.class(u).is_troop()) {
                    let why = "neither combat units nor guns are there to be supported: nobody fights";
                    return Err(Bar::new("9d", why).at(a.target));
                }
                if self.is_unit(unit) && matches!(p.marker(unit), Marker::Defence { .. }) {
                    return Err(Bar::new("8.6.2d", "it supports a combat already").of(unit));
                }
                if let Some(breach) = self.may_support(p, unit, &a, true) {
                    return Err(breach);
                }
                let alone = p.hex(unit) == a.target && !p.at(a.target).any(|u| self.class(u).is_combat());
                if alone && self.class(unit).is_gun() {
                    let why = "guns without combat units in their hex defend themselves with their fire";
                    return Err(Bar::new("8.7.1p", why).of(unit));
                }
                Ok(())
            }
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Whether there is anybody to name; if not, the defence is supplied and the attacks begin.
    pub(super) fn fire_run_defence(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let asks = self.fire_helpers(p).next().is_some();
        if !asks {
            p.play.pop();
            self.fire_supply_defence(p, events);
        }
        asks
    }

    /// Names a support of the defence, or ends the naming.
    pub(super) fn fire_take_help(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        if let FireAction::Support { unit, attack } = action {
            p.units.set_marker(unit, Marker::Defence { attack });
            p.attacks[usize::from(attack)].defence.put(unit);
            let target = p.attacks[usize::from(attack)].target;
            events.push(Event::Fire(FireEvent::Helps { unit, attack, target }));
        } else {
            p.play.pop();
            self.fire_supply_defence(p, events);
        }
    }

    /// Notes who of the defence has a Depot in range (orel 8.2.1l): attacked units, their supports, guns that fired counterbattery. It
    /// costs nothing, but a Depot that is not functional is used by it (orel 3.2Ba), so a functional one gives first, then one that was
    /// used anyhow. Whoever fired counterbattery out of range is Unsupplied now (orel 8.2.1m).
    pub(super) fn fire_supply_defence(&self, p: &mut Position, events: &mut Vec<Event>) {
        let side = p.reactive();
        let open = p.declared().iter().filter(|a| !a.done);
        let attacked = open.fold(Pieces::NONE, |all, a| all.with(p.stack(side, a.target)).with(a.defence));
        let all = attacked.with(p.fire.answered.which(|u| p.on_map(u)));
        p.fire.in_range = Pieces::NONE;
        for unit in all.iter().filter(|u| !self.class(*u).is_depot()) {
            let near = self.depots_in_range(p, unit).which(|d| self.depot_serves(p, d));
            let Some(first) = near.first() else { continue };
            p.fire.in_range.put(unit);
            let spared = !near.meet(p.functional.with(p.fire.used)).is_empty();
            if !spared && self.class(unit).is_troop() {
                p.fire.used.put(first);
            }
        }
        for unit in p.fire.answered.which(|u| p.on_map(u)).iter() {
            let fed = match self.class(unit) {
                Class::Train => self.train_linked(p, unit),
                _ => p.fire.in_range.has(unit),
            };
            if !fed {
                self.starve(p, unit, events);
            }
        }
    }
}
