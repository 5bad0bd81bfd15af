//! What is said of tournaments.

use super::Contestant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How it is settled who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TournamentKind {
    /// Those who stand alike meet, and nobody meets anybody twice.
    Swiss,
    /// Each meets each.
    Robin,
}

/// Who plays which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TournamentSides {
    /// One game for each pair; sides change from round to round.
    Alternate,
    /// Two games for each pair, one with each side.
    Both,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    /// One can still join.
    Open,
    /// It is played.
    Running,
    /// All is played.
    Over,
    /// Who made it has called it off.
    Cancelled,
}

/// A wish for a tournament.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    pub name: String,
    /// Which game.
    pub game: String,
    /// Which scenario; it must be one of two sides.
    pub scenario: String,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who meets whom.
    pub kind: TournamentKind,
    /// Who plays which side.
    pub sides: TournamentSides,
    /// Rounds of a Swiss tournament; no more than half as many as there are players are played. Without it as many as are needed for
    /// one winner.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// How fast its games are to be played, in words.
    #[serde(default)]
    pub pace: String,
}

/// A tournament in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentListing {
    /// Its id.
    pub id: String,
    /// What was wished.
    pub wish: NewTournament,
    /// Who made it.
    pub maker: String,
    /// Where it stands.
    pub state: TournamentState,
    /// How many play.
    pub players: usize,
    /// The round that is played; 0 before the first.
    pub round: usize,
    /// How many there are, as far as that is settled.
    pub rounds: usize,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
}

/// The line of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentLine {
    /// The place; equal ones share it.
    pub place: usize,
    /// Who.
    pub player: Contestant,
    /// Points: 1 for a game won, ½ for one drawn.
    pub points: f64,
    /// The points of all whom the player has met.
    pub buchholz: f64,
    /// Points in games between those who are equal in both.
    pub head: f64,
    /// Games won, drawn, lost.
    pub results: (i64, i64, i64),
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// Whether it is you.
    pub you: bool,
}

/// A game of a tournament, or a bye.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentGame {
    /// Who plays the first side of the scenario; in a bye the one who has nobody to play.
    pub first: String,
    /// Who plays the second; nobody in a bye.
    pub second: Option<String>,
    /// The game; none in a bye, or where somebody had withdrawn.
    pub game: Option<String>,
    /// How it ended: `1–0`, `½–½`, `0–1`, `0–0`, `bye`; empty while it goes on.
    pub result: String,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentPage {
    /// What the list says of it.
    #[serde(flatten)]
    pub listing: TournamentListing,
    /// Whether it is yours to begin and to call off.
    pub yours: bool,
    /// Whether you play in it.
    pub joined: bool,
    /// How it stands, the best first.
    pub table: Vec<TournamentLine>,
    /// Its games by round.
    pub games: Vec<Vec<TournamentGame>>,
}

/// A wish to join a tournament.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinTournament {
    /// The level of a bot that is to play; who made the tournament can have bots join.
    #[serde(default)]
    pub bot: Option<String>,
}

/// A wish to leave a tournament.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveTournament {
    /// The name of a bot that is to leave, as it stands in the table.
    #[serde(default)]
    pub bot: Option<String>,
}
