//! Who goes with those who leave a hex (8.7.2e to 8.7.2g, 9h), what becomes of those who are left alone in it (8.8.2i,
//! 8.8.2m, 9.1.2e), and guests in a hex under attack (8.5.1m, 8.5.1n, 8.7.3b).

use super::{FlightEvent, FlightKind, WhySurrender};
use crate::data::Class;
use crate::play::{Engine, Event};
use crate::position::{HexId, Mode, Pieces, Position, UnitId};

impl Engine<'_> {
    /// Guns, vehicles and guests in a hex who go along when units of their stack leave it, by what befalls the units there: `kind` is
    /// a rout only if all rout (orel 8.7.2g). Guns and vehicles go if all combat units go, guns without combat units counting as such
    /// (orel 8.7.2e, orel 8.7.2f, orel 9h); guests go if anybody retreats (orel 8.5.1n). Depots stay (orel 8.7.2h), and before
    /// combat each unit decides alone (orel 8.5e).
    pub fn flight_followers(
        &self,
        p: &Position,
        hex: HexId,
        side: u8,
        leaving: Pieces,
        kind: FlightKind,
    ) -> Pieces {
        if leaving.is_empty() || kind == FlightKind::Before {
            return Pieces::EMPTY;
        }
        let guests = self.flight_guests(p, hex).which(|u| p.side(u) == side);
        let here = p.stack(side, hex).without(&guests);
        let combat = here.which(|u| self.class(u).is_combat());
        let guns = here.which(|u| self.class(u).is_gun());
        let main = if combat.is_empty() { guns } else { combat };
        let mut out = Pieces::EMPTY;
        if main.within(&leaving) {
            out = here.which(|u| self.class(u).is_gun() || self.class(u).is_vehicle());
        }
        if kind != FlightKind::Rout {
            out = out.with(&guests);
        }
        out.without(&leaving)
    }

    /// What becomes of the guns and vehicles of a hex whose combat units have all been eliminated or, with `surrendered`, have
    /// surrendered: to be called once the last of them is off the map. Guns rout (orel 8.8.2i), vehicles with them, or surrender with
    /// the others (orel 8.8.2m). Vehicles without guns are eliminated (orel 9h), but a train in contact is captured, and other
    /// trains go back as far as a rout (orel 9.1.2e). Orders are given for those that go.
    pub fn flight_abandoned(
        &self,
        p: &mut Position,
        hex: HexId,
        side: u8,
        surrendered: bool,
        events: &mut Vec<Event>,
    ) {
        let here = p.stack(side, hex).without(&self.flight_guests(p, hex));
        if here.iter().any(|u| self.class(u).is_combat()) {
            return;
        }
        let guns = here.which(|u| self.class(u).is_gun());
        let vehicles = here.which(|u| self.class(u).is_vehicle());
        if !guns.is_empty() && !surrendered {
            self.flight_order(p, guns.with(&vehicles), FlightKind::Rout);
            return;
        }
        for unit in guns.iter() {
            self.flight_surrender(p, unit, WhySurrender::Company, events);
        }
        let trains = vehicles.which(|u| self.class(u) == Class::Train);
        for unit in vehicles.without(&trains).iter() {
            events.push(Event::Flight(FlightEvent::LostWithAll { unit, hex }));
            self.eliminate(p, unit, events);
        }
        let caught = trains.meet(&p.combat.contact);
        let free = trains.without(&caught);
        // A Depot that stays keeps the hex, and the train in it, until the enemy comes in (orel 3.3a).
        if p.stack(side, hex).within(&trains) {
            caught.iter().for_each(|unit| self.capture_train(p, unit, events));
        }
        self.flight_order(p, free, FlightKind::Rout);
        self.settle(p, events);
    }

    /// Units in a hex that fled into it while an attack on it was still to come: they do not fight there (orel 8.5.1m).
    pub fn flight_guests(&self, p: &Position, hex: HexId) -> Pieces {
        if p.flight.guests_on != [p.turn, p.active] || p.flight.guests.is_empty() {
            return Pieces::EMPTY;
        }
        p.flight.guests.which(|u| p.on_map(u) && p.is_in(u, hex))
    }

    /// A unit is a guest from now on.
    pub(super) fn flight_welcome(&self, p: &mut Position, unit: UnitId) {
        if p.flight.guests_on != [p.turn, p.active] {
            (p.flight.guests, p.flight.guests_on) = (Pieces::EMPTY, [p.turn, p.active]);
        }
        p.flight.guests.insert(unit);
    }

    /// What becomes of the guests of a hex when all who defended it have been routed or eliminated: they rout (orel 8.5.1n), and those
    /// who are Routed surrender (orel 8.7.3b). Where a defender retreats they go with [`Engine::flight_followers`].
    pub fn flight_guests_lost(&self, p: &mut Position, hex: HexId, events: &mut Vec<Event>) {
        let guests = self.flight_guests(p, hex);
        let routed = guests.which(|u| p.mode(u) == Mode::Routed);
        for unit in routed.iter() {
            self.flight_surrender(p, unit, WhySurrender::Guest, events);
        }
        self.flight_order(p, guests.without(&routed), FlightKind::Rout);
        self.settle(p, events);
    }
}
