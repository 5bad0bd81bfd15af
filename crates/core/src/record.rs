//! A game is its record: a header and the list of actions with their dice.

use crate::game::Options;
use crate::seal::{Secret, from_hex, salt, seal_choice, to_hex};
use serde::{Deserialize, Serialize};

/// Version of the record's format.
pub const FORMAT: u32 = 1;

/// After how many moves a snapshot is kept.
pub const SNAPSHOT_EVERY: usize = 256;

/// Where the dice of a game come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum DiceSource {
    /// From secrets whose seals were published; a secret that is still closed is missing.
    Sealed {
        /// Seals, as hexadecimal digits: the table's first, then each seat's.
        seals: Vec<String>,
        /// The secrets as far as they are opened or this holder's to keep.
        secrets: Vec<Option<String>>,
        /// Whether players may also roll their own and type it in: fine at one's own table, not between strangers.
        #[serde(default)]
        hand: bool,
    },
    /// Rolled by the players and typed in.
    Hand,
}

impl DiceSource {
    /// Sealed dice from secrets, all of them kept in the record.
    pub fn sealed(secrets: &[Secret]) -> DiceSource {
        DiceSource::Sealed {
            seals: secrets.iter().map(|s| to_hex(&s.seal().0)).collect(),
            secrets: secrets.iter().map(|s| Some(to_hex(&s.0))).collect(),
            hand: false,
        }
    }

    /// The secrets, if all of them are there and fit their seals.
    pub fn secrets(&self) -> Option<Vec<Secret>> {
        let DiceSource::Sealed { seals, secrets, .. } = self else { return None };
        if seals.len() != secrets.len() {
            return None;
        }
        secrets
            .iter()
            .zip(seals)
            .map(|(secret, seal)| {
                let secret = Secret(from_hex(secret.as_deref()?)?);
                (to_hex(&secret.seal().0) == *seal).then_some(secret)
            })
            .collect()
    }
}

/// One action with what was rolled for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<A> {
    /// Who, by id.
    pub side: String,
    /// What.
    pub action: A,
    /// The dice rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Whether the dice were rolled by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hand: bool,
    /// Hash of the position after it.
    pub hash: String,
    /// The seal of a secret choice, as it was published when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<ChoiceSeal>,
}

/// The published seal of a secret choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceSeal {
    /// The seal, as hexadecimal digits.
    pub seal: String,
    /// How many moves had been taken back in the game by then: a choice made anew has another seal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undone: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl ChoiceSeal {
    /// Seals the choice that a side makes with a move of a record, counted from 1.
    pub fn new<A: Serialize>(
        secrets: &[Secret],
        number: usize,
        undone: u64,
        side: &str,
        action: &A,
    ) -> ChoiceSeal {
        // Actions are plain values; one that had no JSON could not be in a record either.
        let choice = format!("{side} {}", serde_json::to_string(action).unwrap_or_default());
        let seal = seal_choice(choice.as_bytes(), &salt(secrets, number as u64, undone));
        ChoiceSeal { seal: to_hex(&seal.0), undone }
    }
}

/// A position kept so that late games open fast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot<P> {
    /// After how many moves.
    pub after: usize,
    /// The position.
    pub position: P,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<P, A> {
    /// Version of the format.
    pub sandtable: u32,
    /// The game.
    pub game: String,
    /// Version of its rules.
    pub rules: u32,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// Where dice come from.
    pub dice: DiceSource,
    /// Dice rolled to set the game up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_dice: Vec<u8>,
    /// A position by hand instead of the scenario's start, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<Entry<A>>,
    /// Snapshots.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub snapshots: Vec<Snapshot<P>>,
}
