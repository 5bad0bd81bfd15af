//! What an editor must know of the words of [`super`].

use super::{PHASES, SIDES, STATES, TOLD};
use crate::Tannenberg;
use sandtable_core::position_words::{CounterWord, PositionWords};

impl Tannenberg {
    /// What [`Guide::position_words`](sandtable_core::guide::Guide::position_words) says.
    pub(crate) fn lead_file(&self, scenario: &str) -> PositionWords {
        let sheet = self.sheets.iter().find(|s| s.rules.scenario.id == scenario).unwrap_or(&self.sheets[0]);
        let (data, rules) = (&sheet.data, &sheet.rules);
        let mut out = PositionWords::default();
        out.head("turn", "the turn", rules.scenario.first_turn..=rules.scenario.last_turn);
        out.head("side", "whose Player-Turn it is", SIDES.map(|(word, _)| word));
        out.head("phase", "the phase that begins", PHASES.map(|(word, _)| word));
        out.head::<&str>("points", "victory points", []);
        out.head::<&str>("german-steps", "Steps that the German has lost", []);
        out.head::<&str>("attempts", "tries at replacement in this phase", []);
        if rules.is_shared() {
            out.head("order", "which Russian acts first", ["ru", "ru2"]);
            out.head::<&str>("shares", "points of the two Russians", []);
        }
        out.away("pool", "still to come");
        out.away("eliminated", "lost");
        for exit in 0..data.map.exits.len() as u8 {
            out.away(
                &format!("off-{}", self.any_data().exit_name(exit)),
                "off the map at an exit, entrained",
            );
        }
        for (word, _) in STATES {
            let of: &[&str] = match word {
                "out-of-supply" | "out-of-command" => &["unit"],
                _ => &[],
            };
            out.state(word, of);
        }
        for word in ["gruppe={n}", "spent={n}", "ridden={n}", "shut={n}"] {
            out.state(word, &[]);
        }
        out.state("under={counter}", &["unit"]);
        for unit in &data.units {
            let face = |lost| if lost == 0 { String::new() } else { format!("lost={lost}") };
            out.counters.push(CounterWord {
                word: unit.id.clone(),
                kind: if unit.is_hq() { "headquarters" } else { "unit" },
                faces: (0..unit.steps.max(1)).map(face).collect(),
                ..CounterWord::default()
            });
        }
        out.row("dummy {n} {place}", "an empty Gruppe");
        for (word, _) in TOLD {
            out.row(&format!("gruppe {{n}} told={word}"), "what the other side was told of a Gruppe");
        }
        for fort in &data.map.forts {
            out.row(&format!("fort {} lost={{n}}", fort.place), "Steps that a fortress has lost");
            out.row(&format!("fort {} stormed", fort.place), "a fortress that was stormed");
        }
        out.row("last {side} {place}", "who was last to hold a hex");
        out.row("free {place}", "a garrison that may leave");
        out.row("answered {place} yes", "a Gruppe was said to control it");
        out.row("answered {place} no", "no Gruppe was said to control it");
        if rules.uses("19") {
            out.row("west called={n}", "when help was called from the west");
        }
        out
    }
}
