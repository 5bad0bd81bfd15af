//! The supply phase (12.3): levels and surrender. It has no choice, only dice.

use crate::data::UNITS;
use crate::play::supply::SupplyEvent;
use crate::play::{Engine, Event};
use crate::position::{HexId, Position, UnitId};
use sandtable_core::Dice;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// Checks all units of the active player: marks on and off, then the tests of those cut off for long (lodz 12.31 to lodz 12.33).
    pub(super) fn supply_check(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (side, map) = (p.active, self.scenario(p).map);
        let fed = self.supplied(p, side);
        // By hex, then by the order of the data (lodz R97): the index of a board's hexes runs as their numbers do not.
        let board = self.map(p);
        let units = p.units.on_map_of(side).filter(|u| self.kind(*u).is_unit());
        let mut all: ArrayList<(UnitId, HexId), UNITS> = units.filter_map(|u| Some((u, p.hex(u)?))).collect();
        all.sort_unstable_by_key(|(u, hex)| (board.board.topology().number((*hex).into()), *u));
        for &(unit, hex) in &all {
            let before = p.units.level(unit);
            let level = if fed.has(unit) { 0 } else { before.saturating_add(1) };
            p.units.set_level(unit, level);
            if level != before {
                events.push(Event::Supply(SupplyEvent::Level { unit, level, map, hex }));
            }
        }
        let charts = &self.d.charts;
        for &(unit, hex) in &all {
            let level = p.units.level(unit);
            if level < charts.surrender_from {
                continue;
            }
            let roll = dice.roll(6);
            let gone = roll < level && roll != charts.surrender_safe;
            events.push(Event::Supply(SupplyEvent::Test { unit, level, roll, gone, map, hex }));
            if gone {
                self.destroy(p, unit, "12.33b", events);
            }
        }
    }
}
