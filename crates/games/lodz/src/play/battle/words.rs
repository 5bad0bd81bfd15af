//! Actions of the attack phase in words.

use super::BattleAction;
use crate::data::Cell;
use crate::play::Engine;
use crate::position::{HexId, Position};
use sandtable_core::guide::Handle;
use sandtable_core::phrase::{Operand, Shown};
use serde::{Deserialize, Serialize};

/// A cell of the combat table as printed: `*A1-1/B2D`.
pub fn cell_text(cell: &Cell) -> String {
    let part = |who: usize, letter: char| {
        let mut out = String::new();
        if who == 0 && cell.dot {
            out.push('•');
        }
        if who == 0 && cell.disorganized[0] {
            out.push('D');
        }
        if cell.retreat[who] > 0 {
            out.push_str(&format!("{letter}{}", cell.retreat[who]));
        }
        if cell.loss[who] > 0 {
            out.push_str(&format!("-{}", cell.loss[who]));
        }
        if who == 1 && cell.disorganized[1] {
            out.push('D');
        }
        if out.is_empty() { "-".to_string() } else { out }
    };
    format!("{}/{}", part(0, 'A'), part(1, 'B'))
}

/// A bridge, by the hex whose north, north-east or south-east side (0 to 2) it crosses. Players name it by the hexes that it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BridgeSide {
    /// The hex.
    pub hex: HexId,
    /// The side.
    pub direction: u8,
}

impl BridgeSide {
    /// The hex beyond it.
    fn other(self, engine: &Engine<'_>, p: &Position) -> Option<HexId> {
        let map = engine.map(p);
        if usize::from(self.hex) < map.hexes { map.step(self.hex, self.direction) } else { None }
    }
}

impl Shown<Engine<'_>> for BridgeSide {
    fn text(&self, engine: &Engine<'_>, p: &Position) -> String {
        format!("{} {}", self.hex.text(engine, p), self.other(engine, p).text(engine, p))
    }

    fn label(&self, engine: &Engine<'_>, p: &Position) -> String {
        format!("from {} to {}", self.hex.label(engine, p), self.other(engine, p).label(engine, p))
    }

    fn touch(&self, engine: &Engine<'_>, p: &Position, handle: &mut Handle) {
        self.hex.touch(engine, p, handle);
    }
}

impl Operand<Engine<'_>> for BridgeSide {
    fn read(engine: &Engine<'_>, p: &Position, words: &str) -> Option<BridgeSide> {
        let (a, b) = words.split_once(' ')?;
        let (a, b) = (HexId::read(engine, p, a)?, HexId::read(engine, p, b)?);
        Some(match engine.map(p).direction(a, b)? {
            direction @ 0..=2 => BridgeSide { hex: a, direction },
            direction => BridgeSide { hex: b, direction: direction - 3 },
        })
    }
}

sandtable_core::action_table! {
    BattleAction, Engine<'_>;
    (Attack { hex }) hex = "attack": "attack {hex}", "Attack {hex}";
    (Bridge(bridge)) bridge = "fire_bridge": "fire bridge {bridge}", "Fire at the bridge {bridge}";
    (Fire { hex }) hex = "fire": "fire {hex}", "Fire artillery at {hex}";
    (End) = "end_attacks": "end attacks", "End your attacks";
    (Target { hex }) hex = "also": "also {hex}", "Attack {hex}, too";
    (Spare { hex }) hex = "spare": "spare {hex}", "Leave {hex} out of the attack";
    (All) = "add_all": "add all", "Add all units that can join";
    (Add { unit }) unit = "add": "add {unit}", "Add {unit}";
    (Drop { unit }) unit = "drop": "drop {unit}", "Leave {unit} out";
    (Confirm) = "confirm": "confirm", "Confirm";
    (Cancel) = "cancel": "cancel", "Call this off";
    (Back { hexes }) hexes = "retreat": "retreat {hexes}", "Retreat {hexes} hexes and pay for the rest";
    (Lose { unit }) unit = "lose": "lose {unit}", "Lose a level of {unit}";
}
