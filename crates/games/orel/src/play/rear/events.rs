//! Random events (6, optional): the roll, and what is suffered (6.1).

use super::{RearAction, RearEvent, RearStep};
use crate::data::{EventDef, EventEffect, EventKind, Level, Picker};
use crate::play::{Engine, Event};
use crate::position::{EventId, FormationId, Pieces, Position, Step, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::Id;

impl<'a> Engine<'a> {
    /// An event by its row.
    pub fn event_def(&self, event: EventId) -> Option<&'a EventDef> {
        self.d.events.get(usize::from(event))
    }

    /// The active side rolls two ten-sided dice, tens and units, on its own list (orel 6b).
    pub(super) fn event_begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (tens, units) = (dice.roll(10) % 10, dice.roll(10) % 10);
        // 00 is 100.
        let roll = if tens + units == 0 { 100 } else { tens * 10 + units };
        let side = p.active;
        let fits = |e: &EventDef| e.side == side && (e.from..=e.to).contains(&roll);
        let Some(event) = self.d.events.iter().position(fits) else { return };
        let (def, event) = (&self.d.events[event], EventId::of(event));
        events.push(Event::Rear(RearEvent::Rolled { side, roll, event }));
        let s = usize::from(side);
        match def.kind {
            EventKind::None => {}
            EventKind::Controlled if def.at_once => self.event_points(p, side, event, events),
            EventKind::Controlled => {
                p.rear.kept[s] = event.into();
                events.push(Event::Rear(RearEvent::Kept { side, event }));
            }
            EventKind::Suffered if def.delayed => p.rear.exactions[s] += def.points,
            EventKind::Suffered if def.formation_by == Picker::Opponent => {
                p.play.steps.push(Step::Rear(RearStep::Formation { event }));
            }
            EventKind::Suffered => self.event_points(p, side, event, events),
        }
    }

    /// Recruit Points come or go, never below none nor above what can be kept.
    pub(super) fn event_points(&self, p: &mut Position, side: u8, event: EventId, events: &mut Vec<Event>) {
        let points = self.event_def(event).map_or(0, |e| e.points);
        let bank = &mut p.recruits[usize::from(side)];
        *bank = bank.saturating_add_signed(points).min(self.d.charts.bank);
        events.push(Event::Rear(RearEvent::Points { side, event, points, bank: *bank }));
    }

    /// Whether an event can befall a unit.
    pub(super) fn event_befalls(&self, p: &Position, event: EventId, unit: UnitId) -> bool {
        let Some(e) = self.event_def(event) else { return false };
        let class = self.class(unit);
        let fits = e.classes.is_empty() || e.classes.contains(&class);
        p.on_map(unit)
            && fits
            && (e.tq_upto == 0 || self.tq(p, unit) <= e.tq_upto)
            && match e.effect {
                // No event takes a last step.
                EventEffect::Desert => p.steps(unit) > 1,
                EventEffect::OutOfCommand => class.is_troop() && !p.ooc.has(unit),
                EventEffect::Quality => class.is_troop(),
                _ => true,
            }
    }

    /// Units of a formation that an event can befall.
    fn event_victims(&self, p: &Position, event: EventId, formation: FormationId) -> Pieces {
        let fits = |u: &UnitId| self.def(*u).formation == Some(formation) && self.event_befalls(p, event, *u);
        self.all_units().filter(fits).collect()
    }

    /// Asks for a formation unless the event can befall none.
    pub(super) fn formation_run(&self, p: &mut Position, event: EventId, events: &mut Vec<Event>) -> bool {
        let any = self.all_formations().any(|f| self.afflict_refuse(p, event, f).is_none());
        if !any {
            p.play.steps.pop();
            events.push(Event::Rear(RearEvent::Idle { event }));
        }
        any
    }

    /// The other side picks a formation, not single units (orel 6.1a).
    pub(super) fn afflict_refuse(
        &self,
        p: &Position,
        event: EventId,
        formation: FormationId,
    ) -> Option<Refusal> {
        let breach = |why| Some(Refusal::new("6.1a", why));
        let Some(f) = self.d.formations.get(usize::from(formation)) else {
            return breach("there is no such formation");
        };
        if f.side != p.active || f.level != Level::Formation {
            return breach("a formation of the side that rolled the event is picked");
        }
        if self.event_victims(p, event, formation).is_empty() {
            return breach("the event can befall no unit of this formation");
        }
        None
    }

    pub(super) fn afflict_take(
        &self,
        p: &mut Position,
        event: EventId,
        a: RearAction,
        events: &mut Vec<Event>,
    ) {
        p.play.steps.pop();
        let (RearAction::Afflict { formation }, Some(e)) = (a, self.event_def(event)) else {
            return;
        };
        let victims = self.event_victims(p, event, formation);
        let all = e.units_by == Picker::Nobody;
        let units = if all { victims.len() as u8 } else { 1 };
        events.push(Event::Rear(RearEvent::Afflicted { event, formation, units }));
        if !all {
            p.play.steps.push(Step::Rear(RearStep::Victim { event, formation }));
        } else if e.effect == EventEffect::Quality {
            // The whole formation: nothing is left to pick (orel 6.1b).
            let s = usize::from(p.active);
            (p.rear.rumored[s], p.rear.rumor[s]) = (victims, e.tq);
        }
    }

    /// Asks for a unit.
    pub(super) fn victim_run(
        &self,
        p: &mut Position,
        event: EventId,
        formation: FormationId,
        events: &mut Vec<Event>,
    ) -> bool {
        let any = !self.event_victims(p, event, formation).is_empty();
        if !any {
            p.play.steps.pop();
            events.push(Event::Rear(RearEvent::Idle { event }));
        }
        any
    }

    /// The owner picks the unit (orel 6.1a).
    pub(super) fn suffer_refuse(
        &self,
        p: &Position,
        event: EventId,
        formation: FormationId,
        unit: UnitId,
    ) -> Option<Refusal> {
        if !self.is_unit(unit) || !self.event_victims(p, event, formation).has(unit) {
            return Some(Refusal::new("6.1a", "a unit of the formation that the event can befall is picked"));
        }
        None
    }

    pub(super) fn suffer_take(
        &self,
        p: &mut Position,
        event: EventId,
        a: RearAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.play.steps.pop();
        let (RearAction::Suffer { unit }, Some(e)) = (a, self.event_def(event)) else { return };
        match e.effect {
            EventEffect::Desert => self.desert(p, event, unit, dice, events),
            EventEffect::OutOfCommand => {
                p.ooc.insert(unit);
                events.push(Event::Rear(RearEvent::Command { unit, hex: p.hex(unit), ooc: true }));
            }
            _ => {}
        }
    }

    /// A unit that fails a TQ check loses a step, which the enemy may take in (orel 1.2m).
    pub(super) fn desert(
        &self,
        p: &mut Position,
        event: EventId,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Some(e) = self.event_def(event) else { return };
        let (die, tq) = (dice.roll(6), self.tq(p, unit));
        events.push(Event::Rear(RearEvent::Checked { event, unit, hex: p.hex(unit), die, tq }));
        if die <= tq {
            return;
        }
        for _ in 0..e.steps.unsigned_abs() {
            if p.steps(unit) > 1 {
                self.lose_step(p, unit, events);
                self.capture_steps(p, 1 - p.side(unit), e.prisoners, events);
            }
        }
    }

    /// What events change of a unit's TQ.
    pub(in crate::play) fn rear_tq_change(&self, p: &Position, unit: UnitId) -> i8 {
        let s = usize::from(p.side(unit));
        if p.rear.rumored[s].has(unit) { p.rear.rumor[s] } else { 0 }
    }
}
