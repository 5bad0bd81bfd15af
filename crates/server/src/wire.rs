//! What goes over the wire. These types stand apart from the kernel's own: the API's documentation and the browser's
//! types are made from them, and nothing else in the project is serialised to a client.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game that can be played here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Title {
    /// Its id, as `fury`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The board it is played on.
    pub board: String,
    /// Whether nothing is hidden between the sides.
    pub open: bool,
    /// Its sides.
    pub sides: Vec<SideName>,
    /// Its scenarios; the first is the usual one.
    pub scenarios: Vec<Scenario>,
    /// Its options.
    pub options: Vec<Choice>,
    /// Levels of its bots, weakest first.
    pub levels: Vec<String>,
    /// How many rules its catalogue has.
    pub rules: usize,
}

/// A side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideName {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
}

/// An option with its values; the first is the default.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
    /// What it does.
    pub about: String,
}

/// What does not change during a game: the board's places, the charts, the turn track.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Kit {
    /// The game.
    pub title: Title,
    /// Width of the board's drawing.
    pub width: f64,
    /// Height of the board's drawing.
    pub height: f64,
    /// Size of a hex in the drawing, or of a counter's square on boards of areas.
    pub unit: f64,
    /// Every place of the board.
    pub places: Vec<Place>,
    /// Names of the turns.
    pub turns: Vec<String>,
    /// The tables of the rules.
    pub charts: Vec<Chart>,
}

/// A hex or area.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Place {
    /// As printed.
    pub id: String,
    /// Middle, from the left of the drawing.
    pub x: f64,
    /// Middle, from its top.
    pub y: f64,
    /// Ground.
    pub terrain: String,
    /// Town or area name; empty for most.
    pub name: String,
    /// Whatever else stands there: fortress, railway, country.
    pub notes: Vec<String>,
    /// Outline, as points of the drawing.
    pub outline: Vec<(f64, f64)>,
    /// Places next to it.
    pub next: Vec<String>,
}

/// A table of the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// Its rule.
    pub rule: String,
    /// Heads of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// `rulebook` or `reconstructed`.
    pub source: String,
}

/// A rule of the catalogue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rule {
    /// Its number.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// What it says, in our words.
    pub summary: String,
}

/// Who shall play a side of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Player {
    /// Somebody at this table: me, or both of us in turn.
    Me,
    /// The program.
    Bot {
        /// How strong.
        level: String,
    },
    /// Whoever opens the link.
    Open,
}

/// A wish for a new game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// Options by name; what is left out is as usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who plays each side, by its id.
    pub seats: BTreeMap<String, Player>,
    /// A seed for the dice, to play the same game again; leave it out for dice that nobody can know.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A game to take in: a file as `export` gives it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The text of the file.
    pub file: String,
    /// Who plays each side, by its id.
    pub seats: BTreeMap<String, Player>,
}

/// A wish to branch off.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After how many moves.
    pub at: usize,
    /// Who plays each side, by its id.
    pub seats: BTreeMap<String, Player>,
}

/// A game that was made, with the keys to its seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its id.
    pub id: String,
    /// The key of each seat that a person plays, by side. Who has the key plays the side.
    pub keys: BTreeMap<String, String>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Seat {
    /// Its side.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Who plays it: `me` somebody at this table, `open` whoever has the link, `bot`.
    pub kind: SeatKind,
    /// Level of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Whether somebody sits there and looks on just now.
    pub here: bool,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Somebody at this table.
    Me,
    /// Whoever has the link.
    Open,
    /// The program.
    Bot,
}

/// A game in the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Listing {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Which scenario.
    pub scenario: String,
    /// Turn and phase.
    pub moment: String,
    /// Who must decide; empty when it is over.
    pub deciding: Vec<String>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// How many moves have been made.
    pub moves: usize,
    /// How it ended; empty while it goes on.
    pub result: String,
    /// When it was last played, in milliseconds since 1970.
    pub touched: i64,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counter {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub side: String,
    /// Nation, for its colour.
    pub nation: String,
    /// What it is, for its symbol.
    pub branch: String,
    /// Designation.
    pub name: String,
    /// Formation it belongs to.
    pub formation: String,
    /// Size, as `XXX`.
    pub echelon: String,
    /// Values, left to right.
    pub values: Vec<i16>,
    /// Whether its reduced side is up.
    pub reduced: bool,
    /// Where it is: a place of the board, or a box by name.
    pub place: String,
    /// States shown as badges.
    pub badges: Vec<String>,
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
    /// Dice rolled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub dice: Vec<u8>,
    /// The log.
    pub lines: Vec<Line>,
    /// How the dice served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// What changed.
    pub change: Change,
}

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
    /// Seals of the dice, published before the first roll.
    pub seals: Vec<String>,
    /// Sides that you play; none if you watch.
    pub yours: Vec<String>,
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
}

/// A game from its beginning, as a seat saw it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct History {
    /// The first view.
    pub start: View,
    /// Every step after it.
    pub frames: Vec<Frame>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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

/// One result with its probability.
#[derive(Clone, Debug, Serialize, ToSchema)]
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

/// A key asked for at one's own table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Keys {
    /// Keys by side.
    pub keys: BTreeMap<String, String>,
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
