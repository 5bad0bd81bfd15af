//! Not written yet.

pub mod state;

use super::{Engine, Event};
use crate::state::{Pieces, Position};
use sandtable_core::game::{Breach, Line};
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Why units leave their hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightKind {
    /// Retreat before combat (orel 8.5).
    Before,
    /// Retreat by a Cohesion or Morale check (orel 8.7.2).
    Retreat,
    /// A losing defender who passed his Morale check (orel 8.8.2o).
    GoodOrder,
    /// Rout (orel 8.7.3).
    Rout,
}

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightStep {
    /// Nothing.
    Nothing,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightAction {
    /// Go on.
    Done,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlightEvent {
    /// Nothing.
    Nothing,
}

impl Engine<'_> {
    /// Orders units of one side in one hex to leave it: pushes the step that moves them. Their owner chooses hexes among those
    /// that the priorities leave (orel 8.5.1); checks on entering zones, step losses, surrenders, routs in place and exits from
    /// the map are made there. Afterwards [`state::Flight::via`] has the first hex that each unit entered. Several orders
    /// may wait; the one given last is carried out first.
    pub fn flight_order(&self, _p: &mut Position, _units: Pieces, _kind: FlightKind) {}

    /// Guns, vehicles and others in a hex who must go along when units of their stack leave it (orel 8.7.2e to orel 8.7.2g, orel
    /// 8.8.2m, orel 9h), by what befalls the combat units there.
    pub fn flight_followers(
        &self,
        _p: &Position,
        _hex: u16,
        _side: u8,
        _leaving: Pieces,
        _kind: FlightKind,
    ) -> Pieces {
        Pieces::NONE
    }

    /// Does what needs no decision; whether one is needed.
    pub(super) fn flight_run(
        &self,
        p: &mut Position,
        _step: FlightStep,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        false
    }

    /// Who must decide what.
    pub(super) fn flight_decision(&self, p: &Position, _step: FlightStep) -> Decision {
        Decision::one(sandtable_core::Side(p.active), "2.1a", "go on")
    }

    /// Every legal action.
    pub(super) fn flight_list(&self, p: &Position, step: FlightStep, side: u8, out: &mut Vec<super::Action>) {
        if self.flight_refuse(p, step, side, FlightAction::Done).is_none() {
            out.push(super::Action::Flight(FlightAction::Done));
        }
    }

    /// The rule that forbids an action.
    pub(super) fn flight_refuse(
        &self,
        _p: &Position,
        _step: FlightStep,
        _side: u8,
        _a: FlightAction,
    ) -> Option<Breach> {
        None
    }

    /// Takes a legal action.
    pub(super) fn flight_take(
        &self,
        p: &mut Position,
        _step: FlightStep,
        _side: u8,
        _a: FlightAction,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
        p.play.pop();
    }

    /// An action in words.
    pub(super) fn flight_text(&self, _p: &Position, _a: FlightAction) -> String {
        "done".to_string()
    }

    /// An action from its words.
    pub(super) fn flight_parse(&self, _p: &Position, words: &[&str]) -> Option<FlightAction> {
        (words == ["done"]).then_some(FlightAction::Done)
    }

    /// An event as a line of the log.
    pub(super) fn flight_line(&self, _event: FlightEvent) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }
}
