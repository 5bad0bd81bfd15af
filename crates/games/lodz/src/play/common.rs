//! What several modules do: zones of control, strength, stacking, losses.

use super::{Engine, Event};
use crate::data::{Kind, Nation, UNITS};
use crate::position::{Flag, HexId, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_core::game::Line;
use sandtable_ops::Id;

/// A rule that forbids something.
pub(super) const fn no(rule: &'static str, why: &'static str) -> Refusal {
    Refusal::new(rule, why)
}

/// What several modules tell.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CommonEvent {
    /// A unit loses a CEL under a rule.
    Lost { unit: UnitId, left: u8, map: u8, hex: Option<HexId>, rule: &'static str },
    /// A counter is destroyed under a rule, maybe off the map.
    Destroyed { unit: UnitId, map: u8, hex: Option<HexId>, rule: &'static str },
    /// A unit is disorganized.
    Disorganized { unit: UnitId, map: u8, hex: Option<HexId> },
}

impl Engine<'_> {
    /// What a counter is.
    pub fn kind(&self, unit: UnitId) -> Kind {
        self.def(unit).kind
    }

    /// All counters of the data.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.d.units.len().min(UNITS)).map(UnitId::of)
    }

    /// Whether a zone of control reaches from a hex in a direction: not over a big river, bridged or not, nor into closed ground
    /// (lodz 6.1.3, lodz R6).
    pub fn zone_reaches(&self, p: &Position, from: HexId, direction: u8) -> bool {
        self.map(p).zones[usize::from(from)] >> direction & 1 == 1
    }

    /// Whether a hex lies in a zone of control of a side (lodz 6.1).
    pub fn in_zone(&self, p: &Position, of: u8, hex: HexId) -> bool {
        let map = self.map(p);
        let from = |(d, h): (u8, HexId)| {
            p.units.line_in(of, h) > 0 && map.zones[usize::from(h)] >> ((d + 3) % 6) & 1 == 1
        };
        map.neighbours(hex).any(from)
    }

    /// Puts up or takes down the bridge on a side of a hex (lodz 14), for both hexes of the side.
    pub fn set_bridge(&self, p: &mut Position, hex: HexId, direction: u8, stands: bool) {
        let Some(to) = self.map(p).step(hex, direction) else { return };
        for (hex, direction) in [(hex, direction), (to, (direction + 3) % 6)] {
            let bit = 1 << direction;
            let sides = &mut p.bridges[usize::from(hex)];
            if stands { *sides |= bit } else { *sides &= !bit }
        }
    }

    /// Whether a side has more CEL in a hex than may stay there (lodz 5.1).
    pub fn overstacked(&self, p: &Position, side: u8, hex: HexId) -> bool {
        p.units.cel_in(side, hex) > self.d.charts.stack_cel
    }

    /// Strength of the side that shows, halved for disorder and for want of supply, each time rounded up (lodz 15.12a, lodz 12.41).
    pub fn strength(&self, p: &Position, unit: UnitId) -> u8 {
        let def = self.def(unit);
        let face = def.strength[usize::from(p.units.cel(unit)).min(2)];
        self.worn(p, unit, face, self.d.charts.unsupplied_divides)
    }

    /// Attack fire of artillery.
    pub fn attack_fire(&self, p: &Position, unit: UnitId) -> u8 {
        self.worn(p, unit, self.def(unit).attack_fire, self.d.charts.unsupplied_fire_divides)
    }

    /// Defence fire of artillery.
    pub fn defence_fire(&self, p: &Position, unit: UnitId) -> u8 {
        self.worn(p, unit, self.def(unit).defence_fire, self.d.charts.unsupplied_fire_divides)
    }

    fn worn(&self, p: &Position, unit: UnitId, mut value: u8, unsupplied: u8) -> u8 {
        if p.has(unit, Flag::Disorganized) {
            value = value.div_ceil(self.d.charts.disorganized_divides.max(1));
        }
        if p.units.level(unit) > 0 {
            value = value.div_ceil(unsupplied.max(1));
        }
        value
    }

    /// The nation of a unit as an index of the charts.
    pub fn nation(&self, unit: UnitId) -> usize {
        match self.def(unit).nation {
            Nation::DE => 0,
            Nation::AH => 1,
            Nation::RU => 2,
        }
    }

    /// Whether a unit is within reach of a friendly headquarters (lodz 10.31, lodz R56).
    pub fn commanded(&self, p: &Position, unit: UnitId) -> bool {
        let (map, side, range) = (self.map(p), p.side(unit), self.d.charts.command_range);
        let Some(hex) = p.hex(unit) else { return false };
        let near =
            |u: UnitId| p.side(u) == side && p.hex(u).is_some_and(|staff| map.distance(staff, hex) <= range);
        self.all_units().any(|u| self.kind(u) == Kind::Hq && near(u))
    }

    /// A unit loses a CEL, as a rule has it; without any it is destroyed (lodz 7.37).
    pub fn lose_cel(&self, p: &mut Position, unit: UnitId, rule: &'static str, events: &mut Vec<Event>) {
        let left = p.units.cel(unit).saturating_sub(1);
        let (map, hex) = (self.scenario(p).map, p.hex(unit));
        events.push(Event::Common(CommonEvent::Lost { unit, left, map, hex, rule }));
        if left == 0 { self.destroy(p, unit, "7.37", events) } else { p.units.set_cel(unit, left) }
    }

    /// A counter leaves the map, as a rule has it; it may come back by replacement.
    pub fn destroy(&self, p: &mut Position, unit: UnitId, rule: &'static str, events: &mut Vec<Event>) {
        let (map, hex) = (self.scenario(p).map, p.hex(unit));
        events.push(Event::Common(CommonEvent::Destroyed { unit, map, hex, rule }));
        p.destroy(unit);
    }

    /// A unit is disorganized (lodz 15.12).
    pub fn disorganize(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        if p.on_map(unit) && !p.has(unit, Flag::Disorganized) {
            p.units.mark(unit, Flag::Disorganized, true);
            let (map, hex) = (self.scenario(p).map, p.hex(unit));
            events.push(Event::Common(CommonEvent::Disorganized { unit, map, hex }));
        }
    }

    /// A counter's id.
    pub fn id(&self, unit: UnitId) -> &str {
        self.d.units.get(usize::from(unit)).map_or("?", |u| u.id.as_str())
    }

    /// A counter as people call it.
    pub fn name(&self, unit: UnitId) -> &str {
        self.d.units.get(usize::from(unit)).map_or("?", |u| u.called.as_str())
    }

    /// Whether what is given is a counter of the data.
    pub fn is_unit(&self, unit: UnitId) -> bool {
        usize::from(unit) < self.d.units.len()
    }

    /// A common event as a line of the log.
    pub(super) fn common_line(&self, event: CommonEvent) -> Line {
        let at = |map: u8, hex: Option<HexId>| -> Vec<String> {
            hex.into_iter().map(|hex| self.d.maps[usize::from(map)].name(hex)).collect()
        };
        let inn = |map: u8, hex: Option<HexId>| {
            hex.map_or_else(String::new, |hex| format!(" at {}", self.place(map, hex)))
        };
        let (text, rule, places) = match event {
            CommonEvent::Lost { unit, left, map, hex, rule } => (
                format!("{}{} loses a level and has {left} left", self.name(unit), inn(map, hex)),
                rule,
                at(map, hex),
            ),
            CommonEvent::Destroyed { unit, map, hex, rule } => {
                (format!("{}{} is destroyed", self.name(unit), inn(map, hex)), rule, at(map, hex))
            }
            CommonEvent::Disorganized { unit, map, hex } => {
                (format!("{}{} is disorganized", self.name(unit), inn(map, hex)), "15.12a", at(map, hex))
            }
        };
        Line { text, rule, places }
    }
}
