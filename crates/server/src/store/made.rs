//! Who made which game, and what it takes: for quotas, and for a lobby in which nobody pushes the others out.

use super::{GameRow, Store, StoreError, list_of};
use crate::wire::{OpenTo, SeatKind};
use sqlx::{AnyConnection, Row as _};

/// Its tables.
pub(super) const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS made (game TEXT PRIMARY KEY, who TEXT NOT NULL, made_at BIGINT NOT NULL, \
     bytes BIGINT NOT NULL, bots BIGINT NOT NULL, ended BIGINT NOT NULL, free BIGINT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS made_who ON made (who, ended)",
];

/// What forgets a game.
pub(super) const FORGET: &str = "DELETE FROM made WHERE game = $1";

/// What somebody has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Games under way.
    pub running: i64,
    /// Those of them that bots play alone.
    pub of_bots: i64,
    /// Bytes of all games, those that are over too.
    pub bytes: i64,
}

/// What all have made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MadeByAll {
    /// Games.
    pub games: i64,
    /// Those of them that were made without an account.
    pub of_addresses: i64,
    /// Bytes of all games.
    pub bytes: i64,
}

/// Whether bots alone play it.
fn of_bots(row: &GameRow) -> bool {
    row.seats.iter().all(|s| s.kind == SeatKind::Bot)
}

/// Whether somebody can still join it.
fn free(row: &GameRow) -> bool {
    let listed = row.extra.meeting.open_to != Some(OpenTo::Invited) && !row.extra.hidden;
    listed && row.summary.result.is_empty() && row.seats.iter().any(|s| !s.taken())
}

/// Notes a new game.
pub(super) async fn insert(c: &mut AnyConnection, row: &GameRow, bytes: i64) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO made (game, who, made_at, bytes, bots, ended, free) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&row.id)
    .bind(&row.extra.made_by)
    .bind(row.touched)
    .bind(bytes)
    .bind(i64::from(of_bots(row)))
    .bind(i64::from(!row.summary.result.is_empty()))
    .bind(i64::from(free(row)))
    .execute(c)
    .await?;
    Ok(())
}

/// Notes how its seats stand.
pub(super) async fn settle(c: &mut AnyConnection, row: &GameRow) -> Result<(), StoreError> {
    sqlx::query("UPDATE made SET bots = $1, ended = $2, free = $3 WHERE game = $4")
        .bind(i64::from(of_bots(row)))
        .bind(i64::from(!row.summary.result.is_empty()))
        .bind(i64::from(free(row)))
        .bind(&row.id)
        .execute(c)
        .await?;
    Ok(())
}

/// Notes whether it is over.
pub(super) async fn end(c: &mut AnyConnection, game: &str, ended: bool) -> Result<(), StoreError> {
    sqlx::query("UPDATE made SET ended = $1 WHERE game = $2")
        .bind(i64::from(ended))
        .bind(game)
        .execute(c)
        .await?;
    Ok(())
}

/// Notes that it has grown.
pub(super) async fn grow(c: &mut AnyConnection, game: &str, bytes: i64) -> Result<(), StoreError> {
    sqlx::query("UPDATE made SET bytes = bytes + $1 WHERE game = $2")
        .bind(bytes)
        .bind(game)
        .execute(c)
        .await?;
    Ok(())
}

impl Store {
    /// What somebody has made.
    pub async fn made_by(&self, who: &str) -> Result<Made, StoreError> {
        let row = sqlx::query(
            "SELECT CAST(COALESCE(SUM(1 - ended), 0) AS BIGINT), CAST(COALESCE(SUM((1 - ended) * bots), 0) AS BIGINT), \
             CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM made WHERE who = $1",
        )
        .bind(who)
        .fetch_one(&self.pool)
        .await?;
        Ok(Made { running: row.try_get(0)?, of_bots: row.try_get(1)?, bytes: row.try_get(2)? })
    }

    /// What all have made.
    pub async fn made_by_all(&self) -> Result<MadeByAll, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN who LIKE 'address:%' THEN 1 ELSE 0 END), 0) AS BIGINT), \
             CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM made",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(MadeByAll { games: row.try_get(0)?, of_addresses: row.try_get(1)?, bytes: row.try_get(2)? })
    }

    /// Games that somebody has made, or plays with an account, the last played first.
    pub async fn games_of(
        &self,
        who: &str,
        account: Option<&str>,
        from: i64,
        most: i64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let which = select_games!(
            "WHERE id IN (SELECT made.game FROM made WHERE who = $1) OR id IN (SELECT sat.game FROM sat WHERE account = $2) \
             ORDER BY touched DESC LIMIT $3 OFFSET $4"
        );
        let account = account.unwrap_or_default();
        Ok(list_of(
            &sqlx::query(which).bind(who).bind(account).bind(most).bind(from).fetch_all(&self.pool).await?,
        ))
    }

    /// Games that one can still join: first the newest of everybody who has made some, then the second of everybody, and so on.
    pub async fn free_games(&self, from: i64, most: i64) -> Result<Vec<GameRow>, StoreError> {
        let which = select_games!(
            "JOIN (SELECT made.game AS of_game, made_at, \
             ROW_NUMBER() OVER (PARTITION BY who ORDER BY made_at DESC) AS place FROM made \
             WHERE free = 1 AND ended = 0) AS waiting ON of_game = id ORDER BY place, made_at DESC LIMIT $1 OFFSET $2"
        );
        Ok(list_of(&sqlx::query(which).bind(most).bind(from).fetch_all(&self.pool).await?))
    }
}
