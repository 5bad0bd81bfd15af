//! What a table needs beside the rules to lead a player: how an action is made by hand, ways, battles, charts. All of
//! it follows from the game's own referee; nothing here decides anything.

use crate::battle::BattlePart;
use crate::forecast::Chance;
use crate::game::{Game, Side};
use crate::position_words::PositionWords;
use crate::teach::TeachFiles;
use crate::view::{Layer, Viewer};
use serde::{Deserialize, Serialize};

/// How an action is made at the table: what is picked up and where it is put.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handle {
    /// The verb, the same for all actions of its kind: `move`, `attack`, …
    pub verb: &'static str,
    /// Pieces that are picked up, by id; none for a mere button.
    pub pieces: Vec<String>,
    /// Where they are put, or what is pointed at.
    pub place: Option<String>,
    /// Whether the table should show the odds before it is done.
    pub weigh: bool,
}

impl Handle {
    /// A button.
    pub fn button(verb: &'static str) -> Handle {
        Handle { verb, ..Handle::default() }
    }
}

/// A way of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Way {
    /// Where it leads.
    pub place: String,
    /// Places passed, first and last included.
    pub path: Vec<String>,
    /// What it costs.
    pub cost: u8,
    /// How: `foot`, `rail`, …
    pub by: &'static str,
    /// What it means to end there, in short words: `leaves command`, `enters an enemy zone`, `out of supply`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub means: Vec<&'static str>,
}

/// What the table can show of the ground: the same kinds in every game, with one key each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Zones of control of each side.
    Zones,
    /// Where supply or communication reaches, from where, and where it is cut.
    Supply,
    /// What is within command.
    Command,
    /// Who holds which ground.
    Control,
    /// What is fought for, by who holds it now; a layer's name says what it is worth.
    Objectives,
    /// What each side could reach and attack with a full turn of its own from where its units stand.
    Threat,
}

impl Ground {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Ground; 6] =
        [Ground::Zones, Ground::Supply, Ground::Command, Ground::Control, Ground::Objectives, Ground::Threat];
}

/// Somebody in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Force {
    /// Its id; empty for what is no piece.
    pub piece: String,
    /// Its name.
    pub name: String,
    /// What it counts.
    pub strength: i16,
}

/// Something that changes the odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Factor {
    /// By how much.
    pub value: i16,
    /// Why.
    pub why: String,
    /// Under which rule.
    pub rule: &'static str,
}

/// A battle before it is fought.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// Every result with its probability; a client gets them beside the battle.
    #[serde(skip)]
    pub chances: Vec<Chance>,
    /// What is to be expected, by what the enemy may answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub expects: Option<Chart>,
    /// What the figures rest on.
    pub note: String,
}

/// A table of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

/// What a side is asked, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prompt {
    /// Who, where, why, against whom and what it costs, with names: "Austria's II Corps attacks Ivangorod; your XIV Corps or XVI Corps must
    /// take one loss".
    pub text: String,
    /// The places that it is about, to be framed on the board.
    pub places: Vec<String>,
}

/// A game that leads its players.
pub trait Guide: Game {
    /// How an action is made by hand.
    fn handle(&self, _p: &Self::Position, _action: &Self::Action) -> Handle {
        Handle::default()
    }

    /// An action for people: a short sentence with names, never ids. [`Game::describe`] is what is typed.
    fn label(&self, p: &Self::Position, action: &Self::Action) -> String {
        self.describe(p, action)
    }

    /// What a side that must decide is asked, from the position as it knows it; nothing where what the view says is enough.
    fn prompt(&self, _p: &Self::Position, _side: Side) -> Option<Prompt> {
        None
    }

    /// The action that a player means who picks up these pieces and points at a place, legal or not; without a place
    /// the player asks what the pieces could do at all, without either why the step cannot be ended.
    fn wish(
        &self,
        _p: &Self::Position,
        _side: Side,
        _pieces: &[String],
        _place: Option<&str>,
    ) -> Option<Self::Action> {
        None
    }

    /// Ways of a piece to all places where it may go now.
    fn ways(&self, _p: &Self::Position, _side: Side, _piece: &str) -> Vec<Way> {
        Vec::new()
    }

    /// Layers that belong to one piece, shown while it is looked at: its line of supply, its range. Where things are hidden, only what
    /// the viewer may know.
    fn traces(&self, _p: &Self::Position, _viewer: Viewer, _piece: &str) -> Vec<Layer> {
        Vec::new()
    }

    /// What the table can show of the ground, from the position as the asking side knows it; nothing where the game has no such thing.
    fn ground(&self, _p: &Self::Position, _what: Ground) -> Option<Vec<Layer>> {
        None
    }

    /// A place for people, by its name if it has one; the id itself where the game knows no more.
    fn place_name(&self, _p: &Self::Position, place: &str) -> String {
        place.to_string()
    }

    /// The battle that an action begins or leads to.
    fn battle(&self, _p: &Self::Position, _side: Side, _action: &Self::Action) -> Option<Battle> {
        None
    }

    /// What an event adds to the story of a battle, for a viewer: only what this viewer may know. `before` is the position before the
    /// step in which it happened.
    fn battle_parts(
        &self,
        _before: &Self::Position,
        _event: &Self::Event,
        _viewer: Viewer,
    ) -> Vec<BattlePart> {
        Vec::new()
    }

    /// The dice of a step that its mover may see, where others may roll in it for what is hidden; nothing where the mover sees
    /// all of them.
    fn rolls(&self, _viewer: Viewer, _events: &[Self::Event]) -> Option<Vec<u8>> {
        None
    }

    /// How well the dice of an action served the side that took it, in steps or points; nothing where luck has no say.
    /// The side is shown it: where things are hidden, only what it may read of the events counts.
    fn fortune(&self, _side: Side, _events: &[Self::Event]) -> Option<f64> {
        None
    }

    /// The tables of the rules.
    fn charts(&self) -> Vec<Chart> {
        Vec::new()
    }

    /// What it tells a newcomer.
    fn teach_files(&self) -> Option<TeachFiles> {
        None
    }

    /// The words of positions as text, for an editor.
    fn position_words(&self, _scenario: &str) -> PositionWords {
        PositionWords::default()
    }

    /// The word with which the row of a counter of the view begins.
    fn row_word(&self, _p: &Self::Position, counter: &str) -> String {
        counter.to_string()
    }

    /// Names of the turns, for the track.
    fn turns(&self, _scenario: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The first legal action that is made with these pieces at this place; without a place, one that these pieces have a part in. The
/// position is as the side knows it.
pub fn offered<G: Guide>(
    game: &G,
    p: &G::Position,
    side: Side,
    pieces: &[String],
    place: Option<&str>,
) -> Option<G::Action> {
    if pieces.is_empty() && place.is_none() {
        return None;
    }
    let mut list = Vec::new();
    game.actions(p, side, &mut list);
    list.into_iter().find(|action| {
        let handle = game.handle(p, action);
        let here = place.is_none_or(|place| handle.place.as_deref() == Some(place));
        here && pieces.iter().all(|piece| handle.pieces.contains(piece))
    })
}
