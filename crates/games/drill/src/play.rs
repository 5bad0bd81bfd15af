//! The rules: a module for each chapter, and the sequence of turns (1, 9).

pub mod combat;
pub mod movement;
mod retreat;
mod supply;

use crate::{BLUE, Drill, Position, RED, TURNS};
use movement::MovementStep;
use sandtable_core::machine::{Modules, Sequence};
use sandtable_core::{Illegal, Outcome, Refusal, Side};
use sandtable_hexgame::OnHexes;
use sandtable_hexgame::story::Happened;

sandtable_core::modules! {
    Drill, Position.steps;
    /// Movement (2).
    Movement(movement::Movement),
    /// Combat (6) and what follows (7).
    Combat(combat::CombatPhase),
}

/// What happened, in order.
pub(crate) type Events = Vec<Event>;

impl Drill {
    /// The turn of the other side, or the next one (drill 1a).
    pub(crate) fn next_side(&self, p: &mut Position, events: &mut Events) {
        (p.turn, p.side) = if p.side == BLUE { (p.turn, RED) } else { (p.turn + 1, BLUE) };
        p.steps.pop();
        self.begin_turn(p, events);
    }

    /// A side's turn begins, unless the last is over (drill 1a, drill 1b).
    pub(crate) fn begin_turn(&self, p: &mut Position, events: &mut Events) {
        (p.moved, p.fought, p.attacked) = Default::default();
        if p.turn <= TURNS {
            events.push(Event::Movement(Happened::Turn { turn: p.turn, side: p.side }));
            p.steps.push(Step::Movement(MovementStep::Move));
        }
    }
}

impl Sequence for Drill {
    /// drill 9a
    fn result(&self, p: &Position) -> Outcome {
        let blue = p.towns.count(BLUE);
        let winner = Some(Side(if blue >= 3 { BLUE } else { RED }));
        Outcome { winner, level: if (2..=3).contains(&blue) { "narrow" } else { "decisive" }, rule: "9a" }
    }

    fn refuse_always(&self, _: &Position, action: &Action) -> Option<Refusal> {
        (!self.exists(action)).then(|| Refusal::new("2a", "there is no such unit or hex"))
    }

    fn worded(&self, _: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        self.breach(refusal)
    }
}
