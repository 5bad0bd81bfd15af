//! Tracks, and how the game stands.

use super::Sight;
use crate::Empires;
use crate::words::month_text;
use sandtable_core::view::{Standing, Track};

impl Empires {
    pub(super) fn tracks(&self, sight: &Sight<'_>) -> Vec<Track> {
        let p = sight.p;
        let track = |name: &str, value: String| Track { name: name.to_string(), value };
        let last = p.month - p.play.turn + p.play.turns.saturating_sub(1);
        let mut out =
            vec![track("month", format!("{}, the last is {}", month_text(p.month), month_text(last)))];
        let slots = p.play.slots.iter().take_while(|s| **s != 0);
        let order: Vec<String> = slots.map(|s| self.power_names(*s)).collect();
        if !order.is_empty() {
            out.push(track("order", order.join(", ")));
        }
        for power in self.players(p) {
            let name = &self.d.nations[usize::from(power)].name;
            let i = usize::from(power);
            out.push(track(&format!("{name}: money"), p.money[i].to_string()));
            out.push(track(&format!("{name}: political points"), p.play.points[i].to_string()));
            let depots = crate::play::land::depots::count(&self.d, p, power);
            out.push(track(&format!("{name}: depots"), format!("{depots} of {}", p.counters[i])));
        }
        out
    }

    /// The powers that play the scenario.
    pub(crate) fn players(&self, p: &crate::play::land::Position) -> Vec<u8> {
        let mut out: Vec<u8> =
            self.engine().scenario(p).sides.iter().flat_map(|s| s.powers.clone()).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Who would win if it ended now.
    pub(super) fn standings(&self, sight: &Sight<'_>) -> Vec<Standing> {
        let lines = sight.engine.standing(sight.p).into_iter();
        lines.map(|(text, rule)| Standing { text, rule }).collect()
    }
}
