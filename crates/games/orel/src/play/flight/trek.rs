//! A flight as it goes on: the units set out (8.5.1, 8.7.3), go hex by hex, check where they are forced into zones, and arrive.

use super::state::{Order, Trek};
use super::{FlightEvent, FlightKind, FlightStep, WhySurrender};
use crate::data::{Class, IntoZone, RED, WHITE, ZoneFail};
use crate::play::fire::FireEvent;
use crate::play::{Engine, Event};
use crate::position::{
    ATTACKER, At, DEFENDER, HexId, Marker, Mode, Pieces, Position, RollKind, Step, UnitId,
};
use sandtable_core::Dice;
use sandtable_ops::id::Maybe;

impl Engine<'_> {
    /// Begins the order that was given last.
    pub(super) fn flight_next(&self, p: &mut Position, orders: u8, events: &mut Vec<Event>) {
        if orders == 0 || p.flight.count == 0 {
            p.play.steps.pop();
            // Under fire that was all.
            if matches!(p.play.steps.top(), Step::Fire(_)) {
                events.push(Event::Fire(FireEvent::Over { hex: None }));
            }
            return;
        }
        let last = usize::from(p.flight.count) - 1;
        let order = p.flight.orders[last];
        // An order for several hexes is one for each of them.
        let units = order.units.which(|u| p.on_map(u));
        let start = units.first().and_then(|u| p.hex(u));
        let here = units.which(|u| p.hex(u) == start);
        let rest = units.without(&here);
        if rest.is_empty() {
            p.flight.orders[last] = Order::NONE;
            p.flight.count -= 1;
            p.play.steps.replace(Step::Flight(FlightStep::Next { orders: orders - 1 }));
        } else {
            p.flight.orders[last].units = rest;
        }
        if here.is_empty() {
            return;
        }
        let party = here.which(|u| self.flight_sets_out(p, u, order.kind, events));
        p.flight.now = Trek { start: start.into(), ..self.flight_trek(p, party, order.kind) };
        p.play.steps.push(Step::Flight(FlightStep::Move));
        self.settle(p, events);
    }

    /// A unit sets out: whether there is anything left of it to do so.
    fn flight_sets_out(
        &self,
        p: &mut Position,
        unit: UnitId,
        kind: FlightKind,
        events: &mut Vec<Event>,
    ) -> bool {
        let hex = p.hex(unit);
        p.flight.via[usize::from(unit)] = Maybe::NONE;
        p.flight.guests.remove(unit);
        if self.class(unit) == Class::Tank && p.broken.has(unit) {
            // orel 9.2.1d
            events.push(Event::Flight(FlightEvent::Abandoned { unit, hex }));
            self.eliminate(p, unit, events);
            return false;
        }
        if kind == FlightKind::Rout && self.class(unit).is_troop() {
            if p.mode(unit) == Mode::Routed {
                self.flight_surrender(p, unit, WhySurrender::Again, events);
                return false;
            }
            self.flight_rout(p, unit);
            events.push(Event::Flight(FlightEvent::Routed { unit, hex }));
        }
        true
    }

    /// A unit is Routed from now on (orel 8.7.3a).
    fn flight_rout(&self, p: &mut Position, unit: UnitId) {
        p.units.set_mode(unit, Mode::Routed);
        if !p.at_peace() {
            p.combat.routed.insert(unit);
        }
    }

    /// A unit surrenders for a reason of this module.
    pub(super) fn flight_surrender(
        &self,
        p: &mut Position,
        unit: UnitId,
        why: WhySurrender,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Flight(FlightEvent::Surrenders { unit, hex: p.hex(unit), why }));
        self.surrender(p, unit, events);
    }

    /// One hex of a flight, or its end; whether the owner must choose.
    pub(super) fn flight_move(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let now = p.flight.now;
        let party = now.party.which(|u| p.on_map(u));
        p.flight.now.party = party;
        let Some(hex) = party.first().and_then(|u| p.hex(u)) else {
            self.flight_stragglers(p);
            return false;
        };
        if now.left == 0 && self.flight_has_room(p, party) {
            self.flight_arrives(p, party, events);
            return false;
        }
        let ways = self.flight_ways(p, &p.flight.now);
        match (ways.hexes.len(), ways.off) {
            (0, false) => self.flight_stuck(p, hex, events),
            (0, true) => self.flight_go(p, None, events),
            (1, false) => self.flight_go(p, ways.hexes.first(), events),
            _ => return true,
        }
        false
    }

    /// Whether a party may end where it stands: vehicles always have room (orel 7.1.2).
    fn flight_has_room(&self, p: &Position, party: Pieces) -> bool {
        let first = party.iter().find(|u| self.class(*u).is_troop());
        first.is_none_or(|u| p.hex(u).is_some_and(|hex| self.fits(p, p.side(u), hex)))
    }

    /// The party goes into a hex or off the map; vehicles that cannot stay behind for a way of their own.
    pub(super) fn flight_go(&self, p: &mut Position, to: Option<HexId>, events: &mut Vec<Event>) {
        let Some(first) = p.flight.now.party.first() else { return };
        let Some(from) = p.hex(first) else { return };
        let (side, kind) = (p.side(first), p.flight.now.kind);
        let party = p.flight.now.party.which(|u| self.flight_enters(p, u, from, to));
        let apart = p.flight.now.party.without(&party);
        p.flight.now.behind = p.flight.now.behind.with(&apart);
        p.flight.now.left = p.flight.now.left.saturating_sub(1);
        if let Some(to) = to {
            p.flight.now.party = party;
            let zone = self.shut(p, side, to);
            p.flight.now.cavalry_zone = self.in_cavalry_zone(p, 1 - side, to);
            if to == self.d.map.orel && !p.holds(side, to) {
                // Nothing is said of the part; the suburbs are the way in (orel 7.1.1e).
                p.centre = false;
            }
            for unit in party.iter() {
                self.flight_leave(p, unit, kind);
                p.place(unit, to);
                let via = &mut p.flight.via[usize::from(unit)];
                *via = via.get().unwrap_or(to).into();
                events.push(Event::Flight(FlightEvent::Goes { unit, from, to, kind }));
            }
            if zone {
                p.flight.now.checks = party.which(|u| self.flight_row(p, u).is_some());
                if !p.flight.now.checks.is_empty() {
                    p.play.steps.push(Step::Flight(FlightStep::Check));
                }
            }
        } else {
            p.flight.now.party = Pieces::EMPTY;
            for unit in party.iter() {
                let due = self.flight_due(p, side, p.mode(unit) == Mode::Routed);
                self.flight_leave(p, unit, kind);
                p.take_off(unit, At::OffMap, Some(from), due);
                self.flight_mode(p, unit, kind);
                events.push(Event::Flight(FlightEvent::LeavesMap { unit, hex: from, due }));
            }
        }
        self.settle(p, events);
    }

    /// A unit that goes is out of the combat that is being resolved and of all that it had declared (orel 8.5g).
    fn flight_leave(&self, p: &mut Position, unit: UnitId, kind: FlightKind) {
        if !p.at_peace() {
            if kind != FlightKind::Before {
                p.combat.gone.insert(unit);
            }
            for who in [ATTACKER, DEFENDER] {
                p.combat.units[who].remove(unit);
                p.combat.support[who].remove(unit);
            }
        }
        let current = usize::from(p.combat.attack);
        for (_, attack) in p.attacks.iter_mut().enumerate().filter(|(i, a)| *i != current && !a.done) {
            attack.attackers.remove(unit);
            attack.supports.remove(unit);
            attack.defence.remove(unit);
        }
        if p.marker(unit) != Marker::Barrage {
            p.units.set_marker(unit, Marker::None);
        }
    }

    /// The mode after a flight (orel 8.5.1a): vehicles have none, and a Routed unit stays so.
    fn flight_mode(&self, p: &mut Position, unit: UnitId, kind: FlightKind) {
        if kind != FlightKind::Rout {
            self.march_mode(p, unit);
        }
    }

    /// The turn on which a unit that leaves the map now must come back (orel 7.5b): its owner's next movement phase, a turn later if
    /// Routed.
    fn flight_due(&self, p: &Position, side: u8, routed: bool) -> u8 {
        let still_to_come = p.active == WHITE && side == RED;
        let next = p.turn + u8::from(!still_to_come);
        next + self.d.charts.off_map_back[usize::from(routed)].saturating_sub(1)
    }

    /// The row of the check that a unit makes in the zone which its party has entered, if it makes one (orel 8.5.1d to orel 8.5.1h,
    /// orel 8.7.3c to orel 8.7.3f).
    fn flight_row(&self, p: &Position, unit: UnitId) -> Option<IntoZone> {
        let (charts, now) = (&self.d.charts, &p.flight.now);
        let flow = if now.kind == FlightKind::Rout { &charts.rout } else { &charts.retreat };
        let class = self.class(unit);
        let fits = |r: &&IntoZone| r.class == class && r.cavalry_zone == now.cavalry_zone;
        flow.into_zone.iter().find(fits).copied().filter(|r| r.fail != ZoneFail::NoCheck)
    }

    /// The next unit rolls.
    pub(super) fn flight_check(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.flight.now.checks = p.flight.now.checks.which(|u| p.on_map(u));
        match p.flight.now.checks.first() {
            Some(unit) => {
                p.play.steps.replace(Step::Flight(FlightStep::Read));
                self.throw(p, p.side(unit), RollKind::IntoZone, 1, dice, events);
            }
            None => _ = p.play.steps.pop(),
        }
    }

    /// What it has rolled.
    pub(super) fn flight_read(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.play.steps.replace(Step::Flight(FlightStep::Check));
        let Some(unit) = p.flight.now.checks.first() else { return };
        p.flight.now.checks.remove(unit);
        let Some(row) = self.flight_row(p, unit) else { return };
        let tq = if row.tq > 0 { row.tq } else { self.tq(p, unit) };
        let die = p.play.roll.dice[0];
        let passed = die as i8 + row.add <= tq as i8;
        events.push(Event::Flight(FlightEvent::Zone {
            unit,
            hex: p.hex(unit),
            die,
            add: row.add,
            tq,
            passed,
        }));
        if !passed {
            match row.fail {
                ZoneFail::NoCheck => {}
                ZoneFail::Step => self.lose_step(p, unit, events),
                ZoneFail::Eliminated => self.eliminate(p, unit, events),
                ZoneFail::Surrender => self.flight_surrender(p, unit, WhySurrender::Zone, events),
            }
            self.settle(p, events);
        }
    }

    /// The party is where it stays.
    fn flight_arrives(&self, p: &mut Position, party: Pieces, events: &mut Vec<Event>) {
        let kind = p.flight.now.kind;
        for unit in party.iter() {
            self.flight_mode(p, unit, kind);
            let Some(hex) = p.hex(unit) else { continue };
            if self.flight_under_attack(p, p.side(unit), hex) {
                self.flight_welcome(p, unit);
                events.push(Event::Flight(FlightEvent::Guest { unit, hex }));
            }
        }
        p.flight.now.party = Pieces::EMPTY;
        self.settle(p, events);
    }

    /// Vehicles that could not go with the others find their own way, one after the other; without any the flight is over.
    fn flight_stragglers(&self, p: &mut Position) {
        let now = p.flight.now;
        let behind = now.behind.which(|u| p.on_map(u));
        let Some(unit) = behind.first() else {
            p.flight.now = Trek::NONE;
            p.play.steps.pop();
            return;
        };
        let gone = now.start.get().map_or(0, |start| self.far(p, unit, start));
        let left = self.flight_length(now.kind).saturating_sub(gone);
        // Those who stand with it and have as far to go try to go where it goes (orel 8.5.1p).
        let party = behind.which(|u| p.hex(u) == p.hex(unit));
        p.flight.now = Trek { party, behind: behind.without(&party), left, ..now };
    }

    /// The party has no way. Troops are Routed where they stand (orel 8.5.1q) or surrender (orel 8.7.3g, orel 8.7.3n), and what stands
    /// with the Routed stays; a vehicle stays for the enemy to take (orel 9d), a train that combat units have caught is captured
    /// (orel 9.1.2d).
    fn flight_stuck(&self, p: &mut Position, hex: HexId, events: &mut Vec<Event>) {
        let (party, kind) = (p.flight.now.party, p.flight.now.kind);
        let troops = party.which(|u| self.class(u).is_troop());
        for unit in troops.iter() {
            if kind == FlightKind::Rout {
                self.flight_surrender(p, unit, WhySurrender::NoWay, events);
            } else if p.mode(unit) == Mode::Routed {
                self.flight_surrender(p, unit, WhySurrender::Again, events);
            } else {
                self.flight_rout(p, unit);
                p.combat.units[ATTACKER].remove(unit);
                events.push(Event::Flight(FlightEvent::RoutedInPlace { unit, hex }));
            }
        }
        let stand = troops.iter().any(|u| p.on_map(u));
        let vehicles = party.without(&troops);
        let stays = match (stand, troops.is_empty()) {
            (true, _) => vehicles,
            // The first of them led and has no way; the others look for theirs.
            (false, true) => vehicles.first().map_or(Pieces::EMPTY, Pieces::one),
            (false, false) => Pieces::EMPTY,
        };
        p.flight.now.party = vehicles.without(&stays);
        for unit in stays.iter() {
            events.push(Event::Flight(FlightEvent::Stays { unit, hex }));
            if !stand && kind != FlightKind::Before && self.flight_caught(p, unit) {
                self.capture_train(p, unit, events);
            }
        }
        self.settle(p, events);
    }

    /// Whether a train that cannot go back is taken at once: alone, with enemy combat units next to it.
    fn flight_caught(&self, p: &Position, unit: UnitId) -> bool {
        let side = p.side(unit);
        let near = |h: HexId| p.stack(1 - side, h).iter().any(|u| self.class(u).is_combat());
        self.class(unit) == Class::Train
            && p.hex(unit).is_some_and(|hex| {
                p.stack(side, hex) == Pieces::one(unit) && self.d.map.neighbours(hex).any(near)
            })
    }
}
