//! Conquest of minor countries (7.7).

use super::{SiegeEvent, tell};
use crate::data::{FACTORS, POWERS};
use crate::play::land::position::{CORPS, LEADERS, NATIONS};
use crate::play::land::{NOBODY, Position, Spot};
use crate::play::{Engine, Event};
use crate::position::Ration;

impl Engine<'_> {
    /// The minors, by their places among the nations.
    fn minors(&self) -> impl Iterator<Item = u8> + use<> {
        (POWERS..self.d.nations.len().min(NATIONS)).map(|n| n as u8)
    }

    /// The power that holds the capital of a minor against it, unbesieged.
    fn occupant(&self, p: &Position, minor: u8) -> Option<u8> {
        // A minor that nobody is at war with has no occupant.
        let war = match p.power_of(minor) {
            Some(power) => p.war[usize::from(power)],
            None => p.minor_war[usize::from(minor)],
        };
        let capital = *self.d.nations[usize::from(minor)].capitals.first()?;
        if war == 0 || p.at(capital).besieged {
            return None;
        }
        let inside = self.owner_inside(p, capital)?;
        (usize::from(inside) < POWERS && p.at_war(inside, minor)).then_some(inside)
    }

    /// Keeps the books on who occupies the capitals of minors, and since when (empires 7.7(b)). A loss or a siege, even for part of the
    /// turn, starts the count again (ruling 58).
    pub fn watch_capitals(&self, p: &mut Position) {
        for minor in self.minors() {
            let now = self.occupant(p, minor);
            let turn = p.play.turn;
            let kept = &mut p.play.occupied[usize::from(minor)];
            match now {
                Some(power) if kept.0 == power => {}
                Some(power) => *kept = (power, turn),
                None => *kept = (NOBODY, 0),
            }
        }
    }

    /// Minors whose capital was occupied in the previous turn, and held without interruption or siege for the whole of this one, change
    /// control (empires 7.7). The order does not matter.
    pub fn conquest(&self, p: &mut Position, events: &mut Vec<Event>) {
        self.watch_capitals(p);
        for minor in self.minors() {
            let (power, since) = p.play.occupied[usize::from(minor)];
            if power != NOBODY && since < p.play.turn {
                self.conquer(p, minor, power, events);
            }
        }
        self.lift_sieges(p, events);
    }

    /// A minor becomes conquered (empires 7.7(c)): all its areas change hands at once (ruling 59), its forces leave the map.
    fn conquer(&self, p: &mut Position, minor: u8, power: u8, events: &mut Vec<Event>) {
        let before = p.power_of(minor);
        tell(events, SiegeEvent::Conquered { minor, power });
        p.controller[usize::from(minor)] = power;
        p.minor_war[usize::from(minor)] = 0;
        p.play.conquered |= 1 << minor;
        p.play.occupied[usize::from(minor)] = (NOBODY, 0);
        for area in self.d.board.areas() {
            let ground = p.at_mut(area);
            if ground.country == minor && (ground.holder == minor || Some(ground.holder) == before) {
                ground.holder = minor;
            }
            ground.garrison.take_out(|n| n == minor);
            ground.guard.take_out(|n| n == minor);
        }
        for b in 0..CORPS.min(self.d.corps.len()) {
            if p.nation_of(self.d, b) == minor && p.corps[b].spot != Spot::Off {
                let corps = &mut p.corps[b];
                (corps.spot, corps.factors, corps.last) = (Spot::Off, [0; FACTORS], [0; FACTORS]);
                corps.ration = Ration::NONE;
            }
        }
        for l in 0..self.d.leaders.len().min(LEADERS) {
            if self.d.leaders[l].nation == minor && p.leaders[l] != Spot::Off {
                self.send_off(p, l, events);
            }
        }
        for area in self.d.board.areas() {
            if p.at(area).besieged && self.owner_inside(p, area).is_none() {
                p.at_mut(area).besieged = false;
            }
        }
    }
}
