//! Counterbattery (8.4): guns and trains of the reactive side answer those that have just barraged.

use super::state::Shot;
use super::{FireAction, FireEvent, FireStep};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{Marker, Pieces, Position, RollKind, Step, TargetId, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// Why a unit cannot answer another's Barrage: no observer is needed, but range and the state of its guns (orel 8.4a).
    pub fn counterbattery_refuse(&self, p: &Position, firer: UnitId, target: UnitId) -> Option<Refusal> {
        if let Some(breach) = self.fire_cannot(p, firer, p.reactive(), "8.4a") {
            return Some(breach);
        }
        let fired = p.fire.fired.has(target) && p.on_map(target);
        let Some(hex) = p.hex(target).filter(|_| fired) else {
            return Some(Refusal::new("8.4a", "counterbattery is for units that have just barraged"));
        };
        let range = self.d.charts.attack.counterbattery_range;
        self.fire_out_of_range(p, firer, hex, range, "8.4a")
    }

    /// Guns and trains of the reactive side with something to answer.
    fn fire_answerers<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = (UnitId, UnitId)> + 'a {
        let fired: Pieces = p.fire.fired.which(|t| p.on_map(t));
        let ours = |u: &UnitId| p.on_map(*u) && p.side(*u) == p.reactive() && p.fire.shot_of(*u).is_none();
        let guns = |u: &UnitId| self.class(*u).is_gun() || self.class(*u) == Class::Train;
        let some = self.all_units().filter(move |_| !fired.is_empty());
        some.filter(guns).filter(ours).flat_map(move |f| fired.iter().map(move |t| (f, t)))
    }

    /// Candidates for counterbattery.
    pub(super) fn fire_answers<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = FireAction> + 'a {
        let able = self.fire_answerers(p).filter(|(f, t)| self.counterbattery_refuse(p, *f, *t).is_none());
        able.map(|(firer, target)| FireAction::Aim { firer, target: TargetId(target) })
    }

    /// All targets are named before any check is made (orel 8.4c).
    pub(super) fn fire_run_answer(&self, p: &mut Position) -> bool {
        let asks = self.fire_answers(p).next().is_some();
        if !asks {
            p.play.steps.replace(Step::Fire(FireStep::Reply));
        }
        asks
    }

    /// Why counterbattery cannot be named.
    pub(super) fn fire_refuse_answer(&self, p: &Position, action: FireAction) -> Result<(), Refusal> {
        match action {
            FireAction::Aim { firer, .. } if p.fire.shot_of(firer).is_some() => {
                Err(Refusal::new("8.4c", "its target is named already").of(firer))
            }
            FireAction::Aim { firer, target: TargetId(target) } => {
                self.counterbattery_refuse(p, firer, target).map_or(Ok(()), Err)
            }
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Names counterbattery, or ends the naming.
    pub(super) fn fire_take_answer(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        match action {
            FireAction::Aim { firer, target: TargetId(target) } => {
                p.fire.add(Shot { firer, target: target.into(), depot: Maybe::NONE, over: false });
                events.push(Event::Fire(FireEvent::Aimed { unit: firer, target, hex: p.hex(target) }));
            }
            _ => p.play.steps.replace(Step::Fire(FireStep::Reply)),
        }
    }

    /// The next answer, in the order in which they were named.
    pub(super) fn fire_run_reply(&self, p: &mut Position, events: &mut Vec<Event>) {
        let Some(i) = p.fire.list().iter().position(|s| !s.over) else {
            p.play.steps.pop();
            return;
        };
        let shot = p.fire.shots[i];
        if self.fire_void(p, shot) {
            p.fire.shots[i].over = true;
            self.fire_silent(p, shot.firer, shot.target.get(), events);
        } else {
            p.play.steps.push(Step::Fire(FireStep::Check(i as u8)));
        }
    }

    /// Throws the die of the check before counterbattery.
    pub(super) fn fire_run_check(
        &self,
        p: &mut Position,
        shot: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.play.steps.replace(Step::Fire(FireStep::Checked(shot)));
        self.throw(p, p.reactive(), RollKind::Counterbattery, 1, dice, events);
    }

    /// Reads it (orel 8.4b): trains have a TQ of their own (orel 8.4d), guns out of command roll worse (orel 5.3h). A gun that passes has a
    /// Barrage marker (orel 8.4f) and fires; one that fails may still support the defence.
    pub(super) fn fire_run_checked(&self, p: &mut Position, shot: u8, events: &mut Vec<Event>) {
        let Shot { firer, target, .. } = p.fire.shot(shot);
        let Some(target) = target.get() else {
            p.play.steps.pop();
            return;
        };
        let chart = &self.d.charts.attack;
        let train = self.class(firer) == Class::Train;
        let tq = if train { chart.train_tq } else { self.tq(p, firer) };
        let add = if p.ooc.has(firer) && !train { chart.counterbattery_ooc } else { 0 };
        let die = p.play.roll.dice[0];
        let passed = die as i8 + add <= tq as i8;
        let hex = p.hex(firer);
        events.push(Event::Fire(FireEvent::Checked { unit: firer, target, hex, die, add, tq, passed }));
        if passed {
            p.units.set_marker(firer, Marker::Barrage);
            p.play.steps.replace(Step::Fire(FireStep::Shoot(shot)));
        } else {
            p.fire.shots[usize::from(shot)].over = true;
            p.play.steps.pop();
        }
    }
}
