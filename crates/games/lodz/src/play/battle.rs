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
pub enum BattleStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BattleEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn battle_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn battle_run(
        &self,
        p: &mut Position,
        _step: BattleStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn battle_decision(&self, p: &Position, _step: BattleStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn battle_list(&self, p: &Position, step: BattleStep, side: u8, out: &mut Vec<super::Action>) {
        if self.battle_refuse(p, step, side, BattleAction::Done).is_none() {
            out.push(super::Action::Battle(BattleAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn battle_refuse(
        &self,
        _p: &Position,
        _step: BattleStep,
        _side: u8,
        _a: BattleAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn battle_take(
        &self,
        p: &mut Position,
        _step: BattleStep,
        _side: u8,
        _a: BattleAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn battle_text(&self, _p: &Position, _a: BattleAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn battle_parse(&self, _p: &Position, words: &[&str]) -> Option<BattleAction> {
        (words == ["done"]).then_some(BattleAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn battle_line(&self, _event: BattleEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
