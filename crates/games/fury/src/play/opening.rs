//! The set-up (6), the initiative and the fronts (7).

use super::one;
use crate::Fury;
use crate::data::pieces::{CP, Front, RU};
use crate::play::action::{Action, Ending, Event};
use crate::play::sequence::Step;
use crate::position::{Position, enemy};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal, Side};

/// Set-up (6).
pub struct SetUp;

impl Module<SetUp> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        let Step::SetUp(side) = step else { return Flow::Ask };
        if self.to_set_up(p, side).next().is_some() {
            let mut any = false;
            self.placements(p, side, &mut |_, _| {
                any = true;
                false
            });
            if any {
                return Flow::Ask;
            }
            // A side that cannot place its last pieces goes on without them.
            self.box_stranded(p, side);
        }
        if self.waits_for_end(p) {
            return Flow::Ask;
        }
        self.end_set_up(p, side, events);
        Flow::Next
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::SetUp(side) => one(side, "6a", "set up"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        let Step::SetUp(side) = step else { return };
        let mut none = true;
        self.placements(p, side, &mut |piece, hex| {
            out.legal(Action::SetUp(piece, hex));
            none = false;
            true
        });
        if none {
            out.legal(Action::End(Ending::SetUp));
        }
    }

    fn refuse(&self, p: &Position, step: Step, side: Side, action: &Action) -> Option<Refusal> {
        match action {
            Action::SetUp(..) => self.forbidden(p, self.why_refused(p, side, action)),
            _ => sandtable_core::machine::unless_offered::<SetUp, _>(self, p, step, side, action),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: Step,
        _: Side,
        action: &Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (*action, step) {
            (Action::SetUp(piece, hex), _) => p.put(&self.data, piece, hex),
            (Action::End(_), Step::SetUp(side)) => self.end_set_up(p, side, events),
            _ => {}
        }
    }
}

/// Initiative and activation of fronts (7).
pub struct Fronts;

impl Module<Fronts> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        if step != Step::Initiative {
            return Flow::Ask;
        }
        // fury 7b, fury 7c: the higher roll takes the initiative, a tie leaves it.
        let (ru, cp) = (dice.roll(6), dice.roll(6));
        if ru != cp {
            p.initiative = if ru > cp { RU } else { CP };
        }
        events.push(Event::Initiative(ru, cp, p.initiative));
        p.steps.replace(Step::FrontA);
        Flow::Next
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::FrontA => one(p.initiative, "7d", "name Front A"),
            Step::FirstFront => one(enemy(p.initiative), "7f", "choose the front to activate first"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, _: &Position, _: Step, _: Side, out: &mut Offers<'_, Action>) {
        out.all_legal([Front::North, Front::South].map(Action::Front));
    }

    fn take(
        &self,
        p: &mut Position,
        step: Step,
        _: Side,
        action: &Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Action::Front(front) = *action else { return };
        p.steps.pop();
        if step == Step::FrontA {
            p.front_a = front;
            self.activate(p, p.initiative, front, events);
        } else {
            self.activate(p, enemy(p.initiative), front, events);
        }
    }
}
