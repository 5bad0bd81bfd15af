//! Losses in words.

use super::{LossAction, LossEvent, Why};
use crate::play::Engine;
use crate::play::combat::{Factors, Kind};
use crate::words::hands::Lost;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

/// Factors in words: `3 infantry, 1 cavalry`.
pub fn factors_text(factors: Factors) -> String {
    let list: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|k| factors[*k] > 0)
        .map(|k| format!("{} {}", factors[k], kind_text(k)))
        .collect();
    if list.is_empty() { "nothing".to_string() } else { list.join(", ") }
}

/// A kind of factor in words.
pub fn kind_text(kind: Kind) -> &'static str {
    [
        "guard",
        "infantry",
        "militia",
        "cavalry",
        "artillery",
        "feudal infantry",
        "feudal cavalry",
        "cossack",
        "freikorps",
        "guerilla",
    ][kind as usize]
}

sandtable_core::action_table! {
    LossAction, Engine<'_>;
    (Rest) = "lose_rest": "lose the rest, the cheapest first", "Lose the rest, the cheapest first";
    (Rest) = "lose_rest": "lose the rest", "Lose the rest, the cheapest first";
    (Rest) = "lose_rest": "lose rest", "Lose the rest, the cheapest first";
    (Take(source, kind)) source, kind [Lost(*source, *kind)] = "lose":
        "lose {kind} of {source}", "Lose 1 {kind} of {source}";
}

impl Engine<'_> {
    /// An event as a viewer may read it: what a power gives up it alone is told, others see what is laid open later.
    pub fn loss_line(&self, event: &LossEvent, viewer: Viewer) -> Option<Line> {
        let LossEvent::Lost { power, factors, why, area } = *event;
        if viewer != Viewer::All && viewer != Viewer::Side(Side(power)) {
            return None;
        }
        let (by, rule) = match why {
            Why::Round => ("in combat", "7.5.2.9.2"),
            Why::Guard => ("as committed guard", "12.3.4"),
            Why::Guns => ("to bombardment", "12.3.5"),
            Why::Pursuit => ("in the pursuit", "7.5.2.10.2.3"),
            Why::Forage => ("to foraging", "7.4.1.3"),
            Why::Besieged => ("to hunger", "7.4.5.2"),
            Why::Sortie => ("in a sortie", "7.5.4.1.2.1"),
        };
        let who = &self.d.nations[usize::from(power)].name;
        Some(Line {
            text: format!("{who} loses {} {by}", factors_text(factors)),
            rule,
            places: vec![self.d.board.area(area).id.clone()],
        })
    }
}
