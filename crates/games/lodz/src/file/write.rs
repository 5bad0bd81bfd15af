//! A position in the words that are read. What they cannot say, as the midst of an attack, the kernel adds as values.

use super::pieces::MARKS;
use super::{PHASES, side_word};
use crate::Lodz;
use crate::data::{Kind, Where};
use crate::position::{At, Flag, Position, UnitId, Works};
use sandtable_core::position_file::PositionLines;

impl Lodz {
    /// What [`Game::write_position`](sandtable_core::Game::write_position) does.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        if let Some((word, _)) = PHASES.iter().find(|(_, phase)| *phase == p.phase) {
            out.phase(word);
        }
        out.head("day", p.day);
        out.head("side", side_word(p.active));
        out.row("clear");
        let engine = self.engine();
        for unit in engine.all_units().filter(|u| p.units.at(*u) != At::Unused) {
            if let Some(words) = self.counter_words(p, unit) {
                out.row(words);
            }
        }
        self.write_map(p, out);
        for (kind, n) in self.d.charts.replacement_kinds.iter().zip(p.points).filter(|(_, n)| *n > 0) {
            out.row(format!("points {} {n}", kind.id));
        }
        for side in 0..2u8 {
            if p.scored[usize::from(side)] > 0 {
                out.row(format!("scored {} {}", side_word(side), p.scored[usize::from(side)]));
            }
        }
        for (at, group) in engine.scenario(p).groups.iter().enumerate() {
            let day = p.march.opened.get(at).copied().unwrap_or(0);
            if day > 0 {
                out.row(format!("open {} {day}", group.id));
            }
        }
    }

    /// A counter with its place and states; nothing for one that has no words.
    fn counter_words(&self, p: &Position, unit: UnitId) -> Option<String> {
        let engine = self.engine();
        let (def, map) = (engine.def(unit), engine.map(p));
        let at = p.units.at(unit);
        let trains = engine.scenario(p).trains > 0;
        if def.kind == Kind::Train && !trains {
            return None;
        }
        let mut words = def.id.clone();
        words.push_str(&match at {
            At::Map => format!(" {}", map.name(p.hex(unit)?)),
            At::Due => {
                let s = engine.scenario(p);
                let mut rows = s.setup.iter().chain(&s.again).filter(|r| r.unit == unit);
                rows.find(|r| matches!(r.at, Where::Entry(_) | Where::Inside(_)))?;
                " due".to_string()
            }
            At::Pool => " pool".to_string(),
            At::Gone => " destroyed".to_string(),
            At::Left => " left".to_string(),
            At::Aboard => {
                let (_, train) = engine.trains().find(|(slot, _)| p.rail.load[*slot].is(unit))?;
                format!(" aboard={}", engine.id(train))
            }
            At::Unused => return None,
        });
        let cel = p.units.cel(unit);
        if cel != def.cel && cel > 0 {
            words.push_str(&format!(" cel={cel}"));
        }
        if !def.kind.is_unit() || !matches!(at, At::Map | At::Aboard) {
            return Some(words);
        }
        if p.units.level(unit) > 0 {
            words.push_str(&format!(" level={}", p.units.level(unit)));
        }
        for (word, ..) in MARKS.iter().filter(|(_, flag, _)| p.has(unit, *flag)) {
            words.push_str(&format!(" {word}"));
        }
        let lent = def.kind.is_infantry() && cel < def.cel && p.has(unit, Flag::Ferried);
        if lent && p.march.landed.iter().any(|l| l.unit.is(unit) && l.hex.get() == p.hex(unit)) {
            words.push_str(" ferried");
        }
        let mut builds = p.march.builds.iter().filter(|b| b.unit.is(unit));
        if let Some(hex) = p.hex(unit)
            && let Some(b) = builds.find(|b| b.hex.is(hex))
            && let Some(to) = map.step(hex, b.direction)
        {
            words.push_str(&format!(" builds={}", map.name(to)));
        }
        Some(words)
    }

    /// Works, bridges, holders, rails of bases, fixed positions.
    fn write_map(&self, p: &Position, out: &mut PositionLines) {
        let engine = self.engine();
        let map = engine.map(p);
        let hexes = || map.all();
        // Bridges as they stand on the day without anybody's doing.
        let mut start = Position { scenario: p.scenario, day: p.day, ..Position::EMPTY };
        start.bridges[..map.hexes].copy_from_slice(&map.bridge);
        engine.march_plock(&mut start, &mut Vec::new());
        for hex in hexes() {
            let place = map.name(hex);
            let works = match p.works[usize::from(hex)] {
                Works::None => "",
                Works::Field => "works",
                Works::Improved => "improved",
            };
            if !works.is_empty() {
                // Works belong to the side that stands in them.
                let stands = (0..2u8).find(|side| p.units.units_in(*side, hex) > 0);
                let owner = stands.unwrap_or(u8::from(p.march.russian_works.has(hex)));
                out.row(format!("{works} {} {place}", side_word(owner)));
            }
            let changed = p.bridges[usize::from(hex)] ^ start.bridges[usize::from(hex)];
            for d in (0..3u8).filter(|d| changed >> d & 1 == 1) {
                if let Some(to) = map.step(hex, d) {
                    let word = if p.bridged(hex, d) { "bridge" } else { "broken" };
                    out.row(format!("{word} {place}/{}", map.name(to)));
                }
            }
            if p.fixed[usize::from(hex)] != 0 {
                let sides = map.neighbours(hex).filter(|(d, _)| p.fixed[usize::from(hex)] >> d & 1 == 1);
                let sides: Vec<String> = sides.map(|(_, to)| map.name(to)).collect();
                out.row(format!("fixed {place} {}", sides.join(" ")));
            }
        }
        let held = engine.held_hexes(p);
        for side in 0..2u8 {
            let own = hexes().filter(|h| held.has(*h) && p.holder[usize::from(*h)] == side);
            let own: Vec<String> = own.map(|h| map.name(h)).collect();
            if !own.is_empty() {
                out.row(format!("held {} {}", side_word(side), own.join(" ")));
            }
        }
        for (slot, base) in engine.bases().filter(|(_, b)| p.on_map(*b)) {
            let rails: Vec<String> = p.rail.travelled[slot].iter().map(|h| map.name(h)).collect();
            if rails.len() > 1 {
                out.row(format!("rails {} {}", engine.id(base), rails.join(" ")));
            }
        }
    }
}
