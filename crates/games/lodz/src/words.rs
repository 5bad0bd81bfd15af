//! Names of counters and hexes: as they are typed and read, and as people call them.

use crate::data::{Hexes, OFF_THE_MAP};
use crate::play::{Action, Engine};
use crate::position::{At, HexId, Pieces, Position, UnitId};
use sandtable_core::guide::Handle;
use sandtable_core::machine::{self, Modules};
use sandtable_core::phrase::{Operand, Shown, listed};

impl Shown<Engine<'_>> for UnitId {
    fn text(&self, engine: &Engine<'_>, _: &Position) -> String {
        engine.id(*self).to_string()
    }

    fn label(&self, engine: &Engine<'_>, _: &Position) -> String {
        engine.name(*self).to_string()
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

/// A hex that may not be there, as one beyond the edge of the map.
impl Shown<Engine<'_>> for Option<HexId> {
    fn text(&self, engine: &Engine<'_>, p: &Position) -> String {
        self.map_or_else(|| OFF_THE_MAP.to_string(), |hex| hex.text(engine, p))
    }

    fn label(&self, engine: &Engine<'_>, p: &Position) -> String {
        self.map_or_else(|| OFF_THE_MAP.to_string(), |hex| hex.label(engine, p))
    }

    fn touch(&self, engine: &Engine<'_>, p: &Position, handle: &mut Handle) {
        if let Some(hex) = self {
            hex.touch(engine, p, handle);
        }
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

impl Engine<'_> {
    /// A place of a board for people: by its name if it has one.
    pub(crate) fn place(&self, map: u8, hex: HexId) -> String {
        let map = &self.d.maps[usize::from(map)];
        let number = map.name(hex);
        let there = usize::from(hex) < map.hexes;
        match there.then(|| map.board.place(hex.into())).flatten() {
            Some(place) if !place.name.is_empty() => format!("{} ({number})", place.name),
            _ => number,
        }
    }

    /// The same for a hex that may not be there.
    pub(crate) fn place_of(&self, map: u8, hex: Option<HexId>) -> String {
        hex.map_or_else(|| OFF_THE_MAP.to_string(), |hex| self.place(map, hex))
    }

    /// Several places of a position's board, the last after a word of its own.
    pub(crate) fn places(&self, p: &Position, hexes: &Hexes, last: &str) -> String {
        let map = self.scenario(p).map;
        let names: Vec<String> = hexes.iter().map(|h| self.place(map, h)).collect();
        listed(&names, last)
    }

    /// Counters as people call them, brigades of one division together, the last after a word of its own.
    pub(crate) fn names(&self, units: &Pieces, last: &str) -> String {
        let mut all: Vec<(Vec<&str>, &str)> = Vec::new();
        for name in units.iter().map(|u| self.name(u)) {
            let parts = name.split_once(" Brigade of the ");
            let same = parts.and_then(|(_, whole)| all.iter_mut().find(|(_, of)| *of == whole));
            match (parts, same) {
                (Some((part, _)), Some((heads, _))) => heads.push(part),
                (Some((part, whole)), None) => all.push((vec![part], whole)),
                (None, _) => all.push((vec![name], "")),
            }
        }
        let words = all.iter().map(|(heads, whole)| match (heads.as_slice(), *whole) {
            ([one], "") => (*one).to_string(),
            ([one], whole) => format!("{one} Brigade of the {whole}"),
            (several, whole) => format!("{} Brigades of the {whole}", listed(several, last)),
        });
        listed(&words.collect::<Vec<_>>(), last)
    }

    /// Counters with the verb that fits their number.
    pub(crate) fn they(&self, units: &Pieces, one: &str, many: &str) -> String {
        format!("{} {}", self.names(units, "and"), if units.len() == 1 { one } else { many })
    }

    /// A kind of replacement points for people: `Russian infantry`.
    pub(crate) fn replacement_kind(&self, kind: u8) -> String {
        let id = self.d.charts.replacement_kinds.get(usize::from(kind)).map_or("", |k| k.id.as_str());
        kind_words(id)
    }
}

/// A kind of replacement points by its id, in words.
pub(crate) fn kind_words(id: &str) -> String {
    id.replace("ru-", "Russian ").replace("de-", "German ")
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
            for name in
                [&def.name, &def.title, &def.called, &crate::view::printed(def), &crate::view::short(def)]
            {
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
