//! A round robin between levels of bots, in pairs of games.
//!
//! The two games of a pair have the same seed, and with it the same dice and the same seeds of the players, no matter who plays;
//! only the sides are exchanged. All matches use the same seeds: a level that joins changes nothing in the games of the
//! others.
//!
//! Sides that win together ([`camps`](sandtable_core::Game::camps)) are played by the same level. Where a scenario has two
//! camps each level has one of them, then the other. Where it has more, as when seven powers each play for themselves, the
//! seed of the pair deals them out in two halves, which are exchanged in the second game. The point goes to the level that
//! plays the winner, so equal levels take half of the points whatever the scenario.

use crate::elo::{Fit, Results, fit};
use crate::levels::NoLevel;
use crate::pairs::Pairs;
use crate::registry::AnyGame;
use crate::{Fixture, Played, Series, Stuck, seed_of};
use sandtable_core::dice::Seeded;
use sandtable_core::{Outcome, Side, Sides};

/// Why no ladder can be played.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LadderError {
    /// Nobody to play against.
    #[error("a ladder needs two levels or more; there are {0}")]
    TooFew(String),
    /// A level that the game does not have.
    #[error(transparent)]
    Unknown(#[from] NoLevel),
    /// A level against itself.
    #[error("`{0}` is named twice")]
    Twice(String),
    /// Games that do not make pairs.
    #[error("{0} games cannot be played in pairs: it must be an even number, 2 or more")]
    Odd(usize),
    /// A scenario without an enemy.
    #[error("all sides of `{0}` win together, so nobody can be better at it than another")]
    OneCamp(String),
    /// A game could not be played.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// A ladder to be played.
#[derive(Clone, Copy, Debug)]
pub struct Ladder<'a> {
    /// Its games: as many between any two levels.
    pub series: Series<'a>,
    /// The levels.
    pub levels: &'a [String],
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// What became of it; its number is that of the pair.
    pub played: Played,
    /// The sides that the first level played.
    pub sides: Sides,
    /// Half-points of the first level: 2 for a win, 1 for a draw.
    pub half_points: u8,
}

/// All games between two levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The first level, by its place in the ladder.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// The games, those of a pair one after the other.
    pub meetings: Vec<Meeting>,
}

impl Match {
    /// Half-points of the first level in each pair.
    pub fn half_points(&self) -> Vec<u8> {
        self.meetings.chunks(2).map(|pair| pair.iter().map(|m| m.half_points).sum()).collect()
    }

    /// The pairs by the points that the first level took.
    pub fn pairs(&self) -> Pairs {
        Pairs::count(self.half_points())
    }

    /// How many games the first level won, drew and lost.
    pub fn results(&self) -> [usize; 3] {
        [2, 1, 0].map(|taken| self.meetings.iter().filter(|m| m.half_points == taken).count())
    }
}

/// A ladder that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// Every level against every other, in the order of the ladder.
    pub matches: Vec<Match>,
    /// Ratings by the place of a level in the ladder.
    pub fit: Fit,
}

impl Ladder<'_> {
    /// How many games there are in all.
    pub fn games(&self) -> usize {
        self.series.games * self.levels.len() * self.levels.len().saturating_sub(1) / 2
    }

    /// Plays all games; `done` is called after each.
    pub fn play(&self, game: &dyn AnyGame, done: &(dyn Fn() + Sync)) -> Result<Standings, LadderError> {
        self.check(game)?;
        let camps = game.camps(self.series.scenario);
        if camps.len() < 2 {
            return Err(LadderError::OneCamp(self.series.scenario.to_string()));
        }
        let sides: Vec<Side> = game.about().sides_of(self.series.scenario).map(|(side, _)| side).collect();
        let mut seats = Vec::new();
        for (first, second) in self.matches() {
            for number in 0..self.series.games / 2 {
                for own in halves(&camps, seed_of(self.series.seed, number)) {
                    let level =
                        |side: &Side| self.levels[if own.has(*side) { first } else { second }].clone();
                    seats.push((number, own, sides.iter().map(level).collect::<Vec<_>>()));
                }
            }
        }
        let fixtures: Vec<_> =
            seats.iter().map(|(number, _, levels)| Fixture { number: *number, levels }).collect();
        let played = game.fixtures(&self.series, &fixtures, done)?;
        let mut meetings = played.into_iter().zip(&seats).map(|(played, (_, own, _))| {
            let half_points = taken(&camps, *own, &played.outcome);
            Meeting { played, sides: *own, half_points }
        });
        let matches: Vec<Match> = self
            .matches()
            .map(|(first, second)| Match {
                first,
                second,
                meetings: meetings.by_ref().take(self.series.games).collect(),
            })
            .collect();
        let results: Vec<_> = matches
            .iter()
            .map(|m| Results { first: m.first, second: m.second, half_points: m.half_points() })
            .collect();
        Ok(Standings { fit: fit(self.levels.len(), &results), matches })
    }

    /// Every level against every other.
    fn matches(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let levels = self.levels.len();
        (0..levels).flat_map(move |first| (first + 1..levels).map(move |second| (first, second)))
    }

    fn check(&self, game: &dyn AnyGame) -> Result<(), LadderError> {
        for (i, level) in self.levels.iter().enumerate() {
            game.thinks(level)?;
            if self.levels[..i].contains(level) {
                return Err(LadderError::Twice(level.clone()));
            }
        }
        if self.levels.len() < 2 {
            return Err(LadderError::TooFew(game.levels().join(", ")));
        }
        if self.series.games == 0 || self.series.games % 2 == 1 {
            return Err(LadderError::Odd(self.series.games));
        }
        Ok(())
    }
}

/// The sides that the first level plays in the two games of a pair.
pub(crate) fn halves(camps: &[Sides], seed: u64) -> [Sides; 2] {
    let mut order: Vec<Sides> = camps.to_vec();
    if camps.len() > 2 {
        // Not the dice of the game: those begin with the seed itself.
        let mut chance = Seeded::new(!seed);
        (1..order.len()).rev().for_each(|i| order.swap(i, chance.below(i + 1)));
    }
    let all = |camps: &[Sides]| Sides(camps.iter().fold(0, |all, camp| all | camp.0));
    let (one, other) = order.split_at(order.len().div_ceil(2));
    [all(one), all(other)]
}

/// Half-points of the player of some of the sides.
pub(crate) fn taken(camps: &[Sides], own: Sides, outcome: &Outcome) -> u8 {
    let won = outcome.winner.and_then(|winner| camps.iter().find(|camp| camp.has(winner)));
    match won {
        Some(camp) if camp.0 & own.0 != 0 => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_camps_are_exchanged_and_more_are_dealt_out() {
        let coalition = [Sides(0b001), Sides(0b110)];
        for seed in 0..9 {
            assert_eq!(halves(&coalition, seed), coalition);
        }
        let seven: Vec<Sides> = (0..7).map(|i| Sides::one(Side(i))).collect();
        let mut seen = [0; 7];
        for seed in 0..700 {
            let [one, other] = halves(&seven, seed);
            assert_eq!((one.0 ^ other.0, one.iter().count()), (0b111_1111, 4));
            assert_eq!(halves(&seven, seed), [one, other]);
            one.iter().for_each(|side| seen[usize::from(side.0)] += 1);
        }
        assert!(seen.iter().all(|n| (340..460).contains(n)), "{seen:?}");
    }

    #[test]
    fn the_point_goes_to_the_player_of_the_winning_camp() {
        let camps = [Sides(0b001), Sides(0b110)];
        let outcome = |winner: Option<u8>| Outcome { winner: winner.map(Side), level: "", rule: "" };
        let check = |own: u16, winner, expected| {
            assert_eq!(taken(&camps, Sides(own), &outcome(winner)), expected, "{own} {winner:?}");
        };
        check(0b001, Some(0), 2);
        check(0b001, Some(1), 0);
        check(0b110, Some(1), 2);
        check(0b110, Some(2), 2);
        check(0b110, Some(0), 0);
        check(0b110, None, 1);
    }
}
