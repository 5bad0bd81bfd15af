//! The rules: a module for each chapter, and the sequence of turns (1, 9).

pub mod combat;
pub mod movement;
mod retreat;
pub mod supply;

use crate::data::HexId;
use crate::{BLUE, Drill, Position, RED, TURNS};
use movement::{MovementEvent, MovementStep};
use sandtable_core::machine::Sequence;
use sandtable_core::{Illegal, Outcome, Refusal, Side};

sandtable_core::modules! {
    Drill, Position.steps;
    /// Movement (2).
    Movement(movement::Movement),
    /// Combat (6) and what follows (7).
    Combat(combat::CombatPhase),
}

impl Drill {
    /// The turn of the other side, or the next one (drill 1a).
    pub(crate) fn next_side(&self, p: &mut Position, events: &mut Vec<Event>) {
        (p.turn, p.side) = if p.side == BLUE { (p.turn, RED) } else { (p.turn + 1, BLUE) };
        p.steps.pop();
        self.begin_turn(p, events);
    }

    /// A side's turn begins, unless the last is over (drill 1a, drill 1b).
    pub(crate) fn begin_turn(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.attacked = Default::default();
        for set in [&mut p.moved, &mut p.fought] {
            *set = Default::default();
        }
        if p.turn <= TURNS {
            events.push(Event::Movement(MovementEvent::Turn { turn: p.turn, side: p.side }));
            p.steps.push(Step::Movement(MovementStep::Move));
        }
    }
}

impl Sequence for Drill {
    /// drill 9a
    fn result(&self, p: &Position) -> Outcome {
        let blue = p.towns.iter().filter(|t| **t == BLUE).count();
        let winner = Some(Side(if blue >= 3 { BLUE } else { RED }));
        let level = if blue >= 4 || blue <= 1 { "decisive" } else { "narrow" };
        Outcome { winner, level, rule: "9a" }
    }

    fn worded(&self, _: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        let unit = |n: u16| self.counters.get(usize::from(n)).map_or("?", |c| c.name.as_str()).to_string();
        refusal.breach(unit, |n| self.hex_name(HexId(n))).into()
    }
}
