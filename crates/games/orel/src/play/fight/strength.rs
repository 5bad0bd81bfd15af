//! Who fights in a combat, and how strong each side is (8.7.1o to 8.7.1q, with the roundings of 1.2).

use crate::data::Class;
use crate::play::Engine;
use crate::position::{ATTACKER, Attack, Combat, DEFENDER, HexId, Mode, Pieces, Position, UnitId};

/// How many different divisors the states of units can make: three modes, supplied or not, Disorganised or not.
const DIVISORS: usize = 12;

/// The strength of a side of a combat, with the sums that it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Sums of combat strength by divisor, `(divisor, sum)`; a divisor of 0 is none. Each sum is divided and rounded once,
    /// halves up (orel 1.2a, orel 1.2d, orel 1.2e).
    pub sums: [(u16, u16); DIVISORS],
    /// Fire added by trains in contact (orel 9.1.2a).
    pub contact: u16,
    /// Fire added by coordinated supports.
    pub fire: u16,
    /// Fire of coordinated supports that are Unsupplied, after its division (orel RU-27).
    pub poor_fire: u16,
    /// Fire of supports that were not coordinated, before its division, and after it, rounded down (orel 1.2b).
    pub failed_fire: [u16; 2],
}

/// Room for units whose strength is told one by one.
const TOLD: usize = 40;

/// What units of a combat bring, each alone: halves are rounded together only in the sum of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    list: [Option<(UnitId, u8)>; TOLD],
}

impl Worth {
    /// What a unit brings.
    pub fn of(&self, unit: UnitId) -> i16 {
        self.list.iter().flatten().find(|(u, _)| *u == unit).map_or(0, |(_, strength)| (*strength).into())
    }
}

/// A sum divided and rounded to the nearest number, halves up (orel 1.2a).
pub fn rounded(sum: u16, divisor: u16) -> u16 {
    let divisor = divisor.max(1);
    (2 * sum + divisor) / (2 * divisor)
}

impl Strength {
    /// Strength of the units themselves.
    pub fn units(&self) -> u16 {
        let sums = self.sums.iter().filter(|(divisor, _)| *divisor > 0);
        sums.map(|(divisor, sum)| rounded(*sum, *divisor)).sum()
    }

    /// Fire of trains in contact and of supports.
    pub fn guns(&self) -> u16 {
        self.contact + self.fire + self.poor_fire + self.failed_fire[1]
    }

    /// All of it.
    pub fn total(&self) -> u16 {
        self.units() + self.guns()
    }

    fn add(&mut self, divisor: u16, strength: u8) {
        let row = self.sums.iter_mut().find(|(d, _)| *d == divisor || *d == 0);
        if let Some(row) = row {
            *row = (divisor, row.1 + u16::from(strength));
        }
    }
}

impl Engine<'_> {
    /// The combat that an attack begins, before anything was rolled: for odds and bots as well as for play. Trains count
    /// among the supports until they go into contact (orel 9.1a); units that can take no part are left out (orel 8.2.3b, orel 8.2.3c,
    /// orel 9.2.1e).
    pub fn combat_of(&self, p: &Position, attack: &Attack) -> Combat {
        let mut c = Combat { hex: attack.target, prepared: attack.prepared, ..Combat::NONE };
        if let Some(i) = p.declared().iter().position(|a| a == attack) {
            c.attack = i as u8;
        }
        if !attack.target.on_board() {
            return c;
        }
        let near = |u: UnitId| self.far(p, u, attack.target) == 1;
        let attackers = attack.attackers.which(|u| p.on_map(u) && near(u) && self.fight_able(p, u));
        c.units[ATTACKER] = attackers.which(|u| self.class(u) != Class::Train);
        c.units[DEFENDER] = self.fight_defenders(p, attack.target, 1 - p.active);
        let trains = attackers.which(|u| self.class(u) == Class::Train);
        c.support[ATTACKER] =
            attack.supports.which(|u| self.fight_can_support(p, u, attack.target)).with(&trains);
        c.support[DEFENDER] = attack.defence.which(|u| self.fight_can_support(p, u, attack.target));
        if self.fight_guns_alone(&c, DEFENDER) {
            // They fight with their guns themselves (orel 8.7.1p).
            c.support[DEFENDER] = c.support[DEFENDER].without(&c.units[DEFENDER]);
        }
        for who in [ATTACKER, DEFENDER] {
            c.all[who] = c.units[who].with(&c.support[who]);
        }
        c
    }

    /// Whether a unit can take part in a fight: troops, and vehicles that serve.
    pub(super) fn fight_able(&self, p: &Position, unit: UnitId) -> bool {
        let class = self.class(unit);
        class.is_troop() || (class.is_vehicle() && self.works(p, unit))
    }

    /// Who of a side defends a hex: troops, tanks and cars that serve. Trains take part in contact alone, and units that a
    /// retreat forced in not at all (orel 8.5.1m).
    pub(super) fn fight_defenders(&self, p: &Position, hex: HexId, side: u8) -> Pieces {
        let takes_part = |u: UnitId| self.class(u) != Class::Train && self.fight_able(p, u);
        p.stack(side, hex).which(|u| takes_part(u) && !self.fight_stranger(p, u))
    }

    /// Whether a retreat has forced a unit into a hex under attack, so that it does not fight there (orel 8.5.1m).
    pub(super) fn fight_stranger(&self, p: &Position, unit: UnitId) -> bool {
        p.hex(unit).is_some_and(|hex| self.flight_guests(p, hex).has(unit))
    }

    /// Whether a gun or train can still lend its fire to a combat at a hex (orel 8.6.2a, orel 7.1.4g, orel 8.7.3m, orel 8.2.3b).
    fn fight_can_support(&self, p: &Position, unit: UnitId, hex: HexId) -> bool {
        let serves = match self.class(unit) {
            Class::Train => self.works(p, unit),
            class => class.is_gun() && p.mode(unit) == Mode::Combat,
        };
        let range = self.d.charts.attack.support_range;
        p.on_map(unit) && serves && self.far(p, unit, hex) <= range
    }

    /// Whether a side of a combat has guns but no combat unit (orel 8.7.1p).
    pub fn fight_guns_alone(&self, c: &Combat, who: usize) -> bool {
        let mut guns = false;
        for u in c.units[who].iter() {
            if self.class(u).is_combat() {
                return false;
            }
            guns |= self.class(u).is_gun();
        }
        guns
    }

    /// Whether guns that fight alone cannot serve their guns (orel 8.7.1q, orel 8.8.1c).
    pub fn fight_weak_guns(&self, p: &Position, c: &Combat, unit: UnitId, assault: bool) -> bool {
        p.mode(unit) != Mode::Combat || (assault && (p.unsupplied.has(unit) || c.disorganised.has(unit)))
    }

    /// What the states of a unit divide its strength by (orel 8.7.1o).
    fn fight_divisor(&self, p: &Position, c: &Combat, unit: UnitId, assault: bool) -> u16 {
        let split = &self.d.charts.split;
        let mut divisor = match p.mode(unit) {
            Mode::Combat => 1,
            Mode::March => u16::from(split.march),
            Mode::Routed => u16::from(split.routed),
        };
        if p.unsupplied.has(unit) {
            divisor *= u16::from(split.unsupplied);
        }
        if assault && c.disorganised.has(unit) {
            divisor *= u16::from(split.disorganised);
        }
        divisor
    }

    /// Strength of a side of a combat with its sums; see [`Engine::side_strength`].
    pub fn fight_strength(&self, p: &Position, c: &Combat, who: usize, assault: bool) -> Strength {
        let split = &self.d.charts.split;
        let mut out = Strength::default();
        let alone = who == DEFENDER && self.fight_guns_alone(c, who);
        // Fire of guns that fight alone: coordinated, Unsupplied, not coordinated, both (orel 8.7.1p).
        let mut fire = [0u16; 4];
        let sort = |u: UnitId| usize::from(p.unsupplied.has(u)) + 2 * usize::from(c.half.has(u));
        for u in c.units[who].iter() {
            let (def, steps) = (self.def(u), usize::from(p.steps(u).min(5)));
            match def.class {
                Class::Infantry => out.add(self.fight_divisor(p, c, u, assault), def.combat[steps]),
                Class::Cavalry => {
                    // The right-hand value is the charge (orel 8.7.1x, orel 8.7.1v).
                    let value = if c.charging.has(u) { def.charge[steps] } else { def.combat[steps] };
                    out.add(self.fight_divisor(p, c, u, assault), value);
                }
                Class::Tank | Class::ArmoredCar if self.works(p, u) => out.add(1, def.combat[steps]),
                Class::Train if self.works(p, u) && c.contact.has(u) => {
                    out.contact += u16::from(def.fire[steps]);
                }
                class if class.is_gun() && alone => {
                    if self.fight_weak_guns(p, c, u, assault) {
                        out.add(1, split.guns_weak);
                    } else if assault {
                        out.add(1, p.steps(u));
                    } else {
                        fire[sort(u)] += u16::from(def.fire[steps]);
                    }
                }
                _ => {}
            }
        }
        for u in c.support[who].iter() {
            fire[sort(u)] += u16::from(self.def(u).fire[usize::from(p.steps(u).min(5))]);
        }
        let (poor, half) = (u16::from(split.fire_unsupplied).max(1), u16::from(split.support_failed).max(1));
        out.fire = fire[0];
        out.poor_fire = rounded(fire[1], poor);
        out.failed_fire = [fire[2] + fire[3], fire[2] / half + fire[3] / (half * poor)];
        out
    }

    /// What each unit of a combat brings to it, alone.
    pub fn fight_worth(&self, p: &Position, c: &Combat) -> Worth {
        let mut out = Worth { list: [None; TOLD] };
        let sides = [ATTACKER, DEFENDER].into_iter();
        let all = sides.flat_map(|who| c.units[who].with(&c.support[who]).iter().map(move |u| (who, u)));
        for (slot, (who, unit)) in out.list.iter_mut().zip(all) {
            *slot = Some((unit, u8::try_from(self.unit_strength(p, c, who, unit, false)).unwrap_or(u8::MAX)));
        }
        out
    }

    /// What a unit brings to its side of a combat, alone. Guns do not fight beside combat units but by their support (orel 8.7.1p).
    pub fn unit_strength(&self, p: &Position, c: &Combat, who: usize, unit: UnitId, assault: bool) -> u16 {
        let mut alone = *c;
        alone.units[who] = c.units[who].meet(&Pieces::one(unit));
        alone.support[who] = c.support[who].meet(&Pieces::one(unit));
        if self.class(unit).is_gun() && !(who == DEFENDER && self.fight_guns_alone(c, who)) {
            alone.units[who] = Pieces::EMPTY;
        }
        self.side_strength(p, &alone, who, assault)
    }

    /// Strength of a side of a combat, fire of its supports included (orel 8.7.1o); `who` is [`crate::position::ATTACKER`] or
    /// [`crate::position::DEFENDER`]. In an Assault Disorganised units count half (orel 8.8.1). It depends on `p` and on the combat
    /// that is given alone.
    pub fn side_strength(&self, p: &Position, c: &Combat, who: usize, assault: bool) -> u16 {
        self.fight_strength(p, c, who, assault).total()
    }
}
