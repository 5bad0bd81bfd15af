//! Supply after a combat (8.2.1d, j, k, m, o, p, 3.3c): who has shot off everything, and what spoils and stores make good.

use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep};
use crate::data::Class;
use crate::play::assault::state::Assault;
use crate::position::{ATTACKER, Combat, DEFENDER, Marker, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use serde::{Deserialize, Serialize};

/// Something that makes units supplied again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Share {
    /// Munitions of an attack that met nobody (orel 8.2.1k).
    Munitions,
    /// Spoils of War after the Assault (orel 8.2.1j).
    Spoils,
    /// The same after a pursuit (orel RU-63).
    PursuitSpoils,
    /// Stores of a Depot that was taken (orel 3.3c).
    Depot,
}

impl Share {
    /// The rule behind it.
    pub fn rule(self) -> &'static str {
        match self {
            Share::Munitions => "8.2.1k",
            Share::Spoils | Share::PursuitSpoils => "8.2.1j",
            Share::Depot => "3.3c",
        }
    }
}

impl Engine<'_> {
    /// Who will be Unsupplied when this combat ends. Attackers without munitions (orel 8.2.1d), defenders out of Depot range
    /// (orel 8.2.1m), trains without a line (orel 8.2.1o), tanks and cars out of Depot range (orel 8.2.1p).
    pub fn doomed(&self, p: &Position, c: &Combat, armed: Pieces) -> Pieces {
        let mut out = Pieces::EMPTY;
        for who in [ATTACKER, DEFENDER] {
            for u in c.all[who].iter().filter(|u| p.on_map(*u) && p.side(*u) == self.fight_side(p, who)) {
                let covered = if who == ATTACKER { armed.has(u) } else { p.fire.in_range.has(u) };
                // Vehicles are covered by any attack, since they spend nothing; what counts is the Depot (orel 8.2.1n).
                let near = if who == ATTACKER { self.fire_reaches(p, u) } else { covered };
                let dry = match self.class(u) {
                    Class::Train => !self.train_linked(p, u),
                    class if class.is_vehicle() => !near && !self.in_supply(p, u),
                    class => class.is_troop() && !covered,
                };
                out.set(u, dry);
            }
        }
        out
    }

    /// Supply after a combat (state 6.18).
    pub(super) fn supply_begin(&self, p: &mut Position, events: &mut Vec<Event>) {
        self.settle(p, events);
        if self.pursue_again(p) {
            return;
        }
        let attack = p.attack();
        if p.assault.fought {
            p.assault.doomed = self.doomed(p, &p.combat, attack.armed);
        }
        p.play.steps.replace(Step::Assault(AssaultStep::Share { share: Share::Spoils }));
    }

    /// Points of an attack that met nobody: each resupplies one of its units that is Unsupplied (orel 8.2.1k, orel 8.2.1i).
    pub(super) fn unused_points(&self, p: &Position) -> u8 {
        let attack = p.attack();
        if attack.depot.is_none() {
            return 0;
        }
        self.fire_price(attack.prepared) / self.d.charts.depot.resupply.max(1)
    }

    /// Who can be supplied by a share, and how many of them.
    pub(super) fn share_of(&self, p: &Position, share: Share) -> (Pieces, u8) {
        let (a, attack) = (&p.assault, p.attack());
        let needy = p.unsupplied.with(&a.doomed);
        match share {
            Share::Munitions => {
                let own = attack.attackers.with(&attack.supports).meet(&needy);
                let near = |u: UnitId| {
                    p.on_map(u)
                        && (attack.armed.has(u)
                            || attack.depot.get().is_some_and(|d| self.depots_in_range(p, u).has(d)))
                };
                (own.which(near), a.points)
            }
            Share::Spoils => (a.spoilers[0].meet(&needy), a.spoils[0]),
            Share::PursuitSpoils => (a.spoilers[1].meet(&needy), a.spoils[1]),
            Share::Depot => {
                let Some(taken) = a.taken.get().filter(|_| a.stores > 0) else { return (Pieces::EMPTY, 0) };
                let range = self.d.charts.depot.range_of_taken;
                let reach = |u: UnitId| {
                    let own = p.hex(u).filter(|_| p.on_map(u) && p.side(u) == p.active);
                    own.is_some_and(|at| self.supply_reach(p, p.active, self.class(u), at, range).has(taken))
                };
                (needy.which(|u| !self.class(u).is_depot() && reach(u)), a.stores)
            }
        }
    }

    /// A share: all who need it, or a choice.
    pub(super) fn share_run(&self, p: &mut Position, share: Share, events: &mut Vec<Event>) -> bool {
        let (needy, left) = self.share_of(p, share);
        if left > 0 && needy.len() > usize::from(left) {
            return true;
        }
        if left > 0 {
            needy.iter().for_each(|u| self.share_take(p, share, u, events));
        }
        self.share_over(p, share, events);
        false
    }

    /// Why a unit has no part in a share.
    pub(super) fn refuse_share(&self, p: &Position, share: Share, unit: UnitId) -> Option<Refusal> {
        let (needy, left) = self.share_of(p, share);
        if needy.has(unit) && left > 0 {
            return None;
        }
        let why = match share {
            Share::Munitions => "only Unsupplied units of the attack in range of its Depot are resupplied",
            Share::Spoils | Share::PursuitSpoils => {
                "spoils are for units that advanced and have no munitions"
            }
            Share::Depot => "stores of the Depot are for Unsupplied units near it",
        };
        Some(Refusal::new(share.rule(), why).of(unit))
    }

    /// A unit is supplied by a share.
    pub(super) fn share_take(&self, p: &mut Position, share: Share, unit: UnitId, events: &mut Vec<Event>) {
        p.assault.doomed.remove(unit);
        let left = match share {
            Share::Munitions => &mut p.assault.points,
            Share::Spoils => &mut p.assault.spoils[0],
            Share::PursuitSpoils => &mut p.assault.spoils[1],
            Share::Depot => &mut p.assault.stores,
        };
        *left = left.saturating_sub(1);
        events.push(Event::Assault(AssaultEvent::Shared { unit, share, hex: p.hex(unit) }));
        self.resupply(p, unit, events);
    }

    /// A share is dealt out: the next one, or the end of the combat.
    pub(super) fn share_over(&self, p: &mut Position, share: Share, events: &mut Vec<Event>) {
        let next = match share {
            Share::Munitions => AssaultStep::Advance { when: super::When::Before },
            Share::Spoils => AssaultStep::Share { share: Share::PursuitSpoils },
            Share::PursuitSpoils => AssaultStep::Share { share: Share::Depot },
            Share::Depot => return self.combat_over(p, events),
        };
        p.play.steps.replace(Step::Assault(next));
    }

    /// The combat is over: Unsupplied markers on, Disorganised ones off (orel 8.7.2b), the attack is done.
    fn combat_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.assault.doomed.iter().for_each(|u| self.starve(p, u, events));
        for u in p.combat.all[ATTACKER].iter() {
            if matches!(p.marker(u), Marker::Attack { .. }) {
                p.units.set_marker(u, Marker::None);
            }
        }
        if let Some(attack) = p.attacks.get_mut(usize::from(p.combat.attack)) {
            attack.done = true;
        }
        events.push(Event::Assault(AssaultEvent::Over { hex: p.combat.hex }));
        p.combat = Combat::NONE;
        p.assault = Assault::START;
        p.play.steps.pop();
        self.settle(p, events);
    }
}
