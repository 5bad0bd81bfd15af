//! The set-up, supply (12), who holds what, nights, and who wins.

mod control;
mod hunger;
pub mod lines;
mod set_up;
pub mod state;

use super::{Engine, Event};
use crate::position::{HexId, Phase, Position, UnitId};
use sandtable_core::game::Line;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};
use serde::{Deserialize, Serialize};

/// The module of the set-up, of supply and of victory.
pub struct SupplyRules;

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SupplyStep {
    /// The active player chooses at set-up.
    SetUp,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SupplyAction {
    /// A unit is set up beside its hex.
    Shift { unit: UnitId, to: HexId },
    /// Artillery is put into the other order (lodz N11.15).
    Order { unit: UnitId },
    /// A train is placed (lodz N11.6).
    Train { unit: UnitId, to: HexId },
    /// Enough.
    Done,
}

sandtable_core::action_table! {
    SupplyAction, Engine<'_>;
    (Shift { unit, to }) unit, to = "shift": "shift {unit} {to}", "Set up {unit} in {to}";
    (Order { unit }) unit = "order": "order {unit}", "Change the order of {unit}";
    (Train { unit, to }) unit, to = "place": "place {unit} {to}", "Place {unit} in {to}";
    (Done) = "done": "ready", "End your set-up";
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum SupplyEvent {
    /// A unit's level out of supply changes.
    Level { unit: UnitId, level: u8, map: u8, hex: HexId },
    /// A unit that is cut off is tested.
    Test { unit: UnitId, level: u8, roll: u8, gone: bool, map: u8, hex: HexId },
    /// A base is laid out.
    Base { unit: UnitId, map: u8, hex: HexId },
    /// Points of a part, and all so far.
    Scored { points: [u8; 2], total: [u8; 2], rule: &'static str },
}

/// The rule that gives the points of a scenario.
pub(crate) fn victory_rule(id: &str) -> &'static str {
    match id {
        "lodz" => "LDZ.2",
        "ruzski" => "RUZ.2",
        "masurian" => "MAZ.2",
        _ => "N11.2",
    }
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn supply_enter(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.phase {
            Phase::SetUp => {
                if self.set_up_asks(p, p.active) {
                    p.steps.push(crate::position::Step::Supply(SupplyStep::SetUp));
                }
            }
            Phase::Supply => self.supply_check(p, dice, events),
            _ => self.supply_night(p, events),
        }
    }
}

impl Module<SupplyRules> for Engine<'_> {
    type Step = SupplyStep;
    type Action = SupplyAction;
    type Event = SupplyEvent;

    fn run(&self, _: &mut Position, _: SupplyStep, _: &mut dyn Dice, _: &mut Vec<Event>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position, _: SupplyStep) -> Decision {
        Decision::one(
            Side(p.active),
            if self.set_up_rule(p) == "N11.1" { "N11.15" } else { self.set_up_rule(p) },
            "set-up: units beside their hexes, orders of artillery, trains",
        )
    }

    fn offers(&self, p: &Position, _: SupplyStep, side: Side, out: &mut Offers<'_, SupplyAction>) {
        self.set_up_offers(p, side.0, out);
    }

    fn refuse(&self, p: &Position, _: SupplyStep, side: Side, a: &SupplyAction) -> Option<Refusal> {
        self.set_up_refuse(p, side.0, *a)
    }

    fn take(
        &self,
        p: &mut Position,
        _: SupplyStep,
        _: Side,
        a: &SupplyAction,
        _: &mut dyn Dice,
        _: &mut Vec<Event>,
    ) {
        self.set_up_take(p, *a);
    }

    fn line(&self, event: &SupplyEvent, _: Viewer) -> Option<Line> {
        let at = |map: u8, hex: HexId| vec![self.d.maps[usize::from(map)].name(hex)];
        let named =
            |unit: UnitId, map: u8, hex: HexId| format!("{} at {}", self.name(unit), self.place(map, hex));
        let (text, rule, places) = match *event {
            SupplyEvent::Level { unit, level: 0, map, hex } => {
                (format!("{} is in supply again", named(unit, map, hex)), "12.32", at(map, hex))
            }
            SupplyEvent::Level { unit, level, map, hex } => {
                let rule = if level > 1 { "12.31b" } else { "12.31a" };
                (format!("{} is out of supply, level {level}", named(unit, map, hex)), rule, at(map, hex))
            }
            SupplyEvent::Test { unit, level, roll, gone, map, hex } => {
                let what = if gone { "surrenders" } else { "holds out" };
                let rule = if roll == self.d.charts.surrender_safe { "12.33d" } else { "12.33b" };
                (
                    format!("{}, cut off at level {level}, rolls {roll} and {what}", named(unit, map, hex)),
                    rule,
                    at(map, hex),
                )
            }
            SupplyEvent::Base { unit, map, hex } => {
                (format!("{} is laid out", named(unit, map, hex)), "12.51", at(map, hex))
            }
            SupplyEvent::Scored { points: [de, ru], total: [all_de, all_ru], rule } => (
                format!("victory hexes: Germany {de}, Russia {ru}; in all {all_de} to {all_ru}"),
                rule,
                vec![],
            ),
        };
        Some(Line { text, rule, places })
    }
}
