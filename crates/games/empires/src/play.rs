//! The game as a machine: the sequence of play, what each power may do at every step, and what happens then. Each module
//! follows its part of the rulebook and owns its steps, actions and events:
//!
//! * [`year`]: politics, fleets, reinforcements, the order of play (7.1), conquest (7.7), and who wins;
//! * [`march`]: depots, movement and supply (7.2 to 7.4);
//! * [`fight`]: field, limited field and trivial combats (7.5.1 to 7.5.3, 7.5.4.2.3);
//! * [`siege`]: sieges (7.5.4) and guerillas (7.6);
//! * [`loss`]: which factors are lost, wherever some are.

pub mod combat;
pub mod common;
pub mod engine;
pub mod fight;
pub(crate) mod hidden;
pub mod land;
pub mod loss;
pub mod march;
mod morale;
pub mod retreats;
mod reveals;
mod sequence;
pub mod siege;
pub mod year;

pub use common::CommonEvent;
pub use engine::Engine;

sandtable_core::actions_and_events! {
    /// Before and after the Land Phase.
    Year(year::YearAction, year::YearEvent),
    /// Depots, movement and supply.
    March(march::MarchAction, march::MarchEvent),
    /// Combat in the open.
    Fight(fight::FightAction, fight::FightEvent),
    /// Sieges and guerillas.
    Siege(siege::SiegeAction, siege::SiegeEvent),
    /// Losses.
    Loss(loss::LossAction, loss::LossEvent);
    /// What several modules do.
    Common(CommonEvent)
}
