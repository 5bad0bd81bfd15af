//! Movement (2), zones of control (3), stacking (4) and reinforcements (8).

use super::{Event, Events, Step, combat::CombatStep};
use crate::{Drill, Position};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Refusal};
use sandtable_hexgame::story::Happened;
use sandtable_hexgame::{HexId, Reach, UnitId};
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

sandtable_core::actions! {
    /// What a player may do.
    pub enum MovementAction for Drill {
        /// A unit moves.
        Move { unit: UnitId, to: HexId } = "move": "move {unit} to {to}", "Move {unit} to {to}";
        /// A reinforcement comes.
        Bring { unit: UnitId, to: HexId } = "bring": "bring {unit} to {to}", "Bring {unit} to {to}";
        /// No more moves.
        End = "end": "end movement", "End your movement";
    }
}

impl Drill {
    /// Where a unit can go from a hex, with the points that it has left there.
    pub fn reach(&self, p: &Position, unit: UnitId, from: HexId) -> Reach<1> {
        let (field, enemy) = (self.field(p), 1 - self.counters[unit].side);
        let (enemies, zone) = (field.occupied(enemy), field.zone(enemy));
        Reach::of(from, self.points(p, unit), |from, have, go| {
            for (to, cost) in self.costs.from(from) {
                // drill 2e, drill 3b.
                if *cost <= have && !enemies.has(*to) && !(zone.has(from) && zone.has(*to)) {
                    // drill 3a.
                    go(*to, if zone.has(*to) { 0 } else { have - cost });
                }
            }
        })
    }

    /// Why a unit cannot end its move, or come, in a hex (drill 2, drill 8).
    fn bar_move(&self, p: &Position, action: &MovementAction, unit: UnitId, to: HexId) -> Option<Refusal> {
        let (field, from, enemy) = (self.field(p), p.units.at(unit), 1 - p.side);
        let room = if from.is_some() { "4a" } else { "8b" };
        let barred = Refusal::first(&[
            (field.side(unit) != p.side, "1a", "it is not this unit's turn"),
            (p.units.steps(unit) == 0, "7a", "the unit is lost"),
            (field.holds(enemy, to), "2e", "an enemy is in the hex"),
            (self.is_full(p, to) && from != Some(to), room, "two units are in the hex already"),
        ]);
        let entry = self.entry[usize::from(p.side)];
        barred.or_else(|| match (action, from) {
            (MovementAction::Bring { .. }, from) => Refusal::first(&[
                (from.is_some(), "8a", "the unit is on the map already"),
                (self.counters[unit].turn > p.turn, "8a", "the unit comes in a later turn"),
                (to != entry, "8a", "reinforcements come on their road"),
            ]),
            (_, None) => Some(Refusal::new("8a", "the unit is not on the map")),
            (_, Some(_)) if p.moved.has(unit) => Some(Refusal::new("2a", "the unit has moved already")),
            (_, Some(from)) if self.reach(p, unit, from).hexes.has(to) => None,
            (_, Some(from)) => {
                let zone = field.zone(enemy);
                let zones = zone.has(from) && zone.has(to);
                Refusal::first(&[
                    (zones, "3b", "it would go from one enemy zone to another"),
                    (true, "2a", "it is too far for the unit's movement points"),
                ])
            }
        })
    }
}

impl Module<Movement> for Drill {
    type Step = MovementStep;
    type Action = MovementAction;
    type Event = Happened;

    fn run(&self, _: &mut Position, _: MovementStep, _: &mut dyn Dice, _: &mut Events) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, _: MovementStep) -> Decision {
        Decision::one(Side(p.side), "2a", "move your units, then end the movement")
    }

    fn offers(&self, p: &Position, _: MovementStep, _: Side, out: &mut Offers<'_, MovementAction>) {
        for unit in self.counters.of(p.side).filter(|unit| !p.moved.has(*unit)) {
            let reached = p.units.at(unit).map(|from| self.reach(p, unit, from).hexes).unwrap_or_default();
            out.candidates(reached.iter().map(|to| MovementAction::Move { unit, to }));
            out.candidate(MovementAction::Bring { unit, to: self.entry[usize::from(p.side)] });
        }
        out.candidate(MovementAction::End);
    }

    fn refuse(&self, p: &Position, _: MovementStep, _: Side, action: &MovementAction) -> Option<Refusal> {
        match *action {
            MovementAction::Move { unit, to } | MovementAction::Bring { unit, to } => {
                self.bar_move(p, action, unit, to).map(|why| why.of(unit).at(to))
            }
            MovementAction::End => None,
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: MovementStep,
        _: Side,
        action: &MovementAction,
        _: &mut dyn Dice,
        events: &mut Events,
    ) {
        match *action {
            MovementAction::Move { unit, to } | MovementAction::Bring { unit, to } => {
                events.push(Event::Movement(match p.units.at(unit) {
                    Some(from) => Happened::Moved { unit, from, to },
                    None => Happened::Came { unit, at: to },
                }));
                self.put(p, unit, to);
                p.moved.insert(unit);
            }
            MovementAction::End => p.steps.replace(Step::Combat(CombatStep::Choose)),
        }
    }

    fn line(&self, event: &Happened, _: Viewer) -> Option<Line> {
        Some(self.chronicle().line(event))
    }
}
