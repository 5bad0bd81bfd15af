//! One game under way: its session, its seats, and its connections.

use crate::caller::Caller;
use crate::closed::{ClosedGame, StoredFile, reopen};
use crate::connections::Connections;
use crate::error::ApiError;
use crate::flags::Served;
use crate::seats::SeatRow;
use crate::store::{Due, Extra, GameRow, Stored, StoredStep, Summary};
use crate::tables::random_number;
use crate::wire::{
    Can, Ground, Line, Listing, Offers, Said, Seat, SeatKind, State, TalkRoom, Traces, Undo, Wanted, Why,
};
use crate::{convert, dice};
use sandtable_bots::any_session::{AnySession, Pick, Thinking, Thought};
use sandtable_bots::registry::{AnyGame, TableError};
use sandtable_core::chains::Link;
use sandtable_core::game::victory_text;
use sandtable_core::record::{AnyEntry, AnyRecord};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Outcome, Side, Sides};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Somebody at the table: the sides that this person plays, and the one chosen to look from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The sides; none for somebody who watches.
    pub sides: Vec<Side>,
    /// The chosen one; without it the view is that of the side that must decide.
    pub seat: Option<Side>,
}

/// One game under way.
pub struct Table {
    /// Its id.
    pub id: String,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// Its name and whatever else belongs to it.
    pub extra: Extra,
    /// What its players said to each other.
    pub said: Vec<Said>,
    /// How many steps it has, those taken back included.
    pub number: usize,
    /// When it was last touched, in milliseconds since 1970.
    pub touched: i64,
    /// Whether it must be read from the storage again before it is used.
    pub must_reload: bool,
    /// Whether others have written what is not here yet.
    pub behind: bool,
    /// How often its seats, its name and the like have changed.
    pub revision: i64,
    /// What it waits for as far as that is written; nothing if that is not known.
    pub(crate) kept_due: Option<Vec<Due>>,
    /// Secret choices made at the decision that is still open: the step of each, and who made it.
    pending: Vec<(usize, Side)>,
    /// What bots said of their moves, by number among the moves that stand.
    pub(crate) reasons: BTreeMap<usize, Why>,
    /// What each bot has said last, in full.
    pub(crate) last_reasons: Vec<(Side, Why)>,
    /// What the bot says of the step that is not yet saved.
    pub(crate) unsaved_reasons: Option<Why>,
    /// The work of the bots of this table that is under way, and the number of steps that they think about.
    pub(crate) thinking: Option<(u64, usize)>,
    /// When somebody has looked last who is not connected.
    looked: Option<Instant>,
    /// Held while a hint is thought out.
    pub(crate) advising: Arc<tokio::sync::Mutex<()>>,
    /// The analysis that was made last.
    pub(crate) analysed: Option<crate::analyse::Kept>,
    /// After how many milliseconds somebody whose turn it is is told.
    pub(crate) tells_after: i64,
    /// When tables were served: only then clocks run.
    pub(crate) served: Arc<Served>,
    /// Whether the result is kept.
    pub(crate) counted: bool,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
    /// Why the game does not go on, and its file, if today's rules do not lead where it went.
    pub(crate) closed_game: Option<ClosedGame>,
    pub(crate) connections: Connections,
}

/// The moves that stand when those taken back are out, each with the number of its step.
pub(crate) fn standing(steps: Vec<StoredStep>) -> Vec<(usize, AnyEntry)> {
    let mut left = Vec::with_capacity(steps.len());
    for (i, step) in steps.into_iter().enumerate() {
        match step {
            StoredStep::Move(entry) => left.push((i + 1, *entry)),
            StoredStep::Undo => drop(left.pop()),
        }
    }
    left
}

/// The record of a stored game, without its snapshot: every move that stands is played.
pub(crate) fn record_of(stored: Stored) -> AnyRecord {
    let mut record = StoredFile::of(stored).file;
    record.snapshots.clear();
    record
}

impl Table {
    /// A table from the storage.
    pub fn open(game: Arc<dyn AnyGame>, mut stored: Stored) -> Result<Table, TableError> {
        let (row, revision, number) = (stored.row.clone(), stored.revision, stored.steps.len());
        let (said, mut whys) = (std::mem::take(&mut stored.said), std::mem::take(&mut stored.whys));
        let StoredFile { file, numbers, undone } = StoredFile::of(stored);
        let (session, closed) = reopen(&*game, file, undone)?;
        let mut table = Table::new(game, session, row, number);
        table.closed_game = closed;
        (table.said, table.revision) = (said, revision);
        let reasons = numbers.iter().enumerate().filter_map(|(i, step)| Some((i + 1, whys.remove(step)?)));
        table.reasons = reasons.collect();
        Ok(table)
    }

    /// A table around a session.
    pub fn new(game: Arc<dyn AnyGame>, session: Box<dyn AnySession>, row: GameRow, number: usize) -> Table {
        Table {
            id: row.id,
            seats: row.seats,
            extra: row.extra,
            said: vec![],
            number,
            touched: row.touched,
            must_reload: false,
            behind: false,
            revision: 0,
            kept_due: None,
            pending: vec![],
            reasons: BTreeMap::new(),
            last_reasons: vec![],
            unsaved_reasons: None,
            thinking: None,
            looked: None,
            advising: Arc::default(),
            analysed: None,
            served: Arc::default(),
            tells_after: 0,
            counted: false,
            game,
            session,
            closed_game: None,
            connections: Connections::default(),
        }
    }

    /// Puts what the storage has in place of what is here, for those who look on.
    pub fn reload(&mut self, stored: Stored) -> Result<(), TableError> {
        let fresh = Table::open(self.game.clone(), stored)?;
        self.session = fresh.session;
        self.closed_game = fresh.closed_game;
        self.number = fresh.number;
        self.seats = fresh.seats;
        self.extra = fresh.extra;
        self.said = fresh.said;
        self.revision = fresh.revision;
        self.kept_due = None;
        (self.must_reload, self.behind) = (false, false);
        self.pending.clear();
        self.reasons = fresh.reasons;
        self.last_reasons.clear();
        self.unsaved_reasons = None;
        self.connections.forget();
        self.send_states();
        Ok(())
    }

    /// The session.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// The sides that must decide.
    pub fn deciding(&self) -> Sides {
        if self.agreed().is_some() || self.closed_game.is_some() {
            return Sides::default();
        }
        match self.session.decision(Viewer::All) {
            Decision::Decide { sides, .. } => sides,
            Decision::Over(_) => Sides::default(),
        }
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.session.decision(Viewer::All) {
            Decision::Over(outcome) => Some(outcome),
            Decision::Decide { .. } => self.agreed(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Sides that somebody plays.
    pub fn sides_of(&self, caller: &Caller) -> Vec<Side> {
        let about = self.game.about();
        self.seats.iter().filter(|s| s.is_of(caller)).filter_map(|s| about.side(&s.side)).collect()
    }

    /// Somebody who asks, who may name one of the own seats to look from.
    pub fn person(&self, caller: &Caller, seat: Option<&str>) -> Result<Person, ApiError> {
        let sides = self.looking(caller)?;
        let seat = seat.map(|name| self.own(&sides, name)).transpose()?;
        Ok(Person { sides, seat })
    }

    /// The side of a name, if it is one of these.
    pub(crate) fn own(&self, sides: &[Side], name: &str) -> Result<Side, ApiError> {
        let side = self.game.about().side(name);
        let side = side.ok_or_else(|| ApiError::Unknown(format!("there is no side `{name}`")))?;
        if sides.contains(&side) {
            return Ok(side);
        }
        Err(ApiError::Seat(format!("you do not hold the key to the seat `{name}`")))
    }

    /// The side that acts: the one named, or the one of yours that must decide.
    pub fn acting(&self, sides: &[Side], named: Option<&str>) -> Result<Side, ApiError> {
        if let Some(name) = named {
            return self.own(sides, name);
        }
        let deciding = self.deciding();
        sides.iter().find(|s| deciding.has(**s)).or(sides.first()).copied().ok_or_else(|| {
            ApiError::Seat("you watch this game; to play it you need the key to a seat".to_string())
        })
    }

    /// Whom somebody looks as: the seat that was chosen, else the side that must decide, else the first.
    pub fn viewer(&self, person: &Person) -> Viewer {
        if self.game.about().open {
            return Viewer::Watcher;
        }
        if self.outcome().is_some() {
            return Viewer::All;
        }
        match person.seat.map_or_else(|| self.acting(&person.sides, None), Ok) {
            Ok(side) => Viewer::Side(side),
            Err(_) => Viewer::Watcher,
        }
    }

    /// Refuses a request about a game that has gone on since.
    pub fn fresh(&self, after: usize) -> Result<(), ApiError> {
        if after == self.number { Ok(()) } else { Err(ApiError::Stale { now: self.number, known: after }) }
    }

    /// The same for a side that acts: what others have chosen in secret meanwhile does not matter to its own choice.
    pub fn fresh_for(&self, side: Side, after: usize) -> Result<(), ApiError> {
        let since = self.pending.iter().filter(|(number, _)| *number > after);
        let others = since.clone().count() + after == self.number && since.clone().all(|(_, s)| *s != side);
        if others { Ok(()) } else { self.fresh(after) }
    }

    /// Keeps in mind whether the step just taken is a secret choice that others have still to make.
    pub(crate) fn note_pending(&mut self, undone: bool) {
        match self.session.last_move() {
            Some(last) if last.pending && !undone => self.pending.push((self.number, last.side)),
            _ => self.pending.clear(),
        }
    }

    /// Takes an action and gives its log; it is not yet saved.
    pub fn act(&mut self, side: Side, wanted: &Wanted, link: Link) -> Result<Vec<Line>, ApiError> {
        self.may_act(side)?;
        Ok(self.session.act_with(side, wanted, link)?)
    }

    /// Takes the last move back; it is not yet saved.
    pub fn undo(&mut self, sides: &[Side]) -> Result<(), ApiError> {
        let undo = self.may_undo(sides);
        if !undo.may {
            return Err(ApiError::Illegal { message: undo.why, breaches: vec![] });
        }
        Ok(self.session.undo()?)
    }

    /// Whether these sides can take the last move back.
    pub fn may_undo(&self, sides: &[Side]) -> Undo {
        let no = |why: &str| Undo { may: false, why: why.to_string() };
        if sides.is_empty() {
            return no("you watch this game");
        }
        if self.agreed().is_some() {
            return no("the game is over by agreement");
        }
        if let Err(closed) = self.goes_on() {
            return no(&closed.to_string());
        }
        if self.extra.from_file {
            return no(
                "the game was taken in from a file as it ended: branch off to play on from an earlier move",
            );
        }
        if self.extra.meeting.counts && self.outcome().is_some() {
            return no("the result of this game is kept: it stays as it ended");
        }
        if self.session.last_move().is_some_and(|last| !sides.contains(&last.side)) {
            return no("the last move is not yours: the other side has moved since");
        }
        match self.session.may_undo() {
            Ok(()) => Undo { may: true, why: String::new() },
            Err(e) => no(&e.to_string()),
        }
    }

    /// The bot that must decide, if one must: its side and level.
    pub fn bot_to_move(&self) -> Option<(Side, &str)> {
        let deciding = self.deciding();
        let bots = self.seats.iter().filter(|s| s.kind == SeatKind::Bot);
        let sides = bots.filter_map(|s| Some((self.game.about().side(&s.side)?, s)));
        let (side, seat) = sides.into_iter().find(|(side, _)| deciding.has(*side))?;
        Some((side, seat.level.as_deref()?))
    }

    /// What the bot that must decide is to think out, if one must.
    pub fn think(&mut self) -> Result<Option<Thinking>, ApiError> {
        let Some((side, level)) = self.bot_to_move() else { return Ok(None) };
        let level = level.to_string();
        // Where things are hidden, nobody may repeat at home what a bot has chosen.
        let open = self.game.about().open;
        let seed = if open { self.number as u64 } else { random_number()? };
        // What bots say is kept in any case: when the game is over everybody may read it.
        Ok(Some(self.session.think(side, &level, seed, true)?))
    }

    /// Does what a bot has decided; it is not yet saved.
    pub fn act_on(&mut self, thought: Thought) -> Result<(), ApiError> {
        let side = thought.side();
        let moved = self.session.act_on(thought)?;
        self.take_reasons(side, moved.why);
        Ok(())
    }

    /// No bot has anything to decide any more.
    pub fn rest(&mut self) {
        self.thinking = None;
        self.session.stop_thinking();
    }

    /// Somebody looks.
    pub fn look(&mut self) {
        self.looked = Some(Instant::now());
    }

    /// Whether somebody looks, or has done so lately.
    pub fn is_watched(&self, lately: Duration) -> bool {
        self.connected() > 0 || self.looked.is_some_and(|at| at.elapsed() < lately)
    }

    /// Whether bots alone play it.
    pub fn is_of_bots(&self) -> bool {
        self.seats.iter().all(|s| s.kind == SeatKind::Bot)
    }

    /// Who has made it; a game of an earlier program stands for itself.
    pub fn maker(&self) -> &str {
        if self.extra.made_by.is_empty() { &self.id } else { &self.extra.made_by }
    }

    /// A decision of a bot came too late.
    pub fn let_go(&mut self, thought: Thought) {
        self.session.let_go(thought);
    }

    /// How the game stands.
    pub fn summary(&self) -> Summary {
        self.summary_at(self.session.view(Viewer::Watcher).moment)
    }

    pub(crate) fn summary_at(&self, moment: String) -> Summary {
        let result = match self.outcome() {
            Some(o) if self.agreed().is_some() => self.agreement(o),
            Some(o) => {
                let about = self.game.about();
                let winner = o.winner.and_then(|s| about.sides.get(usize::from(s.0)));
                winner
                    .map_or(o.level.to_string(), |w| format!("{}, {}", w.name, victory_text(o.level, w.name)))
            }
            None => String::new(),
        };
        Summary {
            moment,
            deciding: self.deciding().iter().map(|s| self.game.about().side_id(s).to_string()).collect(),
            moves: self.session.moves(),
            result,
            scenario: self.session.head().scenario.clone(),
        }
    }

    /// The seats.
    pub fn seats(&self) -> Vec<Seat> {
        let about = self.game.about();
        let here = |side: &str| {
            let side = about.side(side);
            self.connections
                .open
                .iter()
                .any(|o| !o.send.is_closed() && side.is_some_and(|s| o.person.sides.contains(&s)))
        };
        seats(about, &self.seats, here)
    }

    /// What somebody can touch, from the chosen seat.
    pub fn offers(&self, person: &Person) -> Option<Offers> {
        let deciding = self.deciding();
        let sides = person.seat.as_ref().map_or(&person.sides[..], std::slice::from_ref);
        let side = *sides.iter().find(|s| deciding.has(**s) && self.may_act(**s).is_ok())?;
        Some(self.session.offers(side))
    }

    /// What can be done, as far as you ask for it.
    pub fn can(&self, side: Side, pick: Pick<'_>) -> Can {
        let ways = match pick {
            Pick::Piece(piece) => self.session.ways(side, piece),
            Pick::All | Pick::Place(_) => vec![],
        };
        Can { number: self.number, actions: self.session.actions(side, pick), ways }
    }

    /// Layers of a piece, as somebody sees it.
    pub fn traces(&self, person: &Person, piece: &str) -> Traces {
        Traces { number: self.number, layers: self.session.traces(self.viewer(person), piece) }
    }

    /// Layers of the ground, as somebody knows it; a watcher of a game with secrets is shown none while it goes on.
    pub fn ground(&self, person: &Person, what: Ground) -> Traces {
        let knows = match self.viewer(person) {
            Viewer::Side(side) => Some(side),
            // Nothing is hidden in the game, or no longer.
            Viewer::All => Some(Side(0)),
            Viewer::Watcher => self.game.about().open.then_some(Side(0)),
        };
        let layers = knows.and_then(|side| self.session.ground(side, what)).unwrap_or_default();
        Traces { number: self.number, layers }
    }

    /// The game as somebody sees it.
    pub fn state(&self, person: &Person) -> State {
        let about = self.game.about();
        let head = self.session.head();
        State {
            id: self.id.clone(),
            game: about.id.to_string(),
            scenario: head.scenario.clone(),
            options: head.options.clone(),
            number: self.number,
            explains: self.explains_to(self.viewer(person)),
            seals: head.dice.seals().to_vec(),
            seeded: head.dice.foreseeable(),
            dice_facts: dice::facts(self),
            closed: self.told_closed(),
            yours: person.sides.iter().map(|s| about.side_id(*s).to_string()).collect(),
            seat: match self.viewer(person) {
                Viewer::Side(side) => Some(about.side_id(side).to_string()),
                _ => None,
            },
            seats: self.seats(),
            view: self.session.view(self.viewer(person)),
            offers: self.offers(person),
            undo: self.may_undo(&person.sides),
            result: self.outcome().map(|o| convert::outcome(about, o)),
            name: self.extra.name.clone(),
            puzzle: self.extra.puzzle.clone(),
            no_hints: self.extra.no_hints,
            said: self.said.iter().filter(|s| self.hears(person, s)).cloned().collect(),
            rematch: self.extra.rematch.clone().filter(|_| {
                !person.sides.is_empty() || self.seats.iter().all(|s| s.owner() == SeatKind::Bot)
            }),
            may_analyse: self.may_analyse(&person.sides).is_ok(),
            clocks: self.clocks(),
        }
    }

    /// Whether somebody hears what was said: players one another, watchers one another, so that nobody is advised; when the game is over,
    /// players hear both.
    pub(crate) fn hears(&self, person: &Person, said: &Said) -> bool {
        match said.room {
            TalkRoom::Players => !person.sides.is_empty(),
            TalkRoom::Watchers => person.sides.is_empty() || self.outcome().is_some(),
        }
    }

    /// Whether somebody with these sides may see the whole record: all that is left of the players, or everybody once it
    /// is over. Until then it would show what is hidden, and the dice to come.
    pub fn may_read_record(&self, sides: &[Side]) -> bool {
        let about = self.game.about();
        let persons = self.seats.iter().filter(|s| s.is_persons());
        let mine = |s: &SeatRow| about.side(&s.side).is_some_and(|x| sides.contains(&x));
        let ended = self.outcome().is_some() || (self.closed_game.is_some() && !sides.is_empty());
        ended || (!sides.is_empty() && persons.into_iter().all(mine))
    }
}

/// Seats as they are shown.
pub fn seats(about: &sandtable_core::About, rows: &[SeatRow], here: impl Fn(&str) -> bool) -> Vec<Seat> {
    rows.iter()
        .map(|s| Seat {
            side: s.side.clone(),
            name: about.sides.iter().find(|x| x.id == s.side).map_or("", |x| x.name).to_string(),
            kind: s.kind,
            level: s.level.clone(),
            here: s.kind == SeatKind::Bot || here(&s.side),
            taken: s.taken(),
            person: s.person.clone(),
            account: s.account.is_some(),
            stands_in: s.stands_in_for.is_some(),
            offers_draw: s.offers_draw,
            resigned: s.resigned,
        })
        .collect()
}

/// A game in the lobby.
pub fn listing(
    about: &sandtable_core::About,
    row: &GameRow,
    seats: Vec<Seat>,
    closed: Option<String>,
) -> Listing {
    Listing {
        id: row.id.clone(),
        game: row.game.clone(),
        title: about.title.to_string(),
        scenario: row.summary.scenario.clone(),
        moment: row.summary.moment.clone(),
        deciding: if closed.is_some() { vec![] } else { row.summary.deciding.clone() },
        seats,
        moves: row.summary.moves,
        result: row.summary.result.clone(),
        touched: row.touched,
        name: row.extra.name.clone(),
        branch_of: row.extra.branch_of.clone(),
        pace: row.extra.clock.as_ref().map(|c| c.pace.clone()),
        closed,
        yours: vec![],
    }
}
