//! Front adjustment: lines of communication 11.2, isolation and the retreats that end it, siege tests 10.5m.

use crate::Fury;
use crate::data::pieces::{FORTS, Fort, Nation, PIECES, Piece};
use crate::play::action::{Action, During, Event};
use crate::play::retreat::Class;
use crate::play::sequence::Step;
use crate::position::hexset::HexSet;
use crate::position::{Group, Position, enemy, flag, off};
use sandtable_core::{Breach, Dice};

/// So many rail hexes from an entry hex a plain railway hex is a source: fury 11.2e, fury 11.2t.
const RAILHEAD: u8 = 4;

/// A first hex by which an isolated stack can end its isolation.
#[derive(Clone, Copy)]
struct WayBack {
    first: u16,
    class: Class,
    /// Whether this hex alone is enough.
    enough: bool,
    /// Otherwise the hexes that end it from there.
    second: [(u16, Class); 6],
    seconds: usize,
}

impl Fury {
    /// Hexes in which a line of a side is stopped: fury 11.2f, as [`Position::stops_line`] for the whole board.
    fn stops(&self, p: &Position, side: u8) -> HexSet {
        let (own, foe) = (usize::from(side), enemy(side));
        let mut stops =
            HexSet::of_counts(&p.zone.counts()[usize::from(foe)]).without(&HexSet::of_counts(&p.free[own]));
        stops.join(&HexSet::of_counts(&p.free[usize::from(foe)]));
        stops
    }

    /// Own fortresses never taken that are not besieged.
    fn own_forts(&self, p: &Position, side: u8) -> HexSet {
        let mine = |(i, f): &(usize, &Fort)| f.owner == side && p.stands(*i);
        self.data.forts.iter().enumerate().filter(mine).map(|(_, f)| f.hex).collect()
    }

    /// Railway sources of a nation: hexes near an entry hex, and fortresses joined to one by rail of any length. The link
    /// may run through the ally's country, but source and entry hex are of one nation: fury 11.2d, fury 11.2e.
    fn railways_of(
        &self,
        p: &Position,
        nation: Nation,
        stops: &HexSet,
        forts: &HexSet,
        sources: &mut HexSet,
    ) {
        let side = nation.side();
        let own = |hex: u16| self.data.country[usize::from(hex)] == Some(nation);
        // Sieges stop trains (fury 10.5e); the end of a link at a fortress is exempt.
        let besieged = |hex: u16| self.data.fort(hex).is_some_and(|(i, _)| p.besieged[i]);
        let mut open = self.data.entries[nation.index()]; // fury 3g
        for hex in open.iter() {
            if (stops.has(hex) || besieged(hex)) && !forts.has(hex) {
                open.remove(hex);
            }
        }
        let mut seen = open;
        let mut length = 0u8;
        while !open.is_empty() {
            let mut next = HexSet::EMPTY;
            for hex in open.iter() {
                if own(hex) && (length <= RAILHEAD || forts.has(hex)) {
                    sources.insert(hex);
                }
                for to in self.data.supply_lines[usize::from(side)][usize::from(hex)].without(&seen).iter() {
                    if !stops.has(to) && !besieged(to) {
                        next.insert(to);
                    } else if own(to) && forts.has(to) {
                        sources.insert(to);
                    }
                }
            }
            seen.join(&next);
            open = next;
            length = length.saturating_add(1);
        }
    }

    /// Railway sources of a side.
    fn railheads(&self, p: &Position, side: u8, stops: &HexSet, forts: &HexSet) -> HexSet {
        let mut heads = HexSet::EMPTY;
        for nation in Nation::ALL.into_iter().filter(|n| n.side() == side) {
            self.railways_of(p, nation, stops, forts, &mut heads);
        }
        heads.remove(self.data.romania);
        heads
    }

    /// Where the supply of a side comes from.
    pub(crate) fn sources(&self, p: &Position, side: u8) -> HexSet {
        self.railheads(p, side, &self.stops(p, side), &self.own_forts(p, side))
    }

    /// Hexes from which a line of communication leads to a source: fury 11.2b, fury 11.2c, fury 11.2d.
    pub(crate) fn supplied(&self, p: &Position, side: u8) -> HexSet {
        let around = |set: &HexSet| {
            let mut out = HexSet::EMPTY;
            set.iter().for_each(|hex| out.join(&self.data.around[usize::from(hex)]));
            out
        };
        let stops = self.stops(p, side);
        let forts = self.own_forts(p, side);
        let mut open = self.railheads(p, side, &stops, &forts);
        // Units and fortresses that are reached pass it on; besieged ones do not: fury 10.5e, fury 11.2m.
        let mut relays = HexSet::of_counts(&p.free[usize::from(side)]);
        relays.join(&forts);
        let mut reached = HexSet::EMPTY;
        let mut crossed = HexSet::EMPTY;
        let mut sources = open;
        while !open.is_empty() {
            let beside = around(&open);
            // Each hex is looked across once, however many sources lie beside it.
            let across = beside.without(&stops).meet(&self.data.land).without(&crossed);
            crossed.join(&across);
            reached.join(&open);
            reached.join(&beside);
            reached.join(&around(&across));
            open = reached.meet(&relays).without(&sources);
            sources.join(&open);
        }
        reached
    }

    /// Whether a piece in a hex is in supply: by a line, or from the fortress it stands in (fury 11.2m).
    pub(crate) fn in_supply(&self, p: &Position, side: u8, hex: u16, supplied: &HexSet) -> bool {
        supplied.has(hex) || self.data.fort(hex).is_some_and(|(i, _)| p.controls(&self.data, side, i))
    }

    /// Pieces of a side in a hex that go together: all but besieged ones.
    pub(crate) fn stack(&self, p: &Position, side: u8, hex: u16) -> Group {
        p.pieces_at(hex).only(|x| p.side(&self.data, x) == side && !p.is(x, flag::BESIEGED))
    }

    /// Hexes with isolated stacks of a side: fury 11.2g.
    pub(crate) fn isolated(&self, p: &Position, side: u8) -> HexSet {
        let supplied = self.supplied(p, side);
        let mut out = HexSet::EMPTY;
        for i in 0..PIECES {
            let piece = Piece(i as u8);
            if let Some(hex) = p.hex(piece)
                && p.side(&self.data, piece) == side
                && !p.is(piece, flag::BESIEGED)
                && !self.in_supply(p, side, hex, &supplied)
            {
                out.insert(hex);
            }
        }
        out
    }

    pub(crate) fn has_isolated(&self, p: &Position, side: u8) -> bool {
        !self.isolated(p, side).is_empty()
    }

    /// The position without a stack, whose siege, if it held one, is lifted: a line of communication of the stack itself
    /// does not run through it.
    pub(crate) fn without(&self, p: &Position, group: &Group, from: u16) -> Position {
        let mut q = *p;
        for piece in group.iter() {
            q.put(&self.data, piece, off::OUT);
        }
        self.lift_siege(&mut q, from);
        q
    }

    /// Whether a group would be in supply in a hex, if it went there: `q` is the position without it, `supplied` what is supplied
    /// there. A railway hex in an enemy zone is a source only while somebody stands in it: that is tried with the group.
    /// A captured fortress feeds the units that come to hold it.
    pub(crate) fn fed_at(&self, q: &Position, side: u8, group: &Group, hex: u16, supplied: &HexSet) -> bool {
        let holds = |fort: usize| q.taken[fort] && !group.only(|u| u.is_unit()).is_empty();
        self.in_supply(q, side, hex, supplied)
            || (self.class(q, side, hex) == Class::Exposed && {
                let mut r = *q;
                group.iter().for_each(|piece| r.put(&self.data, piece, hex));
                self.in_supply(&r, side, hex, &self.supplied(&r, side))
            })
            || self.data.fort(hex).is_some_and(|(i, _)| holds(i))
    }

    /// The ways to take an isolated stack back: best class of the first hex, one hex before two, then the best class
    /// of the second (fury 11.2h, fury 11.2i, fury 11.2j, fury 11.2k).
    pub(crate) fn ways_back(&self, p: &Position, side: u8, from: u16, visit: &mut dyn FnMut(Action)) {
        let group = self.stack(p, side, from);
        let gone = group.iter().map(|u| p.gone_back[u.index()]).max().unwrap_or(0);
        let room = 2u8.saturating_sub(gone);
        if room == 0 || group.is_empty() {
            return;
        }
        let mut found = [WayBack {
            first: 0,
            class: Class::Exposed,
            enough: false,
            second: [(0, Class::Exposed); 6],
            seconds: 0,
        }; 6];
        let mut count = 0;
        let q = self.without(p, &group, from);
        let supplied = self.supplied(&q, side);
        let ends = |hex: u16| self.fed_at(&q, side, &group, hex, &supplied);
        for step in self.data.steps(from).filter(|s| self.may_go_back(&q, side, s.to)) {
            let first = step.to;
            let class = self.class(&q, side, first);
            let one = ends(first);
            let mut second = [(0, Class::Exposed); 6];
            let mut seconds = 0;
            if !one && room > 1 {
                for onward in self.data.steps(first) {
                    if onward.to != from
                        && self.data.distance(from, onward.to) == 2
                        && self.may_go_back(&q, side, onward.to)
                        && ends(onward.to)
                    {
                        second[seconds] = (onward.to, self.class(&q, side, onward.to));
                        seconds += 1;
                    }
                }
            }
            if one || seconds > 0 {
                found[count] = WayBack { first, class, enough: one, second, seconds };
                count += 1;
            }
        }
        let found = &found[..count];
        let Some(best) = found.iter().map(|f| f.class).min() else { return };
        let singles = found.iter().any(|f| f.class == best && f.enough);
        for way in found.iter().filter(|f| f.class == best && (f.enough || !singles)) {
            let first = way.first;
            if way.enough {
                visit(Action::Withdraw { from, first, second: first });
            } else {
                let seconds = &way.second[..way.seconds];
                let best = seconds.iter().map(|s| s.1).min();
                for (second, _) in seconds.iter().filter(|s| Some(s.1) == best) {
                    visit(Action::Withdraw { from, first, second: *second });
                }
            }
        }
    }

    /// Everything a side can do about its isolated stacks; the order is its own (fury 11.2o). A stack without a way
    /// back can only be given up: fury 11.2l.
    pub(crate) fn adjustments(&self, p: &Position, side: u8, visit: &mut dyn FnMut(Action)) {
        for hex in self.isolated(p, side).iter() {
            let mut lost = true;
            self.ways_back(p, side, hex, &mut |way| {
                visit(way);
                lost = false;
            });
            if lost {
                visit(Action::Perish(hex));
            }
        }
    }

    /// What forbids taking a stack back so.
    pub(crate) fn adjust_breach(&self, p: &Position, side: u8, from: u16, perish: bool) -> Breach {
        let place = self.data.number(from);
        if !self.isolated(p, side).has(from) {
            return Breach::new("11.2g", format!("no stack in {place} is isolated")).at(place);
        }
        if perish {
            return Breach::new("11.2h", format!("the stack in {place} can still be saved and must go back"))
                .at(place);
        }
        Breach::new(
            "11.2i",
            format!("the stack in {place} must end its isolation by the best hexes there are"),
        )
        .at(place)
    }

    /// A stack goes back by one hex or two.
    pub(crate) fn withdraw(
        &self,
        p: &mut Position,
        from: u16,
        first: u16,
        second: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Step::Adjust(side) = p.steps.top() else { return };
        let group = self.stack(p, side, from);
        let hexes = if first == second { 1 } else { 2 };
        for piece in group.iter() {
            p.gone_back[piece.index()] += hexes;
        }
        if hexes == 2 {
            p.steps.push(Step::Withdraw { group, to: second });
        }
        self.withdraw_hex(p, group, first, hexes == 1, dice, events);
    }

    pub(crate) fn withdraw_step(
        &self,
        p: &mut Position,
        group: Group,
        to: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.withdraw_hex(p, group, to, true, dice, events);
    }

    fn withdraw_hex(
        &self,
        p: &mut Position,
        group: Group,
        hex: u16,
        last: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Some(from) = group.iter().find_map(|u| p.hex(u)) else { return };
        if last {
            p.steps.push(Step::CombatEnds);
            p.steps.push(Step::Surplus { hex, group, origin: hex });
        }
        self.step_back(p, group, hex, dice, events);
        self.lift_siege_at(p, from, events); // fury 11.2p
    }

    /// A stack that cannot be saved: fury 11.2l; fury 11.2n, fury 10.3.1m for its headquarters.
    pub(crate) fn perish(&self, p: &mut Position, hex: u16, events: &mut Vec<Event>) {
        let Step::Adjust(side) = p.steps.top() else { return };
        for piece in self.stack(p, side, hex) {
            self.remove(p, piece, During::Rest, events);
        }
        self.lift_siege_at(p, hex, events);
    }

    /// A siege test: fury 10.5m, fury 10.5n, fury 10.5o, fury 10.5p, fury 10.5q.
    pub(crate) fn siege_test(
        &self,
        p: &mut Position,
        fort: usize,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        debug_assert!(fort < FORTS);
        let hex = self.data.forts[fort].hex;
        let owner = self.data.forts[fort].owner;
        let besieger = enemy(owner);
        // fury 9.2a: two units at most.
        let mut besiegers = [(Piece::NONE, 0); 2];
        for (slot, unit) in besiegers.iter_mut().zip(p.units_at(&self.data, besieger, hex)) {
            *slot = (unit, p.strength(&self.data, unit));
        }
        let strength: u8 = besiegers.iter().map(|(_, strength)| strength).sum();
        let value = self.fort_value(fort, self.data.tables.siege_value);
        // Below one to two there is no roll at all.
        let Some(modifier) = self.ratio(strength.into(), value.into()) else { return };
        let roll = dice.roll(6);
        let total = roll as i8 + modifier;
        events.push(Event::SiegeRoll { fort: fort as u8, roll, total, besiegers });
        if total >= self.data.tables.siege_falls {
            for piece in p.pieces_at(hex) {
                if p.side(&self.data, piece) == owner {
                    self.remove(p, piece, During::Siege, events);
                }
            }
            p.take(&self.data, fort);
            events.push(Event::Fell(fort as u8, besieger, During::Siege));
        }
    }
}
