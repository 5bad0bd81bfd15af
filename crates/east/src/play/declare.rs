//! Attacks are declared one at a time (tannenberg 8.1, tannenberg 8.2, R-57): targets, then units, then headquarters.

use crate::action::Action;
use crate::data::{HexSet, MAX_HEXES, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{MAX_TARGETS, Position, flag};
use crate::standard::command::{attacks, commands, shift_in_range};
use crate::standard::rail;
use crate::standard::strength::{self, Attack};
use crate::standard::zones::enemy;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl<A: Adds> Engine<'_, A> {
    /// Units of a player that may still attack in this phase.
    pub fn ready(&self, p: &Position<A>, player: u8) -> UnitSet {
        let may = |u: &UnitId| {
            let unit = self.data.unit(*u);
            !unit.is_hq()
                && p.hex(*u).is_some()
                && unit.face(p.lost[u.index()]).attack > 0
                && !p.is(*u, flag::ATTACKED | flag::ADVANCED)
                && rail::may_attack(self.data, p, *u)
                && !self.is_hidden(p, *u)
        };
        self.forces(p, player).iter().filter(may).collect()
    }

    /// Those among some units who touch all of some hexes.
    fn touching(&self, p: &Position<A>, units: UnitSet, targets: &[u16]) -> UnitSet {
        let near = |u: &UnitId| {
            p.hex(*u).is_some_and(|h| targets.iter().all(|t| self.data.map.step(h, *t).is_some()))
        };
        units.iter().filter(near).collect()
    }

    /// Whether a hex holds enemies that can be attacked, or attacked again (tannenberg 8.14b, R-52). A Gruppe that has not
    /// been opened is no target.
    pub fn may_be_attacked(&self, p: &Position<A>, side: u8, hex: u16) -> bool {
        let fort = p.fort_at(self.data, enemy(side), hex);
        if p.held(enemy(side), hex) == 0 && fort.is_none() {
            return false;
        }
        let stack = p.stack(self.data, enemy(side), hex);
        let troops = stack.iter().any(|u| !self.data.unit(u).is_hq() && !self.is_hidden(p, u));
        (troops || fort.is_some()) && !strength::attacked(self.data, p, enemy(side), hex)
    }

    /// Whether some units reach the first column against some hexes (tannenberg 8.8m, R-28).
    fn strong_enough(&self, p: &Position<A>, units: UnitSet, heroes: UnitSet, targets: &[u16]) -> bool {
        let attack = Attack { units, heroes, targets };
        let side = units.iter().next().map_or(0, |u| self.data.unit(u).side);
        let ratio = strength::ratio(
            strength::attack_total(self.data, p, &attack),
            strength::defence_total(self.data, p, enemy(side), targets),
        );
        let tcr = strength::tcr_of(self.data, p, units);
        ratio.and_then(|r| strength::column(&self.data.params, tcr, r)).is_some()
    }

    /// Hexes that a player may attack now.
    pub fn targets(&self, p: &Position<A>, player: u8) -> HexSet {
        let side = self.own.side_of(player);
        let ready = self.ready(p, player);
        let mut out = HexSet::EMPTY;
        for unit in ready.iter() {
            let Some(hex) = p.hex(unit) else { continue };
            for step in self.data.map.open(hex) {
                if !out.has(step.to) && self.may_be_attacked(p, side, step.to) {
                    let units = self.touching(p, ready, &[step.to]);
                    if self.strong_enough(p, units, UnitSet::EMPTY, &[step.to]) {
                        out.insert(step.to);
                    }
                }
            }
        }
        out
    }

    /// Why a hex may not be attacked.
    pub(super) fn target_breach(&self, p: &Position<A>, player: u8, hex: u16) -> Option<Refusal> {
        let side = self.own.side_of(player);
        if usize::from(hex) >= MAX_HEXES || hex >= self.data.map.len() {
            return Some(Refusal::new("8.0a", "there is no such hex"));
        }
        if !self.may_be_attacked(p, side, hex) {
            return Some(match strength::attacked(self.data, p, enemy(side), hex) {
                true => Refusal::new("8.14b", "the units there have been attacked in this phase").at(hex),
                false => Refusal::new("8.0a", "no enemy that can be attacked stands there").at(hex),
            });
        }
        let units = self.touching(p, self.ready(p, player), &[hex]);
        if units.is_empty() {
            return Some(Refusal::new("8.11b", "no unit that may attack is adjacent").at(hex));
        }
        (!self.strong_enough(p, units, UnitSet::EMPTY, &[hex]))
            .then(|| Refusal::new("8.8m", "even all together are too weak for the first column").at(hex))
    }

    /// What can be added to the attack that is put together.
    pub(super) fn declarations(&self, p: &Position<A>, player: u8, out: &mut Offers<'_, Action<A>>) {
        let c = &p.combat;
        if c.units.is_empty() {
            out.all_legal(self.more_targets(p, player).iter().map(Action::Also));
        }
        if !c.closed {
            let joining = self.joining(p, player);
            out.all_legal(joining.iter().map(Action::With));
            if joining.len() > 1 {
                out.legal(Action::WithAll);
            }
        }
        if !c.units.is_empty() {
            let forces = self.forces(p, player);
            for hq in forces.iter().filter(|u| self.data.unit(*u).is_hq()) {
                out.candidate(Action::Lead(hq));
                out.candidate(Action::Shift(hq));
            }
            out.candidate(Action::Fight);
        }
    }

    /// Hexes that could be attacked along with the others (tannenberg 8.23).
    fn more_targets(&self, p: &Position<A>, player: u8) -> HexSet {
        let side = self.own.side_of(player);
        let c = &p.combat;
        let ready = self.ready(p, player);
        let mut out = HexSet::EMPTY;
        if usize::from(c.count) >= MAX_TARGETS {
            return out;
        }
        for unit in self.touching(p, ready, c.targets()).iter() {
            let Some(hex) = p.hex(unit) else { continue };
            for step in self.data.map.open(hex) {
                let fresh = c.target(step.to).is_none() && !out.has(step.to);
                if !fresh || !self.may_be_attacked(p, side, step.to) {
                    continue;
                }
                let mut trial = *c;
                trial.aim(step.to);
                let units = self.touching(p, ready, trial.targets());
                if !units.is_empty() && self.strong_enough(p, units, UnitSet::EMPTY, trial.targets()) {
                    out.insert(step.to);
                }
            }
        }
        out
    }

    /// Units that could join the attack.
    pub fn joining(&self, p: &Position<A>, player: u8) -> UnitSet {
        self.touching(p, self.ready(p, player), p.combat.targets()).without(p.combat.units)
    }

    /// Why a unit may not join the attack.
    pub(super) fn join_breach(&self, p: &Position<A>, player: u8, unit: UnitId) -> Option<Refusal> {
        if self.own.owner(self.data, p, unit) != player {
            let ally = self.data.unit(unit).side == self.own.side_of(player);
            let rule = if ally { "22.5" } else { "8.11a" };
            return Some(Refusal::new(rule, "that is not one of your units"));
        }
        if self.is_hidden(p, unit) {
            return Some(Refusal::new("18.42b", "units in a Gruppe that has not been opened do not attack"));
        }
        let targets = p.combat.targets();
        let one = Attack { units: std::iter::once(unit).collect(), heroes: UnitSet::EMPTY, targets };
        if let Some(breach) = strength::attack_breach(self.data, p, &one) {
            return Some(breach);
        }
        if p.combat.closed {
            return Some(Refusal::new("10.21c", "units join before headquarters lend their shifts"));
        }
        p.combat.units.has(unit).then(|| Refusal::new("8.24", "it takes part already"))
    }

    /// Why a headquarters may not fight along (tannenberg 10.23, tannenberg 10.24).
    pub(super) fn lead_breach(&self, p: &Position<A>, player: u8, hq: UnitId) -> Option<Refusal> {
        let c = &p.combat;
        if hq.index() >= self.data.units.len() || self.own.owner(self.data, p, hq) != player {
            return Some(Refusal::new("10.23", "that is not one of your headquarters"));
        }
        if c.heroes.has(hq) || p.is(hq, flag::LED) {
            return Some(Refusal::new("8.14a", "it has fought in this phase"));
        }
        if p.is(hq, flag::SHIFTED) && !c.shifts.has(hq) {
            return Some(Refusal::new("10.24", "it has lent its shift to another combat"));
        }
        if self.is_hidden(p, hq) || !attacks(self.data, p, hq, c.units) {
            return Some(Refusal::new(
                "10.23",
                "a heroic leader attacks with two stacking points of its stack",
            ));
        }
        // Nobody joins after the leader: without a column the attack could not be ended.
        let led = c.heroes.and(std::iter::once(hq).collect());
        (!self.strong_enough(p, c.units, led, c.targets()))
            .then(|| Refusal::new("8.8m", "the attack is too weak for the first column"))
    }

    /// Why a headquarters may not lend its shift (tannenberg 10.2a, tannenberg 10.21c, tannenberg 10.22, tannenberg 10.24).
    pub(super) fn shift_breach(&self, p: &Position<A>, player: u8, hq: UnitId) -> Option<Refusal> {
        let c = &p.combat;
        if hq.index() >= self.data.units.len()
            || !self.data.unit(hq).is_hq()
            || self.own.owner(self.data, p, hq) != player
        {
            return Some(Refusal::new("10.2a", "that is not one of your headquarters"));
        }
        if p.is(hq, flag::SHIFTED) || c.shifts.has(hq) {
            return Some(Refusal::new("10.2a", "it has helped an attack in this phase"));
        }
        if p.is(hq, flag::LED) && !c.heroes.has(hq) {
            return Some(Refusal::new("10.24", "it has fought in another combat"));
        }
        let values = self.own.hq_values(self.data, p, hq);
        if !commands(self.data, hq) || values.shift == 0 || p.hex(hq).is_none() {
            return Some(Refusal::new("10.11b", "it has no attack shift"));
        }
        let level = |u: UnitId| self.data.unit(u).hq.as_ref().map(|h| h.level);
        let same = c.shifts.iter().filter(|o| level(*o) == level(hq)).count();
        if same >= usize::from(self.data.params.command.shifts_for_each_level) {
            return Some(Refusal::new("10.22", "one headquarters of each level helps an attack"));
        }
        // Nobody joins once a shift is lent, and no shift helps an attack that cannot be made.
        if let Some(breach) = self.fight_breach(p) {
            return Some(breach);
        }
        if !shift_in_range(self.data, p, hq, c.units, values.radius) {
            return Some(Refusal::new("10.21c", "less than half the attacking steps are in its radius"));
        }
        self.own.shift_breach(self.data, p, hq, c.units)
    }

    /// Why the attack may not be fought as it is.
    pub fn fight_breach(&self, p: &Position<A>) -> Option<Refusal> {
        let c = &p.combat;
        let attack = Attack { units: c.units, heroes: c.heroes, targets: c.targets() };
        if let Some(breach) = strength::attack_breach(self.data, p, &attack) {
            return Some(breach);
        }
        (!self.strong_enough(p, c.units, c.heroes, c.targets()))
            .then(|| Refusal::new("8.8m", "the attack is too weak for the first column"))
    }
}
