//! How the land lies for the side that moves, looked at once for all its units: enemies, their zones of control (6), weather
//! and the limits of the scenario; and a unit as it stands before its next step.

use super::super::Engine;
use crate::data::{DE, HEXES, Hexes, Kind, RowLimit};
use crate::position::{Flag, HexId, Phase, Position, UnitId};

/// The land as the active side finds it.
pub struct Land<'a> {
    /// Whose phase it is.
    pub side: u8,
    /// Hexes with enemy infantry or cavalry: nobody enters (lodz 4.21).
    pub line: Hexes,
    /// Hexes with nothing but enemy artillery and headquarters, which can be run over (lodz 8.16, lodz 10.38).
    pub soft: Hexes,
    /// Hexes in enemy zones of control.
    pub zone: Hexes,
    /// Hexes of rows that some units may not enter (lodz N11.14), and which.
    pub rows: Hexes,
    /// See there.
    pub limit: Option<&'a RowLimit>,
    /// Sides that the side may not cross, one bit for each direction (lodz MAZ.5).
    pub shut: [u8; HEXES],
    /// Hexsides of the ferry, while it runs (lodz N11.12).
    ferries: &'a [(HexId, HexId)],
    /// Strategic movement.
    pub strategic: bool,
    /// Snow (lodz MAZ.7).
    pub snow: bool,
}

impl Land<'_> {
    /// Whether the ferry runs between two hexes.
    pub fn ferry(&self, from: HexId, to: HexId) -> bool {
        self.ferries.iter().any(|(a, b)| (*a, *b) == (from, to) || (*b, *a) == (from, to))
    }

    /// Whether a hex has an enemy in it or lies in an enemy zone.
    pub fn hostile(&self, hex: HexId) -> bool {
        self.line.has(hex) || self.soft.has(hex) || self.zone.has(hex)
    }
}

/// A unit that is about to take a step.
pub(super) struct Mover {
    /// Which.
    pub unit: UnitId,
    /// Its hex; none while it is off the map.
    pub at: Option<HexId>,
    /// Half-points left; in snow, steps.
    pub left: u8,
    /// Whether it has spent nothing yet (lodz 4.34a).
    pub fresh: bool,
    /// What it is.
    pub kind: Kind,
    /// CEL left.
    pub cel: u8,
    /// Artillery in combat order.
    pub emplaced: bool,
    /// Has moved in this phase.
    pub moved: bool,
    /// Bound by the limit of rows.
    pub bound: bool,
}

impl Engine<'_> {
    /// Looks at the land for the active side.
    pub fn march_land(&self, p: &Position) -> Land<'_> {
        let (side, enemy, map, s) = (p.active, p.other(), self.map(p), self.scenario(p));
        let limit = s.row_limit.as_ref().filter(|l| p.day <= l.until);
        let mut land = Land {
            side,
            line: Hexes::EMPTY,
            soft: Hexes::EMPTY,
            zone: Hexes::EMPTY,
            rows: Hexes::EMPTY,
            limit,
            shut: [0; HEXES],
            ferries: if p.day <= s.ferry_until { &self.d.places.ferry_sides } else { &[] },
            strategic: p.phase == Phase::Strategic,
            snow: self.march_snow(p),
        };
        land.line = p.units.line_hexes(enemy);
        land.soft = p.units.unit_hexes(enemy).without(&land.line);
        land.zone = map.zone_of(&land.line);
        if let Some(limit) = limit {
            land.rows = limit.rows;
        }
        if side == DE {
            for (from, to) in &s.no_crossing {
                if let Some(d) = map.direction(*from, *to) {
                    land.shut[usize::from(*from)] |= 1 << d;
                }
            }
        }
        land
    }

    /// Whether it snows today (lodz MAZ.7a).
    pub fn march_snow(&self, p: &Position) -> bool {
        self.scenario(p).weather.iter().any(|w| w.snow && (w.from..=w.to).contains(&p.day))
    }

    /// A unit as it stands before its next step.
    pub(super) fn march_mover(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Mover {
        let kind = self.kind(unit);
        let on_map = p.on_map(unit);
        Mover {
            unit,
            at: p.hex(unit),
            left: if on_map { p.march.left(unit) } else { self.march_allowance(p, unit) },
            fresh: !on_map || p.march.fresh.has(unit),
            kind,
            cel: p.units.cel(unit),
            // Newcomers march.
            emplaced: kind == Kind::Artillery && on_map && !p.has(unit, Flag::Marching),
            moved: p.has(unit, Flag::Moved),
            bound: land.limit.is_some_and(|l| l.units.contains(&unit)),
        }
    }

    /// Half-points of a unit in the phase that runs: half, rounded up to whole points, out of supply (lodz R37), two points less in
    /// strategic movement (lodz 11.21b). In snow it has steps in place of points: a hex off road takes all of them, a hex along a road one
    /// of as many as there may be (lodz MAZ.7).
    pub fn march_allowance(&self, p: &Position, unit: UnitId) -> u8 {
        let charts = &self.d.charts;
        if self.march_snow(p) {
            return charts.snow_road_hexes * charts.snow_other_hexes;
        }
        let mut half = self.def(unit).mp;
        if p.units.level(unit) > 0 {
            half = half_of(half, charts.unsupplied_mp_divides);
        }
        if p.phase == Phase::Strategic { half.saturating_sub(charts.strategic_less) } else { half }
    }
}

/// A part of this many half-points, rounded up to whole points.
pub(super) fn half_of(half_points: u8, divides: u8) -> u8 {
    (half_points / 2).div_ceil(divides.max(1)) * 2
}
