//! One step of a unit: what it costs and what bars it (4.2, 4.3, 6.2, 8.16, 8.77, N11.12 to N11.14, MAZ.5, MAZ.7).

use super::land::{Land, Mover};
use super::types::Stop;
use crate::data::{RIVER_BIG, RIVER_NONE, RIVER_SMALL, ROAD_MAIN, ROAD_NONE};
use crate::play::Engine;
use crate::position::{HexId, Position};
use sandtable_core::Refusal;

/// Why a step is refused: a rule and its words. The search asks for every hexside, so that it is small.
#[derive(Clone, Copy)]
pub(super) struct Reason(&'static str, &'static str);

/// A step from a hex over one of its sides.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    pub from: HexId,
    pub direction: u8,
    pub to: HexId,
}

fn no(rule: &'static str, why: &'static str) -> Reason {
    Reason(rule, why)
}

impl From<Reason> for Refusal {
    fn from(Reason(rule, why): Reason) -> Refusal {
        Refusal::new(rule, why)
    }
}

impl Engine<'_> {
    /// What a mover has left after a step and what ends its move there, or what bars the step. What is left is what the step has not cost
    /// (lodz 6.2.2): a stop takes no points, it keeps them from being spent.
    pub(super) fn march_pace(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        pace: Pace,
        left: u8,
    ) -> Result<(u8, Stop), Reason> {
        self.march_ground(p, land, m, pace.to)?;
        if land.shut[usize::from(pace.from)] >> pace.direction & 1 == 1 {
            return Err(no("MAZ.5", "Germans do not cross Biebrza and Narew southward"));
        }
        let first = m.at == Some(pace.from);
        let ferry = self.march_river(p, land, m, pace)?;
        let stops = self.march_zones(p, land, pace)?;
        if m.emplaced && (m.moved || !first) {
            return Err(if m.moved {
                no("8.77", "in combat order artillery moves one hex, and none after others")
            } else {
                no("8.72", "artillery moves farther than one hex in marching order only")
            });
        }
        let rest = self.march_pay(p, land, m, pace, left, first && m.fresh)?;
        let stop = match (stops, ferry, m.emplaced) {
            (_, true, _) => Stop::Ferry,
            (true, ..) => Stop::Zone,
            (.., true) => Stop::Guns,
            _ => Stop::No,
        };
        Ok((rest, stop))
    }

    /// Whether a mover may be in a hex at all.
    pub(super) fn march_ground(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        to: HexId,
    ) -> Result<(), Reason> {
        let map = self.map(p);
        if usize::from(to) >= map.hexes {
            return Err(no("4.1b", "there is no such hex on the board"));
        }
        if map.enter[usize::from(to)] == 0 {
            return Err(no("4.34b", "that ground is closed to all units"));
        }
        if land.line.has(to) {
            return Err(no("4.21", "an enemy unit is there"));
        }
        if land.soft.has(to) && !m.kind.is_line() {
            return Err(no("4.21", "enemies are there, and only infantry and cavalry run them over"));
        }
        if m.bound && land.rows.has(to) {
            return Err(no("N11.14", "units of the 2nd Army may not go north of that row yet"));
        }
        Ok(())
    }

    /// Rivers: over a big one only by a bridge (lodz TEC.2a) or, at Płock, the ferry; whether it is the ferry.
    fn march_river(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        Pace { from, direction, to }: Pace,
    ) -> Result<bool, Reason> {
        let map = self.map(p);
        if map.river[usize::from(from)][usize::from(direction)] != RIVER_BIG || p.bridged(from, direction) {
            return Ok(false);
        }
        if !land.ferry(from, to) {
            return Err(no("TEC.2a", "no bridge stands over the river there"));
        }
        if !m.kind.is_infantry() {
            return Err(no("N11.12a", "the ferry carries infantry only"));
        }
        if m.cel <= self.d.charts.ferry_cel {
            return Err(no("N11.12b", "the unit has no level to lend to the ferry"));
        }
        // Nobody pays the ferry on the way to somewhere else without saying so.
        if m.at != Some(from) {
            return Err(no("N11.12a", "the ferry is taken from its landing, as a step by itself"));
        }
        Ok(true)
    }

    /// Zones of control: not from hex to hex of one unit's zone (lodz 6.2.3), not into any in strategic movement (lodz 11.22); whether
    /// the step ends in one.
    fn march_zones(&self, p: &Position, land: &Land<'_>, pace: Pace) -> Result<bool, Reason> {
        let (map, Pace { from, direction, to }) = (self.map(p), pace);
        if !land.zone.has(to) {
            return Ok(false);
        }
        if land.strategic {
            return Err(no("11.22", "strategic movement does not enter an enemy zone of control"));
        }
        if land.zone.has(from) {
            // A unit with both hexes in its zone stands beside both.
            for turn in [1, 5] {
                let beside = map.step(from, direction + turn).filter(|hex| land.line.has(*hex));
                let Some(hex) = beside else { continue };
                let reaches =
                    |to: HexId| map.direction(hex, to).is_some_and(|d| self.zone_reaches(p, hex, d));
                if reaches(from) && reaches(to) {
                    return Err(no("6.2.3", "both hexes are in the zone of one and the same enemy unit"));
                }
            }
        }
        Ok(true)
    }

    /// What is left after paying for a step. The first one can always be paid with everything (lodz 4.34a).
    fn march_pay(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        pace: Pace,
        left: u8,
        all: bool,
    ) -> Result<u8, Reason> {
        let (charts, Pace { from, direction, to }) = (&self.d.charts, pace);
        let road = self.march_road(p, from, direction);
        if land.snow && land.soft.has(to) {
            // Running somebody over takes a point more, and the minimum step has them all (lodz 4.34a, lodz R44).
            let why = "in snow running over somebody takes the whole move, as its first hex and its last";
            return all.then_some(0).ok_or_else(|| no("MAZ.7a", why));
        }
        if land.snow {
            let cost = if road == ROAD_NONE { charts.snow_road_hexes } else { charts.snow_other_hexes };
            return left.checked_sub(cost).ok_or_else(|| match road {
                ROAD_NONE => no("MAZ.7b", "in snow a unit moves one hex off road and no other"),
                _ => no("MAZ.7a", "in snow a unit moves two hexes at most"),
            });
        }
        let cost = self.march_cost(p, land, m, pace, road);
        left.checked_sub(cost).or(all.then_some(0)).ok_or_else(|| {
            if land.soft.has(to) && m.kind.is_line() {
                no("8.16b", "too few movement points to run over those who are there")
            } else if land.zone.has(from) {
                no("6.2.6", "too few movement points to leave the enemy zone and enter that hex")
            } else {
                no("4.22", "too few movement points are left")
            }
        })
    }

    /// The road that joins a hex to its neighbour; none over a small river without its bridge.
    pub(super) fn march_road(&self, p: &Position, from: HexId, direction: u8) -> u8 {
        let (map, d) = (self.map(p), usize::from(direction));
        let wet = map.river[usize::from(from)][d] != RIVER_NONE;
        if wet && !p.bridged(from, direction) { ROAD_NONE } else { map.road[usize::from(from)][d] }
    }

    /// Half-points of a step: the road alone where there is one (lodz TEC.7, lodz TEC.8), otherwise
    /// ground and small river (lodz 4.32, lodz TEC.3a); more to leave an enemy zone (lodz 6.2.6) and to run somebody over (lodz 8.16).
    fn march_cost(&self, p: &Position, land: &Land<'_>, m: &Mover, pace: Pace, road: u8) -> u8 {
        let (map, charts, Pace { from, direction, to }) = (self.map(p), &self.d.charts, pace);
        let river = map.river[usize::from(from)][usize::from(direction)];
        let mut cost = match road {
            ROAD_NONE if river == RIVER_SMALL => map.enter[usize::from(to)] + charts.small_river_extra,
            ROAD_NONE => map.enter[usize::from(to)],
            ROAD_MAIN => charts.road_main,
            _ => charts.road_secondary,
        };
        if land.zone.has(from) {
            cost += charts.leave_zone;
        }
        if land.soft.has(to) && m.kind.is_line() {
            cost += self.march_overrun_cost(p, to);
        }
        cost
    }

    /// Half-points for running over artillery and headquarters: more if they are fortified (lodz 8.16b, lodz 8.16c), as everybody is in
    /// a fixed position (lodz 9.43a).
    pub(super) fn march_overrun_cost(&self, p: &Position, hex: HexId) -> u8 {
        if self.fortified(p, hex) { self.d.charts.overrun_fortified } else { self.d.charts.overrun }
    }
}
