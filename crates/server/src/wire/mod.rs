//! What goes over the wire. What a seat sees and can do has the kernel's own types; here is what only the server speaks of. The
//! API's documentation and the browser's types are made from both.

mod account;
mod advice;
mod analysis;
mod clock;
mod lobby;
mod notices;
mod opponents;
mod play;
mod positions;
mod tournaments;
mod view;

pub use account::*;
pub use advice::*;
pub use analysis::*;
pub use clock::*;
pub use lobby::*;
pub use notices::*;
pub use opponents::*;
pub use play::*;
pub use positions::*;
pub use sandtable_bots::advice::{Remark, Why};
pub use sandtable_bots::analysis::Analysis;
pub use sandtable_bots::any_session::{Answer, Luck, Odds, Offered, Offers};
pub use sandtable_core::battle::BattlePart;
pub use sandtable_core::forecast::Chance;
pub use sandtable_core::game::{Breach, Line};
pub use sandtable_core::guide::{Chart, Ground, Prompt, Way};
pub use sandtable_core::proof::{DiceProof, Proof, SeatProof};
pub use sandtable_core::teach::{Facts, Teaching};
pub use sandtable_core::typed::Wanted;
pub use sandtable_core::view::{Combat, Counter, Layer, Mark, Standing, Track, View};
pub use tournaments::*;
pub use view::*;
