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
use sandtable_core::Options;
use sandtable_core::dice::Seeded;

/// A line without its comment, with its number.
type Numbered<'a> = (usize, &'a str);

/// What stands before the pieces.
#[derive(Default)]
struct Head<'a> {
    scenario: Option<Numbered<'a>>,
    turn: Option<Numbered<'a>>,
    side: Option<Numbered<'a>>,
    phase: Option<Numbered<'a>>,
    points: Option<Numbered<'a>>,
}

fn at<T>(line: usize, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|e| format!("line {line}: {e}"))
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` should be {what}"))
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        _ => Err(format!("side `{word}` should be de or ru")),
    }
}

impl<'a> Head<'a> {
    /// Takes `key = value` lines out of a text; the rest are pieces.
    fn read(text: &'a str) -> Result<(Head<'a>, Vec<Numbered<'a>>), String> {
        let (mut head, mut rest) = (Head::default(), Vec::new());
        let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.split('#').next().unwrap_or("").trim()));
        for (line, words) in lines.filter(|(_, l)| !l.is_empty()) {
            let Some((key, value)) =
                words.split_once(" = ").or_else(|| words.split_once('=')).filter(|(k, _)| {
                    // `de-1 0613 lost=1` is a piece.
                    !k.trim().contains(' ')
                })
            else {
                rest.push((line, words));
                continue;
            };
            let slot = match key.trim() {
                "scenario" => &mut head.scenario,
                "turn" => &mut head.turn,
                "side" => &mut head.side,
                "phase" => &mut head.phase,
                "points" => &mut head.points,
                other => {
                    return Err(format!(
                        "line {line}: `{other}` should be scenario, turn, side, phase or points"
                    ));
                }
            };
            if slot.replace((line, value.trim())).is_some() {
                return Err(format!("line {line}: {} stands twice", key.trim()));
            }
        }
        Ok((head, rest))
    }
}

impl Theatre {
    /// Reads a position.
    pub(crate) fn read_position(&self, options: &Options, text: &str) -> Result<Position, String> {
        let (head, pieces) = Head::read(text)?;
        let (line, id) = head.scenario.unwrap_or((1, self.sheets[0].rules.scenario.id.as_str()));
        let found = self.sheets.iter().position(|s| s.rules.scenario.id == id);
        let scenario = at(line, found.ok_or_else(|| format!("there is no scenario `{id}`")))?;
        let sheet = &self.sheets[scenario];
        let mut p = Position::new(&sheet.data);
        (p.scenario, p.options, p.order) = (scenario as u8, self.options(sheet, options)?, [RU, RU_SECOND]);
        let s = &sheet.rules.scenario;
        p.turn = s.first_turn;
        if let Some((line, word)) = head.turn {
            let turn = at(line, number(word, "the number of a turn"))?;
            let known = (s.first_turn..=s.last_turn).contains(&turn);
            let wanted = || format!("turn {turn} should be from {} to {}", s.first_turn, s.last_turn);
            p.turn = at(line, known.then_some(turn).ok_or_else(wanted))?;
        }
        if let Some((line, word)) = head.points {
            p.points = at(line, number(word, "a number of points"))?;
        }
        p.phasing = sheet.data.params.first;
        if let Some((line, word)) = head.side {
            p.phasing = at(line, side(word))?;
        }
        // Whoever stands somewhere now was there last.
        let (held, pieces): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|(_, w)| w.starts_with("last "));
        for (line, words) in held.into_iter().chain(pieces) {
            at(line, self.read_piece(&mut p, words))?;
        }
        self.find_unsound(&p)?;
        let (line, phase) = head.phase.unwrap_or((1, "movement"));
        at(line, self.read_phase(&mut p, phase))?;
        self.find_unsound(&p)?;
        Ok(p)
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
                    let hex = hex(word)?;
                    p.last.set(hex, who);
                    p.seen_last.set(hex, who);
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

    /// Begins a phase as the sequence of play does.
    fn read_phase(&self, p: &mut Position, word: &str) -> Result<(), String> {
        let (before, phase) = match word {
            "movement" => (Phase::Command, Phase::Movement),
            "withdrawal" => (Phase::Attrition, Phase::Withdrawal),
            "combat" => (Phase::CombatCommand, Phase::Combat),
            "replacement" => (Phase::Combat, Phase::Replacement),
            other => {
                return Err(format!("phase `{other}` should be movement, withdrawal, combat or replacement"));
            }
        };
        let engine = self.engine(p);
        let mut events = Vec::new();
        engine.initial_supply(p, &mut events);
        p.phase = before;
        // Nothing is rolled before the first decision; where there is none, what came of it is thrown away.
        engine.run(p, &mut Seeded::new(0), &mut events);
        if p.phase != phase {
            return Err(format!("there is nothing to be decided in the {word} phase"));
        }
        Ok(())
    }
}
