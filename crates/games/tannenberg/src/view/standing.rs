//! Tracks, and how the game stands.

use super::Sight;
use crate::Tannenberg;
use crate::play::{DE, LevelRow, RU, RU_SECOND};
use crate::position::{MARKERS, Phase, Position};
use crate::words::side_word;
use sandtable_core::view::{Standing, Track, Viewer};
use sandtable_east::words::count;

impl Tannenberg {
    pub(super) fn tracks(&self, sight: &Sight<'_>) -> Vec<Track> {
        let (p, engine) = (sight.p, sight.engine);
        let rules = &self.sheet(p).rules;
        let track = |name: String, value: String| Track { name, value };
        let mut out = vec![
            track("turn".into(), self.turn_words(p, p.turn).replacen("turn ", "", 1)),
            track("victory points".into(), p.points.to_string()),
        ];
        if rules.is_shared() {
            for (player, share) in [RU, RU_SECOND].into_iter().zip(p.own.shares) {
                out.push(track(format!("points of the {} player", side_word(player)), share.to_string()));
            }
        }
        // What trains the German runs is secret; what the other side runs concerns nobody either.
        let players = [DE, RU, RU_SECOND].into_iter().filter(|s| rules.is_shared() || *s != RU_SECOND);
        for player in players
            .filter(|s| sight.viewer == Viewer::All || sight.viewer == Viewer::Side(sandtable_core::Side(*s)))
        {
            let left = engine.capacity_left(p, player);
            out.push(track(format!("{} rail capacity left", side_word(player)), left.to_string()));
        }
        if sight.inside && engine.own.hides(p).is_some() {
            let free = MARKERS - engine.gruppen(p).count();
            out.push(track("Gruppe markers left".into(), free.to_string()));
        }
        if rules.uses("19") {
            out.push(track("west front".into(), self.west_words(p)));
        }
        out
    }

    /// How far the call to the west front has come (tannenberg 19.2).
    fn west_words(&self, p: &Position) -> String {
        let wf = &self.sheet(p).rules.own.west_front;
        let commander = match (p.own.west.exchange, p.own.west.exchanged) {
            (0, _) => None,
            (_, true) => Some("the commander is replaced".to_string()),
            (turn, false) => Some(format!("a new commander on turn {}", turn + wf.exchange.after)),
        };
        let units = match p.own.west.called {
            0 => None,
            turn => Some(format!("units from turn {}", turn + wf.units_after)),
        };
        let parts: Vec<String> = commander.into_iter().chain(units).collect();
        if parts.is_empty() { "not called".to_string() } else { parts.join(", ") }
    }

    /// Who would win now, and what is missing for the next levels up and down (tannenberg 21.3).
    pub(super) fn standings(&self, p: &Position) -> Vec<Standing> {
        let rules = &self.sheet(p).rules;
        let over = p.phase == Phase::Over;
        let Some(chart) = rules.own.victory.levels.get(&rules.scenario.levels) else { return Vec::new() };
        let Some(at) = chart.rows.iter().position(|r| r.from.is_none_or(|f| p.points >= f)) else {
            return Vec::new();
        };
        let words = |row: &LevelRow| {
            format!("{} victory for {}", row.level, if row.side == "de" { "Germany" } else { "Russia" })
        };
        let now = if over { "" } else { " if it ended now" };
        let text = format!("Total {}: {}{now}.", p.points, words(&chart.rows[at]));
        let mut out = vec![Standing { text, rule: "21.3" }];
        if over {
            return out;
        }
        if let Some(up) = at.checked_sub(1).and_then(|i| chart.rows.get(i)) {
            let missing = up.from.map_or(0, |f| f - p.points);
            let text = format!("{} more would be a {}.", count(missing, "point"), words(up));
            out.push(Standing { text, rule: "21.3" });
        }
        if let (Some(from), Some(down)) = (chart.rows[at].from, chart.rows.get(at + 1)) {
            let text = format!("{} less would be a {}.", count(p.points - from + 1, "point"), words(down));
            out.push(Standing { text, rule: "21.3" });
        }
        if rules.is_shared() {
            let first = if p.own.shares[1] > p.own.shares[0] { RU_SECOND } else { RU };
            let text = format!("Of the two Russians the {} player is ahead.", side_word(first));
            out.push(Standing { text, rule: "22.5" });
        }
        out
    }
}
