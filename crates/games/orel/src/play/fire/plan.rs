//! The munitions step as a decision (8.1a): what the player can do to the attacks and Barrages that were proposed.

use super::{FireAction, FireEvent};
use super::{Joined, NO_DEPOT};
use crate::play::{Engine, Event};
use crate::position::{Attack, AttackId, DepotId, Marker, Mode, Pieces, Position, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Whether the munitions step has a choice worth asking for. Taking the points of a functional Depot away is none while nobody
    /// else could want them: what it does not give is lost.
    pub(super) fn fire_munitions_matter(&self, p: &Position) -> bool {
        let short = self.fire_someone_wants(p);
        let idle = |a: &FireAction| match *a {
            FireAction::Supply { attack: AttackId(attack), depot: NO_DEPOT } => {
                p.attacks[usize::from(attack)].depot.get().is_some_and(|d| p.functional.has(d))
            }
            FireAction::Feed { unit, depot: NO_DEPOT } => p
                .fire
                .shot_of(unit)
                .and_then(|i| p.fire.shots[i].depot.get())
                .is_some_and(|d| p.functional.has(d)),
            _ => false,
        };
        self.fire_munitions_each(p, &mut |a| (short || !idle(&a)) && self.fire_refuse_munitions(p, a).is_ok())
    }

    /// Whether an attack, a Barrage or an Unsupplied unit in range of a Depot has got nothing.
    fn fire_someone_wants(&self, p: &Position) -> bool {
        let near = |u: UnitId| self.class(u).is_troop() && p.fire.reach[usize::from(u)] != 0;
        let attack = |a: &Attack| {
            a.depot.is_none() && self.fire_cost(p, a) > 0 && a.attackers.with(&a.supports).iter().any(near)
        };
        p.declared().iter().any(attack)
            || p.fire.list().iter().any(|s| s.depot.is_none() && near(s.firer))
            || p.unsupplied
                .iter()
                .any(|u| p.side(u) == p.active && p.on_map(u) && p.marker(u) == Marker::None && near(u))
    }

    /// Candidates of the munitions step; stops as soon as one is wanted no further.
    pub(super) fn fire_munitions_each(
        &self,
        p: &Position,
        offer: &mut dyn FnMut(FireAction) -> bool,
    ) -> bool {
        let n = p.attack_count;
        for a in 0..n {
            let attack = p.attacks[usize::from(a)];
            for b in a + 1..n {
                if p.attacks[usize::from(b)].target == attack.target
                    && offer(FireAction::Join(Joined { a: AttackId(a), b: AttackId(b) }))
                {
                    return true;
                }
            }
            for unit in attack.attackers.iter() {
                let hex = p.hex(unit);
                let again = attack.attackers.iter().take_while(|u| *u != unit).any(|u| p.hex(u) == hex);
                let first = hex.filter(|_| !again);
                if first.is_some_and(|hex| offer(FireAction::Part { attack: AttackId(a), hex })) {
                    return true;
                }
                if offer(FireAction::Single { unit }) {
                    return true;
                }
            }
        }
        for unit in self.fire_army(p).iter() {
            match p.marker(unit) {
                Marker::Support { target, .. } => {
                    for attack in (0..n).filter(|a| p.attacks[usize::from(*a)].target == target) {
                        if offer(FireAction::Support { unit, attack: AttackId(attack) }) {
                            return true;
                        }
                    }
                }
                Marker::None if p.unsupplied.has(unit) && p.mode(unit) != Mode::March => {
                    let reach = p.fire.reach[usize::from(unit)];
                    for (_, depot) in self.fire_depots(p).enumerate().filter(|(i, _)| reach >> i & 1 == 1) {
                        if offer(FireAction::Resupply { unit, depot: DepotId(depot.into()) }) {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        for depot in self.fire_depots(p) {
            if (0..n).any(|attack| {
                offer(FireAction::Supply { attack: AttackId(attack), depot: DepotId(depot.into()) })
            }) {
                return true;
            }
            if p.fire
                .list()
                .iter()
                .any(|s| offer(FireAction::Feed { unit: s.firer, depot: DepotId(depot.into()) }))
            {
                return true;
            }
        }
        (0..n).any(|attack| offer(FireAction::Supply { attack: AttackId(attack), depot: NO_DEPOT }))
            || p.fire.list().iter().any(|s| offer(FireAction::Feed { unit: s.firer, depot: NO_DEPOT }))
    }

    /// Why something cannot be done in the munitions step.
    pub(super) fn fire_refuse_munitions(&self, p: &Position, action: FireAction) -> Result<(), Refusal> {
        match action {
            FireAction::Join(Joined { a: AttackId(a), b: AttackId(b) }) => self.fire_refuse_join(p, a, b),
            FireAction::Part { attack: AttackId(attack), hex } => {
                let a = self.fire_attack(p, attack)?;
                self.fire_refuse_part(p, attack, a.attackers.which(|u| p.is_in(u, hex)))
            }
            FireAction::Single { unit } => {
                let Some(attack) = p.declared().iter().position(|a| a.attackers.has(unit)) else {
                    return Err(Refusal::new("7.2b", "it is in no attack"));
                };
                let mates = p.attacks[attack].attackers.which(|u| p.hex(u) == p.hex(unit));
                if mates.len() < 2 {
                    return Err(Refusal::new("7.2c", "it attacks alone from its hex").of(unit));
                }
                self.fire_refuse_part(p, attack as u8, Pieces::one(unit))
            }
            FireAction::Support { unit, attack: AttackId(attack) } => {
                let a = self.fire_attack(p, attack)?;
                let marker = if self.is_unit(unit) { p.marker(unit) } else { Marker::None };
                if marker != (Marker::Support { prepared: a.prepared, target: a.target })
                    || p.side(unit) != p.active
                {
                    return Err(Refusal::new(
                        "7.2b",
                        "it has declared no Support of such an attack on that hex",
                    ));
                }
                if a.supports.has(unit) {
                    return Err(Refusal::new("8.6.2d", "it supports that attack already"));
                }
                self.may_support(p, unit, &a, false).map_or(Ok(()), Err)
            }
            FireAction::Supply { attack: AttackId(attack), depot: DepotId(depot) } => {
                self.fire_refuse_supply(p, attack, depot)
            }
            FireAction::Feed { unit, depot: DepotId(depot) } => self.fire_refuse_feed(p, unit, depot),
            FireAction::Resupply { unit, depot: DepotId(depot) } => self.fire_refuse_resupply(p, unit, depot),
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Takes an action of the munitions step.
    pub(super) fn fire_take_munitions(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        match action {
            FireAction::Join(Joined { a: AttackId(a), b: AttackId(b) }) => {
                self.fire_join(p, a, b);
                self.fire_tell_groups(p, events);
            }
            FireAction::Part { attack: AttackId(attack), hex } => {
                let leaving = p.attacks[usize::from(attack)].attackers.which(|u| p.is_in(u, hex));
                self.fire_part(p, attack, leaving, events);
            }
            FireAction::Single { unit } => {
                if let Some(attack) = p.declared().iter().position(|a| a.attackers.has(unit)) {
                    self.fire_part(p, attack as u8, Pieces::one(unit), events);
                }
            }
            FireAction::Support { unit, attack: AttackId(attack) } => {
                p.attacks.iter_mut().for_each(|a| a.supports.remove(unit));
                p.attacks[usize::from(attack)].supports.insert(unit);
                self.fire_supply_again(p);
                self.fire_tell_groups(p, events);
            }
            FireAction::Supply { attack: AttackId(attack), depot: DepotId(depot) } => {
                self.fire_supply(p, attack, depot);
                events.push(self.fire_supply_event(p, attack));
            }
            FireAction::Feed { unit, depot: DepotId(depot) } => {
                if let Some(i) = p.fire.shot_of(unit) {
                    self.fire_feed(p, i, depot);
                    let left = self.points_left(p, depot);
                    events.push(Event::Fire(FireEvent::Fed { unit, depot, left }));
                }
            }
            FireAction::Resupply { unit, depot: DepotId(depot) } => {
                if let Some(depot) = depot.get() {
                    p.points[usize::from(depot)] -= self.d.charts.depot.resupply;
                    p.fire.used.insert(depot);
                    self.resupply(p, unit, events);
                }
            }
            _ => _ = p.play.steps.pop(),
        }
    }
}
