//! What a seat sees, and how it changes.

use super::Why;
use serde::Serialize;
use utoipa::ToSchema;

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counter {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub side: String,
    /// Nation, for its colour.
    pub nation: String,
    /// What it is, for its symbol; `unknown` where only its back is seen.
    pub branch: String,
    /// Designation.
    pub name: String,
    /// Formation it belongs to.
    pub formation: String,
    /// Size, as `XXX`, or a dot for each step left.
    pub echelon: String,
    /// Values, left to right.
    pub values: Vec<i16>,
    /// Whether its reduced side is up.
    pub reduced: bool,
    /// Where it is: a place of the board, or a box by name.
    pub place: String,
    /// States shown as badges.
    pub badges: Vec<String>,
    /// What it is and holds in full; left out where the face says it all.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub detail: String,
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Mark {
    /// Where.
    pub place: String,
    /// What.
    pub what: String,
    /// Whose; empty if nobody's.
    pub side: String,
}

/// Places that belong together: what a side holds, or a line over the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Layer {
    /// What it shows: `held`, `source`, `chain`, `cut`, `blocked`, …; `attack` and `support` are arrows from place to place.
    pub what: String,
    /// Which of several of its kind it is; left out where there is one alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub name: String,
    /// Whose it is; empty if nobody's.
    pub side: String,
    /// The places; for a line in order.
    pub places: Vec<String>,
}

/// A layer at its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LayerAt {
    /// The place, from 0.
    pub at: usize,
    /// The layer.
    pub layer: Layer,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Combat {
    /// Where.
    pub place: String,
    /// What it is and how far it has come.
    pub title: String,
    /// What it goes through from beginning to end; left out where that is not always the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub stages: Vec<String>,
    /// The one that it has come to, counted from 0.
    pub stage: u8,
    /// Who attacks, by side.
    pub attackers: Vec<String>,
    /// Who defends, by side.
    pub defenders: Vec<String>,
    /// What is known of both, in the order in which it came about.
    pub rows: Vec<CombatRow>,
}

/// One thing that both sides of a combat have; a heading where both are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CombatRow {
    /// What.
    pub name: String,
    /// The attacker's.
    pub attacker: String,
    /// The defender's.
    pub defender: String,
    /// Under which rule.
    pub rule: String,
}

/// A track with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A line on how the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Standing {
    /// What.
    pub text: String,
    /// Under which rule.
    pub rule: String,
}

/// What a seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct View {
    /// Turn, phase and step in words.
    pub moment: String,
    /// The turn's place on the track, from 0.
    pub turn: u16,
    /// Who must decide; empty when the game is over.
    pub deciding: Vec<String>,
    /// What is to be decided.
    pub decision: String,
    /// Under which rule.
    pub rule: String,
    /// Pieces.
    pub counters: Vec<Counter>,
    /// Marks.
    pub marks: Vec<Mark>,
    /// Layers over the map that can be switched on and off.
    pub layers: Vec<Layer>,
    /// The combat under way; none or one.
    pub combats: Vec<Combat>,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Who would win now.
    pub victory: Vec<Standing>,
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
    pub deciding: Option<Vec<String>>,
    /// New decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// New rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
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

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Under which rule; empty where none is needed.
    pub rule: String,
    /// Places concerned.
    pub places: Vec<String>,
}

/// How the dice of a move fell against what was to be expected, for the side that made it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Luck {
    /// What was to be expected.
    pub expected: f64,
    /// What came.
    pub came: f64,
}

/// One step of a game as a seat saw it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Frame {
    /// The game's length after it: what `after` must be in the next action.
    pub number: usize,
    /// Who moved.
    pub side: String,
    /// What he did, in words; empty where you may not know it.
    pub text: String,
    /// Whether this is a move taken back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub undone: bool,
    /// Dice rolled; none where you may not know what he did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub dice: Vec<u8>,
    /// The seal of a choice that was made in secret. The file of the finished game opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The log.
    pub lines: Vec<Line>,
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
