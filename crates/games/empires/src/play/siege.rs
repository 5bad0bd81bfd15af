//! Sieges (7.5.4) and guerillas (7.6).

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
pub enum SiegeStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiegeAction {
    /// Nothing.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SiegeEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins: lay out its steps, or do what needs no decision.
    pub(super) fn siege_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Who must decide at a step.
    pub(super) fn siege_decision(&self, p: &Position, _step: SiegeStep) -> Decision {
        Decision::Over(self.outcome(p))
    }

    /// Does what a step needs before it asks; true if it asks now, false if it went on.
    pub(super) fn siege_run(
        &self,
        p: &mut Position,
        _step: SiegeStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Every legal action of a power at a step.
    pub(super) fn siege_list(&self, _p: &Position, _step: SiegeStep, _power: u8, _out: &mut Vec<Action>) {}

    /// The rule that forbids an action of a power at a step.
    pub(super) fn siege_refuse(
        &self,
        _p: &Position,
        _step: SiegeStep,
        _power: u8,
        _action: SiegeAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn siege_take(
        &self,
        _p: &mut Position,
        _step: SiegeStep,
        _power: u8,
        _action: SiegeAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// An action in words.
    pub fn siege_text(&self, _p: &Position, _action: SiegeAction) -> String {
        String::new()
    }

    /// An action from its words, legal or not.
    pub fn siege_parse(&self, _p: &Position, _words: &str) -> Option<SiegeAction> {
        None
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn siege_line(&self, _event: &SiegeEvent, _viewer: Viewer) -> Option<Line> {
        None
    }

    /// Hides what other powers have chosen in secret.
    pub(crate) fn siege_hide(&self, _p: &mut Position, _power: u8) {}

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn siege_secret(&self, _step: SiegeStep) -> bool {
        false
    }
}
