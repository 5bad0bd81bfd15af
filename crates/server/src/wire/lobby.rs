//! What the lobby speaks of: titles, kits, games and seats.

use super::{Chart, Counter, Facts, Ground, OpenTo, Pace, Teaching, Terms};
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
    /// Its nations; one that is not here gets colours of the table's own.
    pub nations: Vec<Nation>,
    /// Its scenarios; the first is the usual one.
    pub scenarios: Vec<Scenario>,
    /// Its options.
    pub options: Vec<Choice>,
    /// Levels of its bots, weakest first.
    pub levels: Vec<String>,
    /// How many rules its catalogue has.
    pub rules: usize,
    /// What somebody who chooses wants to know.
    pub facts: Option<Facts>,
}

/// A side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideName {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// How the counters of a nation are drawn, in colours as CSS writes them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Nation {
    /// Its id, as counters name it; a side of the same id has its colours.
    pub id: String,
    /// Words for it that names of its counters begin with, as `German`.
    pub words: Vec<String>,
    /// The counter.
    pub ground: String,
    /// The box of its symbol.
    pub symbol: String,
    /// Letters and symbol on either.
    pub ink: String,
    /// Arrows, flags and outlines on the map.
    pub line: String,
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
    /// The sides that play it, by id; only for these are seats made.
    pub sides: Vec<String>,
    /// The board it is played on.
    pub board: String,
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
    /// Ids of the scenarios that offer it.
    pub scenarios: Vec<String>,
}

/// What does not change during a game: the board's places, the charts, the turn track.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Kit {
    /// The game.
    pub title: Title,
    /// The board of the scenario.
    pub board: String,
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
    /// The counters of the scenario at its start, for pictures.
    pub counters: Vec<Counter>,
    /// What the table can show of the ground.
    pub ground: Vec<Ground>,
    /// What the game tells a newcomer.
    pub teaching: Option<Teaching>,
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

/// Who plays a side of a new game.
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
    /// Somebody who opens the link.
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
    /// Who plays each side of the scenario, by its id.
    pub seats: BTreeMap<String, Player>,
    /// A seed for the dice, to play the same game again; leave it out for dice that nobody can know.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether bots tell those who play why they do what they do; where things are hidden that gives away what their sides know
    /// and intend. Without it they are told when the game is over.
    #[serde(default)]
    pub explain: bool,
    /// Whether its players do without hints.
    #[serde(default)]
    pub no_hints: bool,
    /// Whether your seats have links too, where games belong to accounts: who has the link plays the seat.
    #[serde(default)]
    pub links: bool,
    /// A position as text to start from instead of the beginning of the scenario.
    #[serde(default)]
    pub position: Option<String>,
    /// The time that each player has; without it, as much as anybody likes.
    #[serde(default)]
    pub pace: Option<Pace>,
    /// Who may come, at a table with accounts; without it whoever has the address of the game may look on, and it is not listed.
    #[serde(default)]
    pub open_to: Option<OpenTo>,
    /// What those who come are told, at a table with accounts.
    #[serde(default)]
    pub terms: Terms,
}

/// A game to take in: a file as `export` gives it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The text of the file.
    pub file: String,
    /// Who plays each side, by its id.
    pub seats: BTreeMap<String, Player>,
    /// Whether bots tell those who play why they do what they do; where things are hidden that gives away what their sides know
    /// and intend. Without it they are told when the game is over.
    #[serde(default)]
    pub explain: bool,
}

/// A wish to branch off.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After how many moves.
    pub at: usize,
    /// Who plays each side, by its id.
    pub seats: BTreeMap<String, Player>,
    /// Whether bots tell those who play why they do what they do; where things are hidden that gives away what their sides know
    /// and intend. Without it they are told when the game is over.
    #[serde(default)]
    pub explain: bool,
}

/// A game that was made, with the keys to its seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its id.
    pub id: String,
    /// The keys of your own seats, by side. Who has the key plays the side.
    pub keys: BTreeMap<String, String>,
    /// The invitation to each open seat, by side: whoever sits down with it first gets the key.
    pub invitations: BTreeMap<String, String>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Seat {
    /// Its side.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Who plays it: `me` somebody at this table, `open` somebody with the link, `bot`.
    pub kind: SeatKind,
    /// Level of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Whether somebody sits there and looks on just now.
    pub here: bool,
    /// Whether its player has come; an open seat waits for a guest.
    pub taken: bool,
    /// What the person who plays it is called; empty if nobody has said.
    pub person: String,
    /// Whether it belongs to an account, whose name it shows.
    pub account: bool,
    /// Whether a bot stands in for its player, who may take the seat back.
    pub stands_in: bool,
    /// Whether its player offers a draw.
    pub offers_draw: bool,
    /// Whether its player has resigned.
    pub resigned: bool,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Somebody at this table.
    #[default]
    Me,
    /// Somebody with the link.
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
    /// What it is called; empty if nobody has named it.
    pub name: String,
    /// The game that it branched off from.
    pub branch_of: Option<String>,
    /// The time that each player has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// Why it does not go on, if today's rules do not lead where it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// The sides that are yours.
    pub yours: Vec<String>,
}

/// A wish to sit down.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The invitations to the seats.
    pub invitations: Vec<String>,
}

/// Invitations to open seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// Invitations by side.
    pub invitations: BTreeMap<String, String>,
}

/// Keys of seats that were made just now; they are told this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Keys {
    /// Keys by side.
    pub keys: BTreeMap<String, String>,
}
