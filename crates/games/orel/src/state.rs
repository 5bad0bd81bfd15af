//! What a position holds: where the sequence stands, the units, the attacks, and what the modules of [`crate::play`] keep.

mod attack;
mod id;
mod pieces;
mod position;
mod step;
mod unit;
mod units;

pub use attack::{ATTACKER, ATTACKS, Attack, Combat, DEFENDER};
pub use id::{AttackId, AttackOn, DepotId, FormationId, HexId, OFF_MAP, TargetId, UnitId};
pub use pieces::Pieces;
pub use position::{Position, Rules};
pub use step::{Phase, Play, Roll, RollKind, STEPS, Step};
pub use unit::{At, Dug, Marker, Mode};
pub use units::Units;
