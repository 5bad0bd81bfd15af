//! Events of movement in words.

use super::super::Engine;
use super::types::{MarchEvent, Stop};
use crate::position::{HexId, UnitId};
use crate::view::points as mp;
use sandtable_core::game::Line;

impl Engine<'_> {
    /// An event as a line of the log.
    pub(super) fn march_line(&self, event: MarchEvent) -> Line {
        let name = |u: UnitId| self.name(u);
        let hex = |map: u8, h: HexId| self.place(map, h);
        let over = |big: bool| if big { "the big river" } else { "the small river" };
        let (text, rule, map, places): (String, &'static str, u8, Vec<HexId>) = match event {
            MarchEvent::Went { unit, map, from, to, spent, left, snow, stop } => {
                let how = match (snow, stop) {
                    (true, _) => " through the snow".to_string(),
                    (_, Stop::Ferry) => format!(" by ferry for {} MP", mp(spent)),
                    (_, Stop::Guns) => format!(" in combat order for {} MP", mp(spent)),
                    _ => format!(" for {} MP", mp(spent)),
                };
                let (then, rule) = match (stop, snow) {
                    (Stop::Zone, _) => (" and stops in an enemy zone".to_string(), "6.2.1"),
                    (Stop::Ferry, _) => (" and goes no farther".to_string(), "N11.12a"),
                    (Stop::Guns, _) => (" and goes no farther".to_string(), "8.77"),
                    (Stop::No, true) => (String::new(), "MAZ.7a"),
                    (Stop::No, false) => (format!(", {} left", mp(left)), "4.1c"),
                };
                let (a, b) = (hex(map, from), hex(map, to));
                (format!("{} goes from {a} to {b}{how}{then}", name(unit)), rule, map, vec![from, to])
            }
            MarchEvent::Came { unit, map, hex: h } => {
                (format!("{} comes onto the map at {}", name(unit), hex(map, h)), "13.12", map, vec![h])
            }
            MarchEvent::Overran { unit, map, hex: h, extra } => (
                format!("{} runs over everybody at {} for {} MP more", name(unit), hex(map, h), mp(extra)),
                "8.16a",
                map,
                vec![h],
            ),
            MarchEvent::Ordered { unit, map, hex: h, marching } => {
                let order = if marching { "marching" } else { "combat" };
                (format!("{} takes {order} order at {}", name(unit), hex(map, h)), "8.73", map, vec![h])
            }
            MarchEvent::Opens { map, hex: h, to } => (
                format!("the bridge between {} and {} is open", hex(map, h), hex(map, to)),
                "N11.13",
                map,
                vec![h, to],
            ),
            MarchEvent::Bridge { unit, map, hex: h, to, big, stands } => {
                let (what, rule) = match (stands, big) {
                    (true, true) => ("finishes", "14.22b"),
                    (true, false) => ("rebuilds", "14.12"),
                    (false, true) => ("destroys", "14.21"),
                    (false, false) => ("destroys", "14.11"),
                };
                let between = format!("between {} and {}", hex(map, h), hex(map, to));
                (
                    format!("{} {what} the bridge over {} {between}", name(unit), over(big)),
                    rule,
                    map,
                    vec![h, to],
                )
            }
            MarchEvent::Builds { unit, map, hex: h, to } => (
                format!("{} begins a bridge from {} to {}", name(unit), hex(map, h), hex(map, to)),
                "14.22a",
                map,
                vec![h, to],
            ),
            MarchEvent::Unfinished { unit, map, hex: h, to } => (
                format!(
                    "the bridge of {} from {} to {} is not finished",
                    name(unit),
                    hex(map, h),
                    hex(map, to)
                ),
                "14.22b",
                map,
                vec![h, to],
            ),
            MarchEvent::Digs { unit, map, hex: h } => {
                (format!("{} digs in at {}", name(unit), hex(map, h)), "9.11a", map, vec![h])
            }
            MarchEvent::Works { map, hex: h, stand: true, .. } => {
                (format!("field works stand at {}", hex(map, h)), "9.11b", map, vec![h])
            }
            MarchEvent::Works { map, hex: h, trampled: true, .. } => {
                (format!("the enemy's field works at {} are gone", hex(map, h)), "9.15", map, vec![h])
            }
            MarchEvent::Works { map, hex: h, .. } => {
                (format!("the field works left at {} are gone", hex(map, h)), "9.13", map, vec![h])
            }
            MarchEvent::Marked { unit, map, hex: h } => (
                format!("{} at {} is marked for strategic movement", name(unit), hex(map, h)),
                "11.12a",
                map,
                vec![h],
            ),
            MarchEvent::Ferried { unit, map, hex: h, cel } => (
                format!("{} takes the ferry and has {cel} level for the time being", name(unit)),
                "N11.12b",
                map,
                vec![h],
            ),
            MarchEvent::Landed { unit, map, hex: h, cel } => (
                format!("{} has collected itself after the ferry and has {cel} levels", name(unit)),
                "N11.12c",
                map,
                vec![h],
            ),
            MarchEvent::Rallied { unit, map, hex: h } => {
                (format!("{} at {} is in order again", name(unit), hex(map, h)), "15.12b", map, vec![h])
            }
            MarchEvent::Opened { scenario, group } => {
                let group = self
                    .d
                    .scenarios
                    .get(usize::from(scenario))
                    .and_then(|s| s.groups.get(usize::from(group)));
                let title = group.map_or("a group", |g| g.title.as_str());
                (format!("{title} may come"), group.map_or("13.11", |g| g.rule), 0, vec![])
            }
        };
        let board = &self.d.maps[usize::from(map)];
        Line { text, rule, places: places.into_iter().map(|h| board.name(h)).collect() }
    }
}
