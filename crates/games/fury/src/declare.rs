//! Declaring attacks: 10, and command 10.1.

use crate::Fury;
use crate::action::Event;
use crate::hexset::HexSet;
use crate::pieces::{Army, HQS, Piece, RU};
use crate::position::{Attack, Group, Position, enemy, flag};
use sandtable_ops::search;

impl Fury {
    /// Hexes within command of an army's headquarters: fury 10.1a, fury 10.1b, fury 10.1c.
    pub(crate) fn command(&self, p: &Position, army: Army) -> HexSet {
        let hq = Piece::hq(army);
        let Some(start) = p.hex(hq) else { return HexSet::EMPTY };
        if p.is(hq, flag::BESIEGED) {
            return HexSet::one(start);
        }
        let side = p.side(&self.data, hq);
        search::line(
            start,
            p.face(&self.data, army).range,
            |hex, visit| self.data.steps(hex).filter(|s| self.data.open(s.to)).for_each(|s| visit(s.to)),
            |hex| !p.stops_line(&self.data, side, hex),
        )
    }

    /// Units of the active side in a hex that could begin an attack, command left aside: fury 8a; neither besieged nor
    /// besieging (fury 10.5i), once in an activation.
    pub(crate) fn able(&self, p: &Position, hex: u16) -> Group {
        const SPENT: u8 = flag::BESIEGED | flag::BESIEGING | flag::ATTACKED;
        p.units_at(&self.data, p.active, hex)
            .only(|u| !p.is(u, SPENT) && p.front_of(u) == Some(p.front) && !self.mixed_retreated(p, u))
    }

    /// A unit that retreated in this activation and now stands with others that did not: fury 10.3.1n.
    pub(crate) fn mixed_retreated(&self, p: &Position, unit: Piece) -> bool {
        if !p.is(unit, flag::RETREATED) {
            return false;
        }
        let Some(hex) = p.hex(unit) else { return false };
        let side = p.side(&self.data, unit);
        p.units_at(&self.data, side, hex).iter().any(|u| !p.is(u, flag::RETREATED))
    }

    /// Why a hex is no target for the activated front, if so.
    pub(crate) fn target_breach(&self, p: &Position, target: u16) -> Option<(&'static str, &'static str)> {
        let foe = enemy(p.active);
        let units = p.units_at(&self.data, foe, target);
        if let Some(unit) = units.iter().next() {
            // fury 7m
            return (p.front_of(unit) != Some(p.front))
                .then_some(("7m", "its units belong to the other front"));
        }
        if p.standing_fort(&self.data, foe, target).is_some() {
            return None; // fury 10.4a: the fortress defends itself; either front may attack it.
        }
        if self.data.fort(target).is_some_and(|(i, f)| f.owner == foe && p.besieged[i]) {
            return Some((
                "10.5m",
                "a besieged fortress is not assaulted but tested in the administrative phase",
            ));
        }
        Some(("10a", "there is nothing to attack"))
    }

    /// Attacks that could be declared now, one after the other; `visit` says whether to go on.
    pub(crate) fn each_attack(
        &self,
        p: &Position,
        only: Option<Army>,
        visit: &mut dyn FnMut(u16, u16, [Piece; 2]) -> bool,
    ) {
        let mut command = [None; HQS];
        let mut seen = HexSet::EMPTY;
        for piece in (0..p.place.len() as u8).map(Piece) {
            let Some(from) = p.hex(piece) else { continue };
            if !piece.is_unit() || seen.has(from) || p.side(&self.data, piece) != p.active {
                continue;
            }
            seen.insert(from);
            let used = &p.attacks[..usize::from(p.attack_count)];
            if used.iter().any(|a| a.from == from) {
                continue; // fury 10.1e
            }
            let able = self.able(p, from).only(|u| {
                let army = p.army[u.index()];
                only.is_none_or(|o| o == army)
                    && command[army.index()].get_or_insert_with(|| self.command(p, army)).has(from)
            });
            let mut pair = able.iter();
            let (Some(a), b) = (pair.next(), pair.next()) else { continue };
            for step in self.data.steps(from) {
                let target = step.to;
                // fury 10.1f
                if used.iter().any(|x| x.target == target) || self.target_breach(p, target).is_some() {
                    continue;
                }
                let defence = u16::from(self.defence(p, target));
                let sets = [Some([a, Piece::NONE]), b.map(|b| [b, Piece::NONE]), b.map(|b| [a, b])];
                for units in sets.into_iter().flatten() {
                    let attack = u16::from(self.attack_strength(p, &Group::of(&units)));
                    if self.ratio(attack, defence).is_some() && !visit(from, target, units) {
                        return;
                    }
                }
            }
        }
    }

    /// Armies that still owe an attack: fury 2.2f, fury 2.2g, fury 2.2h.
    pub(crate) fn owing(&self, p: &Position) -> Option<Army> {
        (0..HQS as u8).map(Army).find(|army| {
            let hq = Piece::hq(*army);
            let obliged = !p.is(hq, flag::INACTIVE) || (p.turn == 0 && self.second_russian(*army));
            if p.hex(hq).is_none()
                || p.side(&self.data, hq) != p.active
                || p.hq_front[army.index()] != p.front
                || !obliged
            {
                return false;
            }
            let begun =
                p.attacks[..usize::from(p.attack_count)].iter().any(|a| p.army[a.units[0].index()] == *army);
            if begun {
                return false;
            }
            let mut possible = false;
            self.each_attack(p, Some(*army), &mut |_, _, _| {
                possible = true;
                false
            });
            possible
        })
    }

    /// The Russian 2nd Army, which starts inactive and must attack all the same.
    fn second_russian(&self, army: Army) -> bool {
        let hq = &self.data.hqs[army.index()];
        hq.nation.side() == RU && hq.enters.is_none() && !hq.starts_active
    }

    pub(crate) fn declare(
        &self,
        p: &mut Position,
        from: u16,
        target: u16,
        units: [Piece; 2],
        events: &mut Vec<Event>,
    ) {
        p.attacks[usize::from(p.attack_count)] = Attack { from, target, units, done: false };
        p.attack_count += 1;
        for unit in Group::of(&units) {
            p.set(unit, flag::ATTACKED, true);
        }
        events.push(Event::Declared(from, target));
    }
}
