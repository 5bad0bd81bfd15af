//! A game under way, whatever its type: what the command line and the server work with.

use crate::advice::{Advice, Why};
use crate::analysis::Analyst;
use crate::puzzle::PuzzlePlayed;
use crate::registry::TableError;
use sandtable_core::battle::BattlePart;
use sandtable_core::chains::{Chains, Link};
use sandtable_core::forecast::Chance;
use sandtable_core::game::{Breach, Line};
use sandtable_core::guide::{Battle, Ground, Guide, Handle, Prompt, Way};
use sandtable_core::proof::Proof;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::record::{AnyEntry, AnyRecord, AnySnapshot, DiceSource, Head};
use sandtable_core::session::Upgrade;
use sandtable_core::typed::Wanted;
use sandtable_core::view::{Layer, View, Viewer};
use sandtable_core::{Decision, Outcome, SessionError, Side};
use serde::Serialize;
use serde_json::value::RawValue;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An action that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offered {
    /// Its number; it holds until the next step of the game.
    pub number: usize,
    /// Its short text, as it is typed.
    pub text: String,
    /// What it says to people: names, never ids.
    pub label: String,
    /// Its kind.
    pub verb: &'static str,
    /// Pieces that are picked up for it, by id.
    pub pieces: Vec<String>,
    /// Where they are put, or what is pointed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether to show its odds before it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub weigh: bool,
}

impl Offered {
    /// The action of a number, counted from 1, as it is made by hand.
    pub(crate) fn new<G: Guide>(
        game: &G,
        known: &G::Position,
        number: usize,
        action: &G::Action,
        handle: Handle,
    ) -> Offered {
        let Handle { verb, pieces, place, weigh } = handle;
        let (text, label) = (game.describe(known, action), game.label(known, action));
        Offered { number, text, label, verb, pieces, place, weigh }
    }
}

/// Which actions you ask for.
#[derive(Clone, Copy, Debug)]
pub enum Pick<'a> {
    /// All of them.
    All,
    /// Those of a piece.
    Piece(&'a str),
    /// Those at a place.
    Place(&'a str),
}

impl Pick<'_> {
    pub(crate) fn takes(self, handle: &Handle) -> bool {
        match self {
            Pick::All => true,
            Pick::Piece(piece) => handle.pieces.iter().any(|p| p == piece),
            Pick::Place(place) => handle.place.as_deref() == Some(place),
        }
    }
}

/// What a side that must decide can touch. Its actions in full are asked for when something is picked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    /// The side.
    pub side: &'static str,
    /// What it decides, in the words under which the game's teaching explains it.
    pub what: &'static str,
    /// Under which rule.
    pub rule: &'static str,
    /// What it is asked in full; left out where the view's words are enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Prompt>,
    /// How many actions there are in all.
    pub count: usize,
    /// Actions that need neither piece nor place, and all actions if they are few.
    pub buttons: Vec<Offered>,
    /// Pieces that can be picked up.
    pub pieces: Vec<String>,
    /// Places that can be pointed at without a piece.
    pub places: Vec<String>,
    /// What would end the step but is not allowed yet, in words; left out where it is allowed, or where the game does not say.
    #[serde(rename = "held", skip_serializing_if = "Option::is_none")]
    pub blocked_end: Option<String>,
}

/// What the rules say to a wish.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    /// Whether it is legal.
    pub legal: bool,
    /// The wish as it is typed; empty if it was not understood.
    pub text: String,
    /// The wish for people; empty if it was not understood.
    pub label: String,
    /// Rules that forbid it.
    pub breaches: Vec<Breach>,
}

/// What an action may come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Odds {
    /// The action as it is typed.
    pub text: String,
    /// The action for people.
    pub label: String,
    /// The battle it is or leads to.
    pub battle: Option<Battle>,
    /// Every result with its probability; they add up to 1.
    pub chances: Vec<Chance>,
}

/// How the dice of a move fell against what was to be expected, for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Luck {
    /// What was to be expected.
    pub expected: f64,
    /// What came.
    pub came: f64,
}

/// A step of a game as a viewer saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenStep {
    /// How many moves had been made after it.
    pub number: usize,
    /// Who moved, by id; empty at the start.
    pub side: String,
    /// The move as it is typed; empty where the viewer may not know it.
    pub text: String,
    /// The move for people; empty where the viewer may not know it.
    pub label: String,
    /// Dice rolled; none where the viewer may not know what they were rolled for.
    pub dice: Vec<u8>,
    /// The seal of a choice made in secret; none if it was open, or if the dice of the game can be foreseen.
    pub seal: Option<String>,
    /// The log.
    pub lines: Vec<Line>,
    /// What it adds to the story of a battle.
    pub battle: Vec<BattlePart>,
    /// How the dice served, against what the mover could expect.
    pub luck: Option<Luck>,
    /// What was seen then.
    pub view: View,
}

/// The last move.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// Who made it.
    pub side: Side,
    /// Whether it is a secret choice and others have still to make theirs.
    pub pending: bool,
    /// As it stands in the record.
    pub entry: AnyEntry,
    /// The snapshot after it, if the record keeps one.
    pub snapshot: Option<AnySnapshot>,
}

/// What a bot did. Its text and log are those of its own side; what others see is in [`AnySession::last_step`].
#[derive(Clone, Debug)]
pub struct BotMove {
    /// The action.
    pub text: String,
    /// The log.
    pub lines: Vec<Line>,
    /// Why, if you asked for reasons and the level gives any.
    pub why: Option<Why>,
}

/// A decision that a bot is still to take. It has all that it needs, so that the game can go on meanwhile.
pub type Thinking = Box<dyn FnOnce() -> Thought + Send>;

/// What a bot has decided. Give it back to the session, also when it comes too late: the bot is in it, with what it remembers.
pub struct Thought {
    pub(crate) side: Side,
    pub(crate) action: Option<Box<dyn Any + Send>>,
    pub(crate) text: String,
    pub(crate) why: Option<Why>,
    pub(crate) bot: Box<dyn Any + Send>,
    pub(crate) unwanted: Arc<AtomicBool>,
}

impl Thought {
    /// Whose decision it is.
    pub fn side(&self) -> Side {
        self.side
    }
}

/// A game under way, whatever its type.
pub trait AnySession: Send {
    /// Game, scenario, options and dice.
    fn head(&self) -> &Head;
    /// The whole record, with its last snapshot.
    fn record(&self) -> AnyRecord;
    /// How many moves have been made.
    fn moves(&self) -> usize;
    /// The last move.
    fn last_move(&self) -> Option<LastMove>;
    /// Hash of the position.
    fn hash(&self) -> String;
    /// What became of the game if it was played under older rules.
    fn upgrade(&self) -> Option<Upgrade>;
    /// What the record proves of its dice, if it was verified.
    fn proof(&self) -> Proof;
    /// What seats put into the dice, as it stands now.
    fn chains(&self) -> &Chains;
    /// A seat puts a chain of secrets into the dice to come; `seal` is its end.
    fn put_in(&mut self, side: Side, seal: &str) -> Result<(), SessionError>;
    /// The position as a file that can be read again; for a side what it knows.
    fn position_text(&self, viewer: Viewer) -> Result<String, TableError>;

    /// What became of a puzzle that is played in this game.
    fn puzzle(&self, puzzle: &Puzzle) -> Result<PuzzlePlayed, TableError>;

    /// Who must decide what, as a viewer may know it: what is asked of another side may be a secret.
    fn decision(&self, viewer: Viewer) -> Decision;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> View;
    /// The last move as a viewer sees it.
    fn last_step(&self, viewer: Viewer) -> Option<SeenStep>;
    /// The whole game as a viewer saw it, from the start on.
    fn replay(&self, viewer: Viewer, visit: &mut dyn FnMut(SeenStep)) -> Result<(), TableError>;
    /// A hash over all that the game says; two programs that play and speak alike give the same.
    fn fingerprint(&self) -> Result<String, TableError>;

    /// What a side can touch.
    fn offers(&self, side: Side) -> Offers;
    /// Legal actions of a side.
    fn actions(&self, side: Side, pick: Pick<'_>) -> Vec<Offered>;
    /// The values of all legal actions of a side, in the order of their numbers, as they would stand in the record.
    fn values(&self, side: Side) -> Vec<Box<RawValue>>;
    /// What a side means by picking up pieces and pointing at a place, and whether the rules allow it.
    fn wish(&self, side: Side, pieces: &[String], place: Option<&str>) -> Answer;
    /// Ways of a piece.
    fn ways(&self, side: Side, piece: &str) -> Vec<Way>;
    /// Layers of a piece, as a viewer may know them.
    fn traces(&self, viewer: Viewer, piece: &str) -> Vec<Layer>;
    /// What can be shown of the ground, from what the side knows.
    fn ground(&self, side: Side, what: Ground) -> Option<Vec<Layer>>;
    /// The odds of an action or of the battle that it leads to, as far as the side can know them.
    fn odds(&self, side: Side, wanted: &Wanted) -> Result<Odds, TableError>;
    /// The exact distribution of an action's own dice, or of the battle that it leads to if it rolls none.
    fn forecast(&self, side: Side, wanted: &Wanted) -> Result<Vec<Chance>, TableError>;

    /// Takes an action; with `dice` they were rolled by hand. The log is the side's own.
    fn act(&mut self, side: Side, wanted: &Wanted, dice: Option<Vec<u8>>) -> Result<Vec<Line>, TableError>;
    /// Takes an action with the next link of the side's chain, or asks whether it wants one.
    fn act_with(&mut self, side: Side, wanted: &Wanted, link: Link) -> Result<Vec<Line>, TableError>;
    /// Lets a bot think for a side, which you may do on another thread; with `explain` it says why. It stops early when the game goes on
    /// without it, or is closed.
    fn think(&mut self, side: Side, level: &str, seed: u64, explain: bool) -> Result<Thinking, TableError>;
    /// Takes the action that a bot has decided on. The game must stand as it did when the bot began to think.
    fn act_on(&mut self, thought: Thought) -> Result<BotMove, TableError>;
    /// Stops a bot that is still thinking: nobody waits for it.
    fn stop_thinking(&mut self);
    /// Lets a decision go that came too late.
    fn let_go(&mut self, thought: Thought);
    /// A bot decides for a side at once.
    fn bot(&mut self, side: Side, level: &str, seed: u64, explain: bool) -> Result<BotMove, TableError> {
        let thought = self.think(side, level, seed, explain)?();
        self.act_on(thought)
    }
    /// What a level would do for a side that must decide. It is thought out when you call it, while the game may go on.
    fn advice(&self, side: Side, level: &str, seed: u64) -> Result<Advice, TableError>;
    /// How the chances changed in the game so far. It tells everything, whatever is hidden from whom; `agreed` is how it ended if the
    /// players agreed on it. It is worked out when you call it, while the game may go on; nothing if the game has no scores.
    fn analyst(&self, agreed: Option<Outcome>) -> Option<Analyst>;
    /// Whether the last move could be taken back.
    fn may_undo(&self) -> Result<(), SessionError>;
    /// Takes the last action back.
    fn undo(&mut self) -> Result<(), SessionError>;
    /// The game after some moves, with other dice.
    fn branch(&self, moves: usize, dice: DiceSource) -> Result<Box<dyn AnySession>, SessionError>;
}
