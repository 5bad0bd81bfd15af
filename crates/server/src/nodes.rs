//! Several nodes over one database, and games that go on by themselves: what is due is found and done, what other nodes write is heard
//! and followed step by step, and a notice that was missed is made up for by counting.

use crate::error::ApiError;
use crate::leases::RENEW;
use crate::retention::{self, Retention};
use crate::store::accounts::ACCOUNT_NEWS;
use crate::store::{BOT, News, StoreError, Versions, now};
use crate::table::Table;
use crate::tables::{IDLE_OF_MANY, LONGEST_RETRY, RETRY, Tables, storage};
use crate::wire::Live;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// After how long each node looks for what is due in games that no node runs.
const SWEEP: Duration = Duration::from_secs(1);

/// The same where there is one node: it knows what it does, and looks only for what was left undone.
const SWEEP_ALONE: Duration = Duration::from_secs(5);

/// Games that are taken up at once at most: other nodes want some too.
const AT_ONCE: usize = 50;

/// After how long open tables are held against the database, should a notice have been missed.
const COUNT: Duration = Duration::from_secs(5);

/// How long a game rests that cannot be opened, in milliseconds.
const REST: i64 = 60_000;

/// The games in which something is being done here.
#[derive(Default)]
pub(crate) struct AtWork(Arc<Mutex<HashMap<String, usize>>>);

/// Something is done in a game until this goes.
pub(crate) struct Working {
    games: Weak<Mutex<HashMap<String, usize>>>,
    id: String,
}

impl AtWork {
    /// Something begins to be done in a game.
    pub fn begin(&self, id: &str) -> Working {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(id.to_string()).or_default() += 1;
        Working { games: Arc::downgrade(&self.0), id: id.to_string() }
    }

    /// How many things are being done in a game.
    fn count(&self, id: &str) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied().unwrap_or(0)
    }

    /// Whether something is being done in a game.
    pub fn has(&self, id: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let Some(games) = self.games.upgrade() else { return };
        let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = games.get_mut(&self.id) {
            *count -= 1;
            if *count == 0 {
                games.remove(&self.id);
            }
        }
    }
}

impl Tables {
    /// Starts what runs as long as the program: games go on by themselves, idle tables are closed, and what other nodes write is heard.
    pub fn spawn_background_tasks(self: &Arc<Tables>) {
        let shared = self.store().shared();
        self.keep_time();
        self.deliver_notices();
        self.spawn_errands();
        self.every(IDLE_OF_MANY / 2, |tables| async move {
            tables.close_idle().await;
            tables.accounts.tidy().await;
        });
        self.every(if shared { SWEEP } else { SWEEP_ALONE }, |tables| async move {
            if let Err(e) = tables.sweep().await {
                tracing::warn!("it is not known in which games something is due: {e}");
            }
        });
        if self.settings.retention != Retention::default() {
            self.every(retention::EVERY, |tables| async move {
                match tables.prune().await {
                    Ok(0) => {}
                    Ok(count) => tracing::info!("{count} old games are forgotten"),
                    Err(e) => tracing::warn!("old games are not forgotten: {e}"),
                }
            });
        }
        if !shared {
            return;
        }
        self.every(RENEW, |tables| async move {
            if let Err(e) = tables.leases.renew().await {
                tracing::warn!("leases are not renewed: {e}");
            }
        });
        self.every(COUNT, |tables| async move { tables.count_all().await });
        let (tables, store) = (Arc::downgrade(self), self.store().clone());
        tokio::spawn(async move {
            let mut pause = RETRY;
            loop {
                match store.news().await {
                    Ok(None) => return,
                    Ok(Some(mut listener)) => {
                        pause = RETRY;
                        // While nobody listened, anything may have been written.
                        let Some(all) = tables.upgrade() else { return };
                        all.accounts.forget_all();
                        all.count_all().await;
                        drop(all);
                        // A connection that was lost and came back by itself has missed notices too.
                        while let Ok(Some(news)) = listener.try_recv().await {
                            let Some(tables) = tables.upgrade() else { return };
                            tables.hear(news.payload()).await;
                        }
                    }
                    Err(e) => tracing::warn!("steps of other nodes are not heard: {e}"),
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_RETRY);
            }
        });
    }

    /// Does something at once and then again and again, as long as there are these tables.
    fn every<F, W>(self: &Arc<Tables>, pause: Duration, work: F)
    where
        F: Fn(Arc<Tables>) -> W + Send + 'static,
        W: Future<Output = ()> + Send,
    {
        let tables = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                let Some(all) = tables.upgrade() else { return };
                if all.leases.stopping() {
                    return;
                }
                work(all).await;
                tokio::time::sleep(pause).await;
            }
        });
    }

    /// Whether this node sees to what happens in a game by itself: its bots, its clocks.
    pub fn runs(&self, game: &str) -> bool {
        self.leases.runs(game)
    }

    /// Sees to what is due in games that no other node runs.
    async fn sweep(self: &Arc<Tables>) -> Result<(), StoreError> {
        let mut taken = 0;
        for (game, kind) in self.store().all_due(self.leases.node()).await? {
            // Bots that are at work need nobody to wake them.
            if self.at_work.has(&game) {
                continue;
            }
            if taken == AT_ONCE {
                break;
            }
            if self.leases.take(&game).await? {
                taken += 1;
                let (tables, here) = (self.clone(), self.at_work.begin(&game));
                tokio::spawn(async move {
                    tables.see_to(&game, &kind).await;
                    drop(here);
                });
            }
        }
        for game in self.leases.held() {
            // The lease of a table that is closed goes to whoever opens it next.
            if !self.at_work.has(&game) && !self.is_open(&game).await {
                self.leases.release(&game).await;
            }
        }
        Ok(())
    }

    /// Sees to what is due in a game.
    async fn see_to(self: &Arc<Tables>, id: &str, kind: &str) {
        let seen = async {
            let mut table = self.table(id).await?;
            if self.store().shared() {
                self.catch_up(&mut table).await?;
            }
            if self.at_work.count(id) <= 1 {
                // Nobody is at work here but whoever sees to this: what says otherwise has failed.
                table.thinking = None;
            }
            self.go_on(&mut table);
            let known = table.versions();
            // Bots that nobody watches rest until somebody looks.
            let due = !self.bots_rest(&table) && table.due().iter().any(|d| d.kind == kind && d.at <= now());
            drop(table);
            if !due {
                self.store().not_due(id, kind, known).await.map_err(storage)?;
            }
            Ok::<_, ApiError>(())
        };
        match seen.await {
            Ok(()) => {}
            Err(ApiError::Unknown(_)) => {
                let _ = self.store().not_due(id, kind, Versions::default()).await;
            }
            Err(e) => {
                tracing::error!(
                    "game {id} does not go on by itself; it is tried again in {} s: {e}",
                    REST / 1000
                );
                let _ = self.store().postpone(id, kind, now() + REST).await;
            }
        }
    }

    /// Starts in a game that this node runs whatever happens in it by itself.
    pub(crate) fn go_on(self: &Arc<Tables>, table: &mut Table) {
        self.spawn_bots(table);
    }

    /// A notice of another node, or of this one: kind, game and number. No table waits for another.
    async fn hear(self: &Arc<Tables>, notice: &str) {
        let mut words = notice.split(' ');
        let (Some(what), Some(id)) = (words.next(), words.next()) else { return };
        if what == ACCOUNT_NEWS {
            return self.accounts.forget(id);
        }
        let Some(number) = words.next() else { return };
        let (what, number) = (what.to_string(), number.parse::<i64>().unwrap_or(i64::MAX));
        let Some(handle) = self.opened(id).await else { return };
        let tables = self.clone();
        tokio::spawn(async move {
            let mut table = handle.lock_owned().await;
            let Versions { number: steps, revision, said } = table.versions();
            let number_of = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            // What is not counted is read with all the rest.
            table.must_reload |= what == "whole";
            let news = match what.as_str() {
                "step" => number_of(steps) < number,
                "said" => number_of(said) < number,
                "row" => revision < number,
                _ => true,
            };
            if news {
                tables.learn(&mut table).await;
            }
        });
    }

    /// Holds all open tables against the database.
    async fn count_all(self: &Arc<Tables>) {
        let open: HashMap<_, _> = self.all_opened().await.into_iter().collect();
        let ids: Vec<String> = open.keys().cloned().collect();
        let versions = match self.store().versions(&ids).await {
            Ok(versions) => versions.into_iter().collect::<HashMap<_, _>>(),
            Err(e) => return tracing::warn!("open games are not held against the database: {e}"),
        };
        for (id, handle) in open {
            let (tables, there) = (self.clone(), versions.get(&id).copied());
            tokio::spawn(async move {
                let mut table = handle.lock_owned().await;
                let here = table.versions();
                let behind = there.is_none_or(|v| {
                    v.number > here.number || v.revision > here.revision || v.said > here.said
                });
                if behind {
                    tables.learn(&mut table).await;
                }
            });
        }
    }

    /// Reads what others have written in a game, and goes on with it if this node runs it.
    async fn learn(self: &Arc<Tables>, table: &mut Table) {
        table.behind = true;
        match self.catch_up(table).await {
            Ok(()) if self.runs(&table.id) => self.go_on(table),
            Ok(()) if table.bot_to_move().is_none() => table.rest(),
            Ok(()) => {}
            Err(ApiError::Unknown(_)) => {
                table.must_reload = true;
                table.rest();
                table.send_all(&Live::Deleted, false);
                self.forget(&table.id).await;
            }
            // Whoever uses the table next tries again.
            Err(e) => tracing::warn!("game {} is behind: {e}", table.id),
        }
    }

    /// Brings a table to where the database is: by what it lacks, or if that does not fit by all of it.
    pub(crate) async fn catch_up(&self, table: &mut Table) -> Result<(), ApiError> {
        if !table.must_reload {
            let news = self.store().news_of(&table.id, table.versions()).await.map_err(storage)?;
            let gone = || ApiError::Unknown(format!("the game `{}` is gone", table.id));
            match table.follow(news.ok_or_else(gone)?) {
                Ok(()) => table.behind = false,
                Err(e) => {
                    tracing::warn!("game {} is read again as a whole: {e}", table.id);
                    table.must_reload = true;
                }
            }
        }
        self.reload_if_needed(table).await
    }
}

impl Table {
    /// How far the game is known here.
    pub(crate) fn versions(&self) -> Versions {
        Versions { number: self.number, revision: self.revision, said: self.said.len() }
    }

    /// Follows what others have written, and shows it to those who are connected here.
    fn follow(&mut self, news: News) -> Result<(), ApiError> {
        if let Some((row, _)) = &news.row {
            // Clocks change with every step: they are not told apart from it.
            self.extra.clock.clone_from(&row.extra.clock);
        }
        for (step, why) in news.steps {
            self.follow_step(step, why)?;
        }
        if let Some((row, revision)) = news.row {
            let was = self.outcome();
            let kinds = |seats: &[crate::seats::SeatRow]| -> Vec<_> {
                seats.iter().map(|s| (s.kind, s.level.clone(), s.resigned, s.offers_draw)).collect()
            };
            let alike = kinds(&self.seats) == kinds(&row.seats) && self.extra == row.extra;
            (self.seats, self.extra, self.revision) = (row.seats, row.extra, revision);
            if self.outcome() != was {
                // What was hidden is open now.
                self.forget_histories();
            }
            if alike { self.send_seats(None) } else { self.send_states() }
        }
        for said in news.said {
            self.said.push(said.clone());
            self.send_said(&said);
        }
        // Whoever wrote it has written what is due.
        self.kept_due = Some(self.due());
        Ok(())
    }

    /// What this game waits for by itself.
    pub(crate) fn due(&self) -> Vec<crate::store::Due> {
        let bot = self.bot_to_move().map(|_| crate::store::Due { kind: BOT, at: 0 });
        bot.into_iter().collect()
    }
}
