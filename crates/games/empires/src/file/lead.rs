//! What an editor must know of the words of [`super`].

use super::{PHASES, forces::KINDS};
use crate::Empires;
use crate::data::POWERS;
use crate::play::land::{Position, Spot};
use sandtable_core::position_words::{CounterWord, PositionWords};

impl Empires {
    /// What [`Guide::position_words`](sandtable_core::guide::Guide::position_words) says.
    pub(crate) fn lead_file(&self, scenario: &str) -> PositionWords {
        let found = self.d.scenarios.iter().find(|s| s.id == scenario);
        let mut out = PositionWords { clear: "clear", ..PositionWords::default() };
        out.head("turn", "the month, counted from the first", 1..=found.map_or(1, |s| s.turns));
        let power = |q: usize| self.d.nations[q].id.to_lowercase();
        out.head("power", "whose sequence it is", (0..POWERS).map(power).chain(["none".to_string()]));
        out.head("phase", "where the month stands", PHASES.map(|(word, ..)| word));
        out.head::<&str>("order", "slots of the month; powers joined by + move together", []);
        out.head::<&str>("blocks", "which corps each block is, all of them in order", []);
        out.away("off", "not on the map");
        out.away("aboard {n}", "on the fleet with this number, counted from 0");
        let corps = ["corps"];
        out.state("city", &[]);
        for kind in KINDS {
            out.state(format!("{{n}}{kind}"), &corps);
        }
        for word in [
            "seen",
            "moved",
            "water",
            "forced",
            "abroad",
            "leaving",
            "rested",
            "waits",
            "foraged",
            "plundered",
            "paid",
            "from={place}",
            "forage={n}",
            "unused={n}",
            "payer={side}",
            "power={side}",
        ] {
            out.state(word, &corps);
        }
        for def in &self.d.corps {
            // Half of what finds room, and one of each kind at least.
            let some = KINDS.iter().zip(def.room).filter(|(_, room)| *room > 0);
            let some: Vec<String> = some.map(|(kind, room)| format!("{}{kind}", room.div_ceil(2))).collect();
            out.counters.push(CounterWord {
                word: def.id.clone(),
                kind: "corps",
                needs: some.join(" "),
                ..CounterWord::default()
            });
        }
        for def in &self.d.leaders {
            out.counters.push(CounterWord { word: def.id.clone(), kind: "leader", ..CounterWord::default() });
        }
        for (word, about) in [
            ("garrison {place} {side} {n}I", "infantry in a city"),
            ("garrison {place} {side} {n}M", "militia in a city"),
            ("depot {place} {side}", "a depot"),
            ("depot {place} {side} new", "a depot that was placed this turn"),
            ("depot {place} {side} {n}I", "a depot with infantry on it"),
            ("inside {place} {side}", "a depot inside a besieged port"),
            ("irregulars {place} {side} {n}", "cossacks, freikorps or guerillas"),
            ("siege {place}", "the city is besieged"),
            ("attack {place}", "an attack is declared there"),
            ("holder {place} {side}", "whose an area is"),
            ("tired {place} {n}", "irregulars that have moved there"),
            ("money {side} {n}", "money points"),
            ("points {side} {n}", "political points"),
            ("war {side} {side}", "two powers are at war"),
            ("ally {side} {side}", "two powers are allied"),
            ("peace {side} {side}", "two powers are at peace"),
            ("fleet {side} port {place}", "a fleet in port"),
            ("fleet {side} box {place}", "a fleet that blockades a port"),
            ("lost {side} {n}", "corps that a power has lost"),
        ] {
            out.row(word, about);
        }
        out
    }

    /// What [`Guide::row_word`](sandtable_core::guide::Guide::row_word) says: a block stands in a file under the name of its corps.
    pub(crate) fn lead_word(&self, p: &Position, counter: &str) -> String {
        let engine = self.engine();
        let mut blocks = (0..self.d.corps.len()).filter(|b| p.corps[*b].spot != Spot::Off);
        let block = blocks.find(|b| engine.block_id(p, *b) == counter);
        block.map_or(counter.to_string(), |b| engine.block_name(p, b))
    }
}
