//! Positions written by hand, line by line:
//!
//! ```text
//! scenario = campaign        # a `#` begins a comment
//! turn = 4
//! side = de                  # whose Player-Turn it is
//! phase = combat             # movement, withdrawal, combat or replacement
//! points = -6
//! de-1 0613 lost=1 gruppe=7  # a unit, its hex and its states; entrained is one, too
//! de-2 off-B entrained       # off the map at an exit; pool and eliminated are places, too
//! dummy 9 0714               # an empty Gruppe marker
//! fort koenigsberg lost=2
//! last ru 0611 0612          # hexes that a side was last to hold
//! ```
//!
//! Units that are not named are not in play. Everybody is in command, supply is found anew.

use crate::Theatre;
use crate::exclusive::{DE, RU, RU_SECOND};
use crate::family::Map;
use crate::position::{MARKERS, Marker, Phase, Position, flag, off, option};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting, number, one_of};

fn side(word: &str) -> Result<u8, String> {
    match word {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        _ => Err(format!("side `{word}` should be de or ru")),
    }
}

/// The phases that a position may begin with, and the one before.
const PHASES: [(&str, Phase); 4] = [
    ("movement", Phase::Command),
    ("withdrawal", Phase::Attrition),
    ("combat", Phase::CombatCommand),
    ("replacement", Phase::Combat),
];

impl Theatre {
    /// What [`Game::place`](sandtable_core::Game::place) does.
    pub(crate) fn place_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Position> {
        let scenario = self.sheets.iter().position(|s| s.rules.scenario.id == setting.scenario)?;
        let sheet = &self.sheets[scenario];
        let mut p = Position::new(&sheet.data);
        let options = faults.take(0, self.options(sheet, setting.options))?;
        (p.scenario, p.options, p.order) = (scenario as u8, options, [RU, RU_SECOND]);
        let s = &sheet.rules.scenario;
        let turn = |word: &str| {
            let turn = number(word, "the number of a turn")?;
            let wanted = || format!("turn {turn} should be from {} to {}", s.first_turn, s.last_turn);
            (s.first_turn..=s.last_turn).contains(&turn).then_some(turn).ok_or_else(wanted)
        };
        p.turn = file.read("turn", faults, turn).unwrap_or(s.first_turn);
        p.phasing = file.read("side", faults, side).unwrap_or(sheet.data.params.first);
        if let Some(points) = file.read("points", faults, |w| number(w, "a number of points")) {
            p.points = points;
        }
        // Whoever stands somewhere now was there last.
        let (held, pieces): (Vec<_>, Vec<_>) = file.rows().iter().partition(|r| r.first() == "last");
        for row in held.into_iter().chain(pieces) {
            faults.take(row.line, self.read_piece(&mut p, row.text));
        }
        Some(p)
    }

    /// What [`Game::begin_phase`](sandtable_core::Game::begin_phase) does.
    pub(crate) fn begin_file(
        &self,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        if faults.take(0, self.find_unsound(p)).is_none() {
            return;
        }
        let word = file.head("phase").map_or("movement", |h| h.value);
        let Some(before) = faults.take(file.line("phase"), one_of(word, "phase", &PHASES)) else { return };
        let engine = self.engine(p);
        let mut events = Vec::new();
        engine.initial_supply(p, &mut events);
        p.phase = before;
        engine.run(p, dice, &mut events);
    }

    /// What [`Game::write_position`](sandtable_core::Game::write_position) does.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        out.head("turn", p.turn);
        out.head("side", if p.phasing == DE { "de" } else { "ru" });
        out.head("points", p.points);
    }

    fn read_piece(&self, p: &mut Position, words: &str) -> Result<(), String> {
        let sheet = self.sheet(p);
        let data = &sheet.data;
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or("");
        let hex = |word: &str| data.map.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board"));
        match first {
            "last" => {
                let who = side(words.next().unwrap_or(""))?;
                for word in words {
                    p.mark_held(hex(word)?, who);
                }
                Ok(())
            }
            "dummy" => {
                let gruppe = number(words.next().unwrap_or(""), "the number of a Gruppe")?;
                let place = hex(words.next().unwrap_or(""))?;
                self.put_marker(p, gruppe, place)
            }
            "fort" => {
                let place = words.next().unwrap_or("");
                let fort = data.map.forts.iter().position(|f| f.place == place);
                let fort = fort.ok_or_else(|| format!("there is no fortress `{place}`"))?;
                let state = words.next().and_then(|w| w.strip_prefix("lost="));
                let lost: u8 = number(state.unwrap_or(""), "lost= and a number of Steps")?;
                if lost > data.params.fortress.steps {
                    return Err(format!("a fortress has {} Steps", data.params.fortress.steps));
                }
                p.lose_fort(data, fort as u8, lost);
                Ok(())
            }
            id => self.read_unit(p, id, words),
        }
    }

    /// A unit with its place and states.
    fn read_unit<'w>(
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
        let u = data.unit(unit);
        let place = match words.next().ok_or_else(|| format!("where is `{id}`?"))? {
            "pool" => off::POOL,
            "eliminated" => off::ELIMINATED,
            word => match word.strip_prefix("off-") {
                Some(letter) => {
                    let exits = 0..data.map.exits.len() as u8;
                    let exit = exits.into_iter().find(|e| self.exit_name(*e).eq_ignore_ascii_case(letter));
                    Map::node(exit.ok_or_else(|| format!("there is no exit `{letter}`"))?)
                }
                None => data.map.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board"))?,
            },
        };
        if place < data.map.len() && data.map.at(place).closed {
            return Err(format!("nobody can stand in {} (5.4o)", data.map.number(place)));
        }
        let (mut lost, mut gruppe, mut entrained) = (0, 0, false);
        for word in words {
            match word.split_once('=') {
                None if word == "entrained" => entrained = true,
                Some(("lost", n)) => lost = number(n, "a number of Steps")?,
                Some(("gruppe", n)) => gruppe = number(n, "the number of a Gruppe")?,
                _ => return Err(format!("`{word}` should be lost=n, gruppe=n or entrained")),
            }
        }
        if place == off::ELIMINATED {
            lost = u.steps;
        } else if lost >= u.steps {
            return Err(format!("`{id}` has {} Steps", u.steps));
        }
        if data.map.exit_of(place).is_some() && !entrained {
            return Err(format!("`{id}` can be off the map only entrained (5.38a)"));
        }
        if gruppe > 0 {
            if u.side != DE {
                return Err(format!("`{id}` is Russian and has no Gruppe (18.0a)"));
            }
            self.put_marker(p, gruppe, place)?;
            p.gruppe[unit.index()] = gruppe;
        }
        p.lost[unit.index()] = lost;
        p.put(data, unit, place);
        p.set(data, unit, flag::ENTRAINED, entrained);
        Ok(())
    }

    /// Puts the marker of a Gruppe somewhere, if it is not there already.
    fn put_marker(&self, p: &mut Position, gruppe: u8, place: u16) -> Result<(), String> {
        if p.plays(option::OPEN) {
            return Err("everything is open in this game: there are no Gruppen (18.13a)".to_string());
        }
        let slot = usize::from(gruppe).checked_sub(1).and_then(|g| p.markers.get_mut(g));
        let marker = slot.ok_or_else(|| format!("Gruppe {gruppe} should be from 1 to {MARKERS} (18.0a)"))?;
        if place >= off::HIDDEN {
            return Err(format!("Gruppe {gruppe} has no place there"));
        }
        if marker.in_play() && marker.place != place {
            return Err(format!("Gruppe {gruppe} is in {} already (18.12)", self.place_name(marker.place)));
        }
        *marker = Marker { place, ..Marker::AWAY };
        Ok(())
    }
}
