//! Who wins (10).

use crate::data::{Class, Grade, Hexes, Need, RED, WHITE};
use crate::play::Engine;
use crate::position::{HexId, Mode, Position, UnitId};
use sandtable_core::game::{Outcome, Side};

/// How a side would stand if the game ended now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The level that its conditions give.
    pub reached: u8,
    /// The level after its losses (orel 10.2Vk).
    pub level: u8,
    /// The name of that level.
    pub name: &'static str,
    /// The rule of that level.
    pub rule: &'static str,
    /// Levels taken off for losses.
    pub down: u8,
}

/// What one list of conditions lacks: condition and whether it holds.
pub type Unmet = (Need, bool);

impl<'a> Engine<'a> {
    /// Whether a side holds a place: a unit stands there, by option a combat unit or gun that is not Routed, and hexes without
    /// enemies and enemy zones lead from it to a friendly edge (orel 10.2Va, orel RU-58, orel RU-76).
    pub fn holds_place(&self, p: &Position, side: u8, place: HexId) -> bool {
        self.way_to_edge(p, side, place).is_some()
    }

    /// Hexes of the shortest such way, if a side holds a place.
    pub fn way_to_edge(&self, p: &Position, side: u8, place: HexId) -> Option<u16> {
        let s = usize::from(side);
        if !self.counts_as_held(p, side, place) {
            return None;
        }
        let open = self.supply_open(p)[s];
        let (mut found, mut news) = (Hexes::one(place), Hexes::one(place));
        let mut far = 0;
        while !news.is_empty() {
            if !news.meet(&self.d.map.edge[s]).is_empty() {
                return Some(far);
            }
            let mut next = Hexes::EMPTY;
            for hex in news.iter() {
                self.d.map.neighbours(hex).filter(|h| open.has(*h)).for_each(|h| next.insert(h));
            }
            news = next.without(&found);
            found.join(&news);
            far += 1;
        }
        None
    }

    /// Whether a side has something in a hex that counts as a unit there: any counter, by option troops that are not Routed.
    pub(super) fn counts_as_held(&self, p: &Position, side: u8, hex: HexId) -> bool {
        if p.rules.troops_only { self.covered(p, side, hex) } else { p.holds(side, hex) }
    }

    /// Infantry of a side that is not Routed and in range of a functional Depot (orel 10.2Vc).
    fn armed_infantry(&self, p: &Position, unit: UnitId) -> bool {
        self.class(unit) == Class::Infantry && p.mode(unit) != Mode::Routed && self.is_armed(p, unit)
    }

    /// Whether no armed enemy infantry has a zone of control on the double track, its own hex counted (orel 10.2Vc).
    pub fn line_clear(&self, p: &Position, side: u8) -> bool {
        let track = &self.d.map.double_track;
        let need = self.d.charts.zone_steps;
        let threat = |u: UnitId| {
            let Some(hex) = p.hex(u) else { return false };
            self.class(u) == Class::Infantry
                && track.iter().any(|t| self.d.map.distance(*t, hex) <= 1)
                && p.units.firm_steps(1 - side, hex) >= need
                && self.armed_infantry(p, u)
        };
        !p.units.on_map_of(1 - side).any(threat)
    }

    /// Whether armed infantry of a side holds a station of the double track, with no enemy unit, by option no combat unit, on or next
    /// to the line farther on (orel 10.2Vg, orel RU-56).
    pub fn station_cut(&self, p: &Position, side: u8) -> bool {
        let (map, track) = (&self.d.map, &self.d.map.double_track);
        let beyond = |station: HexId| {
            let rest = track.iter().skip_while(|h| **h != station).skip(1);
            let enemy = |h: &HexId| {
                let counts = |u: UnitId| !p.rules.troops_only || self.class(u).is_combat();
                let here = |hex: HexId| p.at(hex).any(|u| p.side(u) != side && counts(u));
                here(*h) || map.neighbours(*h).any(here)
            };
            !rest.into_iter().any(enemy)
        };
        let cut = |station: HexId| {
            p.at(station).any(|u| p.side(u) == side && self.armed_infantry(p, u))
                && beyond(station)
                && self.holds_place(p, side, station)
        };
        map.double_stations.iter().any(|s| cut(*s))
    }

    /// Whether a condition of victory holds for a side.
    pub fn condition_holds(&self, p: &Position, side: u8, need: Need) -> bool {
        match need {
            Need::Held(place) => self.holds_place(p, side, place),
            Need::LineClear => self.line_clear(p, side),
            Need::StationCut => self.station_cut(p, side),
        }
    }

    /// Whether one of several lists of conditions holds in all its parts.
    pub fn conditions_hold(&self, p: &Position, side: u8, any_of: &[Vec<Need>]) -> bool {
        any_of.iter().any(|all| all.iter().all(|need| self.condition_holds(p, side, *need)))
    }

    /// Each condition of a level of victory, list by list, and whether it holds.
    pub fn rear_conditions(&self, p: &Position, side: u8, any_of: &[Vec<Need>]) -> Vec<Vec<Unmet>> {
        let told = |all: &Vec<Need>| all.iter().map(|n| (*n, self.condition_holds(p, side, *n))).collect();
        any_of.iter().map(told).collect()
    }

    fn grades(&self, p: &Position, side: u8) -> impl Iterator<Item = &'a Grade> {
        self.scenario(p).levels.iter().filter(move |g| g.side == side)
    }

    /// How a side stands, where the scenario has levels of victory (orel 10.2Vc to orel 10.2Vk).
    pub fn rear_standing(&self, p: &Position, side: u8) -> Option<Standing> {
        let lowest = self.grades(p, side).min_by_key(|g| g.level)?;
        let good = self.grades(p, side).filter(|g| self.conditions_hold(p, side, &g.any_of));
        let reached = good.max_by_key(|g| g.level).unwrap_or(lowest).level;
        // The last row reached counts.
        let lost = p.lost[usize::from(side)];
        let down =
            self.scenario(p).losses.iter().rev().find(|(from, _)| lost >= *from).map_or(0, |(_, d)| *d);
        let level = reached.saturating_sub(down).max(lowest.level);
        let grade = self.grades(p, side).find(|g| g.level == level).unwrap_or(lowest);
        Some(Standing { reached, level, name: grade.name, rule: grade.rule, down })
    }

    /// How the game ended (orel 10): the higher level wins, equal levels are a draw (orel 10.2Vl).
    pub fn rear_outcome(&self, p: &Position) -> Outcome {
        let scenario = self.scenario(p);
        if let Some((side, any_of)) = &scenario.sole {
            let winner = if self.conditions_hold(p, *side, any_of) { *side } else { 1 - *side };
            return Outcome { winner: Some(Side(winner)), level: "decisive", rule: scenario.victory_rule };
        }
        let draw = Outcome { winner: None, level: "draw", rule: "10.2Vl" };
        let (Some(white), Some(red)) = (self.rear_standing(p, WHITE), self.rear_standing(p, RED)) else {
            return draw;
        };
        let (side, won) = match white.level.cmp(&red.level) {
            std::cmp::Ordering::Equal => return draw,
            std::cmp::Ordering::Greater => (WHITE, white),
            std::cmp::Ordering::Less => (RED, red),
        };
        Outcome { winner: Some(Side(side)), level: won.name, rule: won.rule }
    }
}
