//! What is stored of a game: its row, its steps, its snapshots.

use super::due::DueChange;
use super::outbox::Turns;
use super::{StoreError, json, read};
use crate::clock::Clock;
use crate::dice::StoredChain;
use crate::opponents::terms::Meeting;
use crate::seats::SeatRow;
use crate::wire::{Said, Why};
use sandtable_core::record::{AnyEntry, AnySnapshot, Head};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a step is stored that takes the one before it back.
const UNDO: &str = "undo";

/// A step of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoredStep {
    /// A move.
    Move(Box<AnyEntry>),
    /// The move before it is taken back.
    Undo,
}

impl StoredStep {
    pub(super) fn to_text(&self) -> Result<String, StoreError> {
        match self {
            StoredStep::Move(entry) => json(entry),
            StoredStep::Undo => Ok(UNDO.to_string()),
        }
    }

    pub(super) fn from_text(text: &str) -> Result<StoredStep, StoreError> {
        if text == UNDO { Ok(StoredStep::Undo) } else { Ok(StoredStep::Move(read(text)?)) }
    }
}

/// What belongs to a game beside its record and its seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// What it is called; empty if nobody has named it.
    #[serde(default)]
    pub name: String,
    /// The game that it branched off from.
    #[serde(default)]
    pub branch_of: Option<String>,
    /// Whether its players do without hints.
    #[serde(default)]
    pub no_hints: bool,
    /// The puzzle of the game that is played.
    #[serde(default)]
    pub puzzle: Option<String>,
    /// The game that is its rematch.
    #[serde(default)]
    pub rematch: Option<String>,
    /// Whether it was over when it was taken in from a file: then it stays as it is.
    #[serde(default)]
    pub from_file: bool,
    /// Its clocks.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// What was settled at a table for strangers before it began.
    #[serde(default)]
    pub meeting: Meeting,
    /// Whether seats that belong to accounts also have keys, for their links.
    #[serde(default)]
    pub links: bool,
    /// Whether the keeper hides it from all but those who play it.
    #[serde(default)]
    pub hidden: bool,
    /// Who has made it: `account:` with its id, or `address:` with where it was made from.
    #[serde(default)]
    pub made_by: String,
}

/// How a game stands, for the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Turn and phase.
    pub moment: String,
    /// Who must decide.
    pub deciding: Vec<String>,
    /// How many moves have been made.
    pub moves: usize,
    /// How it ended; empty while it goes on.
    pub result: String,
    /// Which scenario.
    pub scenario: String,
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Head of its record.
    pub head: Head,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// How it stands.
    pub summary: Summary,
    /// When it was last played, in milliseconds since 1970.
    pub touched: i64,
    /// Its name and whatever else belongs to it.
    pub extra: Extra,
}

/// A game with all its steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stored {
    /// The game.
    pub row: GameRow,
    /// How often that row has changed.
    pub revision: i64,
    /// Its steps in order, those taken back included.
    pub steps: Vec<StoredStep>,
    /// The last snapshot.
    pub snapshot: Option<AnySnapshot>,
    /// What bots said of their steps, by number of the step.
    pub whys: BTreeMap<usize, Why>,
    /// What its players said to each other.
    pub said: Vec<Said>,
    /// What seats put into the dice.
    pub chains: Vec<StoredChain>,
}

/// A step to be kept.
#[derive(Clone, Debug)]
pub struct StepRow {
    /// Which game.
    pub game: String,
    /// Its number, from 1.
    pub number: usize,
    /// The step itself.
    pub step: StoredStep,
    /// The snapshot after it, if the record keeps one.
    pub snapshot: Option<AnySnapshot>,
    /// How the game stands after it.
    pub summary: Summary,
    /// What the bot that took it says of it.
    pub why: Option<Why>,
    /// What belongs to the game beside its record, if the step has changed it: its clocks.
    pub extra: Option<Extra>,
    /// When somebody must look at its clocks next.
    pub flag: Option<i64>,
    /// Whose turn it is then, where accounts play.
    pub turns: Option<Turns>,
    /// What the game waits for after it, as far as that changes.
    pub due: Vec<DueChange>,
    /// The revision of the game's row at which that is true.
    pub revision: i64,
}
