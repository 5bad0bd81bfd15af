//! Not written yet.

pub mod state;

use super::{Engine, Event};
use crate::state::{Attack, Combat, Position};
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
    /// The combat that an attack begins, before anything was rolled: for odds and bots as well as for play.
    pub fn combat_of(&self, p: &Position, attack: &Attack) -> Combat {
        let _ = (p, attack);
        Combat::NONE
    }

    /// Strength of a side of a combat, fire of its supports included (orel 8.7.1o); `who` is [`crate::state::ATTACKER`] or
    /// [`crate::state::DEFENDER`]. In an Assault Disorganised units count half (orel 8.8.1). It depends on `p` and on the combat
    /// that is given alone.
    pub fn side_strength(&self, p: &Position, c: &Combat, who: usize, assault: bool) -> u16 {
        let _ = (p, c, who, assault);
        0
    }

    /// Whether cavalry of a combat may charge (orel 8.7.1r to orel 8.7.1v).
    pub fn may_charge(&self, p: &Position, c: &Combat, unit: u8) -> bool {
        let _ = (p, c, unit);
        false
    }

    /// What is added to the Cohesion die for a unit (orel 8.7.1).
    pub fn cohesion_add(&self, p: &Position, c: &Combat, who: usize, unit: u8) -> i8 {
        let _ = (p, c, who, unit);
        0
    }

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
