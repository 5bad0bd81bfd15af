//! All tables of the program: finds a game, opens it, lets players act and bots answer, and saves every step before
//! anybody hears of it.

use crate::refuse::Refusal;
use crate::shelf::Shelf;
use crate::store::{GameRow, SeatRow, Store, StoreError, now};
use crate::table::{Table, listing, seats};
use crate::wire::{Created, Done, Line, Listing, NewGame, Player, SeatKind, Wanted};
use sandtable_bots::registry::{AnySession, TableError};
use sandtable_core::SessionError;
use sandtable_core::game::for_people;
use sandtable_core::record::DiceSource;
use sandtable_core::seal::Secret;
use sandtable_core::session::seeded;
use sandtable_core::view::Viewer;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, Semaphore};

/// Games that the lobby shows.
const LISTED: i64 = 200;

/// After so long without anybody a table is put away; it is opened again when somebody comes.
const IDLE: Duration = Duration::from_secs(600);

type Handle = Arc<Mutex<Table>>;

/// A table's place: empty until the table is opened, so that many who come at once wait for one opening.
type Place = Arc<OnceCell<Handle>>;

/// All tables.
pub struct Hall {
    /// Games and boards.
    pub shelf: Shelf,
    /// Whether everybody who reaches this table is at home here.
    pub at_home: bool,
    store: Store,
    tables: Mutex<HashMap<String, Place>>,
    /// As many hints are thought out at once as there are processors: players must not wait for advice that others get.
    pub(crate) advisers: Arc<Semaphore>,
}

impl Hall {
    /// A hall over a storage.
    pub fn new(shelf: Shelf, store: Store, at_home: bool) -> Arc<Hall> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let advisers = Arc::new(Semaphore::new(processors));
        Arc::new(Hall { shelf, at_home, store, tables: Mutex::default(), advisers })
    }

    /// Keeps house as long as the hall stands: puts idle tables away, and reads what other nodes wrote.
    pub fn keep_house(self: &Arc<Hall>) {
        let hall = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(IDLE / 10).await;
                let Some(hall) = hall.upgrade() else { return };
                hall.put_away().await;
            }
        });
        let hall = Arc::downgrade(self);
        let store = self.store.clone();
        tokio::spawn(async move {
            let Ok(Some(mut listener)) = store.news().await else { return };
            while let Ok(news) = listener.recv().await {
                let Some(hall) = hall.upgrade() else { return };
                let Some((id, number)) = news.payload().split_once(' ') else { continue };
                hall.heard(id, number.parse().unwrap_or(usize::MAX)).await;
            }
        });
    }

    async fn put_away(&self) {
        let mut tables = self.tables.lock().await;
        let idle = |t: &Table| t.onlookers() == 0 && now() - t.touched > IDLE.as_millis() as i64;
        // A table that somebody uses this moment has another holder, and stays.
        let used =
            |handle: &Handle| Arc::strong_count(handle) > 1 || !handle.try_lock().is_ok_and(|t| idle(&t));
        tables.retain(|_, place| Arc::strong_count(place) > 1 || place.get().is_some_and(used));
    }

    /// Another node has written a step.
    async fn heard(&self, id: &str, number: usize) {
        let place = self.tables.lock().await.get(id).cloned();
        if let Some(handle) = place.as_ref().and_then(|p| p.get()) {
            let mut table = handle.lock().await;
            if table.number < number {
                table.spoiled = true;
                let _ = self.mend(&mut table).await;
            }
        }
    }

    /// A table, opened if need be; nobody else has it meanwhile.
    pub async fn table(self: &Arc<Hall>, id: &str) -> Result<OwnedMutexGuard<Table>, Refusal> {
        let found = self.tables.lock().await.get(id).cloned();
        let place = match found {
            Some(place) => place,
            None => self.tables.lock().await.entry(id.to_string()).or_default().clone(),
        };
        let handle = match place.get_or_try_init(|| self.open(id)).await {
            Ok(handle) => handle.clone(),
            Err(refusal) => {
                // Places of games that do not exist would pile up.
                let mut tables = self.tables.lock().await;
                if tables.get(id).is_some_and(|p| p.get().is_none()) {
                    tables.remove(id);
                }
                return Err(refusal);
            }
        };
        let mut table = handle.lock_owned().await;
        self.mend(&mut table).await?;
        Ok(table)
    }

    async fn open(self: &Arc<Hall>, id: &str) -> Result<Handle, Refusal> {
        let stored = self.store.load(id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| Refusal::Unknown(format!("there is no game `{id}` here")))?;
        let game = self.shelf.game(&stored.row.game)?.clone();
        // A long game takes its time: not on the threads that serve everybody.
        let opened = tokio::task::spawn_blocking(move || Table::open(game, stored)).await;
        let table = opened
            .map_err(|e| Refusal::Storage(e.to_string()))?
            .map_err(|e| Refusal::Storage(format!("the stored game no longer replays: {e}")))?;
        // The program may have stopped while a bot was thinking.
        self.call_bots(&table);
        Ok(Arc::new(Mutex::new(table)))
    }

    /// Reads a table again whose last step could not be saved.
    async fn mend(&self, table: &mut Table) -> Result<(), Refusal> {
        if !table.spoiled {
            return Ok(());
        }
        let stored = self.store.load(&table.id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| Refusal::Unknown(format!("the game `{}` is gone", table.id)))?;
        Ok(table.renew(stored)?)
    }

    /// Saves the step just taken and tells everybody; if that fails, it never happened.
    async fn save(&self, table: &mut Table, undone: bool) -> Result<(), Refusal> {
        let taken = table.taken(undone);
        match self.store.append(taken.row.clone()).await {
            Ok(()) => {
                table.saved(taken);
                Ok(())
            }
            Err(e) => {
                table.spoiled = true;
                let known = table.number;
                // If it can't be read either, the next who comes tries again.
                let _ = self.mend(table).await;
                Err(match e {
                    StoreError::Taken => Refusal::Stale { now: table.number, known },
                    e => storage(e),
                })
            }
        }
    }

    /// A player acts. The work goes on to its end even if the player hangs up.
    pub async fn act(
        self: &Arc<Hall>,
        id: String,
        keys: Vec<String>,
        after: usize,
        side: Option<String>,
        wanted: Wanted,
    ) -> Result<Done, Refusal> {
        let hall = self.clone();
        detached(async move {
            let mut table = hall.table(&id).await?;
            let sides = table.sides_of(&keys);
            let side = table.acting(&sides, side.as_deref())?;
            table.fresh_for(side, after)?;
            table.act(side, &wanted)?;
            hall.save(&mut table, false).await?;
            let done = done(&table);
            hall.call_bots(&table);
            Ok(done)
        })
        .await
    }

    /// A player takes the last move back.
    pub async fn undo(
        self: &Arc<Hall>,
        id: String,
        keys: Vec<String>,
        after: usize,
    ) -> Result<Done, Refusal> {
        let hall = self.clone();
        detached(async move {
            let mut table = hall.table(&id).await?;
            let sides = table.sides_of(&keys);
            table.acting(&sides, None)?;
            table.fresh(after)?;
            table.undo(&sides)?;
            hall.save(&mut table, true).await?;
            hall.call_bots(&table);
            Ok(Done { number: table.number, lines: vec![] })
        })
        .await
    }

    /// Lets bots move as long as it is theirs to decide.
    pub fn call_bots(self: &Arc<Hall>, table: &Table) {
        if table.bot_to_move().is_none() {
            return;
        }
        let hall = self.clone();
        let id = table.id.clone();
        tokio::spawn(async move {
            loop {
                let Ok(mut table) = hall.table(&id).await else { return };
                if table.bot_to_move().is_none() {
                    return;
                }
                // A bot may think for long: not on the threads that serve everybody.
                let thought = tokio::task::spawn_blocking(move || {
                    let chosen = table.bot();
                    (table, chosen)
                });
                let Ok((mut table, chosen)) = thought.await else { return };
                if let Err(e) = chosen {
                    tracing::error!("game {id}: {e}");
                    return;
                }
                match hall.save(&mut table, false).await {
                    // Another node was faster: look again whose turn it is.
                    Ok(()) | Err(Refusal::Stale { .. }) => {}
                    Err(e) => {
                        tracing::warn!("game {id}: a bot's move was not saved: {e}");
                        return;
                    }
                }
            }
        });
    }

    /// The games of the lobby, the last played first.
    pub async fn list(&self) -> Result<Vec<Listing>, Refusal> {
        let rows = self.store.list(LISTED).await.map_err(storage)?;
        let mut out = Vec::with_capacity(rows.len());
        for row in rows {
            let Ok(game) = self.shelf.game(&row.game) else { continue };
            out.push(listing(game.about(), &row, seats(game.about(), &row.seats, |_| false)));
        }
        Ok(out)
    }

    /// A new game.
    pub async fn create(self: &Arc<Hall>, wish: NewGame) -> Result<Created, Refusal> {
        let game = self.shelf.game(&wish.game)?.clone();
        let about = game.about();
        if !about.scenarios.iter().any(|s| s.id == wish.scenario) {
            let known: Vec<_> = about.scenarios.iter().map(|s| s.id.as_str()).collect();
            return Err(Refusal::Broken(format!(
                "`{}` has no scenario `{}`; it has {}",
                about.id,
                wish.scenario,
                known.join(", ")
            )));
        }
        let dice = match wish.seed {
            Some(seed) => seeded(seed),
            None => sealed()?,
        };
        let rows = self.seat_rows(&wish.game, &wish.scenario, &wish.seats, wish.explain)?;
        let people = rows.iter().any(|row| row.kind != SeatKind::Bot);
        let options = if people { for_people(about, wish.options) } else { wish.options };
        let session = game.begin(&wish.scenario, options, dice, None)?;
        self.admit(session, &wish.game, rows).await
    }

    /// A game from a file. A file with all its secrets is checked die by die.
    pub async fn import(
        self: &Arc<Hall>,
        file: String,
        players: BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Created, Refusal> {
        #[derive(serde::Deserialize)]
        struct Head {
            game: String,
        }
        let head: Head = serde_json::from_str(&file)
            .map_err(|e| Refusal::Broken(format!("this is no game file of Sandtable: {e}")))?;
        let game = self.shelf.game(&head.game)?.clone();
        let fresh_dice = sealed()?;
        let session = tokio::task::spawn_blocking(move || match game.open(&file, true) {
            // Without all secrets the dice can't be derived again, and those to come must be others. Every move is
            // still played from the first on: snapshots of a stranger are not believed.
            Err(TableError::Session(SessionError::Secrets)) => {
                let opened = game.open(&without_snapshots(&file), false)?;
                opened.branch(opened.len(), fresh_dice)
            }
            opened => opened,
        });
        let session = session.await.map_err(|e| Refusal::Broken(e.to_string()))??;
        let rows = self.seat_rows(&head.game, session.scenario().0, &players, explain)?;
        self.admit(session, &head.game, rows).await
    }

    /// A branch of a game, with dice of its own.
    pub async fn branch(
        self: &Arc<Hall>,
        id: &str,
        keys: &[String],
        at: usize,
        players: BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Created, Refusal> {
        let table = self.table(id).await?;
        let sides = table.sides_of(keys);
        let name = table.game().about().id;
        if !table.game().about().open && !table.may_read_record(&sides) {
            let why = "a branch would show what is hidden; it can be made when the game is over";
            return Err(Refusal::Seat(why.to_string()));
        }
        let session = table.session().branch(at, sealed()?)?;
        drop(table);
        let rows = self.seat_rows(name, session.scenario().0, &players, explain)?;
        self.admit(session, name, rows).await
    }

    fn seat_rows(
        &self,
        game: &str,
        scenario: &str,
        players: &BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Vec<SeatRow>, Refusal> {
        let game = self.shelf.game(game)?;
        let about = game.about();
        let known: Vec<_> = about.sides_of(scenario).map(|(_, s)| s.id).collect();
        if let Some(side) = players.keys().find(|k| !known.contains(&k.as_str())) {
            return Err(Refusal::Broken(format!(
                "`{scenario}` has no side `{side}`; its sides are {}",
                known.join(", ")
            )));
        }
        about
            .sides_of(scenario)
            .map(|(_, side)| {
                let missing = || Refusal::Broken(format!("nobody is named to play `{}`", side.id));
                let (kind, level) = match players.get(side.id).ok_or_else(missing)? {
                    Player::Me => (SeatKind::Me, None),
                    Player::Open => (SeatKind::Open, None),
                    Player::Bot { level } if game.has_level(level) => (SeatKind::Bot, Some(level.clone())),
                    Player::Bot { level } => {
                        let levels = game.levels().join(", ");
                        return Err(Refusal::Broken(format!(
                            "there is no level `{level}`; there are {levels}"
                        )));
                    }
                };
                let key = if kind == SeatKind::Bot { String::new() } else { random_hex(16)? };
                let explain = explain && kind == SeatKind::Bot;
                Ok(SeatRow { side: side.id.to_string(), kind, level, key, explain })
            })
            .collect()
    }

    async fn admit(
        self: &Arc<Hall>,
        session: Box<dyn AnySession>,
        game: &str,
        seats: Vec<SeatRow>,
    ) -> Result<Created, Refusal> {
        let id = random_hex(6)?;
        let game = self.shelf.game(game)?.clone();
        let steps: Vec<String> = (0..session.len()).filter_map(|i| session.entry(i)).collect();
        let mut row = GameRow {
            id: id.clone(),
            game: game.about().id.to_string(),
            head: session.head(),
            seats,
            summary: Default::default(),
            touched: now(),
        };
        let table = Table::new(game, session, row.clone(), steps.len());
        row.summary = table.summary();
        self.store.create(&row, &steps, table.session().last_snapshot().as_deref()).await.map_err(storage)?;
        let keys = row.seats.iter().filter(|s| !s.key.is_empty());
        let keys = keys.map(|s| (s.side.clone(), s.key.clone())).collect();
        let mut tables = self.tables.lock().await;
        self.call_bots(&table);
        tables.insert(id.clone(), Arc::new(OnceCell::new_with(Some(Arc::new(Mutex::new(table))))));
        Ok(Created { id, keys })
    }
}

fn without_snapshots(file: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(file).unwrap_or_default();
    if let Some(fields) = record.as_object_mut() {
        fields.remove("snapshots");
    }
    record.to_string()
}

fn done(table: &Table) -> Done {
    let sides: Vec<_> =
        table.session().mover().and_then(|m| table.game().about().side(m)).into_iter().collect();
    let viewer = match sides.first() {
        Some(side) => Viewer::Side(*side),
        None => Viewer::Watcher,
    };
    let lines = table.session().lines(viewer).into_iter().map(Line::from).collect();
    Done { number: table.number, lines }
}

/// Runs to the end whatever becomes of the request.
async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(work).await.map_err(|e| Refusal::Storage(e.to_string()))?
}

/// Dice that nobody can foresee.
fn sealed() -> Result<DiceSource, Refusal> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|e| Refusal::Storage(e.to_string()))?;
    Ok(DiceSource::sealed(&[Secret(secret)]))
}

/// A number that nobody can foresee.
pub(crate) fn random_number() -> Result<u64, Refusal> {
    let mut noise = [0; 8];
    getrandom::fill(&mut noise).map_err(|e| Refusal::Storage(e.to_string()))?;
    Ok(u64::from_le_bytes(noise))
}

/// So many random bytes as hexadecimal digits.
fn random_hex(bytes: usize) -> Result<String, Refusal> {
    let mut noise = [0; 32];
    getrandom::fill(&mut noise).map_err(|e| Refusal::Storage(e.to_string()))?;
    Ok(sandtable_core::seal::to_hex(&noise[..bytes.min(32)]))
}

fn storage(e: StoreError) -> Refusal {
    Refusal::Storage(e.to_string())
}
