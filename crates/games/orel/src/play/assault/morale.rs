//! Morale of the side that lost an Assault (8.8.2k to 8.8.2p): what is added to its die, and what befalls each unit.

use super::super::{Engine, Event};
use super::{AssaultEvent, AssaultStep};
use crate::data::Fate;
use crate::position::{ATTACKER, Combat, Pieces, Position, RollKind, Step, UnitId};
use sandtable_core::Dice;

/// What is added to the Morale die for a unit, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoraleParts {
    /// m of the Assault Results Table (orel 8.8.2a).
    pub result: i8,
    /// It lost a step in this Assault (orel 8.8.2n).
    pub hurt: i8,
    /// A working vehicle of its own stands with it (orel 9j).
    pub own_vehicle: i8,
    /// The enemy has a working vehicle (orel 9j).
    pub enemy_vehicle: i8,
    /// It is Disorganised.
    pub disorganised: i8,
}

impl MoraleParts {
    /// All of it.
    pub fn sum(&self) -> i8 {
        self.result + self.hurt + self.own_vehicle + self.enemy_vehicle + self.disorganised
    }
}

impl Engine<'_> {
    /// Who checks Morale if a side loses: its combat units, and defending guns that fought alone (orel 8.8.2k, orel 8.7.1c). Vehicles
    /// never do (orel 9i).
    pub fn morale_units(&self, c: &Combat, who: usize) -> Pieces {
        self.assault_line_of(c, who)
    }

    /// What is added to the Morale die of a unit, part by part; `m` is that of the Assault's result.
    pub fn morale_parts(&self, p: &Position, c: &Combat, who: usize, unit: UnitId, m: i8) -> MoraleParts {
        let chart = &self.d.charts.morale;
        let given = |so: bool, add: i8| if so { add } else { 0 };
        let mut own = c.units[who].iter().filter(|v| p.hex(*v) == p.hex(unit));
        let mut enemy = c.units[1 - who].iter();
        MoraleParts {
            result: m,
            hurt: given(c.hurt.has(unit), chart.lost_a_step),
            own_vehicle: given(own.any(|v| self.assault_serves(p, c, v)), chart.own_vehicle),
            enemy_vehicle: given(enemy.any(|v| self.assault_serves(p, c, v)), chart.enemy_vehicle),
            disorganised: given(c.disorganised.has(unit), chart.disorganised),
        }
    }

    /// What is added to the Morale die of a unit.
    pub fn morale_add(&self, p: &Position, c: &Combat, who: usize, unit: UnitId, m: i8) -> i8 {
        self.morale_parts(p, c, who, unit, m).sum()
    }

    /// What befalls a unit of the losing side: modified die less TQ finds the row; a natural 1 passes (orel 8.8.2k, orel RU-34).
    pub fn morale_fate(&self, p: &Position, c: &Combat, who: usize, unit: UnitId, die: u8, m: i8) -> Fate {
        let over = self.morale_add(p, c, who, unit, m) - self.tq(p, unit) as i8;
        self.morale_fate_over(c, who, unit, die, over)
    }

    /// The same, where what is added less TQ is known.
    pub(crate) fn morale_fate_over(&self, c: &Combat, who: usize, unit: UnitId, die: u8, over: i8) -> Fate {
        let over = die as i8 + over;
        let over = if die == 1 || c.inspired.has(unit) { over.min(0) } else { over };
        self.result_row(over).map_or(Fate::Passed, |r| r.morale[who % 2])
    }
}

impl Engine<'_> {
    /// Whether somebody has to check: the winner never (orel 8.8.2p), nor pursuers to whom nothing can be done (orel 8.7.4g).
    pub(super) fn morale_due(&self, p: &Position) -> bool {
        let who = usize::from(p.assault.loser.min(1));
        let safe = who == ATTACKER && p.combat.pursuit && p.assault.unharmed;
        !safe && !self.morale_checkers(p, who).is_empty()
    }

    /// The loser rolls for Morale, if anybody is left to check (state 6.16).
    pub(super) fn morale_roll(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let who = usize::from(p.assault.loser.min(1));
        p.assault.good_order = true;
        if !self.morale_due(p) {
            p.play.steps.replace(Step::Assault(AssaultStep::Moves));
            return;
        }
        p.play.steps.replace(Step::Assault(AssaultStep::MoraleRead));
        self.throw(p, self.fight_side(p, who), RollKind::Morale, 1, dice, events);
    }

    /// Who of the loser checks: guns that have lost their infantry have gone without a check (orel 8.8.2i).
    fn morale_checkers(&self, p: &Position, who: usize) -> Pieces {
        self.morale_units(&p.combat, who).which(|u| p.on_map(u))
    }

    /// Reads the Morale die for every unit of the loser.
    pub(super) fn morale_read(&self, p: &mut Position, events: &mut Vec<Event>) {
        let who = usize::from(p.assault.loser.min(1));
        let (c, die, m) = (p.combat, p.play.roll.dice[0], p.assault.morale);
        let mut given_up = Pieces::EMPTY;
        let mut first = true;
        for unit in self.morale_checkers(p, who).iter() {
            let parts = self.morale_parts(p, &c, who, unit, m);
            let fate = self.morale_fate(p, &c, who, unit, die, m);
            let (tq, hex) = (self.tq(p, unit), p.hex(unit));
            events.push(Event::Assault(AssaultEvent::Morale {
                unit,
                die,
                parts,
                tq,
                fate,
                hex,
                first: std::mem::take(&mut first),
            }));
            match fate {
                Fate::Surrender => given_up.insert(unit),
                Fate::Rout => p.assault.leaving[1].insert(unit),
                Fate::Retreat => {
                    p.assault.good_order = false;
                    p.assault.leaving[0].insert(unit)
                }
                Fate::GoodOrder => p.assault.leaving[0].insert(unit),
                Fate::Passed | Fate::Disorganised | Fate::Repulsed => {}
            }
        }
        given_up.iter().for_each(|u| self.surrender(p, u, events));
        p.play.steps.replace(Step::Assault(AssaultStep::Moves));
        if !given_up.is_empty() {
            self.abandon(p, true, events);
        }
    }
}
