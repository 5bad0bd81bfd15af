//! Controlled events (6.2): kept by their owner and played when their text allows.

use super::{RearAction, RearEvent, RearStep};
use crate::data::{Class, EventDef, EventEffect};
use crate::play::{Engine, Event};
use crate::position::{EventId, Marker, Mode, Phase, Position, RollKind, Step, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// A moment at which a side that keeps an event for it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The enemy's Command phase is over.
    EnemyCommand,
    /// The own combat phase begins.
    CombatPhase,
    /// A combat is about to be resolved.
    BeforeCombat,
    /// Cohesion is about to be tested.
    Cohesion,
    /// Morale is about to be tested.
    Morale,
}

impl<'a> Engine<'a> {
    /// The event that a side keeps, with its row.
    pub fn kept_event(&self, p: &Position, side: u8) -> Option<(EventId, &'a EventDef)> {
        let event = p.rear.kept[usize::from(side % 2)].get()?;
        self.event_def(event).map(|e| (event, e))
    }

    /// Asks a side whether it plays its event at a moment, if it keeps one that it could play. The step is put on top of what waits: the
    /// caller has already put the step that comes afterwards in place. Whether it will be asked.
    pub fn rear_offer(&self, p: &mut Position, side: u8, moment: Moment) -> bool {
        if p.rear.kept[usize::from(side)].is_none() {
            return false;
        }
        let mut any = false;
        self.moment_targets(p, side, moment, &mut |a| {
            any = any || self.moment_refuse(p, side, moment, a).is_none();
        });
        if any {
            p.play.steps.push(Step::Rear(RearStep::Offer { side, moment }));
        }
        any
    }

    /// Asks unless the event has been played or lost its targets.
    pub(super) fn offer_run(&self, p: &mut Position, side: u8, moment: Moment) -> bool {
        p.play.steps.pop();
        self.rear_offer(p, side, moment)
    }

    /// What a side could play at a moment.
    pub(super) fn moment_targets(
        &self,
        p: &Position,
        side: u8,
        moment: Moment,
        put: &mut dyn FnMut(RearAction),
    ) {
        let Some((_, e)) = self.kept_event(p, side) else { return };
        let of = |s: u8| self.all_units().filter(move |u| p.on_map(*u) && p.side(*u) == s);
        match (e.effect, moment) {
            (EventEffect::Raid, Moment::EnemyCommand | Moment::BeforeCombat) => {
                of(1 - side).for_each(|unit| {
                    put(RearAction::Raid { unit, supply: true });
                    put(RearAction::Raid { unit, supply: false });
                })
            }
            (EventEffect::Desert, Moment::CombatPhase) => {
                of(1 - side).for_each(|unit| put(RearAction::Agitate { unit }));
            }
            (EventEffect::Air, Moment::CombatPhase) => {
                of(side).for_each(|unit| put(RearAction::Air { unit }));
            }
            (EventEffect::Speech, Moment::Cohesion | Moment::Morale) => {
                of(side).for_each(|unit| put(RearAction::Speech { unit }));
            }
            _ => {}
        }
    }

    /// Why an event cannot be played at a moment.
    pub(super) fn moment_refuse(
        &self,
        p: &Position,
        side: u8,
        moment: Moment,
        a: RearAction,
    ) -> Option<Refusal> {
        let fits = match a {
            RearAction::Raid { .. } => matches!(moment, Moment::EnemyCommand | Moment::BeforeCombat),
            RearAction::Agitate { .. } | RearAction::Air { .. } => moment == Moment::CombatPhase,
            RearAction::Speech { .. } => matches!(moment, Moment::Cohesion | Moment::Morale),
            _ => false,
        };
        if !fits {
            return Some(Refusal::new("6.2a", "this is not the moment for it"));
        }
        self.play_refuse(p, side, a)
    }

    /// Why a side cannot play its event so, whatever the moment (orel 6.2a).
    fn play_refuse(&self, p: &Position, side: u8, a: RearAction) -> Option<Refusal> {
        use RearAction::*;
        let breach = |why| Some(Refusal::new("6.2a", why));
        let (effect, unit) = match a {
            Raid { unit, .. } => (EventEffect::Raid, unit),
            Speech { unit } => (EventEffect::Speech, unit),
            Initiative { unit } => (EventEffect::Initiative, unit),
            Air { unit } => (EventEffect::Air, unit),
            Agitate { unit } => (EventEffect::Desert, unit),
            _ => return breach("that is not an event"),
        };
        let Some((event, e)) = self.kept_event(p, side).filter(|(_, e)| e.effect == effect) else {
            return breach("this side keeps no such event");
        };
        let meant = self.is_unit(unit) && p.on_map(unit) && (p.side(unit) != side) == e.on_enemy;
        let Some(hex) = p.hex(unit).filter(|_| meant) else {
            return breach(if e.on_enemy {
                "that is not an enemy unit on the map"
            } else {
                "that is not a friendly unit on the map"
            });
        };
        let class = self.class(unit);
        match a {
            Raid { .. } if !class.is_troop() => breach("raiders go for combat units and guns"),
            Raid { supply: true, .. } if p.unsupplied.has(unit) => breach("the unit is Unsupplied already"),
            Raid { supply: false, .. } if p.ooc.has(unit) => breach("the unit is Out of Command already"),
            Raid { .. } => {
                let rider = |u: UnitId| {
                    self.class(u) == Class::Cavalry
                        && p.mode(u) != Mode::Routed
                        && self.far(p, u, hex) <= e.within
                };
                (!p.units.on_map_of(side).any(rider)).then(|| {
                    Refusal::new("6.2a", "no friendly cavalry is within {} hexes of it").number(e.within)
                })
            }
            Agitate { .. } if !self.event_befalls(p, event, unit) => {
                breach("agitators find no ear there: the unit is too good, or down to its last step")
            }
            Agitate { .. } => {
                let touched = self.d.map.neighbours(hex).any(|h| p.holds(side, h));
                (!touched).then(|| Refusal::new("6.2a", "no friendly unit is next to it"))
            }
            Speech { .. } if !p.combat.units.iter().any(|units| units.has(unit)) || !class.is_troop() => {
                breach("the unit does not take part in this combat")
            }
            Initiative { .. } if !p.ooc.has(unit) => breach("the unit is in command"),
            Air { .. } if p.marker(unit) != Marker::Barrage => breach("the unit has declared no Barrage"),
            _ => None,
        }
    }

    /// Plays an event on its target; `Done` keeps it.
    pub(super) fn event_play(
        &self,
        p: &mut Position,
        side: u8,
        a: RearAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use RearAction::*;
        let (Raid { unit, .. } | Speech { unit } | Initiative { unit } | Air { unit } | Agitate { unit }) = a
        else {
            return;
        };
        let Some((event, e)) = self.kept_event(p, side) else { return };
        let hex = p.hex(unit);
        p.rear.kept[usize::from(side)] = Maybe::NONE;
        let fight = !p.at_peace();
        events.push(Event::Rear(RearEvent::Played { side, event, unit: Some(unit), hex, fight }));
        match a {
            Raid { supply, .. } => {
                let (die, from) = (dice.roll(6), e.die_from);
                events.push(Event::Rear(RearEvent::Raided { unit, hex, die, from, fight }));
                if die >= from && supply {
                    self.starve(p, unit, events);
                } else if die >= from {
                    p.ooc.insert(unit);
                    events.push(Event::Rear(RearEvent::Command { unit, hex, ooc: true }));
                }
            }
            Agitate { .. } => self.desert(p, event, unit, dice, events),
            Speech { .. } => p.combat.inspired.insert(unit),
            Initiative { .. } => {
                p.ooc.remove(unit);
                p.rear.initiative.insert(unit);
            }
            Air { .. } => p.fire.spotted.insert(unit),
            _ => {}
        }
    }

    /// Events that a side can play at another module's decision (orel 6.2a): Personal Initiative in its movement phase, Air
    /// reconnaissance before its Barrages.
    pub(in crate::play) fn rear_offer_events(&self, p: &Position, side: u8, put: &mut dyn FnMut(RearAction)) {
        put(RearAction::TakeUp);
        let Some((_, e)) = self.kept_event(p, side) else { return };
        for unit in p.units.on_map_of(side) {
            put(match e.effect {
                EventEffect::Initiative => RearAction::Initiative { unit },
                EventEffect::Air => RearAction::Air { unit },
                _ => return,
            });
        }
    }

    /// The rule that forbids playing an event now.
    pub(in crate::play) fn rear_refuse_event(
        &self,
        p: &Position,
        side: u8,
        a: RearAction,
    ) -> Option<Refusal> {
        let phase = match a {
            RearAction::Initiative { .. } => Phase::Movement,
            RearAction::Air { .. } => Phase::Munitions,
            RearAction::TakeUp => return self.take_up_refuse(p, side),
            _ => return Some(self.out_of_turn(p)),
        };
        if p.phase != phase || side != p.active {
            return Some(Refusal::new("6.2a", "the event is played in another phase"));
        }
        self.play_refuse(p, side, a)
    }

    /// Plays an event at another module's decision.
    pub(in crate::play) fn rear_take_event(
        &self,
        p: &mut Position,
        side: u8,
        a: RearAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if a == RearAction::TakeUp {
            p.rear.wants_events[usize::from(side)] = true;
            let both = p.rear.wants_events == [true; 2];
            p.rules.events = both;
            events.push(Event::Rear(RearEvent::WantsEvents { side, both }));
            return;
        }
        self.event_play(p, side, a, dice, events);
    }

    /// Why a side cannot ask for random events now: both may agree on them in any of their movement phases (orel 6a).
    fn take_up_refuse(&self, p: &Position, side: u8) -> Option<Refusal> {
        if p.rules.events {
            return Some(Refusal::new("6a", "random events are played already"));
        }
        if p.rear.wants_events[usize::from(side)] {
            return Some(Refusal::new("6a", "the other side has not agreed yet"));
        }
        let between =
            p.play.steps.top() == Step::March(crate::play::march::MarchStep::Select) && side == p.active;
        (!between)
            .then(|| Refusal::new("6a", "events are agreed on in your own movement phase, between moves"))
    }

    /// Notes that the side of the last roll may make it again, if it keeps an event for it. It is asked before anything else
    /// happens ([`Engine::rear_ask_reroll`]).
    pub(in crate::play) fn rear_offer_reroll(&self, p: &mut Position, _events: &mut Vec<Event>) {
        let roll = p.play.roll;
        let morale = matches!(roll.kind, RollKind::Cohesion | RollKind::Morale);
        let kept = self.kept_event(p, roll.side);
        p.rear.reroll =
            kept.is_some_and(|(_, e)| e.effect == EventEffect::Reroll && (morale || !e.morale_only));
    }

    /// Puts the question about the last roll on top of what waits.
    pub(in crate::play) fn rear_ask_reroll(&self, p: &mut Position) {
        if std::mem::take(&mut p.rear.reroll) {
            p.play.steps.push(Step::Rear(RearStep::Reroll));
        }
    }

    /// Makes the last roll again, or keeps it.
    pub(super) fn reroll_take(
        &self,
        p: &mut Position,
        a: RearAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let roll = p.play.roll;
        let (side, before) = (roll.side, roll.dice);
        let Some((event, _)) = self.kept_event(p, side).filter(|_| a == RearAction::Again) else { return };
        p.rear.kept[usize::from(side)] = Maybe::NONE;
        let after = before.map(|d| if d == 0 { 0 } else { dice.roll(6) });
        p.play.roll.dice = after;
        // Before a gun has fired there is nothing to tell of.
        let fight = !p.at_peace() || matches!(roll.kind, RollKind::Cohesion | RollKind::IntoZone);
        events.push(Event::Rear(RearEvent::Played { side, event, unit: None, hex: None, fight }));
        events.push(Event::Rear(RearEvent::Again { side, event, before, after, fight }));
    }
}
