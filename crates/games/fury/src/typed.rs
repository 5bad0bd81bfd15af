//! Actions as they are typed. Whatever cannot be read whole is not read at all.

use crate::Fury;
use crate::action::{Action, Ending};
use crate::declare::in_order;
use crate::pieces::{Army, HQS, PIECES, Piece};
use crate::position::Position;
use crate::words::front;

impl Fury {
    /// A piece by its name or id, in lower case.
    fn typed_piece(&self, p: &Position, name: &str) -> Option<Piece> {
        let name = name.trim();
        let all = || (0..PIECES as u8).map(Piece);
        let short = |x: &Piece| {
            x.is_cadre()
                && self.piece_name(p, *x).to_lowercase().split_once(' ').is_some_and(|(_, n)| n == name)
        };
        all()
            .find(|x| self.piece_name(p, *x).to_lowercase() == name)
            .or_else(|| all().find(|x| self.piece_id(*x) == name))
            .or_else(|| all().find(short))
    }

    /// One unit or two, in any order.
    fn typed_units(&self, p: &Position, names: &str) -> Option<[Piece; 2]> {
        let mut units = [Piece::NONE; 2];
        for (i, name) in names.split('+').enumerate() {
            *units.get_mut(i)? = self.typed_piece(p, name)?;
        }
        Some(in_order(units))
    }

    /// An army by its name, in lower case.
    fn typed_army(&self, name: &str) -> Option<Army> {
        (0..HQS as u8).map(Army).find(|a| self.army_name(*a).to_lowercase() == name.trim())
    }

    /// An action from its words in lower case, whether it is legal or not.
    pub(crate) fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = match words.as_str() {
            "end movement" => Action::EndMoves,
            "end declarations" => Action::EndAttacks,
            "end set-up" => Action::End(Ending::SetUp),
            "end combats" => Action::End(Ending::Combats),
            "end adjustment" => Action::End(Ending::Adjustment),
            "end planning" => Action::End(Ending::Planning),
            "retreat" => Action::Retreat,
            "refuse" => Action::Refuse,
            "force" => Action::Force,
            "accept" => Action::Accept,
            "siege" => Action::Siege,
            "surrender" => Action::Surrender,
            "stay" => Action::Stay,
            "done" => Action::Done,
            "post ru i to ru ix army" => Action::Transfer,
            other => return self.action_with(p, other),
        };
        Some(whole)
    }

    /// An action of several words: the first says what is done.
    fn action_with(&self, p: &Position, words: &str) -> Option<Action> {
        let hex = |word: &str| self.data.hex(word.trim());
        let piece = |name: &str| self.typed_piece(p, name);
        if let Some(name) = words.strip_suffix(" goes on") {
            return piece(name).map(Action::GoOn);
        }
        let (verb, rest) = words.split_once(' ')?;
        match verb {
            "front" => front(rest).map(Action::Front),
            "move" => {
                let (x, to) = rest.rsplit_once(" to ")?;
                match to.split_once(" by ") {
                    Some((to, by)) => Some(self.move_by(p, piece(x)?, hex(to)?, hex(by)?)),
                    None => Some(Action::Move(piece(x)?, hex(to)?)),
                }
            }
            "set" => {
                let (x, h) = rest.strip_prefix("up ")?.rsplit_once(" in ")?;
                Some(Action::SetUp(piece(x)?, hex(h)?))
            }
            "attack" => {
                let (target, rest) = rest.split_once(" from ")?;
                let (from, names) = rest.split_once(" with ")?;
                let units = self.typed_units(p, names)?;
                Some(Action::Attack { from: hex(from)?, target: hex(target)?, units })
            }
            "fight" => rest.strip_prefix("for ").and_then(hex).map(Action::Fight),
            "loss" => rest.strip_prefix("to ").and_then(piece).map(Action::Lose),
            "to" => hex(rest).map(Action::To),
            "advance" => {
                let (names, hq) = rest.strip_suffix(" with hq").map_or((rest, false), |names| (names, true));
                Some(Action::Advance { units: self.typed_units(p, names)?, hq })
            }
            "enter" => rest.strip_prefix("at ").and_then(hex).map(Action::Enter),
            "restore" => piece(rest).map(Action::Restore),
            "reform" => {
                let (name, side) = rest.rsplit_once(' ')?;
                let full = match side {
                    "full" => true,
                    "reduced" => false,
                    _ => return None,
                };
                Some(Action::Reform(piece(name)?, full))
            }
            "withdraw" => {
                let (from, to) = rest.split_once(" to ")?;
                let (second, first) = to.split_once(" by ").unwrap_or((to, to));
                Some(Action::Withdraw { from: hex(from)?, first: hex(first)?, second: hex(second)? })
            }
            "give" => rest.strip_prefix("up ").and_then(hex).map(Action::Perish),
            "replace" => {
                let (cadre, corps) = rest.split_once(" with ")?;
                Some(Action::Replace(piece(corps)?, piece(cadre)?))
            }
            "bring" => {
                let (x, purpose) = rest.split_once(" for ")?;
                match purpose.strip_prefix("the ").and_then(|f| f.strip_suffix(" front")) {
                    Some(word) => Some(Action::BringHq(piece(x)?, front(word)?)),
                    None => Some(Action::Bring(piece(x)?, self.typed_army(purpose)?)),
                }
            }
            "activate" => piece(rest).map(Action::Activate),
            _ => None,
        }
    }
}
