//! Not written yet.

pub mod state;

use super::{Engine, Event};
use crate::state::{Pieces, Position};
use sandtable_core::game::{Breach, Line};
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RetreatEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// Orders a force to retreat so many hexes from a combat hex (lodz 7.34 to lodz 7.44): pushes the step in which its owner leads each
    /// unit back. Afterwards [`state::Retreat`] has the path of the units that went from each hex, for pursuit.
    pub fn retreat_order(&self, _p: &mut Position, _units: Pieces, _from: u16, _hexes: u8) {}

    /// Lets attackers pursue (lodz 7.51 to lodz 7.58): pushes the step in which their owner moves each of them or not. `hexes` is how far
    /// the defender went from `from`; 0 if all defenders of the hex were destroyed.
    pub fn pursuit_order(&self, _p: &mut Position, _units: Pieces, _from: u16, _hexes: u8) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn retreat_run(
        &self,
        p: &mut Position,
        _step: RetreatStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn retreat_decision(&self, p: &Position, _step: RetreatStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn retreat_list(
        &self,
        p: &Position,
        step: RetreatStep,
        side: u8,
        out: &mut Vec<super::Action>,
    ) {
        if self.retreat_refuse(p, step, side, RetreatAction::Done).is_none() {
            out.push(super::Action::Retreat(RetreatAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn retreat_refuse(
        &self,
        _p: &Position,
        _step: RetreatStep,
        _side: u8,
        _a: RetreatAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn retreat_take(
        &self,
        p: &mut Position,
        _step: RetreatStep,
        _side: u8,
        _a: RetreatAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn retreat_text(&self, _p: &Position, _a: RetreatAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn retreat_parse(&self, _p: &Position, words: &[&str]) -> Option<RetreatAction> {
        (words == ["done"]).then_some(RetreatAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn retreat_line(&self, _event: RetreatEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
