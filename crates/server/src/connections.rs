//! The connections of a table: each gets every step, as far as its seat may know.

use crate::convert;
use crate::error::ApiError;
use crate::limits::network;
use crate::response::CachedResponse;
use crate::store::{DueChange, StepRow, StoredStep};
use crate::table::{Person, Table};
#[cfg(doc)]
use crate::wire::History;
use crate::wire::{Frame, Live, Said, Step, View, Wanted, Why};
use axum::extract::ws::Utf8Bytes;
use sandtable_bots::any_session::SeenStep;
use sandtable_bots::registry::TableError;
use sandtable_core::record::{AnyEntry, raw};
use sandtable_core::view::Viewer;
use serde::Serialize;
use serde_json::value::RawValue;
use std::net::IpAddr;
use tokio::sync::mpsc;

/// Messages that may wait for a slow connection before it is closed.
pub const SEND_QUEUE: usize = 64;

/// Watchers of one game, and those of one address. Players have room of their own beside them.
const WATCHERS: usize = 400;
const WATCHERS_OF_ADDRESS: usize = 20;

/// Connections of the player of a seat, as windows and devices; the oldest goes when there are more.
const OF_SEAT: usize = 20;

/// Somebody who is connected.
pub(crate) struct Connection {
    number: u64,
    pub(crate) person: Person,
    /// As which viewer this connection got its last message.
    viewer: Viewer,
    address: IpAddr,
    pub(crate) send: mpsc::Sender<Utf8Bytes>,
}

impl Connection {
    /// Nothing is sent to it any more, and it ends.
    fn close(&mut self) {
        let (closed, _) = mpsc::channel(1);
        self.send = closed;
    }
}

/// A history as JSON, ready to be sent if nothing has happened since it was last asked for: a [`History`] whose frames need
/// not be written again, for a long game has tens of thousands of them for every seat.
#[derive(Serialize)]
pub(crate) struct CachedHistory {
    start: Box<RawValue>,
    frames: Vec<Box<RawValue>>,
    #[serde(skip)]
    viewer: Viewer,
    #[serde(skip)]
    response: Option<CachedResponse>,
}

impl CachedHistory {
    fn new(viewer: Viewer, start: &View) -> CachedHistory {
        CachedHistory { start: raw(start), frames: vec![], viewer, response: None }
    }

    fn push(&mut self, frame: &Frame) {
        self.frames.push(raw(frame));
        self.response = None;
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.response = None;
    }

    fn response(&mut self) -> CachedResponse {
        let ready = self.response.take();
        let ready = ready.unwrap_or_else(|| {
            CachedResponse::new("application/json", serde_json::to_vec(self).unwrap_or_default())
        });
        self.response.insert(ready).clone()
    }
}

/// A step that is taken but not yet saved.
pub struct UnsavedStep {
    /// What is saved.
    pub row: StepRow,
    /// What each kind of viewer sees of it, the watcher first.
    seen: Vec<(Viewer, SeenStep)>,
    undone: bool,
}

/// All connections, and what they have been shown.
#[derive(Default)]
pub(crate) struct Connections {
    pub(crate) open: Vec<Connection>,
    arrivals: u64,
    /// The last view that each kind of connected viewer got.
    views: Vec<(Viewer, View)>,
    /// The history of each kind of viewer who asked for it, kept up to date while somebody is connected.
    histories: Vec<CachedHistory>,
}

impl Connections {
    /// Forgets what was shown: it no longer holds.
    pub(crate) fn forget(&mut self) {
        self.views.clear();
        self.histories.clear();
    }
}

impl Table {
    /// What there is to save and to send of the step just taken.
    pub fn unsaved_step(&self, undone: bool) -> UnsavedStep {
        let mut viewers = vec![Viewer::Watcher];
        for connection in &self.connections.open {
            let viewer = self.viewer(&connection.person);
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        let seen: Vec<_> = viewers.into_iter().map(|v| (v, self.seen_step(v, undone))).collect();
        let last = if undone { None } else { self.session.last_move() };
        let (step, snapshot) = match last {
            Some(last) => (StoredStep::Move(Box::new(last.entry)), last.snapshot),
            None => (StoredStep::Undo, None),
        };
        let row = StepRow {
            game: self.id.clone(),
            number: self.number + 1,
            step,
            snapshot,
            summary: self.summary_at(seen[0].1.view.moment.clone()),
            why: self.unsaved_reasons.clone(),
            extra: self.extra.clock.is_some().then(|| self.extra.clone()),
            flag: self.flag(),
            turns: self.turns(&[], self.tells_after),
            due: DueChange::between(self.kept_due.as_deref(), &self.due()),
            revision: self.revision,
        };
        UnsavedStep { row, seen, undone }
    }

    /// Takes a step that another node has saved, and sends it to everybody here. The dice are the same there and here, for they follow
    /// from the same secrets; if anything is not, the step is refused.
    pub(crate) fn follow_step(&mut self, step: StoredStep, why: Option<Why>) -> Result<(), ApiError> {
        let undone = match step {
            StoredStep::Undo => {
                self.session.undo()?;
                true
            }
            StoredStep::Move(entry) => {
                let odd = |what: &str| ApiError::Broken(format!("step {}: {what}", self.number + 1));
                let side = self.game.about().side(&entry.side).ok_or_else(|| odd("no such side"))?;
                let action = serde_json::from_str(entry.action.get()).map_err(|e| odd(&e.to_string()))?;
                let dice = entry.hand.then(|| entry.dice.clone());
                self.session.act(side, &Wanted::Value(action), dice)?;
                let same = |last: &AnyEntry| {
                    (&last.hash, &last.dice, &last.seal) == (&entry.hash, &entry.dice, &entry.seal)
                };
                if !self.session.last_move().is_some_and(|last| same(&last.entry)) {
                    return Err(odd("it does not come out as it was saved"));
                }
                // What a bot says next here is said in full: nobody here has heard what it said last.
                self.last_reasons.retain(|(s, _)| *s != side);
                false
            }
        };
        self.unsaved_reasons = why;
        let taken = self.unsaved_step(undone);
        self.announce(taken);
        Ok(())
    }

    /// Sends the step just saved to everybody.
    pub fn announce(&mut self, step: UnsavedStep) {
        let undone = step.undone;
        self.number += 1;
        self.note_pending(undone);
        self.keep_reasons(undone);
        self.kept_due = Some(self.due());
        self.touched = crate::store::now();
        self.connections.open.retain(|o| !o.send.is_closed());
        let mut frames: Vec<(Viewer, Option<Frame>, View)> = Vec::new();
        for (viewer, last) in step.seen {
            let before = self.connections.views.iter().find(|(v, _)| *v == viewer);
            frames.push(match before {
                Some((_, before)) => {
                    let (mut frame, view) = convert::frame(last, self.number, undone, before);
                    frame.why = if undone { None } else { self.why_of(self.session.moves(), viewer) };
                    (viewer, Some(frame), view)
                }
                None => (viewer, None, last.view),
            });
        }
        let mut sent: Vec<(Person, Utf8Bytes)> = Vec::new();
        for i in 0..self.connections.open.len() {
            let person = self.connections.open[i].person.clone();
            let viewer = self.viewer(&person);
            if let Some((_, ready)) = sent.iter().find(|(p, _)| *p == person) {
                self.connections.open[i].viewer = viewer;
                self.send_to(i, ready.clone());
                continue;
            }
            let same = std::mem::replace(&mut self.connections.open[i].viewer, viewer) == viewer;
            let frame = frames.iter().find(|(v, ..)| same && *v == viewer).and_then(|(_, f, _)| f.clone());
            let message = match frame {
                Some(frame) => Live::Step(Box::new(Step {
                    frame,
                    offers: self.offers(&person),
                    undo: self.may_undo(&person.sides),
                    result: self.outcome().map(|o| convert::outcome(self.game.about(), o)),
                    clocks: self.clocks(),
                })),
                // The view is now that of another seat, which this connection has not got yet.
                None => Live::State(Box::new(self.state(&person))),
            };
            let ready = text(&message);
            sent.push((person, ready.clone()));
            self.send_to(i, ready);
        }
        self.update_histories(&frames, undone);
        // Now that it is over, everybody may read the reasons of bots.
        if self.outcome().is_some() {
            self.connections.histories.clear();
        }
        self.connections.views = frames.into_iter().map(|(v, _, view)| (v, view)).collect();
        self.connections.open.retain(|o| !o.send.is_closed());
    }

    /// Keeps what the bot said of the step just saved.
    fn keep_reasons(&mut self, undone: bool) {
        let moves = self.session.moves();
        let unsaved_reasons = self.unsaved_reasons.take();
        if undone {
            self.reasons.retain(|number, _| *number <= moves);
            // What was said of a move that is taken back must be said again.
            self.last_reasons.clear();
        } else if let Some(why) = unsaved_reasons {
            self.reasons.insert(moves, why);
        }
    }

    /// Adds the step to the cached histories; those that nobody follows are worked out anew when asked for.
    fn update_histories(&mut self, frames: &[(Viewer, Option<Frame>, View)], undone: bool) {
        let moves = self.session.moves();
        self.connections.histories.retain_mut(|history| {
            if undone {
                history.pop();
            } else if let Some((_, Some(frame), _)) = frames.iter().find(|(v, ..)| *v == history.viewer) {
                history.push(&Frame { number: moves, ..frame.clone() });
            }
            history.frames.len() == moves
        });
    }

    /// Sends a message; a connection that does not read is closed and may come in again.
    fn send_to(&mut self, at: usize, message: Utf8Bytes) {
        if self.connections.open[at].send.try_send(message).is_err() {
            self.connections.open[at].close();
        }
    }

    fn seen_step(&self, viewer: Viewer, undone: bool) -> SeenStep {
        let last = if undone { None } else { self.session.last_step(viewer) };
        last.unwrap_or_else(|| SeenStep {
            number: self.number,
            side: String::new(),
            text: String::new(),
            label: String::new(),
            dice: vec![],
            seal: None,
            lines: vec![],
            battle: vec![],
            luck: None,
            view: self.session.view(viewer),
        })
    }

    /// Makes room for somebody who connects. A player always finds some; of watchers there are only so many.
    pub fn make_room(&mut self, person: &Person, address: IpAddr, home: bool) -> Result<(), ApiError> {
        let open = &mut self.connections.open;
        open.retain(|o| !o.send.is_closed());
        if person.sides.is_empty() {
            let watchers = || open.iter().filter(|o| o.person.sides.is_empty());
            if watchers().count() >= WATCHERS {
                return Err(ApiError::Busy(format!("{WATCHERS} people watch this game already")));
            }
            let near = watchers().filter(|o| network(o.address) == network(address)).count();
            if !home && near >= WATCHERS_OF_ADDRESS {
                return Err(ApiError::Busy(format!("{near} watch this game from your address already")));
            }
            return Ok(());
        }
        for side in &person.sides {
            let of_seat = || open.iter().filter(|o| o.person.sides.contains(side));
            if of_seat().count() >= OF_SEAT
                && let Some(oldest) = of_seat().map(|o| o.number).min()
            {
                open.iter_mut().filter(|o| o.number == oldest).for_each(Connection::close);
                open.retain(|o| !o.send.is_closed());
            }
        }
        Ok(())
    }

    /// Adds a connection: gives its number and the game as it stands.
    pub fn connect(
        &mut self,
        person: Person,
        address: IpAddr,
        send: mpsc::Sender<Utf8Bytes>,
    ) -> (u64, Utf8Bytes) {
        self.connections.arrivals += 1;
        let number = self.connections.arrivals;
        let viewer = self.seen_as(&person);
        let state = text(&Live::State(Box::new(self.state(&person))));
        self.connections.open.push(Connection { number, person, viewer, address, send });
        self.send_seats(Some(number));
        (number, state)
    }

    /// A connection looks from another of its seats from now on, or again from the one that must decide.
    pub fn change_seat(&mut self, number: u64, seat: Option<&str>) -> Result<(), ApiError> {
        let Some(at) = self.connections.open.iter().position(|o| o.number == number) else { return Ok(()) };
        let sides = self.connections.open[at].person.sides.clone();
        let seat = seat.map(|name| self.own(&sides, name)).transpose()?;
        let person = Person { sides, seat };
        self.connections.open[at].viewer = self.seen_as(&person);
        let state = text(&Live::State(Box::new(self.state(&person))));
        self.connections.open[at].person = person;
        self.send_to(at, state);
        Ok(())
    }

    /// As which viewer somebody sees the game; that view is remembered.
    fn seen_as(&mut self, person: &Person) -> Viewer {
        let viewer = self.viewer(person);
        if !self.connections.views.iter().any(|(v, _)| *v == viewer) {
            self.connections.views.push((viewer, self.session.view(viewer)));
        }
        viewer
    }

    /// Removes a connection.
    pub fn disconnect(&mut self, number: u64) {
        self.connections.open.retain(|o| o.number != number);
        self.send_seats(None);
    }

    /// What everybody saw is worked out anew: it is seen by others than before.
    pub(crate) fn forget_histories(&mut self) {
        self.connections.histories.clear();
    }

    /// Ends the lines of those who play nothing here.
    pub(crate) fn send_watchers_away(&mut self) {
        self.connections.open.retain(|o| !o.person.sides.is_empty());
    }

    /// Sends everybody the game as it stands.
    pub(crate) fn send_states(&mut self) {
        for i in 0..self.connections.open.len() {
            let person = self.connections.open[i].person.clone();
            self.connections.open[i].viewer = self.seen_as(&person);
            let state = text(&Live::State(Box::new(self.state(&person))));
            self.send_to(i, state);
        }
    }

    /// Sends a message to everybody, or to those alone who play.
    pub(crate) fn send_all(&mut self, message: &Live, players: bool) {
        let message = text(message);
        for i in 0..self.connections.open.len() {
            if !players || !self.connections.open[i].person.sides.is_empty() {
                self.send_to(i, message.clone());
            }
        }
    }

    /// Sends what was said to those who hear it.
    pub(crate) fn send_said(&mut self, said: &Said) {
        let message = text(&Live::Said(said.clone()));
        for i in 0..self.connections.open.len() {
            let person = self.connections.open[i].person.clone();
            if self.hears(&person, said) {
                self.send_to(i, message.clone());
            }
        }
    }

    pub(crate) fn send_seats(&mut self, but: Option<u64>) {
        let message = text(&Live::Seats { seats: self.seats() });
        for i in 0..self.connections.open.len() {
            if Some(self.connections.open[i].number) != but {
                self.send_to(i, message.clone());
            }
        }
    }

    /// How many are connected.
    pub fn connected(&self) -> usize {
        self.connections.open.iter().filter(|o| !o.send.is_closed()).count()
    }

    /// The whole game as somebody saw it, if it is ready to be sent.
    pub fn cached_history(&self, person: &Person) -> Option<CachedResponse> {
        let viewer = self.viewer(person);
        self.connections.histories.iter().find(|h| h.viewer == viewer)?.response.clone()
    }

    /// The whole game as somebody saw it.
    pub fn history(&mut self, person: &Person) -> Result<CachedResponse, ApiError> {
        let viewer = self.viewer(person);
        let at = match self.connections.histories.iter().position(|h| h.viewer == viewer) {
            Some(at) => at,
            None => {
                self.connections.histories.push(self.replay_history(viewer)?);
                self.connections.histories.len() - 1
            }
        };
        Ok(self.connections.histories[at].response())
    }

    fn replay_history(&self, viewer: Viewer) -> Result<CachedHistory, TableError> {
        let mut history: Option<(CachedHistory, View)> = None;
        self.session.replay(viewer, &mut |step| match &mut history {
            None => history = Some((CachedHistory::new(viewer, &step.view), step.view)),
            Some((history, before)) => {
                let number = step.number;
                let (mut frame, view) = convert::frame(step, number, false, before);
                frame.why = self.why_of(number, viewer);
                history.push(&frame);
                *before = view;
            }
        })?;
        let history = history.ok_or_else(|| TableError::Broken("the game has no beginning".to_string()))?;
        Ok(history.0)
    }
}

/// A message as text.
pub fn text(message: &Live) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}
