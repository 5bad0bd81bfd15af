//! What forbids a move or an attack, the most telling rule first: 7, 9, 10.

use crate::Fury;
use crate::data::Ground;
use crate::data::pieces::{Nation, Piece};
use crate::play::duty::Leaves;
use crate::play::movement::Rails;
use crate::position::hexset::{HEXES, HexSet};
use crate::position::{Group, Position, flag, off};
use crate::words::side_name;
use sandtable_core::Breach;
use sandtable_ops::search::{self, UNREACHED};

/// Which rules a train is held to when a refusal looks for the one that stops it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checks {
    /// All of them.
    All,
    /// All but enemy zones and sieges.
    NoZones,
}

/// The railways of Germany and Austria.
fn allied() -> Rails {
    let mut own = [true; 3];
    own[Nation::Ru.index()] = false;
    Rails { own, between: true }
}

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
        // When the last unit leaves a siege, the fortress has its zone again: fury 10.5l.
        let lifted = self.after_leaving(p, piece);
        let after = lifted.as_ref().unwrap_or(p);
        let zones = p.in_enemy_zone(p.active, start) && after.in_enemy_zone(p.active, hex);
        if data.distance(start, hex) == 1 && zones && !after.held(p.active, hex) {
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
            let rails = self.rails(p, piece);
            if p.detached(data, piece) && self.rail_leads(p, piece, hex, &allied(), Checks::All) {
                let why = format!(
                    "{name} serves with the Austrians and rides their railways alone, not to {place}"
                );
                return breach("9.3m", why);
            }
            let open = self.rail_leads(p, piece, hex, &rails, Checks::All);
            if open && data.ground[usize::from(hex)] == Ground::Mountain {
                return breach(
                    "9d",
                    format!("{place} is a mountain hex: it costs 2 movement points off the railway"),
                );
            }
            if open {
                return breach("9.1e", format!("an enemy zone ends the move before {place}"));
            }
            if self.rail_leads(p, piece, hex, &rails, Checks::NoZones) {
                return breach(
                    "9.3h",
                    format!(
                        "the railway to {place} runs through an enemy zone where no friendly unit stands"
                    ),
                );
            }
            return breach(
                "9.3f",
                format!("{place} is too far on foot, and no unbroken railway of its own country leads there"),
            );
        }
        if self.foot_leads(p, piece, hex, true, false) {
            return breach("9.1e", format!("the first enemy zone on the way to {place} ends the move"));
        }
        if self.foot_leads(p, piece, hex, false, true) {
            return breach("9d", format!("the mountains on the way to {place} cost 2 movement points"));
        }
        breach("9b", format!("{place} is out of reach: the movement points do not suffice"))
    }

    /// Whether a train, with a march before or after it, would lead to a hex if some rules were waived.
    fn rail_leads(&self, p: &Position, piece: Piece, hex: u16, rails: &Rails, checks: Checks) -> bool {
        let data = &self.data;
        let Some(start) = p.hex(piece) else { return false };
        let foe = crate::position::enemy(p.active);
        let spare = self.points(piece) - 1;
        let board = data.board.topology();
        let near = |a: u16, far: u8| board.within(sandtable_board::Hex(a), u16::from(far)).map(|h| h.0);
        let runs = |step: &crate::data::Step| match checks {
            Checks::All => self.train_runs(p, p.active, rails, *step),
            Checks::NoZones => step.line && self.on_own_rails(rails, step.to) && !p.held(foe, step.to),
        };
        // A march before the train, one after it, or both, as far as the points go.
        (0..=spare).any(|before| {
            let stations: HexSet = near(start, before).filter(|h| self.on_own_rails(rails, *h)).collect();
            let mut reached = search::flood(stations, |at, visit| {
                data.steps(at).filter(|s| runs(s)).for_each(|s| visit(s.to));
            });
            reached.join(&stations);
            near(hex, spare - before).any(|h| reached.has(h))
        })
    }

    /// Whether a march would lead to a hex without the stop in enemy zones, or without the price of mountains.
    fn foot_leads(&self, p: &Position, piece: Piece, hex: u16, no_zones: bool, no_mountains: bool) -> bool {
        let Some(start) = p.hex(piece) else { return false };
        let mut left = [UNREACHED; HEXES];
        left[usize::from(start)] = self.points(piece);
        let reached: HexSet = search::spread(&mut left, HexSet::one(start), |at, here, visit| {
            for step in self.data.steps(at) {
                let cost = if no_mountains { 1 } else { self.step_cost(step) };
                let zone = p.in_enemy_zone(p.active, step.to);
                let crosses =
                    !no_zones && zone && p.in_enemy_zone(p.active, at) && !p.held(p.active, step.to);
                if cost <= here && !crosses && self.barred(p, piece, p.active, step.to).is_none() {
                    visit(step.to, if zone && !no_zones { 0 } else { here - cost });
                }
            }
        });
        reached.has(hex)
    }

    /// What forbids a move by a hex that is named.
    pub(crate) fn move_by_breach(&self, p: &Position, piece: Piece, hex: u16, by: u16) -> Breach {
        let name = self.piece_name(p, piece);
        let (place, over) = (self.data.number(hex), self.data.number(by));
        let mine = self.idle(p, piece).is_none() && p.hex(piece).is_some();
        if !mine || !self.reach(p, piece).all().has(hex) {
            return self.move_breach(p, piece, hex);
        }
        if let Some(breach) = self.duty_breach(p, piece, hex, false) {
            return breach;
        }
        let why =
            format!("{name} cannot march to {place} by {over}: enemies, zones, ground or distance forbid it");
        let rule = match self.barred(p, piece, p.active, by) {
            Some(rule) => rule,
            None if p.in_enemy_zone(p.active, by) => "9.1e",
            None => "9b",
        };
        Breach::new(rule, why).at(over).of(name)
    }

    /// The army that a move would keep from the attack that it must begin: fury 2.2f.
    pub(crate) fn duty_breach(&self, p: &Position, piece: Piece, hex: u16, rail: bool) -> Option<Breach> {
        let army = self.gives_up(p, Leaves { piece, hex, rail })?;
        let why = format!("{} must begin an attack and could not come to one any more", self.army_name(army));
        Some(Breach::new("2.2f", why).at(self.data.number(hex)).of(self.piece_name(p, piece)))
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
            if p.is(unit, flag::BESIEGED) {
                return breach("10.5i", format!("{name} is besieged")).of(name);
            }
            if p.is(unit, self.spent(p) & flag::BESIEGING) {
                return breach("10.5h", format!("{name} is tied down by its siege")).of(name);
            }
            if self.mixed_retreated(p, unit) {
                let why = format!("{name} has just retreated to units that did not");
                return breach("10.3.1n", why).of(name);
            }
            if p.is(unit, flag::ATTACKED) {
                return breach("10.1e", format!("{name} has attacked already")).of(name);
            }
        }
        if group.is_empty() || group.iter().any(|u| p.hex(u) != Some(from)) {
            return breach("10.2.1a", format!("the attacking units must stand in {a}"));
        }
        let used = p.declared();
        if used.iter().any(|x| x.from == from) {
            return breach("10.1e", format!("{a} attacks another hex already"));
        }
        for unit in group {
            if !self.command(p, p.army[unit.index()]).has(from) {
                let name = self.piece_name(p, unit);
                return breach("10.1a", format!("{name} is out of command of its headquarters")).of(name);
            }
        }
        if group.iter().any(|u| p.army[u.index()] != p.army[units[0].index()]) {
            return breach("10.1a", format!("units of two armies in {a} do not attack together"));
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
        if self.ratio(attack.into(), defence.into()).is_some() {
            return breach("2.2f", format!("{b} is all that is left to an army that must begin an attack"));
        }
        breach("10.2.1j", format!("{attack} against {defence} is less than one to two"))
    }
}
