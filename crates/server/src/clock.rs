//! Clocks: how long each player has still to decide. A clock runs while its player must decide, all players have come, and a program serves
//! the table: what was not served is nobody's time. This part only reckons; [`crate::flags`] acts when a flag has fallen.

use crate::wire::{AtZero, Clocks, Pace, SideClock};
use serde::{Deserialize, Serialize};

/// The longest time that a pace may give: a year.
const LONGEST: u32 = 366 * 24 * 3600;

/// Spans of time in milliseconds since 1970, in order and apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans(Vec<(i64, i64)>);

impl Spans {
    /// The union of these spans.
    pub fn new(mut spans: Vec<(i64, i64)>) -> Spans {
        spans.retain(|(from, until)| from < until);
        spans.sort_unstable();
        let mut apart: Vec<(i64, i64)> = Vec::with_capacity(spans.len());
        for (from, until) in spans {
            match apart.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(until),
                _ => apart.push((from, until)),
            }
        }
        Spans(apart)
    }

    /// How much of the time from one moment to another lies in them.
    pub fn within(&self, from: i64, until: i64) -> i64 {
        let first = self.0.partition_point(|span| span.1 <= from);
        let spans = self.0[first..].iter().take_while(|span| span.0 < until);
        spans.map(|span| span.1.min(until) - span.0.max(from)).sum()
    }
}

/// The clock of a side as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The side.
    pub side: String,
    /// Milliseconds left at the moment of the last reckoning.
    pub left: i64,
    /// Whether it has run since.
    pub running: bool,
    /// Whether its player has been warned that little time is left.
    #[serde(default)]
    pub warned: bool,
}

/// The clocks of a game as they are kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The time that each player has.
    pub pace: Pace,
    /// The clock of each side.
    pub sides: Vec<Kept>,
    /// When they were reckoned last, in milliseconds since 1970.
    pub at: i64,
    /// The sides whose players offer to pause.
    #[serde(default)]
    pub pausing: Vec<String>,
    /// Whether all have agreed to pause.
    #[serde(default)]
    pub paused: bool,
}

/// The pace of a name, as those use it who seek somebody to play with; nothing for any other word, which is only told.
pub fn named(name: &str) -> Option<Pace> {
    const HOUR: u32 = 3600;
    const DAY: u32 = 24 * HOUR;
    let (main, increment, cap, then) = match name {
        "live" => (HOUR, 30, 2 * HOUR, AtZero::Forfeit),
        "fast" => (3 * DAY, 12 * HOUR, 3 * DAY, AtZero::Bot),
        "slow" => (10 * DAY, 2 * DAY, 10 * DAY, AtZero::Bot),
        _ => return None,
    };
    Some(Pace { main, increment, cap: Some(cap), then })
}

/// Checks a pace that somebody wishes.
pub fn check(pace: &Pace) -> Result<(), String> {
    let most = [pace.main, pace.increment, pace.cap.unwrap_or(0)].into_iter().max().unwrap_or(0);
    if pace.main < 10 {
        return Err("each player needs at least 10 seconds".to_string());
    }
    if most > LONGEST {
        return Err("no time may be longer than a year".to_string());
    }
    if pace.cap.is_some_and(|cap| cap < pace.main) {
        return Err("the cap is less than the time at the beginning".to_string());
    }
    Ok(())
}

impl Clock {
    /// Clocks that stand still at the beginning.
    pub fn new(pace: Pace, sides: impl IntoIterator<Item = String>, now: i64) -> Clock {
        let left = i64::from(pace.main) * 1000;
        let sides =
            sides.into_iter().map(|side| Kept { side, left, running: false, warned: false }).collect();
        Clock { pace, sides, at: now, pausing: vec![], paused: false }
    }

    /// Reckons to this moment, and goes on with the clocks of those sides that must decide now. One who has decided gets the increment.
    /// `served` says how much of a time a clock of a side runs.
    pub fn reckon(&mut self, now: i64, deciding: &[String], served: impl Fn(&str, i64, i64) -> i64) {
        let cap = i64::from(self.pace.cap.unwrap_or(self.pace.main)) * 1000;
        let increment = i64::from(self.pace.increment) * 1000;
        for clock in &mut self.sides {
            let decides = deciding.contains(&clock.side);
            if clock.running && !self.paused {
                clock.left -= served(&clock.side, self.at, now).max(0);
            }
            if clock.running && !decides {
                clock.left = (clock.left + increment).min(cap.max(clock.left));
                clock.warned = false;
            }
            clock.running = decides;
        }
        self.at = now;
    }

    /// What is left to a side at a moment.
    fn left(&self, clock: &Kept, now: i64, served: &impl Fn(&str, i64, i64) -> i64) -> i64 {
        let runs = clock.running && !self.paused;
        clock.left - if runs { served(&clock.side, self.at, now).max(0) } else { 0 }
    }

    /// The clocks as they are shown.
    pub fn shown(&self, now: i64, served: impl Fn(&str, i64, i64) -> i64) -> Clocks {
        let sides = self.sides.iter().map(|clock| SideClock {
            side: clock.side.clone(),
            left: self.left(clock, now, &served),
            running: clock.running && !self.paused,
        });
        Clocks {
            pace: self.pace.clone(),
            sides: sides.collect(),
            paused: self.paused,
            pausing: self.pausing.clone(),
        }
    }

    /// When the next thing happens by itself if nobody decides and the table is served all the time: a warning, or a flag falls.
    pub fn next(&self) -> Option<i64> {
        if self.paused {
            return None;
        }
        let warn = self.warns_at();
        let running = self.sides.iter().filter(|c| c.running);
        running
            .flat_map(|c| {
                let warning = (!c.warned && c.left > warn).then_some(self.at + c.left - warn);
                let falls =
                    (self.pace.then != AtZero::Nothing && c.left > i64::MIN).then_some(self.at + c.left);
                [warning, falls]
            })
            .flatten()
            .min()
    }

    /// How little is left when a player is warned: a tenth of the time at the beginning, a day at most.
    pub fn warns_at(&self) -> i64 {
        (i64::from(self.pace.main) * 100).min(24 * 3_600_000)
    }

    /// Sides that have no time left at a moment.
    pub fn fallen(&self, now: i64, served: impl Fn(&str, i64, i64) -> i64) -> Vec<String> {
        if self.paused || self.pace.then == AtZero::Nothing {
            return vec![];
        }
        let fallen = |c: &&Kept| c.running && self.left(c, now, &served) <= 0;
        self.sides.iter().filter(fallen).map(|c| c.side.clone()).collect()
    }

    /// Sides that must be warned now; each is told once.
    pub fn warn(&mut self, now: i64, served: impl Fn(&str, i64, i64) -> i64) -> Vec<String> {
        let short = self.warns_at();
        let little: Vec<bool> = self
            .sides
            .iter()
            .map(|c| c.running && !self.paused && !c.warned && self.left(c, now, &served) <= short)
            .collect();
        let mut told = vec![];
        for (clock, little) in self.sides.iter_mut().zip(little) {
            if little {
                clock.warned = true;
                told.push(clock.side.clone());
            }
        }
        told
    }

    /// Sides whose players have been warned.
    pub fn warned(&self) -> Vec<String> {
        self.sides.iter().filter(|c| c.warned && c.running).map(|c| c.side.clone()).collect()
    }

    /// Somebody offers to pause. When all have, the clocks stand still.
    pub fn offer_pause(
        &mut self,
        side: &str,
        persons: &[String],
        now: i64,
        served: impl Fn(&str, i64, i64) -> i64,
    ) {
        if !self.pausing.iter().any(|s| s == side) {
            self.pausing.push(side.to_string());
        }
        if persons.iter().all(|p| self.pausing.contains(p)) {
            let running: Vec<String> =
                self.sides.iter().filter(|c| c.running).map(|c| c.side.clone()).collect();
            self.reckon(now, &running, served);
            self.paused = true;
        }
    }

    /// A player whose time had run out comes back: with the increment, or with a minute.
    pub fn begin_again(&mut self, side: &str) {
        let least = i64::from(self.pace.increment.max(60)) * 1000;
        for clock in self.sides.iter_mut().filter(|c| c.side == side) {
            clock.left = clock.left.max(least);
        }
    }

    /// The clocks go on.
    pub fn go_on(&mut self, now: i64) {
        if self.paused {
            self.at = now;
        }
        self.paused = false;
        self.pausing.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(_: &str, from: i64, until: i64) -> i64 {
        until - from
    }

    fn clock(main: u32, increment: u32, cap: Option<u32>) -> Clock {
        let pace = Pace { main, increment, cap, then: AtZero::Forfeit };
        Clock::new(pace, ["a".to_string(), "b".to_string()], 0)
    }

    fn left(clock: &Clock) -> Vec<i64> {
        clock.sides.iter().map(|c| c.left).collect()
    }

    fn deciding(sides: &[&str]) -> Vec<String> {
        sides.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_clock_of_who_decides_runs_and_the_increment_comes_when_others_must() {
        let mut c = clock(100, 10, None);
        c.reckon(0, &deciding(&["a"]), all);
        c.reckon(30_000, &deciding(&["a"]), all);
        assert_eq!(left(&c), [70_000, 100_000], "who decides again gets no increment");
        c.reckon(40_000, &deciding(&["b"]), all);
        assert_eq!(left(&c), [70_000, 100_000]);
        c.reckon(45_000, &deciding(&["a"]), all);
        assert_eq!(left(&c), [70_000, 100_000], "never more than the cap");
        c.reckon(46_000, &deciding(&["a", "b"]), all);
        c.reckon(47_000, &deciding(&[]), all);
        assert_eq!(left(&c), [78_000, 100_000], "both decide in secret: both clocks run");
    }

    #[test]
    fn what_was_not_served_is_nobodys_time() {
        let served = Spans::new(vec![(0, 10_000), (5_000, 12_000), (60_000, 70_000)]);
        assert_eq!(served.within(0, 70_000), 22_000);
        assert_eq!(served.within(11_000, 65_000), 6_000);
        assert_eq!(served.within(20_000, 30_000), 0);
        let mut c = clock(100, 0, None);
        c.reckon(0, &deciding(&["a"]), all);
        c.reckon(70_000, &deciding(&["b"]), |_, from, until| served.within(from, until));
        assert_eq!(left(&c), [78_000, 100_000]);
    }

    #[test]
    fn a_flag_falls_once_the_time_is_up_and_a_warning_comes_before() {
        let mut c = clock(100, 0, None);
        c.reckon(0, &deciding(&["b"]), all);
        assert_eq!(c.next(), Some(90_000));
        assert!(c.fallen(99_999, all).is_empty() && c.warn(89_999, all).is_empty());
        assert_eq!(c.warn(90_000, all), ["b"]);
        assert!(c.warn(95_000, all).is_empty(), "one warning is enough");
        assert_eq!(c.next(), Some(100_000));
        assert_eq!(c.fallen(100_000, all), ["b"]);
        c.pace.then = AtZero::Nothing;
        assert!(c.fallen(200_000, all).is_empty() && c.next().is_none());
        assert_eq!(c.shown(150_000, all).sides[1].left, -50_000);
    }

    #[test]
    fn a_pause_needs_everybody_and_ends_with_anybody() {
        let mut c = clock(100, 0, None);
        c.reckon(0, &deciding(&["a"]), all);
        let persons = deciding(&["a", "b"]);
        c.offer_pause("a", &persons, 10_000, all);
        assert!(!c.paused);
        c.offer_pause("b", &persons, 20_000, all);
        assert!(c.paused && c.next().is_none());
        assert!(c.fallen(500_000, all).is_empty());
        c.go_on(600_000);
        c.reckon(601_000, &deciding(&["b"]), all);
        assert_eq!(left(&c), [79_000, 100_000]);
    }

    #[test]
    fn paces_have_names() {
        for name in ["live", "fast", "slow"] {
            assert!(named(name).is_some_and(|pace| check(&pace).is_ok()), "{name}");
        }
        assert!(named("when it rains").is_none());
    }

    #[test]
    fn a_pace_that_cannot_be_is_refused() {
        let pace = |main, cap| Pace { main, increment: 0, cap, then: AtZero::Bot };
        assert!(check(&pace(60, None)).is_ok() && check(&pace(60, Some(120))).is_ok());
        assert!(check(&pace(5, None)).is_err());
        assert!(check(&pace(60, Some(30))).is_err());
        assert!(check(&pace(LONGEST + 1, None)).is_err());
    }
}
