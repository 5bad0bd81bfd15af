//! Field, limited field and trivial combats (7.5.1 to 7.5.3, 7.5.4.2.3).

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
pub enum FightStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightAction {
    /// Nothing.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FightEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins: lay out its steps, or do what needs no decision.
    pub(super) fn fight_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Who must decide at a step.
    pub(super) fn fight_decision(&self, p: &Position, _step: FightStep) -> Decision {
        Decision::Over(self.outcome(p))
    }

    /// Does what a step needs before it asks; true if it asks now, false if it went on.
    pub(super) fn fight_run(
        &self,
        p: &mut Position,
        _step: FightStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Every legal action of a power at a step.
    pub(super) fn fight_list(&self, _p: &Position, _step: FightStep, _power: u8, _out: &mut Vec<Action>) {}

    /// The rule that forbids an action of a power at a step.
    pub(super) fn fight_refuse(
        &self,
        _p: &Position,
        _step: FightStep,
        _power: u8,
        _action: FightAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn fight_take(
        &self,
        _p: &mut Position,
        _step: FightStep,
        _power: u8,
        _action: FightAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// An action in words.
    pub fn fight_text(&self, _p: &Position, _action: FightAction) -> String {
        String::new()
    }

    /// An action from its words, legal or not.
    pub fn fight_parse(&self, _p: &Position, _words: &str) -> Option<FightAction> {
        None
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn fight_line(&self, _event: &FightEvent, _viewer: Viewer) -> Option<Line> {
        None
    }

    /// Hides what other powers have chosen in secret.
    pub(crate) fn fight_hide(&self, _p: &mut Position, _power: u8) {}

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn fight_secret(&self, _step: FightStep) -> bool {
        false
    }
}
