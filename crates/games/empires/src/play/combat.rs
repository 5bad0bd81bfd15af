//! Combat (7.5): chits, charts, rounds, pursuit and sieges. Plain values go in, dice are passed in, and what happens comes
//! out; nothing here knows the map, the players or a source of chance, so a bot can ask the same functions as the game.

pub mod arrival;
pub mod battle;
pub mod charts;
pub mod chits;
pub mod command;
pub mod ending;
pub mod factors;
pub mod forecast;
pub mod losses;
pub mod matrix;
pub mod morale;
pub mod muster;
pub mod options;
pub mod pursuit;
pub mod read;
pub mod retreat;
pub mod round;
pub mod siege;

pub use charts::Charts;
pub use chits::{AttackerChit, DefenderChit};
pub use factors::{Factors, Kind};

use serde::{Deserialize, Serialize};

/// One of the two sides of a combat: the attacker is the phasing side, in a siege assault the besieger and in a garrison
/// attack the garrison.
// empires 7.5.1(b)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// The attacker.
    Attacker,
    /// The defender.
    Defender,
}

impl Who {
    /// Both, attacker first.
    pub const BOTH: [Who; 2] = [Who::Attacker, Who::Defender];

    /// The other side.
    pub fn other(self) -> Who {
        match self {
            Who::Attacker => Who::Defender,
            Who::Defender => Who::Attacker,
        }
    }

    /// The place of the side in a pair.
    pub fn at(self) -> usize {
        self as usize
    }
}

/// What cannot be done in a combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Outflank needs two corps that are not artillery, and a leader.
    #[error("outflank needs two corps other than artillery and a leader (7.5.2.1)")]
    NoOutflank,
    /// The pinning force is too small or lacks what belongs to it.
    #[error(
        "the pinning force needs a corps other than artillery, and all guerillas, artillery and depot garrisons (7.5.2.3.1)"
    )]
    Pinning,
    /// The outflanking force is too small or lacks what belongs to it.
    #[error("the outflanking force needs a corps, and all cossacks and freikorps (7.5.2.3.2)")]
    Outflanking,
    /// Not as many factors as are due, or some that are not there.
    #[error("{due} factors must be lost, of those present (7.5.2.9.2)")]
    Count {
        /// How many.
        due: u16,
    },
    /// Militia lost too late.
    #[error("militia goes only when nothing else is left once the morale loss has reached 2.0 (7.5.2.9.2.1)")]
    Militia,
    /// No cavalry among the losses of a breaking side.
    #[error("a side that breaks loses at least one cavalry factor (7.5.2.9.2.2)")]
    Cavalry,
    /// Outflankers lost before they arrived, while the pinning force still stood.
    #[error("losses fall on the pinning force until the outflankers arrive (7.5.2.10.1.2.2)")]
    TooFar,
    /// A die outside 1 to 6.
    #[error("a die shows 1 to 6, not {0}")]
    Die(u8),
    /// A rating above the true one.
    #[error("a tactical rating can be stated lower, never higher (7.5.2.9.1.2)")]
    Rating,
    /// The chart has no tables for this: the withdrawal cannot fail, or the round is not fought.
    #[error("the chart gives no tables for this round (7.5.2.7)")]
    NoTables,
    /// The day, or the combat, is over.
    #[error("no further round can be fought")]
    Over,
    /// Guard that is not there, or more than the power may commit.
    #[error("this much guard cannot be committed (12.3.4)")]
    Guard,
    /// Pursuit that is not allowed.
    #[error("there is no pursuit here (7.5.2.10.2)")]
    NoPursuit,
}

/// Checks a die.
pub fn die(shown: u8) -> Result<u8, Refused> {
    if (1..=6).contains(&shown) { Ok(shown) } else { Err(Refused::Die(shown)) }
}
