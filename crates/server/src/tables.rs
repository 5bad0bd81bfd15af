//! All tables of the program: finds a game, opens it, lets players act and bots answer, and saves every step before
//! anybody hears of it.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::gauges::Gauges;
use crate::leases::Leases;
use crate::library::Library;
use crate::nodes::AtWork;
use crate::positions::{told, unsaid};
use crate::seats::SeatRow;
use crate::settings::Settings;
use crate::store::{DueChange, Extra, GameRow, Store, StoreError, now};
use crate::table::{Table, listing, seats};
use crate::wire::{Created, Done, Listing, NewGame, Player, SeatKind, Wanted};
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::{OpenOptions, TableError};
use sandtable_core::SessionError;
use sandtable_core::game::for_people;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::record::{AnyRecord, DiceSource};
use sandtable_core::seal::Secret;
use sandtable_core::session::seeded;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, Semaphore};

/// Games that the lobby shows.
const LISTED: i64 = 200;

/// How long a bot waits at first, and at the longest, when its move could not be saved.
pub(crate) const RETRY: Duration = Duration::from_secs(1);
pub(crate) const LONGEST_RETRY: Duration = Duration::from_secs(4);

/// After so long without connections a table is closed; it is opened again when somebody comes.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

pub(crate) type TableHandle = Arc<Mutex<Table>>;

/// Where a table is kept: empty until it is opened, so that many requests at once wait for one opening.
type Slot = Arc<OnceCell<TableHandle>>;

/// All tables of the program.
pub struct Tables {
    /// Games and boards.
    pub library: Library,
    /// What the keeper of the table has set.
    pub settings: Settings,
    store: Store,
    slots: Mutex<HashMap<String, Slot>>,
    /// As many hints are thought out at once as there are processors: players must not wait for advice that others get.
    pub(crate) advisers: Arc<Semaphore>,
    /// As many bots think at once; the others wait in the order in which they came.
    pub(crate) thinkers: Semaphore,
    /// Counts the times that bots of a table were set to work, so that each knows whether it still is.
    pub(crate) works: AtomicU64,
    /// Which games this node runs.
    pub(crate) leases: Leases,
    /// The games in which something is being done here.
    pub(crate) at_work: AtWork,
    /// What is counted for those who look after the table.
    pub(crate) gauges: Gauges,
}

impl Tables {
    /// The tables of a store.
    pub fn new(library: Library, store: Store, settings: Settings) -> Arc<Tables> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let advisers = Arc::new(Semaphore::new(processors));
        let (thinkers, works) = (Semaphore::new(processors), AtomicU64::new(0));
        let leases = Leases::new(store.clone());
        Arc::new(Tables {
            library,
            settings,
            store,
            slots: Mutex::default(),
            advisers,
            thinkers,
            works,
            leases,
            at_work: AtWork::default(),
            gauges: Gauges::default(),
        })
    }

    /// The storage.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// A table that was deleted is no longer kept.
    pub(crate) async fn forget(&self, id: &str) {
        self.slots.lock().await.remove(id);
    }

    pub(crate) async fn close_idle(&self) {
        let mut slots = self.slots.lock().await;
        let idle = |t: &Table| t.connected() == 0 && now() - t.touched > IDLE.as_millis() as i64;
        // A table that somebody uses at this moment has another holder, and stays open.
        let used = |handle: &TableHandle| {
            Arc::strong_count(handle) > 1 || !handle.try_lock().is_ok_and(|t| idle(&t))
        };
        slots.retain(|_, slot| Arc::strong_count(slot) > 1 || slot.get().is_some_and(used));
    }

    /// Whether a table is open here.
    pub(crate) async fn is_open(&self, id: &str) -> bool {
        self.slots.lock().await.contains_key(id)
    }

    /// A table, if it is open here.
    pub(crate) async fn opened(&self, id: &str) -> Option<TableHandle> {
        self.slots.lock().await.get(id)?.get().cloned()
    }

    /// All tables that are open here.
    pub(crate) async fn all_opened(&self) -> Vec<(String, TableHandle)> {
        let slots = self.slots.lock().await;
        slots.iter().filter_map(|(id, slot)| Some((id.clone(), slot.get()?.clone()))).collect()
    }

    /// A table, opened if need be; nobody else has it meanwhile.
    pub async fn table(self: &Arc<Tables>, id: &str) -> Result<OwnedMutexGuard<Table>, ApiError> {
        // No game has such an id, and not every database bears to be asked for it.
        if id.len() > 64 || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(ApiError::Unknown("there is no such game here".to_string()));
        }
        let found = self.slots.lock().await.get(id).cloned();
        let slot = match found {
            Some(slot) => slot,
            None => self.slots.lock().await.entry(id.to_string()).or_default().clone(),
        };
        let (tables, opening, game) = (self.clone(), slot.clone(), id.to_string());
        let opened = match slot.get() {
            Some(handle) => Ok(handle.clone()),
            // It is opened to the end even if nobody waits so long: whoever asks again finds it open.
            None => {
                detached(async move { opening.get_or_try_init(|| tables.open(&game)).await.cloned() }).await
            }
        };
        let handle = match opened {
            Ok(handle) => handle,
            Err(refusal) => {
                // Slots of games that do not exist would pile up.
                let mut slots = self.slots.lock().await;
                if slots.get(id).is_some_and(|p| p.get().is_none()) {
                    slots.remove(id);
                }
                return Err(refusal);
            }
        };
        let mut table = handle.lock_owned().await;
        if table.behind {
            self.catch_up(&mut table).await?;
        }
        self.reload_if_needed(&mut table).await?;
        Ok(table)
    }

    async fn open(self: &Arc<Tables>, id: &str) -> Result<TableHandle, ApiError> {
        let stored = self.store.load(id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| ApiError::Unknown(format!("there is no game `{id}` here")))?;
        let game = self.library.game(&stored.row.game)?.clone();
        // A long game takes its time: not on the threads that serve everybody.
        let opened = tokio::task::spawn_blocking(move || Table::open(game, stored)).await;
        let mut table = opened
            .map_err(|e| ApiError::Storage(e.to_string()))?
            .map_err(|e| ApiError::Storage(format!("the stored game no longer replays: {e}")))?;
        // The program may have stopped while a bot was thinking.
        self.spawn_bots(&mut table);
        Ok(Arc::new(Mutex::new(table)))
    }

    /// Reads a table again if its last step could not be saved, or if another node wrote one.
    pub(crate) async fn reload_if_needed(&self, table: &mut Table) -> Result<(), ApiError> {
        if !table.must_reload {
            return Ok(());
        }
        let stored = self.store.load(&table.id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| ApiError::Unknown(format!("the game `{}` is gone", table.id)))?;
        Ok(table.reload(stored)?)
    }

    /// Saves the step just taken and sends it to everybody; if that fails, it never happened.
    pub(crate) async fn save(&self, table: &mut Table, undone: bool) -> Result<(), ApiError> {
        let taken = table.unsaved_step(undone);
        let begun = Instant::now();
        let saved = self.store.append(taken.row.clone()).await;
        self.gauges.saved(begun.elapsed(), matches!(saved, Ok(()) | Err(StoreError::Taken)));
        match saved {
            Ok(()) => {
                table.announce(taken);
                Ok(())
            }
            Err(StoreError::Taken) => {
                table.must_reload = true;
                let known = table.number;
                // If it can't be read either, the next request tries again.
                let _ = self.reload_if_needed(table).await;
                Err(ApiError::Stale { now: table.number, known })
            }
            Err(e) => {
                // Somebody waits for the answer: the table is read again when it is used next.
                table.must_reload = true;
                Err(storage(e))
            }
        }
    }

    /// A player acts. The work goes on to its end even if the player hangs up.
    pub async fn act(
        self: &Arc<Tables>,
        id: String,
        caller: Caller,
        after: usize,
        side: Option<String>,
        wanted: Wanted,
    ) -> Result<Done, ApiError> {
        let tables = self.clone();
        detached(async move {
            let mut table = tables.table(&id).await?;
            let sides = table.sides_of(&caller);
            let side = table.acting(&sides, side.as_deref())?;
            table.fresh_for(side, after)?;
            let lines = table.act(side, &wanted)?;
            tables.save(&mut table, false).await?;
            tables.lapse_draws(&mut table, side).await;
            tables.spawn_bots(&mut table);
            Ok(Done { number: table.number, lines })
        })
        .await
    }

    /// A player takes the last move back.
    pub async fn undo(
        self: &Arc<Tables>,
        id: String,
        caller: Caller,
        after: usize,
    ) -> Result<Done, ApiError> {
        let tables = self.clone();
        detached(async move {
            let mut table = tables.table(&id).await?;
            let sides = table.sides_of(&caller);
            table.acting(&sides, None)?;
            table.fresh(after)?;
            table.undo(&sides)?;
            tables.save(&mut table, true).await?;
            tables.spawn_bots(&mut table);
            Ok(Done { number: table.number, lines: vec![] })
        })
        .await
    }

    /// The games of the lobby, the last played first.
    pub async fn list(&self) -> Result<Vec<Listing>, ApiError> {
        let rows = self.store.list(LISTED).await.map_err(storage)?;
        let mut out = Vec::with_capacity(rows.len());
        for row in rows {
            let Ok(game) = self.library.game(&row.game) else { continue };
            out.push(listing(game.about(), &row, seats(game.about(), &row.seats, |_| false)));
        }
        Ok(out)
    }

    /// A new game.
    pub async fn create(self: &Arc<Tables>, wish: NewGame) -> Result<Created, ApiError> {
        self.create_for(wish, None).await
    }

    /// A new game, or one in which a puzzle is played.
    pub(crate) async fn create_for(
        self: &Arc<Tables>,
        wish: NewGame,
        puzzle: Option<&Puzzle>,
    ) -> Result<Created, ApiError> {
        let game = self.library.game(&wish.game)?.clone();
        let about = game.about();
        if !about.scenarios.iter().any(|s| s.id == wish.scenario) {
            let known: Vec<_> = about.scenarios.iter().map(|s| s.id.as_str()).collect();
            return Err(ApiError::Broken(format!(
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
        let people = rows.iter().any(|row| row.is_persons());
        let options = if people { for_people(about, wish.options) } else { wish.options };
        // What the position says itself counts.
        let options = match &wish.position {
            Some(text) => unsaid(text, options),
            None => options,
        };
        if let Some(text) = &wish.position
            && let Err(faults) = game.read_position(Some(&wish.scenario), &options, text)
        {
            return Err(ApiError::Position(told(&*game, &faults)));
        }
        let session = game.begin(&wish.scenario, options, dice, wish.position)?;
        let extra = Extra {
            no_hints: wish.no_hints,
            name: puzzle.map_or(String::new(), |p| format!("Puzzle: {}", p.title)),
            puzzle: puzzle.map(|p| p.id.clone()),
            ..Extra::default()
        };
        self.add(session, &wish.game, rows, extra).await
    }

    /// A game from a file. A file with all its secrets is checked die by die.
    pub async fn import(
        self: &Arc<Tables>,
        file: String,
        players: BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Created, ApiError> {
        let mut record: AnyRecord = serde_json::from_str(&file)
            .map_err(|e| ApiError::Broken(format!("this is no game file of Sandtable: {e}")))?;
        let game = self.library.game(&record.head.game)?.clone();
        let name = game.about().id;
        let fresh_dice = sealed()?;
        let verify = OpenOptions { verify: true, undone: 0 };
        let session = tokio::task::spawn_blocking(move || match game.open(&record, verify) {
            // Without all secrets the dice can't be derived again, and those to come must be others. Every move is
            // still played from the first on: snapshots of a stranger are not believed.
            Err(TableError::Session(SessionError::Secrets)) => {
                record.snapshots.clear();
                let opened = game.open(&record, OpenOptions::default())?;
                Ok(opened.branch(opened.moves(), fresh_dice)?)
            }
            opened => opened,
        });
        let session = session.await.map_err(|e| ApiError::Broken(e.to_string()))??;
        let rows = self.seat_rows(name, &session.head().scenario, &players, explain)?;
        self.add(session, name, rows, Extra::default()).await
    }

    /// A branch of a game, with dice of its own.
    pub async fn branch(
        self: &Arc<Tables>,
        id: &str,
        caller: &Caller,
        at: usize,
        players: BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Created, ApiError> {
        let table = self.table(id).await?;
        let sides = table.sides_of(caller);
        let name = table.game().about().id;
        if !table.game().about().open && !table.may_read_record(&sides) {
            let why = "a branch would show what is hidden; it can be made when the game is over";
            return Err(ApiError::Seat(why.to_string()));
        }
        let session = table.session().branch(at, sealed()?)?;
        drop(table);
        let rows = self.seat_rows(name, &session.head().scenario, &players, explain)?;
        let extra = Extra { branch_of: Some(id.to_string()), ..Extra::default() };
        self.add(session, name, rows, extra).await
    }

    fn seat_rows(
        &self,
        game: &str,
        scenario: &str,
        players: &BTreeMap<String, Player>,
        explain: bool,
    ) -> Result<Vec<SeatRow>, ApiError> {
        let game = self.library.game(game)?;
        let about = game.about();
        let known: Vec<_> = about.sides_of(scenario).map(|(_, s)| s.id).collect();
        if let Some(side) = players.keys().find(|k| !known.contains(&k.as_str())) {
            return Err(ApiError::Broken(format!(
                "`{scenario}` has no side `{side}`; its sides are {}",
                known.join(", ")
            )));
        }
        about
            .sides_of(scenario)
            .map(|(_, side)| {
                let missing = || ApiError::Broken(format!("you have named nobody to play `{}`", side.id));
                let (kind, level) = match players.get(side.id).ok_or_else(missing)? {
                    Player::Me => (SeatKind::Me, None),
                    Player::Open => (SeatKind::Open, None),
                    Player::Bot { level } => {
                        game.thinks(level)?;
                        (SeatKind::Bot, Some(level.clone()))
                    }
                };
                Ok(SeatRow::new(side.id, kind, level, explain && kind == SeatKind::Bot))
            })
            .collect()
    }

    pub(crate) async fn add(
        self: &Arc<Tables>,
        session: Box<dyn AnySession>,
        game: &str,
        mut seats: Vec<SeatRow>,
        extra: Extra,
    ) -> Result<Created, ApiError> {
        let id = random_hex(6)?;
        let (mut keys, mut invitations) = (BTreeMap::new(), BTreeMap::new());
        for seat in &mut seats {
            match seat.kind {
                SeatKind::Me => drop(keys.insert(seat.side.clone(), seat.new_key()?)),
                SeatKind::Open => drop(invitations.insert(seat.side.clone(), seat.invite()?)),
                SeatKind::Bot => {}
            }
        }
        let game = self.library.game(game)?.clone();
        let record = session.record();
        let mut row = GameRow {
            id: id.clone(),
            game: game.about().id.to_string(),
            head: record.head,
            seats,
            summary: Default::default(),
            touched: now(),
            extra,
        };
        let mut table = Table::new(game, session, row.clone(), record.moves.len());
        row.summary = table.summary();
        let due = DueChange::between(Some(&[]), &table.due());
        self.store.create(&row, record.moves, record.snapshots.last(), &due).await.map_err(storage)?;
        table.kept_due = Some(table.due());
        let mut slots = self.slots.lock().await;
        self.spawn_bots(&mut table);
        slots.insert(id.clone(), Arc::new(OnceCell::new_with(Some(Arc::new(Mutex::new(table))))));
        Ok(Created { id, keys, invitations })
    }
}

/// Runs to the end whatever becomes of the request.
pub(crate) async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.map_err(|e| ApiError::Storage(e.to_string()))?
}

/// Dice that nobody can foresee.
pub(crate) fn sealed() -> Result<DiceSource, ApiError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|e| ApiError::Storage(e.to_string()))?;
    Ok(DiceSource::sealed(&[Secret(secret)]))
}

/// A number that nobody can foresee.
pub(crate) fn random_number() -> Result<u64, ApiError> {
    let mut noise = [0; 8];
    getrandom::fill(&mut noise).map_err(|e| ApiError::Storage(e.to_string()))?;
    Ok(u64::from_le_bytes(noise))
}

/// So many random bytes as hexadecimal digits.
pub(crate) fn random_hex(bytes: usize) -> Result<String, ApiError> {
    let mut noise = [0; 32];
    getrandom::fill(&mut noise).map_err(|e| ApiError::Storage(e.to_string()))?;
    Ok(sandtable_core::seal::to_hex(&noise[..bytes.min(32)]))
}

pub(crate) fn storage(e: StoreError) -> ApiError {
    match e {
        StoreError::Gone => ApiError::Unknown(e.to_string()),
        e => ApiError::Storage(e.to_string()),
    }
}
