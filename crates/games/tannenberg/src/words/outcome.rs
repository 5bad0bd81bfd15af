//! What an action came to, for a forecast.

use super::events::result;
use super::names::count;
use crate::Theatre;
use crate::action::Event;

impl Theatre {
    /// What chance had its say in, in the order in which it happened. Only events that everybody reads count: a forecast is
    /// made from what its side knows.
    pub(crate) fn outcome_text(&self, events: &[Event]) -> String {
        let mut parts = Vec::new();
        for event in events {
            match *event {
                Event::Result(a, d, ..) => parts.push(result(a, d)),
                Event::CalledOff => parts.push("called off".to_string()),
                Event::Attrition(u, _, lost, _) => parts.push(match lost {
                    0 => format!("{} holds out", self.unit_name(u)),
                    n => format!("{} starves, {}", self.unit_name(u), count(n, "step")),
                }),
                Event::CommandRoll(u, _, ok, _) => {
                    let comes = if ok { "in" } else { "out of" };
                    parts.push(format!("{} {comes} command", self.unit_name(u)));
                }
                Event::Entrained(u, roll, ok, _) if roll > 0 => {
                    let comes = if ok { "entrains" } else { "stops" };
                    parts.push(format!("{} {comes}", self.unit_name(u)));
                }
                Event::WithdrawalRoll(u, _, away) => {
                    let comes = if away { "withdraws" } else { "stays" };
                    parts.push(format!("{} {comes}", self.unit_name(u)));
                }
                Event::ReplacementRoll(u, _, ok, _) => {
                    let comes = if ok { "is restored" } else { "is not restored" };
                    parts.push(format!("{} {comes}", self.unit_name(u)));
                }
                Event::WestRoll(_, total) => parts.push(format!("West Front {total}")),
                _ => {}
            }
        }
        if parts.is_empty() { "no chance in it".to_string() } else { parts.join("; ") }
    }
}
