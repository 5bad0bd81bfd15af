//! When a program served the tables, and when clocks need somebody to look at them.

use super::{Store, StoreError};
use sqlx::{AnyConnection, Row as _};

pub(super) const TABLES: [&str; 2] = [
    // Each program adds to its own row while it runs; what no row covers was served by nobody.
    "CREATE TABLE IF NOT EXISTS served (node TEXT PRIMARY KEY, since BIGINT NOT NULL, until BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS flags (game TEXT PRIMARY KEY, at BIGINT NOT NULL)",
];

impl Store {
    /// Keeps that a program has served from a moment until another.
    pub async fn served(&self, node: &str, since: i64, until: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO served (node, since, until) VALUES ($1, $2, $3) \
             ON CONFLICT (node) DO UPDATE SET until = excluded.until",
        )
        .bind(node)
        .bind(since)
        .bind(until)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// When tables were served after a moment.
    pub async fn served_since(&self, since: i64) -> Result<Vec<(i64, i64)>, StoreError> {
        let rows = sqlx::query("SELECT since, until FROM served WHERE until > $1").bind(since);
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter().map(|r| Ok((r.try_get(0)?, r.try_get(1)?))).collect()
    }

    /// Games whose clocks need somebody to look at them.
    pub async fn flags(&self, now: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT game FROM flags WHERE at <= $1 ORDER BY at LIMIT 100").bind(now);
        let rows = rows.fetch_all(&self.pool).await?;
        rows.iter().map(|r| Ok(r.try_get(0)?)).collect()
    }
}

/// Keeps when somebody must look at the clocks of a game next.
pub(super) async fn set_flag(c: &mut AnyConnection, game: &str, at: Option<i64>) -> Result<(), StoreError> {
    match at {
        Some(at) => sqlx::query(
            "INSERT INTO flags (game, at) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET at = excluded.at",
        )
        .bind(game)
        .bind(at)
        .execute(c)
        .await?,
        None => sqlx::query("DELETE FROM flags WHERE game = $1").bind(game).execute(c).await?,
    };
    Ok(())
}
