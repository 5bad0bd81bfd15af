//! Movement (9), and headquarters that give way (9f, 9g).

use super::one;
use crate::Fury;
use crate::play::action::{Action, Event};
use crate::play::duty::Leaves;
use crate::play::sequence::Step;
use crate::position::Position;
use sandtable_core::machine::{Flow, Module, Offers, unless_offered};
use sandtable_core::{Decision, Dice, Refusal, Side};

/// Movement of an activation.
pub struct Movement;

impl Module<Movement> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            Step::Shift { hq, start } => Flow::ask_if(self.shift_or_pass(p, hq, start, events)),
            Step::Onward { .. } => {
                self.go_onward(p, events);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::Moves => one(p.active, "8a", "move units of the front, or end movement"),
            Step::Shift { hq, .. } => one(p.side(&self.data, hq), "9g", "shift the lone headquarters"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        if let Step::Shift { hq, start } = step {
            return out.all_legal(self.shift_options(p, hq, start).iter().map(Action::To));
        }
        let mut duties = self.duties(p);
        for piece in self.movers(p) {
            let reach = self.reach(p, piece);
            // fury 2.2f
            let mut keeps = |hex: &u16| {
                let m = Leaves { piece, hex: *hex, rail: !reach.foot.has(*hex) };
                duties.gives_up(self, p, m).is_none()
            };
            out.all_legal(reach.all().iter().filter(&mut keeps).map(|hex| Action::Move(piece, hex)));
            self.each_pass(p, piece, &mut |hex, by| {
                if keeps(&hex) {
                    out.legal(Action::MoveBy(piece, hex, by));
                }
            });
        }
        // fury 8b, but for the duty to attack.
        if self.must_close_in(p).is_none() {
            out.legal(Action::EndMoves);
        }
    }

    /// Moves are many and need no list.
    fn refuse(&self, p: &Position, step: Step, side: Side, action: &Action) -> Option<Refusal> {
        match (step, action) {
            (Step::Moves, Action::Move(..)) => self.forbidden(p, self.why_refused(p, side, action)),
            _ => unless_offered::<Movement, _>(self, p, step, side, action),
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
            Action::Move(piece, hex) => self.move_piece(p, piece, hex, None, events),
            Action::MoveBy(piece, hex, by) => self.move_piece(p, piece, hex, Some(by), events),
            Action::EndMoves => {
                p.steps.replace(Step::Declare);
                // A headquarters that its own units have left beside the enemy does not stay there: fury 9f.
                self.find_lone_hqs(p, None);
            }
            Action::To(hex) => self.go_back(p, hex, dice, events),
            _ => {}
        }
    }
}
