//! What only one game has: its own steps stand on the same stack.

use crate::action::{Action, Event};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step};
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

/// The rules of a game's own.
pub struct OwnRules;

impl<A: Adds> Module<OwnRules> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) -> Flow {
        match step {
            Step::Own(own) => self.own.run(self.data, p, own, dice, events),
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Own(own) => self.own.decision(self.data, p, own),
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Own(own) = step {
            self.own.offers(self.data, p, own, out);
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match action {
            Action::Own(own) => self.own.refuse(self.data, p, step, own),
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        _: Side,
        action: &Action<A>,
        _: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        if let Action::Own(own) = action {
            self.own.take(self.data, p, own, events);
        }
    }
}
