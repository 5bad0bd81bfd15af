//! Retreats and pursuits in words.

use super::{RetreatAction, RetreatEvent};
use crate::play::Engine;
use crate::state::Position;
use sandtable_core::game::Line;

impl Engine<'_> {
    /// An action in words: `go 2016`, `leave ru-1-40-inf`, `pay ru-1-40-inf`, `pursue de-1-38-inf 2016`, `on 2017`, `halt`, `stop`.
    pub(in crate::play) fn retreat_text(&self, p: &Position, a: RetreatAction) -> String {
        let map = self.map(p);
        match a {
            RetreatAction::Go { hex } => format!("go {}", map.name(hex)),
            RetreatAction::Leave { unit } => format!("leave {}", self.id(unit)),
            RetreatAction::Pay { unit } => format!("pay {}", self.id(unit)),
            RetreatAction::Pursue { unit, hex } => format!("pursue {} {}", self.id(unit), map.name(hex)),
            RetreatAction::On { hex } => format!("on {}", map.name(hex)),
            RetreatAction::Halt => "halt".to_string(),
            RetreatAction::Stop => "stop".to_string(),
        }
    }

    /// An action from its words.
    pub(in crate::play) fn retreat_parse(&self, p: &Position, words: &[&str]) -> Option<RetreatAction> {
        let map = self.map(p);
        Some(match words {
            ["go", hex] => RetreatAction::Go { hex: map.hex(hex)? },
            ["leave", unit] => RetreatAction::Leave { unit: self.d.unit(unit)? },
            ["pay", unit] => RetreatAction::Pay { unit: self.d.unit(unit)? },
            ["pursue", unit, hex] => RetreatAction::Pursue { unit: self.d.unit(unit)?, hex: map.hex(hex)? },
            ["on", hex] => RetreatAction::On { hex: map.hex(hex)? },
            ["halt"] => RetreatAction::Halt,
            ["stop"] => RetreatAction::Stop,
            _ => return None,
        })
    }

    /// An event as a line of the log.
    pub(in crate::play) fn retreat_line(&self, event: RetreatEvent) -> Line {
        let at = |map: u8, hex: u16| self.d.maps[usize::from(map)].name(hex);
        let (text, rule, places) = match event {
            RetreatEvent::Goes { unit, map, from, to } => {
                let places = vec![at(map, from), at(map, to)];
                (format!("{} retreats from {} to {}", self.name(unit), places[0], places[1]), "7.34a", places)
            }
            RetreatEvent::Toll { map, hex, cel } => {
                let text = format!("{} lies in an enemy zone: {cel} level to lose", at(map, hex));
                (text, "7.42b", vec![at(map, hex)])
            }
            RetreatEvent::GunsLost { unit, map, hex } => {
                let text = format!("{} cannot be brought back from {}", self.name(unit), at(map, hex));
                (text, "8.78", vec![at(map, hex)])
            }
            RetreatEvent::NoWay { unit, map, hex } => {
                let text = format!("{} has no way back from {}", self.name(unit), at(map, hex));
                (text, "7.39c", vec![at(map, hex)])
            }
            RetreatEvent::Pursues { unit, map, from, to, on } => {
                let places = vec![at(map, from), at(map, to)];
                let aside = if on { "" } else { ", aside, and stops" };
                let text = format!("{} pursues from {} to {}{aside}", self.name(unit), places[0], places[1]);
                (text, if on { "7.51" } else { "7.54" }, places)
            }
            RetreatEvent::Works { map, hex } => {
                (format!("the field works at {} are lost", at(map, hex)), "9.15", vec![at(map, hex)])
            }
        };
        Line { text, rule, places }
    }
}
