//! How long a player may think: counted in decisions, so that the same seed gives the same move on every machine and with
//! any number of threads; the clock only stops it early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a player may think about one turn of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time that it should take on the machine that the game's pace was measured on.
    pub time: Duration,
    /// Whether the clock stops it when that time is over. Then a slow machine may play another move than a fast one.
    pub strict: bool,
}

impl Budget {
    /// A time counted in decisions alone.
    pub fn counted(milliseconds: u64) -> Budget {
        Budget { time: Duration::from_millis(milliseconds), strict: false }
    }

    /// A time that the clock guards as well.
    pub fn timed(milliseconds: u64) -> Budget {
        Budget { strict: true, ..Budget::counted(milliseconds) }
    }

    /// The number of decisions, at this many a second.
    pub fn decisions(&self, pace: u32) -> u64 {
        (self.time.as_micros() as u64).saturating_mul(u64::from(pace)) / 1_000_000
    }
}

/// Watches the time of one turn.
#[derive(Debug)]
pub(crate) struct Clock {
    until: Option<Instant>,
    stopped: AtomicBool,
    /// Set from outside when nobody waits for the decision any more.
    unwanted: Arc<AtomicBool>,
}

impl Clock {
    /// A clock that stops after so long, if a time is given.
    pub(crate) fn of(time: Option<Duration>) -> Clock {
        let until = time.map(|time| Instant::now() + time);
        Clock { until, stopped: AtomicBool::new(false), unwanted: Arc::default() }
    }

    /// The clock starts.
    pub(super) fn start(budget: &Budget, left: Duration, unwanted: &Arc<AtomicBool>) -> Clock {
        let until = budget.strict.then(|| Instant::now() + left);
        Clock { until, stopped: AtomicBool::new(false), unwanted: unwanted.clone() }
    }

    /// Whether thinking must stop.
    pub(crate) fn over(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.unwanted.load(Ordering::Relaxed) || self.until.is_some_and(|t| Instant::now() >= t);
        if over {
            self.stopped.store(true, Ordering::Relaxed);
        }
        over
    }
}
