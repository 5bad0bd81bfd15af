//! What an editor must know of the words of [`super`].

use super::{PHASES, SIDES};
use crate::Orel;
use crate::data::{Class, EventKind, UnitDef};
use sandtable_core::position_words::{CounterWord, PositionWords};

/// The kind of a unit, for the states that it can have.
fn kind(def: &UnitDef) -> &'static str {
    match def.class {
        Class::Train => "train",
        Class::Tank => "tank",
        Class::Convoy | Class::RailDepot => "depot",
        _ if def.class.is_gun() => "guns",
        _ if def.class.is_troop() => "troops",
        _ => "vehicle",
    }
}

impl Orel {
    /// What [`Guide::position_words`](sandtable_core::guide::Guide::position_words) says.
    pub(crate) fn lead_file(&self, scenario: &str) -> PositionWords {
        let found = self.d.scenarios.iter().find(|s| s.id == scenario);
        let s = found.unwrap_or(&self.d.scenarios[0]);
        let mut out = PositionWords { clear: "clear", ..PositionWords::default() };
        out.head("turn", "the turn", s.first_turn..=s.last_turn);
        out.head("side", "whose player turn it is", SIDES);
        out.head("phase", "the phase that begins", PHASES.map(|(word, _)| word));
        out.away("eliminated", "lost");
        out.away("pool", "a recruit battalion to be built");
        out.away("entry", "enters by an own edge");
        out.away("due={n}", "a reinforcement of that turn");
        out.away("off={place}", "off the map, to come back there");
        out.away("driven={place}", "a train that lost a duel");
        let fighters = ["troops", "guns"];
        for word in ["march", "routed", "routed=now", "begun", "digging", "entrenched"] {
            out.state(word, &fighters);
        }
        out.state("ooc", &fighters);
        for word in ["unsupplied", "main", "moved", "observed"] {
            out.state(word, &[]);
        }
        out.state("recruits", &fighters);
        out.state("broken", &["tank"]);
        out.state("points={n}", &["depot"]);
        for side in SIDES {
            out.state(format!("of={side}"), &["train"]);
        }
        out.state("barrage", &["guns", "train"]);
        for word in ["attack=prepared:{place}", "attack=hasty:{place}"] {
            out.state(word, &["troops", "tank", "vehicle", "train"]);
        }
        for word in ["support=prepared:{place}", "support=hasty:{place}"] {
            out.state(word, &["guns", "train"]);
        }
        let name = |hex| self.d.map.name(hex);
        let stations = self.d.map.stations.iter().filter(|h| s.area.has(*h)).map(name).next();
        for def in &self.d.units {
            let face = |steps: u8| if steps == def.steps { String::new() } else { format!("steps={steps}") };
            let stands = def.class.is_rail().then(|| stations.clone()).flatten().unwrap_or_default();
            out.counters.push(CounterWord {
                word: def.id.clone(),
                kind: kind(def),
                faces: (1..=def.steps).rev().map(face).collect(),
                stands,
                ..CounterWord::default()
            });
        }
        for (word, about) in [
            ("recruits {side} {n}", "Recruit Points"),
            ("prisoners {side} {n}", "prisoners taken"),
            ("lost {side} {n}", "combat units lost"),
            ("rails {side} {place}", "railway hexes that a side controls instead of the other"),
            ("orel {side}", "who controls Orel"),
            ("centre", "units in Orel are in its centre"),
            ("suburbs", "units in Orel are in its suburbs"),
            ("wants {side} events", "a side has asked for random events"),
        ] {
            out.row(word, about);
        }
        for row in &s.inactive {
            let id = &self.d.formations[usize::from(row.formation)].id;
            out.row(&format!("awake {id}"), "a formation that may act");
            out.row(&format!("asleep {id}"), "a formation that may not act yet");
        }
        for event in self.d.events.iter().filter(|e| e.kind == EventKind::Controlled) {
            let side = SIDES[usize::from(event.side % 2)];
            out.row(&format!("keeps {side} {}", event.id), "an event that a side keeps");
        }
        out
    }
}
