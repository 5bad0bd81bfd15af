//! Those who look on at a table: each is told of every step, as far as his seat may know.

use crate::convert;
use crate::packed::Packed;
use crate::refuse::Refusal;
use crate::store::{StepRow, UNDO};
use crate::table::{Person, Table};
#[cfg(doc)]
use crate::wire::History;
use crate::wire::{Frame, Live, Step, View};
use axum::extract::ws::Utf8Bytes;
use sandtable_bots::registry::{TableError, Told};
use sandtable_core::view::Viewer;
use tokio::sync::mpsc;

/// Messages that may wait for somebody who reads slowly before the table gives up on him.
pub const PATIENCE: usize = 64;

/// Somebody who looks on.
pub(crate) struct Onlooker {
    number: u64,
    pub(crate) person: Person,
    /// Whom he looked as when he was last told something.
    viewer: Viewer,
    pub(crate) send: mpsc::Sender<Utf8Bytes>,
}

/// A history as it goes over the wire, ready to be sent if nothing has happened since it was last asked for. It is kept as
/// text, a [`History`] but for its end: a long game has tens of thousands of frames for every seat.
pub(crate) struct Kept {
    viewer: Viewer,
    text: String,
    /// Where the start ends, and every frame after it.
    ends: Vec<usize>,
    packed: Option<Packed>,
}

impl Kept {
    fn new(viewer: Viewer, start: &View) -> Kept {
        let start = serde_json::to_string(start).unwrap_or_default();
        let text = format!("{{\"start\":{start},\"frames\":[");
        Kept { viewer, ends: vec![text.len()], text, packed: None }
    }

    fn frames(&self) -> usize {
        self.ends.len() - 1
    }

    fn push(&mut self, frame: &Frame) {
        if self.frames() > 0 {
            self.text.push(',');
        }
        self.text.push_str(&serde_json::to_string(frame).unwrap_or_default());
        self.ends.push(self.text.len());
        self.packed = None;
    }

    fn pop(&mut self) {
        if self.frames() > 0 {
            self.ends.pop();
            self.text.truncate(self.ends[self.ends.len() - 1]);
            self.packed = None;
        }
    }

    fn packed(&mut self) -> Packed {
        let text = &self.text;
        let made = || Packed::new("application/json", format!("{text}]}}").into_bytes());
        self.packed.get_or_insert_with(made).clone()
    }
}

/// A step that is taken but not yet saved.
pub struct Taken {
    /// What is saved.
    pub row: StepRow,
    /// What each kind of viewer is told, the watcher first.
    told: Vec<(Viewer, Told)>,
    undone: bool,
}

/// Whoever looks on, and what they have been shown.
#[derive(Default)]
pub(crate) struct Audience {
    pub(crate) onlookers: Vec<Onlooker>,
    arrivals: u64,
    /// The last view of each kind of viewer that somebody looks from.
    seen: Vec<(Viewer, View)>,
    /// The history of each kind of viewer who asked for it, kept up while somebody looks on.
    histories: Vec<Kept>,
}

impl Audience {
    /// Forgets what was shown: it no longer holds.
    pub(crate) fn forget(&mut self) {
        self.seen.clear();
        self.histories.clear();
    }
}

impl Table {
    /// What there is to save and to tell of the step just taken.
    pub fn taken(&self, undone: bool) -> Taken {
        let mut viewers = vec![Viewer::Watcher];
        for onlooker in &self.audience.onlookers {
            let viewer = self.viewer(&onlooker.person);
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
            why: self.spoken.as_ref().and_then(|why| serde_json::to_string(why).ok()),
        };
        Taken { row, told, undone }
    }

    /// Tells everybody of the step just saved.
    pub fn saved(&mut self, taken: Taken) {
        let undone = taken.undone;
        self.number += 1;
        self.note_pending(undone);
        self.note_why(undone);
        self.touched = crate::store::now();
        self.audience.onlookers.retain(|o| !o.send.is_closed());
        let mut told: Vec<(Viewer, Option<Frame>, View)> = Vec::new();
        for (viewer, last) in taken.told {
            let before = self.audience.seen.iter().find(|(v, _)| *v == viewer);
            told.push(match before {
                Some((_, before)) => {
                    let (mut frame, view) = convert::frame(last, self.number, undone, before);
                    frame.why = if undone { None } else { self.why_of(self.session.len(), viewer) };
                    (viewer, Some(frame), view)
                }
                None => (viewer, None, View::from(last.view)),
            });
        }
        let mut sent: Vec<(Person, Utf8Bytes)> = Vec::new();
        for i in 0..self.audience.onlookers.len() {
            let person = self.audience.onlookers[i].person.clone();
            let viewer = self.viewer(&person);
            if let Some((_, ready)) = sent.iter().find(|(p, _)| *p == person) {
                self.audience.onlookers[i].viewer = viewer;
                self.hand(i, ready.clone());
                continue;
            }
            let same = std::mem::replace(&mut self.audience.onlookers[i].viewer, viewer) == viewer;
            let frame = told.iter().find(|(v, ..)| same && *v == viewer).and_then(|(_, f, _)| f.clone());
            let message = match frame {
                Some(frame) => Live::Step(Box::new(Step {
                    frame,
                    offers: self.offers(&person),
                    undo: self.may_undo(&person.sides),
                    result: self.session.outcome().map(|o| convert::outcome(self.game.about(), o)),
                })),
                // He now looks from another seat, which has not been shown to him yet.
                None => Live::State(Box::new(self.state(&person))),
            };
            let ready = text(&message);
            sent.push((person, ready.clone()));
            self.hand(i, ready);
        }
        self.remember(&told, undone);
        // Who could not read the reasons of bots may do so now that it is over.
        if self.session.outcome().is_some() {
            self.audience.histories.clear();
        }
        self.audience.seen = told.into_iter().map(|(v, _, view)| (v, view)).collect();
        self.audience.onlookers.retain(|o| !o.send.is_closed());
    }

    /// Keeps what the bot said of the step just saved.
    fn note_why(&mut self, undone: bool) {
        let moves = self.session.len();
        let spoken = self.spoken.take();
        if undone {
            self.whys.retain(|number, _| *number <= moves);
            // What was said of a move that is taken back must be said again.
            self.said.clear();
        } else if let Some(why) = spoken {
            self.whys.insert(moves, why);
        }
    }

    /// Keeps the histories up with what was told; those that nobody follows are worked out anew when asked for.
    fn remember(&mut self, told: &[(Viewer, Option<Frame>, View)], undone: bool) {
        let moves = self.session.len();
        self.audience.histories.retain_mut(|kept| {
            if undone {
                kept.pop();
            } else if let Some((_, Some(frame), _)) = told.iter().find(|(v, ..)| *v == kept.viewer) {
                kept.push(&Frame { number: moves, ..frame.clone() });
            }
            kept.frames() == moves
        });
    }

    /// Hands a message to an onlooker; who does not read loses his place and may come in again.
    fn hand(&mut self, at: usize, message: Utf8Bytes) {
        if self.audience.onlookers[at].send.try_send(message).is_err() {
            let (closed, _) = mpsc::channel(1);
            self.audience.onlookers[at].send = closed;
        }
    }

    fn told(&self, viewer: Viewer, undone: bool) -> Told {
        let last = if undone { None } else { self.session.last(viewer) };
        last.unwrap_or_else(|| Told {
            number: self.number,
            side: String::new(),
            text: String::new(),
            dice: vec![],
            seal: None,
            lines: vec![],
            luck: None,
            view: self.session.view(viewer),
        })
    }

    /// Somebody comes to look on: gives his number and the game as it stands.
    pub fn come(&mut self, person: Person, send: mpsc::Sender<Utf8Bytes>) -> (u64, Utf8Bytes) {
        self.audience.arrivals += 1;
        let number = self.audience.arrivals;
        let viewer = self.seen_as(&person);
        let state = text(&Live::State(Box::new(self.state(&person))));
        self.audience.onlookers.push(Onlooker { number, person, viewer, send });
        self.tell_seats(Some(number));
        (number, state)
    }

    /// An onlooker looks from another of his seats from now on, or again from the one that must decide.
    pub fn turn(&mut self, number: u64, seat: Option<&str>) -> Result<(), Refusal> {
        let Some(at) = self.audience.onlookers.iter().position(|o| o.number == number) else { return Ok(()) };
        let sides = self.audience.onlookers[at].person.sides.clone();
        let seat = seat.map(|name| self.own(&sides, name)).transpose()?;
        let person = Person { sides, seat };
        self.audience.onlookers[at].viewer = self.seen_as(&person);
        let state = text(&Live::State(Box::new(self.state(&person))));
        self.audience.onlookers[at].person = person;
        self.hand(at, state);
        Ok(())
    }

    /// Whom somebody looks as who is shown the game as it stands.
    fn seen_as(&mut self, person: &Person) -> Viewer {
        let viewer = self.viewer(person);
        if !self.audience.seen.iter().any(|(v, _)| *v == viewer) {
            self.audience.seen.push((viewer, View::from(self.session.view(viewer))));
        }
        viewer
    }

    /// Somebody leaves.
    pub fn leave(&mut self, number: u64) {
        self.audience.onlookers.retain(|o| o.number != number);
        self.tell_seats(None);
    }

    fn tell_seats(&mut self, but: Option<u64>) {
        let message = text(&Live::Seats { seats: self.seats() });
        for i in 0..self.audience.onlookers.len() {
            if Some(self.audience.onlookers[i].number) != but {
                self.hand(i, message.clone());
            }
        }
    }

    /// How many look on.
    pub fn onlookers(&self) -> usize {
        self.audience.onlookers.iter().filter(|o| !o.send.is_closed()).count()
    }

    /// The whole game as somebody saw it, if it is ready to be sent.
    pub fn packed(&self, person: &Person) -> Option<Packed> {
        let viewer = self.viewer(person);
        self.audience.histories.iter().find(|k| k.viewer == viewer)?.packed.clone()
    }

    /// The whole game as somebody saw it.
    pub fn history(&mut self, person: &Person) -> Result<Packed, Refusal> {
        let viewer = self.viewer(person);
        let at = match self.audience.histories.iter().position(|k| k.viewer == viewer) {
            Some(at) => at,
            None => {
                self.audience.histories.push(self.walked(viewer)?);
                self.audience.histories.len() - 1
            }
        };
        Ok(self.audience.histories[at].packed())
    }

    fn walked(&self, viewer: Viewer) -> Result<Kept, TableError> {
        let mut kept: Option<(Kept, View)> = None;
        self.session.walk(viewer, &mut |told| match &mut kept {
            None => {
                let view = View::from(told.view);
                kept = Some((Kept::new(viewer, &view), view));
            }
            Some((kept, before)) => {
                let number = told.number;
                let (mut frame, view) = convert::frame(told, number, false, before);
                frame.why = self.why_of(number, viewer);
                kept.push(&frame);
                *before = view;
            }
        })?;
        let kept = kept.ok_or_else(|| TableError::Broken("the game has no beginning".to_string()))?;
        Ok(kept.0)
    }
}

/// A message as text.
pub fn text(message: &Live) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}
