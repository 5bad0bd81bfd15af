//! Whether one player is better than another, decided as early as the results allow: the generalised sequential test of
//! the probability ratio over pairs of games.
//!
//! Two claims stand against each other, that the player is better by `elo0` and that it is better by `elo1`. For each the
//! likeliest distribution of pairs that has the claimed score is found; the logarithm of the ratio of their likelihoods
//! wanders until it passes one of two bounds.

use crate::elo::expected;
use crate::pairs::Pairs;

/// A test between two claims.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo that is not enough.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// How often the player may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often the player may be refused although `elo1` is true.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo1` it is.
    Accept,
    /// `elo0` it is.
    Refuse,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// The logarithms of the ratio at which the player is refused and accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the ratio: how much likelier the results are under `elo1` than under `elo0`.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // What was never seen is not impossible.
        let counts = pairs.0.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let (no, yes) = (tilt(&counts, expected(self.elo0)), tilt(&counts, expected(self.elo1)));
        let weight = |(i, n): (usize, &f64)| n * (no.of(i) / yes.of(i)).ln();
        counts.iter().enumerate().map(weight).sum()
    }

    /// What the results so far say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (refuse, accept) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= accept => Verdict::Accept,
            ratio if ratio <= refuse => Verdict::Refuse,
            _ => Verdict::Continue,
        }
    }
}

/// How frequencies are tilted to have a mean: each is divided by `1 + x (share - mean)`.
struct Tilt {
    x: f64,
    mean: f64,
}

impl Tilt {
    /// By how much the frequency of a share of `i` quarters is divided.
    fn of(&self, i: usize) -> f64 {
        1.0 + self.x * (i as f64 / 4.0 - self.mean)
    }
}

/// The tilt that makes the likeliest distribution with a mean of seen counts, by bisection: what is to vanish falls with `x`.
fn tilt(counts: &[f64; 5], mean: f64) -> Tilt {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let tilt = Tilt { x, mean };
        let off: f64 = counts.iter().enumerate().map(|(i, n)| n * (i as f64 / 4.0 - mean) / tilt.of(i)).sum();
        if off > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    Tilt { x: f64::midpoint(low, high), mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn ratios_are_those_that_testers_of_chess_programs_publish() {
        // Published with the tests of Fastchess: claims in logistic Elo, pairs by points.
        near(test(0.5, 2.5).ratio(&Pairs([223, 9863, 21_279, 10_037, 246])), -3.07, 0.03);
        near(test(0.0, 2.0).ratio(&Pairs([871, 26_175, 55_983, 26_678, 821])), -4.98, 0.05);
    }

    #[test]
    fn near_even_scores_agree_with_the_normal_approximation() {
        let pairs = Pairs([100, 400, 1000, 450, 130]);
        let (s0, s1) = (expected(0.0), expected(5.0));
        let about =
            pairs.pairs() as f64 * (s1 - s0) * (2.0 * pairs.score() - s0 - s1) / (2.0 * pairs.variance());
        near(test(0.0, 5.0).ratio(&pairs), about, 0.01 * about.abs());
    }

    #[test]
    fn bounds_are_walds_and_verdicts_follow_them() {
        let sprt = test(0.0, 50.0);
        near(sprt.bounds().0, -2.944_439, 1e-6);
        near(sprt.bounds().1, 2.944_439, 1e-6);
        assert_eq!(sprt.verdict(&Pairs::default()), Verdict::Continue);
        assert_eq!(sprt.verdict(&Pairs([10, 0, 20, 0, 12])), Verdict::Continue);
        assert_eq!(sprt.verdict(&Pairs([10, 0, 60, 0, 60])), Verdict::Accept);
        assert_eq!(sprt.verdict(&Pairs([60, 0, 60, 0, 40])), Verdict::Refuse);
    }

    #[test]
    fn claims_that_mirror_each_other_have_opposite_ratios() {
        let (there, back) = (test(-10.0, 30.0), test(-30.0, 10.0));
        let ratio = there.ratio(&Pairs([3, 1, 20, 4, 9]));
        near(ratio, -back.ratio(&Pairs([9, 4, 20, 1, 3])), 1e-9);
        assert!(ratio > 0.0);
    }
}
