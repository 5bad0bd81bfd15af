//! Not written yet.

pub mod state;

use super::{Engine, Event};
use crate::state::Position;
use sandtable_core::game::{Breach, Line};
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SupplyStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SupplyAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SupplyEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn supply_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn supply_run(
        &self,
        p: &mut Position,
        _step: SupplyStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn supply_decision(&self, p: &Position, _step: SupplyStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn supply_list(&self, p: &Position, step: SupplyStep, side: u8, out: &mut Vec<super::Action>) {
        if self.supply_refuse(p, step, side, SupplyAction::Done).is_none() {
            out.push(super::Action::Supply(SupplyAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn supply_refuse(
        &self,
        _p: &Position,
        _step: SupplyStep,
        _side: u8,
        _a: SupplyAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn supply_take(
        &self,
        p: &mut Position,
        _step: SupplyStep,
        _side: u8,
        _a: SupplyAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn supply_text(&self, _p: &Position, _a: SupplyAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn supply_parse(&self, _p: &Position, words: &[&str]) -> Option<SupplyAction> {
        (words == ["done"]).then_some(SupplyAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn supply_line(&self, _event: SupplyEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }

    /// How the game ended (lodz N11.2, lodz R48).
    pub(super) fn supply_outcome(&self, _p: &Position) -> sandtable_core::game::Outcome {
        sandtable_core::game::Outcome { winner: None, level: "draw", rule: "N11.2" }
    }

    /// Units of a side that are in supply now (lodz 12.2), by a search from all its sources.
    pub fn supplied(&self, _p: &Position, _side: u8) -> crate::state::Pieces {
        crate::state::Pieces::EMPTY
    }

    /// Who holds which hex now (lodz R48), after any phase in which units moved.
    pub(super) fn supply_control(&self, _p: &mut Position) {}
}
