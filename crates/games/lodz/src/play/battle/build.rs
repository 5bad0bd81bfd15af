//! An attack is put together in small steps (7.2, 8.3, 8.4): target hexes, attacking units, artillery; then the defender's artillery.

use super::state::Assault;
use super::{BattleAction, BattleEvent, BattleStep, targets_of};
use crate::data::{Hexes, Kind};
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// The hex of all attackers, if it is one; none if there are none or they stand in several.
    fn one_hex(&self, p: &Position, units: &Pieces) -> Option<HexId> {
        let hex = p.hex(units.first()?)?;
        units.iter().all(|u| p.hex(u) == Some(hex)).then_some(hex)
    }

    /// Whether a hex lies beside every one of these.
    fn beside_all(&self, p: &Position, hex: HexId, targets: &Hexes) -> bool {
        targets.iter().all(|t| self.map(p).direction(hex, t).is_some())
    }

    /// Whether a unit stands beside every one of these hexes.
    fn stands_beside_all(&self, p: &Position, unit: UnitId, targets: &Hexes) -> bool {
        p.hex(unit).is_some_and(|hex| self.beside_all(p, hex, targets))
    }

    /// Hexes that can be attacked now: enemies beside a unit that may attack.
    pub fn battle_targets(&self, p: &Position) -> Hexes {
        let mut out = Hexes::EMPTY;
        let able = p.units.on_map_of(p.active).filter(|u| self.may_attack(p, *u));
        for hex in able.filter_map(|u| p.hex(u)) {
            for (_, h) in self.map(p).neighbours(hex) {
                if p.units.units_in(p.other(), h) > 0 && !out.has(h) && self.battle_open(p, h) {
                    out.insert(h);
                }
            }
        }
        out
    }

    /// Why a hex cannot be a target at all.
    pub(super) fn target_refused(&self, p: &Position, hex: HexId) -> Option<Refusal> {
        let map = self.map(p);
        let no = |rule, why| Some(no(rule, why).place(hex).at(hex));
        if usize::from(hex) >= map.hexes {
            return no("7.11b", "there is no such hex");
        }
        if p.units.units_in(p.other(), hex) == 0 {
            return no("7.11b", "no enemy stands in {}");
        }
        if self.spared(p, hex) {
            return no("MAZ.6", "Germans may not attack the fortress in {}");
        }
        if !self.battle_open(p, hex) {
            return no("7.27", "all enemies in {} have been attacked in this phase");
        }
        let near = map.neighbours(hex).flat_map(|(_, h)| p.at(h)).any(|u| self.may_attack(p, u));
        if near { None } else { no("7.11b", "nobody who may attack stands beside {}") }
    }

    /// Why a unit cannot attack at all.
    fn attacker_refused(&self, p: &Position, unit: UnitId) -> Option<Refusal> {
        if !self.is_unit(unit) || !p.on_map(unit) || p.side(unit) != p.active {
            return Some(no("7.11c", "no unit of yours on the map"));
        }
        let no = |rule, why| Some(no(rule, why).name(unit).of(unit));
        match self.kind(unit) {
            Kind::Hq => no("10.36", "{} is a headquarters and cannot attack"),
            kind if !kind.is_line() => no("7.11b", "{} cannot attack"),
            _ if p.has(unit, Flag::Attacked) => no("7.27", "{} has attacked in this phase"),
            _ if p.has(unit, Flag::Replaced) => {
                no("REP.4", "{} got a replacement and does not attack in this turn")
            }
            _ => None,
        }
    }

    /// Why artillery cannot take part in what is put together, no matter which unit it supports (lodz 8.13, lodz 8.75).
    pub(super) fn gun_refused(
        &self,
        p: &Position,
        unit: UnitId,
        side: u8,
        targets: &Hexes,
    ) -> Option<Refusal> {
        if !self.is_unit(unit) || !p.on_map(unit) || p.side(unit) != side {
            return Some(no("8.11b", "no artillery of yours on the map"));
        }
        let no = |rule, why| Some(no(rule, why).name(unit).of(unit));
        if self.kind(unit) != Kind::Artillery {
            return no("8.11b", "{} is no artillery");
        }
        if p.has(unit, Flag::Marching) {
            return no("8.75", "{} is in marching order");
        }
        let range = self.def(unit).range.min(self.d.charts.artillery_range);
        let near = |t: HexId| p.hex(unit).is_some_and(|hex| self.map(p).distance(hex, t) <= range);
        if !targets.iter().any(near) {
            return Some(
                Refusal::new("8.13", "{} is more than {} hexes away").name(unit).number(range).of(unit),
            );
        }
        None
    }

    /// Why artillery cannot support the attack (lodz 8.31 to lodz 8.34, lodz 8.51a).
    fn support_refused(&self, p: &Position, unit: UnitId, a: &Assault) -> Option<Refusal> {
        if let Some(b) = self.gun_refused(p, unit, p.active, &a.targets) {
            return Some(b);
        }
        let no = |rule, why| Some(no(rule, why).name(unit).of(unit));
        if p.has(unit, Flag::Fired) {
            return no("8.34", "{} has fired or supported an attack in this phase");
        }
        if p.has(unit, Flag::Barraged) {
            return no("8.61d", "{} has fired a barrage");
        }
        let stacked = a.units.iter().any(|u| p.hex(u) == p.hex(unit));
        if p.has(unit, Flag::Contact) && !stacked {
            return no("8.51a", "{} is in an enemy zone and supports only its own hex");
        }
        None
    }

    /// Why artillery cannot support the defence (lodz 8.41 to lodz 8.48, lodz 8.51c).
    pub(super) fn defence_refused(&self, p: &Position, unit: UnitId, a: &Assault) -> Option<Refusal> {
        if let Some(b) = self.gun_refused(p, unit, p.other(), &a.targets) {
            return Some(b);
        }
        let no = |rule, why| Some(no(rule, why).name(unit).of(unit));
        if p.has(unit, Flag::Defended) {
            return no("8.48", "{} has supported a defence in this phase");
        }
        if p.has(unit, Flag::Barraged) {
            return no("8.61d", "{} has fired a barrage");
        }
        if let Some(here) = p.hex(unit).filter(|hex| a.targets.has(*hex)) {
            let line = |u: UnitId| self.kind(u).is_line() && self.fights_in(p, u);
            if p.has(unit, Flag::Beaten) {
                return no("7.27", "{} was attacked in this phase");
            }
            if !p.at(here).any(line) {
                return no("8.51c", "{} stands without infantry and cavalry");
            }
        } else if p.has(unit, Flag::Contact) {
            return no("8.42b", "{} is in an enemy zone and supports only its own hex");
        }
        None
    }

    /// Whether artillery could support the defence against an attack, declared or imagined.
    pub fn could_defend(&self, p: &Position, unit: UnitId, a: &Assault) -> bool {
        self.defence_refused(p, unit, a).is_none()
    }

    /// Why an attack cannot be made as it stands: its shape (lodz 7.28), its units, its artillery, and the duties that it would
    /// leave (lodz 7.21, lodz 7.22).
    pub fn assault_refused(&self, p: &Position, a: &Assault) -> Option<Refusal> {
        if a.targets.is_empty() || a.units.is_empty() {
            return Some(no("7.12a", "an attack needs a target and somebody who attacks"));
        }
        if let Some(b) = a.targets.iter().find_map(|t| self.target_refused(p, t)) {
            return Some(b);
        }
        if let Some(b) = a.units.iter().find_map(|u| self.attacker_refused(p, u)) {
            return Some(b);
        }
        if let Some(far) = a.units.iter().find(|u| !self.stands_beside_all(p, *u, &a.targets)) {
            return Some(no("7.11b", "{} does not stand beside every target").name(far).of(far));
        }
        if a.targets.len() > 1 && self.one_hex(p, &a.units).is_none() {
            return Some(no("7.28a", "units of several hexes cannot attack several hexes together"));
        }
        let guns = a.guns.iter().find_map(|g| self.support_refused(p, g, a));
        guns.or_else(|| self.battle_stranded(p, a))
    }

    /// Units that could join the attack.
    fn battle_joiners<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        let now = &p.battle.now;
        let first = now.targets.first();
        let near = first.into_iter().flat_map(move |t| self.map(p).neighbours(t)).map(|(_, h)| h);
        near.filter(move |h| self.beside_all(p, *h, &now.targets)).flat_map(|h| p.at(h)).filter(move |u| {
            let same = now.targets.len() < 2 || now.units.first().is_none_or(|a| p.hex(a) == p.hex(*u));
            !now.units.has(*u) && self.may_attack(p, *u) && same
        })
    }

    /// What can be done while an attack is put together.
    pub(super) fn build_offers(&self, p: &Position, out: &mut Offers<'_, BattleAction>) {
        let now = p.battle.now;
        out.candidate(BattleAction::Confirm);
        out.candidates(self.battle_joiners(p).map(|unit| BattleAction::Add { unit }));
        out.candidate(BattleAction::All);
        out.candidates(now.units.iter().map(|unit| BattleAction::Drop { unit }));
        let mut near = Hexes::EMPTY;
        for (_, h) in now.targets.iter().flat_map(|t| self.map(p).neighbours(t)) {
            self.map(p).neighbours(h).for_each(|(_, far)| near.insert(far));
        }
        out.candidates(near.without(&now.targets).iter().map(|hex| BattleAction::Target { hex }));
        out.candidates(now.targets.iter().map(|hex| BattleAction::Spare { hex }));
        let guns = self.all_units().filter(|u| self.kind(*u) == Kind::Artillery && p.side(*u) == p.active);
        out.candidates(guns.filter(|u| !now.guns.has(*u)).map(|unit| BattleAction::Add { unit }));
        out.candidates(now.guns.iter().map(|unit| BattleAction::Drop { unit }));
        out.candidate(BattleAction::Cancel);
    }

    /// The rule that forbids a step in putting an attack together.
    pub(super) fn build_refuse(&self, p: &Position, a: BattleAction) -> Option<Refusal> {
        let now = &p.battle.now;
        match a {
            BattleAction::Cancel => None,
            BattleAction::Confirm => self.assault_refused(p, now),
            BattleAction::All => (self.battle_joiners(p).nth(1).is_none())
                .then(|| no("7.23a", "there are no two units more that could join")),
            BattleAction::Add { unit } if self.is_unit(unit) && self.kind(unit) == Kind::Artillery => {
                if now.guns.has(unit) {
                    return Some(no("8.34", "it supports this attack already"));
                }
                self.support_refused(p, unit, now)
            }
            BattleAction::Add { unit } => {
                if let Some(b) = self.attacker_refused(p, unit) {
                    return Some(b);
                }
                if now.units.has(unit) {
                    return Some(no("7.27", "it takes part in this attack already"));
                }
                if !self.stands_beside_all(p, unit, &now.targets) {
                    return Some(no("7.11b", "{} does not stand beside every target").name(unit).of(unit));
                }
                let split = now.targets.len() > 1 && now.units.iter().any(|u| p.hex(u) != p.hex(unit));
                let text = "units of several hexes cannot attack several hexes together";
                split.then(|| no("7.28a", text))
            }
            BattleAction::Drop { unit } => {
                let there = self.is_unit(unit) && (now.units.has(unit) || now.guns.has(unit));
                (!there).then(|| no("7.12a", "it takes no part in this attack"))
            }
            BattleAction::Target { hex } => {
                if let Some(b) = self.target_refused(p, hex) {
                    return Some(b);
                }
                if now.targets.has(hex) {
                    return Some(no("7.24", "this hex is a target already"));
                }
                let all = now.targets.with(&Hexes::one(hex));
                let fits = match self.one_hex(p, &now.units) {
                    Some(from) => self.beside_all(p, from, &all),
                    None if now.units.is_empty() => {
                        let near = self.map(p).neighbours(hex).filter(|(_, h)| self.beside_all(p, *h, &all));
                        near.flat_map(|(_, h)| p.at(h)).any(|u| self.may_attack(p, u))
                    }
                    None => false,
                };
                let text = "several hexes can only be attacked out of one hex that is beside them all";
                (!fits).then(|| no("7.28a", text).at(hex))
            }
            BattleAction::Spare { hex } => {
                let there = usize::from(hex) < self.map(p).hexes && now.targets.has(hex);
                let text = "this hex is not one of several targets";
                (!there || now.targets.len() < 2).then(|| no("7.12a", text))
            }
            _ => Some(self.not_now(p, Action::Battle(a))),
        }
    }

    /// Takes a step in putting an attack together.
    pub(super) fn build_take(&self, p: &mut Position, a: BattleAction, events: &mut Vec<Event>) {
        match a {
            BattleAction::Add { unit } if self.kind(unit) == Kind::Artillery => {
                p.battle.now.guns.insert(unit)
            }
            BattleAction::Add { unit } => p.battle.now.units.insert(unit),
            BattleAction::All => {
                let more: Pieces = self.battle_joiners(p).collect();
                p.battle.now.units.join(&more);
            }
            BattleAction::Drop { unit } => {
                p.battle.now.units.remove(unit);
                p.battle.now.guns.remove(unit);
            }
            BattleAction::Target { hex } => p.battle.now.targets.insert(hex),
            BattleAction::Spare { hex } => p.battle.now.targets.remove(hex),
            BattleAction::Cancel => {
                p.battle.clear();
                p.steps.pop();
            }
            _ => {
                // From here on the attacker may not change the force (lodz 8.47b).
                let Assault { targets, units, guns, .. } = p.battle.now;
                let (map, targets) = (self.scenario(p).map, targets_of(&targets));
                events.push(Event::Battle(BattleEvent::Declared { map, targets, units, guns }));
                p.steps.replace(Step::Battle(BattleStep::Defend));
            }
        }
    }

    /// Whether any artillery could support the defence; nothing helps a headquarters that is alone (lodz 7.30a).
    pub(super) fn defence_asks(&self, p: &Position) -> bool {
        let now = &p.battle.now;
        !self.lone_hq(p, &now.targets)
            && self.defence_guns(p).any(|g| self.defence_refused(p, g, now).is_none())
    }

    fn defence_guns<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        let guns = self.all_units().filter(|u| self.kind(*u) == Kind::Artillery);
        guns.filter(|u| p.on_map(*u) && p.side(*u) != p.active)
    }

    /// What the defender can do about artillery.
    pub(super) fn defence_offers(&self, p: &Position, out: &mut Offers<'_, BattleAction>) {
        out.candidate(BattleAction::Confirm);
        out.candidates(self.defence_guns(p).map(|unit| BattleAction::Add { unit }));
        out.candidates(p.battle.now.defence.iter().map(|unit| BattleAction::Drop { unit }));
    }

    /// The rule that forbids a choice of the defender's artillery.
    pub(super) fn defence_choice_refused(&self, p: &Position, a: BattleAction) -> Option<Refusal> {
        let now = &p.battle.now;
        match a {
            BattleAction::Confirm => None,
            BattleAction::Add { unit } if self.is_unit(unit) && now.defence.has(unit) => {
                Some(no("8.48", "it supports this defence already"))
            }
            BattleAction::Add { unit } => self.defence_refused(p, unit, now),
            BattleAction::Drop { unit } => {
                let there = self.is_unit(unit) && now.defence.has(unit);
                (!there).then(|| no("8.47a", "it does not support this defence"))
            }
            _ => Some(self.not_now(p, Action::Battle(a))),
        }
    }
}
