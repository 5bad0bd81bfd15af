//! Replacements (11.3), reinforcements (11.4) and planning (11.5).

use super::one;
use crate::Fury;
use crate::data::pieces::{CP, Nation, RU};
use crate::play::action::{Action, Ending, Event};
use crate::play::sequence::Step;
use crate::position::{Position, flag};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Side};

/// Replacements of a nation (11.3).
pub struct Replacements;

impl Module<Replacements> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, _: &mut Position, _: Step, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::Replacements(nation) => one(nation.side(), "11.3a", "spend replacement points"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        if let Step::Replacements(nation) = step {
            self.replacements(p, nation, &mut |a| out.legal(a));
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
            (Action::Reform(piece, full), _) => self.reform(p, piece, full, events),
            (Action::Restore(piece), _) => self.restore(p, piece, events),
            (Action::Done, Step::Replacements(nation)) => {
                p.steps.pop();
                p.points[nation.index()] = 0; // fury 11.3o
                match nation {
                    Nation::Ru => self.begin_replacements(p, Nation::Ah, events),
                    Nation::Ah => self.begin_replacements(p, Nation::De, events),
                    Nation::De => self.begin_reinforcements(p, RU), // fury 11.4a
                }
            }
            _ => {}
        }
    }
}

/// Reinforcements of a side, and where each comes in (11.4).
pub struct Reinforcements;

impl Module<Reinforcements> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, _: &mut Position, _: Step, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::Reinforcements(side) => one(side, "11.4c", "bring in reinforcements"),
            Step::Entry(piece) => one(p.side(&self.data, piece), "11.4d", "choose where the piece goes"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        match step {
            Step::Reinforcements(side) => self.arrivals(p, side, &mut |a| out.legal(a)),
            Step::Entry(piece) => {
                let (foot, train) = self.entry_hexes(p, piece, p.army[piece.index()]);
                out.all_legal(foot.with(&train).iter().map(Action::Enter));
            }
            _ => {}
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
            (Action::Replace(corps, cadre), _) => self.replace_cadre(p, corps, cadre, events),
            (Action::Bring(piece, army), _) => self.bring(p, piece, army, events),
            (Action::BringHq(piece, front), _) => {
                p.hq_front[piece.index() - crate::data::pieces::CORPS] = front; // fury 7o, fury 12g
                p.steps.push(Step::Entry(piece));
            }
            (Action::Enter(hex), _) => self.enter(p, hex, events),
            (Action::Transfer, _) => self.transfer(p, events),
            (Action::Done, Step::Reinforcements(side)) => {
                p.steps.pop();
                if side == RU {
                    self.begin_reinforcements(p, CP);
                } else {
                    self.begin_planning(p, dice, events);
                }
            }
            _ => {}
        }
    }
}

/// Planning of a nation (11.5).
pub struct Planning;

impl Module<Planning> for Fury {
    type Step = Step;
    type Action = Action;
    type Event = Event;

    fn run(&self, p: &mut Position, step: Step, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        let Step::Planning(nation, left) = step else { return Flow::Ask };
        let any = self.inactive_hqs(p, nation).next().is_some();
        if (left > 0 && any) || self.waits_for_end(p) {
            return Flow::Ask;
        }
        self.end_planning(p, nation, dice, events);
        Flow::Next
    }

    fn decision(&self, p: &Position, step: Step) -> Decision {
        match step {
            Step::Planning(nation, _) => one(nation.side(), "11.5c", "turn headquarters active"),
            _ => self.asks_nobody(p),
        }
    }

    fn offers(&self, p: &Position, step: Step, _: Side, out: &mut Offers<'_, Action>) {
        let Step::Planning(nation, left) = step else { return };
        let mut hqs = self.inactive_hqs(p, nation).filter(|_| left > 0).peekable();
        if hqs.peek().is_none() {
            out.legal(Action::End(Ending::Planning));
        }
        out.all_legal(hqs.map(Action::Activate));
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
        let Step::Planning(nation, left) = step else { return };
        match *action {
            Action::Activate(hq) => {
                p.set(hq, flag::INACTIVE, false);
                events.push(Event::Active(hq));
                p.steps.replace(Step::Planning(nation, left - 1));
            }
            Action::End(_) => self.end_planning(p, nation, dice, events),
            _ => {}
        }
    }
}

impl Fury {
    fn end_planning(&self, p: &mut Position, nation: Nation, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.acted = false;
        p.steps.pop();
        self.plan_next(p, nation, dice, events);
    }
}
