//! One game under way: its session, its seats, and whoever looks on.

use crate::audience::{Audience, text};
use crate::convert;
use crate::hall::random_number;
use crate::refuse::Refusal;
use crate::store::{GameRow, SeatRow, Stored, Summary, UNDO};
use crate::wire::{Can, Listing, Live, Offered, Offers, Seat, SeatKind, State, Undo, View, Wanted, Why};
use sandtable_bots::registry::{self, AnyGame, AnySession, TableError, record_text};
use sandtable_core::Side;
use sandtable_core::game::victory_text;
use sandtable_core::guide::Handle;
use sandtable_core::view::Viewer;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Up to so many actions are offered whole with every step; beyond, only the mere buttons.
const FEW: usize = 12;

/// Somebody at the table: the sides that he plays, and the one of them that he has chosen to look from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// His sides; none if he watches.
    pub sides: Vec<Side>,
    /// The chosen one; without it he looks from the one that must decide.
    pub seat: Option<Side>,
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
    /// Secret choices made at the decision that is still open: the step of each, and who made it.
    pending: Vec<(usize, Side)>,
    /// What bots said of their moves, by number among the moves that stand.
    pub(crate) whys: BTreeMap<usize, Why>,
    /// What each bot has said last, in full.
    pub(crate) said: Vec<(Side, registry::Why)>,
    /// What the bot says of the step that is not yet saved.
    pub(crate) spoken: Option<Why>,
    /// Held while a hint is thought out.
    pub(crate) advising: Arc<tokio::sync::Mutex<()>>,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
    pub(crate) audience: Audience,
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

/// What bots said, by number among the moves that stand, from what they said of a game's steps.
fn whys(steps: &[String], said: &[(usize, String)]) -> BTreeMap<usize, Why> {
    let mut left: Vec<usize> = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        if step == UNDO {
            left.pop();
        } else {
            left.push(i + 1);
        }
    }
    let said: BTreeMap<usize, &str> = said.iter().map(|(number, why)| (*number, why.as_str())).collect();
    let of = |step: &usize| serde_json::from_str(said.get(step)?).ok();
    left.iter().enumerate().filter_map(|(i, step)| Some((i + 1, of(step)?))).collect()
}

impl Table {
    /// A table from the storage.
    pub fn open(game: Arc<dyn AnyGame>, stored: Stored) -> Result<Table, TableError> {
        let left = moves(&stored.steps);
        let text = record_text(&stored.row.head, left.iter().copied(), stored.snapshot.as_deref());
        // A snapshot of moves that were taken back does not fit; the moves alone always do.
        let mut session = game.open(&text, false).or_else(|e| match &stored.snapshot {
            Some(_) => game.open(&record_text(&stored.row.head, left.iter().copied(), None), false),
            None => Err(e),
        })?;
        session.resume(((stored.steps.len() - left.len()) / 2) as u64);
        let mut table = Table::new(game, session, stored.row, stored.steps.len());
        table.whys = whys(&stored.steps, &stored.whys);
        Ok(table)
    }

    /// A table around a session.
    pub fn new(
        game: Arc<dyn AnyGame>,
        mut session: Box<dyn AnySession>,
        row: GameRow,
        number: usize,
    ) -> Table {
        // What bots say is kept in any case: when the game is over everybody may read it.
        session.explain(true);
        Table {
            id: row.id,
            seats: row.seats,
            number,
            touched: row.touched,
            spoiled: false,
            pending: vec![],
            whys: BTreeMap::new(),
            said: vec![],
            spoken: None,
            advising: Arc::default(),
            game,
            session,
            audience: Audience::default(),
        }
    }

    /// Puts what the storage has in place of what is here, for those who look on.
    pub fn renew(&mut self, stored: Stored) -> Result<(), TableError> {
        let fresh = Table::open(self.game.clone(), stored)?;
        self.session = fresh.session;
        self.number = fresh.number;
        self.seats = fresh.seats;
        self.spoiled = false;
        self.pending.clear();
        self.whys = fresh.whys;
        self.said.clear();
        self.spoken = None;
        self.audience.forget();
        for i in 0..self.audience.onlookers.len() {
            let person = self.audience.onlookers[i].person.clone();
            let state = Live::State(Box::new(self.state(&person)));
            let _ = self.audience.onlookers[i].send.try_send(text(&state));
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

    /// Somebody with these keys who looks from a seat of his, if he named one.
    pub fn person(&self, keys: &[String], seat: Option<&str>) -> Result<Person, Refusal> {
        let sides = self.sides_of(keys);
        let seat = seat.map(|name| self.own(&sides, name)).transpose()?;
        Ok(Person { sides, seat })
    }

    /// The side of a name, if it is one of these.
    pub(crate) fn own(&self, sides: &[Side], name: &str) -> Result<Side, Refusal> {
        let side = self.game.about().side(name);
        let side = side.ok_or_else(|| Refusal::Unknown(format!("there is no side `{name}`")))?;
        if sides.contains(&side) {
            return Ok(side);
        }
        Err(Refusal::Seat(format!("you do not hold the key to the seat `{name}`")))
    }

    /// The side that acts: the one named, or the one of yours that must decide.
    pub fn acting(&self, sides: &[Side], named: Option<&str>) -> Result<Side, Refusal> {
        let about = self.game.about();
        if let Some(name) = named {
            return self.own(sides, name);
        }
        let asked = self.session.asked().sides;
        let mine = |s: &&Side| asked.contains(&about.side_id(**s));
        sides.iter().find(mine).or(sides.first()).copied().ok_or_else(|| {
            Refusal::Seat("you watch this game; to play it you need the key to a seat".to_string())
        })
    }

    /// Whom somebody looks as: the seat that he chose, else the side that must decide, else his first.
    pub fn viewer(&self, person: &Person) -> Viewer {
        if self.game.about().open {
            return Viewer::Watcher;
        }
        if self.session.outcome().is_some() {
            return Viewer::All;
        }
        match person.seat.map_or_else(|| self.acting(&person.sides, None), Ok) {
            Ok(side) => Viewer::Side(side),
            Err(_) => Viewer::Watcher,
        }
    }

    /// Refuses whoever speaks of a game that has gone on since.
    pub fn fresh(&self, after: usize) -> Result<(), Refusal> {
        if after == self.number { Ok(()) } else { Err(Refusal::Stale { now: self.number, known: after }) }
    }

    /// The same for a side that acts: what others have chosen in secret meanwhile does not matter to its own choice.
    pub fn fresh_for(&self, side: Side, after: usize) -> Result<(), Refusal> {
        let since = self.pending.iter().filter(|(number, _)| *number > after);
        let others = since.clone().count() + after == self.number && since.clone().all(|(_, s)| *s != side);
        if others { Ok(()) } else { self.fresh(after) }
    }

    /// Keeps in mind whether the step just taken is a secret choice that others have still to make.
    pub(crate) fn note_pending(&mut self, undone: bool) {
        match self.session.pending() {
            Some(side) if !undone => self.pending.push((self.number, side)),
            _ => self.pending.clear(),
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
        // Where things are hidden, nobody may repeat at home what a bot has chosen.
        let open = self.game.about().open;
        let seed = if open { self.number as u64 } else { random_number()? };
        self.session.bot(Some(side), &level, seed)?;
        self.hear_reasons(side);
        Ok(())
    }

    /// How the game stands.
    pub fn summary(&self) -> Summary {
        self.summary_at(self.session.view(Viewer::Watcher).moment)
    }

    pub(crate) fn summary_at(&self, moment: String) -> Summary {
        let asked = self.session.asked();
        let result = match self.session.outcome() {
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
            deciding: asked.sides.iter().map(ToString::to_string).collect(),
            moves: self.session.len(),
            result,
            scenario: self.session.scenario().0.to_string(),
        }
    }

    /// The seats.
    pub fn seats(&self) -> Vec<Seat> {
        let about = self.game.about();
        let here = |side: &str| {
            let side = about.side(side);
            self.audience
                .onlookers
                .iter()
                .any(|o| !o.send.is_closed() && side.is_some_and(|s| o.person.sides.contains(&s)))
        };
        seats(about, &self.seats, here)
    }

    /// What somebody can touch, from the seat that he chose.
    pub fn offers(&self, person: &Person) -> Option<Offers> {
        let about = self.game.about();
        let asked = self.session.asked().sides;
        let sides = person.seat.as_ref().map_or(&person.sides[..], std::slice::from_ref);
        let side = *sides.iter().find(|s| asked.contains(&about.side_id(**s)))?;
        let touch = self.session.touch(side, FEW);
        let plain = touch.buttons.iter().any(|b| b.handle.pieces.is_empty() && b.handle.place.is_none());
        let ending = if plain { None } else { self.session.wish(side, &[], None) };
        let held = ending.filter(|(_, may)| may.is_err()).map(|(text, _)| text);
        Some(Offers {
            side: about.side_id(side).to_string(),
            count: touch.count,
            buttons: touch.buttons.into_iter().map(Offered::from).collect(),
            pieces: touch.pieces,
            places: touch.places,
            held,
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

    /// Layers of a piece, as somebody sees it.
    pub fn traces(&self, person: &Person, piece: &str) -> crate::wire::Traces {
        let layers = self.session.traces(self.viewer(person), piece);
        crate::wire::Traces {
            number: self.number,
            layers: layers.into_iter().map(crate::wire::Layer::from).collect(),
        }
    }

    /// The game as somebody sees it.
    pub fn state(&self, person: &Person) -> State {
        let about = self.game.about();
        let (scenario, options) = self.session.scenario();
        State {
            id: self.id.clone(),
            game: about.id.to_string(),
            scenario: scenario.to_string(),
            options: options.clone(),
            number: self.number,
            explains: self.explains_to(self.viewer(person)),
            seals: self.session.seals(),
            seeded: self.session.seeded(),
            yours: person.sides.iter().map(|s| about.side_id(*s).to_string()).collect(),
            seat: match self.viewer(person) {
                Viewer::Side(side) => Some(about.side_id(side).to_string()),
                _ => None,
            },
            seats: self.seats(),
            view: View::from(self.session.view(self.viewer(person))),
            offers: self.offers(person),
            undo: self.may_undo(&person.sides),
            result: self.session.outcome().map(|o| convert::outcome(about, o)),
        }
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

/// Whether two keys are the same, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}
