//! Tracks: the day, weather, replacements, trains, airships, attacks owed, groups that wait.

use super::{SIDES, count, phase_name};
use crate::Lodz;
use crate::data::{Condition, DE, Kind, RU};
use crate::position::{At, Phase, Position};
use sandtable_core::view::Track;

/// Phases of a player, in order, for the track.
const PHASES: [Phase; 6] =
    [Phase::Air, Phase::Barrage, Phase::Movement, Phase::Attack, Phase::Strategic, Phase::Supply];

impl Lodz {
    /// Everything that is counted.
    pub(super) fn tracks(&self, p: &Position) -> Vec<Track> {
        let engine = self.engine();
        let s = engine.scenario(p);
        let mut out = Vec::new();
        let mut put = |name: &str, value: String| out.push(Track { name: name.to_string(), value });
        put(
            "day",
            format!("{} of {}, {}; the last is {}", p.day, s.days, self.date(p, p.day), self.date(p, s.days)),
        );
        put("first player", SIDES[usize::from(p.first % 2)].to_string());
        let phases = PHASES.iter().filter(|f| s.barrage || **f != Phase::Barrage);
        let shown = phases.map(|f| {
            let name = phase_name(*f);
            if *f == p.phase { format!("[{name}]") } else { name.to_string() }
        });
        put(
            "phase",
            format!("{}: {}", SIDES[usize::from(p.active % 2)], shown.collect::<Vec<_>>().join(" · ")),
        );
        if !s.weather.is_empty() {
            put("weather", if engine.march_snow(p) { "snow" } else { "clear" }.to_string());
        }
        if p.phase == Phase::Attack {
            let (owing, must) = (engine.owes(p).len(), engine.must_be_attacked(p).len());
            let hexes = if must == 1 { "1 hex".to_string() } else { format!("{must} hexes") };
            put("attacks owed", format!("{} to attack, {hexes} to be attacked", count(owing, "unit")));
        }
        if p.day <= s.ferry_until {
            put("ferry of Płock", format!("runs through {}", self.date(p, s.ferry_until)));
        }
        if let Some(limit) = s.row_limit.as_ref().filter(|l| p.day <= l.until) {
            let until = self.date(p, limit.until);
            put("bound rows", format!("an army stays in rows from {} on through {until}", limit.least_row));
        }
        for side in [DE, RU] {
            self.side_tracks(p, side, &mut out);
        }
        self.groups(p, &mut out);
        out
    }

    fn side_tracks(&self, p: &Position, side: u8, out: &mut Vec<Track>) {
        let engine = self.engine();
        let who = SIDES[usize::from(side)];
        let mut put = |name: &str, value: String| out.push(Track { name: format!("{who}: {name}"), value });
        let kinds = self.d.charts.replacement_kinds.iter().enumerate().filter(|(_, k)| k.side == side);
        let points = kinds.map(|(kind, k)| {
            let name = k.id.split_once('-').map_or(k.id.as_str(), |(_, name)| name);
            let more = engine.scenario(p).points.iter();
            let next = more.filter(|x| usize::from(x.kind) == kind && x.day > p.day).min_by_key(|x| x.day);
            let coming = next.map(|x| format!(" (+{} on {})", x.cel, self.date(p, x.day)));
            format!("{name} {}{}", p.points[kind], coming.unwrap_or_default())
        });
        put("replacement points", points.collect::<Vec<_>>().join(", "));
        let all = |kind: Kind| {
            engine.all_units().filter(move |u| engine.kind(*u) == kind && engine.def(*u).side == side)
        };
        let at = |kind: Kind, at: At| all(kind).filter(|u| p.units.at(*u) == at).count();
        let used = |kind: Kind| all(kind).any(|u| p.units.at(u) != At::Unused);
        if used(Kind::Airship) {
            let (flying, waits, lost) =
                (at(Kind::Airship, At::Map), at(Kind::Airship, At::Pool), at(Kind::Airship, At::Left));
            put("airships", format!("{flying} over the map, {waits} ready, {lost} lost"));
        }
        if used(Kind::Train) {
            let loaded = engine.trains().filter(|(slot, t)| p.on_map(*t) && p.rail.load[*slot].is_some());
            let (map, loaded) = (at(Kind::Train, At::Map), loaded.count());
            put(
                "trains",
                format!("{map} on the map, {loaded} loaded, {} to be placed", at(Kind::Train, At::Pool)),
            );
        }
        let units =
            || engine.all_units().filter(|u| engine.def(*u).side == side && engine.kind(*u).is_unit());
        let state = |at: At| units().filter(|u| p.units.at(*u) == at).count();
        let starved = units().filter(|u| p.on_map(*u) && p.units.level(*u) > 0).count();
        put(
            "units",
            format!(
                "{} on the map, {} to come, {} eliminated, {starved} out of supply",
                state(At::Map) + state(At::Aboard),
                state(At::Due),
                state(At::Gone)
            ),
        );
    }

    /// Groups of reinforcements that wait for something.
    fn groups(&self, p: &Position, out: &mut Vec<Track>) {
        let engine = self.engine();
        let s = engine.scenario(p);
        for (i, group) in s.groups.iter().enumerate() {
            let opened = p.march.opened.get(i).copied().unwrap_or(0);
            let waits = match &group.condition {
                _ if opened > 0 => format!("may come since {}", self.date(p, opened.max(group.not_before))),
                Condition::Date => format!("may come from {}", self.date(p, group.not_before)),
                Condition::MovedSouth(units) => {
                    let names: Vec<&str> = units.iter().map(|u| engine.name(*u)).collect();
                    format!(
                        "once {} has gone south or is destroyed, from {}",
                        names.join(" or "),
                        self.date(p, group.not_before)
                    )
                }
                Condition::OnMap(of) => {
                    let other = s.groups.get(usize::from(*of)).map_or("another group", |g| g.title.as_str());
                    format!("once {other} has come, from {}", self.date(p, group.not_before))
                }
            };
            out.push(Track { name: group.title.clone(), value: waits });
        }
    }
}
