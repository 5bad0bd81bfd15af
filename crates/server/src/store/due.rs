//! What games wait for, and which node does it: a row of `due` says that something must happen in a game without anybody asking, and a
//! lease says which node sees to it. `revisions` counts the changes of a game's seats, name and the like, as its steps are counted.

use super::{Store, StoreError, StoredStep, game_row, now, read, within};
use crate::store::GameRow;
use crate::wire::{Said, Why};
use sqlx::{AnyConnection, Row as _};
use std::collections::BTreeMap;

pub(super) const TABLES: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS due (game TEXT NOT NULL, kind TEXT NOT NULL, at BIGINT NOT NULL, \
     PRIMARY KEY (game, kind))",
    "CREATE INDEX IF NOT EXISTS due_at ON due (at)",
    "CREATE TABLE IF NOT EXISTS leases (game TEXT PRIMARY KEY, node TEXT NOT NULL, until BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS revisions (game TEXT PRIMARY KEY, revision BIGINT NOT NULL)",
];

/// A bot must decide. It is due at once, which is written as 0: so the row stays as it is from one of its moves to the next.
pub const BOT: &str = "bot";

/// All that games can wait for.
pub const KINDS: [&str; 1] = [BOT];

/// How long a lease lasts if it is not renewed, in milliseconds.
pub const LEASE: i64 = 6_000;

/// The clock of the database, which all nodes share, in milliseconds since 1970.
macro_rules! clock {
    ($before:literal, $after:literal) => {
        concat!($before, "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", $after)
    };
}

/// Something that happens in a game without anybody asking, and when, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// What.
    pub kind: &'static str,
    /// When.
    pub at: i64,
}

/// What a game waits for from now on: a time, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueChange {
    /// What.
    pub kind: &'static str,
    /// When; nothing if it no longer waits for it.
    pub at: Option<i64>,
}

impl DueChange {
    /// What must be written so that exactly these are due; `kept` is what is written already, if that is known.
    pub fn between(kept: Option<&[Due]>, wanted: &[Due]) -> Vec<DueChange> {
        let at = |all: &[Due], kind| all.iter().find(|d| d.kind == kind).map(|d| d.at);
        let changes = KINDS.into_iter().map(|kind| (kind, at(wanted, kind)));
        changes
            .filter(|(kind, wanted)| kept.is_none_or(|kept| at(kept, kind) != *wanted))
            .map(|(kind, at)| DueChange { kind, at })
            .collect()
    }
}

/// How far somebody knows a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Its steps.
    pub number: usize,
    /// The changes of its seats, its name and the like.
    pub revision: i64,
    /// What its players said.
    pub said: usize,
}

/// What has happened in a game since somebody knew it.
#[derive(Clone, Debug)]
pub struct News {
    /// Its row, if seats, name or the like have changed, with its revision.
    pub row: Option<(GameRow, i64)>,
    /// Steps, each with what a bot said of it.
    pub steps: Vec<(StoredStep, Option<Why>)>,
    /// What was said.
    pub said: Vec<Said>,
}

pub(super) async fn put_due(
    c: &mut AnyConnection,
    game: &str,
    changes: &[DueChange],
) -> Result<(), sqlx::Error> {
    for change in changes {
        let query = match change.at {
            Some(at) => sqlx::query(
                "INSERT INTO due (game, kind, at) VALUES ($1, $2, $3) \
                 ON CONFLICT (game, kind) DO UPDATE SET at = excluded.at",
            )
            .bind(game)
            .bind(change.kind)
            .bind(at),
            None => sqlx::query("DELETE FROM due WHERE game = $1 AND kind = $2").bind(game).bind(change.kind),
        };
        query.execute(&mut *c).await?;
    }
    Ok(())
}

/// Two nodes may change a game at once, one of them its seats and the other its position: then neither knows whether a bot must decide,
/// and whoever has the lease looks. To be called when the row of the game is locked.
pub(super) async fn due_if_revised(
    c: &mut AnyConnection,
    game: &str,
    revision: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO due (game, kind, at) SELECT $1, 'bot', 0 \
         WHERE COALESCE((SELECT revision FROM revisions WHERE game = $1), 0) <> $2 \
         ON CONFLICT (game, kind) DO UPDATE SET at = 0",
    )
    .bind(game)
    .bind(revision)
    .execute(c)
    .await
    .map(|_| ())
}

/// Counts a change of a game's row; nobody else may have changed it meanwhile.
pub(super) async fn revise(c: &mut AnyConnection, game: &str, known: i64) -> Result<i64, StoreError> {
    let next = known + 1;
    let done = sqlx::query(
        "INSERT INTO revisions (game, revision) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE \
         SET revision = excluded.revision WHERE revisions.revision = excluded.revision - 1",
    )
    .bind(game)
    .bind(next)
    .execute(c)
    .await?;
    if done.rows_affected() == 0 { Err(StoreError::Taken) } else { Ok(next) }
}

/// The last step of a game.
pub(super) async fn last_number(c: &mut AnyConnection, game: &str) -> Result<usize, sqlx::Error> {
    let row = sqlx::query("SELECT COALESCE(MAX(number), 0) FROM steps WHERE game = $1").bind(game);
    Ok(count(row.fetch_one(c).await?.try_get(0)?))
}

pub(super) fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

impl Store {
    /// Whether several nodes may serve these games.
    pub fn shared(&self) -> bool {
        self.postgres.is_some()
    }

    /// Takes or renews the lease of a game, unless another node has it.
    pub async fn take_lease(&self, game: &str, node: &str) -> Result<bool, StoreError> {
        let query = sqlx::query(clock!(
            "INSERT INTO leases (game, node, until) VALUES ($1, $2, $3 + ",
            ") ON CONFLICT (game) DO UPDATE SET node = excluded.node, until = excluded.until \
             WHERE leases.node = excluded.node OR leases.until < excluded.until - $3"
        ));
        let done = query.bind(game).bind(node).bind(LEASE).execute(&self.pool);
        Ok(within(done).await?.rows_affected() > 0)
    }

    /// Renews the leases of a node, and says which they are.
    pub async fn renew_leases(&self, node: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query(clock!("UPDATE leases SET until = $2 + ", " WHERE node = $1 RETURNING game"));
        let rows = within(query.bind(node).bind(LEASE).fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|r| r.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Gives leases back: one, or all that a node has.
    pub async fn release(&self, node: &str, game: Option<&str>) -> Result<(), StoreError> {
        let query = match game {
            Some(game) => {
                sqlx::query("DELETE FROM leases WHERE node = $1 AND game = $2").bind(node).bind(game)
            }
            None => sqlx::query("DELETE FROM leases WHERE node = $1").bind(node),
        };
        within(query.execute(&self.pool)).await?;
        Ok(())
    }

    /// What is due, by game and kind, in games that this node runs, or that no node runs.
    pub async fn all_due(&self, node: &str) -> Result<Vec<(String, String)>, StoreError> {
        let query = if self.shared() {
            sqlx::query(clock!(
                "SELECT due.game, due.kind FROM due LEFT JOIN leases ON leases.game = due.game WHERE due.at <= $1 \
                 AND (leases.node IS NULL OR leases.node = $2 OR leases.until < ",
                ") ORDER BY due.at"
            ))
            .bind(now())
            .bind(node)
        } else {
            sqlx::query("SELECT game, kind FROM due WHERE at <= $1 ORDER BY at").bind(now())
        };
        let rows = within(query.fetch_all(&self.pool)).await?;
        Ok(rows.iter().map(|r| Ok((r.try_get(0)?, r.try_get(1)?))).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Puts off what is due in a game that cannot be played just now.
    pub async fn postpone(&self, game: &str, kind: &str, at: i64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE due SET at = $3 WHERE game = $1 AND kind = $2");
        within(query.bind(game).bind(kind).bind(at).execute(&self.pool)).await?;
        Ok(())
    }

    /// Something was not due after all, as far as a game is known; also for a game that is gone.
    pub async fn not_due(&self, game: &str, kind: &str, known: Versions) -> Result<(), StoreError> {
        within(async {
            let mut transaction = self.pool.begin().await?;
            let lock = if self.shared() {
                "SELECT id FROM games WHERE id = $1 FOR UPDATE"
            } else {
                "SELECT id FROM games WHERE id = $1"
            };
            let found = sqlx::query(lock).bind(game).fetch_optional(&mut *transaction).await?;
            let number = last_number(&mut transaction, game).await?;
            let revision = revision_of(&mut transaction, game).await?;
            if found.is_none() || (number, revision) == (known.number, known.revision) {
                let at = None;
                for kind in KINDS.into_iter().filter(|k| *k == kind) {
                    put_due(&mut transaction, game, &[DueChange { kind, at }]).await?;
                }
            }
            transaction.commit().await
        })
        .await
    }

    /// How far games have come.
    pub async fn versions(&self, games: &[String]) -> Result<Vec<(String, Versions)>, StoreError> {
        let mut all = Vec::with_capacity(games.len());
        for some in games.chunks(200) {
            let places: Vec<String> = (1..=some.len()).map(|i| format!("${i}")).collect();
            let query = format!(
                "SELECT id, (SELECT COALESCE(MAX(number), 0) FROM steps WHERE game = id), \
                 COALESCE((SELECT revision FROM revisions WHERE game = id), 0), \
                 (SELECT COALESCE(MAX(number), 0) FROM said WHERE game = id) FROM games WHERE id IN ({})",
                places.join(", ")
            );
            // Only the number of places varies.
            let mut query = sqlx::query(sqlx::AssertSqlSafe(query));
            for game in some {
                query = query.bind(game);
            }
            for row in within(query.fetch_all(&self.pool)).await? {
                let revision = row.try_get(2)?;
                let (number, said) = (count(row.try_get(1)?), count(row.try_get(3)?));
                all.push((row.try_get(0)?, Versions { number, revision, said }));
            }
        }
        Ok(all)
    }

    /// What has happened in a game since; nothing if the game is gone.
    pub async fn news_of(&self, game: &str, known: Versions) -> Result<Option<News>, StoreError> {
        let mut c = within(self.pool.acquire()).await?;
        within(async {
            let found = sqlx::query(concat!(
                "SELECT id, game, head, seats, summary, touched, extra, ",
                "COALESCE((SELECT revision FROM revisions WHERE revisions.game = id), 0) FROM games WHERE id = $1"
            ))
            .bind(game)
            .fetch_optional(&mut *c)
            .await?;
            let Some(found) = found else { return Ok(None) };
            let revision: i64 = found.try_get(7)?;
            let row = game_row(&found)?;
            let changed = revision != known.revision || row.extra.clock.is_some();
            let row = changed.then_some((row, revision));
            let since = |query: &'static str, number: usize| {
                sqlx::query(query).bind(game.to_string()).bind(number as i64)
            };
            let entries = since(
                "SELECT number, entry FROM steps WHERE game = $1 AND number > $2 ORDER BY number",
                known.number,
            )
            .fetch_all(&mut *c)
            .await?;
            // After the steps: what is said of a step is there when the step is.
            let rows =
                since("SELECT number, why FROM whys WHERE game = $1 AND number > $2", known.number)
                    .fetch_all(&mut *c)
                    .await?;
            let mut whys = BTreeMap::new();
            for row in &rows {
                whys.insert(count(row.try_get(0)?), read::<Why>(row.try_get(1)?).ok());
            }
            let mut steps = Vec::with_capacity(entries.len());
            for row in &entries {
                let number = count(row.try_get(0)?);
                steps.push((StoredStep::from_text(row.try_get(1)?)?, whys.remove(&number).flatten()));
            }
            let rows =
                since("SELECT said FROM said WHERE game = $1 AND number > $2 ORDER BY number", known.said)
                    .fetch_all(&mut *c)
                    .await?;
            let said = rows.iter().map(|r| read(r.try_get(0)?)).collect::<Result<_, _>>()?;
            Ok::<_, StoreError>(Some(News { row, steps, said }))
        })
        .await
    }
}

/// How often a game's row has changed.
pub(super) async fn revision_of(c: &mut AnyConnection, game: &str) -> Result<i64, sqlx::Error> {
    let row =
        sqlx::query("SELECT revision FROM revisions WHERE game = $1").bind(game).fetch_optional(c).await?;
    row.map_or(Ok(0), |r| r.try_get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let due = [Due { kind: BOT, at: 0 }];
        assert_eq!(DueChange::between(Some(&due), &due), []);
        assert_eq!(DueChange::between(Some(&due), &[]), [DueChange { kind: BOT, at: None }]);
        assert_eq!(DueChange::between(Some(&[]), &due), [DueChange { kind: BOT, at: Some(0) }]);
        // What is written is not known.
        assert_eq!(DueChange::between(None, &due), [DueChange { kind: BOT, at: Some(0) }]);
        assert_eq!(DueChange::between(None, &[]), [DueChange { kind: BOT, at: None }]);
    }
}
