//! What war, peace and alliances change (chapter 4), and access that ends (10.3).

use super::state::Wares;
use super::{YearEvent, powers};
use crate::data::POWERS;
use crate::play::land::position::Depot;
use crate::play::land::{Loose, NOBODY, Position, Spot};
use crate::play::{Engine, Event};
use sandtable_board::AreaId;

/// Sets or clears a relation of two powers, both ways.
fn mark(list: &mut [u8; POWERS], a: u8, b: u8, on: bool) {
    for (x, y) in [(a, b), (b, a)] {
        let bit = 1 << y;
        let of = &mut list[usize::from(x)];
        *of = if on { *of | bit } else { *of & !bit };
    }
}

impl Engine<'_> {
    pub(super) fn break_alliance(&self, p: &mut Position, a: u8, b: u8, events: &mut Vec<Event>) {
        events.push(Event::Year(YearEvent::Broken { power: a, with: b }));
        self.award(p, a, self.d.year.politics.break_alliance, "4", events);
        mark(&mut p.allied, a, b, false);
        mark(&mut p.depots_of, a, b, false);
        for (x, y) in [(a, b), (b, a)] {
            self.close_borders(p, x, y);
            if p.year.leaving[usize::from(x)] >> y & 1 == 1 {
                self.evacuate_land(p, x, y, events);
            }
        }
        self.lift_sieges(p, events);
    }

    /// Forces of a power that may no longer be in another's territory must leave it (10.3).
    fn close_borders(&self, p: &mut Position, power: u8, of: u8) {
        let leave = p.allied[usize::from(power)] | p.access[usize::from(power)] | p.war[usize::from(power)];
        if leave >> of & 1 == 0 {
            p.year.leaving[usize::from(power)] |= 1 << of;
        }
    }

    /// War between two powers: whatever bound them ends (also under empires 7.3.8.3). The declaring power pays.
    pub fn declare_war(&self, p: &mut Position, a: u8, b: u8, events: &mut Vec<Event>) {
        events.push(Event::Year(YearEvent::War { power: a, on: b }));
        self.award(p, a, self.d.year.politics.declare_war, "4", events);
        mark(&mut p.war, a, b, true);
        for list in [&mut p.allied, &mut p.access, &mut p.depots_of, &mut p.year.leaving] {
            mark(list, a, b, false);
        }
        for (x, y) in [(a, b), (b, a)] {
            p.year.access_ends[usize::from(x)][usize::from(y)] = 0;
            p.year.peace_ends[usize::from(x)][usize::from(y)] = 0;
        }
    }

    /// Peace by agreement.
    pub(super) fn make_peace(&self, p: &mut Position, a: u8, b: u8, events: &mut Vec<Event>) {
        events.push(Event::Year(YearEvent::Peace { a, b }));
        mark(&mut p.war, a, b, false);
        self.close_borders(p, a, b);
        self.close_borders(p, b, a);
        self.evacuate_land(p, a, b, events);
        self.evacuate_land(p, b, a, events);
        self.lift_sieges(p, events);
    }

    /// A power surrenders to all its enemies (chapter 4): points, access under C.5, an enforced peace, and all cities of
    /// its home nation are its own again.
    pub(super) fn capitulate(&self, p: &mut Position, loser: u8, events: &mut Vec<Event>) {
        let terms = self.d.year.politics.surrender.clone();
        let enemies = p.war[usize::from(loser)];
        if enemies == 0 {
            return;
        }
        events.push(Event::Year(YearEvent::Surrender { power: loser }));
        self.award(p, loser, terms.loser, "4", events);
        for winner in powers(enemies) {
            self.award(p, winner, terms.winner, "4", events);
            self.make_peace(p, loser, winner, events);
            let (l, w) = (usize::from(loser), usize::from(winner));
            p.access[w] |= 1 << loser;
            p.year.leaving[w] &= !(1 << loser);
            p.year.access_ends[w][l] = p.month + terms.access_months;
            p.year.peace_ends[w][l] = p.month + terms.peace_months;
            p.year.peace_ends[l][w] = p.month + terms.peace_months;
        }
        for area in self.d.board.areas().filter(|a| self.d.place(*a).home == loser) {
            p.at_mut(area).holder = loser;
        }
    }

    pub(super) fn make_alliance(&self, p: &mut Position, a: u8, b: u8, events: &mut Vec<Event>) {
        if p.war[usize::from(a)] >> b & 1 == 1 || p.allied[usize::from(a)] >> b & 1 == 1 {
            return;
        }
        events.push(Event::Year(YearEvent::Allied { a, b }));
        mark(&mut p.allied, a, b, true);
        mark(&mut p.year.leaving, a, b, false);
    }

    /// Leave is given or taken back, unless a war of the same month has overtaken it.
    pub(super) fn give_leave(
        &self,
        p: &mut Position,
        a: u8,
        b: u8,
        what: u8,
        give: bool,
        events: &mut Vec<Event>,
    ) {
        let war = p.war[usize::from(a)] >> b & 1 == 1;
        let allied = p.allied[usize::from(a)] >> b & 1 == 1;
        if give && (war || what == 1 && !allied) {
            return;
        }
        let (mask, bit) = match what {
            0 => (&mut p.access[usize::from(b)], 1 << a),
            1 => (&mut p.depots_of[usize::from(b)], 1 << a),
            _ => (&mut p.straits, 1 << b),
        };
        *mask = if give { *mask | bit } else { *mask & !bit };
        if what == 0 {
            p.year.leaving[usize::from(b)] &= !(1 << a);
            self.close_borders(p, b, a);
        }
        events.push(Event::Year(YearEvent::Leave { power: a, to: b, what, give }));
    }

    /// After a peace a power leaves the other's cities: corps step out, loose factors there and on depots go home to be
    /// placed anew, and depots are taken up.
    fn evacuate_land(&self, p: &mut Position, power: u8, of: u8, events: &mut Vec<Event>) {
        for area in self.d.board.areas() {
            if p.power_of(p.at(area).holder) != Some(of) {
                continue;
            }
            let controller = p.controller;
            let own = |n: u8| controller.get(usize::from(n)) == Some(&power);
            let gone = p.at_mut(area).garrison.take_out(own);
            gone.parts().for_each(|l| self.go_home(p, power, l, area, events));
            let gone = p.at_mut(area).guard.take_out(own);
            gone.parts().for_each(|l| self.go_home(p, power, l, area, events));
            if p.at(area).depot.owner == power {
                // A free state that has changed sides has no depot left to guard.
                for l in p.at_mut(area).guard.take_out(|_| true).parts() {
                    if let Some(other) = p.power_of(l.nation) {
                        self.go_home(p, other, l, area, events);
                    }
                }
                p.at_mut(area).depot = Depot::NONE;
            }
            if p.at(area).inside.owner == power {
                p.at_mut(area).inside = Depot::NONE;
            }
            for corps in &mut p.corps {
                if corps.power == power && corps.spot == Spot::City(area) {
                    corps.spot = Spot::Field(area);
                }
            }
            for leader in 0..self.d.leaders.len() {
                if p.leaders[leader] == Spot::City(area) && self.master(p, leader) == Some(power) {
                    p.leaders[leader] = Spot::Field(area);
                }
            }
            if p.inside(self.d, area).is_none() {
                p.at_mut(area).besieged = false;
            }
        }
    }

    /// Loose factors that have nowhere to stand wait in the pool of their power.
    fn go_home(&self, p: &mut Position, power: u8, g: Loose, area: AreaId, events: &mut Vec<Event>) {
        debug_assert_ne!(g.nation, NOBODY);
        let pool = &mut p.year.pool[usize::from(power)];
        for (kind, n) in
            [(Wares::Militia, g.militia), (Wares::Infantry, g.infantry), (Wares::Irregular, g.irregulars)]
        {
            let place = &mut pool[kind as usize];
            *place = place.saturating_add(n);
        }
        events.push(Event::Year(YearEvent::Home { power, count: g.total(), area }));
    }
}
