//! Units and Gruppen of a position by hand: their places and states, and what they cannot be.

use super::{STATES, TOLD};
use crate::Tannenberg;
use crate::play::DE;
use crate::position::{MARKERS, Marker, Position, flag, off, option, told};
use sandtable_core::position_file::{number, one_of};
use sandtable_east::data::UnitId;

impl Tannenberg {
    /// A unit with its place and states.
    pub(super) fn read_unit<'w>(
        &self,
        p: &mut Position,
        id: &str,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let data = &self.sheet(p).data;
        let unit = data.named(id).ok_or_else(|| format!("there is no unit `{id}`"))?;
        if p.place(unit) != off::OUT {
            return Err(format!("`{id}` stands twice"));
        }
        let (u, at) = (data.unit(unit), unit.index());
        let place = match words.next().ok_or_else(|| format!("where is `{id}`?"))? {
            "pool" => off::POOL,
            "eliminated" => off::ELIMINATED,
            word => self.place_from(data, word)?,
        };
        if place < data.map.len() && data.map.at(place).closed {
            return Err(format!("nobody can stand in {} (5.4o)", data.map.number(place)));
        }
        let (mut lost, mut gruppe, mut states, mut given) = (0, 0, 0u32, Vec::new());
        for word in words {
            let key = word.split_once('=').map_or(word, |(k, _)| k);
            if given.contains(&key) {
                return Err(format!("`{key}` stands twice"));
            }
            given.push(key);
            match word.split_once('=') {
                None => {
                    let state = STATES.iter().find(|(w, _)| *w == word);
                    states |= state.ok_or_else(|| format!("`{word}` should be {}", unit_words()))?.1;
                }
                Some(("lost", n)) => lost = number(n, "a number of Steps")?,
                Some(("gruppe", n)) => gruppe = number(n, "the number of a Gruppe")?,
                Some(("spent", n)) => p.spent[at] = number(n, "a number of movement points")?,
                Some(("ridden" | "owes", n)) => p.ridden[at] = number(n, "a number of rail hexes")?,
                Some(("shut", n)) => p.shut_since[at] = number(n, "the number of a turn")?,
                Some(("under", hq)) => {
                    let hq = data.named(hq).filter(|h| data.unit(*h).is_hq());
                    let hq = hq.ok_or_else(|| format!("`{word}` should name a headquarters"))?;
                    p.hq_of[at] = hq.into();
                }
                _ => return Err(format!("`{word}` should be {}", unit_words())),
            }
        }
        self.judge_unit(unit, place, lost, states)?;
        if place == off::ELIMINATED {
            lost = u.steps;
        }
        if gruppe > 0 {
            if u.side != DE {
                return Err(format!("`{id}` is Russian and has no Gruppe (18.0a)"));
            }
            if place != off::ELIMINATED {
                self.put_marker(p, gruppe, place)?;
            }
            p.gruppe[at] = gruppe;
        }
        p.lost[at] = lost;
        p.put(data, unit, place);
        p.set(data, unit, states, true);
        Ok(())
    }

    /// What a unit cannot be.
    fn judge_unit(&self, unit: UnitId, place: u16, lost: u8, states: u32) -> Result<(), String> {
        let data = self.any_data();
        let (u, away) = (data.unit(unit), place >= off::HIDDEN);
        let entrained = states & flag::ENTRAINED != 0;
        if !(place == off::ELIMINATED || lost < u.steps) {
            return Err(format!("`{}` has {} Steps", u.id, u.steps));
        }
        if data.map.exit_of(place).is_some() && !entrained {
            return Err(format!("`{}` can be off the map only entrained (5.38a)", u.id));
        }
        let lasting = flag::FOUGHT | flag::FOUGHT_BEFORE;
        if away && states & !lasting != 0 && place == off::POOL {
            return Err(format!("`{}` waits for its turn and has no such state", u.id));
        }
        if u.is_hq() && states & (flag::OUT_OF_SUPPLY | flag::OUT_OF_COMMAND) != 0 {
            return Err(format!("`{}` is a headquarters and needs neither supply nor command (10.35)", u.id));
        }
        Ok(())
    }

    /// What is said of a Gruppe.
    pub(super) fn read_marker<'w>(
        &self,
        p: &mut Position,
        gruppe: u8,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let dummy = self.engine(p).in_box(p, gruppe).is_empty();
        let marker = &mut p.markers[usize::from(gruppe) - 1];
        for word in words {
            match word.split_once('=') {
                Some(("told", what)) => marker.told = one_of(what, "told", &TOLD)?,
                Some(("spent", n)) => marker.spent = number(n, "a number of movement points")?,
                Some(("ridden" | "owes", n)) => marker.ridden = number(n, "a number of rail hexes")?,
                None if word == "pretends" => marker.pretends = true,
                None if word == "entrained" && dummy => marker.entrained = true,
                None if word == "detrained" && dummy => marker.detrained = true,
                _ => {
                    return Err(format!(
                        "`{word}` should be told=, spent=, ridden=, pretends or, of a dummy, entrained or detrained"
                    ));
                }
            }
        }
        if matches!(marker.told, told::HOLDS | told::ZONE | told::NO_ZONE) && dummy {
            return Err(format!("Gruppe {gruppe} is a dummy and was told to be none (18.61b)"));
        }
        if marker.told == told::DUMMY && !dummy {
            return Err(format!("Gruppe {gruppe} holds units and was told to be a dummy (18.61b)"));
        }
        Ok(())
    }

    /// Puts the marker of a Gruppe somewhere, if it is not there already.
    pub(super) fn put_marker(&self, p: &mut Position, gruppe: u8, place: u16) -> Result<(), String> {
        if p.plays(option::OPEN) {
            return Err("everything is open in this game: there are no Gruppen (18.13a)".to_string());
        }
        let slot = usize::from(gruppe).checked_sub(1).and_then(|g| p.markers.get_mut(g));
        let marker = slot.ok_or_else(|| format!("Gruppe {gruppe} should be from 1 to {MARKERS} (18.0a)"))?;
        if place >= off::HIDDEN {
            return Err(format!("Gruppe {gruppe} has no place there"));
        }
        if marker.in_play() && marker.place != place {
            return Err(format!(
                "Gruppe {gruppe} is in {} already (18.12)",
                self.any_data().place_name(marker.place)
            ));
        }
        *marker = Marker { place, ..Marker::AWAY };
        Ok(())
    }
}

/// The words that may follow the place of a unit.
fn unit_words() -> String {
    let states: Vec<&str> = STATES.iter().map(|(w, _)| *w).collect();
    format!("lost=n, gruppe=n, spent=n, ridden=n, shut=n, under=HQ, {}", states.join(", "))
}
