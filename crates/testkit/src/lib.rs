//! What every game must hold to, written once: positions that are written read as the same, typed actions lead back to
//! themselves and to nothing else, and what a side may not know shows in nothing that it gets. A game's tests call these with
//! its scenarios; each panics with what it found and how to find it again.

#![forbid(unsafe_code)]

mod catalogue;
mod moments;
mod positions;
mod secrets;
mod typed;

pub use catalogue::catalogue_is_tested;
pub use moments::{Moment, Walk};
pub use positions::{positions_read_as_written, values_by_hand_are_refused_or_played};
pub use secrets::{SecretsReport, secrets_are_kept};
pub use typed::typed_actions_lead_back;
