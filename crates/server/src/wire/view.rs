//! What a seat sees, and how it changes.

use super::{BattlePart, Combat, Counter, Layer, Line, Luck, Mark, Standing, Track, View, Why};
use serde::Serialize;
use utoipa::ToSchema;

/// A layer at its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LayerAt {
    /// The place, from 0.
    pub at: usize,
    /// The layer.
    pub layer: Layer,
}

/// What changed from one view to the next; what is missing is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    /// New moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<String>,
    /// New turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// New deciders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deciding: Option<Vec<&'static str>>,
    /// New decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// New rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// Pieces that changed or came, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub counters: Vec<Counter>,
    /// Pieces that are gone, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub gone: Vec<String>,
    /// All marks, if one changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// Layers that are no more as they were, by their place in the list before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub layers_gone: Vec<usize>,
    /// Layers that came or changed, each with its place in the list now; put in one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub layers: Vec<LayerAt>,
    /// The combat under way, if it changed; none if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combats: Option<Vec<Combat>>,
    /// All tracks, if one changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Track>>,
    /// All standings, if one changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<Vec<Standing>>,
}

/// One step of a game as a seat saw it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Frame {
    /// The game's length after it: what `after` must be in the next action.
    pub number: usize,
    /// Who moved.
    pub side: String,
    /// The move as it is typed; empty where you may not know it.
    pub text: String,
    /// The move for people; empty where you may not know it.
    pub label: String,
    /// Whether this is a move taken back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub undone: bool,
    /// Dice rolled; none where you may not know the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub dice: Vec<u8>,
    /// The seal of a choice that was made in secret. The file of the finished game opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The log.
    pub lines: Vec<Line>,
    /// What it adds to the story of a battle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub battle: Vec<BattlePart>,
    /// How the dice served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// Why the bot that moved did so, if you may know it and it has something new to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// What changed.
    pub change: Change,
}

/// A game from its beginning, as a seat saw it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct History {
    /// The first view.
    pub start: View,
    /// Every step after it.
    pub frames: Vec<Frame>,
}
