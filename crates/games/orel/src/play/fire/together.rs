//! Who may fight together: several stacks in one attack (8.6.1), guns and trains in support of a combat (8.6.2).

use crate::data::{Class, RED};
use crate::play::Engine;
use crate::position::{Attack, FormationId, HexId, Marker, Mode, Pieces, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Whether units may make one attack together, from wherever they stand. One stack may do so always (orel RU-21); several
    /// need Prepared Attacks, one Formation or Division, and neighbouring hexes if a raw unit is with them.
    pub fn may_attack_together(&self, p: &Position, units: Pieces) -> Result<(), Refusal> {
        let Some(first) = units.first() else {
            return Err(Refusal::new("7.2l", "an attack needs units"));
        };
        if !units.iter().all(|u| self.is_unit(u) && p.on_map(u)) {
            return Err(Refusal::new("7.2l", "only units on the map attack"));
        }
        let home = p.hex(first);
        if units.iter().all(|u| p.hex(u) == home) {
            return Ok(());
        }
        if let Some(u) = units.iter().find(|u| matches!(p.marker(*u), Marker::Attack { prepared: false, .. }))
        {
            let why = "a Hasty Attack is never joined by units of other hexes";
            return Err(Refusal::new("7.2n", why).of(u));
        }
        self.fire_same_command(p, units)?;
        self.fire_raw_units(p, units)
    }

    /// One Formation for Red, one Division for White (orel 8.6.1b, orel 8.6.1c). Recruit battalions go with anybody (orel 8.6.1e),
    /// vehicles belong to nobody (orel 5.1b), and some formations may always or later attack jointly (orel 8.6.1f, orel 8.6.1g).
    fn fire_same_command(&self, p: &Position, units: Pieces) -> Result<(), Refusal> {
        let bound = units.which(|u| self.class(u).is_troop() && !self.def(u).recruit);
        let Some(first) = bound.first() else { return Ok(()) };
        if p.side(first) == RED {
            let formation = self.def(first).formation;
            let joint = self.d.charts.attack.joint.iter().any(|j| {
                let inside = |u: UnitId| bit(j.formations, self.def(u).formation) || j.units.contains(&u);
                p.turn >= j.from_turn && bound.iter().all(inside)
            });
            match bound.iter().find(|u| self.def(*u).formation != formation) {
                Some(other) if !joint => {
                    let why = "Red stacks attack together only if all their units are of one Formation";
                    Err(Refusal::new("8.6.1b", why).of(first).of(other))
                }
                _ => Ok(()),
            }
        } else {
            let division = self.def(first).superior;
            match bound.iter().find(|u| self.def(*u).superior != division) {
                Some(other) => {
                    let why = "White stacks attack together only if all their units are of one Division";
                    Err(Refusal::new("8.6.1c", why).of(first).of(other))
                }
                None => Ok(()),
            }
        }
    }

    /// With raw units an attack comes from few hexes that touch each other (orel 8.6.1d). Supports do not count (orel RU-23).
    fn fire_raw_units(&self, p: &Position, units: Pieces) -> Result<(), Refusal> {
        let chart = &self.d.charts.attack;
        let raw = |u: &UnitId| self.class(*u).is_troop() && self.tq(p, *u) <= chart.low_tq;
        let Some(weak) = units.iter().find(raw) else { return Ok(()) };
        // Each hex is counted at its first unit.
        let first_there = |u: &UnitId| !units.iter().take_while(|o| o != u).any(|o| p.hex(o) == p.hex(*u));
        let hexes = || units.iter().filter(first_there).filter_map(|u| p.hex(u));
        let apart = hexes().any(|a| hexes().any(|b| self.d.map.distance(a, b) > 1));
        if hexes().count() > usize::from(chart.low_tq_hexes) || apart {
            let why =
                "with a unit of TQ {} or less an attack comes from at most {} hexes, next to each other";
            let refusal = Refusal::new("8.6.1d", why).number(chart.low_tq).number(chart.low_tq_hexes);
            return Err(refusal.of(weak));
        }
        Ok(())
    }

    /// Why a gun or train may not support an attack, or the defence against it (orel 8.6.2): what it is, its state, range, and
    /// whether anybody of its Formation or Division fights there.
    pub fn may_support(
        &self,
        p: &Position,
        unit: UnitId,
        attack: &Attack,
        defending: bool,
    ) -> Option<Refusal> {
        let side = if defending { p.reactive() } else { p.active };
        if let Some(breach) = self.fire_cannot(p, unit, side, "8.6.2a") {
            return Some(breach);
        }
        let refuse = |rule, why| Some(Refusal::new(rule, why).of(unit));
        if p.marker(unit) == Marker::Barrage {
            let rule = if defending { "8.4f" } else { "8.3.1b" };
            return refuse(rule, "it fires at other units in this combat phase and cannot give support");
        }
        let chart = &self.d.charts.attack;
        let far = |hex: HexId| self.far(p, unit, hex);
        if !attack.target.on_board() || far(attack.target) > chart.support_range {
            return refuse("8.6.2a", "the hex that is attacked is out of range of support");
        }
        if p.ooc.has(unit) && self.class(unit).is_gun() {
            // In defence the enemies are the attackers, wherever they stand (orel RU-28).
            let near = |hex: HexId| far(hex) <= chart.ooc_range;
            let adjacent = match defending {
                true => attack.attackers.iter().any(|u| p.on_map(u) && p.hex(u).is_some_and(near)),
                false => near(attack.target),
            };
            if !adjacent {
                return refuse("5.3g", "guns out of command fire only at neighbours");
            }
        }
        if self.class(unit) == Class::Train {
            return None;
        }
        let kin = |u: UnitId| p.side(u) == side && self.fire_kin(unit, u);
        let involved = match defending {
            true => p.at(attack.target).any(kin),
            false => attack.attackers.iter().any(kin),
        };
        if !involved {
            let who = if side == RED { "Formation" } else { "Division" };
            let refusal = Refusal::new("8.6.2b", "nobody of its {} takes part in that combat");
            return Some(refusal.word(who).of(unit));
        }
        None
    }

    /// Whether a unit counts as of the same Formation (Red) or Division (White) as a gun; some formations count as one (orel RU-65).
    fn fire_kin(&self, gun: UnitId, other: UnitId) -> bool {
        let (a, b) = (self.def(gun), self.def(other));
        if a.formation.is_none() || b.formation.is_none() {
            return false;
        }
        if a.side == RED {
            let same = &self.d.charts.attack.support_same;
            a.formation == b.formation || same.iter().any(|s| bit(*s, a.formation) && bit(*s, b.formation))
        } else {
            a.superior == b.superior && a.superior.is_some()
        }
    }

    /// Why something cannot fire at all: it is no gun or train of the side, on the march, Routed, or an Unsupplied train. The rule given
    /// is that of the fire.
    pub(super) fn fire_cannot(
        &self,
        p: &Position,
        unit: UnitId,
        side: u8,
        rule: &'static str,
    ) -> Option<Refusal> {
        if !self.is_unit(unit) || !p.on_map(unit) || p.side(unit) != side {
            return Some(Refusal::new(rule, "that is not a unit of yours on the map"));
        }
        let class = self.class(unit);
        let refuse = |rule, why| Some(Refusal::new(rule, why).of(unit));
        if !class.is_gun() && class != Class::Train {
            return refuse(rule, "only guns and armored trains fire");
        }
        match p.mode(unit) {
            Mode::March => return refuse("7.1.4g", "guns in March mode cannot fire"),
            Mode::Routed => return refuse("8.7.3m", "Routed guns cannot fire"),
            Mode::Combat => {}
        }
        if class == Class::Train && p.unsupplied.has(unit) {
            return refuse("8.2.3b", "an Unsupplied armored train takes no part in combat");
        }
        None
    }

    /// Fire strength of a gun or train as it is (orel 8.3.2a): by its steps, divided if Unsupplied (orel RU-27); 0 if it cannot fire.
    pub fn fire_strength(&self, p: &Position, unit: UnitId) -> u8 {
        if !self.is_unit(unit) || self.fire_cannot(p, unit, p.side(unit), "8.3.2a").is_some() {
            return 0;
        }
        let full = self.def(unit).fire[usize::from(p.steps(unit)).min(5)];
        if p.unsupplied.has(unit) {
            let by = self.d.charts.split.fire_unsupplied.max(1);
            // To the nearest, halves up (orel 1.2a).
            (full * 2 + by) / (by * 2)
        } else {
            full
        }
    }
}

/// Whether there is a formation and it is in a set of bits.
fn bit(set: u64, formation: Option<FormationId>) -> bool {
    formation.is_some_and(|f| set >> f.bit() & 1 == 1)
}
