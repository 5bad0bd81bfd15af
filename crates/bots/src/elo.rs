//! Strength in Elo: differences from scores, and ratings of several players from all their results.
//!
//! Ratings are the maximum likelihood of Bradley and Terry's model with a draw as half a win and half a loss. The first
//! player stands at 0. Intervals come from the spread of pairs around the score of their match (the robust variance, with
//! every number of pair as a cluster), so that it does not matter that all matches use the same dice. They are those of a
//! match against the first player that would tell as much; of two players, those of their match.

use crate::pairs::{Interval, PRIOR, wilson};

/// Elo for each unit of the natural logarithm of the odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The difference in Elo that a score means; infinite if everything or nothing was won.
pub fn difference(score: f64) -> f64 {
    UNIT * (score / (1.0 - score)).ln()
}

/// The score that is to be expected of a difference in Elo.
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / UNIT).exp())
}

/// The results between two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The one, by number.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Half-points of the first in each pair, 0 to 4, by the number of the pair.
    pub half_points: Vec<u8>,
}

impl Results {
    fn games(&self) -> f64 {
        2.0 * self.half_points.len() as f64
    }

    fn points(&self) -> f64 {
        self.half_points.iter().map(|h| f64::from(*h) / 2.0).sum()
    }
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// How far above the first player.
    pub elo: f64,
    /// Its interval; the first player has none to speak of.
    pub interval: Interval,
}

/// Ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// By number of player.
    pub ratings: Vec<Rating>,
    /// Whether the results alone decide. If somebody took every point, or a group of players all those against the rest, no
    /// difference is too great; then one drawn game is added to each match.
    pub bounded: bool,
}

/// Rates players from their results; every player must be connected with every other by matches.
pub fn fit(players: usize, results: &[Results]) -> Fit {
    let bounded = is_bounded(players, results);
    let extra = if bounded { 0.0 } else { 1.0 };
    let odds = likeliest(players, results, extra);
    let inverse = inverse(information(players, results, extra, &odds));
    let variance = times(&times(&inverse, &spread(players, results)), &inverse);
    let rating = |i: usize| {
        let elo = UNIT * odds[i];
        // The first is where all are measured from.
        let Some(variance) = i.checked_sub(1).map(|at| variance[at][at]) else {
            return Rating { elo, interval: Interval { low: elo, high: elo } };
        };
        let score = expected(elo);
        let trials = 1.0 / (variance * score * (1.0 - score));
        Rating { elo, interval: wilson(score, trials).map(difference) }
    };
    Fit { ratings: (0..players).map(rating).collect(), bounded }
}

/// Whether every player has taken points from every other, directly or through others.
fn is_bounded(players: usize, results: &[Results]) -> bool {
    let mut over = vec![vec![false; players]; players];
    for r in results {
        let points = r.points();
        over[r.first][r.second] |= points > 0.0;
        over[r.second][r.first] |= points < r.games();
    }
    for through in 0..players {
        for from in 0..players {
            for to in 0..players {
                over[from][to] |= over[from][through] && over[through][to];
            }
        }
    }
    (0..players).all(|a| (0..players).all(|b| a == b || over[a][b]))
}

/// The likeliest logarithms of the odds, by Newton's method. The function is concave and a step is never longer than 1.
fn likeliest(players: usize, results: &[Results], extra: f64) -> Vec<f64> {
    let mut odds = vec![0.0; players];
    for _ in 0..200 {
        let mut slope = vec![0.0; players];
        for r in results {
            let won = r.points() + extra / 2.0
                - (r.games() + extra) * expected(UNIT * (odds[r.first] - odds[r.second]));
            slope[r.first] += won;
            slope[r.second] -= won;
        }
        let inverse = inverse(information(players, results, extra, &odds));
        let steps: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope[1..]).map(|(a, b)| a * b).sum()).collect();
        let longest = steps.iter().fold(1.0, |longest: f64, step: &f64| longest.max(step.abs()));
        odds[1..].iter_mut().zip(&steps).for_each(|(odds, step)| *odds += step / longest);
        if steps.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    odds
}

/// A matrix over all players but the first.
type Matrix = Vec<Vec<f64>>;

/// Adds something about two players to a matrix: as much as it tells about the difference between them.
fn add(matrix: &mut Matrix, first: usize, second: usize, value: f64) {
    for (a, b, sign) in
        [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
    {
        if let (Some(a), Some(b)) = (a.checked_sub(1), b.checked_sub(1)) {
            matrix[a][b] += sign * value;
        }
    }
}

fn empty(players: usize) -> Matrix {
    vec![vec![0.0; players.saturating_sub(1)]; players.saturating_sub(1)]
}

/// How much the games tell about the odds (Fisher's information).
fn information(players: usize, results: &[Results], extra: f64, odds: &[f64]) -> Matrix {
    let mut out = empty(players);
    for r in results {
        let p = expected(UNIT * (odds[r.first] - odds[r.second]));
        add(&mut out, r.first, r.second, (r.games() + extra) * p * (1.0 - p));
    }
    out
}

/// How far points stray from pair to pair, with a few pairs of independent games added.
fn spread(players: usize, results: &[Results]) -> Matrix {
    let pairs = results.iter().map(|r| r.half_points.len()).max().unwrap_or(0);
    let mut out = empty(players);
    for pair in 0..pairs {
        let mut stray = vec![0.0; players];
        for r in results {
            let Some(half_points) = r.half_points.get(pair) else { continue };
            let by = f64::from(*half_points) / 2.0 - 2.0 * r.points() / r.games();
            stray[r.first] += by;
            stray[r.second] -= by;
        }
        for (a, row) in out.iter_mut().enumerate() {
            row.iter_mut().enumerate().for_each(|(b, cell)| *cell += stray[a + 1] * stray[b + 1]);
        }
    }
    for r in results {
        // Who took all or nothing never strays: there the one drawn game has to do, and games as if independent.
        let one_sided = r.points() <= 0.0 || r.points() >= r.games();
        let (drawn, added) = if one_sided { (1.0, PRIOR + r.games() / 2.0) } else { (0.0, PRIOR) };
        let score = (r.points() + drawn / 2.0) / (r.games() + drawn);
        add(&mut out, r.first, r.second, added * 2.0 * score * (1.0 - score));
    }
    let shrink = pairs as f64 / (pairs as f64 + PRIOR);
    out.iter_mut().flatten().for_each(|cell| *cell *= shrink);
    out
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, line)| x * line[column]).sum();
    a.iter().map(|row| (0..b.len()).map(|column| cell(row, column)).collect()).collect()
}

/// The inverse of a symmetric positive matrix, by elimination.
fn inverse(mut matrix: Matrix) -> Matrix {
    let n = matrix.len();
    let mut out: Matrix = (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for i in 0..n {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().chain(out[i].iter_mut()).for_each(|cell| *cell /= pivot);
        let (row, made) = (matrix[i].clone(), out[i].clone());
        for j in (0..n).filter(|j| *j != i) {
            let factor = matrix[j][i];
            matrix[j].iter_mut().zip(&row).for_each(|(cell, other)| *cell -= factor * other);
            out[j].iter_mut().zip(&made).for_each(|(cell, other)| *cell -= factor * other);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::Pairs;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    /// Pairs in a fixed mixed order with the given counts of 0 to 4 half-points.
    fn results(first: usize, second: usize, counts: [usize; 5]) -> Results {
        let mut left = counts;
        let mut half_points = Vec::new();
        while left.iter().any(|n| *n > 0) {
            for (taken, n) in left.iter_mut().enumerate().filter(|(_, n)| **n > 0) {
                *n -= 1;
                half_points.push(taken as u8);
            }
        }
        Results { first, second, half_points }
    }

    #[test]
    fn scores_and_differences_are_those_of_the_tables() {
        for (score, elo) in
            [(0.5, 0.0), (0.75, 190.848_5), (0.25, -190.848_5), (10.0 / 11.0, 400.0), (0.64, 99.951)]
        {
            near(difference(score), elo, 1e-3);
            near(expected(elo), score, 1e-6);
        }
        assert_eq!(difference(1.0), f64::INFINITY);
        assert_eq!(difference(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn two_players_differ_by_what_their_score_means() {
        let fit = fit(2, &[results(1, 0, [5, 0, 40, 0, 55])]);
        near(fit.ratings[1].elo, difference(0.75), 1e-6);
        assert!(fit.bounded);
        assert_eq!(fit.ratings[0], Rating { elo: 0.0, interval: Interval { low: 0.0, high: 0.0 } });
        // The same interval as the pairs have.
        let pairs = Pairs([5, 0, 40, 0, 55]).interval().map(difference);
        near(fit.ratings[1].interval.low, pairs.low, 1e-6);
        near(fit.ratings[1].interval.high, pairs.high, 1e-6);
    }

    #[test]
    fn exchanging_names_mirrors_the_ratings() {
        let one = fit(2, &[results(0, 1, [3, 1, 20, 4, 9])]);
        let other = fit(2, &[results(0, 1, [9, 4, 20, 1, 3])]);
        near(one.ratings[1].elo, -other.ratings[1].elo, 1e-9);
        near(one.ratings[1].interval.low, -other.ratings[1].interval.high, 1e-9);
    }

    #[test]
    fn three_players_who_agree_with_the_model_get_its_ratings() {
        // Odds 1 : 3 : 9, so 3 to 1, 3 to 1 and 9 to 1.
        let fit = fit(
            3,
            &[
                results(1, 0, [5, 0, 40, 0, 55]),
                results(2, 1, [5, 0, 40, 0, 55]),
                results(2, 0, [0, 0, 20, 0, 80]),
            ],
        );
        near(fit.ratings[1].elo, difference(0.75), 1e-6);
        near(fit.ratings[2].elo, 2.0 * difference(0.75), 1e-6);
        let reach = |i: usize| fit.ratings[i].interval.high - fit.ratings[i].elo;
        // More games tell more: with a third player between them the second is known better than from one match alone.
        assert!(reach(1) < reach(2) && reach(1) > 20.0 && reach(2) < 90.0, "{fit:?}");
    }

    #[test]
    fn a_player_who_took_every_point_is_rated_with_a_drawn_game() {
        let fit = fit(2, &[results(1, 0, [0, 0, 0, 0, 20])]);
        assert!(!fit.bounded);
        near(fit.ratings[1].elo, difference(40.5 / 41.0), 1e-6);
        let interval = fit.ratings[1].interval;
        // What is certain is about what the pairs alone say.
        let least = Pairs([0, 0, 0, 0, 20]).interval().map(difference).low;
        assert!(
            interval.high.is_finite() && (0.5..1.0).contains(&(interval.low / least)),
            "{interval:?} {least}"
        );
        // A group that took all points of the rest is told as well.
        let two_groups =
            [results(0, 1, [1, 0, 2, 0, 1]), results(2, 0, [0, 0, 0, 0, 4]), results(2, 1, [0, 0, 0, 0, 4])];
        assert!(!super::fit(3, &two_groups).bounded);
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        use sandtable_core::dice::Seeded;
        // 400 matches of 60 pairs between players 100 Elo apart, the pairs of both games dependent on a common die.
        let mut chance = Seeded::new(11);
        let p = expected(100.0);
        let mut held = [0, 0];
        for _ in 0..400 {
            let mut uniform = || chance.bits() as f64 / u64::MAX as f64;
            let pair = |(a, common, b): (f64, f64, f64)| {
                let second = if common < 0.5 { 1.0 - a } else { b };
                2 * (u8::from(a < p) + u8::from(second < p))
            };
            let half_points: Vec<u8> = (0..60).map(|_| pair((uniform(), uniform(), uniform()))).collect();
            let tally = Pairs::count(half_points.iter().copied()).interval();
            held[0] += u32::from(tally.low <= p && p <= tally.high);
            let one = fit(2, &[Results { first: 1, second: 0, half_points }]).ratings[1].interval;
            held[1] += u32::from(one.low <= 100.0 && 100.0 <= one.high);
        }
        assert!(held.iter().all(|n| (366..=396).contains(n)), "{held:?}");
    }
}
