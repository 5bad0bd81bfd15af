//! Actions and events of movement in words.

use super::super::Engine;
use super::trail::Trail;
use super::types::{How, MarchEvent};
use crate::position::{HexId, UnitId};
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
    /// A way in words, from its first hex to its last.
    fn march_way_text(&self, from: Option<HexId>, to: HexId, trail: Option<Trail>) -> (String, Vec<HexId>) {
        let all = trail.into_iter().flat_map(|t| t.hexes(&self.d.map)).flatten();
        let mut hexes: Vec<HexId> = from.into_iter().chain(all).collect();
        if trail.is_none() {
            hexes.push(to);
        }
        let name = |hex: &HexId| self.place_label(*hex);
        let text = match hexes.as_slice() {
            [] => String::new(),
            [only] => format!("to {}", name(only)),
            [first, last] => format!("from {} to {}", name(first), name(last)),
            [first, over @ .., last] => {
                let over: Vec<String> = over.iter().map(|h| self.d.map.name(*h)).collect();
                format!("from {} over {} to {}", name(first), over.join(", "), name(last))
            }
        };
        (text, hexes)
    }

    /// An event as a line of the log.
    pub(in crate::play) fn march_line(&self, event: MarchEvent) -> Line {
        let name = |u: UnitId| self.name(u);
        let hex = |h: HexId| self.place_label(h);
        let (text, rule, places): (String, &'static str, Vec<HexId>) = match event {
            MarchEvent::Went { unit, from, to, trail, spent, left, day } => {
                let (way, places) = self.march_way_text(from, to, trail);
                let on = if day { " on a Marching Day" } else { "" };
                let text = format!("{} goes {way}{on} for {} MP, {} left", name(unit), mp(spent), mp(left));
                (text, if day { "7.1.5a" } else { "7a" }, places)
            }
            MarchEvent::Ran { unit, from, to, trail } => {
                let (way, places) = self.march_way_text(Some(from), to, trail);
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
                    h.into_iter().collect(),
                )
            }
            MarchEvent::Checked { unit, hex: h, die, tq } => {
                let result = if die <= tq { "passes" } else { "fails" };
                let text = format!(
                    "{}, Out of Command, rolls {die} against TQ {tq}: it {result} its check",
                    name(unit)
                );
                (text, "5.3b", h.into_iter().collect())
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
                (format!("{} {what}{cost}", name(unit)), rule, h.into_iter().collect())
            }
            MarchEvent::Part { hex: h, centre } => {
                let part = if centre { "centre" } else { "suburbs" };
                (format!("units in Orel are in its {part}"), "7.1.1e", vec![h])
            }
            MarchEvent::Entrenched { unit, hex: h } => {
                (format!("{} is entrenched", name(unit)), "7.3b", h.into_iter().collect())
            }
            MarchEvent::Waits { unit, turn } => {
                (format!("{} waits off the map for turn {turn}", name(unit)), "7.5d", vec![])
            }
        };
        Line { text, rule, places: places.into_iter().map(|h| self.d.map.name(h)).collect() }
    }
}
