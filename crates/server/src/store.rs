//! Where games are kept: SQLite in one file, or PostgreSQL for several nodes. A step of a game is a row that is only ever
//! added; its key, game and number, makes sure that no number is given twice. A step is accepted when its row is committed.

use crate::dice::StoredChain;
use crate::wire::{Said, SeatKind, Why};
use sandtable_core::record::{AnyEntry, AnySnapshot, Head};
use serde::{Deserialize, Serialize};
use sqlx::any::{AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection, Row as _};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};

/// Version of the tables; a newer one than this program knows is refused.
const SCHEMA: &str = "2";

/// What leads from the tables of version 1 to these.
const FROM_1: &str = "ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT '{}'";

/// What forgets a game with all that belongs to it.
const FORGET: [&str; 6] = [
    "DELETE FROM steps WHERE game = $1",
    "DELETE FROM snapshots WHERE game = $1",
    "DELETE FROM whys WHERE game = $1",
    "DELETE FROM said WHERE game = $1",
    "DELETE FROM chains WHERE game = $1",
    "DELETE FROM games WHERE id = $1",
];

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
    "CREATE TABLE IF NOT EXISTS said (game TEXT NOT NULL, number BIGINT NOT NULL, said TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
    "CREATE TABLE IF NOT EXISTS chains (game TEXT NOT NULL, number BIGINT NOT NULL, chain TEXT NOT NULL, \
     PRIMARY KEY (game, number))",
];

/// The columns of games in the order in which [`game_row`] reads them.
macro_rules! select_games {
    ($which:literal) => {
        concat!("SELECT id, game, head, seats, summary, touched, extra FROM games ", $which)
    };
}

/// How a step is stored that takes the one before it back.
const UNDO: &str = "undo";

/// A step of a game.
#[derive(Clone, Debug)]
pub enum StoredStep {
    /// A move.
    Move(Box<AnyEntry>),
    /// The move before it is taken back.
    Undo,
}

impl StoredStep {
    fn to_text(&self) -> Result<String, StoreError> {
        match self {
            StoredStep::Move(entry) => json(entry),
            StoredStep::Undo => Ok(UNDO.to_string()),
        }
    }

    fn from_text(text: &str) -> Result<StoredStep, StoreError> {
        if text == UNDO { Ok(StoredStep::Undo) } else { Ok(StoredStep::Move(read(text)?)) }
    }
}

/// Why the storage can't do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote the step of this number first.
    #[error("this step of the game exists already")]
    Taken,
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

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    /// Its side.
    pub side: String,
    /// Who plays it.
    pub kind: SeatKind,
    /// Level of the bot.
    pub level: Option<String>,
    /// The key; empty for a bot.
    pub key: String,
    /// Whether it is a bot that tells the others why it does what it does.
    #[serde(default)]
    pub explain: bool,
    /// What the person who plays it is called; empty if nobody has said.
    #[serde(default)]
    pub person: String,
    /// What the seat was before its player handed it to a bot; nothing if no bot stands in.
    #[serde(default)]
    pub stands_in_for: Option<SeatKind>,
    /// Whether its player has resigned.
    #[serde(default)]
    pub resigned: bool,
    /// Whether its player offers a draw.
    #[serde(default)]
    pub offers_draw: bool,
}

impl SeatRow {
    /// A seat of a new game.
    pub fn new(side: &str, kind: SeatKind, level: Option<String>, key: String, explain: bool) -> SeatRow {
        SeatRow {
            side: side.to_string(),
            kind,
            level,
            key,
            explain,
            person: String::new(),
            stands_in_for: None,
            resigned: false,
            offers_draw: false,
        }
    }

    /// Who plays it when no bot stands in.
    pub fn owner(&self) -> SeatKind {
        self.stands_in_for.unwrap_or(self.kind)
    }
}

/// What belongs to a game beside its record and its seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// What it is called; empty if nobody has named it.
    #[serde(default)]
    pub name: String,
    /// The game that it branched off from.
    #[serde(default)]
    pub branch_of: Option<String>,
    /// Whether its players do without hints.
    #[serde(default)]
    pub no_hints: bool,
    /// The puzzle of the game that is played.
    #[serde(default)]
    pub puzzle: Option<String>,
    /// The game that is its rematch.
    #[serde(default)]
    pub rematch: Option<String>,
    /// Whether it was over when it was taken in from a file: then it stays as it is.
    #[serde(default)]
    pub from_file: bool,
}

/// How a game stands, for the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Turn and phase.
    pub moment: String,
    /// Who must decide.
    pub deciding: Vec<String>,
    /// How many moves have been made.
    pub moves: usize,
    /// How it ended; empty while it goes on.
    pub result: String,
    /// Which scenario.
    pub scenario: String,
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Head of its record.
    pub head: Head,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// How it stands.
    pub summary: Summary,
    /// When it was last played, in milliseconds since 1970.
    pub touched: i64,
    /// Its name and whatever else belongs to it.
    pub extra: Extra,
}

/// A game with all its steps.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The game.
    pub row: GameRow,
    /// Its steps in order, those taken back included.
    pub steps: Vec<StoredStep>,
    /// The last snapshot.
    pub snapshot: Option<AnySnapshot>,
    /// What bots said of their steps, by number of the step.
    pub whys: BTreeMap<usize, Why>,
    /// What its players said to each other.
    pub said: Vec<Said>,
    /// What seats put into the dice.
    pub chains: Vec<StoredChain>,
}

/// A step to be kept.
#[derive(Clone, Debug)]
pub struct StepRow {
    /// Which game.
    pub game: String,
    /// Its number, from 1.
    pub number: usize,
    /// The step itself.
    pub step: StoredStep,
    /// The snapshot after it, if the record keeps one.
    pub snapshot: Option<AnySnapshot>,
    /// How the game stands after it.
    pub summary: Summary,
    /// What the bot that took it says of it.
    pub why: Option<Why>,
}

type Pending = (StepRow, oneshot::Sender<Result<(), StoreError>>);

/// The storage.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Pending>,
    postgres: Option<String>,
}

/// How long a request waits for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// Steps that are committed together at most.
const BATCH: usize = 256;

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
        for table in TABLES {
            // Two nodes that begin at once may both try to make a table; the slower finds it there at its second try.
            if sqlx::query(table).execute(&mut writer).await.is_err() {
                sqlx::query(table).execute(&mut writer).await?;
            }
        }
        sqlx::query("INSERT INTO meta (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO NOTHING")
            .bind(SCHEMA)
            .execute(&mut writer)
            .await?;
        let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'").fetch_one(&mut writer).await?;
        let found: String = row.try_get(0)?;
        match found.as_str() {
            SCHEMA => {}
            "1" => upgrade(&mut writer).await?,
            _ if found.parse::<u32>().is_ok_and(|version| version > 0) => {
                return Err(StoreError::Later(found));
            }
            _ => return Err(StoreError::Strange(found)),
        }
        let (send, queue) = mpsc::channel(4 * BATCH);
        let writer = Writer { url: url.to_string(), connection: Some(writer), sqlite };
        tokio::spawn(write(writer, queue));
        Ok(Store { pool, writer: send, postgres })
    }

    /// Keeps a new game.
    pub async fn create(
        &self,
        row: &GameRow,
        moves: Vec<AnyEntry>,
        snapshot: Option<&AnySnapshot>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, game, head, seats, summary, touched, extra) VALUES ($1, $2, $3, $4, $5, $6, $7)",
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
        let count = moves.len();
        for (i, entry) in moves.into_iter().enumerate() {
            insert_step(&mut transaction, &row.id, i + 1, &StoredStep::Move(Box::new(entry))).await?;
        }
        if let Some(snapshot) = snapshot {
            insert_snapshot(&mut transaction, &row.id, count, snapshot).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Keeps a step; when this returns without error the step is on the disk.
    pub async fn append(&self, step: StepRow) -> Result<(), StoreError> {
        let (send, committed) = oneshot::channel();
        self.writer.send((step, send)).await.map_err(|_| StoreError::Closed)?;
        committed.await.map_err(|_| StoreError::Closed)?
    }

    /// A game with its steps.
    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let found = sqlx::query(select_games!("WHERE id = $1")).bind(id).fetch_optional(&self.pool).await?;
        let Some(found) = found else { return Ok(None) };
        let rows = sqlx::query("SELECT entry FROM steps WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let steps = rows.iter().map(|r| StoredStep::from_text(r.try_get(0)?)).collect::<Result<_, _>>()?;
        let snapshot =
            sqlx::query("SELECT position FROM snapshots WHERE game = $1 ORDER BY number DESC LIMIT 1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?;
        let snapshot = snapshot.map(|r| read(r.try_get(0)?)).transpose()?;
        let rows = sqlx::query("SELECT number, why FROM whys WHERE game = $1")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let mut whys = BTreeMap::new();
        for row in &rows {
            // What a bot said in the words of an older program is left out.
            if let Ok(why) = read(row.try_get(1)?) {
                whys.insert(row.try_get::<i64, _>(0)? as usize, why);
            }
        }
        let rows = sqlx::query("SELECT said FROM said WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let said = rows.iter().map(|r| read(r.try_get(0)?)).collect::<Result<_, _>>()?;
        let rows = sqlx::query("SELECT chain FROM chains WHERE game = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let chains = rows.iter().map(|r| read(r.try_get(0)?)).collect::<Result<_, _>>()?;
        Ok(Some(Stored { row: game_row(&found)?, steps, snapshot, whys, said, chains }))
    }

    /// The games played last.
    pub async fn list(&self, most: i64) -> Result<Vec<GameRow>, StoreError> {
        let rows = sqlx::query(select_games!("ORDER BY touched DESC LIMIT $1"))
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        // A game that cannot be read must not hide the others.
        let read = |row: &AnyRow| match game_row(row) {
            Ok(game) => Some(game),
            Err(e) => {
                let id: String = row.try_get(0).unwrap_or_default();
                tracing::error!("game {id} cannot be read: {e}");
                None
            }
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Keeps who sits where, what the game is called and how it stands; other nodes read it again.
    pub async fn settle_seats(&self, row: &GameRow) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE games SET seats = $1, summary = $2, extra = $3 WHERE id = $4")
            .bind(json(&row.seats)?)
            .bind(json(&row.summary)?)
            .bind(json(&row.extra)?)
            .bind(&row.id)
            .execute(&mut *transaction)
            .await?;
        self.tell_others(&mut transaction, &row.id).await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps what a player said, under the number that follows.
    pub async fn say(&self, game: &str, number: usize, said: &Said) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO said (game, number, said) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(number as i64)
            .bind(json(said)?)
            .execute(&mut *transaction)
            .await
            .map_err(taken)?;
        self.tell_others(&mut transaction, game).await?;
        Ok(transaction.commit().await?)
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
        self.tell_others(&mut transaction, game).await?;
        Ok(transaction.commit().await?)
    }

    /// Forgets a game with all that belongs to it.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for query in FORGET {
            sqlx::query(query).bind(id).execute(&mut *transaction).await?;
        }
        self.tell_others(&mut transaction, id).await?;
        Ok(transaction.commit().await?)
    }

    /// Other nodes read the game again, whatever number of steps they know.
    async fn tell_others(&self, c: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
        if self.postgres.is_some() {
            let news = format!("{id} {}", usize::MAX);
            sqlx::query("SELECT pg_notify('sandtable', $1)").bind(news).execute(c).await?;
        }
        Ok(())
    }

    /// Steps written by other nodes, as the ids of their games; nothing with SQLite, which has one node.
    pub async fn news(&self) -> Result<Option<PgListener>, StoreError> {
        let Some(url) = &self.postgres else { return Ok(None) };
        let mut listener = PgListener::connect(url).await?;
        listener.listen("sandtable").await?;
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

/// Brings the tables of version 1 up to date. Two nodes may both try; the slower finds it done.
async fn upgrade(c: &mut AnyConnection) -> Result<(), StoreError> {
    if let Err(e) = sqlx::query(FROM_1).execute(&mut *c).await {
        sqlx::query("SELECT extra FROM games LIMIT 1").fetch_optional(&mut *c).await.map_err(|_| e)?;
    }
    sqlx::query("UPDATE meta SET value = $1 WHERE name = 'schema'").bind(SCHEMA).execute(c).await?;
    Ok(())
}

fn game_row(row: &AnyRow) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        head: read(row.try_get(2)?)?,
        seats: read(row.try_get(3)?)?,
        summary: read(row.try_get(4)?)?,
        touched: row.try_get(5)?,
        extra: read(row.try_get(6)?)?,
    })
}

async fn insert_step(
    c: &mut AnyConnection,
    game: &str,
    number: usize,
    step: &StoredStep,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO steps (game, number, entry) VALUES ($1, $2, $3)")
        .bind(game)
        .bind(number as i64)
        .bind(step.to_text()?)
        .execute(c)
        .await
        .map(|_| ())
        .map_err(taken)
}

/// A number that is given twice is taken; everything else is the database's own error.
fn taken(e: sqlx::Error) -> StoreError {
    match e.as_database_error() {
        Some(d) if d.is_unique_violation() => StoreError::Taken,
        _ => StoreError::Database(e),
    }
}

async fn insert_snapshot(
    c: &mut AnyConnection,
    game: &str,
    number: usize,
    snapshot: &AnySnapshot,
) -> Result<(), StoreError> {
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
    .bind(json(snapshot)?)
    .execute(c)
    .await?;
    Ok(())
}

/// The one connection that writes steps. It is opened anew when the database was away.
struct Writer {
    url: String,
    connection: Option<AnyConnection>,
    sqlite: bool,
}

impl Writer {
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
            let tell_others = !self.sqlite;
            let done = commit(self.connection().await?, rows, tell_others).await;
            match done {
                Err(StoreError::Database(e)) if e.as_database_error().is_none_or(ends_connection) => {
                    self.connection = None;
                    if last {
                        return Err(StoreError::Database(e));
                    }
                }
                done => return done,
            }
        }
        Err(StoreError::Closed)
    }
}

/// Whether an error of the database is its last word on this connection: PostgreSQL shuts down, or starts.
fn ends_connection(e: &dyn sqlx::error::DatabaseError) -> bool {
    e.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
}

/// Writes steps as they come: whatever waits is committed together, so that many games share one write to the disk.
async fn write(mut writer: Writer, mut queue: mpsc::Receiver<Pending>) {
    let mut batch: Vec<Pending> = Vec::new();
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let rows: Vec<&StepRow> = batch.iter().map(|(row, _)| row).collect();
        match writer.commit(&rows).await {
            Ok(()) => batch.drain(..).for_each(|(_, tell)| drop(tell.send(Ok(())))),
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

async fn commit(c: &mut AnyConnection, rows: &[&StepRow], tell_others: bool) -> Result<(), StoreError> {
    let mut transaction = c.begin().await?;
    for row in rows {
        insert_step(&mut transaction, &row.game, row.number, &row.step).await?;
        if let Some(snapshot) = &row.snapshot {
            insert_snapshot(&mut transaction, &row.game, row.number, snapshot).await?;
        }
        if let Some(why) = &row.why {
            sqlx::query("INSERT INTO whys (game, number, why) VALUES ($1, $2, $3)")
                .bind(&row.game)
                .bind(row.number as i64)
                .bind(json(why)?)
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query("UPDATE games SET summary = $1, touched = $2 WHERE id = $3")
            .bind(json(&row.summary)?)
            .bind(now())
            .bind(&row.game)
            .execute(&mut *transaction)
            .await?;
        if tell_others {
            sqlx::query("SELECT pg_notify('sandtable', $1)")
                .bind(format!("{} {}", row.game, row.number))
                .execute(&mut *transaction)
                .await?;
        }
    }
    Ok(transaction.commit().await?)
}
