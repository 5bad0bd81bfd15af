//! Airships (15A): placed, moved or left where they are, in danger each time; those that come through bar enemy supply and may bomb a bridge.

use crate::data::Kind;
use crate::play::air::{AirAction, AirEvent, AirStep, Bombs};
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{At, Pieces, Position, Step, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// Whether a counter is an airship of a side, on the map or waiting off it.
    fn ship_ready(&self, p: &Position, side: u8, unit: UnitId) -> bool {
        self.kind(unit) == Kind::Airship
            && self.def(unit).side == side
            && matches!(p.units.at(unit), At::Map | At::Pool)
    }

    /// Airships of a side.
    fn ships<'s>(&'s self, p: &'s Position, side: u8) -> impl Iterator<Item = UnitId> + 's {
        self.all_units().filter(move |u| self.ship_ready(p, side, *u))
    }

    /// The air phase begins.
    pub(super) fn ships_enter(&self, p: &mut Position) {
        p.air.done = Pieces::EMPTY;
        if self.ships(p, p.active).next().is_some() {
            p.steps.push(Step::Air(AirStep::Fly));
        }
    }

    /// Bridges under an airship, as directions.
    fn ship_bridges(&self, p: &Position, ship: UnitId) -> impl Iterator<Item = u8> + '_ {
        let bridges = p.hex(ship).map_or(0, |hex| p.bridges[usize::from(hex)]);
        (0..6).filter(move |d| bridges >> d & 1 == 1)
    }

    /// Goes on by itself once all have flown, or nobody has a bridge to bomb.
    pub(super) fn ships_run(&self, p: &mut Position, step: AirStep) -> bool {
        let waits = |u: UnitId| !p.air.done.has(u);
        let asks = match step {
            AirStep::Fly => self.ships(p, p.active).any(waits),
            _ => self.ships(p, p.active).any(|u| waits(u) && self.ship_bridges(p, u).next().is_some()),
        };
        if !asks {
            self.ships_next(p, step);
        }
        asks
    }

    /// From flying to bombing, and on.
    fn ships_next(&self, p: &mut Position, step: AirStep) {
        p.air.done = Pieces::EMPTY;
        p.steps.pop();
        if step == AirStep::Fly {
            p.steps.push(Step::Air(AirStep::Bomb));
        }
    }

    /// What can be done.
    pub(super) fn ships_offers(
        &self,
        p: &Position,
        step: AirStep,
        side: u8,
        out: &mut Offers<'_, AirAction>,
    ) {
        for ship in self.ships(p, side) {
            if step == AirStep::Fly {
                let hexes = self.map(p).all();
                out.candidates(hexes.map(|to| AirAction::Fly { ship, to }));
            } else {
                let bombs = |direction| AirAction::Bomb(Bombs { ship, direction });
                out.candidates(self.ship_bridges(p, ship).map(bombs));
            }
        }
        out.candidate(AirAction::Done);
    }

    /// The rule that forbids an action.
    pub(super) fn ships_refuse(
        &self,
        p: &Position,
        step: AirStep,
        side: u8,
        a: AirAction,
    ) -> Option<Refusal> {
        let map = self.map(p);
        let own = |ship: UnitId| {
            if !self.is_unit(ship) || !self.ship_ready(p, side, ship) {
                return Some(no("15A.1", "that is not an airship of yours"));
            }
            let done = p.air.done.has(ship);
            done.then(|| no("15A.1", "this airship has had its turn").of(ship))
        };
        match a {
            AirAction::Done => None,
            AirAction::Fly { ship, to } if step == AirStep::Fly => own(ship).or_else(|| {
                let nowhere = usize::from(to) >= map.hexes || p.hex(ship) == Some(to);
                nowhere.then(|| no("15A.1", "an airship goes to another hex of the map, or stays"))
            }),
            AirAction::Bomb(Bombs { ship, direction }) if step == AirStep::Bomb => own(ship).or_else(|| {
                let over = self.ship_bridges(p, ship).any(|d| d == direction);
                (!over).then(|| no("14.23", "there is no bridge on that side of the airship's hex"))
            }),
            _ => Some(self.not_now(p, Action::Air(a))),
        }
    }

    /// Takes a legal action.
    pub(super) fn ships_take(
        &self,
        p: &mut Position,
        step: AirStep,
        a: AirAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let map = self.scenario(p).map;
        match a {
            AirAction::Fly { ship, to } => {
                events.push(Event::Air(AirEvent::Flown { ship, map, hex: to }));
                p.units.place(ship, to);
                p.air.done.insert(ship);
                self.ship_risk(p, ship, false, dice, events);
            }
            AirAction::Bomb(Bombs { ship, direction }) => {
                p.air.done.insert(ship);
                let bombs = u16::from(self.d.charts.airship_bombs);
                if let Some(hex) = p.hex(ship) {
                    self.destroy_object(p, hex, direction, bombs, dice, events);
                }
            }
            _ => {
                // Those that stay are in the same danger (lodz 15A.3).
                let staying = |u: &UnitId| step == AirStep::Fly && p.on_map(*u) && !p.air.done.has(*u);
                let stay: Pieces = self.ships(p, p.active).filter(staying).collect();
                for ship in stay.iter() {
                    self.ship_risk(p, ship, true, dice, events);
                }
                self.ships_next(p, step);
            }
        }
    }

    /// One die: the airship may be lost for good (lodz 15A.2).
    fn ship_risk(
        &self,
        p: &mut Position,
        ship: UnitId,
        stayed: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let (map, hex, roll) = (self.scenario(p).map, p.hex(ship), dice.roll(6));
        let lost = roll == self.d.charts.airship_lost_on;
        events.extend(hex.map(|hex| Event::Air(AirEvent::Risk { ship, roll, lost, stayed, map, hex })));
        if lost {
            p.units.take_off(ship, At::Left);
        }
    }
}
