//! What things are called: units by the letters on their counters, places by their numbers.

use crate::action::{Action, Ending, ExitId, FortId, Gruppe, Mover};
use crate::data::pieces::Kind;
use crate::data::{Data, UnitId};
use crate::engine::{Adds, Engine};
use crate::position::Position;
use sandtable_board::Hex;
use sandtable_core::Side;
use sandtable_core::guide::Handle;
use sandtable_core::machine::{self, Modules};
use sandtable_core::phrase::{Operand, Shown};

impl Data {
    /// A unit as its counter has it, with its nation; arms that share numbers with the infantry are named.
    pub fn unit_name(&self, unit: UnitId) -> String {
        let Some(u) = self.units.get(unit.index()) else {
            return "nobody".to_string();
        };
        let nation = &self.params.armies[usize::from(u.army)].country;
        match u.kind {
            Kind::Hq => format!("{nation} HQ {}", u.name),
            Kind::Cavalry if !u.name.contains("CV") => format!("{nation} {} Cav", u.name),
            Kind::Artillery => format!("{nation} {} Art", u.name),
            _ => format!("{nation} {}", u.name),
        }
    }

    /// A unit for people: its title, with its country where both sides have one of that title; a headquarters by who commands it.
    pub fn title(&self, unit: UnitId) -> String {
        let Some(u) = self.units.get(unit.index()) else {
            return "nobody".to_string();
        };
        match u.title.split_once(", ") {
            Some((commander, _)) if u.is_hq() => return format!("HQ {commander}"),
            None if u.is_hq() => return format!("HQ {}", u.title),
            Some((whole, part)) => return begins(&format!("{part} of the {whole}")),
            None => {}
        }
        if !self.units.iter().any(|o| o.side != u.side && o.title == u.title) {
            return u.title.clone();
        }
        let code = &self.params.armies[usize::from(u.army)].country;
        let country = self.map.board.parts().countries.iter().find(|c| c.code == *code);
        format!("{} ({})", u.title, country.map_or(code, |c| &c.name))
    }

    /// A place for people: its number, and the name of the town there.
    pub fn place_title(&self, place: u16) -> String {
        let town = (place < self.map.len()).then(|| self.map.board.place(Hex(place))).flatten();
        let name = town.map_or("", |t| t.name.as_str());
        format!("{} {name}", self.place_name(place)).trim_end().to_string()
    }

    /// The letter of an exit, or the number of its hex where it has none.
    pub fn exit_name(&self, exit: u8) -> String {
        match self.map.exits.get(usize::from(exit)) {
            Some(e) if e.letter.is_empty() => self.map.number(e.hex).to_string(),
            Some(e) => e.letter.clone(),
            None => "?".to_string(),
        }
    }

    /// A hex by its number, an end of a line off the map by its letter.
    pub fn place_name(&self, place: u16) -> String {
        match self.map.exit_of(place) {
            Some(exit) => format!("off the map at {}", self.exit_name(exit)),
            None if place < self.map.len() => self.map.number(place).to_string(),
            None => "nowhere".to_string(),
        }
    }

    /// A fortress by the name of its town.
    pub fn fort_name(&self, fort: u8) -> String {
        let Some(f) = self.map.forts.get(usize::from(fort)) else { return "no fortress".to_string() };
        let place = self.map.board.parts().places.iter().find(|p| p.id == f.place);
        place.map_or_else(|| f.place.clone(), |p| p.name.clone())
    }

    /// A hex as the table shows it, if it is on the map.
    fn shown_hex(&self, hex: u16) -> Option<String> {
        (hex < self.map.len()).then(|| self.place_name(hex))
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for UnitId {
    fn text(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.unit_name(*self)
    }

    fn label(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.title(*self)
    }

    fn touch(&self, rules: &Engine<'_, A>, _: &Position<A>, handle: &mut Handle) {
        let id = rules.data.units.get(self.index()).map(|u| u.id.clone());
        handle.pieces.extend(id.filter(|id| !handle.pieces.contains(id)));
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for UnitId {
    /// By its name, its id or its title, as it is printed or as people are shown it.
    fn read(rules: &Engine<'_, A>, _: &Position<A>, word: &str) -> Option<UnitId> {
        let data = rules.data;
        let find = |fits: &dyn Fn(UnitId) -> bool| data.ids().find(|u| fits(*u));
        find(&|u| data.unit_name(u).to_lowercase() == word)
            .or_else(|| find(&|u| data.unit(u).id == word))
            .or_else(|| find(&|u| data.unit(u).title.to_lowercase() == word))
            .or_else(|| find(&|u| data.title(u).to_lowercase() == word))
    }
}

/// A hex, or an end of a line off the map.
impl<A: Adds> Shown<Engine<'_, A>> for u16 {
    fn text(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.place_name(*self)
    }

    fn label(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.place_title(*self)
    }

    fn touch(&self, rules: &Engine<'_, A>, _: &Position<A>, handle: &mut Handle) {
        handle.place = rules.data.shown_hex(*self);
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for u16 {
    fn read(rules: &Engine<'_, A>, _: &Position<A>, word: &str) -> Option<u16> {
        rules.data.map.hex(word)
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for Gruppe {
    fn text(&self, _: &Engine<'_, A>, _: &Position<A>) -> String {
        format!("Gruppe {}", self.0)
    }

    fn touch(&self, _: &Engine<'_, A>, _: &Position<A>, handle: &mut Handle) {
        handle.pieces.push(self.id());
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for Gruppe {
    fn read(_: &Engine<'_, A>, _: &Position<A>, word: &str) -> Option<Gruppe> {
        word.strip_prefix("gruppe ")?.trim().parse().ok().map(Gruppe)
    }
}

impl Gruppe {
    /// The id of its marker on the table.
    pub fn id(self) -> String {
        format!("gruppe-{}", self.0)
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for Mover {
    fn text(&self, rules: &Engine<'_, A>, p: &Position<A>) -> String {
        match self {
            Mover::Unit(unit) => unit.text(rules, p),
            Mover::Gruppe(gruppe) => Gruppe(*gruppe).text(rules, p),
        }
    }

    fn label(&self, rules: &Engine<'_, A>, p: &Position<A>) -> String {
        match self {
            Mover::Unit(unit) => unit.label(rules, p),
            Mover::Gruppe(gruppe) => Gruppe(*gruppe).label(rules, p),
        }
    }

    fn touch(&self, rules: &Engine<'_, A>, p: &Position<A>, handle: &mut Handle) {
        match self {
            Mover::Unit(unit) => unit.touch(rules, p, handle),
            Mover::Gruppe(gruppe) => Gruppe(*gruppe).touch(rules, p, handle),
        }
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for Mover {
    fn read(rules: &Engine<'_, A>, p: &Position<A>, word: &str) -> Option<Mover> {
        let gruppe = Gruppe::read(rules, p, word).map(|g| Mover::Gruppe(g.0));
        gruppe.or_else(|| UnitId::read(rules, p, word).map(Mover::Unit))
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for ExitId {
    fn text(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.exit_name(self.0)
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for ExitId {
    fn read(rules: &Engine<'_, A>, _: &Position<A>, word: &str) -> Option<ExitId> {
        let data = rules.data;
        let exits = 0..data.map.exits.len() as u8;
        exits.map(ExitId).find(|e| data.exit_name(e.0).to_lowercase() == word)
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for FortId {
    fn text(&self, rules: &Engine<'_, A>, _: &Position<A>) -> String {
        rules.data.fort_name(self.0)
    }

    fn touch(&self, rules: &Engine<'_, A>, _: &Position<A>, handle: &mut Handle) {
        let fort = rules.data.map.forts.get(usize::from(self.0));
        handle.place = fort.and_then(|f| rules.data.shown_hex(f.hex));
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for FortId {
    fn read(rules: &Engine<'_, A>, _: &Position<A>, word: &str) -> Option<FortId> {
        let data = rules.data;
        let forts = 0..data.map.forts.len() as u8;
        forts.map(FortId).find(|f| data.fort_name(f.0).to_lowercase() == word)
    }
}

/// An option of the defender, from 1.
impl<A: Adds> Shown<Engine<'_, A>> for u8 {
    fn text(&self, rules: &Engine<'_, A>, p: &Position<A>) -> String {
        format!("{self}: {}", rules.option_text(p, *self))
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for u8 {
    /// `2: retreat 1 hex`: an option that is open is read with its own words alone, or by its number.
    fn read(rules: &Engine<'_, A>, p: &Position<A>, words: &str) -> Option<u8> {
        if words.len() == 1 {
            return words.parse().ok();
        }
        let (number, _) = words.split_once(':').filter(|(n, _)| n.len() == 1)?;
        let option = number.parse().ok()?;
        let action = Action::Choose(option);
        let open = machine::refuse(rules, p, Side(0), &action).is_none();
        (!open || rules.text_of(p, &action).to_lowercase() == words).then_some(option)
    }
}

impl<A: Adds> Shown<Engine<'_, A>> for Ending {
    fn text(&self, _: &Engine<'_, A>, _: &Position<A>) -> String {
        self.words().to_string()
    }
}

impl<A: Adds> Operand<Engine<'_, A>> for Ending {
    /// Only what is not open: that is ended by [`Action::Done`].
    fn read(_: &Engine<'_, A>, p: &Position<A>, words: &str) -> Option<Ending> {
        Ending::named(words).filter(|e| p.ending() != Some(*e))
    }
}

/// So many things: `1 step`, `2 steps`.
pub fn count(n: impl Into<i32>, what: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A text with its first letter in capitals.
pub fn begins(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
