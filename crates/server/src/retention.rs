//! How long games are kept. Without a word of the keeper they are kept for ever.

use crate::store::{StoreError, now};
use crate::tables::Tables;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// After how long old games are looked for again.
pub(crate) const EVERY: Duration = Duration::from_secs(3_600);

const DAY: i64 = 86_400_000;

/// How long games are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retention {
    /// Days after which a finished game is forgotten.
    pub finished: Option<u32>,
    /// Days without a step after which a game is forgotten that is not finished.
    pub abandoned: Option<u32>,
}

impl Retention {
    /// Before which moments games were played last that are forgotten: finished ones, and others.
    pub(crate) fn before(&self, now: i64) -> [Option<i64>; 2] {
        [self.finished, self.abandoned].map(|days| days.map(|days| now - i64::from(days) * DAY))
    }
}

impl Tables {
    /// Forgets games that are older than the keeper keeps them, except those at which somebody sits just now.
    pub async fn prune(self: &Arc<Tables>) -> Result<usize, StoreError> {
        let mut forgotten = 0;
        for id in self.store().outlived(&self.settings.retention, now()).await? {
            let used = match self.opened(&id).await {
                Some(handle) => handle.try_lock().map_or(true, |table| table.connected() > 0),
                None => false,
            };
            if !used {
                self.store().delete(&id).await?;
                self.forget(&id).await;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }
}
