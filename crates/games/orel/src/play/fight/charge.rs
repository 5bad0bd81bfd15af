//! Cavalry that charges (8.7.1r to 8.7.1x).

use crate::data::Class;
use crate::play::Engine;
use crate::position::{ATTACKER, Combat, DEFENDER, Mode, Pieces, Position, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Whether cavalry of a combat may charge (orel 8.7.1r to orel 8.7.1v).
    pub fn may_charge(&self, p: &Position, c: &Combat, unit: UnitId) -> bool {
        self.fight_charge_refused(p, c, unit).is_none()
    }

    /// The rule that keeps a unit from charging, and why.
    pub(super) fn fight_charge_refused(
        &self,
        p: &Position,
        c: &Combat,
        unit: UnitId,
    ) -> Option<(&'static str, &'static str)> {
        if !self.is_unit(unit) || self.class(unit) != Class::Cavalry {
            return Some(("8.7.1r", "only cavalry charges"));
        }
        let who = match () {
            () if c.units[ATTACKER].has(unit) => ATTACKER,
            () if c.units[DEFENDER].has(unit) => DEFENDER,
            () => return Some(("8.7.1r", "it is not in this combat")),
        };
        let charts = &self.d.charts;
        let open = self.cover(p, c.hex).charge;
        if who == ATTACKER {
            if !open {
                return Some(("8.7.1t", "nobody charges into such ground"));
            }
            if !charts.river.charge && self.crosses_river(p, unit, c.hex) {
                return Some(("8.7.1t", "nobody charges over a river"));
            }
            if !charts.entrenched.charge
                && !self.fight_tanks_attack(p, c)
                && self.all_entrenched(p, c.units[DEFENDER])
            {
                return Some(("8.7.1t", "all units there are entrenched"));
            }
        } else {
            if !open {
                return Some(("8.7.1u", "nobody charges out of such ground"));
            }
            if p.mode(unit) != Mode::Combat {
                return Some(("8.7.1u", "a defender who is Routed or in March mode does not charge"));
            }
        }
        if self.tq(p, unit) >= charts.charge_tq || self.fight_shaken(p, c, 1 - who) {
            return None;
        }
        Some(("8.7.1s", "its quality is too low to charge an enemy in good order"))
    }

    /// Whether a side has no combat unit in good order: any cavalry may charge it (orel 8.7.1r).
    fn fight_shaken(&self, p: &Position, c: &Combat, who: usize) -> bool {
        let firm =
            |u: UnitId| self.class(u).is_combat() && p.mode(u) == Mode::Combat && !c.disorganised.has(u);
        !c.units[who].iter().any(firm)
    }

    /// Whether a working tank attacks: entrenchments count for nothing (orel 9.2.2c).
    pub fn fight_tanks_attack(&self, p: &Position, c: &Combat) -> bool {
        c.units[ATTACKER].iter().any(|u| self.class(u) == Class::Tank && self.works(p, u))
    }

    /// Cavalry of a side that may charge and has not been told to.
    pub fn fight_could_charge(&self, p: &Position, c: &Combat, who: usize) -> Pieces {
        c.units[who]
            .without(&c.charging)
            .which(|u| self.class(u) == Class::Cavalry && self.may_charge(p, c, u))
    }

    /// Steps of cavalry of a side: those that charge, or those that could.
    pub fn fight_charge_steps(&self, p: &Position, c: &Combat, who: usize, able: bool) -> u8 {
        let counts = |u: &UnitId| if able { self.may_charge(p, c, *u) } else { c.charging.has(*u) };
        let riders = c.units[who].iter().filter(|u| self.class(*u) == Class::Cavalry);
        riders.filter(counts).map(|u| p.steps(u)).sum()
    }

    /// Whether the charging cavalry of a side is without infantry against infantry that is all in Combat mode and has no
    /// cavalry with it (orel 8.7.1e).
    pub(crate) fn fight_lone_charge(&self, p: &Position, c: &Combat, who: usize) -> bool {
        let is = |u: UnitId, class: Class| self.class(u) == class;
        let own_foot = c.units[who].iter().any(|u| is(u, Class::Infantry));
        let mut foot = c.units[1 - who].iter().filter(|u| is(*u, Class::Infantry)).peekable();
        let horse = c.units[1 - who].iter().any(|u| is(u, Class::Cavalry));
        !own_foot && !horse && foot.peek().is_some() && foot.all(|u| p.mode(u) == Mode::Combat)
    }

    /// Why a unit may not be told to charge by its side.
    pub fn fight_refuse_charge(&self, p: &Position, who: usize, unit: UnitId) -> Option<Refusal> {
        let c = &p.combat;
        if !self.is_unit(unit) {
            return Some(Refusal::new("8.7.1r", "there is no such unit"));
        }
        if !c.units[who].has(unit) {
            return Some(Refusal::new("8.7.1w", "it is not a unit of yours in this combat").of(unit));
        }
        if c.charging.has(unit) {
            return Some(Refusal::new("8.7.1w", "it charges already").of(unit));
        }
        self.fight_charge_refused(p, c, unit).map(|(rule, why)| Refusal::new(rule, why).of(unit))
    }
}
