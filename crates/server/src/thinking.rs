//! What the program thinks about, and who comes next: bots that plan, those that answer at once, advice for players, and other work that takes
//! its time. Each has processors of its own to wait for, and nobody who asks for much makes the others wait for all of it.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::queue::{Queue, Turn};
use crate::settings::Settings;
use crate::table::Table;
use crate::tables::Tables;
use sandtable_bots::registry::AnyGame;
use std::time::Duration;

/// How long somebody waits for a turn before he is told that there is none.
const PATIENCE: Duration = Duration::from_secs(20);

/// A bot that thinks no longer than this about a whole turn does not wait behind those that plan.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Requests of one caller that may wait for their turn.
const WAITING: usize = 4;

/// Where those wait that want something thought out.
pub(crate) struct Pools {
    /// Bots that plan.
    planners: Queue,
    /// Bots that answer at once.
    quick: Queue,
    /// Hints, analyses, puzzles.
    advice: Queue,
    /// Odds, branches, files, histories, positions.
    work: Queue,
    /// Games that are opened.
    opening: Queue,
}

impl Pools {
    /// As many turns as there are processors. Where strangers come nobody has all of them.
    pub fn new(settings: &Settings) -> Pools {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let all = usize::MAX;
        let (one, some, waiting) = match settings.home() {
            true => (all, all, all),
            false => (1, processors.div_ceil(2), WAITING),
        };
        Pools {
            planners: Queue::new(processors, some, all),
            quick: Queue::new(processors, some, all),
            advice: Queue::new(processors, one, waiting),
            work: Queue::new(2 * processors, processors, waiting.max(WAITING)),
            opening: Queue::new(2 * processors, all, all),
        }
    }
}

impl Pools {
    /// How many bots think just now.
    pub fn bots_at_work(&self) -> usize {
        self.planners.taken() + self.quick.taken()
    }
}

impl Tables {
    /// How long a level thinks about a turn, if it may think so long here.
    pub(crate) fn allows_level(&self, game: &dyn AnyGame, level: &str) -> Result<Duration, ApiError> {
        let thinks = game.thinks(level)?;
        let most = Duration::from_secs(self.settings.limits.thinking);
        if self.settings.home() || thinks <= most {
            return Ok(thinks);
        }
        let seconds = most.as_secs();
        Err(ApiError::Broken(format!(
            "`{level}` thinks for {} s about a turn, and bots of this table for {seconds} s at most: choose \
             `analysis:{seconds}s` or a level without a time",
            thinks.as_secs()
        )))
    }

    /// The longest that somebody may have thought about, of what is allowed anywhere.
    pub(crate) fn longest(&self, anywhere: Duration) -> Duration {
        match self.settings.home() {
            true => anywhere,
            false => anywhere.min(Duration::from_secs(self.settings.limits.thinking)),
        }
    }

    /// A turn for the bot of a table: of all games that somebody has made one after the other thinks, and everybody's in turn.
    pub(crate) async fn turn_of_bot(&self, who: &str, thinks: Duration) -> Result<Turn, ApiError> {
        let pool = if thinks > AT_ONCE { &self.pools.planners } else { &self.pools.quick };
        pool.turn(who).await
    }

    /// A turn for advice to somebody.
    pub(crate) async fn turn_of_advice(&self, caller: &Caller) -> Result<Turn, ApiError> {
        self.pools.advice.turn_within(&caller.name(), PATIENCE).await
    }

    /// A turn to open a game.
    pub(crate) async fn turn_of_opening(&self, id: &str) -> Result<Turn, ApiError> {
        self.pools.opening.turn_within(id, PATIENCE).await
    }

    /// A turn for other work. It must be had before a table is locked: who holds a table never waits for a turn.
    pub(crate) async fn turn_of_work(&self, caller: &Caller) -> Result<Turn, ApiError> {
        self.pools.work.turn_within(&caller.name(), PATIENCE).await
    }

    /// Whether the bots of a table rest: bots alone play it, strangers could make many such, and nobody looks.
    pub(crate) fn bots_rest(&self, table: &Table) -> bool {
        let lately = Duration::from_secs(self.settings.limits.unwatched);
        // A tournament waits for its games.
        let waited_for = table.extra.meeting.tournament.is_some();
        !self.settings.home() && !waited_for && table.is_of_bots() && !table.is_watched(lately)
    }
}

/// Does work that takes its time, not on the threads that serve everybody.
pub(crate) async fn apart<T: Send + 'static>(
    turn: Turn,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(turn);
        done
    });
    done.await.map_err(|e| ApiError::Broken(format!("this cannot be worked out: {e}")))?
}
