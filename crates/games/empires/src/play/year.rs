//! Before and after the Land Phase: politics, fleets, reinforcements, the order of play, conquest and victory (chapters 4 to 6, 7.1, 7.7).

pub mod state;

use super::{Action, Engine, Event};
use crate::land::Position;
use sandtable_core::game::{Breach, Line};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum YearStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum YearAction {
    /// Nothing.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum YearEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins: lay out its steps, or do what needs no decision.
    pub(super) fn year_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Who must decide at a step.
    pub(super) fn year_decision(&self, p: &Position, _step: YearStep) -> Decision {
        Decision::Over(self.outcome(p))
    }

    /// Does what a step needs before it asks; true if it asks now, false if it went on.
    pub(super) fn year_run(
        &self,
        p: &mut Position,
        _step: YearStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Every legal action of a power at a step.
    pub(super) fn year_list(&self, _p: &Position, _step: YearStep, _power: u8, _out: &mut Vec<Action>) {}

    /// The rule that forbids an action of a power at a step.
    pub(super) fn year_refuse(
        &self,
        _p: &Position,
        _step: YearStep,
        _power: u8,
        _action: YearAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn year_take(
        &self,
        _p: &mut Position,
        _step: YearStep,
        _power: u8,
        _action: YearAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// An action in words.
    pub fn year_text(&self, _p: &Position, _action: YearAction) -> String {
        String::new()
    }

    /// An action from its words, legal or not.
    pub fn year_parse(&self, _p: &Position, _words: &str) -> Option<YearAction> {
        None
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn year_line(&self, _event: &YearEvent, _viewer: Viewer) -> Option<Line> {
        None
    }

    /// Hides what other powers have chosen in secret.
    pub(crate) fn year_hide(&self, _p: &mut Position, _power: u8) {}

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn year_secret(&self, _step: YearStep) -> bool {
        false
    }

    /// How the game has ended, or would.
    pub fn outcome(&self, _p: &Position) -> sandtable_core::game::Outcome {
        sandtable_core::game::Outcome { winner: None, level: "draw", rule: "7.1.3" }
    }
}
