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
pub enum RearStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RearAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RearEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn rear_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn rear_run(
        &self,
        p: &mut Position,
        _step: RearStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn rear_decision(&self, p: &Position, _step: RearStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "2.1a", "go on")
    }

    /// Every legal action.
    pub(super) fn rear_list(&self, p: &Position, step: RearStep, side: u8, out: &mut Vec<super::Action>) {
        if self.rear_refuse(p, step, side, RearAction::Done).is_none() {
            out.push(super::Action::Rear(RearAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn rear_refuse(
        &self,
        _p: &Position,
        _step: RearStep,
        _side: u8,
        _a: RearAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn rear_take(
        &self,
        p: &mut Position,
        _step: RearStep,
        _side: u8,
        _a: RearAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.play.pop();
    }

    /// An action in words.
    pub(super) fn rear_text(&self, _p: &Position, _a: RearAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn rear_parse(&self, _p: &Position, words: &[&str]) -> Option<RearAction> {
        (words == ["done"]).then_some(RearAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn rear_line(&self, _event: RearEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }

    /// Events that a side can play at another module's decision (orel 6.2a).
    pub(super) fn rear_list_events(&self, _p: &Position, _side: u8, _out: &mut Vec<super::Action>) {}

    /// The rule that forbids playing an event now.
    pub(super) fn rear_refuse_event(&self, p: &Position, _side: u8, _a: RearAction) -> Option<Breach> {
        Some(self.out_of_turn(p))
    }

    /// Plays an event at another module's decision.
    pub(super) fn rear_take_event(
        &self,
        _p: &mut Position,
        _side: u8,
        _a: RearAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// Pushes a step that asks the side of the last roll whether it rolls again, if it holds an event for it.
    pub(super) fn rear_offer_reroll(&self, _p: &mut Position, _events: &mut Vec<Event>) {}

    /// What events change of a unit's TQ.
    pub(super) fn rear_tq_change(&self, _p: &Position, _unit: u8) -> i8 {
        0
    }

    /// Munitions Points of a side's Depots as they are at set-up.
    pub(crate) fn rear_refill(&self, _p: &mut Position, _side: u8) {}

    /// The standing tests after any change: rail control, Depots, inactive formations, Orel.
    pub fn settle(&self, _p: &mut Position, _events: &mut Vec<Event>) {}

    /// Hexes that a supply line of a class can reach from a hex for so many half-points (orel 8.2.2): never into enemy units, nor
    /// into enemy zones without an own combat unit or gun there. The start is in it.
    pub fn supply_reach(
        &self,
        _p: &Position,
        _side: u8,
        _class: crate::data::Class,
        from: u16,
        _limit: u8,
    ) -> crate::data::Hexes {
        crate::data::Hexes::one(from)
    }

    /// Own Depots, of whatever status, in range of a unit on the map (orel 8.2.2a).
    pub fn depots_in_range(&self, _p: &Position, _unit: u8) -> crate::state::Pieces {
        crate::state::Pieces::NONE
    }

    /// How the game ended (orel 10).
    pub(super) fn rear_outcome(&self, _p: &Position) -> sandtable_core::game::Outcome {
        sandtable_core::game::Outcome { winner: None, level: "draw", rule: "10.2Vl" }
    }
}
