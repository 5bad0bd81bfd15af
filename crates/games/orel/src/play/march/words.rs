//! Actions and events of movement in words.

use super::super::Engine;
use super::trail::Trail;
use super::types::{How, MarchAction, MarchEvent};
use crate::data::NOWHERE;
use crate::state::Position;
use sandtable_core::game::Line;

/// Half-points as players count them.
fn mp(half: u8) -> String {
    match (half / 2, half % 2) {
        (n, 0) => n.to_string(),
        (0, _) => "½".to_string(),
        (n, _) => format!("{n}½"),
    }
}

impl Engine<'_> {
    /// An action in words.
    pub(crate) fn march_text(&self, _p: &Position, a: MarchAction) -> String {
        let hex = |h: u16| if h == NOWHERE { "off".to_string() } else { self.d.map.name(h) };
        match a {
            MarchAction::Go { unit, to } => format!("{} {}", self.id(unit), hex(to)),
            MarchAction::Day { unit, to } => format!("{} day {}", self.id(unit), hex(to)),
            MarchAction::By { unit, way, day, uncovered } => {
                let hexes: Vec<String> = way.hexes(&self.d.map).map(hex).collect();
                let day = if day { " day" } else { "" };
                let uncovered = if uncovered { " uncovered" } else { "" };
                format!("{}{day} by {}{uncovered}", self.id(unit), hexes.join(" "))
            }
            MarchAction::Check { unit } => format!("{} check", self.id(unit)),
            MarchAction::End { unit, how } => {
                let unit = self.id(unit);
                match how {
                    How::Halt => format!("{unit} halt"),
                    How::Combat => format!("{unit} combat"),
                    How::Hasty(h) => format!("{unit} hasty {}", hex(h)),
                    How::Prepared(h) => format!("{unit} prepared {}", hex(h)),
                    How::Barrage => format!("{unit} barrage"),
                    How::SupportHasty(h) => format!("{unit} support hasty {}", hex(h)),
                    How::SupportPrepared(h) => format!("{unit} support prepared {}", hex(h)),
                    How::Entrench => format!("{unit} entrench"),
                }
            }
            MarchAction::Part { centre: true } => "centre".to_string(),
            MarchAction::Part { centre: false } => "suburbs".to_string(),
            MarchAction::Done => "done".to_string(),
        }
    }

    /// An action from its words.
    pub(crate) fn march_parse(&self, _p: &Position, words: &[&str]) -> Option<MarchAction> {
        match words {
            ["done"] => return Some(MarchAction::Done),
            ["centre"] => return Some(MarchAction::Part { centre: true }),
            ["suburbs"] => return Some(MarchAction::Part { centre: false }),
            _ => {}
        }
        let (first, rest) = words.split_first()?;
        let unit = self.unit_named(first)?;
        let hex = |w: &str| if w == "off" { Some(NOWHERE) } else { self.d.map.hex(w) };
        let end = |how: How| Some(MarchAction::End { unit, how });
        match rest {
            ["by", hexes @ ..] => self.march_by(unit, false, hexes),
            ["day", "by", hexes @ ..] => self.march_by(unit, true, hexes),
            ["day", to] => Some(MarchAction::Day { unit, to: hex(to)? }),
            ["check"] => Some(MarchAction::Check { unit }),
            ["halt"] => end(How::Halt),
            ["combat"] => end(How::Combat),
            ["hasty", h] => end(How::Hasty(hex(h)?)),
            ["prepared", h] => end(How::Prepared(hex(h)?)),
            ["barrage"] => end(How::Barrage),
            ["support", "hasty", h] => end(How::SupportHasty(hex(h)?)),
            ["support", "prepared", h] => end(How::SupportPrepared(hex(h)?)),
            ["entrench"] => end(How::Entrench),
            [to] => Some(MarchAction::Go { unit, to: hex(to)? }),
            _ => None,
        }
    }

    /// A way that is named, hex after hex.
    fn march_by(&self, unit: u8, day: bool, words: &[&str]) -> Option<MarchAction> {
        let (uncovered, words) = match words {
            [hexes @ .., "uncovered"] => (true, hexes),
            _ => (false, words),
        };
        let named: Option<Vec<u16>> = words.iter().map(|w| self.d.map.hex(w)).collect();
        let way = Trail::over(&self.d.map, named?)?;
        Some(MarchAction::By { unit, way, day, uncovered })
    }

    /// A way in words, from its first hex to its last.
    fn march_told_way(&self, from: u16, to: u16, trail: Option<Trail>) -> (String, Vec<u16>) {
        let all = trail.into_iter().flat_map(|t| t.hexes(&self.d.map));
        let mut hexes: Vec<u16> = (from != NOWHERE).then_some(from).into_iter().chain(all).collect();
        if trail.is_none() {
            hexes.push(to);
        }
        let names: Vec<String> = hexes.iter().map(|h| self.d.map.name(*h)).collect();
        let text = match names.as_slice() {
            [] => String::new(),
            [only] => format!("to {only}"),
            [first, last] => format!("from {first} to {last}"),
            [first, over @ .., last] => format!("from {first} over {} to {last}", over.join(", ")),
        };
        (text, hexes)
    }

    /// An event as a line of the log.
    pub(in crate::play) fn march_line(&self, event: MarchEvent) -> Line {
        let name = |u: u8| self.name(u);
        let hex = |h: u16| self.d.map.name(h);
        let (text, rule, places): (String, &'static str, Vec<u16>) = match event {
            MarchEvent::Went { unit, from, to, trail, spent, left, day } => {
                let (way, places) = self.march_told_way(from, to, trail);
                let on = if day { " on a Marching Day" } else { "" };
                let text = format!("{} goes {way}{on} for {} MP, {} left", name(unit), mp(spent), mp(left));
                (text, if day { "7.1.5a" } else { "7a" }, places)
            }
            MarchEvent::Ran { unit, from, to, trail } => {
                let (way, places) = self.march_told_way(from, to, trail);
                (format!("{} runs {way}", name(unit)), "7.1.6a", places)
            }
            MarchEvent::Bound { hex: h } => (
                format!("who covers this move in {} must stay there in this phase", hex(h)),
                "7.1.3f",
                vec![h],
            ),
            MarchEvent::Came { unit, at, .. } => {
                (format!("{} comes onto the map at {}", name(unit), hex(at)), "7.4a", vec![at])
            }
            MarchEvent::Breakdown { unit, hex: h, die, upto } => {
                let result = if die > upto { "runs" } else { "breaks down" };
                (
                    format!("{} rolls {die}, breakdown up to {upto}: it {result}", name(unit)),
                    "9.2.1b",
                    vec![h],
                )
            }
            MarchEvent::Checked { unit, hex: h, die, tq } => {
                let result = if die <= tq { "passes" } else { "fails" };
                let text = format!(
                    "{}, Out of Command, rolls {die} against TQ {tq}: it {result} its check",
                    name(unit)
                );
                (text, "5.3b", vec![h])
            }
            MarchEvent::Ended { unit, hex: h, how, spent } => {
                let (what, rule) = match how {
                    How::Halt => ("halts".to_string(), "7.1.4a"),
                    How::Combat => ("takes Combat mode".to_string(), "7.1.4b"),
                    How::Hasty(t) => (format!("declares a Hasty Attack on {}", hex(t)), "7.2m"),
                    How::Prepared(t) => {
                        (format!("declares a Prepared Attack on {}", hex(t)), self.march_prepared_rule(unit))
                    }
                    How::Barrage => ("declares a Barrage".to_string(), "7.2e"),
                    How::SupportHasty(t) => (format!("supports Hasty Attacks on {}", hex(t)), "7.2m"),
                    How::SupportPrepared(t) => {
                        (format!("supports Prepared Attacks on {}", hex(t)), self.march_prepared_rule(unit))
                    }
                    How::Entrench => ("entrenches".to_string(), "7.3a"),
                };
                let cost = if spent > 0 { format!(" for {} MP", mp(spent)) } else { String::new() };
                (format!("{} {what}{cost}", name(unit)), rule, vec![h])
            }
            MarchEvent::Part { hex: h, centre } => {
                let part = if centre { "centre" } else { "suburbs" };
                (format!("units in Orel are in its {part}"), "7.1.1e", vec![h])
            }
            MarchEvent::Entrenched { unit, hex: h } => {
                (format!("{} is entrenched", name(unit)), "7.3b", vec![h])
            }
            MarchEvent::Waits { unit, turn } => {
                (format!("{} waits off the map for turn {turn}", name(unit)), "7.5d", vec![])
            }
        };
        Line { text, rule, places: places.into_iter().map(hex).collect() }
    }
}
