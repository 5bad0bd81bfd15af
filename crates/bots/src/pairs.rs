//! Results of games in pairs: the same dice twice, with the sides exchanged. The two games of a pair are not independent
//! of each other, the pairs are; so whatever is said about certainty is worked out from pairs.

/// How many standard deviations to each side hold 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Pairs of independent games that are added when the spread of pairs is estimated, so that a few pairs that happen to be
/// alike do not look like certainty.
pub(crate) const PRIOR: f64 = 2.0;

/// A 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The interval with a function of its ends, which must not decrease.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Interval {
        Interval { low: f(self.low), high: f(self.high) }
    }
}

/// Wilson's 95 % interval for a share that was seen in this many independent trials; everything if there were none.
pub fn wilson(share: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let square = Z95 * Z95 / trials;
    let centre = share + square / 2.0;
    let spread = (square * (share * (1.0 - share) + square / 4.0)).max(0.0).sqrt();
    Interval { low: (centre - spread) / (1.0 + square), high: (centre + spread) / (1.0 + square) }
        .map(|end| end.clamp(0.0, 1.0))
}

/// The share of a normal distribution below this many standard deviations (Abramowitz and Stegun 26.2.17, right to seven
/// digits).
pub fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = t * terms.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let above = sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 0.0 { above } else { 1.0 - above }
}

/// How often a player took 0, ½, 1, 1½ and 2 points of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts pairs by the half-points taken of each, 0 to 4.
    pub fn count(half_points: impl IntoIterator<Item = u8>) -> Pairs {
        let mut counts = [0; 5];
        half_points.into_iter().for_each(|taken| counts[usize::from(taken.min(4))] += 1);
        Pairs(counts)
    }

    /// The same pairs as the opponent sees them.
    pub fn reversed(mut self) -> Pairs {
        self.0.reverse();
        self
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean of something over the pairs, by the share of the points taken, 0 to 1.
    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.0.iter().enumerate().map(|(i, n)| *n as f64 * of(i as f64 / 4.0)).sum();
        sum / self.pairs().max(1) as f64
    }

    /// The share of all points that the player took.
    pub fn score(&self) -> f64 {
        self.mean(|share| share)
    }

    /// The variance of the share from pair to pair.
    pub fn variance(&self) -> f64 {
        let score = self.score();
        self.mean(|share| (share - score).powi(2))
    }

    /// The variance of a pair as a part of the greatest that the score allows, which is that of pairs won or lost whole. It is ½
    /// when the games of a pair have nothing to do with each other, less when each side usually wins its game.
    pub fn dependence(&self) -> f64 {
        let (n, score) = (self.pairs() as f64, self.score());
        let most = score * (1.0 - score);
        let seen = if most > 0.0 { self.variance() / most } else { 0.5 };
        (n * seen + PRIOR * 0.5) / (n + PRIOR)
    }

    /// The interval of the score.
    pub fn interval(&self) -> Interval {
        wilson(self.score(), self.pairs() as f64 / self.dependence())
    }

    /// How likely it is that the player is the better one, given these pairs.
    pub fn superiority(&self) -> f64 {
        let spread = (self.dependence() / 4.0 / self.pairs().max(1) as f64).sqrt();
        normal((self.score() - 0.5) / spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, p) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.0, 0.158_655_25), (Z95, 0.975), (3.0, 0.998_650_1)]
        {
            near(normal(z), p, 1e-6);
        }
    }

    #[test]
    fn wilsons_interval_has_its_published_values() {
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let got = wilson(hits / of, of);
            near(got.low, low, 5e-5);
            near(got.high, high, 5e-5);
        }
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn independent_games_give_the_interval_of_single_games() {
        // Two fair games: ¼ of the pairs lost, ½ shared, ¼ won.
        let fair = Pairs([25, 0, 50, 0, 25]);
        near(fair.dependence(), 0.5, 1e-12);
        let (pairs, games) = (fair.interval(), wilson(0.5, 200.0));
        near(pairs.low, games.low, 1e-12);
        near(pairs.high, games.high, 1e-12);
        near(fair.superiority(), 0.5, 1e-7);
    }

    #[test]
    fn pairs_of_an_unequal_scenario_say_more_than_single_games() {
        let level = Pairs([0, 0, 96, 2, 2]);
        let single = wilson(level.score(), 200.0);
        let paired = level.interval();
        assert!(paired.high - paired.low < (single.high - single.low) / 2.0, "{paired:?} {single:?}");
        // And pairs won or lost whole say less.
        let whole = Pairs([50, 0, 0, 0, 50]).interval();
        assert!(whole.high - whole.low > single.high - single.low, "{whole:?}");
    }

    #[test]
    fn a_few_like_pairs_are_no_certainty() {
        let shared = Pairs([0, 0, 4, 0, 0]).interval();
        assert!(shared.low < 0.35 && shared.high > 0.65, "{shared:?}");
        let won = Pairs([0, 0, 0, 0, 10]).interval();
        near(won.low, wilson(1.0, 20.0).low, 1e-12);
        near(won.high, 1.0, 1e-12);
    }

    #[test]
    fn exchanging_the_players_mirrors_everything() {
        let (a, b) = (Pairs([3, 1, 20, 4, 9]), Pairs([3, 1, 20, 4, 9]).reversed());
        assert_eq!(b, Pairs([9, 4, 20, 1, 3]));
        near(a.score(), 1.0 - b.score(), 1e-12);
        near(a.interval().low, 1.0 - b.interval().high, 1e-12);
        near(a.superiority(), 1.0 - b.superiority(), 1e-7);
        assert_eq!(Pairs::count([4, 0, 2, 2, 3]), Pairs([1, 0, 2, 1, 1]));
    }
}
