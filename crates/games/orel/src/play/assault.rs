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
pub enum AssaultStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AssaultEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// Goes on after the Cohesion checks and the moves that they caused (state 6.12): replaces the top step.
    pub(super) fn assault_begin(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        p.play.pop();
    }

    /// Ends a combat that the defender has left before it began (orel 8.5h, orel 8.2.1k): advance without pursuit, then supply. Replaces
    /// the top step.
    pub(super) fn assault_unopposed(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        p.play.pop();
    }

    /// Does what needs no decision; whether one is needed.
    pub(super) fn assault_run(
        &self,
        p: &mut Position,
        _step: AssaultStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn assault_decision(&self, p: &Position, _step: AssaultStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "2.1a", "go on")
    }

    /// Every legal action.
    pub(super) fn assault_list(
        &self,
        p: &Position,
        step: AssaultStep,
        side: u8,
        out: &mut Vec<super::Action>,
    ) {
        if self.assault_refuse(p, step, side, AssaultAction::Done).is_none() {
            out.push(super::Action::Assault(AssaultAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn assault_refuse(
        &self,
        _p: &Position,
        _step: AssaultStep,
        _side: u8,
        _a: AssaultAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn assault_take(
        &self,
        p: &mut Position,
        _step: AssaultStep,
        _side: u8,
        _a: AssaultAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.play.pop();
    }

    /// An action in words.
    pub(super) fn assault_text(&self, _p: &Position, _a: AssaultAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn assault_parse(&self, _p: &Position, words: &[&str]) -> Option<AssaultAction> {
        (words == ["done"]).then_some(AssaultAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn assault_line(&self, _event: AssaultEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
