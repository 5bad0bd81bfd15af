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
pub enum FireStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FireAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FireEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn fire_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn fire_run(
        &self,
        p: &mut Position,
        _step: FireStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn fire_decision(&self, p: &Position, _step: FireStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "2.1a", "go on")
    }

    /// Every legal action.
    pub(super) fn fire_list(&self, p: &Position, step: FireStep, side: u8, out: &mut Vec<super::Action>) {
        if self.fire_refuse(p, step, side, FireAction::Done).is_none() {
            out.push(super::Action::Fire(FireAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn fire_refuse(
        &self,
        _p: &Position,
        _step: FireStep,
        _side: u8,
        _a: FireAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn fire_take(
        &self,
        p: &mut Position,
        _step: FireStep,
        _side: u8,
        _a: FireAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.play.pop();
    }

    /// An action in words.
    pub(super) fn fire_text(&self, _p: &Position, _a: FireAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn fire_parse(&self, _p: &Position, words: &[&str]) -> Option<FireAction> {
        (words == ["done"]).then_some(FireAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn fire_line(&self, _event: FireEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
