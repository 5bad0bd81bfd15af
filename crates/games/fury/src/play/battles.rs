//! Declarations (10.1) and combats (10.2, 10.3.1).

use super::one;
use crate::Fury;
use crate::play::action::{Action, During, Ending, Event};
use crate::play::combat::during;
use crate::play::refuse::same_order;
use crate::play::sequence::Step;
use crate::position::{Position, enemy};
use sandtable_core::machine::{Flow, Module, Offers, unless_offered};
use sandtable_core::{Decision, Dice, Refusal, Side};

/// Attacks are declared (10.1).
pub struct Declarations;

impl Module<Declarations> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, _: &mut Position, _: Step, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, _: Step) -> Decision {
        one(p.active, "10a", "declare attacks, or end declarations")
    }

    fn offers(&self, p: &Position, _: Step, _: Side, out: &mut Offers<'_, Action>) {
        self.each_attack(p, None, &mut |from, target, units| {
            out.legal(Action::Attack { from, target, units });
            true
        });
        if self.owing(p).is_none() {
            out.legal(Action::EndAttacks);
        }
    }

    /// Which of two units is named first makes no difference.
    fn refuse(&self, p: &Position, step: Step, side: Side, action: &Action) -> Option<Refusal> {
        unless_offered::<Declarations, _>(self, p, step, side, &same_order(*action))
    }

    fn take(
        &self,
        p: &mut Position,
        _: Step,
        _: Side,
        action: &Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Attack { from, target, units } => self.declare(p, from, target, units, events),
            Action::EndAttacks => p.steps.replace(Step::Resolve),
            _ => {}
        }
    }
}

/// Combats, one after another.
pub struct Combat;

impl Module<Combat> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            Step::Resolve => {
                if p.unfought().next().is_some() || self.waits_for_end(p) {
                    return Flow::Ask;
                }
                self.end_combats(p, events);
            }
            Step::Loss { left, pool, .. } => {
                let choice = self.loss_candidates(p, &pool);
                match choice.iter().next() {
                    Some(only) if left > 0 && choice.len() == 1 => self.bear_loss(p, only, events),
                    Some(_) if left > 0 => return Flow::Ask,
                    _ => {
                        p.steps.pop();
                    }
                }
            }
            Step::Result => self.combat_result(p),
            Step::Advance => return Flow::ask_if(self.advance_or_pass(p, events)),
            Step::CombatEnds => {
                let fought = during(p) == During::Combat;
                p.steps.pop();
                self.lift_empty_sieges(p, events);
                if fought {
                    events.push(Event::CombatOver(p.combat.target));
                }
                self.find_lone_hqs(p, None);
            }
            _ => return Flow::Ask,
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        let defender = enemy(p.active);
        match step {
            Step::Resolve if p.unfought().next().is_none() => {
                one(p.active, "10b", "all combats are fought: end them")
            }
            Step::Resolve => one(p.active, "10b", "choose the next combat"),
            Step::Loss { side, .. } => one(side, "10.3.1j", "choose who takes the loss"),
            Step::AttackerAnswers => one(p.active, "10.3.1g", "retreat, or refuse for one more loss"),
            Step::DefenderForces => {
                one(defender, "10.3.1h", "force the retreat for one more loss, or accept")
            }
            Step::DefenderAnswers => one(defender, "10.3.1e", "retreat, refuse or stand a siege"),
            Step::AttackerForces => {
                one(p.active, "10.3.1f", "force the retreat for one more loss, or accept")
            }
            Step::DefenderForced => one(defender, "10.4i", "give the fortress up, or stand a siege"),
            Step::Advance => one(p.active, "10.3.1o", "occupy the hex"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        match step {
            Step::Resolve if p.unfought().next().is_none() => out.legal(Action::End(Ending::Combats)),
            Step::Resolve => out.all_legal(p.unfought().map(|a| Action::Fight(a.target))), // fury 10b
            Step::Loss { pool, .. } => {
                out.all_legal(self.loss_candidates(p, &pool).iter().map(Action::Lose));
            }
            Step::Advance => self.advances(p, &mut |a| out.legal(a)),
            Step::Result | Step::CombatEnds => {}
            _ => self.answers(p, &mut |a| out.legal(a)),
        }
    }

    /// Which of two units is named first makes no difference.
    fn refuse(&self, p: &Position, step: Step, side: Side, action: &Action) -> Option<Refusal> {
        unless_offered::<Combat, _>(self, p, step, side, &same_order(*action))
    }

    fn take(
        &self,
        p: &mut Position,
        _: Step,
        _: Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *action {
            Action::Fight(target) => self.fight(p, target, dice, events),
            Action::Lose(unit) => self.bear_loss(p, unit, events),
            Action::Advance { units, hq } => self.advance(p, units, hq, events),
            Action::Stay => {
                p.steps.pop();
            }
            Action::End(_) => self.end_combats(p, events),
            _ => self.answer(p, *action, events),
        }
    }
}

impl Fury {
    /// A unit takes one of the losses that wait.
    fn bear_loss(&self, p: &mut Position, unit: crate::data::pieces::Piece, events: &mut Vec<Event>) {
        if let Step::Loss { side, left, pool } = p.steps.top() {
            p.steps.replace(Step::Loss { side, left: left - 1, pool });
            self.lose(p, unit, events);
        }
    }

    fn end_combats(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.acted = false;
        p.steps.pop();
        self.next_activation(p, events);
    }
}
