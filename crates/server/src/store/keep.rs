//! What those who look after a database do with it: games that are old, and copies.

use super::{Store, StoreError, Summary, json, read, within};
use super::{insert_snapshot, insert_step, put_due};
use crate::retention::Retention;
use crate::store::{BOT, DueChange, Stored};
use crate::wire::SeatKind;
use sqlx::Row as _;
use std::path::Path;

impl Store {
    /// The ids of all games, in order.
    pub async fn ids(&self) -> Result<Vec<String>, StoreError> {
        let rows = within(sqlx::query("SELECT id FROM games ORDER BY id").fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|r| r.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Games that have been kept for long enough.
    pub async fn outlived(&self, how_long: &Retention, now: i64) -> Result<Vec<String>, StoreError> {
        let [finished, abandoned] = how_long.before(now);
        let Some(latest) = finished.max(abandoned) else { return Ok(vec![]) };
        let query = sqlx::query("SELECT id, summary, touched FROM games WHERE touched < $1 ORDER BY touched");
        let rows = within(query.bind(latest).fetch_all(&self.pool)).await?;
        let mut outlived = vec![];
        for row in &rows {
            // A game that cannot be read is nobody's to throw away unseen.
            let Ok(summary) = read::<Summary>(row.try_get(1)?) else { continue };
            let touched: i64 = row.try_get(2)?;
            let before = if summary.result.is_empty() { abandoned } else { finished };
            if before.is_some_and(|before| touched < before) {
                outlived.push(row.try_get(0)?);
            }
        }
        Ok(outlived)
    }

    /// Copies a SQLite database into a file that is not there yet, while others use it. With PostgreSQL nothing is done, and false given.
    pub async fn copy_into(&self, file: &Path) -> Result<bool, StoreError> {
        if self.shared() {
            return Ok(false);
        }
        sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned()).execute(&self.pool).await?;
        Ok(true)
    }

    /// Keeps a game that was taken out of a database, with everything that belongs to it; false if it is there already.
    pub async fn put_back(&self, game: &Stored) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let row = &game.row;
        let done = sqlx::query(
            "INSERT INTO games (id, game, head, seats, summary, touched, extra) VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (id) DO NOTHING",
        )
        .bind(&row.id)
        .bind(&row.game)
        .bind(json(&row.head)?)
        .bind(json(&row.seats)?)
        .bind(json(&row.summary)?)
        .bind(row.touched)
        .bind(json(&row.extra)?)
        .execute(&mut *transaction)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        for (i, step) in game.steps.iter().enumerate() {
            insert_step(&mut transaction, &row.id, i + 1, step).await?;
        }
        if let Some(snapshot) = &game.snapshot {
            insert_snapshot(&mut transaction, &row.id, snapshot.after, snapshot).await?;
        }
        for (number, why) in &game.whys {
            sqlx::query("INSERT INTO whys (game, number, why) VALUES ($1, $2, $3)")
                .bind(&row.id)
                .bind(*number as i64)
                .bind(json(why)?)
                .execute(&mut *transaction)
                .await?;
        }
        for (i, said) in game.said.iter().enumerate() {
            sqlx::query("INSERT INTO said (game, number, said) VALUES ($1, $2, $3)")
                .bind(&row.id)
                .bind(i as i64 + 1)
                .bind(json(said)?)
                .execute(&mut *transaction)
                .await?;
        }
        if row.summary.result.is_empty() && row.seats.iter().any(|s| s.kind == SeatKind::Bot) {
            put_due(&mut transaction, &row.id, &[DueChange { kind: BOT, at: Some(0) }]).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}
