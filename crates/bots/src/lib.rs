//! Games played by machine: one, or thousands on all cores. The same seed gives the same results whatever the number
//! of threads.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod advice;
pub mod analysis;
pub mod any_session;
pub mod calibrate;
pub mod elo;
pub mod fit;
mod game_session;
pub mod judge;
pub mod ladder;
pub mod levels;
mod outlook;
pub mod pace;
pub mod pairs;
pub mod planner;
pub mod positions;
pub mod puzzle;
pub mod registry;
pub mod sprt;
pub mod tune;

use rayon::prelude::*;
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::Player;
use sandtable_core::{Decision, Game, Options, Outcome, Side};

/// Makes a player from a seed.
pub type Maker<G> = dyn Fn(u64) -> Box<dyn Player<G>> + Send + Sync;

/// A game after which nobody waits any more: something is wrong with it.
pub const LONGEST: usize = 1_000_000;

/// What became of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its number.
    pub number: usize,
    /// Its seed.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// How many decisions it took.
    pub decisions: usize,
    /// Figures of the last position.
    pub figures: Vec<(&'static str, i64)>,
}

/// Why a game could not be played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stuck {
    /// The scenario cannot be started.
    Start(String),
    /// A side has nothing to do although it must decide.
    DeadEnd {
        /// The seed of the game.
        seed: u64,
        /// After how many decisions.
        after: usize,
    },
    /// It did not end.
    Endless {
        /// The seed of the game.
        seed: u64,
    },
}

impl std::error::Error for Stuck {}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stuck::Start(why) => f.write_str(why),
            Stuck::DeadEnd { seed, after } => write!(f, "seed {seed}: nothing to do after {after} decisions"),
            Stuck::Endless { seed } => write!(f, "seed {seed}: no end after {LONGEST} decisions"),
        }
    }
}

/// A game that is to be begun.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// Its options.
    pub options: &'a Options,
    /// Its number in the series.
    pub number: usize,
    /// Its seed: all dice come from it.
    pub seed: u64,
}

/// Plays one game, a player for each side; each is shown what its side knows. `look` is shown the position before each decision,
/// and who has to make it.
fn watch<G: Game>(
    game: &G,
    Opening { scenario, options, number, seed }: Opening<'_>,
    players: &mut [Box<dyn Player<G>>],
    mut look: impl FnMut(&G::Position, Side),
) -> Result<Played, Stuck> {
    let mut dice = Seeded::new(seed);
    let mut position = game.start(scenario, options, &mut dice).map_err(Stuck::Start)?;
    let mut events = Vec::new();
    for decisions in 0..LONGEST {
        let side = match game.to_decide(&position) {
            Decision::Over(outcome) => {
                let figures = game.figures(&position);
                return Ok(Played { number, seed, outcome, decisions, figures });
            }
            Decision::Decide { sides, .. } => sides.iter().next(),
        };
        side.into_iter().for_each(|side| look(&position, side));
        let player = side.and_then(|s| players.get_mut(usize::from(s.0)).map(|p| (s, p)));
        let chosen =
            player.and_then(|(s, p)| p.choose(game, &known_to(game, &position, s), s).map(|a| (s, a)));
        let Some((side, action)) = chosen else { return Err(Stuck::DeadEnd { seed, after: decisions }) };
        events.clear();
        game.apply(&mut position, side, &action, &mut dice, &mut events);
    }
    Err(Stuck::Endless { seed })
}

/// The seed of a game of a series.
pub fn seed_of(series: u64, number: usize) -> u64 {
    Seeded::new(series ^ (number as u64).wrapping_mul(0xA076_1D64_78BD_642F)).bits()
}

/// A series of games.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// Its options.
    pub options: &'a Options,
    /// How many games.
    pub games: usize,
    /// Seed of the whole series.
    pub seed: u64,
    /// Threads; 0 for all cores.
    pub threads: usize,
}

/// A game of a series that is to be played: its number gives its seed, and with it all dice and the seeds of all players.
#[derive(Clone, Copy, Debug)]
pub struct Fixture<'a> {
    /// Its number in the series.
    pub number: usize,
    /// A level for each side that plays the scenario, in the order of the game.
    pub levels: &'a [String],
}

impl Series<'_> {
    /// Plays the series, a maker of players for each side; `done` is called after each game.
    pub fn play<G: Game>(
        &self,
        game: &G,
        makers: &[&Maker<G>],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck> {
        self.spread(self.games, done, |number| self.one(game, makers, number))
    }

    /// The game of that number: its number and the seed of the series give its own.
    pub(crate) fn opening(&self, number: usize) -> Opening<'_> {
        Opening { scenario: self.scenario, options: self.options, number, seed: seed_of(self.seed, number) }
    }

    /// Plays one game of the series, a maker of players for each side.
    pub fn one<G: Game>(&self, game: &G, makers: &[&Maker<G>], number: usize) -> Result<Played, Stuck> {
        let opening = self.opening(number);
        let make =
            |(i, make): (usize, &&Maker<G>)| make(opening.seed ^ (i as u64 + 1).wrapping_mul(0x9E37_79B9));
        let mut players: Vec<_> = makers.iter().enumerate().map(make).collect();
        watch(game, opening, &mut players, |_, _| ())
    }

    /// Spreads games over the threads of the series; results come in the order of the games. `done` is called after each.
    pub(crate) fn spread<T: Send>(
        &self,
        games: usize,
        done: &(dyn Fn() + Sync),
        one: impl Fn(usize) -> Result<T, Stuck> + Sync,
    ) -> Result<Vec<T>, Stuck> {
        let counted = |index| {
            let played = one(index);
            done();
            played
        };
        if self.threads == 1 {
            return (0..games).map(counted).collect();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|e| Stuck::Start(e.to_string()))?;
        pool.install(|| (0..games).into_par_iter().map(counted).collect())
    }
}
