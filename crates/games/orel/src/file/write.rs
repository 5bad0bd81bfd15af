//! A position in the words that it is read from.

use super::{PHASES, SIDES};
use crate::Orel;
use crate::data::Hexes;
use crate::position::{At, Dug, HexId, Marker, Mode, Position, UnitId};
use sandtable_core::position_file::PositionLines;
use std::fmt::Write as _;

impl Orel {
    /// What [`Game::write_position`](sandtable_core::Game::write_position) does.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        let engine = self.engine();
        out.head("turn", p.turn);
        out.head("side", SIDES[usize::from(p.active % 2)]);
        if let Some((word, _)) = PHASES.iter().find(|(_, phase)| *phase == p.phase) {
            out.phase(word);
        }
        out.row("clear");
        for unit in engine.all_units().filter(|u| p.units.at(*u) != At::Unused) {
            out.row(self.unit_row(p, unit));
        }
        for (side, name) in SIDES.iter().enumerate() {
            out.row(format!("recruits {name} {}", p.recruits[side]));
            out.row(format!("prisoners {name} {}", p.prisoners[side]));
            out.row(format!("lost {name} {}", p.lost[side]));
            let scenario = engine.scenario(p);
            let taken = p.rails[side].without(&scenario.rail_control[side]);
            if !taken.is_empty() {
                out.row(format!("rails {name} {}", self.hex_names(&taken)));
            }
            if let Some(event) = p.rear.kept[side].get().and_then(|e| self.d.events.get(usize::from(e))) {
                out.row(format!("keeps {name} {}", event.id));
            }
            if p.rear.wants_events[side] {
                out.row(format!("wants {name} events"));
            }
        }
        out.row(format!("orel {}", SIDES[usize::from(p.orel % 2)]));
        out.row(if p.centre { "centre" } else { "suburbs" });
        for row in &engine.scenario(p).inactive {
            if p.sleeps(row.formation) {
                out.row(format!("asleep {}", self.d.formations[usize::from(row.formation)].id));
            }
        }
    }

    fn hex_names(&self, hexes: &Hexes) -> String {
        hexes.iter().map(|h| self.d.map.name(h)).collect::<Vec<_>>().join(" ")
    }

    /// A unit with its place and states.
    fn unit_row(&self, p: &Position, unit: UnitId) -> String {
        let def = self.engine().def(unit);
        let name = |hex: HexId| self.d.map.name(hex);
        let (hex, due) = (p.hex(unit), p.units.due(unit));
        let by = hex.map(|hex| format!("={}", name(hex)));
        let mut row = def.id.clone();
        // Writing into a string cannot fail.
        let _ = match p.units.at(unit) {
            At::Map => write!(row, " {}", hex.map(name).unwrap_or_default()),
            At::Pool => write!(row, " pool"),
            At::Due => write!(row, " due={due}"),
            At::Entry => write!(row, " entry due={due}"),
            At::OffMap => write!(row, " off{} due={due}", by.unwrap_or_default()),
            At::DrivenOff => write!(row, " driven{} due={due}", by.unwrap_or_default()),
            At::Gone | At::Unused => write!(row, " eliminated"),
        };
        if p.side(unit) != def.side {
            let _ = write!(row, " of={}", SIDES[usize::from(p.side(unit) % 2)]);
        }
        if p.steps(unit) != def.steps && p.units.at(unit) != At::Gone {
            let _ = write!(row, " steps={}", p.steps(unit));
        }
        if def.class.is_depot() && p.on_map(unit) {
            let _ = write!(row, " points={}", p.points[usize::from(unit)]);
        }
        let fresh = p.side(unit) == p.active && !p.rear.routed.has(unit);
        let words = [
            (p.mode(unit) == Mode::March, "march"),
            (p.mode(unit) == Mode::Routed, if fresh { "routed=now" } else { "routed" }),
            (p.units.dug(unit) == Dug::Begun, "begun"),
            (p.units.dug(unit) == Dug::Building, "digging"),
            (p.units.dug(unit) == Dug::Entrenched, "entrenched"),
            (p.unsupplied.has(unit), "unsupplied"),
            (p.ooc.has(unit), "ooc"),
            (p.rear.main.has(unit), "main"),
            (p.green.has(unit), "recruits"),
            (p.broken.has(unit), "broken"),
            (p.march.moved.has(unit), "moved"),
            (p.march.observed.has(unit), "observed"),
            (p.marker(unit) == Marker::Barrage, "barrage"),
        ];
        for (_, word) in words.into_iter().filter(|(so, _)| *so) {
            row += " ";
            row += word;
        }
        let kind = |prepared: bool| if prepared { "prepared" } else { "hasty" };
        let _ = match p.marker(unit) {
            Marker::Attack { prepared, target } => write!(row, " attack={}:{}", kind(prepared), name(target)),
            Marker::Support { prepared, target } => {
                write!(row, " support={}:{}", kind(prepared), name(target))
            }
            Marker::None | Marker::Barrage | Marker::Defence { .. } => Ok(()),
        };
        row
    }
}
