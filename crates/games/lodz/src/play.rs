//! The game as a machine: the sequence of play, what each player may do at every step, and what happens then. Each module
//! follows its part of the rulebook and owns its steps, actions, events and state:
//!
//! * [`supply`]: set-up, supply (12), control, nights and victory;
//! * [`air`]: airships (15A), barrages (8.6), destruction of objects;
//! * [`march`]: movement (4 to 6), artillery orders, bridges (14), field works (9.1), arrivals (13), strategic movement (11);
//! * [`rail`]: trains (16), supply bases (12.5), replacements;
//! * [`battle`]: attacks owed, independent fire, attacks and their results (7, 8, 9, 10, 15);
//! * [`retreat`]: retreats and pursuits (7.3 to 7.5).

pub mod air;
pub mod battle;
pub mod common;
pub mod engine;
pub mod march;
pub mod rail;
pub mod retreat;
mod sample;
mod sequence;
pub mod supply;

pub use common::CommonEvent;
pub use engine::Engine;

use crate::position::{Position, Step};

sandtable_core::actions_and_events! {
    /// Airships.
    Air(air::AirAction, air::AirEvent),
    /// Movement.
    March(march::MarchAction, march::MarchEvent),
    /// Trains, ferries and bridges.
    Rail(rail::RailAction, rail::RailEvent),
    /// Attacks and barrages.
    Battle(battle::BattleAction, battle::BattleEvent),
    /// Retreats and pursuit.
    Retreat(retreat::RetreatAction, retreat::RetreatEvent),
    /// Supply and replacements.
    Supply(supply::SupplyAction, supply::SupplyEvent);
    /// What several modules do.
    Common(CommonEvent)
}

sandtable_core::modules_of! {
    Engine<'_>, Position.steps, Step, Action, Event;
    march::MarchRules { Step::March(s) => s, Action::March(a) => a, Action::March, Event::March(e) => e },
    battle::BattleRules { Step::Battle(s) => s, Action::Battle(a) => a, Action::Battle, Event::Battle(e) => e },
    rail::RailRules { Step::Rail(s) => s, Action::Rail(a) => a, Action::Rail, Event::Rail(e) => e },
    retreat::RetreatRules { Step::Retreat(s) => s, Action::Retreat(a) => a, Action::Retreat, Event::Retreat(e) => e },
    air::AirRules { Step::Air(s) => s, Action::Air(a) => a, Action::Air, Event::Air(e) => e },
    supply::SupplyRules { Step::Supply(s) => s, Action::Supply(a) => a, Action::Supply, Event::Supply(e) => e },
}
