//! The tables of the database, and how those of earlier programs become these.

use super::due::put_due;
use super::{BOT, DueChange, StoreError, Summary};
use crate::seats::SeatRow;
use crate::store::{json, read};
use crate::wire::SeatKind;
use sqlx::{AnyConnection, Row as _};

/// Version of the tables; a newer one than this program knows is refused.
pub(super) const SCHEMA: &str = "3";

/// What leads from the tables of version 1 to those of version 2.
const FROM_1: &str = "ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT '{}'";

const TABLES: [&str; 7] = [
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, game TEXT NOT NULL, head TEXT NOT NULL, \
     seats TEXT NOT NULL, summary TEXT NOT NULL, touched BIGINT NOT NULL, extra TEXT NOT NULL DEFAULT '{}')",
    "CREATE TABLE IF NOT EXISTS steps (game TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS snapshots (game TEXT NOT NULL, number BIGINT NOT NULL, position TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS whys (game TEXT NOT NULL, number BIGINT NOT NULL, why TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS chains (game TEXT NOT NULL, number BIGINT NOT NULL, chain TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS said (game TEXT NOT NULL, number BIGINT NOT NULL, said TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
];

/// Makes what tables are missing, and brings those of earlier programs up to date.
pub(super) async fn bring_up_to_date(c: &mut AnyConnection) -> Result<(), StoreError> {
    let all = TABLES
        .into_iter()
        .chain(super::accounts::TABLES)
        .chain(super::time::TABLES)
        .chain(super::outbox::TABLES)
        .chain(super::notes::TABLES)
        .chain(super::opponents::TABLES)
        .chain(super::results::TABLES)
        .chain(super::tournaments::TABLES)
        .chain(super::made::TABLES)
        .chain(super::due::TABLES);
    for table in all {
        // Two nodes that begin at once may both try to make a table; the slower finds it there at its second try.
        if sqlx::query(table).execute(&mut *c).await.is_err() {
            sqlx::query(table).execute(&mut *c).await?;
        }
    }
    sqlx::query("INSERT INTO meta (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO NOTHING")
        .bind(SCHEMA)
        .execute(&mut *c)
        .await?;
    let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'").fetch_one(&mut *c).await?;
    let found: String = row.try_get(0)?;
    match found.as_str() {
        SCHEMA => return Ok(()),
        "1" => {
            // Two nodes may both try; the slower finds it done.
            if let Err(e) = sqlx::query(FROM_1).execute(&mut *c).await {
                sqlx::query("SELECT extra FROM games LIMIT 1")
                    .fetch_optional(&mut *c)
                    .await
                    .map_err(|_| e)?;
            }
            hash_keys(c).await?;
            wake_bots(c).await?;
        }
        "2" => {
            hash_keys(c).await?;
            wake_bots(c).await?;
        }
        _ if found.parse::<u32>().is_ok_and(|version| version > 0) => return Err(StoreError::Later(found)),
        _ => return Err(StoreError::Strange(found)),
    }
    sqlx::query("UPDATE meta SET value = $1 WHERE name = 'schema'").bind(SCHEMA).execute(c).await?;
    Ok(())
}

/// Version 2 kept the keys of seats themselves; from version 3 on their hashes alone are kept.
async fn hash_keys(c: &mut AnyConnection) -> Result<(), StoreError> {
    for row in sqlx::query("SELECT id, seats FROM games").fetch_all(&mut *c).await? {
        let (id, seats): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        // A damaged row stays as it is: it is told of when it is read.
        let Ok(seats) = read::<Vec<SeatRow>>(&seats) else { continue };
        let seats: Vec<SeatRow> = seats.into_iter().map(SeatRow::hashed).collect();
        sqlx::query("UPDATE games SET seats = $1 WHERE id = $2")
            .bind(json(&seats)?)
            .bind(id)
            .execute(&mut *c)
            .await?;
    }
    Ok(())
}

/// Versions before 3 did not note in which games a bot must decide: all that go on with a bot are looked at once.
async fn wake_bots(c: &mut AnyConnection) -> Result<(), StoreError> {
    for row in sqlx::query("SELECT id, seats, summary FROM games").fetch_all(&mut *c).await? {
        let (id, seats, summary): (String, String, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let (Ok(seats), Ok(summary)) = (read::<Vec<SeatRow>>(&seats), read::<Summary>(&summary)) else {
            continue;
        };
        if summary.result.is_empty() && seats.iter().any(|s| s.kind == SeatKind::Bot) {
            put_due(c, &id, &[DueChange { kind: BOT, at: Some(0) }]).await?;
        }
    }
    Ok(())
}
