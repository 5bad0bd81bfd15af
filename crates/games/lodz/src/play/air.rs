//! Not written yet.

mod objects;
pub mod state;

use super::{Engine, Event};
use crate::state::Position;
use sandtable_core::game::{Breach, Line};
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AirStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AirAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum AirEvent {
    /// Fire or bombs on the bridge between two hexes.
    Object { map: u8, hex: u16, to: u16, strength: u16, rolls: [u8; 2], destroyed: bool },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn air_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn air_run(
        &self,
        p: &mut Position,
        _step: AirStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn air_decision(&self, p: &Position, _step: AirStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn air_list(&self, p: &Position, step: AirStep, side: u8, out: &mut Vec<super::Action>) {
        if self.air_refuse(p, step, side, AirAction::Done).is_none() {
            out.push(super::Action::Air(AirAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn air_refuse(
        &self,
        _p: &Position,
        _step: AirStep,
        _side: u8,
        _a: AirAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn air_take(
        &self,
        p: &mut Position,
        _step: AirStep,
        _side: u8,
        _a: AirAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn air_text(&self, _p: &Position, _a: AirAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn air_parse(&self, _p: &Position, words: &[&str]) -> Option<AirAction> {
        (words == ["done"]).then_some(AirAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn air_line(&self, event: AirEvent) -> Line {
        let AirEvent::Object { map, hex, to, strength, rolls: [a, b], destroyed } = event;
        let (board, sum) = (&self.d.maps[usize::from(map)], a + b);
        let what = if destroyed { "it is destroyed" } else { "it stands" };
        let text = format!("strength {strength} on a bridge: {a} and {b} make {sum}, {what}");
        Line { text, rule: "OBJ.1", places: vec![board.name(hex), board.name(to)] }
    }
}
