//! What an editor must know of the words of [`super`].

use super::PHASES;
use super::pieces::MARKS;
use crate::Lodz;
use crate::data::{Feature, Kind};
use crate::position::Flag;
use sandtable_core::position_words::{CounterWord, PositionWords};

/// The kind of a counter, for the states that it can have.
const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Artillery => "artillery",
        Kind::Hq => "headquarters",
        Kind::Train | Kind::Base => "railway",
        Kind::Airship => "airship",
        _ => "unit",
    }
}

impl Lodz {
    /// What [`Guide::position_words`](sandtable_core::guide::Guide::position_words) says.
    pub(crate) fn lead_file(&self, scenario: &str) -> PositionWords {
        let found = self.d.scenarios.iter().find(|s| s.id == scenario);
        let s = found.unwrap_or(&self.d.scenarios[0]);
        let mut out = PositionWords { clear: "clear", ..PositionWords::default() };
        out.head("day", "the day", 1..=s.days);
        out.head("side", "whose phases run", ["de", "ru"]);
        out.head("phase", "the phase that begins", PHASES.map(|(word, _)| word));
        out.away("due", "a reinforcement still to come");
        out.away("destroyed", "lost");
        out.away("left", "left for good");
        out.away("pool", "an airship or train to be placed");
        out.away("aboard={counter}", "in a train");
        for (word, flag, _) in MARKS {
            let of: &[&str] = match flag {
                Flag::Marching | Flag::Barraged => &["artillery"],
                Flag::Disorganized => &["unit", "artillery"],
                _ => &["unit", "artillery", "headquarters"],
            };
            out.state(word, of);
        }
        out.state("level={n}", &["unit", "artillery", "headquarters"]);
        out.state("ferried", &["unit"]);
        out.state("builds={place}", &["headquarters"]);
        let map = &self.d.maps[usize::from(s.map)];
        let rails = map.all().find(|h| map.has(*h, Feature::Rail)).map(|h| map.name(h));
        for def in self.d.units.iter().filter(|u| u.kind != Kind::Train || s.trains > 0) {
            let face = |cel: u8| if cel == def.cel { String::new() } else { format!("cel={cel}") };
            let railed = matches!(def.kind, Kind::Train | Kind::Base);
            out.counters.push(CounterWord {
                word: def.id.clone(),
                kind: kind(def.kind),
                faces: (1..=def.cel).rev().map(face).collect(),
                stands: rails.clone().filter(|_| railed).unwrap_or_default(),
                ..CounterWord::default()
            });
        }
        for (word, about) in [
            ("works {side} {place}", "field works of a side"),
            ("improved {side} {place}", "improved works of a side"),
            ("no-works {place}", "the works there are levelled"),
            ("held {side} {place}", "who holds a town or victory hex"),
            ("bridge {place}/{place}", "a bridge stands"),
            ("broken {place}/{place}", "a bridge is broken"),
            ("fixed {place} {place}", "a fixed position, and the side that it faces"),
            ("no-fixed {place}", "no fixed position is there"),
            ("rails {counter} {place}", "a rail hex that a supply base feeds with"),
            ("scored {side} {n}", "points of earlier parts of a campaign"),
        ] {
            out.row(word, about);
        }
        for kind in &self.d.charts.replacement_kinds {
            out.row(&format!("points {} {{n}}", kind.id), "replacement points");
        }
        for group in &s.groups {
            out.row(
                &format!("open {} {{n}}", group.id),
                "a group of reinforcements may come, from that day on",
            );
        }
        out
    }
}
