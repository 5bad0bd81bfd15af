//! What is added up in a combat, row by row: strengths, column, die. The rows make the total to the last point.

use crate::data::map::River;
use crate::data::params::rank;
use crate::data::pieces::Kind;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, flag};
use crate::standard::command::{attacks, defends, face};
use crate::standard::strength::{self, Attack};
use crate::standard::zones::enemy;
use sandtable_core::guide::{Factor, Force};
use sandtable_core::phrase::listed;

/// Rows with their total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The rows.
    pub rows: Vec<Factor>,
    /// What they make.
    pub total: i16,
}

impl Sum {
    fn add(&mut self, value: i16, why: String, rule: &'static str) {
        self.total += value;
        self.rows.push(Factor { value, why, rule });
    }

    /// A row for what changes something, none if it does not.
    fn change(&mut self, value: i16, why: impl FnOnce() -> String, rule: &'static str) {
        if value != 0 {
            self.add(value, why(), rule);
        }
    }
}

/// The die as a row.
pub fn die_row(die: u8) -> Factor {
    Factor { value: die.into(), why: "the die".to_string(), rule: "8.4c" }
}

/// A total of the rules among small signed numbers.
fn signed(total: u16) -> i16 {
    i16::try_from(total).unwrap_or(i16::MAX)
}

impl<A: Adds> Engine<'_, A> {
    fn names(&self, units: impl Iterator<Item = UnitId>) -> String {
        let names: Vec<String> = units.map(|u| self.data.title(u)).collect();
        listed(&names, "and")
    }

    /// The attack of a position as it is put together.
    pub fn attack<'p>(&self, p: &'p Position<A>) -> Attack<'p> {
        Attack { units: p.combat.units, heroes: p.combat.heroes, targets: p.combat.targets() }
    }

    /// The attack total: printed strengths, then everything that takes from them, in the order of the rules.
    pub fn attack_sum(&self, p: &Position<A>, attack: &Attack<'_>) -> Sum {
        let (data, mut sum) = (self.data, Sum::default());
        let printed = |u: UnitId| data.unit(u).face(p.lost[u.index()]).attack;
        for u in attack.units.iter() {
            sum.add(printed(u).into(), data.title(u), "8.0b");
        }
        let heroes = || attack.heroes.iter().filter(|h| attacks(data, p, *h, attack.units));
        for hq in heroes() {
            let why = format!("{} fights along", data.title(hq));
            sum.add(face(data, p, hq).combat.into(), why, "10.23");
        }
        let fed = || attack.units.iter().filter(|u| p.is(*u, flag::OUT_OF_SUPPLY | flag::FED));
        let (by_supply, least) = (data.params.supply.attack_divided_by, data.params.supply.least);
        let after = |u: UnitId| if printed(u) == 0 { 0 } else { (printed(u) / by_supply).max(least) };
        let hungry: i16 = fed().map(|u| i16::from(after(u)) - i16::from(printed(u))).sum();
        sum.change(hungry, || format!("out of supply, at half: {}", self.names(fed())), "9.21b");
        let lost = || attack.units.iter().filter(|u| p.is(*u, flag::OUT_OF_COMMAND));
        let now = |u: UnitId| {
            let supplied = if p.is(u, flag::OUT_OF_SUPPLY | flag::FED) { after(u) } else { printed(u) };
            i16::from(strength::unit_attack(data, p, u)) - i16::from(supplied)
        };
        let uncommanded: i16 = lost().map(now).sum();
        sum.change(uncommanded, || format!("out of command, at half: {}", self.names(lost())), "10.42a");
        let side = attack.units.iter().next().map_or(0, |u| data.unit(u).side);
        let total = signed(strength::attack_total(data, p, attack));
        let dry = signed(strength::without_cavalry_rule(data, p, attack));
        let wet = || {
            attack.units.and(attack.heroes).iter().filter(|u| {
                let sides = attack.targets.iter().filter_map(|t| data.map.step(p.hex(*u)?, *t));
                sides.into_iter().any(|s| s.river != River::No)
            })
        };
        sum.change(dry - sum.total, || format!("across a river, at half: {}", self.names(wet())), "5.4l");
        let horses = || attack.units.iter().filter(|u| data.unit(*u).kind == Kind::Cavalry);
        debug_assert!(dry == total || !strength::cavalry_in_full(data, p, side, attack.targets));
        let quarter =
            || format!("cavalry against more than cavalry counts a quarter: {}", self.names(horses()));
        sum.change(total - sum.total, quarter, "12.21b");
        sum
    }

    /// The defence total of all hexes attacked.
    pub fn defence_sum(&self, p: &Position<A>, side: u8, targets: &[u16]) -> Sum {
        let (data, mut sum) = (self.data, Sum::default());
        for hex in targets {
            let (stack, before) = (strength::defenders(data, p, side, *hex), sum.total);
            for u in stack.iter() {
                if !data.unit(u).is_hq() {
                    let full = data.unit(u).face(p.lost[u.index()]).defence;
                    sum.add(full.into(), data.title(u), "8.21");
                    let half = i16::from(strength::unit_defence(data, p, u)) - i16::from(full);
                    sum.change(half, || format!("{} is on a train: at half", data.title(u)), "5.36c");
                } else if defends(data, p, u, stack) {
                    let why = format!("{} fights along", data.title(u));
                    sum.add(face(data, p, u).combat.into(), why, "10.53a");
                }
            }
            let ground = data.map.at(*hex);
            let more = (sum.total - before) * (signed(ground.times) - 1);
            let (what, rule) = match (ground.city, ground.trench) {
                (true, false) => ("a city", "5.4i"),
                (false, true) => ("a trench", "5.4j"),
                _ => ("the ground", "5.4t"),
            };
            let times = || format!("{what} in {}: {} times", data.place_title(*hex), ground.times);
            sum.change(more, times, rule);
            if let Some(fort) = p.fort_at(data, side, *hex) {
                let why = format!("fortress {}", data.fort_name(fort));
                sum.add(strength::fort_strength(data, p, fort).into(), why, "11.11b");
            }
        }
        sum
    }

    /// The head of a column under a TCR: `3-1`.
    pub fn heading(&self, tcr: u8, column: u8) -> String {
        let header = &self.data.params.crt.headers[rank(tcr)];
        let at = usize::from(column).checked_sub(1).and_then(|i| header.get(i));
        at.map_or(String::new(), |r| if *r < 0 { format!("1-{}", -r) } else { format!("{r}-1") })
    }

    /// The column by the ratio, and what shifts it; `named` says who may be named.
    pub fn column_sum(
        &self,
        p: &Position<A>,
        (tcr, column, end): (u8, u8, u8),
        named: impl Fn(UnitId) -> bool,
    ) -> Sum {
        let mut sum = Sum::default();
        sum.add(column.into(), format!("ratio {}, column {column}", self.heading(tcr, column)), "8.4b");
        for hq in p.combat.shifts.iter() {
            let shift = self.own.hq_values(self.data, p, hq).shift;
            let who = if named(hq) { self.data.title(hq) } else { "a headquarters".to_string() };
            sum.add(shift.into(), format!("{who} shifts the column"), "10.21b");
        }
        sum.change(i16::from(end) - sum.total, || "not past the last column".to_string(), "8.8n");
        sum
    }

    /// The die, and what is added to it.
    pub fn die_sum(&self, p: &Position<A>, attack: &Attack<'_>, die: u8) -> Sum {
        let (ridge, major) = strength::die_changes(self.data, p, attack);
        let mut sum = Sum { rows: vec![die_row(die)], total: die.into() };
        sum.change(ridge.into(), || "over a ridge".to_string(), "5.4f");
        sum.change(major.into(), || "over a Major River alone".to_string(), "5.4m");
        sum
    }

    /// A unit in a combat.
    fn force(&self, unit: UnitId, strength: u8) -> Force {
        let u = self.data.unit(unit);
        Force { piece: u.id.clone(), name: self.data.title(unit), strength: strength.into() }
    }

    /// Who attacks, with what each counts before rivers and the rule for cavalry.
    pub fn attacking(&self, p: &Position<A>, attack: &Attack<'_>) -> Vec<Force> {
        let data = self.data;
        let units = attack.units.iter().map(|u| self.force(u, strength::unit_attack(data, p, u)));
        let heroes = attack.heroes.iter().filter(|h| attacks(data, p, *h, attack.units));
        units.chain(heroes.map(|h| self.force(h, face(data, p, h).combat))).collect()
    }

    /// Who defends some hexes: units, headquarters that fight, and fortresses.
    pub fn defending_forces(&self, p: &Position<A>, targets: &[u16]) -> Vec<Force> {
        let (data, foe) = (self.data, enemy(p.phasing));
        let mut out = Vec::new();
        for hex in targets {
            let stack: UnitSet = strength::defenders(data, p, foe, *hex);
            for u in stack.iter() {
                if !data.unit(u).is_hq() {
                    out.push(self.force(u, strength::unit_defence(data, p, u)));
                } else if defends(data, p, u, stack) {
                    out.push(self.force(u, face(data, p, u).combat));
                }
            }
            if let Some(fort) = p.fort_at(data, foe, *hex) {
                let name = format!("Fortress {}", data.fort_name(fort));
                let strength = strength::fort_strength(data, p, fort).into();
                out.push(Force { piece: String::new(), name, strength });
            }
        }
        out
    }
}
