//! How the land lies for the side that moves, looked at once for all its units: enemies, their zones of control, and who
//! covers whom (orel 7.1.3).

use super::super::Engine;
use crate::data::{Class, Hexes};
use crate::position::{At, HexId, Mode, Position, UnitId};
use sandtable_ops::id::Maybe;
use std::cell::OnceCell;

/// Classes that move on the ground.
const COLUMNS: usize = Class::Train as usize;

/// Room for Depots of a side on the map.
const DEPOTS: usize = 16;

/// The land as the active side finds it.
pub(super) struct Zones {
    /// Whose phase it is.
    pub side: u8,
    /// Hexes with enemy units.
    pub enemies: Hexes,
    /// Hexes next to an enemy unit, whatever it is (orel 7.1.5c).
    pub beside: Hexes,
    /// Enemy zones of control, covered or not.
    pub zone: Hexes,
    /// Hexes with friendly units.
    pub own: Hexes,
    /// Hexes with a friendly unit that covers there: combat unit or gun, not Routed, not moved (orel 7.1.3f).
    pub one: Hexes,
    /// Hexes with at least two of them.
    pub two: Hexes,
    /// Enemy entry zones (orel 7.4b).
    pub closed: Hexes,
    /// Hexes in play that are neither the enemy's nor closed.
    free: Hexes,
    depots: [Maybe<HexId>; DEPOTS],
    /// Hexes in Depot range by class, once asked for.
    range: [OnceCell<Hexes>; COLUMNS],
}

/// A unit that is about to take a step.
pub(super) struct Mover {
    /// Which.
    pub unit: UnitId,
    /// Its class.
    pub class: Class,
    /// Its hex; none while it is off the map.
    pub at: Option<HexId>,
    /// Half-points left.
    pub left: u8,
    /// Half-points that it had at first.
    pub allowance: u8,
    /// Enemy zones that nobody covers it from.
    pub zone: Hexes,
    /// Hexes where it may be at all.
    pub free: Hexes,
    /// Whether it is on a Marching Day.
    pub day: bool,
    /// Whether it is Out of Command, and has passed or failed its check.
    pub ooc: bool,
    /// See there.
    pub passed: bool,
    /// See there.
    pub failed: bool,
    /// Whether it is Routed.
    pub routed: bool,
    /// Hexes in Depot range, if it is Out of Command.
    pub supplied: Hexes,
    /// The area that it may not leave; all hexes for most units.
    pub area: Option<(&'static str, Hexes)>,
}

impl Mover {
    /// With the cover of others or without: then every zone of control counts.
    pub fn covered_if(self, covered: bool, zones: &Zones) -> Mover {
        if covered { self } else { Mover { zone: zones.zone, ..self } }
    }

    /// Whether it runs on rails.
    pub fn rides(&self) -> bool {
        matches!(self.class, Class::Train | Class::RailDepot)
    }
}

impl Engine<'_> {
    /// Looks at the land for the active side.
    pub(super) fn march_zones(&self, p: &Position) -> Zones {
        let side = p.active;
        let mut zones = Zones {
            side,
            enemies: Hexes::EMPTY,
            beside: Hexes::EMPTY,
            zone: Hexes::EMPTY,
            own: Hexes::EMPTY,
            one: Hexes::EMPTY,
            two: Hexes::EMPTY,
            closed: Hexes::EMPTY,
            free: self.scenario(p).area,
            depots: [Maybe::NONE; DEPOTS],
            range: [const { OnceCell::new() }; COLUMNS],
        };
        let mut depots = 0;
        for u in self.all_units().filter(|u| p.on_map(*u)) {
            let Some(hex) = p.hex(u) else { continue };
            if p.side(u) != side {
                zones.enemies.insert(hex);
                continue;
            }
            zones.own.insert(hex);
            if self.march_covers(p, u) {
                if zones.one.has(hex) {
                    zones.two.insert(hex);
                }
                zones.one.insert(hex);
            }
            if self.class(u).is_depot() && depots < DEPOTS {
                zones.depots[depots] = hex.into();
                depots += 1;
            }
        }
        for hex in zones.enemies.iter() {
            let zone = p.units.firm_steps(1 - side, hex) >= self.d.charts.zone_steps;
            for next in self.d.map.neighbours(hex) {
                zones.beside.insert(next);
                if zone {
                    zones.zone.insert(next);
                }
            }
        }
        for zone in self.d.zones.iter().filter(|z| z.closed && z.side != side) {
            zones.closed.join(&zone.hexes);
        }
        zones.free = zones.free.without(&zones.enemies).without(&zones.closed);
        zones
    }

    /// Whether a unit cancels enemy zones for the moves of others: a combat unit or gun that is not Routed and has not left
    /// its hex in this phase (orel 7.1.3f, orel 1.2t).
    pub(super) fn march_covers(&self, p: &Position, unit: UnitId) -> bool {
        self.class(unit).is_troop() && p.mode(unit) != Mode::Routed && !p.march.walked.has(unit)
    }

    /// A unit as it stands before its next step; `day` for a Marching Day that begins now.
    pub(super) fn march_mover(&self, p: &Position, zones: &Zones, unit: UnitId, day: bool) -> Mover {
        let class = self.class(unit);
        let at = p.hex(unit).filter(|_| p.on_map(unit));
        let moving = p.march.mover.is(unit);
        let allowance = match moving {
            true => p.march.allowance,
            false => self.march_allowance(p, unit) + if day { self.d.charts.marching_day } else { 0 },
        };
        let mut zone = zones.zone.without(&zones.one);
        let alone = |hex: &HexId| zones.zone.has(*hex) && !zones.two.has(*hex);
        if let Some(hex) = at.filter(alone).filter(|_| self.march_covers(p, unit)) {
            zone.insert(hex);
        }
        let ooc = p.ooc.has(unit) && at.is_some();
        let day = day || moving && p.march.day;
        let bound = |c: &&u8| self.d.confined[usize::from(**c)].units.contains(&unit);
        let area = self.scenario(p).confined.iter().find(bound).map(|c| &self.d.confined[usize::from(*c)]);
        Mover {
            unit,
            class,
            at,
            left: if moving { p.march.left } else { allowance },
            allowance,
            zone,
            free: if day { zones.free.without(&zones.beside) } else { zones.free },
            day,
            ooc,
            passed: p.march.passed.has(unit),
            failed: p.march.failed.has(unit),
            routed: p.mode(unit) == Mode::Routed,
            supplied: if ooc { self.march_supplied(p, zones, class) } else { Hexes::EMPTY },
            area: area.map(|c| (c.rule, c.hexes)),
        }
    }

    /// Half-points of a unit in this turn: less on its turn of entry if the scenario says so (orel 10.2Re). What runs on rails
    /// has one run.
    pub(super) fn march_allowance(&self, p: &Position, unit: UnitId) -> u8 {
        let def = self.def(unit);
        if matches!(def.class, Class::Train | Class::RailDepot) {
            return 1;
        }
        let less = match p.units.at(unit) {
            At::Due => self.march_arrival(p, unit).map_or(0, |(_, less, _)| less),
            _ => 0,
        };
        def.mp.saturating_sub(less)
    }

    /// Hexes from which a unit of a class has an own Depot, of whatever status, in range: lines counted back from the Depots
    /// (orel 8.2.2a).
    pub(super) fn march_supplied(&self, p: &Position, zones: &Zones, class: Class) -> Hexes {
        let known = zones.range.get(class as usize);
        known.map_or(Hexes::EMPTY, |r| *r.get_or_init(|| self.march_range(p, zones, class)))
    }

    fn march_range(&self, p: &Position, zones: &Zones, class: Class) -> Hexes {
        let map = &self.d.map;
        let range = self.d.charts.depot.range;
        let passes =
            |h: HexId| !zones.enemies.has(h) && (!zones.zone.has(h) || self.covered(p, zones.side, h));
        let mut left = [u8::MAX; crate::data::HEXES];
        let mut open = Hexes::EMPTY;
        for hex in zones.depots.iter().filter_map(|h| h.get()) {
            left[usize::from(hex)] = range;
            open.insert(hex);
        }
        let mut all = open;
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            // A line enters every hex but the one that it starts in.
            for hex in open.iter().filter(|h| passes(*h)) {
                let here = left[usize::from(hex)];
                for (direction, back) in map.near[usize::from(hex)].iter().enumerate() {
                    let Some(back) = back.get().filter(|h| self.scenario(p).area.has(*h)) else { continue };
                    let Some(cost) = map.cost(class, back, (direction as u8 + 3) % 6) else { continue };
                    let slot = &mut left[usize::from(back)];
                    if cost <= here && (*slot == u8::MAX || *slot < here - cost) {
                        *slot = here - cost;
                        next.insert(back);
                        all.insert(back);
                    }
                }
            }
            open = next;
        }
        all
    }

    /// Whether a unit of the active side on the map has an own Depot in range.
    pub fn march_in_depot_range(&self, p: &Position, unit: UnitId) -> bool {
        let fed = |hex| self.march_supplied(p, &self.march_zones(p), self.class(unit)).has(hex);
        p.on_map(unit) && p.hex(unit).is_some_and(fed)
    }

    /// Hexes from a hex to the nearest own Depot.
    pub(super) fn march_to_depot(&self, zones: &Zones, hex: HexId) -> u8 {
        let depots = zones.depots.iter().filter_map(|h| h.get());
        depots.map(|h| self.d.map.distance(hex, h)).min().unwrap_or(0)
    }

    /// Hexes from a hex to the nearest enemy.
    pub(super) fn march_from_enemy(&self, zones: &Zones, hex: HexId) -> u8 {
        zones.enemies.iter().map(|h| self.d.map.distance(hex, h)).min().unwrap_or(u8::MAX)
    }
}
