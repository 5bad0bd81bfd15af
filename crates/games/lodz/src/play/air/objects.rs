//! The two tables that guns and bombs are read on: fire at units (ART.1), destruction of objects (OBJ.1).

use crate::data::FireCell;
use crate::play::air::AirEvent;
use crate::play::{Engine, Event};
use crate::position::{HexId, Position};
use sandtable_core::Dice;

/// The cell of a table by strength and sum of two dice; nothing below the first row or off the dice.
fn cell<T: Copy + Default>(rows: &[(u8, [T; 11])], strength: u16, sum: u8) -> T {
    let row = rows.iter().rev().find(|(from, _)| u16::from(*from) <= strength);
    let column = usize::from(sum).checked_sub(2);
    row.zip(column).and_then(|((_, cells), at)| cells.get(at)).copied().unwrap_or_default()
}

impl Engine<'_> {
    /// What fire of a strength, the ground taken off, does on a sum of two dice (lodz ART.1); no strength, no effect.
    pub fn fire_row(&self, strength: u16, sum: u8) -> FireCell {
        cell(&self.d.charts.fire, strength, sum)
    }

    /// Whether an object is destroyed by a strength on a sum of two dice (lodz OBJ.1).
    pub fn object_row(&self, strength: u16, sum: u8) -> bool {
        cell(&self.d.charts.objects, strength, sum)
    }

    /// Fire or bombs on the bridge of a hexside (lodz 14.23): two dice on the objects table, with nothing taken off for the ground. Whether
    /// it falls.
    pub fn destroy_object(
        &self,
        p: &mut Position,
        hex: HexId,
        direction: u8,
        strength: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let rolls = [dice.roll(6), dice.roll(6)];
        let (map, board) = (self.scenario(p).map, self.map(p));
        let destroyed = self.object_row(strength, rolls[0] + rolls[1]) && p.bridged(hex, direction);
        let to = board.step(hex, direction).unwrap_or(hex);
        events.push(Event::Air(AirEvent::Object { map, hex, to, strength, rolls, destroyed }));
        if destroyed {
            self.set_bridge(p, hex, direction, false);
        }
        destroyed
    }
}
