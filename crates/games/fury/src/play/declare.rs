//! Declaring attacks: 10, and command 10.1.

use crate::Fury;
use crate::data::pieces::{Army, Front, HQS, Piece};
use crate::play::action::Event;
use crate::position::hexset::HexSet;
use crate::position::{Attack, Group, Position, enemy, flag, reading};
use sandtable_board::Number;
use sandtable_ops::search;
use std::cmp::Ordering;

/// The row of the board in which Warsaw lies.
const WARSAW_ROW: u8 = 10;

/// Two units in the order in which they are listed; it makes no difference which is named first.
pub(crate) fn in_order(mut units: [Piece; 2]) -> [Piece; 2] {
    units.sort_unstable();
    units
}

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

    /// States in which a unit begins no attack: besieged (fury 10.5i), or one in this activation already. Besiegers may
    /// attack beside their siege: fury 10.5h takes only their support.
    pub(crate) fn spent(&self, p: &Position) -> u8 {
        let tied = p.readings & reading::TIED_BESIEGERS != 0;
        flag::BESIEGED | flag::ATTACKED | if tied { flag::BESIEGING } else { 0 }
    }

    /// Units of the active side in a hex that could begin an attack, command left aside: fury 8a.
    pub(crate) fn able(&self, p: &Position, hex: u16) -> Group {
        let spent = self.spent(p);
        p.units_at(&self.data, p.active, hex)
            .only(|u| !p.is(u, spent) && p.front_of(u) == Some(p.front) && !self.mixed_retreated(p, u))
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
        if !units.is_empty() {
            // fury 7m
            if p.readings & reading::FRONTS_BY_MAP != 0 {
                let other = self.region(target).is_some_and(|front| front != p.front);
                return other.then_some(("7m", "it lies on the other front"));
            }
            let other = units.iter().any(|u| p.front_of(u) != Some(p.front));
            return other.then_some(("7m", "its units belong to the other front"));
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

    /// The front on whose side of Warsaw a hex lies; Warsaw's own row belongs to both: fury 7l.
    fn region(&self, hex: u16) -> Option<Front> {
        let Number(_, row) = self.data.number(hex);
        match row.cmp(&WARSAW_ROW) {
            Ordering::Less => Some(Front::North),
            Ordering::Equal => None,
            Ordering::Greater => Some(Front::South),
        }
    }

    /// Attacks that may be declared now, one after the other; `visit` says whether to go on. Those that would take from
    /// an army the last attack it could begin are left out: fury 2.2f.
    pub(crate) fn each_attack(
        &self,
        p: &Position,
        only: Option<Army>,
        visit: &mut dyn FnMut(u16, u16, [Piece; 2]) -> bool,
    ) {
        let owed = self.owed(p);
        self.each_possible_attack(p, only, &mut |from, target, units| {
            owed.robs(p.army[units[0].index()], from, target) || visit(from, target, units)
        });
    }

    /// Attacks that could be declared but for the duties of other armies.
    pub(crate) fn each_possible_attack(
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
            let used = p.declared();
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
                // One headquarters leads an attack: two units attack together only if they are of one army.
                let both = b.filter(|b| p.army[b.index()] == p.army[a.index()]).map(|b| [a, b]);
                let sets = [Some([a, Piece::NONE]), b.map(|b| [b, Piece::NONE]), both];
                for units in sets.into_iter().flatten() {
                    let attack = u16::from(self.attack_strength(p, &Group::of(&units)));
                    if self.ratio(attack, defence).is_some() && !visit(from, target, units) {
                        return;
                    }
                }
            }
        }
    }

    pub(crate) fn declare(
        &self,
        p: &mut Position,
        from: u16,
        target: u16,
        units: [Piece; 2],
        events: &mut Vec<Event>,
    ) {
        let units = in_order(units);
        p.attacks[usize::from(p.attack_count)] = Attack { from, target, units, done: false };
        p.attack_count += 1;
        for unit in Group::of(&units) {
            p.set(unit, flag::ATTACKED, true);
        }
        events.push(Event::Declared(from, target));
    }
}
