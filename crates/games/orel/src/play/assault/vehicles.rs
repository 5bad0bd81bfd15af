//! Vehicles after an Assault (9e to 9h, 9.1.2e): tests for damage, and what becomes of those whose stack is dead.

use super::super::flight::FlightKind;
use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep};
use crate::data::Class;
use crate::state::{ATTACKER, DEFENDER, Pieces, Position, RollKind, Step};
use sandtable_core::Dice;

impl Engine<'_> {
    /// Vehicles in hexes of a combat whose own troops there are all dead: tanks and cars are eliminated, a train in contact is
    /// captured, other trains get away (orel 9h, orel 9.1.2e).
    pub(super) fn wreck_vehicles(&self, p: &mut Position, events: &mut Vec<Event>) {
        let c = p.combat;
        let defending = p.stack(p.reactive(), c.hex);
        let there = c.units[ATTACKER].with(defending).with(c.contact).which(|u| self.class(u).is_vehicle());
        let mut away = Pieces::NONE;
        for u in there.which(|u| p.on_map(u)).iter() {
            let (side, hex) = (p.side(u), p.hex(u));
            if p.at(hex).any(|v| p.side(v) == side && self.class(v).is_troop()) {
                continue;
            }
            match self.class(u) {
                Class::Train if c.contact.has(u) => {
                    self.capture_train(p, u, events);
                    // Two sides do not share a hex: a Depot there falls with it (orel 3.3a).
                    let depots = p.stack(side, hex).which(|v| self.class(v).is_depot());
                    for depot in depots.iter() {
                        if side == p.active {
                            self.eliminate(p, depot, events);
                        } else {
                            self.take_depot(p, depot, events);
                        }
                    }
                }
                Class::Train => away.put(u),
                _ => self.eliminate(p, u, events),
            }
        }
        p.assault.leaving[1] = p.assault.leaving[1].with(away);
    }

    /// Vehicles that must test: in the Assault, with a step lost on their side and hostile guns or a train about (orel 9e).
    pub(super) fn vehicle_tests(&self, p: &mut Position) {
        let c = p.combat;
        p.assault.tests = Pieces::NONE;
        for who in [ATTACKER, DEFENDER] {
            if c.lost[who] > 0 && p.assault.under_fire[who] {
                let own = p.combat.units[who].which(|u| self.class(u).is_vehicle() && p.on_map(u));
                p.assault.tests = p.assault.tests.with(own);
            }
        }
    }

    /// Vehicles of a side that may be spared by choice: under the option no more test than steps were lost (orel 9g).
    pub(super) fn tests_too_many(&self, p: &Position, who: usize) -> bool {
        let own = p.assault.tests.meet(p.combat.units[who]).len();
        p.rules.vehicle_tests && own > usize::from(p.combat.lost[who])
    }

    /// The side that must say which of its vehicles are spared.
    pub(super) fn sparing(&self, p: &Position) -> Option<usize> {
        [ATTACKER, DEFENDER].into_iter().find(|who| self.tests_too_many(p, *who))
    }

    /// Tests, one after another (state 6.15b).
    pub(super) fn vehicles_run(
        &self,
        p: &mut Position,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.sparing(p).is_some() {
            return true;
        }
        let Some(unit) = p.assault.tests.first() else {
            p.play.replace(Step::Assault(AssaultStep::Morale));
            return false;
        };
        p.assault.tests.take(unit);
        p.play.push(Step::Assault(AssaultStep::Tested { unit }));
        self.throw(p, p.side(unit), RollKind::Vehicle, 1, dice, events);
        false
    }

    /// Reads a vehicle's test.
    pub(super) fn vehicle_read(&self, p: &mut Position, unit: u8, events: &mut Vec<Event>) {
        p.play.pop();
        let (die, upto) = (p.play.roll.dice[0], self.d.charts.attack.vehicle_test);
        events.push(Event::Assault(AssaultEvent::Vehicle { unit, die, upto, hex: p.hex(unit) }));
        if die <= upto {
            self.lose_step(p, unit, events);
        }
    }

    /// Units that must leave their hexes go, one group after another (state 6.16).
    pub(super) fn moves_run(&self, p: &mut Position, events: &mut Vec<Event>) {
        for k in [0, 1] {
            p.assault.leaving[k] = p.assault.leaving[k].which(|u| p.on_map(u));
        }
        let [back, rout] = p.assault.leaving;
        let Some(first) = back.first().or(rout.first()) else {
            p.combat.units = p.combat.units.map(|set| set.without(p.combat.gone));
            self.settle(p, events);
            self.assault_over(p);
            return;
        };
        let (hex, side) = (p.hex(first), p.side(first));
        let here = |set: Pieces| set.which(|u| p.hex(u) == hex && p.side(u) == side);
        let going = here(back.with(rout));
        let (k, kind) = match (here(back).is_empty(), side == p.reactive()) {
            (true, _) => (1, FlightKind::Rout),
            (false, true) if p.assault.good_order => (0, FlightKind::GoodOrder),
            (false, _) => (0, FlightKind::Retreat),
        };
        let group = here(p.assault.leaving[k]);
        // Attacking guns have nothing to fear (orel 8.8.2j).
        let follow = self.flight_followers(p, hex, side, going, kind);
        let follow = follow.which(|u| side == p.reactive() || !self.class(u).is_gun()).without(going);
        let all = group.with(follow);
        p.assault.leaving[k] = p.assault.leaving[k].without(all);
        p.combat.gone = p.combat.gone.with(all);
        if k == 1 {
            p.combat.routed = p.combat.routed.with(all.which(|u| self.class(u).is_troop()));
        }
        self.flight_order(p, all, kind);
    }
}
