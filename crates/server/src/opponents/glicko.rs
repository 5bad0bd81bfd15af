//! Ratings by Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2022): strength, how sure it is, and how steady.
//! Every game is a rating period of its own, so that a rating follows at once; the deviation grows with the weeks in which nothing was played.

use std::f64::consts::PI;

/// Points of a rating for one of the paper's own unit.
const SCALE: f64 = 173.717_8;

/// How much the volatility can change; the paper says 0.3 to 1.2.
const TAU: f64 = 0.5;

/// How exactly the volatility is found.
const CLOSE: f64 = 1e-6;

/// The largest deviation: that of somebody of whom nothing is known.
const UNKNOWN: f64 = 350.0;

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; 1500 of somebody new.
    pub points: f64,
    /// How sure it is: with 95 % the strength is within twice as much.
    pub deviation: f64,
    /// How much the strength goes up and down.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { points: 1500.0, deviation: UNKNOWN, volatility: 0.06 }
    }
}

fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

fn expected(mu: f64, mu_other: f64, phi_other: f64) -> f64 {
    1.0 / (1.0 + (-weight(phi_other) * (mu - mu_other)).exp())
}

impl Rating {
    /// The rating after so many periods without a game: less sure.
    pub fn rested(self, periods: f64) -> Rating {
        let phi = self.deviation / SCALE;
        let phi = (phi * phi + periods.max(0.0) * self.volatility * self.volatility).sqrt();
        Rating { deviation: (phi * SCALE).min(UNKNOWN), ..self }
    }

    /// The rating after a period with these games: against whom, and the score (1 won, ½ drawn, 0 lost).
    pub fn after(self, games: &[(Rating, f64)]) -> Rating {
        if games.is_empty() {
            return self.rested(1.0);
        }
        let (mu, phi) = ((self.points - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut certainty, mut surprise) = (0.0, 0.0);
        for (other, score) in games {
            let (mu_other, phi_other) = ((other.points - 1500.0) / SCALE, other.deviation / SCALE);
            let (g, e) = (weight(phi_other), expected(mu, mu_other, phi_other));
            certainty += g * g * e * (1.0 - e);
            surprise += g * (score - e);
        }
        let v = 1.0 / certainty;
        let volatility = self.volatility_after(phi, v, v * surprise);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + 1.0 / v).sqrt();
        let mu = mu + phi * phi * surprise;
        Rating { points: mu * SCALE + 1500.0, deviation: (phi * SCALE).min(UNKNOWN), volatility }
    }

    /// Step 5 of the paper: the zero of a function, by the Illinois algorithm.
    fn volatility_after(self, phi: f64, v: f64, delta: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let e = x.exp();
            let sum = phi * phi + v + e;
            e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
        };
        let mut a = start;
        let mut b = if delta * delta > phi * phi + v {
            (delta * delta - phi * phi - v).ln()
        } else {
            // The function grows without bound to the left, so few steps are made.
            (1..1000).map(|k| start - f64::from(k) * TAU).find(|x| f(*x) >= 0.0).unwrap_or(start)
        };
        let (mut fa, mut fb) = (f(a), f(b));
        for _ in 0..1000 {
            if (b - a).abs() <= CLOSE {
                break;
            }
            let c = a + (a - b) * fa / (fb - fa);
            let fc = f(c);
            if fc * fb <= 0.0 {
                (a, fa) = (b, fb);
            } else {
                fa /= 2.0;
            }
            (b, fb) = (c, fc);
        }
        (a / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: f64, deviation: f64) -> Rating {
        Rating { points, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_the_paper() {
        let games = [(of(1400.0, 30.0), 1.0), (of(1550.0, 100.0), 0.0), (of(1700.0, 300.0), 0.0)];
        let after = of(1500.0, 200.0).after(&games);
        assert!((after.points - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn who_does_not_play_is_less_sure_and_never_less_than_somebody_new() {
        let rested = of(1500.0, 200.0).rested(1.0);
        assert!((rested.deviation - 200.2714).abs() < 0.001, "{rested:?}");
        assert_eq!(of(1500.0, 200.0).after(&[]), rested);
        assert_eq!(of(1500.0, 340.0).rested(1e9).deviation, 350.0);
    }

    #[test]
    fn a_game_of_two_new_players_moves_both_by_the_same() {
        let new = Rating::default();
        let (won, lost, drawn) =
            (new.after(&[(new, 1.0)]), new.after(&[(new, 0.0)]), new.after(&[(new, 0.5)]));
        assert!(won.points > 1600.0 && (won.points + lost.points - 3000.0).abs() < 1e-6, "{won:?} {lost:?}");
        assert!((drawn.points - 1500.0).abs() < 1e-9 && drawn.deviation < 350.0);
    }

    #[test]
    fn a_great_surprise_makes_a_player_less_steady() {
        let sure = of(1500.0, 30.0);
        let beaten = sure.after(&[(of(800.0, 30.0), 0.0); 8]);
        assert!(beaten.volatility > sure.volatility && beaten.points < 1500.0, "{beaten:?}");
    }
}
