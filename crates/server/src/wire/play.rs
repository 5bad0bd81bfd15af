//! What a player can do, wishes and does, and the answers.

use super::{
    Breach, Clocks, Frame, Layer, Line, Offered, Offers, PositionFault, Proof, Seat, View, Wanted, Way,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

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
    /// Whether it was made with a seed: if you know the seed, you know the dice to come, and choices are not sealed.
    pub seeded: bool,
    /// What is known of its dice beside that.
    pub dice_facts: DiceFacts,
    /// Why it does not go on, if today's rules do not lead where it went: then it is shown where it last stood, and nobody can act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<ClosedGame>,
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
    /// What it is called; empty if nobody has named it.
    pub name: String,
    /// The puzzle that is played, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Whether its players do without hints.
    pub no_hints: bool,
    /// What its players said to each other, if you are one of them.
    pub said: Vec<Said>,
    /// The game that is its rematch, if there is one and you played this one.
    pub rematch: Option<String>,
    /// Whether you may have it analysed.
    pub may_analyse: bool,
    /// The clocks, if it is played by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}

/// A game that today's rules no longer lead where it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClosedGame {
    /// The first move that is not what it was, from 1; the game is shown as it stood before it.
    pub number: usize,
    /// How many moves it has.
    pub moves: usize,
    /// What is wrong with that move, with the rule that forbids it.
    pub why: String,
}

/// What is known of the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiceFacts {
    /// The dice of this many first moves, and those of the set-up, came with a file or from another game: this table did not
    /// roll them. Nothing if it rolled all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
    /// Whether the game was over when it was taken in from a file: this table rolled none of its dice.
    pub from_file: bool,
    /// What seats put into the dice.
    pub seats: Vec<SeatChain>,
    /// What its file proves; once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The same in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// A chain of secrets that a seat put into the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatChain {
    /// Whose seat.
    pub side: String,
    /// After how many moves.
    pub after: usize,
    /// The end of the chain, as hexadecimal digits.
    pub seal: String,
    /// The link shown last, at first the seal: the hash of the next one.
    pub link: String,
    /// Whether dice follow from it: one that is put in after another side's counts when a seat of another side has shown a link since.
    pub counts: bool,
}

/// A secret of your seat for the dice to come.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PutIn {
    /// The side of yours, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// The end of your chain: 64 hexadecimal digits.
    pub seal: String,
}

/// Something that a player said to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Said {
    /// Of which side.
    pub side: String,
    /// What the player is called; empty if nobody has said.
    pub person: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What.
    pub text: String,
    /// To whom.
    #[serde(default)]
    pub room: TalkRoom,
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TalkRoom {
    /// The players.
    #[default]
    Players,
    /// Those who watch; players hear it when the game is over.
    Watchers,
}

/// Notes that you keep for yourself at a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// The text; empty for none.
    pub text: String,
}

/// Something to be said to the other players, or by somebody who watches to the others who do.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The side of yours that speaks, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// What.
    pub text: String,
}

/// A change of your seat.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSeat {
    /// The side of yours that it is about, if you play several.
    #[serde(default)]
    pub side: Option<String>,
    /// What happens.
    pub change: SeatChange,
}

/// What can happen to a seat beside moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatChange {
    /// You are called this.
    Person(String),
    /// A bot of this level plays for you until you take the seat back.
    HandToBot(String),
    /// You play it again.
    TakeBack,
    /// You offer to pause the clocks; when all players do, they stand still.
    OfferPause,
    /// The clocks go on.
    EndPause,
    /// You give up.
    Resign,
    /// You offer a draw, or accept the one that is offered.
    OfferDraw,
    /// You withdraw your offer, or decline the one that is offered.
    NoDraw,
}

/// A name for a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name; empty for none.
    pub name: String,
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
    /// The clocks, if it is played by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
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
    /// A player said something.
    Said(Said),
    /// A player has made a rematch: those who played ask for the keys of their seats in it.
    Rematch {
        /// Its id.
        game: String,
    },
    /// The game was deleted.
    Deleted,
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
    /// If your seat put a secret into the dice: the next link of its chain, as 64 hexadecimal digits, or `ask`. With `ask` an action that wants
    /// a link is refused with the code `reveal`, and nothing is done.
    #[serde(default)]
    pub reveal: Option<String>,
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

/// Layers of one piece or of the ground.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Traces {
    /// The game's length for which they hold.
    pub number: usize,
    /// The layers: its line of supply, its range.
    pub layers: Vec<Layer>,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of refusal, for programs: `illegal`, `stale`, `seat`, `reveal`, `closed`, `unknown`, `broken`, `position`, `large`, `origin`, `over`, `storage`.
    pub code: String,
    /// What is wrong, and what to do.
    pub message: String,
    /// Rules that forbid it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub breaches: Vec<Breach>,
    /// What is wrong with a position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub faults: Vec<PositionFault>,
}
