//! What is said about finding an opponent: open games, challenges, seeking, people and figures.

use super::{NewGame, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Who may come to a game at a table for strangers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpenTo {
    /// Those alone who have a seat or an invitation; nobody else sees the game.
    #[default]
    Invited,
    /// Anybody may look on, and anybody with an account may sit down where a seat is free.
    Everyone,
}

/// What those who come to a game are told before it begins, and agree to by sitting down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Whether the game counts for ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// How fast it is to be played, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pace: String,
    /// Whatever else the one who made it says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The lowest rating in this game that somebody who sits down may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest: Option<i32>,
    /// The highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest: Option<i32>,
    /// After so many minutes a bot takes a seat that is still empty, and stands in for a player who has not moved for so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_after: Option<u32>,
    /// The level of that bot; without it `regular`, or the weakest there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_level: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Somebody with an account, or a level of the bots.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Contestant {
    /// The name; of a bot as `bot: regular`.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// The rating in the game that is spoken of.
    pub rating: Rated,
}

/// A rating, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rated {
    /// The strength; 1500 of somebody new.
    pub points: i64,
    /// How sure it is: with 95 % the strength is within twice as much.
    pub deviation: i64,
    /// How many rated games it comes from.
    pub games: i64,
}

/// A game that waits for somebody to sit down.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WaitingGame {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Which scenario.
    pub scenario: String,
    /// The options that are not as usual.
    pub options: BTreeMap<String, String>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// Who made it.
    pub maker: Option<Contestant>,
    /// What was agreed.
    pub terms: Terms,
    /// Since when it waits, in milliseconds since 1970.
    pub since: i64,
    /// Whether it is yours.
    pub yours: bool,
}

/// A page of the waiting room.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WaitingRoom {
    /// Games, those that have waited shortest first.
    pub games: Vec<WaitingGame>,
    /// What to send as `before` for the next page; nothing on the last.
    pub next: Option<i64>,
}

/// A wish to sit down in an open game.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// Which side; without it the first that is free.
    #[serde(default)]
    pub side: Option<String>,
}

/// A seat that is yours now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TakenSeat {
    /// The game.
    pub id: String,
    /// The side that you play.
    pub side: String,
}

/// A wish to play somebody.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The name of the account that is challenged.
    pub to: String,
    /// Which game.
    pub game: String,
    /// Which scenario; it must be one of two sides.
    pub scenario: String,
    /// The side that you play; without it the one that you have played less.
    #[serde(default)]
    pub side: Option<String>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who may look on.
    #[serde(default)]
    pub open_to: OpenTo,
    /// What you propose.
    #[serde(default)]
    pub terms: Terms,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// The game is there.
    Accepted,
    /// The other does not want to.
    Declined,
    /// Who made it took it back.
    Withdrawn,
}

/// A challenge of yours, or to you.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Challenge {
    /// Its id.
    pub id: String,
    /// Whether you made it.
    pub mine: bool,
    /// Who made it.
    pub from: Contestant,
    /// Who is to answer.
    pub to: Contestant,
    /// The game that is proposed.
    pub wish: NewChallenge,
    /// What became of it.
    pub state: ChallengeState,
    /// The game, once it is accepted.
    pub game: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
}

/// An answer to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeAnswer {
    /// The one who is challenged plays.
    Accept,
    /// The one who is challenged does not.
    Decline,
    /// Who made it takes it back.
    Withdraw,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerChallenge {
    /// Which.
    pub answer: ChallengeAnswer,
}

/// What somebody seeks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// Which game.
    pub game: String,
    /// Which scenario; without it any of two sides.
    #[serde(default)]
    pub scenario: Option<String>,
    /// How fast, in words; both must want the same.
    #[serde(default)]
    pub pace: String,
    /// Whether the game is to count for ratings; both must want the same.
    #[serde(default)]
    pub rated: bool,
    /// How far ratings may be apart; it widens by 100 for every minute of waiting. Without it 200.
    #[serde(default)]
    pub range: Option<i32>,
}

/// How your seeking stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seeking {
    /// What you seek; nothing if you do not.
    pub seek: Option<Seek>,
    /// Since when, in milliseconds since 1970.
    pub since: Option<i64>,
    /// The game that was found.
    pub found: Option<String>,
    /// How many others seek a game of this title, or of any if you seek none.
    pub others: usize,
}

/// How a game ended for one who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// A game that somebody has played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedGame {
    /// The game; it may have been deleted since.
    pub id: String,
    /// Which game it was.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// The side.
    pub side: String,
    /// Against whom.
    pub against: Vec<String>,
    /// How it ended.
    pub result: Ended,
    /// The level of the victory, in the game's own words.
    pub victory: String,
    /// How many decisions were taken in the whole game.
    pub decisions: i64,
    /// What the dice brought beyond what was to be expected, by the table's own figures; nothing if no die was weighed.
    pub luck: Option<f64>,
    /// What it did to the rating; nothing if it was not rated.
    pub change: Option<i64>,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
}

/// Games of one scenario, counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tally {
    /// Which game.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// Won.
    pub won: i64,
    /// Drawn.
    pub drawn: i64,
    /// Lost.
    pub lost: i64,
    /// The luck of all of them together.
    pub luck: f64,
}

/// The rating of somebody in one game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingIn {
    /// Which game.
    pub game: String,
    /// The rating.
    pub rating: Rated,
}

/// Somebody's page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonPage {
    /// The name.
    pub name: String,
    /// Whether it is you.
    pub you: bool,
    /// Whether it is a level of the bots.
    pub bot: bool,
    /// Ratings by game.
    pub ratings: Vec<RatingIn>,
    /// Games by scenario.
    pub tallies: Vec<Tally>,
    /// The games that ended last.
    pub games: Vec<PlayedGame>,
    /// What to send as `before` for older games; nothing if there are none.
    pub next: Option<i64>,
}

/// What one kind of player did with a side of a scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideFigures {
    /// The side.
    pub side: String,
    /// The level of the bot; `person` for people.
    pub level: String,
    /// Games.
    pub games: i64,
    /// Won.
    pub won: i64,
    /// Drawn.
    pub drawn: i64,
    /// The luck of a game, on average; nothing if no die was weighed.
    pub luck: Option<f64>,
}

/// Figures of a scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScenarioFigures {
    /// Which scenario.
    pub scenario: String,
    /// Games that have ended.
    pub games: usize,
    /// Decisions in a game: half of them had fewer.
    pub decisions: i64,
    /// Minutes from the beginning to the end: half of them took less.
    pub minutes: i64,
    /// Who won, by side and kind of player.
    pub sides: Vec<SideFigures>,
    /// Levels of victory, as often as they came.
    pub victories: BTreeMap<String, usize>,
}

/// Figures of a game from what was played at this table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Statistics {
    /// Which game.
    pub game: String,
    /// Its scenarios, in the order of the title; those that nobody has played to the end are left out.
    pub scenarios: Vec<ScenarioFigures>,
    /// The strongest, by rating.
    pub best: Vec<Contestant>,
}

impl NewGame {
    /// Whether anything is said about strangers.
    pub fn names_terms(&self) -> bool {
        self.open_to.is_some() || self.terms != Terms::default()
    }
}
