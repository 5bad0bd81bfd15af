//! How the dice served a side, in levels: a hex of retreat counts half of one, disorganization of a stack one.

use crate::Lodz;
use crate::data::Cell;
use crate::play::Event;
use crate::play::air::AirEvent;
use crate::play::battle::BattleEvent;
use crate::play::supply::SupplyEvent;
use crate::position::UnitId;

/// What a cell costs attacker and defender.
fn price(cell: &Cell, who: usize) -> f64 {
    let dot = if who == 0 && cell.dot { 0.3 } else { 0.0 };
    let disorganized = if cell.disorganized[who] { 1.0 } else { 0.0 };
    f64::from(cell.loss[who]) + 0.5 * f64::from(cell.retreat[who]) + dot + disorganized
}

impl Lodz {
    /// Levels that the dice of an action were worth to a side; nothing where none were rolled.
    pub(super) fn worth(&self, side: u8, events: &[Event]) -> Option<f64> {
        let engine = self.engine();
        let mine = |unit: UnitId| engine.is_unit(unit) && engine.def(unit).side == side;
        let sign = |unit: UnitId| if mine(unit) { -1.0 } else { 1.0 };
        // Who attacks is told by those who were named before the dice.
        let attacker = events.iter().find_map(|e| match e {
            Event::Battle(BattleEvent::Declared { units, .. }) => units.first().map(|u| engine.def(u).side),
            Event::Battle(BattleEvent::Defence { guns, .. }) => guns.first().map(|u| 1 - engine.def(u).side),
            Event::Battle(BattleEvent::Fire { guns, .. } | BattleEvent::Bridge { guns, .. }) => {
                guns.first().map(|u| engine.def(u).side)
            }
            _ => None,
        });
        let for_attacker = |worth: f64| match attacker {
            Some(a) if a == side => worth,
            Some(_) => -worth,
            // A defender without artillery is not asked: then the attacker's own confirmation rolls the dice.
            None => worth,
        };
        let value = |event: &Event| match event {
            Event::Battle(BattleEvent::Roll { cell, .. }) => {
                Some(for_attacker(price(cell, 1) - price(cell, 0)))
            }
            Event::Battle(BattleEvent::FireRoll { cell, .. }) => {
                Some(for_attacker(f64::from(cell.loss) + if cell.dot { 0.3 } else { 0.0 }))
            }
            Event::Air(AirEvent::Barrage { cell, .. }) => {
                Some(f64::from(cell.loss) + if cell.dot { 0.3 } else { 0.0 })
            }
            Event::Air(AirEvent::Object { destroyed, .. }) => Some(if *destroyed { 1.0 } else { 0.0 }),
            Event::Air(AirEvent::Risk { lost, .. }) => Some(if *lost { -2.0 } else { 0.0 }),
            Event::Supply(SupplyEvent::Test { unit, gone, .. }) => {
                Some(if *gone { 2.0 * sign(*unit) } else { 0.0 })
            }
            _ => None,
        };
        events.iter().filter_map(value).reduce(|a, b| a + b)
    }
}
