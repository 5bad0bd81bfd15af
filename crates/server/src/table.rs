//! One game under way: its session, its seats, and whoever looks on.

use crate::convert;
use crate::packed::Packed;
use crate::refuse::Refusal;
use crate::store::{GameRow, SeatRow, StepRow, Stored, Summary, UNDO};
use crate::wire::{
    Can, Frame, History, Listing, Live, Offered, Offers, Seat, SeatKind, State, Step, Undo, View, Wanted,
};
use axum::extract::ws::Utf8Bytes;
use sandtable_bots::registry::{AnyGame, AnySession, Luck, TableError, Told, record_text};
use sandtable_core::Side;
use sandtable_core::guide::Handle;
use sandtable_core::view::Viewer;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Up to so many actions are offered whole with every step; beyond, only the mere buttons.
const FEW: usize = 12;

/// Messages that may wait for somebody who reads slowly before the table gives up on him.
pub const PATIENCE: usize = 64;

/// Somebody who looks on.
struct Onlooker {
    number: u64,
    sides: Vec<Side>,
    /// Whom he looked as when he was last told something.
    viewer: Viewer,
    send: mpsc::Sender<Utf8Bytes>,
}

/// One game under way.
pub struct Table {
    /// Its id.
    pub id: String,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// How many steps it has, those taken back included.
    pub number: usize,
    /// When it was last touched, in milliseconds since 1970.
    pub touched: i64,
    /// Whether it must be read from the storage again before it is used.
    pub spoiled: bool,
    game: Arc<dyn AnyGame>,
    session: Box<dyn AnySession>,
    onlookers: Vec<Onlooker>,
    arrivals: u64,
    /// The last view of each kind of viewer that somebody looks from.
    seen: Vec<(Viewer, View)>,
    /// The history of each kind of viewer who asked for it, kept up while somebody looks on.
    histories: Vec<Kept>,
}

/// A history with the view it ends in, and ready for the wire if nothing has happened since.
struct Kept {
    viewer: Viewer,
    history: History,
    packed: Option<Packed>,
}

/// A step that is taken but not yet saved.
pub struct Taken {
    /// What is saved.
    pub row: StepRow,
    /// What each kind of viewer is told, the watcher first.
    told: Vec<(Viewer, Told)>,
    undone: bool,
}

/// The moves that are left of a game's steps when those taken back are out.
pub fn moves(steps: &[String]) -> Vec<&str> {
    let mut left: Vec<&str> = Vec::with_capacity(steps.len());
    for step in steps {
        if step == UNDO {
            left.pop();
        } else {
            left.push(step);
        }
    }
    left
}

impl Table {
    /// A table from the storage.
    pub fn open(game: Arc<dyn AnyGame>, stored: Stored) -> Result<Table, TableError> {
        let left = moves(&stored.steps);
        let text = record_text(&stored.row.head, left.iter().copied(), stored.snapshot.as_deref());
        // A snapshot of moves that were taken back does not fit; the moves alone always do.
        let session = game.open(&text, false).or_else(|e| match &stored.snapshot {
            Some(_) => game.open(&record_text(&stored.row.head, left.iter().copied(), None), false),
            None => Err(e),
        })?;
        Ok(Table::new(game, session, stored.row, stored.steps.len()))
    }

    /// A table around a session.
    pub fn new(game: Arc<dyn AnyGame>, session: Box<dyn AnySession>, row: GameRow, number: usize) -> Table {
        Table {
            id: row.id,
            seats: row.seats,
            number,
            touched: row.touched,
            spoiled: false,
            game,
            session,
            onlookers: vec![],
            arrivals: 0,
            seen: vec![],
            histories: vec![],
        }
    }

    /// Puts what the storage has in place of what is here, for those who look on.
    pub fn renew(&mut self, stored: Stored) -> Result<(), TableError> {
        let fresh = Table::open(self.game.clone(), stored)?;
        self.session = fresh.session;
        self.number = fresh.number;
        self.seats = fresh.seats;
        self.spoiled = false;
        self.seen.clear();
        self.histories.clear();
        for i in 0..self.onlookers.len() {
            let sides = self.onlookers[i].sides.clone();
            let state = Live::State(Box::new(self.state(&sides)));
            let _ = self.onlookers[i].send.try_send(text(&state));
        }
        Ok(())
    }

    /// The session.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Sides that some keys play.
    pub fn sides_of(&self, keys: &[String]) -> Vec<Side> {
        let about = self.game.about();
        let held = |s: &&SeatRow| !s.key.is_empty() && keys.iter().any(|k| same(k, &s.key));
        self.seats.iter().filter(held).filter_map(|s| about.side(&s.side)).collect()
    }

    /// The side that acts: the one named, or the one of yours that must decide.
    pub fn acting(&self, sides: &[Side], named: Option<&str>) -> Result<Side, Refusal> {
        let about = self.game.about();
        if let Some(name) = named {
            let side =
                about.side(name).ok_or_else(|| Refusal::Unknown(format!("there is no side `{name}`")))?;
            if !sides.contains(&side) {
                return Err(Refusal::Seat(format!("you do not hold the key to the seat `{name}`")));
            }
            return Ok(side);
        }
        let asked = self.session.asked().sides;
        let mine = |s: &&Side| asked.contains(&about.side_id(**s));
        sides.iter().find(mine).or(sides.first()).copied().ok_or_else(|| {
            Refusal::Seat("you watch this game; to play it you need the key to a seat".to_string())
        })
    }

    /// Whom somebody with these sides looks as: the side that must decide, else the first.
    pub fn viewer(&self, sides: &[Side]) -> Viewer {
        if self.game.about().open {
            return Viewer::Watcher;
        }
        if self.session.outcome().is_some() {
            return Viewer::All;
        }
        match self.acting(sides, None) {
            Ok(side) => Viewer::Side(side),
            Err(_) => Viewer::Watcher,
        }
    }

    /// Takes an action; it is not yet saved.
    pub fn act(&mut self, side: Side, wanted: &Wanted) -> Result<(), Refusal> {
        self.session.act(Some(side), &wanted.word(), None)?;
        Ok(())
    }

    /// Takes the last move back; it is not yet saved.
    pub fn undo(&mut self, sides: &[Side]) -> Result<(), Refusal> {
        let undo = self.may_undo(sides);
        if !undo.may {
            return Err(Refusal::Illegal { message: undo.why, breaches: vec![] });
        }
        Ok(self.session.undo()?)
    }

    /// Whether these sides can take the last move back.
    pub fn may_undo(&self, sides: &[Side]) -> Undo {
        let no = |why: &str| Undo { may: false, why: why.to_string() };
        let about = self.game.about();
        let last = self.session.mover();
        if sides.is_empty() {
            return no("you watch this game");
        }
        if last.is_some_and(|l| about.side(l).is_none_or(|s| !sides.contains(&s))) {
            return no("the last move is not yours: the other side has moved since");
        }
        match self.session.may_undo() {
            Ok(()) => Undo { may: true, why: String::new() },
            Err(e) => no(&e.to_string()),
        }
    }

    /// The bot that must decide, if one must: its side and level.
    pub fn bot_to_move(&self) -> Option<(Side, &str)> {
        let asked = self.session.asked().sides;
        let bots = self.seats.iter().filter(|s| s.kind == SeatKind::Bot);
        let seat = bots.into_iter().find(|s| asked.contains(&s.side.as_str()))?;
        Some((self.game.about().side(&seat.side)?, seat.level.as_deref()?))
    }

    /// Lets the bot take its decision; it is not yet saved.
    pub fn bot(&mut self) -> Result<(), Refusal> {
        let Some((side, level)) = self.bot_to_move() else { return Ok(()) };
        let level = level.to_string();
        self.session.bot(Some(side), &level, self.number as u64)?;
        Ok(())
    }

    /// What there is to save and to tell of the step just taken.
    pub fn taken(&self, undone: bool) -> Taken {
        let mut viewers = vec![Viewer::Watcher];
        for onlooker in &self.onlookers {
            let viewer = self.viewer(&onlooker.sides);
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        let told: Vec<(Viewer, Told)> = viewers.into_iter().map(|v| (v, self.told(v, undone))).collect();
        let entry = if undone { None } else { self.session.entry(self.session.len().saturating_sub(1)) };
        let summary = self.summary_at(told[0].1.view.moment.clone());
        let row = StepRow {
            game: self.id.clone(),
            number: self.number + 1,
            entry: entry.unwrap_or_else(|| UNDO.to_string()),
            snapshot: if undone { None } else { self.session.snapshot() },
            summary: serde_json::to_string(&summary).unwrap_or_default(),
        };
        Taken { row, told, undone }
    }

    /// How the game stands.
    pub fn summary(&self) -> Summary {
        self.summary_at(self.session.view(Viewer::Watcher).moment)
    }

    fn summary_at(&self, moment: String) -> Summary {
        let asked = self.session.asked();
        let result = match self.session.outcome() {
            Some(o) => {
                let about = self.game.about();
                let winner = o.winner.and_then(|s| about.sides.get(usize::from(s.0)));
                winner.map_or(o.level.to_string(), |w| format!("{}, {} victory", w.name, o.level))
            }
            None => String::new(),
        };
        Summary {
            moment,
            deciding: asked.sides.iter().map(ToString::to_string).collect(),
            moves: self.session.len(),
            result,
            scenario: self.session.scenario().0.to_string(),
        }
    }

    /// Tells everybody of the step just saved.
    pub fn saved(&mut self, taken: Taken) {
        let undone = taken.undone;
        self.number += 1;
        self.touched = crate::store::now();
        self.onlookers.retain(|o| !o.send.is_closed());
        let mut told: Vec<(Viewer, Option<Frame>, View)> = Vec::new();
        for (viewer, last) in taken.told {
            let before = self.seen.iter().find(|(v, _)| *v == viewer);
            told.push(match before {
                Some((_, before)) => {
                    let (frame, view) = convert::frame(last, self.number, undone, before);
                    (viewer, Some(frame), view)
                }
                None => (viewer, None, View::from(last.view)),
            });
        }
        let mut sent: Vec<(Vec<Side>, Utf8Bytes)> = Vec::new();
        for i in 0..self.onlookers.len() {
            let sides = self.onlookers[i].sides.clone();
            let viewer = self.viewer(&sides);
            if let Some((_, ready)) = sent.iter().find(|(s, _)| *s == sides) {
                self.onlookers[i].viewer = viewer;
                self.hand(i, ready.clone());
                continue;
            }
            let same = std::mem::replace(&mut self.onlookers[i].viewer, viewer) == viewer;
            let frame = told.iter().find(|(v, ..)| same && *v == viewer).and_then(|(_, f, _)| f.clone());
            let message = match frame {
                Some(frame) => Live::Step(Box::new(Step {
                    frame,
                    offers: self.offers(&sides),
                    undo: self.may_undo(&sides),
                    result: self.session.outcome().map(|o| convert::outcome(self.game.about(), o)),
                })),
                // He now looks from another seat, which has not been shown to him yet.
                None => Live::State(Box::new(self.state(&sides))),
            };
            let ready = text(&message);
            sent.push((sides, ready.clone()));
            self.hand(i, ready);
        }
        self.remember(&told, undone);
        self.seen = told.into_iter().map(|(v, _, view)| (v, view)).collect();
        self.onlookers.retain(|o| !o.send.is_closed());
    }

    /// Keeps the histories up with what was told; those that nobody follows are worked out anew when asked for.
    fn remember(&mut self, told: &[(Viewer, Option<Frame>, View)], undone: bool) {
        let moves = self.session.len();
        self.histories.retain_mut(|kept| {
            kept.packed = None;
            if undone {
                kept.history.frames.pop();
            } else if let Some((_, Some(frame), _)) = told.iter().find(|(v, ..)| *v == kept.viewer) {
                kept.history.frames.push(Frame { number: moves, ..frame.clone() });
            }
            kept.history.frames.len() == moves
        });
    }

    /// Hands a message to an onlooker; who does not read loses his place and may come in again.
    fn hand(&mut self, at: usize, message: Utf8Bytes) {
        if self.onlookers[at].send.try_send(message).is_err() {
            let (closed, _) = mpsc::channel(1);
            self.onlookers[at].send = closed;
        }
    }

    fn told(&self, viewer: Viewer, undone: bool) -> Told {
        let last = if undone { None } else { self.session.last(viewer) };
        last.unwrap_or_else(|| Told {
            number: self.number,
            side: String::new(),
            text: String::new(),
            dice: vec![],
            lines: vec![],
            luck: None::<Luck>,
            view: self.session.view(viewer),
        })
    }

    /// Somebody comes to look on: gives his number and the game as it stands.
    pub fn come(&mut self, keys: &[String], send: mpsc::Sender<Utf8Bytes>) -> (u64, Utf8Bytes) {
        let sides = self.sides_of(keys);
        self.arrivals += 1;
        let number = self.arrivals;
        let viewer = self.viewer(&sides);
        if !self.seen.iter().any(|(v, _)| *v == viewer) {
            self.seen.push((viewer, View::from(self.session.view(viewer))));
        }
        self.onlookers.push(Onlooker { number, sides: sides.clone(), viewer, send });
        let state = text(&Live::State(Box::new(self.state(&sides))));
        self.tell_seats(Some(number));
        (number, state)
    }

    /// Somebody leaves.
    pub fn leave(&mut self, number: u64) {
        self.onlookers.retain(|o| o.number != number);
        self.tell_seats(None);
    }

    fn tell_seats(&mut self, but: Option<u64>) {
        let message = text(&Live::Seats { seats: self.seats() });
        for i in 0..self.onlookers.len() {
            if Some(self.onlookers[i].number) != but {
                self.hand(i, message.clone());
            }
        }
    }

    /// How many look on.
    pub fn onlookers(&self) -> usize {
        self.onlookers.iter().filter(|o| !o.send.is_closed()).count()
    }

    /// The seats.
    pub fn seats(&self) -> Vec<Seat> {
        let about = self.game.about();
        let here = |side: &str| {
            let side = about.side(side);
            self.onlookers.iter().any(|o| !o.send.is_closed() && side.is_some_and(|s| o.sides.contains(&s)))
        };
        seats(about, &self.seats, here)
    }

    /// What somebody with these sides can touch.
    pub fn offers(&self, sides: &[Side]) -> Option<Offers> {
        let about = self.game.about();
        let asked = self.session.asked().sides;
        let side = *sides.iter().find(|s| asked.contains(&about.side_id(**s)))?;
        let touch = self.session.touch(side, FEW);
        Some(Offers {
            side: about.side_id(side).to_string(),
            count: touch.count,
            buttons: touch.buttons.into_iter().map(Offered::from).collect(),
            pieces: touch.pieces,
            places: touch.places,
        })
    }

    /// What can be done, as far as it is wanted.
    pub fn can(&self, side: Side, wanted: &dyn Fn(&Handle) -> bool, piece: Option<&str>) -> Can {
        Can {
            number: self.number,
            actions: self.session.offered(side, wanted).into_iter().map(Offered::from).collect(),
            ways: piece
                .map_or(vec![], |p| self.session.ways(side, p))
                .into_iter()
                .map(crate::wire::Way::from)
                .collect(),
        }
    }

    /// The game as somebody with these sides sees it.
    pub fn state(&self, sides: &[Side]) -> State {
        let about = self.game.about();
        let (scenario, options) = self.session.scenario();
        State {
            id: self.id.clone(),
            game: about.id.to_string(),
            scenario: scenario.to_string(),
            options: options.clone(),
            number: self.number,
            seals: self.session.seals(),
            yours: sides.iter().map(|s| about.side_id(*s).to_string()).collect(),
            seats: self.seats(),
            view: View::from(self.session.view(self.viewer(sides))),
            offers: self.offers(sides),
            undo: self.may_undo(sides),
            result: self.session.outcome().map(|o| convert::outcome(about, o)),
        }
    }

    /// The whole game as somebody with these sides saw it.
    pub fn history(&mut self, sides: &[Side]) -> Result<Packed, Refusal> {
        let viewer = self.viewer(sides);
        let at = match self.histories.iter().position(|k| k.viewer == viewer) {
            Some(at) => at,
            None => {
                self.histories.push(Kept { viewer, history: self.walked(viewer)?, packed: None });
                self.histories.len() - 1
            }
        };
        let kept = &mut self.histories[at];
        let packed = kept.packed.get_or_insert_with(|| {
            Packed::new("application/json", serde_json::to_vec(&kept.history).unwrap_or_default())
        });
        Ok(packed.clone())
    }

    fn walked(&self, viewer: Viewer) -> Result<History, TableError> {
        let mut start = None;
        let mut frames = Vec::with_capacity(self.session.len());
        let mut before: Option<View> = None;
        self.session.walk(viewer, &mut |told| match &before {
            None => {
                let view = View::from(told.view);
                start = Some(view.clone());
                before = Some(view);
            }
            Some(old) => {
                let number = told.number;
                let (frame, view) = convert::frame(told, number, false, old);
                frames.push(frame);
                before = Some(view);
            }
        })?;
        let start = start.ok_or_else(|| TableError::Broken("the game has no beginning".to_string()))?;
        Ok(History { start, frames })
    }

    /// Whether somebody with these sides may see the whole record: all that is left of the players, or everybody once it
    /// is over. Until then it would show what is hidden, and the dice to come.
    pub fn may_read_record(&self, sides: &[Side]) -> bool {
        let about = self.game.about();
        let persons = self.seats.iter().filter(|s| s.kind != SeatKind::Bot);
        let mine = |s: &SeatRow| about.side(&s.side).is_some_and(|x| sides.contains(&x));
        self.session.outcome().is_some() || (!sides.is_empty() && persons.into_iter().all(mine))
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
        })
        .collect()
}

/// A game in the lobby.
pub fn listing(about: &sandtable_core::About, row: &GameRow, seats: Vec<Seat>) -> Listing {
    Listing {
        id: row.id.clone(),
        game: row.game.clone(),
        title: about.title.to_string(),
        scenario: row.summary.scenario.clone(),
        moment: row.summary.moment.clone(),
        deciding: row.summary.deciding.clone(),
        seats,
        moves: row.summary.moves,
        result: row.summary.result.clone(),
        touched: row.touched,
    }
}

/// A message as text.
pub fn text(message: &Live) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Whether two keys are the same, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}
