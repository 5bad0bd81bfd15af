//! A combat from the choice of an attack to the Cohesion checks (8.1e to 8.1h).

mod charge;
mod cohesion;
pub mod state;
mod strength;

pub use cohesion::Modifiers;
pub use strength::{Strength, rounded};

use super::{Engine, Event};
use crate::state::Position;
use sandtable_core::game::{Breach, Line};
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
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FightEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn fight_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
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

    /// Who must decide what.
    pub(super) fn fight_decision(&self, p: &Position, _step: FightStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "2.1a", "go on")
    }

    /// Every legal action.
    pub(super) fn fight_list(&self, p: &Position, step: FightStep, side: u8, out: &mut Vec<super::Action>) {
        if self.fight_refuse(p, step, side, FightAction::Done).is_none() {
            out.push(super::Action::Fight(FightAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn fight_refuse(
        &self,
        _p: &Position,
        _step: FightStep,
        _side: u8,
        _a: FightAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn fight_take(
        &self,
        p: &mut Position,
        _step: FightStep,
        _side: u8,
        _a: FightAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.play.pop();
    }

    /// An action in words.
    pub(super) fn fight_text(&self, _p: &Position, _a: FightAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn fight_parse(&self, _p: &Position, words: &[&str]) -> Option<FightAction> {
        (words == ["done"]).then_some(FightAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn fight_line(&self, _event: FightEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
