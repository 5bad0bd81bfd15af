//! What the table does by itself where strangers play: it brings seekers together as their ranges widen, lets bots sit down where nobody
//! came, keeps results that could not be kept at once, and goes on with tournaments.

use crate::error::ApiError;
use crate::tables::{Tables, storage};
use std::sync::Arc;
use std::time::Duration;

/// How often, if nothing happens that calls for it earlier.
const EVERY: Duration = Duration::from_secs(5);

impl Tables {
    /// Does this for as long as the program runs.
    pub(crate) fn spawn_errands(self: &Arc<Tables>) {
        if !self.has_strangers() {
            return;
        }
        let (tables, errands) = (Arc::downgrade(self), self.errands.clone());
        tokio::spawn(async move {
            loop {
                let Some(all) = tables.upgrade() else { return };
                all.run_errands().await;
                drop(all);
                tokio::select! {
                    () = errands.notified() => {}
                    () = tokio::time::sleep(EVERY) => {}
                }
            }
        });
    }

    /// All of it once. What fails is tried again the next time, and keeps nothing else from being done.
    pub async fn run_errands(self: &Arc<Tables>) {
        let told = |what: &str, done: Result<(), ApiError>| {
            if let Err(e) = done {
                tracing::warn!("{what}: {e}");
            }
        };
        told("results are not kept", self.count_the_rest().await);
        told("seekers are not brought together", self.pair_seekers().await);
        told("bots do not sit down", self.fill_with_bots().await);
        told("bots do not stand in", self.stand_in().await);
        told("tournaments do not go on", self.go_on_with_tournaments().await);
    }

    async fn count_the_rest(self: &Arc<Tables>) -> Result<(), ApiError> {
        for id in self.store().to_be_counted().await.map_err(storage)? {
            match self.table(&id).await {
                Ok(mut table) => self.count(&mut table).await,
                Err(e) => tracing::warn!("game {id}: its result cannot be kept: {e}"),
            }
        }
        Ok(())
    }
}
