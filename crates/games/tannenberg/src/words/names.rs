//! What things are called: units by the letters on their counters, places by their numbers.

use crate::Tannenberg;
use crate::exclusive::{DE, RU_SECOND};
use sandtable_east::action::Mover;
use sandtable_east::data::pieces::Kind;
use sandtable_east::data::{Data, UnitId};
use sandtable_east::position::NOBODY;

/// Letters of the nation of a side.
const fn nation(side: u8) -> &'static str {
    if side == DE { "DE" } else { "RU" }
}

/// A side at the beginning of a name: `German`, `Russian`.
pub(crate) const fn side_word(player: u8) -> &'static str {
    match player {
        DE => "German",
        RU_SECOND => "Russian 2nd Army",
        _ => "Russian",
    }
}

/// A unit as its counter has it, with its nation; arms that share numbers with the infantry are named.
pub(crate) fn name_of(data: &Data, unit: UnitId) -> String {
    let Some(u) = data.units.get(unit.index()).filter(|_| unit != NOBODY) else {
        return "nobody".to_string();
    };
    let nation = nation(u.side);
    match u.kind {
        Kind::Hq => format!("{nation} HQ {}", u.name),
        Kind::Cavalry if !u.name.contains("CV") => format!("{nation} {} Cav", u.name),
        Kind::Artillery => format!("{nation} {} Art", u.name),
        _ => format!("{nation} {}", u.name),
    }
}

impl Tannenberg {
    /// Units and hexes are the same in all scenarios.
    pub(crate) fn any_data(&self) -> &Data {
        &self.sheets[0].data
    }

    /// A unit.
    pub(crate) fn unit_name(&self, unit: UnitId) -> String {
        name_of(self.any_data(), unit)
    }

    /// What moves.
    pub(crate) fn mover_name(&self, mover: Mover) -> String {
        match mover {
            Mover::Unit(unit) => self.unit_name(unit),
            Mover::Gruppe(gruppe) => format!("Gruppe {gruppe}"),
        }
    }

    /// The letter of an exit, or the number of its hex where it has none.
    pub(crate) fn exit_name(&self, exit: u8) -> String {
        let map = &self.any_data().map;
        match map.exits.get(usize::from(exit)) {
            Some(e) if e.letter.is_empty() => map.number(e.hex).to_string(),
            Some(e) => e.letter.clone(),
            None => "?".to_string(),
        }
    }

    /// A hex by its number, an end of a line off the map by its letter.
    pub(crate) fn place_name(&self, place: u16) -> String {
        let map = &self.any_data().map;
        match map.exit_of(place) {
            Some(exit) => format!("off the map at {}", self.exit_name(exit)),
            None if place < map.len() => map.number(place).to_string(),
            None => "nowhere".to_string(),
        }
    }

    /// A fortress by the name of its town.
    pub(crate) fn fort_name(&self, fort: u8) -> String {
        let map = &self.any_data().map;
        let Some(f) = map.forts.get(usize::from(fort)) else { return "no fortress".to_string() };
        let place = map.board.parts().places.iter().find(|p| p.id == f.place);
        place.map_or_else(|| f.place.clone(), |p| p.name.clone())
    }
}

/// So many things: `1 step`, `2 steps`.
pub(crate) fn count(n: impl Into<i32>, what: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
