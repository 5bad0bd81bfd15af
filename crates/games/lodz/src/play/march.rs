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
pub enum MarchStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarchEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn march_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn march_run(
        &self,
        p: &mut Position,
        _step: MarchStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn march_decision(&self, p: &Position, _step: MarchStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn march_list(&self, p: &Position, step: MarchStep, side: u8, out: &mut Vec<super::Action>) {
        if self.march_refuse(p, step, side, MarchAction::Done).is_none() {
            out.push(super::Action::March(MarchAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn march_refuse(
        &self,
        _p: &Position,
        _step: MarchStep,
        _side: u8,
        _a: MarchAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn march_take(
        &self,
        p: &mut Position,
        _step: MarchStep,
        _side: u8,
        _a: MarchAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn march_text(&self, _p: &Position, _a: MarchAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn march_parse(&self, _p: &Position, words: &[&str]) -> Option<MarchAction> {
        (words == ["done"]).then_some(MarchAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn march_line(&self, _event: MarchEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
