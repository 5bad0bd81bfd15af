//! What forbids a move or an attack, the most telling rule first: 7, 9, 10.

use crate::Fury;
use crate::pieces::Piece;
use crate::position::{Group, Position, flag, off};
use crate::words::side_name;
use sandtable_core::Breach;

impl Fury {
    /// Why a piece has no part in this activation, if so: fury 7g.
    pub(crate) fn idle(&self, p: &Position, piece: Piece) -> Option<String> {
        let side = p.side(&self.data, piece);
        let name = self.piece_name(p, piece);
        if side != p.active {
            return Some(format!("{name} belongs to {}: it is not yours to lead", side_name(side)));
        }
        match p.front_of(piece) {
            Some(front) if front == p.front => None,
            Some(front) => Some(format!(
                "{name} belongs to the {} front: only units of the {} front act now",
                front.name(),
                p.front.name()
            )),
            None => Some(format!("{name} belongs to no army yet")),
        }
    }

    /// What forbids a move.
    pub(crate) fn move_breach(&self, p: &Position, piece: Piece, hex: u16) -> Breach {
        let data = &self.data;
        let name = self.piece_name(p, piece);
        let place = data.number(hex);
        let breach = |rule: &str, why: String| Breach::new(rule, why).at(place).of(&name);
        let Some(start) = p.hex(piece) else {
            let where_to = match p.place[piece.index()] {
                off::ELIMINATED => "has been eliminated",
                off::BOX => "waits among the reinforcements",
                _ => "is not on the map",
            };
            return breach("9a", format!("{name} {where_to}"));
        };
        if let Some(why) = self.idle(p, piece) {
            return breach("7g", why);
        }
        if p.is(piece, flag::BESIEGED) {
            return breach("10.5i", format!("{name} is besieged"));
        }
        if p.is(piece, flag::MOVED) {
            return if p.in_enemy_zone(p.active, start) {
                breach("9.1e", format!("{name} has moved already and stands in an enemy zone"))
            } else {
                breach("9a", format!("{name} has moved already: units move one after another, each once"))
            };
        }
        if start == hex {
            return if self.reach(p, piece).all().is_empty() {
                breach("9b", format!("{name} can go nowhere: enemies, their zones and full hexes all round"))
            } else {
                breach("9c", format!("{name} is there already"))
            };
        }
        match self.barred(p, piece, p.active, hex) {
            Some("3b") => return breach("3b", format!("{place} is sea")),
            Some("3c") => return breach("3c", format!("{place} is Romanian")),
            Some("9e") if data.fort(hex).is_some_and(|(i, _)| p.stands(i)) => {
                return breach("9e", format!("the fortress in {place} has to be attacked, not entered"));
            }
            Some("9e") => return breach("9e", format!("enemy units hold {place}")),
            Some("9f") => {
                return breach("9f", format!("a headquarters alone may not go next to the enemy in {place}"));
            }
            _ => {}
        }
        if !p.may_stack(data, p.active, hex, &Group::one(piece)) {
            return breach(
                "9.2a",
                format!("{place} has no room: two units and one headquarters, all of one army"),
            );
        }
        if data.distance(start, hex) == 1 && self.zone_to_zone(p, p.active, start, hex) {
            return breach(
                "9.1f",
                format!("from one enemy zone to another only where a friendly unit stands, not to {place}"),
            );
        }
        if data.distance(start, hex) > u16::from(self.points(piece)) {
            let account = self.rail_account(p, piece);
            if !piece.is_hq() && p.rail[account.index()] == 0 {
                return breach(
                    "9.3c",
                    format!("too far on foot, and no {} rail points are left", account.name()),
                );
            }
            if p.in_enemy_zone(p.active, hex) && !p.held(p.active, hex) {
                return breach("9.3i", format!("a train may not stop in the enemy zone at {place}"));
            }
            return breach(
                "9.3f",
                format!("{place} is too far on foot, and no free railway of the own country leads there"),
            );
        }
        breach("9b", format!("{place} is out of reach: enemy zones and mountains count"))
    }

    /// What forbids an attack.
    pub(crate) fn attack_breach(&self, p: &Position, from: u16, target: u16, units: [Piece; 2]) -> Breach {
        let data = &self.data;
        let (a, b) = (data.number(from), data.number(target));
        let breach = |rule: &str, why: String| Breach::new(rule, why).at(a).at(b);
        let group = Group::of(&units);
        // What a unit itself lacks comes first: it holds whatever the target.
        for unit in group {
            let name = self.piece_name(p, unit);
            if p.hex(unit).is_none() {
                return breach("10.2.1a", format!("{name} is not on the map")).of(name);
            }
            if let Some(why) = self.idle(p, unit) {
                return breach("7g", why).of(name);
            }
            if unit.is_hq() {
                let why = format!("{name} supports its army's attacks but does not attack itself");
                return breach("10.2.1a", why).of(name);
            }
            if p.is(unit, flag::BESIEGED | flag::BESIEGING) {
                return breach("10.5i", format!("{name} is tied down by a siege")).of(name);
            }
            if p.is(unit, flag::ATTACKED) {
                return breach("10.1e", format!("{name} has attacked already")).of(name);
            }
        }
        if group.is_empty() || group.iter().any(|u| p.hex(u) != Some(from)) {
            return breach("10.2.1a", format!("the attacking units must stand in {a}"));
        }
        let used = &p.attacks[..usize::from(p.attack_count)];
        if used.iter().any(|x| x.from == from) {
            return breach("10.1e", format!("{a} attacks another hex already"));
        }
        for unit in group {
            if !self.command(p, p.army[unit.index()]).has(from) {
                let name = self.piece_name(p, unit);
                return breach("10.1a", format!("{name} is out of command of its headquarters")).of(name);
            }
        }
        if from == target {
            return breach("10a", format!("an attack goes against an enemy beside {a}"));
        }
        if data.step(from, target).is_none() {
            return breach("10.1e", format!("{a} and {b} are not neighbours"));
        }
        if used.iter().any(|x| x.target == target) {
            return breach("10.1f", format!("{b} is attacked from another hex already"));
        }
        if let Some((rule, why)) = self.target_breach(p, target) {
            return breach(rule, format!("{b}: {why}"));
        }
        let (attack, defence) = (self.attack_strength(p, &group), self.defence(p, target));
        breach("10.2.1j", format!("{attack} against {defence} is less than one to two"))
    }
}
