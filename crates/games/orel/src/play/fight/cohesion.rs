//! What a Cohesion die means for a unit (8.7.1, 8.7.2, and the designer's later rules NCR-b to NCR-j).

use crate::data::{Class, Fate, TerrainRow};
use crate::play::Engine;
use crate::position::{ATTACKER, Combat, DEFENDER, HexId, Pieces, Position, UnitId};

/// Reasons for a change of the Cohesion die, as indices into [`Modifiers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    OwnVehicle,
    EnemyVehicle,
    LoneCharge,
    Charged,
    EnemyIntegrated,
    Elite,
    Terrain,
    Entrenched,
    Strong,
    Weak,
}

/// How many reasons there are.
const REASONS: usize = 10;

/// Label, rule, and rule of the later version.
const LABELS: [(&str, &str, &str); REASONS] = [
    ("own vehicle", "8.7.1d", "NCR-d"),
    ("enemy vehicle", "8.7.1d", "NCR-d"),
    ("cavalry alone charges infantry", "8.7.1e", "NCR-e"),
    ("charged without an answer", "8.7.1g", "NCR-f"),
    ("enemy integrated artillery", "8.7.1h", "NCR-d"),
    ("elite infantry attacks", "8.7.1i", "NCR-g"),
    ("terrain", "8.7.1j", "NCR-h"),
    ("entrenched", "8.7.1k", "NCR-h"),
    ("attacker stronger", "8.7.1m", "NCR-c"),
    ("attacker weaker", "8.7.1n", "NCR-c"),
];

/// What is added to a Cohesion die for a unit, reason by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    add: [i8; REASONS],
    later: bool,
}

impl Modifiers {
    /// All of it.
    pub fn sum(&self) -> i8 {
        self.add.iter().sum()
    }

    /// Label, value and rule of each that is not 0.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, i8, &'static str)> + '_ {
        let rows = LABELS.iter().zip(self.add).filter(|(_, add)| *add != 0);
        rows.map(|((label, rule, later), add)| (*label, add, if self.later { *later } else { *rule }))
    }

    fn put(&mut self, reason: Reason, add: i8) {
        self.add[reason as usize] = add;
    }
}

impl Engine<'_> {
    /// What is added to the Cohesion die for a unit (orel 8.7.1).
    pub fn cohesion_add(&self, p: &Position, c: &Combat, who: usize, unit: UnitId) -> i8 {
        self.cohesion_modifiers(p, c, who, unit).sum()
    }

    /// The same, reason by reason.
    pub fn cohesion_modifiers(&self, p: &Position, c: &Combat, who: usize, unit: UnitId) -> Modifiers {
        if p.rules.new_cohesion {
            return self.fight_later_modifiers(p, c, who);
        }
        if !p.rules.one_result {
            return self.fight_unit_modifiers(p, c, who, unit);
        }
        // One result for all (orel NCR-i) needs one modifier for all: the one of most steps, of equals the worse.
        let all = self.cohesion_checkers(c, who);
        let steps_with = |sum: i8| -> u16 {
            let same = all.iter().filter(|u| self.fight_unit_modifiers(p, c, who, *u).sum() == sum);
            same.map(|u| u16::from(p.steps(u))).sum()
        };
        let each = all.iter().map(|u| self.fight_unit_modifiers(p, c, who, u));
        let most = each.max_by_key(|m| (steps_with(m.sum()), m.sum()));
        most.unwrap_or_else(|| self.fight_unit_modifiers(p, c, who, unit))
    }

    /// Modifiers of a unit by the rules as printed.
    fn fight_unit_modifiers(&self, p: &Position, c: &Combat, who: usize, unit: UnitId) -> Modifiers {
        let chart = &self.d.charts.cohesion;
        let (foe, mut out) = (1 - who, Modifiers::default());
        let hex = p.hex(unit);
        if c.units[who].iter().any(|u| self.works(p, u) && p.hex(u) == hex) {
            out.put(Reason::OwnVehicle, chart.own_vehicle[who]);
        }
        if self.fight_has_vehicle(p, c, foe) {
            out.put(Reason::EnemyVehicle, chart.enemy_vehicle[who]);
        }
        if c.charging.has(unit) && self.fight_lone_charge(p, c, who) {
            out.put(Reason::LoneCharge, chart.lone_charge[who]);
        }
        let [coming, answer] = chart.charged_steps;
        if self.fight_charge_steps(p, c, foe, false) >= coming
            && self.fight_charge_steps(p, c, who, true) < answer
        {
            out.put(Reason::Charged, chart.charged[who]);
        }
        if self.fight_has_integrated(c, foe) {
            out.put(Reason::EnemyIntegrated, chart.enemy_integrated[who]);
        }
        if who == DEFENDER {
            let elite = |u: UnitId| self.class(u) == Class::Infantry && self.tq(p, u) >= chart.elite_tq;
            if c.units[ATTACKER].iter().any(elite) && !elite(unit) {
                out.put(Reason::Elite, chart.elite_attack);
            }
            self.fight_put_ground(p, c, Pieces::one(unit), &mut out);
        }
        let [attack, defence] = self.fight_both_strengths(p, c);
        let reaches = |[n, d]: [u8; 2]| attack * u32::from(d) >= defence * u32::from(n);
        if reaches(chart.strong_ratio) {
            out.put(Reason::Strong, chart.strong[who]);
        } else if !reaches(chart.weak_ratio) {
            out.put(Reason::Weak, chart.weak[who]);
        }
        out
    }

    /// Modifiers of a whole side by the designer's later rules (orel NCR-b to orel NCR-h).
    fn fight_later_modifiers(&self, p: &Position, c: &Combat, who: usize) -> Modifiers {
        let chart = &self.d.charts.new_cohesion;
        let (foe, mut out) = (1 - who, Modifiers { later: true, ..Modifiers::default() });
        let [attack, defence] = self.fight_both_strengths(p, c);
        let reason = if attack >= defence { Reason::Strong } else { Reason::Weak };
        let [own, other] = if who == ATTACKER { [attack, defence] } else { [defence, attack] };
        out.put(
            reason,
            match own.cmp(&other) {
                std::cmp::Ordering::Greater => chart.stronger,
                std::cmp::Ordering::Less => chart.weaker,
                std::cmp::Ordering::Equal => chart.equal,
            },
        );
        if self.fight_has_vehicle(p, c, who) {
            out.put(Reason::OwnVehicle, chart.own_vehicle);
        }
        if self.fight_has_vehicle(p, c, foe) {
            out.put(Reason::EnemyVehicle, chart.enemy_vehicle);
        }
        if self.fight_has_integrated(c, foe) {
            out.put(Reason::EnemyIntegrated, chart.enemy_integrated);
        }
        if self.fight_charge_steps(p, c, who, false) > 0 && self.fight_lone_charge(p, c, who) {
            out.put(Reason::LoneCharge, chart.lone_charge);
        }
        // Here the charge itself must be answered, and a single step is enough for one (orel NCR-f).
        if self.fight_charge_steps(p, c, foe, false) > 0 && self.fight_charge_steps(p, c, who, false) == 0 {
            out.put(Reason::Charged, chart.charged);
        }
        if who == DEFENDER {
            let elite = |u: UnitId| self.class(u) == Class::Infantry && self.tq(p, u) >= chart.elite_tq;
            if c.units[ATTACKER].iter().any(elite) && !c.units[DEFENDER].iter().any(elite) {
                out.put(Reason::Elite, chart.elite_attack);
            }
            self.fight_put_ground(p, c, c.units[DEFENDER], &mut out);
        }
        out
    }

    /// Terrain, or entrenchment if all of these units have it: whichever helps more (orel 7.3d, orel RU-31).
    fn fight_put_ground(&self, p: &Position, c: &Combat, units: Pieces, out: &mut Modifiers) {
        let terrain = self.fight_ground_add(p, c, |row| row.cohesion);
        let dug = self.d.charts.entrenched.cohesion;
        if dug < terrain && !self.fight_tanks_attack(p, c) && self.all_entrenched(p, units) {
            out.put(Reason::Entrenched, dug);
        } else {
            out.put(Reason::Terrain, terrain);
        }
    }

    /// Whether a unit comes into a neighbouring hex over a river, bridged or not.
    pub(super) fn crosses_river(&self, p: &Position, unit: UnitId, hex: HexId) -> bool {
        p.hex(unit).is_some_and(|at| self.d.map.river_between(at, hex))
    }

    /// What the ground of the hex fought for adds in a column of the terrain chart, without entrenchments: the hex itself, and
    /// the river on top if every attacking combat unit must cross one (orel 8.7.1j).
    pub fn fight_ground_add(&self, p: &Position, c: &Combat, column: impl Fn(&TerrainRow) -> i8) -> i8 {
        let hex = column(&self.cover(p, c.hex));
        let crosses = |u: UnitId| self.crosses_river(p, u, c.hex);
        let mut troops = c.units[ATTACKER].iter().filter(|u| self.class(*u).is_combat()).peekable();
        let river = troops.peek().is_some() && troops.all(crosses);
        hex + if river { column(&self.d.charts.river) } else { 0 }
    }

    /// Whether a side of a combat has a vehicle that serves in it, a train in contact (orel 9j).
    pub fn fight_has_vehicle(&self, p: &Position, c: &Combat, who: usize) -> bool {
        c.units[who].iter().any(|u| self.works(p, u))
    }

    /// Whether a side of a combat has integrated artillery.
    pub fn fight_has_integrated(&self, c: &Combat, who: usize) -> bool {
        c.units[who].iter().any(|u| self.def(u).integrated)
    }

    /// Strengths of attacker and defender in the Cohesion step (orel 8.7.1l).
    fn fight_both_strengths(&self, p: &Position, c: &Combat) -> [u32; 2] {
        [ATTACKER, DEFENDER].map(|who| u32::from(self.side_strength(p, c, who, false)))
    }

    /// Units of a side that make a Cohesion check: combat units, and defending guns without any (orel 8.7.1c, orel 9i).
    pub fn cohesion_checkers(&self, c: &Combat, who: usize) -> Pieces {
        let guns = who == DEFENDER && self.fight_guns_alone(c, who);
        c.units[who].which(|u| self.class(u).is_combat() || (guns && self.class(u).is_gun()))
    }

    /// The TQ that a unit's die is compared with: its own, or the predominant one of its side (orel NCR-i).
    pub fn cohesion_tq(&self, p: &Position, c: &Combat, who: usize, unit: UnitId) -> u8 {
        if p.rules.one_result {
            self.predominant(p, self.cohesion_checkers(c, who)).unwrap_or(0)
        } else {
            self.tq(p, unit)
        }
    }

    /// What a Cohesion die does to a unit (orel 8.7.2).
    pub fn cohesion_fate(&self, p: &Position, c: &Combat, who: usize, unit: UnitId, die: u8) -> Fate {
        // A natural 1 always passes (orel 8.7.1b).
        if die <= 1 || c.inspired.has(unit) || !self.cohesion_checkers(c, who).has(unit) {
            return Fate::Passed;
        }
        let tq = self.cohesion_tq(p, c, who, unit);
        let over = die as i8 + self.cohesion_add(p, c, who, unit) - tq as i8;
        self.result_row(over).map_or(Fate::Passed, |row| row.cohesion[who])
    }
}
