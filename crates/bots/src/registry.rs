//! Games without their types: what the command line and a server work with.

pub use crate::advice::{Advice, Hint, WeighedAction, Why};
use crate::held::Held;
use crate::levels::Levels;
use crate::pace::{Times, times};
use crate::tune::{Tuned, TunerOf, Tuning};
use crate::{Fixture, Maker, Played, Series, Stuck};
use sandtable_core::catalogue::Rule;
use sandtable_core::forecast::Chance;
use sandtable_core::game::Line;
use sandtable_core::guide::{Battle, Chart, Guide, Handle, Way};
use sandtable_core::player::Recruit;
use sandtable_core::record::{DiceSource, Entry, Record};
use sandtable_core::session::{GameRecord, Upgrade};
use sandtable_core::typed::TypedError;
use sandtable_core::view::{Layer, View, Viewer};
use sandtable_core::{About, Illegal, Options, Outcome, Session, SessionError, Side, Sides};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Why something could not be done with a game file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The session refuses.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The text is no record.
    #[error("the game file cannot be read: {0}")]
    Broken(String),
    /// The action is not understood.
    #[error(transparent)]
    Typed(#[from] TypedError),
    /// What is asked for cannot be given.
    #[error("{0}")]
    Unknown(String),
    /// A bot found nothing to do.
    #[error("{0}")]
    Bot(String),
}

impl TableError {
    /// The breaches, if it is the rules that refuse.
    pub fn illegal(&self) -> Option<&Illegal> {
        match self {
            TableError::Session(SessionError::Illegal(i)) => Some(i),
            _ => None,
        }
    }

    /// Whether the rules refuse, the turn of another side included.
    pub fn by_rules(&self) -> bool {
        matches!(
            self,
            TableError::Session(
                SessionError::Illegal(_)
                    | SessionError::NotYours { .. }
                    | SessionError::Over
                    | SessionError::Learned(_)
            )
        )
    }
}

/// An action that is offered.
#[derive(Clone, Debug, Serialize)]
pub struct Offered {
    /// Its number in the list, from 1.
    pub number: usize,
    /// Its short text.
    pub text: String,
    /// Its value.
    pub action: serde_json::Value,
    /// How it is made by hand.
    #[serde(flatten)]
    pub handle: Handle,
}

/// An action that is offered, without its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its number in the list, from 1.
    pub number: usize,
    /// Its short text.
    pub text: String,
    /// How it is made by hand.
    pub handle: Handle,
}

/// What a side that must decide can touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// How many actions there are.
    pub count: usize,
    /// Actions that need neither piece nor place, and all of them if they are few.
    pub buttons: Vec<Offer>,
    /// Pieces that can be picked up.
    pub pieces: Vec<String>,
    /// Places that can be pointed at without a piece.
    pub places: Vec<String>,
}

/// The odds of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The action in words.
    pub text: String,
    /// The battle it is or leads to.
    pub battle: Option<Battle>,
    /// Every result with its probability.
    pub chances: Vec<Chance>,
}

/// How the dice of a move served the side that made it: what was to be expected, and what came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// What was to be expected.
    pub expected: f64,
    /// What came.
    pub came: f64,
}

/// A step of a game as a viewer saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// How many moves had been made after it.
    pub number: usize,
    /// Who moved, by id; empty at the start.
    pub side: String,
    /// What he did, in words; empty where the viewer may not know it.
    pub text: String,
    /// Dice rolled; none where he may not know what they were rolled for.
    pub dice: Vec<u8>,
    /// The seal of a choice made in secret; none if it was open, or if the dice of the game can be foreseen.
    pub seal: Option<String>,
    /// The log.
    pub lines: Vec<Line>,
    /// How the dice served, against what the mover could expect.
    pub luck: Option<Luck>,
    /// What was seen then.
    pub view: View,
}

/// Who must decide what.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// Who, by id; nobody when the game is over.
    pub sides: Vec<&'static str>,
    /// What.
    pub what: String,
    /// Under which rule.
    pub rule: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// Who won, by id.
    pub winner: Option<&'static str>,
}

/// A game, whatever its type.
pub trait AnyGame: Send + Sync {
    /// Name, sides, scenarios, options.
    fn about(&self) -> &About;
    /// The rule catalogue.
    fn rules(&self) -> Vec<Rule>;
    /// Levels of its bots.
    fn levels(&self) -> Vec<&'static str>;
    /// Whether there is a level: those of the list, and `analysis` with a time of its own, as in `analysis:30s`.
    fn has_level(&self, level: &str) -> bool;
    /// How long a level thinks about a turn at most; nothing for those that do not plan.
    fn thinks(&self, level: &str) -> Duration;
    /// The strongest level that answers quickly.
    fn strongest(&self) -> &'static str {
        self.levels().into_iter().rfind(|l| *l != "analysis").unwrap_or("recruit")
    }
    /// The tables of its rules.
    fn charts(&self) -> Vec<Chart>;
    /// Names of the turns of a scenario.
    fn turns(&self, scenario: &str) -> Vec<String>;
    /// A new game.
    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError>;
    /// A game from its file; with `verify` every action, die and hash is checked from the first move on.
    fn open(&self, text: &str, verify: bool) -> Result<Box<dyn AnySession>, TableError>;
    /// Who wins together in a scenario.
    fn camps(&self, scenario: &str) -> Vec<Sides>;
    /// Games of a series by bots, each with levels of its own.
    fn fixtures(
        &self,
        series: &Series<'_>,
        fixtures: &[Fixture<'_>],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck>;
    /// How long a level takes over its turns when it plays all sides, with the clock that it has against persons.
    fn times(&self, series: &Series<'_>, level: &str, turns: usize) -> Result<Times, Stuck>;
    /// Tunes the weights of its planner by self-play; nothing if it has none.
    fn tune(
        &self,
        series: &Series<'_>,
        tuning: &Tuning,
        done: &(dyn Fn() + Sync),
    ) -> Option<Result<Tuned, Stuck>>;
    /// Many games by bots, a level for each side that plays the scenario; for those that do not, none need be given.
    fn series(
        &self,
        series: &Series<'_>,
        levels: &[String],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck> {
        let all: Vec<_> = (0..series.games).map(|number| Fixture { number, levels }).collect();
        self.fixtures(series, &all, done)
    }
}

/// A game under way, whatever its type.
pub trait AnySession: Send {
    /// Who must decide what.
    fn asked(&self) -> Asked;
    /// The same as a viewer is told it: what is asked of another side may be a secret.
    fn asked_as(&self, viewer: Viewer) -> Asked;
    /// Every legal action of a side; of whoever must decide if none is named.
    fn actions(&self, side: Option<Side>) -> Vec<Offered>;
    /// Takes an action, given by number, short text or JSON; the log is the side's own.
    fn act(
        &mut self,
        side: Option<Side>,
        action: &str,
        dice: Option<Vec<u8>>,
    ) -> Result<Vec<Line>, TableError>;
    /// The exact distribution of an action, as far as the side can know it.
    fn forecast(&self, side: Option<Side>, action: &str) -> Result<Vec<Chance>, TableError>;
    /// Takes the last action back.
    fn undo(&mut self) -> Result<(), TableError>;
    /// A bot decides for a side; for the first that must decide if none is named. What it did and the log are its own
    /// side's: others read [`AnySession::last`] and [`AnySession::lines`].
    fn bot(&mut self, side: Option<Side>, level: &str, seed: u64) -> Result<(String, Vec<Line>), TableError>;
    /// Whether bots say why they do what they do.
    fn explain(&mut self, on: bool);
    /// Why the bot of a side did what it did last, if it was asked to explain and can.
    fn why(&self, side: Side) -> Option<&Why>;
    /// What a level would do for a side that must decide, and why; nothing is done.
    fn hint(&self, side: Option<Side>, level: &str, seed: u64) -> Result<Hint, TableError> {
        self.advice(side, level, seed)?()
    }
    /// The same, to be thought out elsewhere while the game goes on.
    fn advice(&self, side: Option<Side>, level: &str, seed: u64) -> Result<Advice, TableError>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> View;
    /// The file.
    fn text(&self) -> String;
    /// How many moves have been made.
    fn len(&self) -> usize;
    /// Whether none has.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Hash of the position.
    fn hash(&self) -> String;
    /// What became of the game if it was played under older rules.
    fn upgrade(&self) -> Option<Upgrade>;
    /// The position as a file that can be read again; for a side what it knows.
    fn position_text(&self, viewer: Viewer) -> Result<String, TableError>;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;

    /// What a side can touch; up to `few` actions are given whole.
    fn touch(&self, side: Side, few: usize) -> Touch;
    /// The actions of a side whose handle is wanted.
    fn offered(&self, side: Side, wanted: &dyn Fn(&Handle) -> bool) -> Vec<Offer>;
    /// What a side means by picking up pieces and pointing at a place: in words, and whether the rules allow it.
    fn wish(
        &self,
        side: Side,
        pieces: &[String],
        place: Option<&str>,
    ) -> Option<(String, Result<(), TableError>)>;
    /// Ways of a piece.
    fn ways(&self, side: Side, piece: &str) -> Vec<Way>;
    /// Layers of a piece, as a viewer may know them.
    fn traces(&self, viewer: Viewer, piece: &str) -> Vec<Layer>;
    /// The odds of an action, as far as the side can know them.
    fn weigh(&self, side: Option<Side>, action: &str) -> Result<Weighed, TableError>;
    /// Who made the last move, by id.
    fn mover(&self) -> Option<&str>;
    /// Whether the last move could be taken back.
    fn may_undo(&self) -> Result<(), TableError>;
    /// The log of the last move, as a viewer may read it.
    fn lines(&self, viewer: Viewer) -> Vec<Line>;
    /// The last move as a viewer sees it.
    fn last(&self, viewer: Viewer) -> Option<Told>;
    /// The whole game as a viewer saw it, from the start on.
    fn walk(&self, viewer: Viewer, visit: &mut dyn FnMut(Told)) -> Result<(), TableError>;
    /// A hash over all that the game tells; two programs that play and speak alike give the same.
    fn fingerprint(&self) -> Result<String, TableError>;
    /// The game after some moves, with other dice.
    fn branch(&self, moves: usize, dice: DiceSource) -> Result<Box<dyn AnySession>, TableError>;
    /// The record without moves and snapshots, as JSON.
    fn head(&self) -> String;
    /// A move of the record as JSON, counted from 0.
    fn entry(&self, index: usize) -> Option<String>;
    /// The snapshot of this very moment as JSON, if the record keeps one.
    fn snapshot(&self) -> Option<String>;
    /// The last snapshot that the record keeps, as JSON.
    fn last_snapshot(&self) -> Option<String>;
    /// The seals of the dice.
    fn seals(&self) -> Vec<String>;
    /// Whether the dice follow from a number that somebody chose, or are typed in: then no seal proves anything.
    fn seeded(&self) -> bool;
    /// Choices made in secret: the number of each move, who made it, and its seal.
    fn choices(&self) -> Vec<(usize, String, String)>;
    /// Who made the last move, if it is a secret choice and others have still to make theirs.
    fn pending(&self) -> Option<Side>;
    /// Says how many moves were taken back in the game before it was opened.
    fn resume(&mut self, undone: u64);
    /// Scenario and options.
    fn scenario(&self) -> (&str, &Options);
}

/// A record's text from its parts, as [`AnySession::head`], [`AnySession::entry`] and [`AnySession::snapshot`] give them.
pub fn record_text<'a>(
    head: &str,
    moves: impl IntoIterator<Item = &'a str>,
    snapshot: Option<&str>,
) -> String {
    let mut text = head.trim_end().trim_end_matches('}').to_string();
    text.push_str(",\"moves\":[");
    for (i, entry) in moves.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(entry);
    }
    text.push_str("],\"snapshots\":[");
    text.push_str(snapshot.unwrap_or(""));
    text.push_str("]}");
    text
}

/// A record from its text. Snapshots of older rules are left out: their positions may lack what today's have.
fn read_record<P: DeserializeOwned, A: DeserializeOwned>(
    text: &str,
    rules_version: u32,
) -> Result<Record<P, A>, TableError> {
    let broken = |e: serde_json::Error| TableError::Broken(e.to_string());
    #[derive(serde::Deserialize)]
    struct Version {
        rules: u32,
    }
    let older = serde_json::from_str::<Version>(text).is_ok_and(|v| v.rules < rules_version);
    if !older {
        return serde_json::from_str(text).map_err(broken);
    }
    let mut value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
    if let Some(record) = value.as_object_mut() {
        record.remove("snapshots");
    }
    Record::deserialize(&value).map_err(|e| {
        // Actions may have been written otherwise then: say which is the first that cannot be read.
        let moves = value["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let unread = moves.iter().position(|m| Entry::<A>::deserialize(m).is_err());
        unread.map_or_else(
            || broken(e),
            |at| {
                let (number, then) = (at + 1, &value["rules"]);
                TableError::Broken(format!(
                    "move {number} is written as in rules version {then}; this program plays by version {rules_version} and cannot read it"
                ))
            },
        )
    })
}

/// A game of a type, with its catalogue and its bots.
pub struct Registered<G: Guide> {
    /// The game.
    pub game: Arc<G>,
    /// Its rule catalogue.
    pub rules: fn() -> Vec<Rule>,
    /// Its levels.
    pub levels: Levels<G>,
    /// What tunes its weights, if it has any.
    pub tune: Option<TunerOf<G>>,
}

impl<G: Guide> AnyGame for Registered<G> {
    fn about(&self) -> &About {
        self.game.about()
    }

    fn rules(&self) -> Vec<Rule> {
        (self.rules)()
    }

    fn levels(&self) -> Vec<&'static str> {
        self.levels.names()
    }

    fn has_level(&self, level: &str) -> bool {
        self.levels.has(level)
    }

    fn thinks(&self, level: &str) -> Duration {
        self.levels.thinks(level)
    }

    fn charts(&self) -> Vec<Chart> {
        self.game.charts()
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        self.game.turns(scenario)
    }

    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError> {
        let session = Session::new(self.game.clone(), scenario, options, dice, position)?;
        Ok(Box::new(Held::new(session, self.levels)))
    }

    fn open(&self, text: &str, verify: bool) -> Result<Box<dyn AnySession>, TableError> {
        let record: GameRecord<G> = read_record(text, self.about().rules_version)?;
        let session = if verify {
            Session::verify(self.game.clone(), record)?
        } else {
            Session::open(self.game.clone(), record)?
        };
        Ok(Box::new(Held::new(session, self.levels)))
    }

    fn camps(&self, scenario: &str) -> Vec<Sides> {
        self.game.camps(scenario)
    }

    fn fixtures(
        &self,
        series: &Series<'_>,
        fixtures: &[Fixture<'_>],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck> {
        series.spread(fixtures.len(), done, |index| {
            let makers = self.makers(series.scenario, fixtures[index].levels)?;
            let makers: Vec<&Maker<G>> = makers.iter().map(|m| &**m).collect();
            series.one(&*self.game, &makers, fixtures[index].number)
        })
    }

    fn times(&self, series: &Series<'_>, level: &str, turns: usize) -> Result<Times, Stuck> {
        let maker = self.levels.maker(&self.game, level, true).map_err(|e| Stuck::Start(e.to_string()))?;
        let mut players: Vec<_> =
            (0..self.about().sides.len() as u64).map(|i| maker(series.seed + i)).collect();
        times(&*self.game, series.scenario, series.options, &mut players, series.seed, turns)
    }

    fn tune(
        &self,
        series: &Series<'_>,
        tuning: &Tuning,
        done: &(dyn Fn() + Sync),
    ) -> Option<Result<Tuned, Stuck>> {
        let tune = self.tune?;
        let rival =
            tuning.rival.as_ref().map(|level| self.levels.maker(&self.game, level, false)).transpose();
        Some(match rival {
            Ok(rival) => tune(&self.game, series, tuning, rival.as_deref(), done),
            Err(unknown) => Err(Stuck::Start(unknown.to_string())),
        })
    }
}

impl<G: Guide> Registered<G> {
    /// A maker of players for each side of the game.
    fn makers(&self, scenario: &str, levels: &[String]) -> Result<Vec<Box<Maker<G>>>, Stuck> {
        let sides = self.about().sides.len();
        let playing: Vec<usize> = self.about().sides_of(scenario).map(|(s, _)| usize::from(s.0)).collect();
        let given: Vec<usize> = if levels.len() == sides { (0..sides).collect() } else { playing };
        if levels.len() != given.len() {
            return Err(Stuck::Start(format!("{} sides want a level each", given.len())));
        }
        // Whoever does not play is never asked.
        let mut makers: Vec<Box<Maker<G>>> = Vec::new();
        makers.resize_with(sides, || Box::new(|seed| Box::new(Recruit::new(seed))));
        for (side, level) in given.into_iter().zip(levels) {
            let maker = self.levels.maker(&self.game, level, false);
            makers[side] = maker.map_err(|e| Stuck::Start(e.to_string()))?;
        }
        Ok(makers)
    }
}
