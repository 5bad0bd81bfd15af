//! What an action came to, for a forecast.

use crate::Fury;
use crate::play::action::Event;
use crate::words::{result, side_name, verb};

impl Fury {
    /// What an action came to, for a forecast: results in words without the rolls that led to them, so that rolls with the
    /// same result are added up.
    pub(crate) fn outcome_text(&self, events: &[Event]) -> String {
        let fort = |i: u8| self.data.forts[usize::from(i)].name.as_str();
        let mut parts = Vec::new();
        for e in events {
            parts.extend(match *e {
                Event::Result(a, d, r) => Some(result(a, d, r)),
                Event::Cohesion(roll) if roll <= self.data.tables.cohesion => {
                    Some("cohesion lost: one loss".to_string())
                }
                Event::Cohesion(_) => Some("cohesion held".to_string()),
                Event::Lapsed(_) => Some("the attack lapses".to_string()),
                Event::SiegeRoll { fort: f, total, .. } if total < self.data.tables.siege_falls => {
                    Some(format!("the siege of {} goes on", fort(f)))
                }
                Event::Initiative(_, _, side) => {
                    Some(format!("{} {} the initiative", side_name(side), verb(side, "has", "have")))
                }
                Event::Planning(nation, _, count) => {
                    Some(format!("{} planning: {count} active", nation.name()))
                }
                Event::Fell(..) | Event::Ended(..) => Some(self.event_line(e).text),
                _ => None,
            });
        }
        if parts.is_empty() {
            // No die is rolled: what happens is certain.
            parts.extend(events.iter().filter_map(|e| self.told_line(e)).map(|line| line.text));
        }
        if parts.is_empty() { "nothing is left to chance".to_string() } else { parts.join("; ") }
    }
}
