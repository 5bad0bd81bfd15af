//! The rules at work: everything static, and the way from a step to the module that knows it.

use super::assault::state::Assault;
use super::fight::state::Fight;
use super::fire::state::Fire;
use super::flight::state::Flight;
use super::march::state::March;
use super::rear::state::Rear;
use super::{Action, Event};
use crate::data::{Data, Scenario, UnitDef};
use crate::position::{Position, Step, UnitId};

/// The rules at work on the data of the game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Data,
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.scenario)]
    }

    /// The counter of a unit.
    pub fn def(&self, unit: UnitId) -> &'a UnitDef {
        &self.d.units[usize::from(unit)]
    }
}

// The order in which modules are asked what a player has typed. A module is called by the state that it keeps.
sandtable_core::modules_of! {
    Engine<'_>, Position.play.steps, Step, Action, Event;
    March { Step::March(s) => s, Action::March(a) => a, Action::March, Event::March(e) => e },
    Rear { Step::Rear(s) => s, Action::Rear(a) => a, Action::Rear, Event::Rear(e) => e },
    Fire { Step::Fire(s) => s, Action::Fire(a) => a, Action::Fire, Event::Fire(e) => e },
    Fight { Step::Fight(s) => s, Action::Fight(a) => a, Action::Fight, Event::Fight(e) => e },
    Assault { Step::Assault(s) => s, Action::Assault(a) => a, Action::Assault, Event::Assault(e) => e },
    Flight { Step::Flight(s) => s, Action::Flight(a) => a, Action::Flight, Event::Flight(e) => e },
}
