//! Actions from their words, legal or not, so that an illegal wish is answered with its rule.

use super::actions::ENDINGS;
use crate::Tannenberg;
use sandtable_east::action::{Action, Mover};
use sandtable_east::data::UnitId;
use sandtable_east::position::Position;

impl Tannenberg {
    /// An action from its words.
    pub(crate) fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let words = words.trim().to_lowercase();
        if words == "done" {
            return Some(Action::Done);
        }
        // Words that end a step end that step and no other (tannenberg 4.0b).
        if let Some((ending, _)) = ENDINGS.iter().find(|(_, w)| *w == words) {
            return Some(if p.ending() == Some(*ending) { Action::Done } else { Action::End(*ending) });
        }
        match words.as_str() {
            "change the commander and call the west front units" => return Some(Action::Commit),
            "ask about all lines of supply" => return Some(Action::AskAll),
            "allot the rest" => return Some(Action::AllotAll),
            "attack with everybody" => return Some(Action::WithAll),
            "fight" => return Some(Action::Fight),
            _ => {}
        }
        // `2: retreat 1 hex`: an option that is open is read with its own words alone.
        if words.len() == 1 {
            return words.parse().ok().map(Action::Choose);
        }
        if let Some(option) = words.split_once(':').map(|(o, _)| o).filter(|o| o.len() == 1) {
            let action = Action::Choose(option.parse().ok()?);
            let open = self.engine(p).refuse(p, &action).is_none();
            let same = self.action_text(p, &action).to_lowercase() == words;
            return (same || !open).then_some(action);
        }
        if words.starts_with("fight for ") {
            let same = self.action_text(p, &Action::Fight).to_lowercase() == words;
            return same.then_some(Action::Fight);
        }
        if words.starts_with("mark ") {
            let (gruppe, _) = words.strip_prefix("mark ")?.split_once(" as ")?;
            let action = Action::Pretend(gruppe_from(gruppe)?);
            return (self.action_text(p, &action).to_lowercase() == words).then_some(action);
        }
        let (verb, rest) = words.split_once(' ')?;
        self.about_units(verb, rest)
            .or_else(|| self.about_movers(verb, rest))
            .or_else(|| self.about_gruppen(verb, rest))
    }

    /// Actions of a unit, or of a place alone.
    fn about_units(&self, verb: &str, rest: &str) -> Option<Action> {
        let (unit, hex) = (|w: &str| self.unit_from(w), |w: &str| self.hex_from(w));
        let both = |words: &str, between: &str| {
            let (a, b) = words.rsplit_once(between)?;
            Some((unit(a)?, hex(b)?))
        };
        match verb {
            "set" => both(rest.strip_prefix("up ")?, " in ").map(|(u, h)| Action::SetUp(u, h)),
            "bring" => both(rest.strip_prefix("in ")?, " at ").map(|(u, h)| Action::Bring(u, h)),
            "advance" => both(rest, " to ").map(|(u, h)| Action::Advance(u, h)),
            "ask" => rest.strip_prefix("about the supply of ").and_then(unit).map(Action::Ask),
            "send" => rest.strip_suffix(" round off the map").and_then(unit).map(Action::Detour),
            "help" => {
                if let Some(both) = rest.strip_suffix(" with radius and strength") {
                    return unit(both).map(|hq| Action::Help(hq, hq));
                }
                let (radius, strength) =
                    rest.strip_suffix(" with strength")?.split_once(" with radius and ")?;
                Some(Action::Help(unit(radius)?, unit(strength)?))
            }
            "put" => {
                let (who, hq) = rest.split_once(" under ")?;
                Some(Action::Allot(unit(who)?, unit(hq)?))
            }
            "feed" => unit(rest).map(Action::Feed),
            "give" => rest.strip_prefix("up ").and_then(unit).map(Action::GiveUp),
            "withdraw" => unit(rest).map(Action::Withdraw),
            "to" => hex(rest).map(Action::To),
            "follow" => rest.strip_prefix("with ").and_then(unit).map(Action::Follow),
            "attack" => match rest.strip_prefix("with ") {
                Some(who) => unit(who).map(Action::With),
                None => hex(rest).map(Action::Attack),
            },
            "also" => rest.strip_prefix("attack ").and_then(hex).map(Action::Also),
            "lead" => rest.strip_prefix("with ").and_then(unit).map(Action::Lead),
            "shift" => rest.strip_prefix("by ").and_then(unit).map(Action::Shift),
            "affect" => unit(rest).map(Action::Affect),
            "lose" => {
                let what = rest.strip_prefix("a step of ")?;
                match what.strip_prefix("fortress ") {
                    Some(fort) => self.fort_from(fort).map(Action::LoseWall),
                    None => unit(what).map(Action::Lose),
                }
            }
            "replace" => rest.strip_prefix("steps of ").and_then(unit).map(Action::Replace),
            _ => None,
        }
    }

    /// Actions of a unit or a Gruppe in the Movement Segment.
    fn about_movers(&self, verb: &str, rest: &str) -> Option<Action> {
        let mover = |w: &str| self.mover_from(w);
        match verb {
            "march" => {
                let (m, h) = rest.rsplit_once(" to ")?;
                Some(Action::March(mover(m)?, self.hex_from(h)?))
            }
            "entrain" => mover(rest).map(Action::Entrain),
            "detrain" => mover(rest).map(Action::Detrain),
            "ride" => match rest.split_once(" off the map at ") {
                Some((m, exit)) => {
                    let node = sandtable_east::data::Map::node(self.exit_from(exit)?);
                    Some(Action::Ride(mover(m)?, node))
                }
                None => {
                    let (m, h) = rest.rsplit_once(" to ")?;
                    Some(Action::Ride(mover(m)?, self.hex_from(h)?))
                }
            },
            "halt" => {
                let (m, way) = rest.split_once(" off the map from ")?;
                let (from, to) = way.split_once(" to ")?;
                Some(Action::Halt(mover(m)?, self.exit_from(from)?, self.exit_from(to)?))
            }
            _ => None,
        }
    }

    /// Actions with Gruppe markers and the new headquarters.
    fn about_gruppen(&self, verb: &str, rest: &str) -> Option<Action> {
        match verb {
            "hide" => {
                let (who, gruppe) = rest.rsplit_once(" in ")?;
                Some(Action::Hide(self.unit_from(who)?, gruppe_from(gruppe)?))
            }
            "show" => self.unit_from(rest).map(Action::Show),
            "place" => match rest.strip_prefix("the new headquarters in ") {
                Some(hex) => self.hex_from(hex).map(Action::Relieve),
                None => {
                    let (gruppe, hex) = rest.rsplit_once(" in ")?;
                    Some(Action::Place(gruppe_from(gruppe)?, self.hex_from(hex)?))
                }
            },
            "remove" => gruppe_from(rest).map(Action::Remove),
            _ => None,
        }
    }

    /// A unit by its name, its id or its title, in lower case.
    fn unit_from(&self, word: &str) -> Option<UnitId> {
        let (data, word) = (self.any_data(), word.trim());
        let find = |fits: &dyn Fn(UnitId) -> bool| data.ids().find(|u| fits(*u));
        find(&|u| self.unit_name(u).to_lowercase() == word)
            .or_else(|| find(&|u| data.unit(u).id == word))
            .or_else(|| find(&|u| data.unit(u).title.to_lowercase() == word))
    }

    fn mover_from(&self, word: &str) -> Option<Mover> {
        gruppe_from(word).map(Mover::Gruppe).or_else(|| self.unit_from(word).map(Mover::Unit))
    }

    fn hex_from(&self, word: &str) -> Option<u16> {
        self.any_data().map.hex(word.trim())
    }

    fn exit_from(&self, word: &str) -> Option<u8> {
        let word = word.trim();
        (0..self.any_data().map.exits.len() as u8).find(|e| self.exit_name(*e).to_lowercase() == word)
    }

    fn fort_from(&self, word: &str) -> Option<u8> {
        let word = word.trim();
        (0..self.any_data().map.forts.len() as u8).find(|f| self.fort_name(*f).to_lowercase() == word)
    }
}

/// `gruppe 7`.
fn gruppe_from(word: &str) -> Option<u8> {
    word.trim().strip_prefix("gruppe ")?.trim().parse().ok()
}
