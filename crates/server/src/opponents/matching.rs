//! Who of those who seek a game plays whom. It is worked out from the list alone, so that every node comes to the same.

use std::collections::BTreeMap;

/// How far ratings may be apart at first if a seeker has named nothing.
pub const USUAL_RANGE: i32 = 200;

/// By so many points the range of a seeker widens with every minute of waiting.
const WIDER: f64 = 100.0;

/// Somebody who seeks a game.
#[derive(Clone, Debug)]
pub struct Seeker {
    /// The account.
    pub account: String,
    /// Which game.
    pub title: String,
    /// Which scenario; nothing if any will do.
    pub scenario: Option<String>,
    /// The pace, which both must want.
    pub pace: String,
    /// Whether the game is to be rated, which both must want.
    pub rated: bool,
    /// How far ratings may be apart at first.
    pub range: i32,
    /// The rating in this game.
    pub points: f64,
    /// Since when, in milliseconds.
    pub since: i64,
    /// How often the seeker has played each side of each scenario.
    pub played: BTreeMap<(String, String), i64>,
}

impl Seeker {
    fn reach(&self, now: i64) -> f64 {
        let waited = (now - self.since).max(0) as f64 / 60_000.0;
        f64::from(self.range) + waited * WIDER
    }

    fn times(&self, scenario: &str, side: &str) -> i64 {
        self.played.get(&(scenario.to_string(), side.to_string())).copied().unwrap_or(0)
    }
}

/// The distance in rating of two who fit.
fn distance(a: &Seeker, b: &Seeker, now: i64) -> Option<f64> {
    let scenarios = match (&a.scenario, &b.scenario) {
        (Some(x), Some(y)) => x == y,
        _ => true,
    };
    let same = a.title == b.title && a.pace == b.pace && a.rated == b.rated && a.account != b.account;
    let apart = (a.points - b.points).abs();
    (scenarios && same && apart <= a.reach(now) && apart <= b.reach(now)).then_some(apart)
}

/// Pairs that fit, the closest ratings first; of equal ones those who have waited longest. Nobody is in two.
pub fn pairs(seekers: &[Seeker], now: i64) -> Vec<(usize, usize)> {
    let mut fitting: Vec<(f64, i64, usize, usize)> = vec![];
    for (i, a) in seekers.iter().enumerate() {
        for (j, b) in seekers.iter().enumerate().skip(i + 1) {
            if let Some(apart) = distance(a, b, now) {
                fitting.push((apart, a.since.min(b.since), i, j));
            }
        }
    }
    fitting.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
    let mut free = vec![true; seekers.len()];
    let mut out = vec![];
    for (_, _, i, j) in fitting {
        if free[i] && free[j] {
            (free[i], free[j]) = (false, false);
            out.push((i, j));
        }
    }
    out
}

/// The scenario that two play: the one that somebody has named, else the one of these that both have played least.
pub fn scenario_of<'a>(a: &'a Seeker, b: &'a Seeker, offered: &[&'a str]) -> Option<&'a str> {
    let named = a.scenario.as_deref().or(b.scenario.as_deref());
    let plays = |scenario: &str| {
        let of =
            |s: &Seeker| s.played.iter().filter(|((x, _), _)| x == scenario).map(|(_, n)| n).sum::<i64>();
        of(a) + of(b)
    };
    named.or_else(|| offered.iter().copied().min_by_key(|s| plays(s)))
}

/// Whether the first of two plays the first of two sides: who has played it less, compared with the second side. If it is the same for both,
/// who has waited longer gets it.
pub fn first_takes_first(a: &Seeker, b: &Seeker, scenario: &str, sides: (&str, &str)) -> bool {
    let more = |s: &Seeker| s.times(scenario, sides.0) - s.times(scenario, sides.1);
    match more(a).cmp(&more(b)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => a.since <= b.since,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker(account: &str, points: f64, since: i64) -> Seeker {
        Seeker {
            account: account.to_string(),
            title: "drill".to_string(),
            scenario: None,
            pace: String::new(),
            rated: true,
            range: USUAL_RANGE,
            points,
            since,
            played: BTreeMap::new(),
        }
    }

    #[test]
    fn the_closest_are_paired_and_nobody_twice() {
        let all = [
            seeker("a", 1500.0, 0),
            seeker("b", 1650.0, 0),
            seeker("c", 1520.0, 0),
            seeker("d", 1700.0, 0),
            seeker("e", 1510.0, 0),
        ];
        // d and b are next to each other, a and e; c is left.
        assert_eq!(pairs(&all, 0), [(0, 4), (1, 3)]);
    }

    #[test]
    fn a_range_widens_with_waiting() {
        let all = [seeker("a", 1500.0, 0), seeker("b", 1850.0, 30_000)];
        assert_eq!(pairs(&all, 30_000), []);
        // Both must have waited long enough: 150 points are a minute and a half.
        assert_eq!(pairs(&all, 119_000), []);
        assert_eq!(pairs(&all, 120_000), [(0, 1)]);
    }

    #[test]
    fn wishes_must_fit() {
        let a = seeker("a", 1500.0, 0);
        let with = |change: fn(&mut Seeker)| {
            let mut b = seeker("b", 1500.0, 0);
            change(&mut b);
            pairs(&[a.clone(), b], 0).len()
        };
        assert_eq!(with(|_| ()), 1);
        assert_eq!(with(|b| b.title = "fury".to_string()), 0);
        assert_eq!(with(|b| b.pace = "a day".to_string()), 0);
        assert_eq!(with(|b| b.rated = false), 0);
        assert_eq!(with(|b| b.account = "a".to_string()), 0);
        assert_eq!(with(|b| b.scenario = Some("hill".to_string())), 1);
        let named = |account, scenario: &str| Seeker {
            scenario: Some(scenario.to_string()),
            ..seeker(account, 1500.0, 0)
        };
        assert_eq!(pairs(&[named("a", "hill"), named("b", "ford")], 0), []);
    }

    #[test]
    fn sides_and_scenario_are_those_played_least() {
        let played = |n: &[(&str, &str, i64)]| {
            n.iter().map(|(x, y, n)| ((x.to_string(), y.to_string()), *n)).collect::<BTreeMap<_, _>>()
        };
        let (mut a, mut b) = (seeker("a", 1500.0, 0), seeker("b", 1500.0, 1));
        assert!(first_takes_first(&a, &b, "hill", ("red", "blue")), "who waits longer");
        a.played = played(&[("hill", "red", 2), ("hill", "blue", 1)]);
        assert!(!first_takes_first(&a, &b, "hill", ("red", "blue")));
        b.played = played(&[("hill", "red", 5)]);
        assert!(first_takes_first(&a, &b, "hill", ("red", "blue")));
        assert_eq!(scenario_of(&a, &b, &["hill", "ford"]), Some("ford"));
        b.scenario = Some("hill".to_string());
        assert_eq!(scenario_of(&a, &b, &["hill", "ford"]), Some("hill"));
    }
}
