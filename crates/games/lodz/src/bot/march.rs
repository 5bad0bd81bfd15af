//! Orders of a movement phase: bases and trains, attacks, everybody else, guns and staffs; then they are carried out one by one.

use super::clash::value;
use super::picture::{Mind, Picture};
use super::plan::{Draft, Room};
use super::rear::rails;
use super::weights::ScriptWeights;
use crate::data::UNITS;
use crate::play::march::MarchAction;
use crate::play::{Action, Engine};
use crate::position::{HexId, Phase, Position, Step, UnitId};
use sandtable_core::Side;
use sandtable_core::machine;
use sandtable_ops::with_scratch;
use std::cell::Cell;

thread_local! {
    static ROOM: Cell<Room> = const { Cell::new(Room::EMPTY) };
}

/// The orders of a phase.
pub struct Orders {
    /// Day, side and phase that they are for.
    when: Option<(u8, u8, Phase)>,
    all: Vec<Action>,
    /// How many of them are done.
    done: usize,
    /// Where each unit was sent the last time, as a hex.
    pub sent: [Option<HexId>; UNITS],
}

impl Default for Orders {
    fn default() -> Orders {
        Orders { when: None, all: Vec::new(), done: 0, sent: [None; UNITS] }
    }
}

impl Orders {
    /// The orders are void; where units were sent is kept or not.
    pub fn forget(&mut self, sent: bool) {
        self.when = None;
        self.all.clear();
        if sent {
            self.sent = [None; UNITS];
        }
    }

    /// The next thing to do, or nothing if somebody must look at the list.
    pub fn next(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        mind: &mut Mind<'_>,
    ) -> Option<Action> {
        if !matches!(p.steps.top(), Step::March(_)) {
            return None;
        }
        let now = Some((p.day, side, p.phase));
        if self.when != now {
            (self.when, self.done) = (now, 0);
            self.all.clear();
            if p.phase == Phase::Movement {
                plan(engine, p, side, mind, &mut self.sent, &mut self.all);
            }
        }
        while let Some(&action) = self.all.get(self.done) {
            self.done += 1;
            if machine::refuse(engine, p, Side(side), &action).is_none() {
                return Some(action);
            }
        }
        let done = Action::March(MarchAction::Done);
        machine::refuse(engine, p, Side(side), &done).is_none().then_some(done)
    }
}

/// Everything that is to be done in a movement phase.
fn plan(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    mind: &mut Mind<'_>,
    sent: &mut [Option<HexId>; UNITS],
    orders: &mut Vec<Action>,
) {
    let mut picture = Picture::new(engine, p, side, !mind.book.rough, sent, mind);
    if !picture.quick {
        rails(engine, p, &picture, orders);
        newcomers(engine, p, &mut picture);
    }
    for (to, goal) in sent.iter_mut().zip(picture.objective) {
        *to = picture.goals.get(usize::from(goal)).map(|g| g.hex);
    }
    with_scratch(&ROOM, |room| {
        let mut draft = Draft::new(engine, p, &picture, room, orders);
        draft.attacks();
        draft.troops();
        draft.rear();
    });
    mind.book.keep_room(picture);
}

/// Units that are about to come onto the map go for what is worth most from there.
fn newcomers(engine: &Engine<'_>, p: &Position, picture: &mut Picture) {
    let land = engine.march_land(p);
    for unit in engine.all_units().filter(|u| p.side(*u) == picture.side && !p.on_map(*u)) {
        let Some(door) = engine.march_reach_in(p, &land, unit).ends.first() else { continue };
        let gain = |at: usize| {
            let g = &picture.goals[at];
            let wanted = if g.ours { 0.3 + g.enemy / 60.0 } else { 1.0 };
            g.worth * wanted / (1.5 + g.turns(door))
        };
        let best = (0..picture.goals.len()).max_by(|a, b| gain(*a).total_cmp(&gain(*b)).then(b.cmp(a)));
        picture.objective[usize::from(unit)] = best.map_or(u8::MAX, |b| b as u8);
    }
}

/// A hex is too full: somebody goes, or something is given up.
pub fn clear(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    w: &ScriptWeights,
    list: &[Action],
) -> Option<Action> {
    let crowded = |unit: UnitId| p.hex(unit).filter(|hex| engine.overstacked(p, side, *hex));
    let cost = |a: &Action| match *a {
        Action::March(MarchAction::Go { unit, to }) => crowded(unit).map_or(100.0, |from| {
            let room = if engine.march_room(p, unit, to) { 0.0 } else { 50.0 };
            let zone = if engine.in_zone(p, 1 - side, to) { 5.0 } else { 0.0 };
            room + zone + f32::from(engine.map(p).distance(from, to)) + value(engine, p, w, unit) * 0.1
        }),
        Action::March(MarchAction::GiveUp { unit }) => 20.0 + value(engine, p, w, unit),
        Action::March(MarchAction::Done) => 30.0,
        _ => 100.0,
    };
    list.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)))
}
