//! Positions as text, and puzzles.

use super::View;
use sandtable_bots::puzzle::PuzzleMove;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A position to be read. Nothing of it is kept.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskPosition {
    /// Which game.
    pub game: String,
    /// Which scenario; left out, the one that the text names, else the first.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Options by name; the text may name them too.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The text.
    pub text: String,
}

/// What a text comes to: a position, or everything that is wrong with it.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct PositionRead {
    /// The scenario; left out if the text cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The options that it is played with.
    pub options: BTreeMap<String, String>,
    /// What it looks like to somebody who sees everything; left out if the text cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The same position as the game writes it; left out if the text cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The words with which the rows of counters begin, by the counter's id, where they are not the id itself.
    pub words: BTreeMap<String, String>,
    /// What is wrong; nothing if it can be read.
    pub faults: Vec<PositionFault>,
}

/// One thing that is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PositionFault {
    /// The line, from 1; 0 where no single line is to blame.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
    /// The rules that it names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub rules: Vec<String>,
}

/// A position as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionText {
    /// The text.
    pub text: String,
    /// Whether it is only what one side knows.
    pub known: bool,
}

/// A puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PuzzleTitle {
    /// Its game.
    pub game: String,
    /// Its id among those of the game.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whom you play, by id.
    pub side: String,
    /// What you must bring about.
    pub task: String,
}

/// A puzzle that is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleState {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: PuzzleTitle,
    /// The length of the game for which this holds.
    pub number: usize,
    /// Whether your part is done.
    pub over: bool,
    /// Whether you have reached the goal; once it is over.
    pub solved: bool,
    /// The chance of your moves up to the first die, if everybody plays as well as can be afterwards; once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// The solution; once it is over, or if you ask for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
    /// The next puzzle of the game; none after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<PuzzleTitle>,
}

/// The solution of a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Solution {
    /// Its chance.
    pub chance: f64,
    /// The moves up to the first die.
    pub moves: Vec<PuzzleMove>,
    /// Why it is so, with the numbers of rules.
    pub explanation: String,
    /// Moves that look as good and are worse.
    pub alternatives: Vec<PuzzleOther>,
}

/// Moves that look as good as the solution and are worse.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleOther {
    /// The moves, as they are typed.
    pub moves: Vec<String>,
    /// Their chance.
    pub chance: f64,
    /// What is wrong with them.
    pub why: String,
}

/// What a bot does with a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleTry {
    /// Its level.
    pub level: String,
    /// Its moves up to the first die.
    pub moves: Vec<PuzzleMove>,
    /// Their chance.
    pub chance: f64,
}
