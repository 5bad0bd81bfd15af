//! Who must attack and who must be attacked (7.21, 7.22), as one problem for the whole phase: an attack is accepted if everybody
//! who then still owes one has somebody left to attack, and every hex that must still be attacked has somebody left to attack
//! it. A way to the end of the phase is then left, for any cover of a graph by edges falls into stars, and both kinds of stars
//! are legal attacks (R13).

use super::state::Assault;
use crate::data::{DE, Hexes, Kind};
use crate::play::Engine;
use crate::play::common::no;
use crate::position::{Flag, HexId, Phase, Pieces, Position, UnitId, Works};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Units that must still attack in this phase (lodz 7.22). A duty lapses when nobody is left who could be its target (lodz R14).
    pub fn owes(&self, p: &Position) -> Pieces {
        if p.phase != Phase::Attack {
            return Pieces::EMPTY;
        }
        let left = self.must_be_attacked(p);
        let owing = |u: &UnitId| p.has(*u, Flag::Owes) && self.may_attack(p, *u);
        p.units.on_map_of(p.active).filter(owing).filter(|u| self.battle_in_reach(p, *u, &left)).collect()
    }

    /// Hexes that must still be attacked in this phase (lodz 7.21).
    pub fn must_be_attacked(&self, p: &Position) -> Hexes {
        if p.phase != Phase::Attack {
            return Hexes::EMPTY;
        }
        p.battle.must.which(|h| self.battle_open(p, h))
    }

    /// Whether one of these hexes lies in the zone of a unit.
    fn battle_in_reach(&self, p: &Position, unit: UnitId, hexes: &Hexes) -> bool {
        let Some(here) = p.hex(unit) else { return false };
        self.map(p).neighbours(here).any(|(d, h)| hexes.has(h) && self.zone_reaches(p, here, d))
    }

    /// Whether units in a hex are free to stand: field works, fortresses and fixed positions excuse them (lodz 9.23a, lodz 9.43a).
    pub fn fortified(&self, p: &Position, hex: HexId) -> bool {
        p.works[usize::from(hex)] != Works::None || self.walled(p, hex)
    }

    /// Whether a unit can attack in this phase: infantry or cavalry of the active player that has not attacked (lodz 7.27) and got no
    /// replacement in this turn (lodz REP.4, lodz REP.10).
    pub fn may_attack(&self, p: &Position, unit: UnitId) -> bool {
        self.is_unit(unit)
            && p.on_map(unit)
            && p.side(unit) == p.active
            && self.kind(unit).is_line()
            && !p.has(unit, Flag::Attacked)
            && !p.has(unit, Flag::Replaced)
    }

    /// Whether a hex is closed to attacks and fire of the active player (lodz MAZ.6).
    pub fn spared(&self, p: &Position, hex: HexId) -> bool {
        p.active == DE && self.scenario(p).no_attack.has(hex)
    }

    /// Whether a hex of the map holds an enemy who has not been attacked in this phase (lodz 7.27). A headquarters among units that have
    /// been is not alone (lodz 7.30a), and they are attacked once: the hex is left in peace (lodz R18).
    pub fn battle_open(&self, p: &Position, hex: HexId) -> bool {
        let fresh = |u: UnitId| self.fights_in(p, u) && p.side(u) != p.active;
        let staff = |u: UnitId| self.kind(u) == Kind::Hq;
        let beaten = || p.at(hex).any(|u| self.kind(u).is_unit() && !staff(u) && p.has(u, Flag::Beaten));
        usize::from(hex) < self.map(p).hexes
            && !self.spared(p, hex)
            && (p.at(hex).any(|u| fresh(u) && !staff(u)) || (p.at(hex).any(fresh) && !beaten()))
    }

    /// Whether a counter in an attacked hex takes part in its defence: a unit that was not attacked before (lodz R18).
    pub(super) fn fights_in(&self, p: &Position, unit: UnitId) -> bool {
        self.kind(unit).is_unit() && !p.has(unit, Flag::Beaten)
    }

    /// The duties of the phase, fixed when it begins (lodz 7.22, lodz R12, lodz R91), and the artillery that is in contact (lodz 8.42a).
    pub(super) fn battle_duties(&self, p: &mut Position) {
        for side in 0..2 {
            for flag in [Flag::Attacked, Flag::Beaten, Flag::Fired, Flag::Defended, Flag::Contact, Flag::Owes]
            {
                p.units.unmark_all(side, flag);
            }
        }
        let map = self.map(p);
        let (mut must, mut trenches) = (Hexes::EMPTY, Hexes::EMPTY);
        for unit in self.all_units() {
            let Some(here) = p.hex(unit).filter(|_| self.kind(unit).is_unit()) else { continue };
            let side = p.side(unit);
            let contact = !self.kind(unit).is_line() && self.in_zone(p, 1 - side, here);
            p.units.mark(unit, Flag::Contact, contact);
            if side != p.active {
                continue;
            }
            if p.works[usize::from(here)] != Works::None {
                trenches.insert(here);
            }
            if !self.may_attack(p, unit) || self.fortified(p, here) {
                continue;
            }
            for (d, h) in map.neighbours(here) {
                if self.zone_reaches(p, here, d) && self.battle_open(p, h) {
                    must.insert(h);
                    p.units.mark(unit, Flag::Owes, true);
                }
            }
        }
        (p.battle.must, p.battle.trenches) = (must, trenches);
    }

    /// Who would be left without a partner if this attack were made (lodz 7.21, lodz 7.22, lodz R13).
    pub(super) fn battle_stranded(&self, p: &Position, a: &Assault) -> Option<Refusal> {
        let left = self.must_be_attacked(p).without(&a.targets);
        let alone = self.owes(p).without(&a.units).iter().find(|u| !self.battle_in_reach(p, *u, &left));
        if let Some(unit) = alone {
            return Some(
                no("7.22", "{} must attack and would have nobody left to attack").name(unit).of(unit),
            );
        }
        let map = self.map(p);
        let partner = |h: HexId| {
            let near = map.neighbours(h).flat_map(|(_, n)| p.at(n));
            near.filter(|u| !a.units.has(*u)).any(|u| self.may_attack(p, u))
        };
        let hex = left.iter().find(|h| !partner(*h))?;
        Some(no("7.21", "{} must be attacked and nobody would be left to attack it").place(hex).at(hex))
    }

    /// Why the phase cannot end yet (lodz 7.29a).
    pub(super) fn battle_unfinished(&self, p: &Position) -> Option<Refusal> {
        if let Some(unit) = self.owes(p).first() {
            return Some(no("7.29a", "{} must still attack").name(unit).of(unit));
        }
        let hex = self.must_be_attacked(p).first()?;
        Some(no("7.29b", "{} must still be attacked").place(hex).at(hex))
    }

    /// Whether what a position keeps of attacks can be.
    pub(crate) fn battle_is_sound(&self, p: &Position) -> bool {
        let (b, hexes) = (&p.battle, self.map(p).hexes);
        let units = b.now.units.with(&b.now.guns).with(&b.now.defence).with(&b.along);
        let units = units.with(&b.force[0]).with(&b.force[1]);
        let places = b.must.with(&b.trenches).with(&b.now.targets);
        units.iter().all(|u| self.is_unit(u))
            && places.iter().all(|h| usize::from(h) < hexes)
            && b.ground.get().is_none_or(|hex| usize::from(hex) < hexes)
            && b.bridge_direction().is_none_or(|d| d < 3)
    }
}
