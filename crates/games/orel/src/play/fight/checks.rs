//! Charges (8.7.1w), the Cohesion checks (8.7.1) and what they do (8.7.2).

use super::{FightEvent, FightStep};
use crate::data::{Class, Fate};
use crate::play::flight::FlightKind;
use crate::play::rear::Moment;
use crate::play::{Engine, Event};
use crate::position::{ATTACKER, DEFENDER, Mode, Pieces, Position, Roll, RollKind, UnitId};
use sandtable_core::Dice;

impl Engine<'_> {
    pub(super) fn fight_charge(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        p.combat.charging.insert(unit);
        let strength = self.def(unit).charge[usize::from(p.steps(unit).min(5))];
        events.push(Event::Fight(FightEvent::Charges { unit, strength, hex: p.hex(unit) }));
    }

    /// A side has decided; the attacker is the first (orel 8.7.1w). With both the strengths are fixed.
    pub(super) fn fight_charge_done(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        let other = FightStep::Charge { who: DEFENDER as u8 };
        let then = FightStep::Cohesion { who: ATTACKER as u8 };
        self.fight_to(p, Engine::fight_after(who, other, then));
        if who == ATTACKER {
            return;
        }
        // The active side is asked first.
        for side in [p.reactive(), p.active] {
            self.rear_offer(p, side, Moment::Cohesion);
        }
        let c = p.combat;
        // Before the Assault only those are asked again whose conditions have changed (orel 8.8.1b).
        let declined = [ATTACKER, DEFENDER].map(|who| self.fight_could_charge(p, &c, who));
        p.assault.could = declined[ATTACKER].with(&declined[DEFENDER]);
        let both = [ATTACKER, DEFENDER].map(|who| {
            let strength = self.fight_strength(p, &c, who, false);
            events.push(Event::Fight(FightEvent::Strength { who: who as u8, strength }));
            strength.total()
        });
        events.push(Event::Fight(FightEvent::Ratio { attack: both[0], defence: both[1], hex: c.hex }));
    }

    /// One die for the side, if anybody of it checks (orel 8.7.1a).
    pub(super) fn fight_cohesion(
        &self,
        p: &mut Position,
        who: usize,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let side = self.fight_side(p, who);
        let nobody = self.cohesion_checkers(&p.combat, who).is_empty();
        self.fight_to(p, FightStep::CohesionRolled { who: who as u8 });
        if nobody {
            p.play.roll = Roll::default();
        } else {
            self.throw(p, side, RollKind::Cohesion, 1, dice, events);
        }
    }

    /// A die was rolled; with both all results are known before anybody moves (orel RU-35).
    pub(super) fn fight_cohesion_rolled(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        p.fight.dice[who] = p.play.roll.dice[0];
        let other = FightStep::Cohesion { who: DEFENDER as u8 };
        self.fight_to(p, Engine::fight_after(who, other, FightStep::Leave));
        if who == DEFENDER {
            self.fight_results(p, events);
        }
    }

    fn fight_results(&self, p: &mut Position, events: &mut Vec<Event>) {
        let before = p.combat;
        for who in [ATTACKER, DEFENDER] {
            let die = p.fight.dice[who];
            let mut first = true;
            for unit in self.cohesion_checkers(&before, who).iter() {
                let fate = self.cohesion_fate(p, &before, who, unit, die);
                events.push(Event::Fight(FightEvent::Check {
                    unit,
                    hex: p.hex(unit),
                    die,
                    add: self.cohesion_modifiers(p, &before, who, unit),
                    tq: self.cohesion_tq(p, &before, who, unit),
                    inspired: before.inspired.has(unit),
                    fate,
                    first: std::mem::take(&mut first),
                }));
                match fate {
                    Fate::Passed => {}
                    Fate::Disorganised => p.combat.disorganised.insert(unit),
                    Fate::Repulsed => p.combat.repulsed.insert(unit),
                    Fate::GoodOrder | Fate::Retreat => p.fight.retreat.insert(unit),
                    Fate::Rout | Fate::Surrender => p.fight.rout.insert(unit),
                }
            }
        }
        let leaving = p.fight.retreat.with(&p.fight.rout);
        let mut seen = Pieces::EMPTY;
        for unit in leaving.iter() {
            let Some(hex) = p.hex(unit).filter(|_| !seen.has(unit)) else { continue };
            let side = p.side(unit);
            let here = leaving.which(|u| p.is_in(u, hex));
            seen = seen.with(&here);
            // Guns and vehicles share the better lot of their stack (orel 8.7.2e to orel 8.7.2g).
            let all_rout = here.within(&p.fight.rout);
            let kind = if all_rout { FlightKind::Rout } else { FlightKind::Retreat };
            let along = self.flight_followers(p, hex, side, here, kind).without(&here);
            let with = if all_rout { &mut p.fight.rout } else { &mut p.fight.retreat };
            *with = with.with(&along);
        }
        let leaving = p.fight.retreat.with(&p.fight.rout);
        let c = &mut p.combat;
        for who in [ATTACKER, DEFENDER] {
            c.units[who] = c.units[who].without(&leaving).without(&c.repulsed);
            c.support[who] = c.support[who].without(&leaving);
        }
        c.gone = c.gone.with(&leaving);
        c.routed = c.routed.with(&p.fight.rout);
    }

    /// Strangers in the hex share the rout of all who defended it (orel 8.5.1n), once; whether there were any.
    fn fight_strangers_lost(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let [troops, _, strangers] = self.fight_left(p);
        if p.fight.pressed || !troops.is_empty() || strangers.is_empty() {
            return false;
        }
        p.fight.pressed = true;
        self.flight_guests_lost(p, p.combat.hex, events);
        true
    }

    /// The defender's units leave first, hex by hex, then the attacker's; then the combat goes on.
    pub(super) fn fight_leave(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for side in [p.reactive(), p.active] {
            if side == p.active && self.fight_strangers_lost(p, events) {
                return;
            }
            for (kind, of) in [(FlightKind::Retreat, p.fight.retreat), (FlightKind::Rout, p.fight.rout)] {
                let Some(first) = of.iter().find(|u| p.on_map(*u) && p.side(*u) == side) else { continue };
                let group = of.which(|u| p.on_map(u) && p.hex(u) == p.hex(first) && p.side(u) == side);
                p.fight.retreat = p.fight.retreat.without(&group);
                p.fight.rout = p.fight.rout.without(&group);
                return self.flight_order(p, group, kind);
            }
        }
        (p.fight.retreat, p.fight.rout) = (Pieces::EMPTY, Pieces::EMPTY);
        // A unit that could not leave is Routed where it stands (orel 8.5.1q), and can be assaulted there.
        let side = p.reactive();
        let held = p.combat.gone.which(|u| p.on_map(u) && p.side(u) == side && p.is_in(u, p.combat.hex));
        p.combat.gone = p.combat.gone.without(&held);
        // A train fights in contact alone, and what does not work not at all.
        let train = |u: UnitId| self.class(u) == Class::Train;
        let fights = |u: UnitId| self.fight_able(p, u) && (!train(u) || p.combat.contact.has(u));
        p.combat.units[DEFENDER] = p.combat.units[DEFENDER].with(&held.which(fights));
        let routed = p.combat.gone.with(&held).which(|u| p.mode(u) == Mode::Routed);
        p.combat.routed = p.combat.routed.with(&routed);
        self.assault_begin(p, dice, events);
    }
}
