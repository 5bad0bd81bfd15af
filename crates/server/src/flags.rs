//! Time at the tables: which of it was served, and what happens when a flag falls.

use crate::clock::{Clock, Spans};
use crate::error::ApiError;
use crate::store::{Extra, Store, now};
use crate::table::Table;
use crate::tables::{Tables, random_hex};
use crate::wire::{AtZero, Clocks};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// How often a program notes that it serves.
const BEAT: Duration = Duration::from_secs(5);

/// How often clocks are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How far back it is known when tables were served: longer than any clock.
const KNOWN: i64 = 400 * 24 * 3_600_000;

/// When tables were served, as far as this program knows; it serves itself at this moment.
pub struct Served {
    since: i64,
    spans: RwLock<Spans>,
}

impl Default for Served {
    fn default() -> Served {
        let since = now();
        Served { since, spans: RwLock::new(Spans::new(vec![(since, i64::MAX)])) }
    }
}

impl Served {
    /// How much of a time was served.
    pub fn within(&self, from: i64, until: i64) -> i64 {
        self.spans.read().unwrap_or_else(PoisonError::into_inner).within(from, until)
    }

    /// Takes in what the storage knows of this program's predecessors and of other nodes.
    async fn learn(&self, store: &Store) -> Result<(), ApiError> {
        let known = store.served_since(now() - KNOWN).await.map_err(crate::tables::storage)?;
        let own = [(self.since, i64::MAX)];
        let spans = Spans::new(known.into_iter().chain(own).collect());
        *self.spans.write().unwrap_or_else(PoisonError::into_inner) = spans;
        Ok(())
    }
}

impl Table {
    /// Reckons the clocks to this moment, before what has changed is saved.
    pub(crate) fn reckon(&mut self) {
        let Some(mut clock) = self.extra.clock.take() else { return };
        let deciding = self.clocks_running();
        let served = self.served.clone();
        if !deciding.is_empty()
            && clock.paused
            && clock.sides.iter().any(|c| c.running != deciding.contains(&c.side))
        {
            // Somebody has made a step: the pause is over.
            clock.go_on(now());
        }
        clock.reckon(now(), &deciding, |_, from, until| served.within(from, until));
        self.extra.clock = Some(clock);
    }

    /// The sides whose clocks run: persons who must decide, once all have come.
    fn clocks_running(&self) -> Vec<String> {
        if self.seats.iter().any(|s| !s.taken()) {
            return vec![];
        }
        let deciding = self.deciding();
        let about = self.game().about();
        let decides = |id: &str| about.side(id).is_some_and(|side| deciding.has(side));
        let persons = self.seats.iter().filter(|s| s.is_persons() && s.stands_in_for.is_none());
        persons.filter(|s| decides(&s.side)).map(|s| s.side.clone()).collect()
    }

    /// The clocks as they are shown.
    pub(crate) fn clocks(&self) -> Option<Clocks> {
        let clock = self.extra.clock.as_ref()?;
        Some(clock.shown(now(), |_, from, until| self.served.within(from, until)))
    }

    /// When somebody must look at the clocks next.
    pub(crate) fn flag(&self) -> Option<i64> {
        if self.outcome().is_some() {
            return None;
        }
        self.extra.clock.as_ref()?.next()
    }

    /// The sides whose time is up lose, or a bot takes over. Says whether anything has changed, and who is warned.
    fn look_at_clocks(&mut self) -> (bool, Vec<String>) {
        let served = self.served.clone();
        let served = |_: &str, from, until| served.within(from, until);
        if self.outcome().is_some() {
            return (false, vec![]);
        }
        let Some(clock) = self.extra.clock.as_mut() else { return (false, vec![]) };
        let warned = clock.warn(now(), served);
        let fallen = clock.fallen(now(), served);
        let then = clock.pace.then;
        let level = stand_in(&self.game().levels());
        let two = self.seats.len() == 2;
        for seat in self.seats.iter_mut().filter(|s| fallen.contains(&s.side)) {
            if then == AtZero::Forfeit && two {
                seat.resigned = true;
                seat.timed_out = true;
            } else {
                seat.hand_to_bot(level.clone());
            }
        }
        (!fallen.is_empty() || !warned.is_empty(), warned)
    }
}

/// The level that stands in for a player who does not come.
pub(crate) fn stand_in(levels: &[&str]) -> String {
    let usual = levels.iter().find(|l| **l == "regular").or(levels.last());
    usual.map_or("recruit", |l| *l).to_string()
}

impl Tables {
    /// A table that is open here knows when tables were served.
    pub(crate) fn keeps_time(&self, table: &mut Table) {
        table.served = self.served.clone();
        table.tells_after = i64::from(self.settings.notices.after) * 1000;
    }

    /// The same for one that begins: its clocks run from now on, if everybody has come.
    pub(crate) fn begin_time(&self, table: &mut Table) {
        self.keeps_time(table);
        table.reckon();
    }

    /// Notes every few seconds that this program serves, and looks at clocks.
    pub(crate) fn keep_time(self: &Arc<Tables>) {
        let tables = Arc::downgrade(self);
        tokio::spawn(async move {
            let Ok(node) = random_hex(8) else { return };
            loop {
                let Some(all) = tables.upgrade() else { return };
                if let Err(e) = all.beat(&node).await {
                    tracing::warn!("it could not be noted that the table is served: {e}");
                }
                drop(all);
                tokio::time::sleep(BEAT).await;
            }
        });
        let tables = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(all) = tables.upgrade() else { return };
                if let Err(e) = all.look_at_flags().await {
                    tracing::warn!("clocks could not be looked at: {e}");
                }
            }
        });
    }

    async fn beat(&self, node: &str) -> Result<(), ApiError> {
        self.store().served(node, self.served.since, now()).await.map_err(crate::tables::storage)?;
        self.served.learn(self.store()).await
    }

    /// Looks at the clocks that may have run out.
    async fn look_at_flags(self: &Arc<Tables>) -> Result<(), ApiError> {
        for game in self.store().flags(now()).await.map_err(crate::tables::storage)? {
            if let Err(e) = self.look_at_flag(&game).await {
                tracing::warn!("the clocks of game {game} could not be looked at: {e}");
            }
        }
        Ok(())
    }

    async fn look_at_flag(self: &Arc<Tables>, game: &str) -> Result<(), ApiError> {
        let mut table = self.table(game).await?;
        let before = (table.seats.clone(), table.extra.clone());
        let (changed, _) = table.look_at_clocks();
        // Even if nothing has happened, the next look is at another time: the table was not served all the while.
        self.settle(&mut table, before).await?;
        if changed {
            table.forget_histories();
            table.send_states();
            self.spawn_bots(&mut table);
        }
        Ok(())
    }
}

/// The clocks of a new game.
pub(crate) fn begin(
    extra: &mut Extra,
    pace: Option<crate::wire::Pace>,
    sides: impl IntoIterator<Item = String>,
) -> Result<(), ApiError> {
    if let Some(pace) = pace {
        crate::clock::check(&pace).map_err(ApiError::Broken)?;
        extra.clock = Some(Clock::new(pace, sides, now()));
    }
    Ok(())
}
