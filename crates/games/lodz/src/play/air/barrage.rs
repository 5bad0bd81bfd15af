//! Barrages (8.6), where a scenario allows them: a hex is named, then guns, then the fire falls.

use crate::data::Kind;
use crate::play::air::{AirAction, AirEvent, AirStep};
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Maybe;

impl Engine<'_> {
    /// The barrage phase begins; what the last barrage forbade is over (lodz R25).
    pub(super) fn barrage_enter(&self, p: &mut Position) {
        p.units.unmark_all(p.active, Flag::Barraged);
        p.steps.push(Step::Air(AirStep::Barrage));
    }

    /// Why a gun cannot take part in a barrage on a hex.
    fn gun_refuse(&self, p: &Position, side: u8, gun: UnitId, target: HexId) -> Option<Refusal> {
        let own = self.is_unit(gun) && p.side(gun) == side && self.kind(gun) == Kind::Artillery;
        let Some(hex) = p.hex(gun).filter(|_| own) else {
            return Some(no("8.61a", "that is not artillery of yours on the map"));
        };
        if p.has(gun, Flag::Marching) {
            return Some(no("8.75", "guns in marching order do not fire").of(gun));
        }
        if p.has(gun, Flag::Barraged) {
            return Some(no("8.22", "these guns have fired their barrage").of(gun));
        }
        let far = self.map(p).distance(hex, target) > self.def(gun).range;
        far.then(|| no("8.24", "the hex is out of range").of(gun))
    }

    /// Guns that could take part in a barrage on a hex.
    pub fn barrage_guns(&self, p: &Position, side: u8, target: HexId) -> Pieces {
        let able = |u: &UnitId| self.gun_refuse(p, side, *u, target).is_none();
        p.units.on_map_of(side).filter(able).collect()
    }

    /// Whether anything can be done: a barrage is skipped where nobody can fire one.
    pub(super) fn barrage_run(&self, p: &mut Position) -> bool {
        let open = |hex| self.barrage_refuse(p, p.active, AirAction::Aim { hex }).is_none();
        let asks = p.air.target.is_some() || self.map(p).all().any(open);
        if !asks {
            p.steps.pop();
        }
        asks
    }

    /// What can be done.
    pub(super) fn barrage_offers(&self, p: &Position, side: u8, out: &mut Offers<'_, AirAction>) {
        if let Some(target) = p.air.target.get() {
            let guns = self.barrage_guns(p, side, target);
            out.candidates(guns.iter().map(|unit| AirAction::Gun { unit }));
            out.candidate(AirAction::Fire);
        } else {
            out.candidates(self.map(p).all().map(|hex| AirAction::Aim { hex }));
        }
        out.candidate(AirAction::Done);
    }

    /// The rule that forbids an action.
    pub(super) fn barrage_refuse(&self, p: &Position, side: u8, a: AirAction) -> Option<Refusal> {
        let least = self.d.charts.barrage_least;
        match (a, p.air.target.get()) {
            (AirAction::Done, _) => None,
            (AirAction::Aim { hex }, None) => {
                let map = self.map(p);
                if usize::from(hex) >= map.hexes || p.units.units_in(1 - side, hex) == 0 {
                    return Some(no("8.61a", "a barrage falls on a hex with enemy units"));
                }
                let few = self.barrage_guns(p, side, hex).len() < usize::from(least);
                few.then(|| no("8.61e", "a barrage takes {} artillery units in range").number(least).at(hex))
            }
            (AirAction::Gun { unit }, Some(target)) => {
                let named = self.is_unit(unit) && p.air.guns.has(unit);
                self.gun_refuse(p, side, unit, target)
                    .or_else(|| named.then(|| no("8.22", "these guns are named already").of(unit)))
            }
            (AirAction::Fire, Some(_)) => {
                let few = p.air.guns.len() < usize::from(least);
                few.then(|| no("8.61e", "a barrage takes at least {} artillery units").number(least))
            }
            _ => Some(self.not_now(p, Action::Air(a))),
        }
    }

    /// Takes a legal action.
    pub(super) fn barrage_take(
        &self,
        p: &mut Position,
        a: AirAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match a {
            AirAction::Aim { hex } => (p.air.target, p.air.guns) = (hex.into(), Pieces::EMPTY),
            AirAction::Gun { unit } => p.air.guns.insert(unit),
            AirAction::Fire => self.barrage_fire(p, dice, events),
            _ if p.air.target.is_some() => p.air.target = Maybe::NONE,
            _ => {
                p.steps.pop();
            }
        }
    }

    /// The fire falls: doubled, the ground taken off, two dice on the fire table (lodz 8.61b, lodz R25).
    fn barrage_fire(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        let Some(hex) = std::mem::take(&mut p.air.target).get() else { return };
        let sum: u16 = p.air.guns.iter().map(|u| u16::from(self.attack_fire(p, u))).sum();
        let doubled = sum * u16::from(self.d.charts.barrage_times);
        let ground = u16::from(self.map(p).fire[usize::from(hex)]);
        let strength = doubled.saturating_sub(ground);
        // Without any strength left no dice are thrown.
        let rolls = if strength == 0 { [0; 2] } else { [dice.roll(6), dice.roll(6)] };
        let cell = self.fire_row(strength, rolls[0] + rolls[1]);
        let guns = p.air.guns.len() as u8;
        events.push(Event::Air(AirEvent::Barrage {
            map,
            hex,
            guns,
            sum,
            doubled,
            ground,
            strength,
            rolls,
            cell,
        }));
        for gun in p.air.guns.iter() {
            p.units.mark(gun, Flag::Barraged, true);
            p.units.mark(gun, Flag::Stirred, true);
        }
        p.air.guns = Pieces::EMPTY;
        if cell.dot {
            p.steps.push(Step::Air(AirStep::Waver { hex }));
        }
        for _ in 0..cell.loss {
            p.steps.push(Step::Air(AirStep::Lose { hex }));
        }
        self.barrage_over(p, hex, events);
    }

    /// Tells that a barrage is over, once nothing of it waits.
    pub(super) fn barrage_over(&self, p: &Position, hex: HexId, events: &mut Vec<Event>) {
        if p.steps.top() == Step::Air(AirStep::Barrage) {
            events.push(Event::Air(AirEvent::Over { map: self.scenario(p).map, hex }));
        }
    }

    /// The stack under fire loses a CEL: asked only where there is a choice (lodz ART.2).
    pub(super) fn lose_run(&self, p: &mut Position, hex: HexId, events: &mut Vec<Event>) -> bool {
        let mut there = p.at(hex).filter(|u| p.side(*u) != p.active && self.kind(*u).is_unit());
        let (first, second) = (there.next(), there.next());
        drop(there);
        if second.is_some() {
            return true;
        }
        p.steps.pop();
        if let Some(unit) = first {
            self.lose_cel(p, unit, "ART.2", events);
        }
        self.barrage_over(p, hex, events);
        false
    }

    /// Why a unit cannot take the loss.
    pub(super) fn lose_refuse(&self, p: &Position, side: u8, hex: HexId, a: AirAction) -> Option<Refusal> {
        let AirAction::Lose { unit } = a else {
            return Some(self.not_now(p, Action::Air(a)));
        };
        let there = self.is_unit(unit)
            && p.side(unit) == side
            && p.hex(unit) == Some(hex)
            && self.kind(unit).is_unit();
        (!there).then(|| no("ART.2", "a unit of the stack under fire takes the loss"))
    }

    /// The stack under fire rolls for disorganization: two dice for all of it (lodz ART.3, lodz R30).
    pub(super) fn waver(&self, p: &mut Position, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let there: Pieces = p.at(hex).filter(|u| p.side(*u) != p.active && self.kind(*u).is_unit()).collect();
        if there.is_empty() {
            return;
        }
        self.disorder_roll(p, p.other(), hex, &there, dice, events);
    }
}
