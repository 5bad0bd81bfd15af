//! Where games are kept: SQLite in one file, or PostgreSQL for several nodes. A step of a game is a row that is only ever
//! added; its key, game and number, makes sure that no number is given twice. A step is accepted when its row is committed.

/// The columns of games in the order in which [`game_row`] reads them.
macro_rules! select_games {
    ($which:literal) => {
        concat!("SELECT id, game, head, seats, summary, touched, extra FROM games ", $which)
    };
}

pub mod accounts;
mod claims;
mod due;
mod keep;
mod made;
mod notes;
mod opponents;
pub mod outbox;
mod results;
mod rows;
mod schema;
mod time;
mod tournaments;
mod writer;

pub use claims::Claim;
pub use due::{BOT, Due, DueChange, LEASE, News, Versions};
pub use made::{Made, MadeByAll};
pub use opponents::{ChallengeRow, SeekRow};
pub use results::{RatingRow, ResultRow, fine};
pub use rows::{Extra, GameRow, StepRow, Stored, StoredStep, Summary};
pub use tournaments::{EntryRow, PairingRow, TournamentRow};

use crate::dice::StoredChain;
use crate::seats::SeatRow;
use crate::wire::Said;
use due::put_due;
use outbox::Turns;
use sandtable_core::record::{AnyEntry, AnySnapshot};
use schema::SCHEMA;
use serde::{Deserialize, Serialize};
use sqlx::any::{AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection, Row as _};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};
use writer::{BATCH, Pending, Writer, insert_snapshot, insert_step, write};

/// What forgets a game with all that belongs to it.
const FORGET: [&str; 16] = [
    made::FORGET,
    "DELETE FROM notes WHERE game = $1",
    "DELETE FROM notices WHERE game = $1",
    "DELETE FROM flags WHERE game = $1",
    "DELETE FROM waiting WHERE game = $1",
    "DELETE FROM sat WHERE game = $1",
    "DELETE FROM counting WHERE game = $1",
    "DELETE FROM due WHERE game = $1",
    "DELETE FROM leases WHERE game = $1",
    "DELETE FROM revisions WHERE game = $1",
    "DELETE FROM steps WHERE game = $1",
    "DELETE FROM snapshots WHERE game = $1",
    "DELETE FROM whys WHERE game = $1",
    "DELETE FROM said WHERE game = $1",
    "DELETE FROM chains WHERE game = $1",
    "DELETE FROM games WHERE id = $1",
];

/// Why the storage can't do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote the step of this number first.
    #[error("this step of the game exists already")]
    Taken,
    /// The game has been deleted.
    #[error("the game is gone")]
    Gone,
    /// The tables are of a later program.
    #[error(
        "the games were written by a later version of this program (tables {0}, this one knows {SCHEMA})"
    )]
    Later(String),
    /// The tables are none that this program or one before it wrote.
    #[error(
        "these are not tables that this program can bring up to date (tables {0}, this one knows {SCHEMA})"
    )]
    Strange(String),
    /// What is stored cannot be read.
    #[error("what is stored cannot be read: {0}")]
    Unreadable(String),
    /// The database says no.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
    /// The database does not answer.
    #[error("the database does not answer within {0} s")]
    Away(u64),
    /// The writer is gone.
    #[error("the table is closing")]
    Closed,
}

/// The storage.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Pending>,
    postgres: Option<String>,
}

/// How long a request waits for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Waits for the database, but not for long: somebody waits for an answer.
async fn within<T, E: Into<StoreError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, StoreError> {
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(StoreError::Away(PATIENCE.as_secs())),
    }
}

impl Store {
    /// Opens a database by its URL: `sqlite://FILE?mode=rwc` or `postgres://…`.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        install_default_drivers();
        let postgres = url.starts_with("postgres").then(|| url.to_string());
        let sqlite = postgres.is_none();
        // The first connection is tried by itself: whatever is wrong with the database shows here, at once.
        let mut writer = AnyConnection::connect(url).await?;
        settle(&mut writer, sqlite).await?;
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| Box::pin(settle(connection, sqlite)))
            .connect_lazy(url)?;
        schema::bring_up_to_date(&mut writer).await?;
        let (send, queue) = mpsc::channel(4 * BATCH);
        let writer = Writer::new(url, writer, sqlite);
        tokio::spawn(write(writer, queue));
        Ok(Store { pool, writer: send, postgres })
    }

    /// Keeps a new game.
    pub async fn create(
        &self,
        row: &GameRow,
        moves: Vec<AnyEntry>,
        snapshot: Option<&AnySnapshot>,
        due: &[DueChange],
        flag: Option<i64>,
        turns: Option<&Turns>,
    ) -> Result<(), StoreError> {
        let fresh = Fresh {
            row: row.clone(),
            moves,
            snapshot: snapshot.cloned(),
            due: due.to_vec(),
            flag,
            turns: turns.cloned(),
        };
        self.create_all(vec![fresh], &[]).await
    }

    /// Keeps new games together with the changes that led to them, or nothing.
    pub async fn create_all(&self, games: Vec<Fresh>, because: &[Claim]) -> Result<(), StoreError> {
        let mut transaction = within(self.pool.begin()).await?;
        claims::make(&mut transaction, because).await?;
        for game in games {
            insert_game(&mut transaction, game).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Keeps a step; when this returns without error the step is on the disk.
    pub async fn append(&self, step: StepRow) -> Result<(), StoreError> {
        let (send, committed) = oneshot::channel();
        within(async { self.writer.send((step, send)).await.map_err(|_| StoreError::Closed) }).await?;
        match tokio::time::timeout(PATIENCE, committed).await {
            Ok(done) => done.map_err(|_| StoreError::Closed)?,
            Err(_) => Err(StoreError::Away(PATIENCE.as_secs())),
        }
    }

    /// A game with its steps.
    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        within(self.loaded(id)).await
    }

    async fn loaded(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let mut c = self.pool.acquire().await?;
        let found = sqlx::query(select_games!("WHERE id = $1")).bind(id).fetch_optional(&mut *c).await?;
        let Some(found) = found else { return Ok(None) };
        let revision = due::revision_of(&mut c, id).await?;
        let rows = sqlx::query("SELECT entry FROM steps WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *c)
            .await?;
        let steps = rows.iter().map(|r| StoredStep::from_text(r.try_get(0)?)).collect::<Result<_, _>>()?;
        let snapshot =
            sqlx::query("SELECT position FROM snapshots WHERE game = $1 ORDER BY number DESC LIMIT 1")
                .bind(id)
                .fetch_optional(&mut *c)
                .await?;
        let snapshot = snapshot.map(|r| read(r.try_get(0)?)).transpose()?;
        let rows =
            sqlx::query("SELECT number, why FROM whys WHERE game = $1").bind(id).fetch_all(&mut *c).await?;
        let mut whys = BTreeMap::new();
        for row in &rows {
            // What a bot said in the words of an older program is left out.
            if let Ok(why) = read(row.try_get(1)?) {
                whys.insert(row.try_get::<i64, _>(0)? as usize, why);
            }
        }
        let rows = sqlx::query("SELECT said FROM said WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&mut *c)
            .await?;
        let said = rows.iter().map(|r| read(r.try_get(0)?)).collect::<Result<_, _>>()?;
        let rows = sqlx::query("SELECT chain FROM chains WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let chains = rows.iter().map(|r| read(r.try_get(0)?)).collect::<Result<_, _>>()?;
        Ok(Some(Stored { row: game_row(&found)?, revision, steps, snapshot, whys, said, chains }))
    }

    /// The games played last.
    pub async fn list(&self, from: i64, most: i64) -> Result<Vec<GameRow>, StoreError> {
        let rows =
            sqlx::query(select_games!("ORDER BY touched DESC LIMIT $1 OFFSET $2")).bind(most).bind(from);
        let rows = within(rows.fetch_all(&self.pool)).await?;
        Ok(list_of(&rows))
    }

    /// Keeps who sits where, what the game is called and how it stands, and tells other nodes. `known` is how far the game is known here:
    /// if somebody else has changed its seats since, it is taken. Gives the new revision.
    pub async fn settle_seats(
        &self,
        row: &GameRow,
        known: Versions,
        beside: &[Claim],
        due: &[DueChange],
        flag: Option<i64>,
        turns: Option<&Turns>,
    ) -> Result<i64, StoreError> {
        within(async {
            let mut transaction = self.pool.begin().await?;
            claims::make(&mut transaction, beside).await?;
            let done = sqlx::query("UPDATE games SET seats = $1, extra = $2 WHERE id = $3")
                .bind(json(&row.seats)?)
                .bind(json(&row.extra)?)
                .bind(&row.id)
                .execute(&mut *transaction)
                .await?;
            if done.rows_affected() == 0 {
                return Err(StoreError::Gone);
            }
            let revision = due::revise(&mut transaction, &row.id, known.revision).await?;
            if due::last_number(&mut transaction, &row.id).await? == known.number {
                sqlx::query("UPDATE games SET summary = $1 WHERE id = $2")
                    .bind(json(&row.summary)?)
                    .bind(&row.id)
                    .execute(&mut *transaction)
                    .await?;
                put_due(&mut transaction, &row.id, due).await?;
            } else {
                // The game has gone on elsewhere: whether a bot must decide is seen by whoever looks next.
                put_due(&mut transaction, &row.id, &[DueChange { kind: BOT, at: Some(0) }]).await?;
            }
            time::set_flag(&mut transaction, &row.id, flag).await?;
            if let Some(turns) = turns {
                outbox::keep_turns(&mut transaction, &row.id, turns).await?;
            }
            made::settle(&mut transaction, row).await?;
            self.tell_others(&mut transaction, "row", &row.id, revision).await?;
            transaction.commit().await?;
            Ok::<_, StoreError>(revision)
        })
        .await
    }

    /// Keeps what a player said, under the number that follows.
    pub async fn say(&self, game: &str, number: usize, said: &Said) -> Result<(), StoreError> {
        within(async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query("INSERT INTO said (game, number, said) VALUES ($1, $2, $3)")
                .bind(game)
                .bind(number as i64)
                .bind(json(said)?)
                .execute(&mut *transaction)
                .await
                .map_err(taken)?;
            self.tell_others(&mut transaction, "said", game, number as i64).await?;
            Ok::<_, StoreError>(transaction.commit().await?)
        })
        .await
    }

    /// Keeps what a seat put into the dice, under the number that follows.
    pub async fn put_in(&self, game: &str, number: usize, chain: &StoredChain) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO chains (game, number, chain) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(number as i64)
            .bind(json(chain)?)
            .execute(&mut *transaction)
            .await
            .map_err(taken)?;
        self.tell_others(&mut transaction, "whole", game, 0).await?;
        Ok(transaction.commit().await?)
    }

    /// Forgets a game with all that belongs to it.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        within(async {
            let mut transaction = self.pool.begin().await?;
            for query in FORGET {
                sqlx::query(query).bind(id).execute(&mut *transaction).await?;
            }
            self.tell_others(&mut transaction, "gone", id, 0).await?;
            Ok::<_, StoreError>(transaction.commit().await?)
        })
        .await
    }

    /// Tells other nodes what has changed in a game, and the number that it has now.
    async fn tell_others(
        &self,
        c: &mut AnyConnection,
        what: &str,
        id: &str,
        number: i64,
    ) -> Result<(), StoreError> {
        if self.postgres.is_some() {
            let news = format!("{what} {id} {number}");
            sqlx::query("SELECT pg_notify('sandtable', $1)").bind(news).execute(c).await?;
        }
        Ok(())
    }

    /// Whether the database answers.
    pub async fn answers(&self) -> Result<(), StoreError> {
        within(sqlx::query("SELECT value FROM meta WHERE name = 'schema'").fetch_one(&self.pool)).await?;
        Ok(())
    }

    /// What other nodes write, as kind, game and number (`step ID 5`); nothing with SQLite, which has one node.
    pub async fn news(&self) -> Result<Option<PgListener>, StoreError> {
        let Some(url) = &self.postgres else { return Ok(None) };
        let mut listener = within(PgListener::connect(url)).await?;
        within(listener.listen("sandtable")).await?;
        Ok(Some(listener))
    }
}

/// How a connection works: with SQLite a commit is on the disk before it is acknowledged.
async fn settle(connection: &mut AnyConnection, sqlite: bool) -> Result<(), sqlx::Error> {
    if sqlite {
        for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA busy_timeout = 5000"]
        {
            sqlx::query(pragma).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// A new game to be kept.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// The game.
    pub row: GameRow,
    /// Moves that it has already.
    pub moves: Vec<AnyEntry>,
    /// Its last snapshot.
    pub snapshot: Option<AnySnapshot>,
    /// What it waits for.
    pub due: Vec<DueChange>,
    /// When somebody must look at its clocks.
    pub flag: Option<i64>,
    /// Whose turn it is, where accounts play.
    pub turns: Option<Turns>,
}

async fn insert_game(c: &mut AnyConnection, game: Fresh) -> Result<(), StoreError> {
    let Fresh { row, moves, snapshot, due, flag, turns } = game;
    let head = json(&row.head)?;
    let mut bytes = head.len();
    sqlx::query(
        "INSERT INTO games (id, game, head, seats, summary, touched, extra) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&row.id)
    .bind(&row.game)
    .bind(&head)
    .bind(json(&row.seats)?)
    .bind(json(&row.summary)?)
    .bind(row.touched)
    .bind(json(&row.extra)?)
    .execute(&mut *c)
    .await?;
    let count = moves.len();
    for (i, entry) in moves.into_iter().enumerate() {
        bytes += insert_step(c, &row.id, i + 1, &StoredStep::Move(Box::new(entry))).await?;
    }
    if let Some(snapshot) = &snapshot {
        bytes += insert_snapshot(c, &row.id, count, snapshot).await?;
    }
    made::insert(c, &row, bytes as i64).await?;
    put_due(c, &row.id, &due).await?;
    time::set_flag(c, &row.id, flag).await?;
    if let Some(turns) = &turns {
        outbox::keep_turns(c, &row.id, turns).await?;
    }
    claims::make(c, &claims::beside(&row)).await
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}

fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|e| StoreError::Unreadable(e.to_string()))
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::Unreadable(e.to_string()))
}

/// Games as far as they can be read: one that cannot must not hide the others.
fn list_of(rows: &[AnyRow]) -> Vec<GameRow> {
    let read = |row: &AnyRow| match game_row(row) {
        Ok(game) => Some(game),
        Err(e) => {
            let id: String = row.try_get(0).unwrap_or_default();
            tracing::error!("game {id} cannot be read: {e}");
            None
        }
    };
    rows.iter().filter_map(read).collect()
}

fn game_row(row: &AnyRow) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        head: read(row.try_get(2)?)?,
        seats: read::<Vec<SeatRow>>(row.try_get(3)?)?.into_iter().map(SeatRow::hashed).collect(),
        summary: read(row.try_get(4)?)?,
        touched: row.try_get(5)?,
        extra: read(row.try_get(6)?)?,
    })
}

/// A number that is given twice is taken; everything else is the database's own error.
fn taken(e: sqlx::Error) -> StoreError {
    match e.as_database_error() {
        Some(d) if d.is_unique_violation() => StoreError::Taken,
        _ => StoreError::Database(e),
    }
}
