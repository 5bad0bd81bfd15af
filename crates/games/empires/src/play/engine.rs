//! The rules at work on the data of a game, and the modules that they are made of.

use super::fight::FightPhase;
use super::loss::LossPhase;
use super::march::MarchPhase;
use super::siege::SiegePhase;
use super::year::YearPhase;
use super::{Action, Event};
use crate::data::{Data, Scenario};
use crate::play::combat::Charts;
use crate::play::land::Position;
use crate::position::Step;
use sandtable_core::game::Side;
use sandtable_core::{Refusal, machine};

/// The rules at work on the data of a game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Data,
    /// The charts of combat.
    pub charts: &'a Charts,
}

// Typed words that mean something in several modules are read by the module that asks, else by the first of these.
sandtable_core::modules_of! {
    Engine<'_>, Position.play.steps, Step, Action, Event;
    MarchPhase { Step::March(s) => s, Action::March(a) => a, Action::March, Event::March(e) => e },
    FightPhase { Step::Fight(s) => s, Action::Fight(a) => a, Action::Fight, Event::Fight(e) => e },
    SiegePhase { Step::Siege(s) => s, Action::Siege(a) => a, Action::Siege, Event::Siege(e) => e },
    LossPhase { Step::Loss => (), Action::Loss(a) => a, Action::Loss, Event::Loss(e) => e },
    YearPhase { Step::Year(s) => s, Action::Year(a) => a, Action::Year, Event::Year(e) => e },
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.play.scenario)]
    }

    /// Something else is asked.
    pub(super) fn not_asked(&self, p: &Position) -> Refusal {
        machine::not_asked(machine::decision(self, p))
    }

    /// The only action that a power may take at a step, if there is no choice.
    pub(super) fn only_choice(&self, p: &Position, step: Step, power: u8) -> Option<Action> {
        let (mut only, mut count) = (None, 0);
        machine::each_legal(self, p, step, Side(power), |action| {
            only = Some(action);
            count += 1;
        });
        only.filter(|_| count == 1)
    }
}
