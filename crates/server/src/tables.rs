//! All tables of the program: finds a game, opens it, lets players act and bots answer, and saves every step before
//! anybody hears of it.

use crate::accounts::Accounts;
use crate::caller::Caller;
use crate::closed::{shut, told as told_closed};
use crate::dice;
use crate::error::ApiError;
use crate::flags::Served;
use crate::library::Library;
use crate::opponents::terms::Meeting;
use crate::positions::{told, unsaid};
use crate::seats::SeatRow;
use crate::settings::Settings;
use crate::store::accounts::ACCOUNT_NEWS;
use crate::store::{Extra, GameRow, Store, StoreError, now};
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
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, OnceCell, OwnedMutexGuard};

/// How long a bot waits at first, and at the longest, when its move could not be saved.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// After so long without connections a table is closed; it is opened again when somebody comes.
const IDLE: Duration = Duration::from_secs(600);

/// Where more tables than this are open, they are closed much sooner.
const MANY: usize = 2_000;
const IDLE_OF_MANY: Duration = Duration::from_secs(20);

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
    works: AtomicU64,
    /// Calls for what the table does by itself.
    pub(crate) errands: Arc<Notify>,
}

impl Tables {
    /// The tables of a store.
    pub fn new(library: Library, store: Store, settings: Settings) -> Arc<Tables> {
        let (pools, works) = (Pools::new(&settings), AtomicU64::new(0));
        let post = crate::notices::Post::new(&settings);
        let accounts = Accounts::new(store.clone(), &settings);
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
        })
    }

    /// Starts what runs as long as the program: idle tables are closed, and what other nodes wrote is read.
    pub fn spawn_background_tasks(self: &Arc<Tables>) {
        self.keep_time();
        self.deliver_notices();
        self.spawn_errands();
        let tables = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(IDLE_OF_MANY / 2).await;
                let Some(tables) = tables.upgrade() else { return };
                tables.close_idle().await;
                tables.accounts.tidy().await;
            }
        });
        let tables = Arc::downgrade(self);
        let store = self.store.clone();
        tokio::spawn(async move {
            let mut pause = RETRY;
            loop {
                match store.news().await {
                    Ok(None) => return,
                    Ok(Some(mut listener)) => {
                        pause = RETRY;
                        // While nobody listened, anything may have been written.
                        let Some(all) = tables.upgrade() else { return };
                        all.accounts.forget_all();
                        all.reload_all().await;
                        drop(all);
                        while let Ok(news) = listener.recv().await {
                            let Some(tables) = tables.upgrade() else { return };
                            let Some((id, number)) = news.payload().split_once(' ') else { continue };
                            if id == ACCOUNT_NEWS {
                                tables.accounts.forget(number);
                                continue;
                            }
                            tables.reload_if_behind(id, number.parse().unwrap_or(usize::MAX)).await;
                        }
                    }
                    Err(e) => tracing::warn!("steps of other nodes are not heard: {e}"),
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_RETRY);
            }
        });
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

    async fn close_idle(&self) {
        let mut slots = self.slots.lock().await;
        let after = if slots.len() > MANY { IDLE_OF_MANY } else { IDLE };
        let idle = |t: &Table| t.connected() == 0 && now() - t.touched > after.as_millis() as i64;
        // A table that somebody uses at this moment has another holder, and stays open.
        let used = |handle: &TableHandle| {
            Arc::strong_count(handle) > 1 || !handle.try_lock().is_ok_and(|t| idle(&t))
        };
        slots.retain(|_, slot| Arc::strong_count(slot) > 1 || slot.get().is_some_and(used));
    }

    /// Another node has written a step: reads the table again if it lacks it.
    async fn reload_if_behind(&self, id: &str, number: usize) {
        let slot = self.slots.lock().await.get(id).cloned();
        if let Some(handle) = slot.as_ref().and_then(|p| p.get()) {
            let mut table = handle.lock().await;
            if table.number < number {
                table.must_reload = true;
                let _ = self.reload_if_needed(&mut table).await;
            }
        }
    }

    /// Reads every open table again before it is used next.
    async fn reload_all(&self) {
        let slots: Vec<Slot> = self.slots.lock().await.values().cloned().collect();
        for handle in slots.iter().filter_map(|slot| slot.get()) {
            let mut table = handle.lock().await;
            table.must_reload = true;
            let _ = self.reload_if_needed(&mut table).await;
        }
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
        let handle = match slot.get_or_try_init(|| self.open(id)).await {
            Ok(handle) => handle.clone(),
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
    async fn reload_if_needed(&self, table: &mut Table) -> Result<(), ApiError> {
        if !table.must_reload {
            return Ok(());
        }
        let stored = self.store.load(&table.id).await.map_err(storage)?;
        let stored = stored.ok_or_else(|| ApiError::Unknown(format!("the game `{}` is gone", table.id)))?;
        Ok(table.reload(stored)?)
    }

    /// Saves the step just taken and sends it to everybody; if that fails, it never happened.
    async fn save(&self, table: &mut Table, undone: bool) -> Result<(), ApiError> {
        table.reckon();
        let taken = table.unsaved_step(undone);
        match self.store.append(taken.row.clone()).await {
            Ok(()) => {
                table.announce(taken);
                self.count(table).await;
                Ok(())
            }
            Err(e) => {
                table.must_reload = true;
                let known = table.number;
                // If it can't be read either, the next request tries again.
                let _ = self.reload_if_needed(table).await;
                Err(match e {
                    StoreError::Taken => ApiError::Stale { now: table.number, known },
                    e => storage(e),
                })
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

    /// Lets bots move as long as it is theirs to decide. While one thinks, the table is free: its move counts only if the game still
    /// stands as it did.
    pub fn spawn_bots(self: &Arc<Tables>, table: &mut Table) {
        if table.bot_to_move().is_none() || self.bots_rest(table) {
            table.rest();
            return;
        }
        if table.thinking.is_some_and(|(_, at)| at == table.number) {
            return;
        }
        // What thinks about an earlier number finds that other work has begun since, and stops.
        let work = self.works.fetch_add(1, Ordering::Relaxed);
        table.thinking = Some((work, table.number));
        tokio::spawn(self.clone().bots_move(table.id.clone(), work));
    }

    async fn bots_move(self: Arc<Tables>, id: String, work: u64) {
        let mut pause = RETRY;
        loop {
            match self.bot_moves(&id, work).await {
                Ok(true) => pause = RETRY,
                Ok(false) | Err(ApiError::Unknown(_)) => return,
                // The disk is full or the database away: nothing is lost but time.
                Err(ApiError::Storage(e)) => {
                    tracing::warn!("game {id}: a bot waits {} s: {e}", pause.as_secs());
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_RETRY);
                }
                Err(e) => {
                    tracing::error!("game {id}: {e}");
                    return;
                }
            }
        }
    }

    /// One decision of a bot; false if none is to be taken here any more.
    async fn bot_moves(self: &Arc<Tables>, id: &str, work: u64) -> Result<bool, ApiError> {
        let mut table = self.table(id).await?;
        let at_work = |table: &Table| table.thinking.is_some_and(|(w, _)| w == work);
        if !at_work(&table) {
            return Ok(false);
        }
        let who = table.bot_to_move().map(|(side, level)| (side, level.to_string()));
        let rests = self.bots_rest(&table) || self.check_length(&table).is_err();
        let Some((_, level)) = who.as_ref().filter(|_| !rests) else {
            table.rest();
            return Ok(false);
        };
        let thinks = table.game().thinks(level)?;
        let (number, maker) = (table.number, table.maker().to_string());
        table.thinking = Some((work, number));
        drop(table);
        let turn = self.turn_of_bot(&maker, thinks).await?;
        let mut table = self.table(id).await?;
        // What it is to think about is taken from the table when its turn has come: those that wait keep nothing.
        if !at_work(&table) {
            return Ok(false);
        }
        if table.number != number {
            return Ok(true);
        }
        let Some(thinking) = table.think()? else { return Ok(true) };
        drop(table);
        let thought = apart(turn, move || Ok(thinking())).await?;
        let mut table = self.table(id).await?;
        if !at_work(&table) {
            return Ok(false);
        }
        let same = table.bot_to_move().map(|(side, level)| (side, level.to_string())) == who;
        if table.number != number || !same {
            table.let_go(thought);
            return Ok(true);
        }
        table.act_on(thought)?;
        match self.save(&mut table, false).await {
            // Another node was faster: look again whose turn it is.
            Ok(()) | Err(ApiError::Stale { .. }) => Ok(true),
            Err(e) => Err(e),
        }
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
        self.store
            .create(&row, record.moves, record.snapshots.last(), table.flag(), turns.as_ref())
            .await
            .map_err(storage)?;
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
    ApiError::Storage(e.to_string())
}
