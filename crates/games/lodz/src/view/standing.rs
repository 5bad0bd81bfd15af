//! How the game stands: who holds the victory hexes, and what is owed.

use super::SIDES;
use crate::Lodz;
use crate::data::{DE, RU};
use crate::play::supply::victory_rule;
use crate::position::{Phase, Position};
use sandtable_core::view::Standing;

impl Lodz {
    /// Who would win if it ended now, what each side holds, and duties of the attack phase.
    pub(super) fn standings(&self, p: &Position) -> Vec<Standing> {
        let engine = self.engine();
        let (s, part) = (engine.scenario(p), engine.part(p));
        let rule = victory_rule(&part.id);
        let worth = self.d.charts.victory_points;
        let held = |side: u8| part.victory.iter().filter(move |v| p.holder[usize::from(v.hex)] == side);
        let mut out = Vec::new();
        let over = p.phase == Phase::Over;
        let points = [DE, RU].map(|side| {
            let more = if over { 0 } else { held(side).count() as u16 * u16::from(worth) };
            u16::from(p.scored[usize::from(side)]) + more
        });
        let leader = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let score = format!("{} to {}", points[0].max(points[1]), points[0].min(points[1]));
        let text = match (leader, over) {
            (Some(side), true) => format!("{} has won, {score}", SIDES[side]),
            (None, true) => format!("a draw, {score}"),
            (Some(side), false) => format!("{} would win now, {score}", SIDES[side]),
            (None, false) => format!("it would be a draw now, {score}"),
        };
        let whole = if s.parts.is_empty() { rule } else { "N11.8" };
        out.push(Standing { text, rule: whole });
        for side in [DE, RU] {
            let names: Vec<&str> = held(side).map(|v| v.name.as_str()).collect();
            let list = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            let text = format!(
                "{} holds {} of {} victory hexes: {list}",
                SIDES[usize::from(side)],
                names.len(),
                part.victory.len()
            );
            out.push(Standing { text, rule });
        }
        if !s.parts.is_empty() {
            let [de, ru] = p.scored;
            let text = format!("points of the parts that are over: Germany {de}, Russia {ru}");
            out.push(Standing { text, rule: "N11.8" });
        }
        out
    }
}
