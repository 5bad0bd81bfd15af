//! One step of a unit: what it costs and what forbids it (orel 5.3, orel 7.1.1, orel 7.1.3, orel 7.1.5, orel 7.1.6).

use super::super::Engine;
use super::zones::{Mover, Zones};
use crate::data::Class;
use crate::position::{HexId, Position, UnitId};
use sandtable_core::Refusal;

/// Why a unit may not go so: rule and reason, small enough to be looked for at every step of every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    rule: &'static str,
    why: &'static str,
}

/// A reason.
pub(super) const fn reason(rule: &'static str, why: &'static str) -> Reason {
    Reason { rule, why }
}

/// Why no way leads off the map.
pub(super) const NO_EXIT: Reason = reason("7.5a", "no unit leaves the map by choice");

impl Engine<'_> {
    /// A reason as a refusal that concerns a unit and a hex, if there are such.
    pub(super) fn march_concerns(&self, reason: Reason, unit: Option<UnitId>, hex: Option<HexId>) -> Refusal {
        let refusal = Refusal::new(reason.rule, reason.why);
        let refusal = unit.filter(|u| self.is_unit(*u)).map_or(refusal, |u| refusal.of(u));
        hex.filter(|h| h.on_board()).map_or(refusal, |h| refusal.at(h))
    }

    /// What a mover has left after a step from a hex in a direction, or what forbids the step. On rails 1 means that it can run
    /// on, 0 that it must stop.
    pub(super) fn march_pace(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        from: HexId,
        direction: u8,
        left: u8,
    ) -> Result<u8, Reason> {
        let to = self.d.map.step(from, direction).ok_or(NO_EXIT)?;
        self.march_ground(p, zones, m, to)?;
        if m.rides() {
            return self.march_rail(p, m, from, to);
        }
        let Some(base) = self.d.map.cost(m.class, from, direction) else {
            return Err(reason("7.1.1a", "units of this class cannot enter that ground or cross that river"));
        };
        self.march_leash(zones, m, from, to)?;
        if m.routed {
            self.march_shy(p, zones, m, from, to)?;
        }
        self.march_pay(m, from, to, base, left)
    }

    /// Whether a mover may be in a hex at all.
    pub(super) fn march_ground(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        to: HexId,
    ) -> Result<(), Reason> {
        if m.free.has(to) {
            return Ok(());
        }
        if !self.scenario(p).area.has(to) {
            return Err(reason("10.1b", "that hex is not in play in this scenario"));
        }
        if zones.enemies.has(to) {
            return Err(reason("7a", "enemy units are there"));
        }
        if zones.closed.has(to) {
            return Err(reason("7.4b", "that hex is an entry zone of the enemy"));
        }
        Err(reason("7.1.5c", "on a Marching Day a unit is never next to an enemy unit"))
    }

    /// Limits of single units: the tank's railway (orel 9.2.1a), areas (orel 10.2Rn), Depots and zones for who is Out of Command
    /// (orel 5.3a to orel 5.3e).
    fn march_leash(&self, zones: &Zones, m: &Mover, from: HexId, to: HexId) -> Result<(), Reason> {
        if m.class == Class::Tank {
            let off = |h: HexId| self.d.map.to_rail[usize::from(h)];
            if off(to) > self.d.charts.attack.tank_rail && off(to) >= off(from) {
                return Err(reason("9.2.1a", "a tank stays near a railway"));
            }
        }
        if let Some((rule, area)) = &m.area
            && area.has(from)
            && !area.has(to)
        {
            return Err(reason(rule, "the unit may not leave its area"));
        }
        if !m.ooc {
            return Ok(());
        }
        match (m.zone.has(from), m.zone.has(to)) {
            (false, true) => {
                return Err(reason("5.3a", "a unit Out of Command does not enter a zone of control"));
            }
            (true, true) if m.failed => {
                return Err(reason("5.3c", "the unit has failed its check: it leaves the zone or stays"));
            }
            (true, true) if !m.passed => {
                return Err(reason("5.3b", "Out of Command: only a check allows the way from zone to zone"));
            }
            _ => {}
        }
        // Without any Depot on the map there is none to stay near to.
        if m.supplied.is_empty() || m.supplied.has(to) {
            return Ok(());
        }
        if m.supplied.has(from) {
            return Err(reason("5.3d", "a unit Out of Command does not leave the range of its Depots"));
        }
        if self.march_to_depot(zones, to) >= self.march_to_depot(zones, from) {
            return Err(reason(
                "5.3e",
                "Out of Command and out of Depot range: it must come nearer to a Depot",
            ));
        }
        Ok(())
    }

    /// A Routed unit goes away from the enemy; from zone to zone only if nothing else is left (orel 8.7.3j).
    fn march_shy(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        from: HexId,
        to: HexId,
    ) -> Result<(), Reason> {
        let here = self.march_from_enemy(zones, from);
        if self.march_from_enemy(zones, to) > here {
            return Ok(());
        }
        let other = (0..6).any(|d| {
            let Some(next) = self.d.map.step(from, d) else { return false };
            self.march_ground(p, zones, m, next).is_ok()
                && self.march_from_enemy(zones, next) > here
                && self
                    .d
                    .map
                    .cost(m.class, from, d)
                    .is_some_and(|c| self.march_pay(m, from, next, c, m.left).is_ok())
        });
        if m.zone.has(from) && m.zone.has(to) && !other {
            return Ok(());
        }
        Err(reason("8.7.3j", "a Routed unit only goes farther away from the enemy"))
    }

    /// What is left after a step that costs this much on open ground, zones added (orel 7.1.3a to orel 7.1.3c).
    fn march_pay(&self, m: &Mover, from: HexId, to: HexId, base: u8, left: u8) -> Result<u8, Reason> {
        let charts = &self.d.charts;
        let (cost, why) = match (m.zone.has(from), m.zone.has(to)) {
            (true, true) if charts.zone_plus_for.contains(&m.class) => (
                base.saturating_add(charts.zone_plus),
                reason("7.1.3c", "too few MP for the way from zone to zone"),
            ),
            // All of this turn's points but one, and that one is left afterwards: nothing can have been spent before (orel RU-17).
            (true, true) if left < m.allowance => {
                return Err(reason(
                    "7.1.3b",
                    "from zone to zone takes all MP of the turn but one, and some are spent",
                ));
            }
            (true, true) => (
                m.allowance.saturating_sub(charts.zone_all_but).max(1),
                reason("7.1.3b", "from zone to zone takes all MP of the turn but one"),
            ),
            (true, false) => (
                base.saturating_add(charts.leave_zone),
                reason("7.1.3a", "too few MP to leave the zone of control"),
            ),
            _ => (base, reason("7a", "too few MP are left")),
        };
        left.checked_sub(cost).ok_or(why)
    }

    /// A step on rails (orel 7.1.6): along a railway, by option over hexes that the side controls, trains also over those with own
    /// combat units (orel RU-12). From zone to zone ends the run (orel 7.1.3e).
    fn march_rail(&self, p: &Position, m: &Mover, from: HexId, to: HexId) -> Result<u8, Reason> {
        let map = &self.d.map;
        if !map.rails.has(to) || !map.joined_by_rail(from, to) {
            return Err(reason("7.1.6a", "it moves along railways only"));
        }
        let side = p.side(m.unit);
        let friends = || p.at(to).any(|u| p.side(u) == side && self.class(u).is_combat());
        let open = || p.rails[usize::from(side)].has(to) || m.class == Class::Train && friends();
        if p.rules.rail_control && !open() {
            return Err(reason("7.1.6a", "the side does not control that railway"));
        }
        Ok(u8::from(!(m.zone.has(from) && m.zone.has(to))))
    }

    /// What keeps a mover from ending its move in a hex: stacking (orel 7.1.2a), stations for Railroad Depots (orel 7.1.6b).
    pub(super) fn march_stay(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        hex: HexId,
    ) -> Result<(), Reason> {
        if m.class == Class::RailDepot && !self.d.map.stations.has(hex) {
            return Err(reason("7.1.6b", "a Railroad Depot stops at stations only"));
        }
        if zones.own.has(hex) && !self.has_room(p, m.unit, hex) {
            return Err(reason("7.1.2a", "no room: at most ten points and three units in a hex"));
        }
        Ok(())
    }
}
