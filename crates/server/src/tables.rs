//! All tables of the program: finds a game, opens it, lets players act and bots answer, and saves every step before
//! anybody hears of it.

use crate::accounts::Accounts;
use crate::caller::Caller;
use crate::closed::{shut, told as told_closed};
use crate::dice;
use crate::error::ApiError;
use crate::flags::Served;
use crate::gauges::Gauges;
use crate::leases::Leases;
use crate::library::Library;
use crate::nodes::AtWork;
use crate::opponents::terms::Meeting;
use crate::positions::{told, unsaid};
use crate::seats::SeatRow;
use crate::settings::Settings;
use crate::store::{DueChange, Extra, GameRow, Store, StoreError, now};
use crate::table::Table;
use crate::thinking::{Pools, apart};
use crate::wire::{Created, Done, NewGame, Player, SeatKind, Wanted};
use sandtable_bots::any_session::AnySession;
use sandtable_core::game::for_people;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::record::{AnyRecord, DiceSource};
use sandtable_core::seal::Secret;
use sandtable_core::session::seeded;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Notify, OnceCell, OwnedMutexGuard};

/// How long a bot waits at first, and at the longest, when its move could not be saved.
pub(crate) const RETRY: Duration = Duration::from_secs(1);
pub(crate) const LONGEST_RETRY: Duration = Duration::from_secs(4);

/// After so long without connections a table is closed; it is opened again when somebody comes.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// Where more tables than this are open, they are closed much sooner.
const MANY: usize = 2_000;
pub(crate) const IDLE_OF_MANY: Duration = Duration::from_secs(20);

pub(crate) type TableHandle = Arc<Mutex<Table>>;

/// Where a table is kept: empty until it is opened, so that many requests at once wait for one opening.
pub(crate) type Slot = Arc<OnceCell<TableHandle>>;

/// All tables of the program.
pub struct Tables {
    /// Games and boards.
    pub library: Library,
    /// What the keeper of the table has set.
    pub settings: Settings,
    /// When tables were served.
    pub(crate) served: Arc<Served>,
    /// What tells people.
    pub(crate) post: crate::notices::Post,
    /// Who is known here.
    pub(crate) accounts: Accounts,
    store: Store,
    pub(crate) slots: Mutex<HashMap<String, Slot>>,
    /// Turns to think and to work things out.
    pub(crate) pools: Pools,
    /// Held while a game is made where there is only so much room: nobody slips in between counting and making.
    making: Mutex<()>,
    /// Why games are closed, as far as they were looked into.
    pub(crate) closed: std::sync::Mutex<HashMap<String, Option<String>>>,
    /// Counts the times that bots of a table were set to work, so that each knows whether it still is.
    pub(crate) works: AtomicU64,
    /// Calls for what the table does by itself.
    pub(crate) errands: Arc<Notify>,
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
        let (pools, works) = (Pools::new(&settings), AtomicU64::new(0));
        let post = crate::notices::Post::new(&settings);
        let accounts = Accounts::new(store.clone(), &settings);
        let leases = Leases::new(store.clone());
        Arc::new(Tables {
            library,
            settings,
            served: Arc::default(),
            post,
            accounts,
            store,
            slots: Mutex::default(),
            pools,
            making: Mutex::default(),
            works,
            closed: std::sync::Mutex::default(),
            errands: Arc::default(),
            leases,
            at_work: AtWork::default(),
            gauges: Gauges::default(),
        })
    }

    /// The storage.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// A table that is open here.
    pub(crate) async fn open_table(&self, id: &str) -> Option<Arc<Mutex<Table>>> {
        self.slots.lock().await.get(id).and_then(|slot| slot.get()).cloned()
    }

    /// A table that was deleted is no longer kept.
    pub(crate) async fn forget(&self, id: &str) {
        self.slots.lock().await.remove(id);
    }

    pub(crate) async fn close_idle(&self) {
        let mut slots = self.slots.lock().await;
        let after = if slots.len() > MANY { IDLE_OF_MANY } else { IDLE };
        let idle = |t: &Table| t.connected() == 0 && now() - t.touched > after.as_millis() as i64;
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
        let turn = self.turn_of_opening(id).await?;
        let stored = self.store.load(id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| ApiError::Unknown(format!("there is no game `{id}` here")))?;
        let game = self.library.game(&stored.row.game)?.clone();
        // A long game takes its time.
        let opened = apart(turn, move || Ok(Table::open(game, stored))).await?;
        let mut table = opened.map_err(|e| ApiError::Closed(shut(&e)))?;
        self.note_closed(id, table.closed().map(told_closed));
        self.keeps_time(&mut table);
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
        table.reckon();
        let taken = table.unsaved_step(undone);
        let begun = Instant::now();
        let saved = self.store.append(taken.row.clone()).await;
        self.gauges.saved(begun.elapsed(), matches!(saved, Ok(()) | Err(StoreError::Taken)));
        match saved {
            Ok(()) => {
                table.announce(taken);
                self.count(table).await;
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
        reveal: Option<String>,
    ) -> Result<Done, ApiError> {
        let tables = self.clone();
        let link = dice::link(reveal.as_deref())?;
        detached(async move {
            let mut table = tables.table(&id).await?;
            let sides = table.sides_of(&caller);
            let side = table.acting(&sides, side.as_deref())?;
            table.fresh_for(side, after)?;
            tables.check_length(&table)?;
            let lines = table.act(side, &wanted, link)?;
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
            tables.check_length(&table)?;
            table.undo(&sides)?;
            tables.save(&mut table, true).await?;
            tables.spawn_bots(&mut table);
            Ok(Done { number: table.number, lines: vec![] })
        })
        .await
    }

    /// A new game.
    pub async fn create(self: &Arc<Tables>, wish: NewGame, caller: &Caller) -> Result<Created, ApiError> {
        if self.accounts.here() && self.library.is_lesson(&wish) {
            // A lesson plays all sides with their keys, for anybody.
            return self.create_for(wish, None, &Caller::default()).await;
        }
        self.accounts.must_be_signed_in(caller)?;
        self.create_for(wish, None, caller).await
    }

    /// A new game, or one in which a puzzle is played.
    pub(crate) async fn create_for(
        self: &Arc<Tables>,
        wish: NewGame,
        puzzle: Option<&Puzzle>,
        caller: &Caller,
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
        let mut rows = self.seat_rows(&wish.game, &wish.scenario, &wish.seats, wish.explain)?;
        self.accounts.give_own(caller, &mut rows).await?;
        let meeting = self.meeting(&wish, &mut rows, caller)?;
        let people = rows.iter().any(|row| row.is_persons());
        let options = if people { for_people(about, wish.options) } else { wish.options };
        // What the position says itself counts.
        let options = match &wish.position {
            Some(text) => unsaid(text, options),
            None => options,
        };
        let (turn, scenario) = (self.turn_of_work(caller).await?, wish.scenario);
        let begin = move || {
            if let Some(text) = &wish.position
                && let Err(faults) = game.read_position(Some(&scenario), &options, text)
            {
                return Err(ApiError::Position(told(&*game, &faults)));
            }
            Ok(game.begin(&scenario, options, dice, wish.position)?)
        };
        let session = apart(turn, begin).await?;
        let mut extra = Extra {
            no_hints: wish.no_hints || meeting.terms.rated,
            meeting,
            links: wish.links,
            name: puzzle.map_or(String::new(), |p| format!("Puzzle: {}", p.title)),
            puzzle: puzzle.map(|p| p.id.clone()),
            ..Extra::default()
        };
        let persons = rows.iter().filter(|s| s.is_persons()).map(|s| s.side.clone());
        let pace = wish.pace.or_else(|| crate::clock::named(&extra.meeting.terms.pace));
        crate::flags::begin(&mut extra, pace, persons)?;
        self.add(session, &wish.game, rows, extra, caller, 0).await
    }

    /// A game from a file. Every move of it is checked, and every die as far as its secrets are there.
    pub async fn import(
        self: &Arc<Tables>,
        file: String,
        players: BTreeMap<String, Player>,
        explain: bool,
        caller: &Caller,
    ) -> Result<Created, ApiError> {
        self.accounts.must_be_signed_in(caller)?;
        let bytes = file.len();
        // Before all the work.
        self.check_room(caller, false, bytes).await?;
        let turn = self.turn_of_work(caller).await?;
        let (tables, fresh_dice) = (self.clone(), sealed()?);
        let replay = move || {
            let record: AnyRecord = serde_json::from_str(&file)
                .map_err(|e| ApiError::Broken(format!("this is no game file of Sandtable: {e}")))?;
            drop(file);
            if !tables.settings.home() && record.moves.len() > tables.settings.limits.steps {
                let most = tables.settings.limits.steps;
                return Err(ApiError::Quota(format!("a game at this table has {most} moves at most")));
            }
            let game = tables.library.game(&record.head.game)?;
            let (session, from_file) = dice::take_in(&**game, record, fresh_dice)?;
            Ok((game.about().id, session, from_file))
        };
        let (name, session, from_file) = apart(turn, replay).await?;
        let mut rows = self.seat_rows(name, &session.head().scenario, &players, explain)?;
        self.accounts.give_own(caller, &mut rows).await?;
        self.add(session, name, rows, Extra { from_file, ..Extra::default() }, caller, bytes).await
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
        self.accounts.must_be_signed_in(caller)?;
        self.check_room(caller, false, 0).await?;
        let turn = self.turn_of_work(caller).await?;
        let table = self.table(id).await?;
        let sides = table.person(caller, None)?.sides;
        let name = table.game().about().id;
        if !table.game().about().open && !table.may_read_record(&sides) {
            let why = "a branch would show what is hidden; it can be made when the game is over";
            return Err(ApiError::Seat(why.to_string()));
        }
        let meeting = Meeting { open_to: table.extra.meeting.open_to, ..Meeting::default() };
        let session = apart(turn, move || table.branch(at)).await?;
        let mut rows = self.seat_rows(name, &session.head().scenario, &players, explain)?;
        self.accounts.give_own(caller, &mut rows).await?;
        let extra = Extra { branch_of: Some(id.to_string()), meeting, ..Extra::default() };
        self.add(session, name, rows, extra, caller, 0).await
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
                        self.allows_level(&**game, level)?;
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
        caller: &Caller,
        bytes: usize,
    ) -> Result<Created, ApiError> {
        let _making = if self.settings.home() { None } else { Some(self.making.lock().await) };
        self.check_room(caller, seats.iter().all(|s| s.kind == SeatKind::Bot), bytes).await?;
        let extra = Extra { made_by: caller.name(), ..extra };
        let id = random_hex(6)?;
        let (mut keys, mut invitations) = (BTreeMap::new(), BTreeMap::new());
        for seat in &mut seats {
            match seat.kind {
                SeatKind::Me if seat.account.is_some() && !extra.links => {}
                SeatKind::Me => drop(keys.insert(seat.side.clone(), seat.new_key()?)),
                SeatKind::Open if seat.account.is_some() => {}
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
        self.begin_time(&mut table);
        row.summary = table.summary();
        row.extra = table.extra.clone();
        let turns = table.turns(&[], table.tells_after);
        let due = DueChange::between(Some(&[]), &table.due());
        self.store
            .create(&row, record.moves, record.snapshots.last(), &due, table.flag(), turns.as_ref())
            .await
            .map_err(storage)?;
        table.kept_due = Some(table.due());
        let mut slots = self.slots.lock().await;
        table.look();
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
