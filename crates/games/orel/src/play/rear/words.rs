//! Actions and events of the rear in words.

use super::{RearEvent, Wake};
use crate::play::Engine;
use crate::position::{EventId, FormationId, HexId, UnitId};
use sandtable_core::game::Line;

const SIDES: [&str; 2] = ["White", "Red"];

impl Engine<'_> {
    /// An event as a line of the log.
    pub(in crate::play) fn rear_line(&self, event: RearEvent) -> Line {
        use RearEvent::*;
        let of = |side: u8| SIDES[usize::from(side % 2)];
        let name = |unit: UnitId| self.name(unit);
        let body = |f: FormationId| self.d.formations.get(usize::from(f)).map_or("", |f| f.name.as_str());
        let title = |e: EventId| self.event_def(e).map_or("", |e| e.title.as_str());
        let rule = |e: EventId| self.event_def(e).map_or("6c", |e| e.rule);
        let map = |hex: HexId| self.place_label(hex);
        let hex = match event {
            Rails { hex, .. } | Orel { hex, .. } => Some(hex),
            Depot { hex, .. } | Restored { hex, .. } | Built { hex, .. } => hex,
            Command { hex, .. } | Checked { hex, .. } | Played { hex, .. } | Raided { hex, .. } => hex,
            Rallied { hex, .. } | Repaired { hex, .. } => hex,
            _ => None,
        };
        let (text, rule) = match event {
            Turn { turn, side } => {
                let day =
                    self.d.charts.dates.get(usize::from(turn).saturating_sub(1)).map_or("", String::as_str);
                (format!("{} player turn, {day}", of(side)), "2a")
            }
            Rails { side, hexes, hex } => {
                let more =
                    if hexes > 1 { format!(" and {} more rail hexes", hexes - 1) } else { String::new() };
                (format!("{} controls the railway at {}{more}", of(side), map(hex)), "3.2Ad")
            }
            Depot { depot, hex, functional } => {
                let what = if functional { "is functional" } else { "is not functional" };
                (format!("{} in {} {what}", name(depot), self.place_label(hex)), "3.2Aa")
            }
            Awake { formation, why, rule } => {
                let why = match why {
                    Wake::Date => "its day has come".to_string(),
                    Wake::Attacked => "it is attacked".to_string(),
                    Wake::Near { enemy } => format!("{} is near", name(enemy)),
                    Wake::Track { enemy } => format!("{} is near the double track", name(enemy)),
                };
                (format!("{} is released: {why}", body(formation)), rule)
            }
            Orel { side, .. } => (format!("{} controls Orel", of(side)), "4d"),
            Income { side, track, orel, exactions, bank, lost } => {
                let orel = if orel > 0 { format!(", {orel} for Orel") } else { String::new() };
                let less =
                    if exactions != 0 { format!(", {exactions} for exactions") } else { String::new() };
                let lost = if lost > 0 { format!(", {lost} lost") } else { String::new() };
                (
                    format!("{} receives {track} Recruit Points{orel}{less}: {bank} in hand{lost}", of(side)),
                    "4a",
                )
            }
            Enlisted { side, prisoners, left, bank } => {
                let text =
                    format!("{} enlists {prisoners} Prisoners, {left} left: {bank} Recruit Points", of(side));
                (text, "4.1c")
            }
            Restored { unit, steps, green, .. } => {
                let green = if green { ", and loses a point of TQ to its recruits" } else { "" };
                (format!("{} recovers a step, now {steps}{green}", name(unit)), "4.3.1Aa")
            }
            Built { unit, hex: None } => (format!("{} is built and waits outside", name(unit)), "4.3.2f"),
            Built { unit, hex: Some(hex) } => (format!("{} is built in {}", name(unit), map(hex)), "4.3.2e"),
            MainBody { formation, unit, units } => {
                let text =
                    format!("main body of {}: the group of {}, {units} units", body(formation), name(unit));
                (text, "5.2.1h")
            }
            Command { unit, ooc: true, .. } => (format!("{} is Out of Command", name(unit)), "5.2.1a"),
            Command { unit, .. } => (format!("{} is in command again", name(unit)), "5.2.1a"),
            Rolled { side, roll, event } => {
                (format!("{} rolls {roll:02}: {}", of(side), title(event)), rule(event))
            }
            Kept { side, event } => (format!("{} keeps {}", of(side), title(event)), "6.2c"),
            Idle { event } => (format!("{} finds nobody", title(event)), rule(event)),
            Afflicted { event, formation, units } => {
                let who = if units == 1 { "one unit".to_string() } else { format!("{units} units") };
                (format!("{} in {}: {who}", title(event), body(formation)), "6.1a")
            }
            Checked { event, unit, die, tq, .. } => {
                let end = if die <= tq { "stands firm" } else { "fails" };
                (
                    format!("{}: {} rolls {die} against TQ {tq} and {end}", title(event), name(unit)),
                    rule(event),
                )
            }
            Points { side, event, points, bank } => (
                format!("{}: {points:+} Recruit Points for {}, {bank} in hand", title(event), of(side)),
                rule(event),
            ),
            Played { side, event, unit: None, .. } => {
                (format!("{} plays {}", of(side), title(event)), "6.2a")
            }
            Played { side, event, unit: Some(unit), .. } => {
                (format!("{} plays {} on {}", of(side), title(event), name(unit)), "6.2a")
            }
            Raided { unit, die, from, .. } => {
                let end = if die >= from { "succeeds" } else { "fails" };
                (format!("the raid on {} rolls {die}, needs {from}, and {end}", name(unit)), "6.2a")
            }
            Again { side, before, after, .. } => {
                let sum = |d: [u8; 2]| d[0] + d[1];
                (format!("{} rolls again: {} in place of {}", of(side), sum(after), sum(before)), "6.2a")
            }
            Lapsed { side, event } => (format!("{} of {} lapses", title(event), of(side)), "6.2b"),
            WantsEvents { side, both: false } => {
                (format!("{} would play on with random events", of(side)), "6a")
            }
            WantsEvents { side, .. } => {
                (format!("{} agrees: random events are rolled for from now on", of(side)), "6a")
            }
            Rallied { unit, .. } => (format!("{} rallies", name(unit)), "8.7.3o"),
            Repaired { unit, .. } => (format!("{} is repaired", name(unit)), "9.2.1c"),
        };
        Line { text, rule, places: self.places_of(hex) }
    }
}
