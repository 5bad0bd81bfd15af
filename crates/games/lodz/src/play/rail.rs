//! Not written yet.

pub mod state;
mod trains;

use super::{Engine, Event};
use crate::state::Position;
use sandtable_core::game::{Breach, Line};
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RailStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RailAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RailEvent {
    /// An enemy has come to a train or base; the unit aboard is lost with it.
    Taken { what: u16, load: u16, map: u8, hex: u16 },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn rail_enter(&self, _p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {}

    /// Does what needs no decision; whether one is needed.
    pub(super) fn rail_run(
        &self,
        p: &mut Position,
        _step: RailStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.pile.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn rail_decision(&self, p: &Position, _step: RailStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "3.1", "go on")
    }

    /// Every legal action.
    pub(super) fn rail_list(&self, p: &Position, step: RailStep, side: u8, out: &mut Vec<super::Action>) {
        if self.rail_refuse(p, step, side, RailAction::Done).is_none() {
            out.push(super::Action::Rail(RailAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn rail_refuse(
        &self,
        _p: &Position,
        _step: RailStep,
        _side: u8,
        _a: RailAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn rail_take(
        &self,
        p: &mut Position,
        _step: RailStep,
        _side: u8,
        _a: RailAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.pile.pop();
    }

    /// An action in words.
    pub(super) fn rail_text(&self, _p: &Position, _a: RailAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn rail_parse(&self, _p: &Position, words: &[&str]) -> Option<RailAction> {
        (words == ["done"]).then_some(RailAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn rail_line(&self, event: RailEvent) -> Line {
        let RailEvent::Taken { what, load, map, hex } = event;
        let with = if self.is_unit(load) { format!(" with {}", self.name(load)) } else { String::new() };
        let text = format!("{} is destroyed{with}: an enemy has come", self.def(what).title);
        Line { text, rule: "16.G", places: vec![self.d.maps[usize::from(map)].name(hex)] }
    }

    /// What trains and bases can do between the marches of a movement phase (lodz 16, lodz 12.53).
    pub(super) fn rail_list_march(
        &self,
        _p: &Position,
        _step: super::march::MarchStep,
        _side: u8,
        _out: &mut Vec<super::Action>,
    ) {
    }

    /// The rule that forbids it.
    pub(super) fn rail_refuse_march(
        &self,
        p: &Position,
        _step: super::march::MarchStep,
        _side: u8,
        _a: RailAction,
    ) -> Option<Breach> {
        Some(self.out_of_turn(p))
    }

    /// Does it.
    pub(super) fn rail_take_march(
        &self,
        _p: &mut Position,
        _side: u8,
        _a: RailAction,
        _events: &mut Vec<Event>,
    ) {
    }
}
