//! Support of the defence (8.6.2) and the supply of those who are attacked (8.1d, 8.2.1l).

use super::{FireAction, FireEvent, FireStep};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{AttackId, Marker, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Attacks that counterbattery has undone: attackers and supports that were driven off are out of them, and an attack
    /// that nobody is left to make does not take place.
    pub(super) fn fire_prune(&self, p: &mut Position) {
        for i in 0..p.declared().len() {
            let a = p.attacks[i];
            if a.done {
                continue;
            }
            let near = |u: UnitId| p.on_map(u) && self.far(p, u, a.target) == 1;
            let attackers = a.attackers.which(near);
            let supports = a.supports.which(|u| self.may_support(p, u, &a, false).is_none());
            for u in a.attackers.without(&attackers).with(&a.supports.without(&supports)).iter() {
                p.units.set_marker(u, Marker::None);
            }
            (p.attacks[i].attackers, p.attacks[i].supports) = (attackers, supports);
            p.attacks[i].armed = a.armed.meet(&attackers.with(&supports));
            if self.fire_unsound(p, attackers, a.target).is_some() {
                p.attacks[i].done = true;
                self.fire_refund(p, i as u8);
            }
        }
    }

    /// Candidates for the support of the defence: each gun or train for one attack (orel 8.6.2d).
    pub(super) fn fire_helpers<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = FireAction> + 'a {
        let open = p.declared().iter().any(|a| !a.done);
        let all = self.all_units().filter(move |_| open);
        let guns = all.filter(|u| self.class(*u).is_gun() || self.class(*u) == Class::Train);
        let free =
            guns.filter(|u| p.on_map(*u) && p.side(*u) == p.reactive() && p.marker(*u) == Marker::None);
        free.flat_map(move |unit| {
            (0..p.attack_count).map(move |attack| FireAction::Support { unit, attack: AttackId(attack) })
        })
        .filter(|a| self.fire_refuse_help(p, *a).is_ok())
    }

    /// Why a gun or train cannot support the defence against an attack.
    pub(super) fn fire_refuse_help(&self, p: &Position, action: FireAction) -> Result<(), Refusal> {
        match action {
            FireAction::Support { unit, attack: AttackId(attack) } => {
                let a = self.fire_attack(p, attack)?;
                if a.done {
                    return Err(Refusal::new("7.2q", "that attack does not take place"));
                }
                if !p.at(a.target).any(|u| self.class(u).is_troop()) {
                    let why = "neither combat units nor guns are there to be supported: nobody fights";
                    return Err(Refusal::new("9d", why).at(a.target));
                }
                if self.is_unit(unit) && matches!(p.marker(unit), Marker::Defence { .. }) {
                    return Err(Refusal::new("8.6.2d", "it supports a combat already").of(unit));
                }
                if let Some(breach) = self.may_support(p, unit, &a, true) {
                    return Err(breach);
                }
                let alone = p.is_in(unit, a.target) && !p.at(a.target).any(|u| self.class(u).is_combat());
                if alone && self.class(unit).is_gun() {
                    let why = "guns without combat units in their hex defend themselves with their fire";
                    return Err(Refusal::new("8.7.1p", why).of(unit));
                }
                Ok(())
            }
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Whether there is anybody to name; if not, the supply of the defence is next.
    pub(super) fn fire_run_defence(&self, p: &mut Position) -> bool {
        let asks = self.fire_helpers(p).next().is_some();
        if !asks {
            p.play.steps.replace(Step::Fire(FireStep::Stores));
        }
        asks
    }

    /// Names a support of the defence, or ends the naming.
    pub(super) fn fire_take_help(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        if let FireAction::Support { unit, attack: AttackId(attack) } = action {
            p.units.set_marker(unit, Marker::Defence { attack });
            p.attacks[usize::from(attack)].defence.insert(unit);
            let target = p.attacks[usize::from(attack)].target;
            events.push(Event::Fire(FireEvent::Helps { unit, attack, target }));
        } else {
            p.play.steps.replace(Step::Fire(FireStep::Stores));
        }
    }

    /// Those of the defence who need a Depot (orel 8.2.1l): attacked units, their supports, guns that fired counterbattery.
    fn fire_defenders(&self, p: &Position) -> Pieces {
        let open = p.declared().iter().filter(|a| !a.done);
        let side = p.reactive();
        let attacked = open.fold(Pieces::EMPTY, |all, a| all.with(&p.stack(side, a.target)).with(&a.defence));
        let all = attacked.with(&p.fire.answered.which(|u| p.on_map(u)));
        all.which(|u| !self.class(u).is_depot())
    }

    /// Depots that are not functional, on which alone somebody of the defence could draw: being drawn on exhausts them (orel 3.2Ba), so
    /// their owner may spare them.
    pub(super) fn fire_stores(&self, p: &Position) -> Pieces {
        let free = p.functional.with(&p.fire.used);
        let mut out = Pieces::EMPTY;
        for unit in self.fire_defenders(p).which(|u| self.class(u).is_troop()).iter() {
            let near = self.depots_in_range(p, unit).which(|d| self.depot_serves(p, d));
            if near.meet(&free).is_empty() {
                out = out.with(&near);
            }
        }
        out
    }

    /// Whether there is a Depot to draw on; if not, the defence is supplied and the attacks begin.
    pub(super) fn fire_run_stores(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let asks = !self.fire_stores(p).is_empty();
        if !asks {
            p.play.steps.pop();
            self.fire_supply_defence(p, events);
        }
        asks
    }

    /// Why the defence cannot draw on a Depot.
    pub(super) fn fire_refuse_draw(&self, p: &Position, action: FireAction) -> Result<(), Refusal> {
        match action {
            FireAction::Draw { depot } if self.is_unit(depot) && self.fire_stores(p).has(depot) => Ok(()),
            FireAction::Draw { depot } if self.is_unit(depot) && p.functional.has(depot) => {
                Err(Refusal::new("8.2.1l", "a functional Depot supplies the defence by itself").of(depot))
            }
            FireAction::Draw { depot } => {
                Err(Refusal::new("8.2.1l", "nobody of the defence needs that Depot").of(depot))
            }
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Draws on a Depot, or spares all that are left.
    pub(super) fn fire_take_draw(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        if let FireAction::Draw { depot } = action {
            p.fire.used.insert(depot);
            events.push(Event::Fire(FireEvent::Drawn { depot, hex: p.hex(depot) }));
        } else {
            p.play.steps.pop();
            self.fire_supply_defence(p, events);
        }
    }

    /// Notes who of the defence has a Depot in range that gives (orel 8.2.1l): functional ones, and those that are drawn on. It costs
    /// nothing. Units that fired counterbattery without are Unsupplied now (orel 8.2.1m). Vehicles draw on nothing: any Depot in range will do
    /// (orel 8.2.1n, orel 8.2.1p).
    fn fire_supply_defence(&self, p: &mut Position, events: &mut Vec<Event>) {
        let gives = p.functional.with(&p.fire.used);
        p.fire.in_range = self.fire_defenders(p).which(|unit| {
            let near = self.depots_in_range(p, unit).which(|d| self.depot_serves(p, d));
            !near.is_empty() && (!near.meet(&gives).is_empty() || !self.class(unit).is_troop())
        });
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
