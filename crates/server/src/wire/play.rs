//! What a player can do, wishes and does, and what he is told.

use super::{Chart, Frame, Layer, Line, Seat, View};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An action that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offered {
    /// Its number; it holds until the next step of the game.
    pub number: usize,
    /// Its short text.
    pub text: String,
    /// Its kind.
    pub verb: String,
    /// Pieces that are picked up for it, by id.
    pub pieces: Vec<String>,
    /// Where they are put, or what is pointed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether to show its odds before it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub weigh: bool,
}

/// What a side that must decide can touch. Its actions in full are asked for when something is picked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offers {
    /// The side.
    pub side: String,
    /// How many actions there are in all.
    pub count: usize,
    /// Actions that need neither piece nor place, and all actions if they are few.
    pub buttons: Vec<Offered>,
    /// Pieces that can be picked up.
    pub pieces: Vec<String>,
    /// Places that can be pointed at without a piece.
    pub places: Vec<String>,
    /// What would end the step but is not allowed yet, in words; left out where it is allowed, or where the game does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
}

/// Whether the last move can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Undo {
    /// Whether it can.
    pub may: bool,
    /// Why not.
    pub why: String,
}

/// A game as somebody sees it who comes in.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct State {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Its length: what `after` must be in the next action.
    pub number: usize,
    /// Whether you are told why bots do what they do, as `why` of their steps.
    pub explains: bool,
    /// Seals of the dice, published before the first roll.
    pub seals: Vec<String>,
    /// Whether it was made with a seed: whoever knows that knows the dice to come, and choices are not sealed.
    pub seeded: bool,
    /// Sides that you play; none if you watch.
    pub yours: Vec<String>,
    /// The one of them that you look from; none where all see the same.
    pub seat: Option<String>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// What you see.
    pub view: View,
    /// What you can do.
    pub offers: Option<Offers>,
    /// Whether you can take the last move back.
    pub undo: Undo,
    /// How it ended; nothing while it goes on.
    pub result: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<String>,
    /// How much.
    pub level: String,
    /// The rule that says so.
    pub rule: String,
}

/// One step, as it is pushed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Step {
    /// What happened.
    pub frame: Frame,
    /// What you can do now.
    pub offers: Option<Offers>,
    /// Whether you can take it back.
    pub undo: Undo,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

/// What the table sends over a WebSocket.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Live {
    /// Everything: when you come in, and whenever steps were missed.
    State(Box<State>),
    /// One step.
    Step(Box<Step>),
    /// Who sits where has changed.
    Seats {
        /// All seats.
        seats: Vec<Seat>,
    },
    /// Something is wrong with what you sent.
    Refused(Problem),
}

/// What a client sends over a WebSocket, once, to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// Keys of the seats that you play; none to watch.
    pub keys: Vec<String>,
    /// The one of your sides that you look from; left out, the one that must decide.
    #[serde(default)]
    pub side: Option<String>,
}

/// What a client that plays several sides may send later: from which of them it looks from now on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The side; left out, the one that must decide.
    #[serde(default)]
    pub side: Option<String>,
}

/// An action to be taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The game's length as you know it; if it has gone on since, the action is refused as stale.
    pub after: usize,
    /// The side that acts, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// Its number among the offered ones, its text, or its value.
    pub action: Wanted,
}

/// An action by number, by text, or by value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Wanted {
    /// By number.
    Number(usize),
    /// By text.
    Text(String),
    /// By value.
    #[schema(value_type = Object)]
    Value(serde_json::Value),
}

impl Wanted {
    /// The action as one word for the session.
    pub fn word(&self) -> String {
        match self {
            Wanted::Number(n) => n.to_string(),
            Wanted::Text(t) => t.clone(),
            Wanted::Value(v) => v.to_string(),
        }
    }
}

/// A wish to take the last move back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// The game's length as you know it.
    pub after: usize,
}

/// That something was done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Done {
    /// The game's length now.
    pub number: usize,
    /// The log of what was done.
    pub lines: Vec<Line>,
}

/// What a player would like to do, legal or not.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The side, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// Pieces picked up.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// Place pointed at.
    #[serde(default)]
    pub place: Option<String>,
}

/// What the rules say to a wish.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Answer {
    /// Whether it is legal.
    pub legal: bool,
    /// The wish in words; empty if it was not understood.
    pub text: String,
    /// Rules that forbid it.
    pub breaches: Vec<Breach>,
}

/// One rule that forbids something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Breach {
    /// Its number.
    pub rule: String,
    /// What is wrong.
    pub reason: String,
    /// Places concerned.
    pub places: Vec<String>,
    /// Pieces concerned.
    pub pieces: Vec<String>,
}

/// A way of a piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Way {
    /// Where it leads.
    pub place: String,
    /// Places passed, first and last included.
    pub path: Vec<String>,
    /// What it costs.
    pub cost: u8,
    /// How: `foot`, `rail`, …
    pub by: String,
}

/// What can be done with a piece or at a place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Can {
    /// The game's length for which it holds.
    pub number: usize,
    /// Actions.
    pub actions: Vec<Offered>,
    /// Ways of the piece.
    pub ways: Vec<Way>,
}

/// Layers of one piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Traces {
    /// The game's length for which they hold.
    pub number: usize,
    /// The layers: its line of supply, its range.
    pub layers: Vec<Layer>,
}

/// One result with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Chance {
    /// What comes of it.
    pub outcome: String,
    /// In how many of all equal parts.
    pub parts: u64,
    /// Of so many parts.
    pub of: u64,
    /// The same from 0 to 1.
    pub probability: f64,
}

/// Somebody in a battle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Force {
    /// Its id; empty for what is no piece.
    pub piece: String,
    /// Its name.
    pub name: String,
    /// What it counts.
    pub strength: i16,
}

/// Something that changes the odds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Factor {
    /// By how much.
    pub value: i16,
    /// Why.
    pub why: String,
    /// Under which rule.
    pub rule: String,
}

/// A battle before it is fought.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Battle {
    /// Where.
    pub place: String,
    /// Who attacks.
    pub attackers: Vec<Force>,
    /// Who defends.
    pub defenders: Vec<Force>,
    /// The ratio in words.
    pub ratio: String,
    /// What changes the odds.
    pub factors: Vec<Factor>,
    /// Their sum.
    pub total: i16,
    /// What is to be expected, by what the enemy may answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub expects: Option<Chart>,
    /// What the figures rest on.
    pub note: String,
}

/// What an action may come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Odds {
    /// The action in words.
    pub text: String,
    /// The battle it is or leads to.
    pub battle: Option<Battle>,
    /// Every result with its probability; they add up to 1.
    pub chances: Vec<Chance>,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of refusal, for programs: `illegal`, `stale`, `seat`, `unknown`, `broken`, `large`, `origin`, `over`, `storage`.
    pub code: String,
    /// What is wrong, and what to do.
    pub message: String,
    /// Rules that forbid it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub breaches: Vec<Breach>,
}
