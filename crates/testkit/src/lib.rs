//! What every game must hold to, written once. [`conforms!`] makes the tests of a game: what is listed is legal and nothing else is,
//! positions and typed actions read as they were written, records replay, secrets are kept, rollouts allocate nothing, the catalogue
//! of rules is tied to tests. [`Scene`] is a situation of a test about one rule, [`DataFiles`] the files that a test breaks. Whatever
//! fails panics with what it found and how to find it again.

#![deny(unsafe_code)]

pub mod allocations;
mod battles;
mod catalogue;
mod chances;
mod conforms;
mod faults;
mod golden;
mod offers;
mod positions;
mod records;
mod scene;
mod secrets;
mod speech;
mod teaching;
mod typed;
mod walk;

pub use allocations::Counting;
pub use battles::Battles;
pub use catalogue::catalogue_is_tested;
pub use chances::chances_are_whole;
pub use conforms::Conforms;
pub use faults::{DataFiles, Fault, bad, bad_at};
pub use golden::golden_counts;
pub use offers::Referee;
pub use positions::{
    hostile_saves_are_refused_or_harmless, positions_read_as_written, values_by_hand_are_refused_or_played,
};
pub use records::{plays_as_recorded, records_replay};
pub use scene::Scene;
pub use secrets::{SecretsReport, secrets_are_kept};
pub use speech::{Found, unreadable};
pub use teaching::{lesson_can_be_played, names_are_right, teaching, unexplained};
pub use typed::typed_actions_lead_back;
pub use walk::{Moment, Seats, Step, Walk, options, rounds};
