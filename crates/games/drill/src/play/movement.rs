//! Movement (2), zones of control (3), stacking (4) and reinforcements (8).

use crate::play::{Event, Step};
use crate::position::units;
use crate::{Drill, Position, combat};
use crate::{HexId, UnitId};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Refusal};
use sandtable_ops::HexSet;
use sandtable_ops::search::{UNREACHED, spread};
use serde::{Deserialize, Serialize};

/// The movement phase.
pub struct Movement;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementStep {
    /// A side's units move.
    Move,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MovementAction {
    /// A unit moves.
    Move { unit: UnitId, to: HexId },
    /// A reinforcement comes.
    Bring { unit: UnitId, to: HexId },
    /// No more moves.
    End,
}

sandtable_core::action_table! {
    MovementAction, Drill;
    (Move { unit, to }) unit, to = "move": "move {unit} to {to}", "Move {unit} to {to}";
    (Bring { unit, to }) unit, to = "bring": "bring {unit} to {to}", "Bring {unit} to {to}";
    (End) = "end": "end movement", "End your movement";
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MovementEvent {
    /// A unit moved.
    Moved { unit: UnitId, from: HexId, to: HexId },
    /// A reinforcement came.
    Came { unit: UnitId, at: HexId },
    /// A side's turn begins.
    Turn { turn: u8, side: u8 },
}

impl Drill {
    /// The movement points of a unit (drill 5b).
    pub fn points(&self, p: &Position, unit: UnitId) -> u8 {
        let full = self.counter_of(unit).movement;
        if self.in_supply(p, unit) { full } else { full.min(2) }
    }

    /// Where a unit can go, with the points that it has left there.
    pub fn reach(&self, p: &Position, unit: UnitId) -> (HexSet<1>, [u8; 64]) {
        let mut left = [UNREACHED; 64];
        let Some(start) = p.at(unit) else { return (HexSet::EMPTY, left) };
        let side = self.side_of(unit);
        let (enemies, zone) = (self.occupied(p, 1 - side), self.zone(p, 1 - side));
        left[usize::from(start.0)] = self.points(p, unit);
        let reached = spread(&mut left, HexSet::one(start.0), |from, have, go| {
            for (to, cost) in &self.near[usize::from(from)] {
                // drill 2e, drill 3b.
                if *cost <= have && !enemies.has(*to) && !(zone.has(from) && zone.has(*to)) {
                    // drill 3a.
                    go(*to, if zone.has(*to) { 0 } else { have - cost });
                }
            }
        });
        (reached.without(&HexSet::one(start.0)), left)
    }
}

impl Module<Movement> for Drill {
    type Step = MovementStep;
    type Action = MovementAction;
    type Event = MovementEvent;

    fn run(&self, _: &mut Position, _: MovementStep, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, _: MovementStep) -> Decision {
        Decision::one(Side(p.side), "2a", "move your units, then end the movement")
    }

    fn offers(&self, p: &Position, _: MovementStep, _: Side, out: &mut Offers<'_, MovementAction>) {
        for unit in units().filter(|u| self.side_of(*u) == p.side && !p.moved.has(*u)) {
            self.reach(p, unit)
                .0
                .iter()
                .for_each(|to| out.candidate(MovementAction::Move { unit, to: HexId(to) }));
            out.candidate(MovementAction::Bring { unit, to: self.entry[usize::from(p.side)] });
        }
        out.candidate(MovementAction::End);
    }

    fn refuse(&self, p: &Position, _: MovementStep, _: Side, action: &MovementAction) -> Option<Refusal> {
        let (unit, to) = match *action {
            MovementAction::Move { unit, to } | MovementAction::Bring { unit, to } => (unit, to),
            MovementAction::End => return None,
        };
        if !self.exists(Some(unit), Some(to)) {
            return Some(Refusal::new("2a", "there is no such unit or hex"));
        }
        let bar = |rule, why| Some(Refusal::new(rule, why).of(unit.0).at(to.0));
        if self.side_of(unit) != p.side {
            return bar("1a", "it is not this unit's turn");
        }
        if p.strength[usize::from(unit.0)] == 0 {
            return bar("7a", "the unit is lost");
        }
        if self.holds(p, 1 - p.side, to) {
            return bar("2e", "an enemy is in the hex");
        }
        if self.is_full(p, to) && p.at(unit) != Some(to) {
            return bar(if p.at(unit).is_some() { "4a" } else { "8b" }, "two units are in the hex already");
        }
        if let MovementAction::Bring { .. } = action {
            return match p.at(unit) {
                Some(_) => bar("8a", "the unit is on the map already"),
                None if self.counter_of(unit).turn > p.turn => bar("8a", "the unit comes in a later turn"),
                None if to != self.entry[usize::from(p.side)] => {
                    bar("8a", "reinforcements come on their road")
                }
                None => None,
            };
        }
        let Some(from) = p.at(unit) else { return bar("8a", "the unit is not on the map") };
        if p.moved.has(unit) {
            return bar("2a", "the unit has moved already");
        }
        let (reached, _) = self.reach(p, unit);
        let zones = self.in_enemy_zone(p, p.side, from) && self.in_enemy_zone(p, p.side, to);
        match reached.has(to.0) {
            true => None,
            false if zones => bar("3b", "it would go from one enemy zone to another"),
            false => bar("2a", "it is too far for the unit's movement points"),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: MovementStep,
        _: Side,
        action: &MovementAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *action {
            MovementAction::Move { unit, to } | MovementAction::Bring { unit, to } => {
                events.push(Event::Movement(match p.at(unit) {
                    Some(from) => MovementEvent::Moved { unit, from, to },
                    None => MovementEvent::Came { unit, at: to },
                }));
                self.put(p, unit, to);
                p.moved.insert(unit);
            }
            MovementAction::End => p.steps.replace(Step::Combat(combat::CombatStep::Choose)),
        }
    }

    fn line(&self, event: &MovementEvent, _: Viewer) -> Option<Line> {
        let (text, rule, places) = match *event {
            MovementEvent::Moved { unit, from, to } => {
                let (from, to) = (self.hex_name(from), self.hex_name(to));
                (
                    format!("{} moves from {from} to {to}", self.counter_of(unit).name.clone()),
                    "2a",
                    vec![from, to],
                )
            }
            MovementEvent::Came { unit, at } => {
                let at = self.hex_name(at);
                (format!("{} comes to {at}", self.counter_of(unit).name.clone()), "8a", vec![at])
            }
            MovementEvent::Turn { turn, side } => {
                (format!("Turn {turn}: {} moves", ["Blue", "Red"][usize::from(side)]), "1a", vec![])
            }
        };
        Some(Line { text, rule, places })
    }
}
