//! The writer of steps: whatever waits is committed together, in one transaction.

use super::due::{due_if_revised, put_due};
use super::outbox::keep_turns;
use super::rows::{StepRow, StoredStep};
use super::time::set_flag;
use super::{PATIENCE, StoreError, json, made, now, settle, taken};
use sandtable_core::record::AnySnapshot;
use sqlx::{AnyConnection, Connection};
use std::collections::HashMap;
use tokio::sync::{mpsc, oneshot};

/// Steps that are committed together at most.
pub(super) const BATCH: usize = 256;

/// The size of a game is noted when it has grown by so many bytes, not with every step.
const GROWTH: i64 = 16 * 1024;

/// Games whose growth is kept in mind; a game that is seldom played is noted a little late.
const GROWING: usize = 10_000;

/// A step that waits, and who is told when it is on the disk.
pub(super) type Pending = (StepRow, oneshot::Sender<Result<(), StoreError>>);

/// Keeps a step; gives how many bytes it takes.
pub(super) async fn insert_step(
    c: &mut AnyConnection,
    game: &str,
    number: usize,
    step: &StoredStep,
) -> Result<usize, StoreError> {
    let text = step.to_text()?;
    let bytes = text.len();
    sqlx::query("INSERT INTO steps (game, number, entry) VALUES ($1, $2, $3)")
        .bind(game)
        .bind(number as i64)
        .bind(text)
        .execute(c)
        .await
        .map(|_| bytes)
        .map_err(taken)
}

pub(super) async fn insert_snapshot(
    c: &mut AnyConnection,
    game: &str,
    number: usize,
    snapshot: &AnySnapshot,
) -> Result<usize, StoreError> {
    let text = json(snapshot)?;
    let bytes = text.len();
    // Only the last is ever read.
    sqlx::query("DELETE FROM snapshots WHERE game = $1 AND number < $2")
        .bind(game)
        .bind(number as i64)
        .execute(&mut *c)
        .await?;
    sqlx::query(
        "INSERT INTO snapshots (game, number, position) VALUES ($1, $2, $3) \
         ON CONFLICT (game, number) DO UPDATE SET position = excluded.position",
    )
    .bind(game)
    .bind(number as i64)
    .bind(text)
    .execute(c)
    .await?;
    Ok(bytes)
}

/// The one connection that writes steps. It is opened anew when the database was away.
pub(super) struct Writer {
    pub(super) url: String,
    pub(super) connection: Option<AnyConnection>,
    pub(super) sqlite: bool,
    /// Bytes by which games have grown since that was last noted.
    grown: HashMap<String, i64>,
}

impl Writer {
    pub(super) fn new(url: &str, connection: AnyConnection, sqlite: bool) -> Writer {
        Writer { url: url.to_string(), connection: Some(connection), sqlite, grown: HashMap::new() }
    }

    async fn connection(&mut self) -> Result<&mut AnyConnection, StoreError> {
        let open = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let away = |_| StoreError::Away(PATIENCE.as_secs());
                let connect = AnyConnection::connect(&self.url);
                let mut connection = tokio::time::timeout(PATIENCE, connect).await.map_err(away)??;
                settle(&mut connection, self.sqlite).await?;
                connection
            }
        };
        Ok(self.connection.insert(open))
    }

    /// Commits steps together. If the connection was lost since it was last used, a new one is tried at once; a step that was committed
    /// all the same is found to be taken then, and the game is read again.
    async fn commit(&mut self, rows: &[&StepRow]) -> Result<(), StoreError> {
        for last in [false, true] {
            let shared = !self.sqlite;
            let mut grown = std::mem::take(&mut self.grown);
            let connection = match self.connection().await {
                Ok(connection) => connection,
                Err(e) => return Err(e),
            };
            let done =
                match tokio::time::timeout(PATIENCE, commit(connection, rows, shared, &mut grown)).await {
                    Ok(done) => done,
                    // Whatever it was doing is not finished on this connection.
                    Err(_) => {
                        self.connection = None;
                        return Err(StoreError::Away(PATIENCE.as_secs()));
                    }
                };
            self.grown = grown;
            match done {
                Err(e) if lost(&e) => {
                    self.connection = None;
                    if last {
                        return Err(e);
                    }
                }
                done => return done,
            }
        }
        Err(StoreError::Closed)
    }
}

/// Whether the connection is lost, rather than a step refused.
fn lost(e: &StoreError) -> bool {
    match e {
        StoreError::Database(e) => e.as_database_error().is_none_or(ends_connection),
        StoreError::Away(_) => true,
        _ => false,
    }
}

/// Whether an error of the database is its last word on this connection: PostgreSQL shuts down, or starts.
fn ends_connection(e: &dyn sqlx::error::DatabaseError) -> bool {
    e.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
}

/// Writes steps as they come: whatever waits is committed together, so that many games share one write to the disk.
pub(super) async fn write(mut writer: Writer, mut queue: mpsc::Receiver<Pending>) {
    let mut batch: Vec<Pending> = Vec::new();
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        // Whoever has waited too long was told that it was not saved, and so it is not. All nodes go through games in the same order, so
        // that none waits for another that waits for it.
        batch.retain(|(_, tell)| !tell.is_closed());
        batch.sort_by(|(a, _), (b, _)| a.game.cmp(&b.game));
        let rows: Vec<&StepRow> = batch.iter().map(|(row, _)| row).collect();
        if rows.is_empty() {
            continue;
        }
        match writer.commit(&rows).await {
            Ok(()) => batch.drain(..).for_each(|(_, tell)| drop(tell.send(Ok(())))),
            Err(e) if lost(&e) => {
                tracing::warn!("{} steps were not saved: {e}", batch.len());
                let mut first = Some(e);
                for (_, tell) in batch.drain(..) {
                    let _ = tell.send(Err(first.take().unwrap_or(StoreError::Away(PATIENCE.as_secs()))));
                }
            }
            // One bad row must not harm its neighbours: each by itself.
            Err(_) if batch.len() > 1 => {
                for (row, tell) in batch.drain(..) {
                    let _ = tell.send(writer.commit(&[&row]).await);
                }
            }
            Err(e) => {
                tracing::warn!("a step was not saved: {e}");
                if let Some((_, tell)) = batch.pop() {
                    let _ = tell.send(Err(e));
                }
            }
        }
    }
}

async fn commit(
    c: &mut AnyConnection,
    rows: &[&StepRow],
    shared: bool,
    grown: &mut HashMap<String, i64>,
) -> Result<(), StoreError> {
    let mut transaction = c.begin().await?;
    for row in rows {
        // First of all: it locks the row of the game for those who change it elsewhere.
        let done = sqlx::query("UPDATE games SET summary = $1, touched = $2 WHERE id = $3")
            .bind(json(&row.summary)?)
            .bind(now())
            .bind(&row.game)
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Gone);
        }
        let mut bytes = insert_step(&mut transaction, &row.game, row.number, &row.step).await?;
        if let Some(snapshot) = &row.snapshot {
            insert_snapshot(&mut transaction, &row.game, row.number, snapshot).await?;
        }
        if let Some(why) = &row.why {
            let why = json(why)?;
            bytes += why.len();
            sqlx::query("INSERT INTO whys (game, number, why) VALUES ($1, $2, $3)")
                .bind(&row.game)
                .bind(row.number as i64)
                .bind(why)
                .execute(&mut *transaction)
                .await?;
        }
        if let Some(extra) = &row.extra {
            sqlx::query("UPDATE games SET extra = $1 WHERE id = $2")
                .bind(json(extra)?)
                .bind(&row.game)
                .execute(&mut *transaction)
                .await?;
            set_flag(&mut transaction, &row.game, row.flag).await?;
        }
        if let Some(turns) = &row.turns {
            keep_turns(&mut transaction, &row.game, turns).await?;
        }
        if !row.summary.result.is_empty() || matches!(row.step, StoredStep::Undo) {
            made::end(&mut transaction, &row.game, !row.summary.result.is_empty()).await?;
        }
        note_growth(&mut transaction, grown, &row.game, bytes as i64).await?;
        put_due(&mut transaction, &row.game, &row.due).await?;
        if shared {
            due_if_revised(&mut transaction, &row.game, row.revision).await?;
            sqlx::query("SELECT pg_notify('sandtable', $1)")
                .bind(format!("step {} {}", row.game, row.number))
                .execute(&mut *transaction)
                .await?;
        }
    }
    Ok(transaction.commit().await?)
}

/// Notes by how much a game has grown, if it is enough.
async fn note_growth(
    c: &mut AnyConnection,
    grown: &mut HashMap<String, i64>,
    game: &str,
    bytes: i64,
) -> Result<(), StoreError> {
    let sum = grown.get(game).copied().unwrap_or(0) + bytes;
    if sum < GROWTH && grown.len() < GROWING {
        grown.insert(game.to_string(), sum);
        return Ok(());
    }
    grown.remove(game);
    made::grow(c, game, sum).await
}
