//! Charts of what only this game has.

use super::{chart, row};
use crate::Tannenberg;
use crate::play::{Addition, DE, reason};
use sandtable_core::guide::Chart;
use sandtable_east::data::pieces::{HqFace, Level};

const fn side_name(side: u8) -> &'static str {
    if side == DE { "Germany" } else { "Russia" }
}

/// What an addition asks for; `place` names a place of the board.
fn what(a: &Addition, place: impl Fn(&str) -> String) -> String {
    if let (Some(each), Some(beyond)) = (a.each_sp, a.beyond_sp) {
        let most = a.most.map_or(String::new(), |m| format!(", {m} at most"));
        return format!("for each {each} SP of infantry in Germany beyond {beyond}{most}");
    }
    if let Some(from) = a.controlled_from {
        return format!("{from} places that score under Russian control");
    }
    if let Some(from) = a.german_steps_lost_from {
        return format!("{from} German steps lost");
    }
    if let (Some(within), Some(of)) = (a.within, a.of.as_ref()) {
        let or = if a.or_german_fortress_destroyed { ", or a German fortress destroyed" } else { "" };
        return format!("a Russian unit within {within} hexes of {}{or}", place(of));
    }
    match (a.infantry_within, a.river.as_ref()) {
        (Some(within), Some(river)) => format!("infantry in Germany within {within} hexes of the {river}"),
        _ => a.id.clone(),
    }
}

/// What the title of a headquarters says that it leads.
fn formation_of(title: &str) -> &str {
    title.split_once(", ").map_or(title, |(_, led)| led)
}

impl Tannenberg {
    pub(super) fn fortress_chart(&self) -> Chart {
        let data = self.any_data();
        let rows = data.map.forts.iter().enumerate().map(|(i, f)| {
            let name = self.any_data().fort_name(i as u8);
            row([&name, &data.map.number(f.hex), &side_name(f.side), &f.full, &f.weakened])
        });
        let head = ["Fortress", "Hex", "Side", "Strength", "Weakened"];
        chart("Fortresses", "11.11b", &head, rows.collect(), self.source(&["fortress", "source_places"]))
    }

    pub(super) fn hq_chart(&self) -> Chart {
        let data = self.any_data();
        let hqs = data.ids().filter(|u| data.unit(*u).is_hq());
        let rows = hqs.filter_map(|u| {
            let (unit, hq) = (data.unit(u), data.unit(u).hq.as_ref()?);
            let side = |f: Option<HqFace>| {
                f.map_or("–".to_string(), |f| {
                    let combat = if f.heroic { format!("{} H", f.combat) } else { format!("({})", f.combat) };
                    format!("{} / {} / {}, {combat}", f.shift, f.strength, f.radius)
                })
            };
            let level = match hq.level {
                Level::Corps => "corps",
                Level::Army => "army",
                Level::Staff => "staff",
            };
            Some(row([
                &data.title(u),
                &formation_of(&unit.title),
                &level,
                &side(hq.faces[0]),
                &side(hq.faces[1]),
            ]))
        });
        let head = ["Who", "Leads", "Level", "Front", "Back"];
        let title = "Headquarters: shift / strength / radius, combat (H: heroic)";
        chart(title, "10.11a", &head, rows.collect(), &self.hq_source)
    }

    pub(super) fn west_chart(&self) -> Chart {
        let wf = &self.sheets[0].rules.own.west_front;
        let places = &self.any_data().map.board.parts().places;
        let name =
            |id: &str| places.iter().find(|p| p.id == id).map_or_else(|| id.to_string(), |p| p.name.clone());
        let mut rows: Vec<Vec<String>> =
            wf.additions.iter().map(|a| row([&format!("+{}", a.add), &what(a, name)])).collect();
        let mut from = 1;
        for r in &wf.chart {
            let upto = if r.upto >= 90 { format!("{from} or more") } else { format!("{from} to {}", r.upto) };
            let comes = match (r.exchange, r.units) {
                (false, false) => "nothing",
                (true, false) => "a new commander",
                (false, true) => "the West Front units",
                (true, true) => "a new commander and the West Front units",
            };
            rows.push(row([&upto, &comes]));
            from = r.upto.saturating_add(1);
        }
        let source = self.source(&["west_front", "source_chart"]);
        chart("West front: additions, then the total", "19.12", &["Die", "What"], rows, source)
    }

    pub(super) fn points_chart(&self) -> Chart {
        let events = &self.sheets[0].rules.own.victory.events;
        let listed = self.tables.get("victory").and_then(|v| v.get("events")).and_then(toml::Value::as_array);
        let source = |id: &str| {
            let found =
                listed.into_iter().flatten().find(|e| e.get("id").and_then(toml::Value::as_str) == Some(id));
            found
                .and_then(|e| e.get("source"))
                .and_then(toml::Value::as_str)
                .unwrap_or("reconstructed")
                .to_string()
        };
        let words = |id: &str| {
            reason::ALL
                .iter()
                .find(|r| r.id == id)
                .map_or_else(|| id.replace('-', " "), |r| r.words.to_string())
        };
        let rows =
            events.iter().map(|e| row([&words(&e.id), &format!("{:+}", e.vp), &e.rule, &source(&e.id)]));
        let head = ["For", "Points", "Rule", "Source"];
        chart("Victory points", "21.0b", &head, rows.collect(), self.source(&["victory", "source"]))
    }

    pub(super) fn town_chart(&self) -> Chart {
        let map = &self.any_data().map;
        let places = &map.board.parts().places;
        let rows = map.towns.iter().map(|t| {
            let name = places.iter().find(|p| p.id == t.place).map_or(t.place.as_str(), |p| p.name.as_str());
            row([&name, &map.number(t.hex), &t.points])
        });
        let source = self.source(&["victory", "towns", "source_values"]);
        chart("Places that score each turn", "21.11", &["Place", "Hex", "Points"], rows.collect(), source)
    }

    /// One for each scenario that has a chart of its own.
    pub(super) fn level_charts(&self) -> Vec<Chart> {
        let levels = &self.sheets[0].rules.own.victory.levels;
        let one = |(id, levels): (&String, &crate::play::Levels)| {
            let rows = levels.rows.iter().map(|r| {
                let from = r.from.map_or("less".to_string(), |f| format!("{f} or more"));
                let side = if r.side == "de" { "Germany" } else { "Russia" };
                row([&from, &side, &r.level])
            });
            let used = self.sheets.iter().filter(|s| s.rules.scenario.levels == *id);
            let titles: Vec<&str> = used.map(|s| s.rules.scenario.title.as_str()).collect();
            let title = format!("Levels of victory: {}", titles.join("; "));
            let source = self.source(&["victory", "levels", id, "source"]);
            chart(&title, "21.3", &["Total", "Winner", "Level"], rows.collect(), source)
        };
        levels.iter().map(one).collect()
    }

    /// The tracks, with the rail capacity of each turn.
    pub(super) fn turn_charts(&self) -> Vec<Chart> {
        let mut tracks: Vec<&str> = Vec::new();
        let mut out = Vec::new();
        for sheet in &self.sheets {
            let track = sheet.rules.scenario.track.as_str();
            if tracks.contains(&track) {
                continue;
            }
            tracks.push(track);
            let names = self.turn_names(track, &sheet.rules);
            let prefix = &sheet.rules.scenario.turn_prefix;
            let rows = names.iter().enumerate().map(|(i, name)| {
                let turn = i as u8 + 1;
                let capacity = |side: u8| {
                    let army = sheet.data.params.armies.iter().find(|a| a.side == side);
                    army.map_or(0, |a| a.capacity(turn))
                };
                row([&format!("{prefix}{turn}"), name, &capacity(DE), &capacity(1 - DE)])
            });
            let title = format!("Turns and rail capacity: {}", sheet.rules.scenario.title);
            let head = ["Turn", "Date", "German SP", "Russian SP"];
            out.push(chart(&title, "5.31b", &head, rows.collect(), self.source(&["turns", "source"])));
        }
        out
    }
}
