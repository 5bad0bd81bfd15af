//! The game as a machine: the sequence of play, what each side may do at every step, and what happens then. Each module
//! follows its part of the rulebook and owns its steps, actions, events and state:
//!
//! * [`rear`]: Depots (3), recruits (4), command (5), events (6), the end of a player turn, and who wins (10);
//! * [`march`]: movement and special actions (7);
//! * [`fire`]: munitions (8.2), Barrage (8.3), counterbattery (8.4), support of the defence (8.6.2);
//! * [`flight`]: retreats (8.5.1) and routs (8.7.3);
//! * [`fight`]: an attack from the retreat before combat to the Cohesion checks (8.5, 8.6, 8.7);
//! * [`assault`]: what follows: advance, pursuit, Assault, losses, morale (8.7.4, 8.8).

pub mod assault;
pub mod common;
pub mod engine;
pub mod fight;
pub mod fire;
pub mod flight;
pub mod march;
pub mod odds;
pub mod rear;
mod sequence;

pub use common::CommonEvent;
pub use engine::Engine;

sandtable_core::actions_and_events! {
    /// Recruits, command, events.
    Rear(rear::RearAction, rear::RearEvent),
    /// Movement.
    March(march::MarchAction, march::MarchEvent),
    /// Munitions and fire.
    Fire(fire::FireAction, fire::FireEvent),
    /// Retreats and routs.
    Flight(flight::FlightAction, flight::FlightEvent),
    /// A combat up to its Cohesion checks.
    Fight(fight::FightAction, fight::FightEvent),
    /// A combat after them.
    Assault(assault::AssaultAction, assault::AssaultEvent);
    /// What several modules do.
    Common(CommonEvent)
}
