//! The set-up, supply (12), who holds what, nights, and who wins.

mod control;
mod hunger;
pub mod lines;
mod set_up;
pub mod state;

use super::{Action, Engine, Event};
use crate::play::bar::Bar;
use crate::state::{Phase, Position};
use sandtable_core::game::Line;
use sandtable_core::{Decision, Dice, Side};
use serde::{Deserialize, Serialize};

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
    Shift { unit: u16, to: u16 },
    /// Artillery is put into the other order (lodz N11.15).
    Order { unit: u16 },
    /// A train is placed (lodz N11.6).
    Train { unit: u16, to: u16 },
    /// Enough.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum SupplyEvent {
    /// A unit's level out of supply changes.
    Level { unit: u16, level: u8, map: u8, hex: u16 },
    /// A unit that is cut off is tested.
    Test { unit: u16, level: u8, roll: u8, gone: bool, map: u8, hex: u16 },
    /// A base is laid out.
    Base { unit: u16, map: u8, hex: u16 },
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
                    p.pile.push(crate::state::Step::Supply(SupplyStep::SetUp));
                }
            }
            Phase::Supply => self.supply_check(p, dice, events),
            _ => self.supply_night(p, events),
        }
    }

    /// Every step of this module is a decision.
    pub(super) fn supply_run(
        &self,
        _p: &mut Position,
        _step: SupplyStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        true
    }

    /// Who must decide what.
    pub(super) fn supply_decision(&self, p: &Position, _step: SupplyStep) -> Decision {
        Decision::one(
            Side(p.active),
            if self.set_up_rule(p) == "N11.1" { "N11.15" } else { self.set_up_rule(p) },
            "set-up: units beside their hexes, orders of artillery, trains",
        )
    }

    /// Every legal action.
    pub(super) fn supply_list(&self, p: &Position, _step: SupplyStep, side: u8, out: &mut Vec<Action>) {
        self.set_up_list(p, side, out);
    }

    /// The rule that forbids an action.
    pub(super) fn supply_refuse(
        &self,
        p: &Position,
        _step: SupplyStep,
        side: u8,
        action: SupplyAction,
    ) -> Option<Bar> {
        self.set_up_refuse(p, side, action)
    }

    /// Takes a legal action.
    pub(super) fn supply_take(
        &self,
        p: &mut Position,
        _step: SupplyStep,
        _side: u8,
        action: SupplyAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        self.set_up_take(p, action);
    }

    /// An action in words: `place de-train-1 1405`, `shift ru-1-z 1513`, `order ru-art-1`, `ready`.
    pub(super) fn supply_text(&self, p: &Position, action: SupplyAction) -> String {
        let map = self.map(p);
        match action {
            SupplyAction::Shift { unit, to } => format!("shift {} {}", self.id(unit), map.name(to)),
            SupplyAction::Order { unit } => format!("order {}", self.id(unit)),
            SupplyAction::Train { unit, to } => format!("place {} {}", self.id(unit), map.name(to)),
            SupplyAction::Done => "ready".to_string(),
        }
    }

    /// An action from its words.
    pub(super) fn supply_parse(&self, p: &Position, words: &[&str]) -> Option<SupplyAction> {
        let map = self.map(p);
        match words {
            ["ready"] => Some(SupplyAction::Done),
            ["order", unit] => Some(SupplyAction::Order { unit: self.d.unit(unit)? }),
            ["shift", unit, to] => Some(SupplyAction::Shift { unit: self.d.unit(unit)?, to: map.hex(to)? }),
            ["place", unit, to] => Some(SupplyAction::Train { unit: self.d.unit(unit)?, to: map.hex(to)? }),
            _ => None,
        }
    }

    /// An event as a line of the log.
    pub(super) fn supply_line(&self, event: SupplyEvent) -> Line {
        let at = |map: u8, hex: u16| vec![self.d.maps[usize::from(map)].name(hex)];
        let (text, rule, places) = match event {
            SupplyEvent::Level { unit, level: 0, map, hex } => {
                (format!("{} is in supply again", self.name(unit)), "12.32", at(map, hex))
            }
            SupplyEvent::Level { unit, level, map, hex } => {
                let rule = if level > 1 { "12.31b" } else { "12.31a" };
                (format!("{} is out of supply, level {level}", self.name(unit)), rule, at(map, hex))
            }
            SupplyEvent::Test { unit, level, roll, gone, map, hex } => {
                let what = if gone { "surrenders" } else { "holds out" };
                let rule = if roll == self.d.charts.surrender_safe { "12.33d" } else { "12.33b" };
                (format!("{} at level {level} rolls {roll} and {what}", self.name(unit)), rule, at(map, hex))
            }
            SupplyEvent::Base { unit, map, hex } => {
                (format!("{} is laid out", self.def(unit).title), "12.51", at(map, hex))
            }
            SupplyEvent::Scored { points: [de, ru], total: [all_de, all_ru], rule } => (
                format!("victory hexes: Germany {de}, Russia {ru}; in all {all_de} to {all_ru}"),
                rule,
                vec![],
            ),
        };
        Line { text, rule, places }
    }
}
