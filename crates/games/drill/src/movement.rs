//! Movement (2), zones of control (3), stacking (4) and reinforcements (8).

use crate::game::{Event, Step};
use crate::position::units;
use crate::{Drill, Position, combat};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module};
use sandtable_core::phrase::{Names, Place, Unit};
use sandtable_core::{Bar, Dice};
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

sandtable_core::action_table! {
    /// What a player may do.
    pub enum MovementAction {
        /// A unit moves.
        Move { unit: Unit, to: Place } = "move {unit} to {to}",
        /// A reinforcement comes.
        Bring { unit: Unit, to: Place } = "bring {unit} to {to}",
        /// No more moves.
        End {} = "end movement",
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MovementEvent {
    /// A unit moved.
    Moved { unit: Unit, from: Place, to: Place },
    /// A reinforcement came.
    Came { unit: Unit, at: Place },
    /// A side's turn begins.
    Turn { turn: u8, side: u8 },
}

impl Drill {
    /// The movement points of a unit (drill 5b).
    pub fn points(&self, p: &Position, unit: Unit) -> u8 {
        let full = self.counter_of(unit).movement;
        if self.in_supply(p, unit) { full } else { full.min(2) }
    }

    /// Where a unit can go, with the points that it has left there.
    pub fn reach(&self, p: &Position, unit: Unit) -> (HexSet<1>, [u8; 64]) {
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

impl Module<Drill> for Movement {
    type Step = MovementStep;
    type Action = MovementAction;
    type Event = MovementEvent;

    fn run(_: &Drill, _: &mut Position, _: MovementStep, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(_: &Drill, p: &Position, _: MovementStep) -> Decision {
        Decision::one(Side(p.side), "2a", "move your units, then end the movement")
    }

    fn candidates(
        game: &Drill,
        p: &Position,
        _: MovementStep,
        _: Side,
        visit: &mut dyn FnMut(MovementAction),
    ) {
        for unit in units().filter(|u| game.side_of(*u) == p.side && !p.moved.has(u.0.into())) {
            game.reach(p, unit).0.iter().for_each(|to| visit(MovementAction::Move { unit, to: Place(to) }));
            visit(MovementAction::Bring { unit, to: game.entry[usize::from(p.side)] });
        }
        visit(MovementAction::End {});
    }

    fn bar(game: &Drill, p: &Position, _: MovementStep, _: Side, action: &MovementAction) -> Option<Bar> {
        let (unit, to) = match *action {
            MovementAction::Move { unit, to } | MovementAction::Bring { unit, to } => (unit, to),
            MovementAction::End {} => return None,
        };
        let bar = |rule, why| Some(Bar::new(rule, why).of(unit.0).at(to.0));
        if game.side_of(unit) != p.side {
            return bar("1a", "it is not this unit's turn");
        }
        if p.strength[usize::from(unit.0)] == 0 {
            return bar("7a", "the unit is lost");
        }
        if game.holds(p, 1 - p.side, to) {
            return bar("2e", "an enemy is in the hex");
        }
        if game.is_full(p, to) && p.at(unit) != Some(to) {
            return bar(if p.at(unit).is_some() { "4a" } else { "8b" }, "two units are in the hex already");
        }
        if let MovementAction::Bring { .. } = action {
            return match p.at(unit) {
                Some(_) => bar("8a", "the unit is on the map already"),
                None if game.counter_of(unit).turn > p.turn => bar("8a", "the unit comes in a later turn"),
                None if to != game.entry[usize::from(p.side)] => {
                    bar("8a", "reinforcements come on their road")
                }
                None => None,
            };
        }
        let Some(from) = p.at(unit) else { return bar("8a", "the unit is not on the map") };
        if p.moved.has(unit.0.into()) {
            return bar("2a", "the unit has moved already");
        }
        let (reached, _) = game.reach(p, unit);
        let zones = game.in_enemy_zone(p, p.side, from) && game.in_enemy_zone(p, p.side, to);
        match reached.has(to.0) {
            true => None,
            false if zones => bar("3b", "it would go from one enemy zone to another"),
            false => bar("2a", "it is too far for the unit's movement points"),
        }
    }

    fn take(
        game: &Drill,
        p: &mut Position,
        _: MovementStep,
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
                game.put(p, unit, to);
                p.moved.insert(unit.0.into());
            }
            MovementAction::End {} => p.steps.replace(Step::Combat(combat::CombatStep::Choose)),
        }
    }

    fn line(game: &Drill, event: &MovementEvent) -> Line {
        let (text, rule, places) = match *event {
            MovementEvent::Moved { unit, from, to } => {
                let (from, to) = (game.place_name(from), game.place_name(to));
                (format!("{} moves from {from} to {to}", game.unit_name(unit)), "2a", vec![from, to])
            }
            MovementEvent::Came { unit, at } => {
                let at = game.place_name(at);
                (format!("{} comes to {at}", game.unit_name(unit)), "8a", vec![at])
            }
            MovementEvent::Turn { turn, side } => {
                (format!("Turn {turn}: {} moves", ["Blue", "Red"][usize::from(side)]), "1a", vec![])
            }
        };
        Line { text, rule, places }
    }
}
