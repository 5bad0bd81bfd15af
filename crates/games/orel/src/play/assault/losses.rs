//! Losses of an Assault (8.8.2b to 8.8.2j): who may take them, in which order, and the prisoners that they bring.

use super::super::{Engine, Event};
use super::AssaultStep;
use crate::data::Class;
use crate::position::{ATTACKER, Combat, DEFENDER, Mode, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Troops in the attacked hex that fled there from another combat: they do not fight, and suffer only when nobody else is
    /// left (orel 8.5.1m).
    pub fn bystanders(&self, p: &Position, c: &Combat) -> Pieces {
        self.flight_guests(p, c.hex).without(&c.units[DEFENDER]).which(|u| self.class(u).is_troop())
    }

    /// Those of a side on whom losses fall now: its combat units; for want of them defending guns, then those who fled into the
    /// hex (orel 8.8.2i, orel 8.5.1m). Vehicles never, attacking guns never (orel RU-16, orel 8.8.2j).
    fn loss_bearers(&self, p: &Position, c: &Combat, who: usize) -> Pieces {
        let line = self.assault_line_of(c, who);
        if line.is_empty() && who == DEFENDER { self.bystanders(p, c) } else { line }
    }

    /// All steps that a side can lose in an Assault (orel 8.8.2h).
    pub fn loss_steps(&self, p: &Position, c: &Combat, who: usize) -> u8 {
        let troops = c.units[who].which(|u| {
            let class = self.class(u);
            class.is_combat() || who == DEFENDER && class.is_gun()
        });
        let all = if who == DEFENDER { troops.with(&self.bystanders(p, c)) } else { troops };
        all.iter().map(|u| p.steps(u)).sum()
    }

    /// The TQ that most steps have, without the changes for worst and best: its units "have the predominant TQ".
    fn leading_tq(&self, p: &Position, units: Pieces) -> u8 {
        let mut steps = [0u16; 16];
        units.iter().for_each(|u| steps[usize::from(self.tq(p, u).min(15))] += u16::from(p.steps(u)));
        let most = steps.iter().copied().max().unwrap_or(0);
        steps.iter().position(|n| *n == most).unwrap_or(0) as u8
    }

    /// Units that may take the next loss of a side: nobody a second one before everybody has one; a new round begins with
    /// the unit hit first (orel 8.8.2c); the first of all falls on the predominant TQ, on cavalry, or on what marches or is Routed
    /// (orel 8.8.2d).
    pub fn loss_choices(&self, p: &Position, c: &Combat, who: usize) -> Pieces {
        let bearers = self.loss_bearers(p, c, who);
        if c.lost[who] == 0 {
            let lead = self.leading_tq(p, bearers);
            return bearers.which(|u| {
                self.tq(p, u) == lead || self.class(u) == Class::Cavalry || p.mode(u) != Mode::Combat
            });
        }
        let fresh = bearers.without(&p.assault.hit);
        if !fresh.is_empty() {
            return fresh;
        }
        p.assault.first[who].get().filter(|first| bearers.has(*first)).map_or(bearers, Pieces::one)
    }

    /// The side, as an index into pairs, that must still take losses: the loser first.
    pub(super) fn loss_turn(&self, p: &Position) -> Option<usize> {
        let loser = usize::from(p.assault.loser.min(1));
        [loser, 1 - loser].into_iter().find(|who| p.assault.due[*who] > 0)
    }

    /// Losses: asks where there is a choice (state 6.15a).
    pub(super) fn losses_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let Some(who) = self.loss_turn(p) else {
            self.losses_over(p, events);
            return false;
        };
        self.losses_without_choice(p, who, events);
        self.loss_turn(p) == Some(who)
    }

    /// A side takes its losses as far as there is nothing to choose.
    pub(super) fn losses_without_choice(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        while self.loss_turn(p) == Some(who) {
            let choices = self.loss_choices(p, &p.combat, who);
            let Some(first) = choices.first() else {
                p.assault.due[who] = 0;
                return;
            };
            // Where everybody dies there is nothing to choose.
            if choices.len() > 1 && self.loss_steps(p, &p.combat, who) > p.assault.due[who] {
                return;
            }
            self.take_loss(p, who, first, events);
        }
    }

    /// Why a unit may not take the next loss.
    pub(super) fn refuse_loss(&self, p: &Position, unit: UnitId) -> Option<Refusal> {
        let who = self.loss_turn(p)?;
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit));
        let c = &p.combat;
        if !self.is_unit(unit) || !c.units[who].with(&self.bystanders(p, c)).has(unit) {
            return no("8.8.2c", "it is not a unit of yours in this Assault");
        }
        if self.loss_choices(p, c, who).has(unit) {
            return None;
        }
        if !self.loss_bearers(p, c, who).has(unit) {
            return no("8.8.2i", "losses fall on combat units first, and never on vehicles");
        }
        if c.lost[who] == 0 {
            return no(
                "8.8.2d",
                "the first loss falls on the predominant TQ, on cavalry, or on what marches or is Routed",
            );
        }
        no("8.8.2c", "others have to take a loss before it")
    }

    /// A unit takes a loss.
    pub(super) fn take_loss(&self, p: &mut Position, who: usize, unit: UnitId, events: &mut Vec<Event>) {
        let bearers = self.loss_bearers(p, &p.combat, who);
        if bearers.within(&p.assault.hit) {
            p.assault.hit = p.assault.hit.without(&bearers);
        }
        p.assault.hit.insert(unit);
        if p.assault.first[who].is_none() {
            p.assault.first[who] = unit.into();
        }
        p.assault.due[who] -= 1;
        p.combat.lost[who] += 1;
        p.combat.hurt.insert(unit);
        self.lose_step(p, unit, events);
        if !p.on_map(unit) {
            p.combat.dead[who].insert(unit);
        }
    }

    /// All losses are taken: prisoners, guns that have lost their infantry, vehicles that have lost everybody.
    fn losses_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        let c = p.combat;
        let beaten = usize::from(p.assault.loser.min(1));
        let mut captured = [0, 0];
        if c.pursuit {
            // Half of the losses of Routed defenders, halves up (orel 8.7.4h, orel RU-39, orel 1.2a).
            let share = p.assault.unharmed || p.rules.pursuit_prisoners;
            let percent = if share { u16::from(self.d.charts.attack.pursuit_prisoners) } else { 0 };
            captured[ATTACKER] = ((u16::from(c.lost[DEFENDER]) * percent + 50) / 100) as u8;
        }
        if self.wiped_out(p, &c, beaten) {
            captured[1 - beaten] += c.dead[beaten].which(|u| self.class(u).is_troop()).len() as u8;
        }
        for who in [ATTACKER, DEFENDER] {
            // No step is captured twice (orel RU-81).
            let by = self.fight_side(p, who);
            self.capture_steps(p, by, captured[who].min(c.lost[1 - who]), events);
        }
        p.play.steps.replace(Step::Assault(AssaultStep::Vehicles));
        self.vehicle_tests(p);
        self.abandon(p, false, events);
    }

    /// Whether all combat units and guns of a side in the combat were eliminated by the losses of this Assault: units that went
    /// back before live on (orel 8.8.2g, orel RU-81).
    fn wiped_out(&self, p: &Position, c: &Combat, who: usize) -> bool {
        let far = |u: UnitId| {
            self.class(u).is_gun() && (who == ATTACKER || c.support[who].has(u) && !p.is_in(u, c.hex))
        };
        let troops = c.all[who].which(|u| self.class(u).is_troop() && !far(u));
        !c.dead[who].is_empty() && troops.within(&c.dead[who])
    }
}
