//! Names of counters and hexes: as they are typed and read, and as people call them.

use crate::play::{Action, Engine};
use crate::position::{At, HexId, Position, UnitId};
use sandtable_core::guide::Handle;
use sandtable_core::machine::{self, Modules};
use sandtable_core::phrase::{Operand, Shown};

impl Shown<Engine<'_>> for UnitId {
    fn text(&self, engine: &Engine<'_>, _: &Position) -> String {
        engine.id(*self).to_string()
    }

    fn label(&self, engine: &Engine<'_>, _: &Position) -> String {
        let def = engine.d.units.get(usize::from(*self));
        def.map_or("?", |def| if def.kind.is_unit() { &def.name } else { &def.title }).to_string()
    }

    fn touch(&self, engine: &Engine<'_>, p: &Position, handle: &mut Handle) {
        if engine.is_unit(*self) {
            handle.pieces.push(self.text(engine, p));
        }
    }
}

impl Operand<Engine<'_>> for UnitId {
    fn read(engine: &Engine<'_>, _: &Position, words: &str) -> Option<UnitId> {
        engine.d.unit(words)
    }
}

impl Shown<Engine<'_>> for HexId {
    fn text(&self, engine: &Engine<'_>, p: &Position) -> String {
        engine.map(p).name(*self)
    }

    fn label(&self, engine: &Engine<'_>, p: &Position) -> String {
        let number = self.text(engine, p);
        match engine.town(p, *self) {
            Some(town) if !town.is_empty() => format!("{number} {town}"),
            _ => number,
        }
    }

    fn touch(&self, engine: &Engine<'_>, p: &Position, handle: &mut Handle) {
        handle.place = engine.spot(p, *self);
    }
}

impl Operand<Engine<'_>> for HexId {
    fn read(engine: &Engine<'_>, p: &Position, words: &str) -> Option<HexId> {
        engine.map(p).hex(words)
    }
}

impl Shown<Engine<'_>> for u8 {
    fn text(&self, _: &Engine<'_>, _: &Position) -> String {
        self.to_string()
    }
}

impl Operand<Engine<'_>> for u8 {
    fn read(_: &Engine<'_>, _: &Position, words: &str) -> Option<u8> {
        words.parse().ok()
    }
}

impl<'a> Engine<'a> {
    /// A hex as printed; nothing for none.
    pub(crate) fn spot(&self, p: &Position, hex: HexId) -> Option<String> {
        let map = self.map(p);
        (usize::from(hex) < map.hexes.min(crate::data::HEXES)).then(|| map.name(hex))
    }

    /// The name of the place in a hex.
    pub(crate) fn town(&self, p: &Position, hex: HexId) -> Option<&'a str> {
        let map = self.map(p);
        if usize::from(hex) >= map.hexes {
            return None;
        }
        map.board.place(hex.into()).map(|place| place.name.as_str())
    }

    /// An action from its words, legal or not: counters are named by their ids or as the table and the log show them.
    pub fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.action_of(p, &words).or_else(|| self.action_of(p, &self.with_ids(p, &words)?))
    }

    fn action_of(&self, p: &Position, words: &[String]) -> Option<Action> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let marches = |word: &str| self.d.unit(word).is_none_or(|u| self.kind(u).is_unit());
        // Trains, bases and airships do not march: their words are the railway's.
        self.read_words(p, &words).filter(|a| !matches!(a, Action::March(_)) || marches(words[0]))
    }

    /// Words in which names of counters, as the table and the log show them, have given way to ids; nothing if there are none. Where
    /// units of both sides have a name, it is that of the side that decides.
    fn with_ids(&self, p: &Position, words: &[String]) -> Option<Vec<String>> {
        let side = machine::decision(self, p).side().map_or(p.active, |s| s.0);
        let used = |u: &UnitId| p.units.at(*u) != At::Unused;
        let mut names: Vec<(Vec<String>, UnitId)> = Vec::new();
        for unit in self.all_units().filter(used) {
            let def = self.def(unit);
            for name in [def.name.clone(), def.title.clone(), crate::view::short(def)] {
                let name: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
                if !name.is_empty() && !names.iter().any(|(n, u)| *u == unit && *n == name) {
                    names.push((name, unit));
                }
            }
        }
        // Longer names first: `1/49 InfDivRes` is no `1/49`.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let (mut out, mut at, mut any) = (Vec::new(), 0, false);
        while at < words.len() {
            let long = names.iter().find(|(n, _)| words[at..].starts_with(n)).map_or(0, |(n, _)| n.len());
            let fits =
                |(n, _): &&(Vec<String>, UnitId)| long > 0 && n.len() == long && words[at..].starts_with(n);
            let all: Vec<UnitId> = names.iter().filter(fits).map(|(_, u)| *u).collect();
            let own: Vec<UnitId> = all.iter().copied().filter(|u| p.side(*u) == side).collect();
            match (all.as_slice(), own.as_slice()) {
                ([unit], _) | (_, [unit]) => {
                    out.push(self.id(*unit).to_string());
                    (at, any) = (at + long, true);
                }
                _ => {
                    out.push(words[at].clone());
                    at += 1;
                }
            }
        }
        any.then_some(out)
    }
}
