//! Games without their types: what the command line and a server work with.

use crate::any_session::AnySession;
use crate::calibrate::Calibrated;
use crate::game_session::GameSession;
use crate::levels::{Levels, NoLevel};
use crate::pace::{Times, times};
use crate::positions::{self, Placed};
use crate::puzzle::{Prover, PuzzleError, PuzzleMove, PuzzleTried, deep};
use crate::tune::{Tuned, TunerOf, Tuning};
use crate::{Fixture, Maker, Played, Series, Stuck};
use sandtable_core::catalogue::Rule;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::{Chart, Ground, Guide};
use sandtable_core::player::Recruit;
use sandtable_core::position_file::Faults;
use sandtable_core::position_words::PositionWords;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::record::{AnyRecord, DiceSource, Record, Unreadable};
use sandtable_core::session::{GameRecord, Upgrade};
use sandtable_core::teach::Teaching;
use sandtable_core::typed::TypedError;
use sandtable_core::view::{Counter, Viewer};
use sandtable_core::{About, Illegal, Options, Session, SessionError, Sides};
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
    /// A move of the record cannot be read.
    #[error("the game file cannot be read: {what}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        what: String,
    },
    /// The action is not understood.
    #[error(transparent)]
    Typed(#[from] TypedError),
    /// What is asked for cannot be given.
    #[error("{0}")]
    Unknown(String),
    /// The game has no such level.
    #[error(transparent)]
    Level(#[from] NoLevel),
    /// A puzzle cannot be worked out.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A bot found nothing to do.
    #[error("the bot finds nothing to do")]
    Bot,
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

/// How a record is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Whether every action, die and hash is checked from the first move on.
    pub verify: bool,
    /// How many moves were taken back in the game so far: a record does not keep them.
    pub undone: u64,
}

/// A game that does not go on under today's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The first move, from 1, that is not what it was.
    pub number: usize,
    /// What is wrong with it, with the rule that forbids it.
    pub why: String,
}

/// A game from its record, and why it does not go on if it does not.
pub type Reopened = (Box<dyn AnySession>, Option<Closed>);

/// A game, whatever its type.
pub trait AnyGame: Send + Sync {
    /// Name, sides, scenarios, options.
    fn about(&self) -> &About;
    /// The rule catalogue.
    fn rules(&self) -> Vec<Rule>;
    /// Levels of its bots.
    fn levels(&self) -> Vec<&'static str>;
    /// How long a level thinks about a turn at most; zero for those that do not plan. There are those of the list, and `analysis`
    /// with a time of its own, as in `analysis:30s`.
    fn thinks(&self, level: &str) -> Result<Duration, NoLevel>;
    /// The strongest level that answers quickly.
    fn strongest(&self) -> &'static str {
        self.levels().into_iter().rfind(|l| *l != "analysis").unwrap_or("recruit")
    }
    /// The tables of its rules.
    fn charts(&self) -> Vec<Chart>;
    /// Names of the turns of a scenario.
    fn turns(&self, scenario: &str) -> Vec<String>;
    /// What it tells a newcomer; nothing if it has no such files.
    fn teaching(&self) -> Result<Option<Teaching>, TableError>;
    /// The counters of a scenario at its start, for pictures.
    fn counters(&self, scenario: &str) -> Vec<Counter>;
    /// What can be shown of the ground in a scenario.
    fn grounds(&self, scenario: &str) -> Vec<Ground>;
    /// The words of positions of a scenario, with a picture of every counter.
    fn position_words(&self, scenario: &str) -> PositionWords;
    /// What a position as text comes to; without a scenario that of the text counts.
    fn read_position(&self, scenario: Option<&str>, options: &Options, text: &str) -> Result<Placed, Faults>;
    /// The text of the beginning of a scenario.
    fn start_text(&self, scenario: &str, options: &Options) -> Result<String, TableError>;
    /// The chance that some moves up to the first die solve a puzzle.
    fn prove(&self, puzzle: &Puzzle, moves: &[String]) -> Result<f64, TableError>;
    /// The solution of a puzzle as people read it.
    fn solution(&self, puzzle: &Puzzle) -> Result<Vec<PuzzleMove>, TableError>;
    /// What a level does with a puzzle.
    fn try_puzzle(&self, puzzle: &Puzzle, level: &str, seed: u64) -> Result<PuzzleTried, TableError>;
    /// A new game.
    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError>;
    /// A game from its record.
    fn open(&self, record: &AnyRecord, how: OpenOptions) -> Result<Box<dyn AnySession>, TableError>;
    /// A game from its record as far as today's rules lead where it went. If they do not lead to its end, it stands where they last did, and
    /// you are told why: it is to be looked at, not played on.
    fn reopen(&self, record: &AnyRecord, how: OpenOptions) -> Result<Reopened, TableError> {
        let mut record = record.clone();
        let mut closed = None;
        loop {
            let refused = match self.open(&record, how) {
                Ok(session) => match session.upgrade() {
                    Some(Upgrade { from, differs: Some(number) }) => {
                        let today = self.about().rules_version;
                        let why = format!(
                            "move {number}: the position after it is not what it was under rules version {from}; \
                             this program plays by version {today}"
                        );
                        Closed { number, why }
                    }
                    _ => return Ok((session, closed)),
                },
                // A snapshot of moves that were taken back does not fit; the moves alone always do.
                Err(_) if !record.snapshots.is_empty() => {
                    record.snapshots.clear();
                    continue;
                }
                Err(e) => match &e {
                    TableError::Session(SessionError::Broken { number, .. })
                    | TableError::Move { number, .. }
                        if (1..=record.moves.len()).contains(number) =>
                    {
                        Closed { number: *number, why: e.to_string() }
                    }
                    _ => return Err(e),
                },
            };
            record.moves.truncate(refused.number - 1);
            record.snapshots.clear();
            closed = Some(refused);
        }
    }
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
    /// Fits what scores of a scenario say of who will win to games of bots; nothing if it has no scores.
    fn calibrate(&self, series: &Series<'_>, done: &(dyn Fn() + Sync)) -> Option<Result<Calibrated, Stuck>>;
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

/// A record with the types of its game. Snapshots of older rules are left out: their positions may lack what today's have.
fn typed_record<G: Guide>(record: &AnyRecord, rules_version: u32) -> Result<GameRecord<G>, TableError> {
    let then = record.head.rules;
    if then >= rules_version {
        return record.typed().map_err(|e| TableError::Move { number: e.number, what: e.to_string() });
    }
    let moves = Record { snapshots: vec![], ..record.clone() };
    moves.typed().map_err(|Unreadable { number, .. }| TableError::Move {
        number,
        what: format!(
            "move {number} is written as in rules version {then}; this program plays by version {rules_version} and cannot read it"
        ),
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

    fn thinks(&self, level: &str) -> Result<Duration, NoLevel> {
        self.levels.thinks(level)
    }

    fn charts(&self) -> Vec<Chart> {
        self.game.charts()
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        self.game.turns(scenario)
    }

    fn teaching(&self) -> Result<Option<Teaching>, TableError> {
        let read = |files| Teaching::read(self.about(), files);
        self.game.teach_files().map(read).transpose().map_err(TableError::Unknown)
    }

    fn counters(&self, scenario: &str) -> Vec<Counter> {
        let start = self.at_start(scenario);
        start.map(|p| self.game.view(&p, Viewer::All).counters).unwrap_or_default()
    }

    fn grounds(&self, scenario: &str) -> Vec<Ground> {
        let start = self.at_start(scenario);
        let shown =
            |p| Ground::ALL.into_iter().filter(|what| self.game.ground(&p, *what).is_some()).collect();
        start.map(shown).unwrap_or_default()
    }

    fn position_words(&self, scenario: &str) -> PositionWords {
        positions::words(&*self.game, scenario)
    }

    fn read_position(&self, scenario: Option<&str>, options: &Options, text: &str) -> Result<Placed, Faults> {
        positions::read(&*self.game, scenario, options, text)
    }

    fn start_text(&self, scenario: &str, options: &Options) -> Result<String, TableError> {
        positions::start(&*self.game, scenario, options).map_err(TableError::Unknown)
    }

    fn prove(&self, puzzle: &Puzzle, moves: &[String]) -> Result<f64, TableError> {
        Ok(deep(|| {
            let mut prover = Prover::new(&*self.game, puzzle)?;
            let start = prover.start(puzzle)?;
            prover.line(&start, moves)
        })?)
    }

    fn solution(&self, puzzle: &Puzzle) -> Result<Vec<PuzzleMove>, TableError> {
        let prover = Prover::new(&*self.game, puzzle)?;
        Ok(prover.told(&prover.start(puzzle)?, &puzzle.solution))
    }

    fn try_puzzle(&self, puzzle: &Puzzle, level: &str, seed: u64) -> Result<PuzzleTried, TableError> {
        let maker = self.levels.maker(&self.game, level, false)?;
        Ok(deep(|| {
            let mut prover = Prover::new(&*self.game, puzzle)?;
            let start = prover.start(puzzle)?;
            prover.tried(&start, &*maker, seed)
        })?)
    }

    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError> {
        let session = Session::new(self.game.clone(), scenario, options, dice, position)?;
        Ok(Box::new(GameSession::new(session, self.levels)))
    }

    fn open(&self, record: &AnyRecord, how: OpenOptions) -> Result<Box<dyn AnySession>, TableError> {
        let record: GameRecord<G> = typed_record::<G>(record, self.about().rules_version)?;
        let mut session = if how.verify {
            Session::verify(self.game.clone(), record)?
        } else {
            Session::open(self.game.clone(), record)?
        };
        session.resume(how.undone);
        Ok(Box::new(GameSession::new(session, self.levels)))
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

    fn calibrate(&self, series: &Series<'_>, done: &(dyn Fn() + Sync)) -> Option<Result<Calibrated, Stuck>> {
        Some((self.levels.judge?.calibrate)(&self.game, series, done))
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
    /// A scenario at its start, with dice that always fall alike.
    fn at_start(&self, scenario: &str) -> Option<G::Position> {
        self.game.start(scenario, &Options::new(), &mut Seeded::new(0)).ok()
    }

    /// A maker of players for each side of the game.
    fn makers(&self, scenario: &str, levels: &[String]) -> Result<Vec<Box<Maker<G>>>, Stuck> {
        let sides = self.about().sides.len();
        let playing: Vec<usize> = self.about().sides_of(scenario).map(|(s, _)| usize::from(s.0)).collect();
        let given: Vec<usize> = if levels.len() == sides { (0..sides).collect() } else { playing };
        if levels.len() != given.len() {
            return Err(Stuck::Start(format!("give a level for each of {} sides", given.len())));
        }
        // A side that does not play is never asked.
        let mut makers: Vec<Box<Maker<G>>> = Vec::new();
        makers.resize_with(sides, || Box::new(|seed| Box::new(Recruit::new(seed))));
        for (side, level) in given.into_iter().zip(levels) {
            let maker = self.levels.maker(&self.game, level, false);
            makers[side] = maker.map_err(|e| Stuck::Start(e.to_string()))?;
        }
        Ok(makers)
    }
}
