//! Actions of the attack phase in words.

use super::BattleAction;
use crate::data::Cell;
use crate::play::Engine;
use crate::state::Position;

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

impl Engine<'_> {
    /// An action in words: `attack 2016`, `fire 2016`, `fire bridge 2016 2017`, `end attacks`, `also 2017`, `spare 2017`, `add de-1-38-inf`,
    /// `add all`, `drop de-1-38-inf`, `confirm`, `cancel`, `retreat 2`, `lose de-1-38-inf`.
    pub(in crate::play) fn battle_text(&self, p: &Position, a: BattleAction) -> String {
        let map = self.map(p);
        let name = |hex: u16| map.name(hex);
        match a {
            BattleAction::Attack { hex } => format!("attack {}", name(hex)),
            BattleAction::Fire { hex } => format!("fire {}", name(hex)),
            BattleAction::Bridge { hex, direction } => {
                let on_map = usize::from(hex) < map.hexes;
                let to = if on_map { map.step(hex, direction) } else { None };
                format!("fire bridge {} {}", name(hex), name(to.unwrap_or(u16::MAX)))
            }
            BattleAction::End => "end attacks".to_string(),
            BattleAction::Target { hex } => format!("also {}", name(hex)),
            BattleAction::Spare { hex } => format!("spare {}", name(hex)),
            BattleAction::Add { unit } => format!("add {}", self.id(unit)),
            BattleAction::All => "add all".to_string(),
            BattleAction::Drop { unit } => format!("drop {}", self.id(unit)),
            BattleAction::Confirm => "confirm".to_string(),
            BattleAction::Cancel => "cancel".to_string(),
            BattleAction::Back { hexes } => format!("retreat {hexes}"),
            BattleAction::Lose { unit } => format!("lose {}", self.id(unit)),
        }
    }

    /// An action from its words.
    pub(in crate::play) fn battle_parse(&self, p: &Position, words: &[&str]) -> Option<BattleAction> {
        let map = self.map(p);
        let hex = |word: &str| map.hex(word);
        Some(match words {
            ["attack", at] => BattleAction::Attack { hex: hex(at)? },
            ["fire", "bridge", a, b] => {
                let (a, b) = (hex(a)?, hex(b)?);
                // A bridge is named from the hex whose north, north-east or south-east side it crosses.
                match map.direction(a, b)? {
                    direction @ 0..=2 => BattleAction::Bridge { hex: a, direction },
                    direction => BattleAction::Bridge { hex: b, direction: direction - 3 },
                }
            }
            ["fire", at] => BattleAction::Fire { hex: hex(at)? },
            ["end", "attacks"] => BattleAction::End,
            ["also", at] => BattleAction::Target { hex: hex(at)? },
            ["spare", at] => BattleAction::Spare { hex: hex(at)? },
            ["add", "all"] => BattleAction::All,
            ["add", unit] => BattleAction::Add { unit: self.d.unit(unit)? },
            ["drop", unit] => BattleAction::Drop { unit: self.d.unit(unit)? },
            ["confirm"] => BattleAction::Confirm,
            ["cancel"] => BattleAction::Cancel,
            ["retreat", hexes] => BattleAction::Back { hexes: hexes.parse().ok()? },
            ["lose", unit] => BattleAction::Lose { unit: self.d.unit(unit)? },
            _ => return None,
        })
    }
}
