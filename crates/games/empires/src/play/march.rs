//! Depots, movement and supply (7.2 to 7.4).

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
pub enum MarchStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchAction {
    /// Nothing.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarchEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins: lay out its steps, or do what needs no decision.
    pub(super) fn march_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Who must decide at a step.
    pub(super) fn march_decision(&self, p: &Position, _step: MarchStep) -> Decision {
        Decision::Over(self.outcome(p))
    }

    /// Does what a step needs before it asks; true if it asks now, false if it went on.
    pub(super) fn march_run(
        &self,
        p: &mut Position,
        _step: MarchStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Every legal action of a power at a step.
    pub(super) fn march_list(&self, _p: &Position, _step: MarchStep, _power: u8, _out: &mut Vec<Action>) {}

    /// The rule that forbids an action of a power at a step.
    pub(super) fn march_refuse(
        &self,
        _p: &Position,
        _step: MarchStep,
        _power: u8,
        _action: MarchAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn march_take(
        &self,
        _p: &mut Position,
        _step: MarchStep,
        _power: u8,
        _action: MarchAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// An action in words.
    pub fn march_text(&self, _p: &Position, _action: MarchAction) -> String {
        String::new()
    }

    /// An action from its words, legal or not.
    pub fn march_parse(&self, _p: &Position, _words: &str) -> Option<MarchAction> {
        None
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn march_line(&self, _event: &MarchEvent, _viewer: Viewer) -> Option<Line> {
        None
    }
}
