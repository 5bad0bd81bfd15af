//! What the keeper of a table does with its database, without a table: looks, checks, copies, clears away.

use crate::library::Library;
use crate::retention::Retention;
use crate::store::{Store, StoreError, Stored, now};
use crate::table::record_of;
use sandtable_bots::registry::OpenOptions;
use serde::Serialize;
use std::path::Path;

/// A database and the games that the program knows.
pub struct Admin {
    store: Store,
    library: Library,
}

/// A game of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Which scenario.
    pub scenario: String,
    /// What it is called.
    pub name: String,
    /// Turn and phase.
    pub moment: String,
    /// How many moves have been made.
    pub moves: usize,
    /// How it ended; empty while it goes on.
    pub result: String,
    /// When it was last played, in milliseconds since 1970.
    pub touched: i64,
}

/// Why something cannot be done with a database.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// There is no such game.
    #[error("there is no game `{0}` in this database")]
    Unknown(String),
    /// A line of a backup.
    #[error("line {line} of the backup cannot be read: {why}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        why: String,
    },
}

impl Admin {
    /// The games of a database.
    pub fn new(store: Store, library: Library) -> Admin {
        Admin { store, library }
    }

    /// All games, the last played first.
    pub async fn list(&self) -> Result<Vec<Kept>, AdminError> {
        let rows = self.store.list(0, i64::MAX).await?;
        let kept = rows.into_iter().map(|row| Kept {
            id: row.id,
            game: row.game,
            scenario: row.summary.scenario,
            name: row.extra.name,
            moment: row.summary.moment,
            moves: row.summary.moves,
            result: row.summary.result,
            touched: row.touched,
        });
        Ok(kept.collect())
    }

    async fn stored(&self, id: &str) -> Result<Stored, AdminError> {
        self.store.load(id).await?.ok_or_else(|| AdminError::Unknown(id.to_string()))
    }

    /// Forgets a game with all that belongs to it. Nodes that have it open hear of it, or find out at its next step.
    pub async fn close(&self, id: &str) -> Result<(), AdminError> {
        self.stored(id).await?;
        Ok(self.store.delete(id).await?)
    }

    /// A game as a game file, with all that is hidden in it.
    pub async fn dump(&self, id: &str) -> Result<String, AdminError> {
        Ok(record_of(self.stored(id).await?).to_text())
    }

    /// Plays a game through and checks every move, die and hash; gives how many moves it has.
    async fn check(&self, id: &str) -> Result<usize, String> {
        let stored = self.stored(id).await.map_err(|e| e.to_string())?;
        let game = self.library.game(&stored.row.game).map_err(|e| e.to_string())?.clone();
        let record = record_of(stored);
        let moves = record.moves.len();
        let opened = tokio::task::spawn_blocking(move || {
            game.open(&record, OpenOptions { verify: true, undone: 0 }).map(drop)
        });
        opened.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
        Ok(moves)
    }

    /// Checks every game: its id with the number of its moves, or with what is wrong.
    pub async fn verify(&self) -> Result<Vec<(String, Result<usize, String>)>, AdminError> {
        let mut checked = vec![];
        for id in self.store.ids().await? {
            let found = self.check(&id).await;
            checked.push((id, found));
        }
        Ok(checked)
    }

    /// Copies the whole database into a file while it is used; false if the database is one that has tools of its own for that.
    pub async fn copy_into(&self, file: &Path) -> Result<bool, AdminError> {
        Ok(self.store.copy_into(file).await?)
    }

    /// Gives all games one after the other, each as a line of JSON with everything that belongs to it.
    pub async fn each_line(
        &self,
        mut take: impl FnMut(&str) -> std::io::Result<()>,
    ) -> Result<usize, AdminError> {
        let mut count = 0;
        for id in self.store.ids().await? {
            // Deleted since.
            let Some(stored) = self.store.load(&id).await? else { continue };
            let line = serde_json::to_string(&stored).map_err(|e| StoreError::Unreadable(e.to_string()))?;
            take(&line).map_err(|e| StoreError::Unreadable(e.to_string()))?;
            count += 1;
        }
        Ok(count)
    }

    /// Puts games back that [`Admin::each_line`] gave; those that are there already stay as they are. Gives how many were put back.
    pub async fn put_back<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<usize, AdminError> {
        let mut count = 0;
        for (at, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let unreadable = |e: serde_json::Error| AdminError::Line { line: at + 1, why: e.to_string() };
            let stored: Stored = serde_json::from_str(line).map_err(unreadable)?;
            count += usize::from(self.store.put_back(&stored).await?);
        }
        Ok(count)
    }

    /// Forgets games that were kept for long enough; gives which. Without `really` they are only named.
    pub async fn prune(&self, how_long: &Retention, really: bool) -> Result<Vec<String>, AdminError> {
        let outlived = self.store.outlived(how_long, now()).await?;
        if really {
            for id in &outlived {
                self.store.delete(id).await?;
            }
        }
        Ok(outlived)
    }
}
