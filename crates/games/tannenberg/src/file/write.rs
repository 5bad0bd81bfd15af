//! A position as lines: what [`Game::write_position`](sandtable_core::Game::write_position) does.

use super::{PHASES, SIDES, STATES, TOLD};
use crate::Tannenberg;
use crate::play::{DE, RU};
use crate::position::{Phase, Position, Step, off, told};
use sandtable_core::position_file::PositionLines;

impl Tannenberg {
    /// Writes heads and rows.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        let rules = &self.sheet(p).rules;
        let phase = match p.steps.waiting() {
            [Step::Moves(_)] => Some(Phase::Movement),
            [Step::PhaseEnds, Step::Attacks(_)] => Some(Phase::Combat),
            [Step::PhaseEnds, Step::Withdrawals(_)] => Some(Phase::Withdrawal),
            [Step::PhaseEnds, Step::Replace(_)] => Some(Phase::Replacement),
            _ => None,
        };
        if let Some((word, _)) = PHASES.iter().find(|(_, f)| Some(*f) == phase) {
            out.phase(word);
        }
        out.head("turn", p.turn);
        out.head("side", if p.phasing == DE { "de" } else { "ru" });
        out.head("points", p.points);
        if p.own.german_steps > 0 {
            out.head("german-steps", p.own.german_steps);
        }
        if p.attempts > 0 {
            out.head("attempts", p.attempts);
        }
        if rules.is_shared() {
            out.head("order", if p.own.order[0] == RU { "ru" } else { "ru2" });
            out.head("shares", format!("{} {}", p.own.shares[0], p.own.shares[1]));
        }
        self.write_units(p, out);
        self.write_map(p, out);
        let w = &p.own.west;
        if rules.uses("19") && *w != crate::play::West::default() {
            let mut words = vec!["west".to_string()];
            words.extend((w.called > 0).then(|| format!("called={}", w.called)));
            words.extend((w.exchange > 0).then(|| format!("exchange={}", w.exchange)));
            let said = [(w.exchanged, "exchanged"), (w.scored, "scored"), (w.done, "done")];
            words.extend(said.iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()));
            out.row(words.join(" "));
        }
    }

    fn write_units(&self, p: &Position, out: &mut PositionLines) {
        let data = &self.sheet(p).data;
        let place = |place: u16| match place {
            off::POOL => "pool".to_string(),
            off::ELIMINATED => "eliminated".to_string(),
            at => match data.map.exit_of(at) {
                Some(exit) => format!("off-{}", self.any_data().exit_name(exit)),
                None => data.map.number(at).to_string(),
            },
        };
        for unit in data.ids().filter(|u| p.place(*u) != off::OUT) {
            let (u, at) = (data.unit(unit), unit.index());
            let mut words = vec![u.id.clone(), place(p.place(unit))];
            let mut say = |is: bool, word: String| {
                if is {
                    words.push(word);
                }
            };
            let gone = p.place(unit) == off::ELIMINATED;
            say(p.lost[at] > 0 && !gone, format!("lost={}", p.lost[at]));
            say(p.gruppe[at] > 0, format!("gruppe={}", p.gruppe[at]));
            say(p.spent[at] > 0, format!("spent={}", p.spent[at]));
            say(p.ridden[at] > 0, format!("ridden={}", p.ridden[at]));
            say(p.shut_since[at] > 0, format!("shut={}", p.shut_since[at]));
            let hq = p.hq_of[at].get().and_then(|hq| data.units.get(hq.index()));
            say(hq.is_some(), format!("under={}", hq.map_or("", |h| h.id.as_str())));
            // What a state of a unit that waits would be has no words.
            for (word, state) in STATES {
                say(p.is(unit, state) && p.place(unit) != off::POOL, word.to_string());
            }
            out.row(words.join(" "));
        }
    }

    fn write_map(&self, p: &Position, out: &mut PositionLines) {
        let (data, engine) = (&self.sheet(p).data, self.engine(p));
        let number = |hex: u16| data.map.number(hex).to_string();
        for gruppe in engine.gruppen(p) {
            let marker = p.markers[usize::from(gruppe) - 1];
            let dummy = engine.in_box(p, gruppe).is_empty();
            let place = match data.map.exit_of(marker.place) {
                Some(exit) => format!("off-{}", self.any_data().exit_name(exit)),
                None => number(marker.place),
            };
            let mut words = match dummy {
                true => vec![format!("dummy {gruppe} {place}")],
                false => vec![format!("gruppe {gruppe}")],
            };
            let told = TOLD.iter().find(|(_, t)| *t == marker.told && marker.told != told::NOTHING);
            words.extend(told.map(|(word, _)| format!("told={word}")));
            words.extend((marker.spent > 0).then(|| format!("spent={}", marker.spent)));
            words.extend((marker.ridden > 0).then(|| format!("ridden={}", marker.ridden)));
            words.extend(marker.pretends.then(|| "pretends".to_string()));
            words.extend((marker.entrained && dummy).then(|| "entrained".to_string()));
            words.extend((marker.detrained && dummy).then(|| "detrained".to_string()));
            if dummy || words.len() > 1 {
                out.row(words.join(" "));
            }
        }
        for (fort, f) in data.map.forts.iter().enumerate() {
            let (lost, stormed) = (p.fort_lost(fort as u8), p.stormed(fort as u8));
            if lost > 0 || stormed {
                let lost = if lost > 0 { format!(" lost={lost}") } else { String::new() };
                out.row(format!("fort {}{lost}{}", f.place, if stormed { " stormed" } else { "" }));
            }
        }
        let home = Position::new(data);
        for (word, side) in SIDES {
            let held = |h: &u16| p.last.side(*h) == side && home.last.side(*h) != side;
            let hexes: Vec<String> = (0..data.map.len()).filter(held).map(number).collect();
            if !hexes.is_empty() {
                out.row(format!("last {word} {}", hexes.join(" ")));
            }
        }
        for (post, hex) in self.sheet(p).rules.guards.iter().enumerate() {
            if p.own.lifted >> post & 1 == 1 {
                out.row(format!("free {}", number(*hex)));
            }
        }
        for hex in p.contact.answered.iter().filter(|h| *h < data.map.len()) {
            let yes = if p.contact.controlled.has(hex) { "yes" } else { "no" };
            out.row(format!("answered {} {yes}", number(hex)));
        }
    }
}
