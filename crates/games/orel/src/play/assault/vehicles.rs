//! Vehicles after an Assault (9e to 9h, 9.1.2e): tests for damage, and what becomes of those whose stack is dead.

use super::super::flight::FlightKind;
use super::super::rear::Moment;
use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep};
use crate::position::{ATTACKER, DEFENDER, Pieces, Position, RollKind, Step, UnitId};
use sandtable_core::Dice;

impl Engine<'_> {
    /// Guns and vehicles whose companions have all been eliminated, or have surrendered: guns rout (orel 8.8.2i) or surrender too
    /// (orel 8.8.2m), vehicles are lost (orel 9h, orel 9.1.2e). Attacking guns have nothing to fear (orel 8.8.2j).
    pub(super) fn abandon(&self, p: &mut Position, surrendered: bool, events: &mut Vec<Event>) {
        let c = p.combat;
        let home = p.stack(p.reactive(), c.hex).without(&self.flight_guests(p, c.hex));
        let men = home.iter().any(|u| self.class(u).is_combat());
        let guns = home.iter().any(|u| self.class(u).is_gun());
        let fell = surrendered || !c.dead[DEFENDER].is_empty();
        if fell && !men && !(guns && p.assault.guns_alone) {
            self.flight_abandoned(p, c.hex, p.reactive(), surrendered, events);
        }
        for u in p.assault.escorted.iter() {
            if p.on_map(u)
                && p.side(u) == p.active
                && !self.escorts(p, u)
                && let Some(hex) = p.hex(u)
            {
                p.assault.escorted.remove(u);
                self.flight_abandoned(p, hex, p.active, surrendered, events);
            }
        }
    }

    /// Vehicles that must test: in the Assault, with a step lost on their side and hostile guns or a train about (orel 9e).
    pub(super) fn vehicle_tests(&self, p: &mut Position) {
        let c = p.combat;
        p.assault.tests = Pieces::EMPTY;
        for who in [ATTACKER, DEFENDER] {
            if c.lost[who] > 0 && p.assault.under_fire[who] {
                let own = p.combat.units[who].which(|u| self.class(u).is_vehicle() && p.on_map(u));
                p.assault.tests = p.assault.tests.with(&own);
            }
        }
    }

    /// Vehicles of a side that may be spared by choice: under the option no more test than steps were lost (orel 9g).
    pub(super) fn tests_too_many(&self, p: &Position, who: usize) -> bool {
        let own = p.assault.tests.iter().filter(|u| p.side(*u) == self.fight_side(p, who)).count();
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
        // Vehicles that were lost or captured meanwhile do not test.
        let there = p.combat.units[ATTACKER].with(&p.combat.units[DEFENDER]).with(&p.combat.gone);
        p.assault.tests = p.assault.tests.meet(&there).which(|u| p.on_map(u));
        if self.sparing(p).is_some() {
            return true;
        }
        let Some(unit) = p.assault.tests.first() else {
            p.play.steps.replace(Step::Assault(AssaultStep::Morale));
            if self.morale_due(p) {
                let loser = self.fight_side(p, usize::from(p.assault.loser.min(1)));
                self.rear_offer(p, loser, Moment::Morale);
            }
            return false;
        };
        p.assault.tests.remove(unit);
        p.play.steps.push(Step::Assault(AssaultStep::Tested { unit }));
        self.throw(p, p.side(unit), RollKind::Vehicle, 1, dice, events);
        false
    }

    /// Reads a vehicle's test.
    pub(super) fn vehicle_read(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        p.play.steps.pop();
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
        let next = back.first().or(rout.first());
        let Some((hex, side)) = next.and_then(|u| Some((p.hex(u)?, p.side(u)))) else {
            return self.moves_over(p, events);
        };
        let here = |set: Pieces| set.which(|u| p.is_in(u, hex) && p.side(u) == side);
        let going = here(back.with(&rout));
        let (k, kind) = match (here(back).is_empty(), side == p.reactive()) {
            (true, _) => (1, FlightKind::Rout),
            (false, true) if p.assault.good_order => (0, FlightKind::GoodOrder),
            (false, _) => (0, FlightKind::Retreat),
        };
        // Attacking guns have nothing to fear (orel 8.8.2j).
        let follow = self.flight_followers(p, hex, side, going, kind);
        let follow = follow.which(|u| side == p.reactive() || !self.class(u).is_gun());
        let group = here(p.assault.leaving[k]);
        p.assault.leaving[k] = p.assault.leaving[k].without(&group);
        self.flight_order(p, group.with(&follow), kind);
    }

    /// Everybody has gone who must; those who had fled into the hex are lost with its defenders (orel 8.5.1n).
    fn moves_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        let hex = p.combat.hex;
        let troops = p.stack(p.reactive(), hex).which(|u| self.class(u).is_troop());
        let guests = self.flight_guests(p, hex);
        if !p.fight.pressed && !guests.is_empty() && troops.within(&guests) {
            // Once: a vehicle among them may have no way.
            p.fight.pressed = true;
            return self.flight_guests_lost(p, hex, events);
        }
        self.settle(p, events);
        self.assault_over(p);
    }
}
