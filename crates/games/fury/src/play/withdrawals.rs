//! Retreats (10.3.2), and front adjustment with its sieges (11.2).

use super::one;
use crate::Fury;
use crate::data::pieces::PIECES;
use crate::play::action::{Action, Ending, Event};
use crate::play::sequence::Step;
use crate::position::{Group, Position, enemy};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Side};

/// Retreats after combat, and hexes that they overfill.
pub struct Retreats;

impl Module<Retreats> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        Flow::ask_if(match step {
            Step::Retreat { .. } => self.retreat_or_pass(p, events),
            _ => self.surplus_or_pass(p),
        })
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        let (group, rule, what) = match step {
            Step::Surplus { group, .. } => (group, "10.3.2l", "choose who goes on from an overfull hex"),
            Step::Retreat { group, .. } => (group, "10.3.2f", "choose the hex to retreat to"),
            _ => return self.asks_nobody(p),
        };
        one(group.iter().next().map_or(p.active, |u| p.side(&self.data, u)), rule, what)
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        match step {
            Step::Retreat { group, start, left, why, .. } => {
                let group: Group = group.only(|u| p.hex(u).is_some());
                out.all_legal(self.retreat_options(p, &group, start, left, why).iter().map(Action::To));
            }
            Step::Surplus { hex, group, .. } => {
                out.all_legal(self.surplus(p, hex, &group).iter().map(Action::GoOn));
            }
            _ => {}
        }
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
            Action::To(hex) => self.go_back(p, hex, dice, events),
            Action::GoOn(piece) => self.go_on(p, piece),
            _ => {}
        }
    }
}

/// Front adjustment of both sides, sieges and recovery.
pub struct FrontAdjustment;

impl Module<FrontAdjustment> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            Step::Adjust(side) => {
                if self.has_isolated(p, side) || self.waits_for_end(p) {
                    return Flow::Ask;
                }
                self.end_adjustment(p, side);
            }
            Step::Withdraw { group, to } => {
                p.steps.pop();
                self.withdraw_step(p, group, to, dice, events);
            }
            _ => self.sieges_and_recovery(p, dice, events),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::Adjust(side) => one(side, "11.2h", "take isolated stacks back"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        let Step::Adjust(side) = step else { return };
        let mut none = true;
        self.adjustments(p, side, &mut |a| {
            out.legal(a);
            none = false;
        });
        if none {
            out.legal(Action::End(Ending::Adjustment));
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: Step,
        _: Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (*action, step) {
            (Action::Withdraw { from, first, second }, _) => {
                self.withdraw(p, from, first, second, dice, events);
            }
            (Action::Perish(hex), _) => self.perish(p, hex, events),
            (Action::End(_), Step::Adjust(side)) => self.end_adjustment(p, side),
            _ => {}
        }
    }
}

impl Fury {
    fn end_adjustment(&self, p: &mut Position, side: u8) {
        p.acted = false;
        p.gone_back = [0; PIECES];
        // fury 11.2s: the second player's isolation is judged only now.
        p.steps.replace(if side == p.initiative { Step::Adjust(enemy(side)) } else { Step::Sieges });
    }
}
