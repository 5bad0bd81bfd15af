//! Actions and events in words.

use crate::Fury;
use crate::action::{Action, Event, Why};
use crate::pieces::{Army, CORPS, CP, Front, Piece, RU};
use crate::position::Position;
use sandtable_core::game::Line;

/// Name of a side.
pub fn side_name(side: u8) -> &'static str {
    match side {
        RU => "Russia",
        CP => "the Central Powers",
        _ => "nobody",
    }
}

impl Fury {
    /// Name of an army.
    pub(crate) fn army_name(&self, army: Army) -> String {
        self.data.hqs.get(army.index()).map_or_else(
            || "no army".to_string(),
            |h| format!("{} {} Army", h.nation.id().to_uppercase(), h.name),
        )
    }

    /// Short name of a piece.
    pub fn piece_name(&self, p: &Position, piece: Piece) -> String {
        if piece == Piece::NONE {
            return "nobody".to_string();
        }
        if piece.is_cadre() {
            let nation = p.nation(&self.data, piece).id().to_uppercase();
            return format!("{nation} Cadre {}", piece.index() - CORPS - crate::pieces::HQS + 1);
        }
        self.static_name(piece)
    }

    fn static_name(&self, piece: Piece) -> String {
        if piece.is_hq() {
            let h = &self.data.hqs[piece.index() - CORPS];
            format!("{} HQ {}", h.nation.id().to_uppercase(), h.name)
        } else if let Some(c) = self.data.corps.get(piece.index()) {
            format!("{} {}", c.nation.id().to_uppercase(), c.name)
        } else {
            "Cadre".to_string()
        }
    }

    fn names(&self, p: &Position, units: [Piece; 2]) -> String {
        let names: Vec<String> =
            units.iter().filter(|u| **u != Piece::NONE).map(|u| self.piece_name(p, *u)).collect();
        names.join(" + ")
    }

    /// An action in a few words.
    pub(crate) fn action_text(&self, p: &Position, action: &Action) -> String {
        let n = |hex: u16| self.data.number(hex).to_string();
        let name = |piece: Piece| self.piece_name(p, piece);
        match *action {
            Action::SetUp(piece, hex) => format!("set up {} in {}", name(piece), n(hex)),
            Action::Front(front) => format!("front {}", front.name()),
            Action::Move(piece, hex) => format!("move {} to {}", name(piece), n(hex)),
            Action::EndMoves => "end movement".into(),
            Action::Attack { from, target, units } => {
                format!("attack {} from {} with {}", n(target), n(from), self.names(p, units))
            }
            Action::EndAttacks => "end declarations".into(),
            Action::Fight(target) => format!("fight for {}", n(target)),
            Action::Lose(unit) => format!("loss to {}", name(unit)),
            Action::Retreat => "retreat".into(),
            Action::Refuse => "refuse".into(),
            Action::Force => "force".into(),
            Action::Accept => "accept".into(),
            Action::Siege => "siege".into(),
            Action::Surrender => "surrender".into(),
            Action::To(hex) => format!("to {}", n(hex)),
            Action::GoOn(unit) => format!("{} goes on", name(unit)),
            Action::Advance { units, hq } => {
                format!("advance {}{}", self.names(p, units), if hq { " with HQ" } else { "" })
            }
            Action::Stay => "stay".into(),
            Action::Withdraw { from, first, second } if first == second => {
                format!("withdraw {} to {}", n(from), n(first))
            }
            Action::Withdraw { from, first, second } => {
                format!("withdraw {} to {} by {}", n(from), n(second), n(first))
            }
            Action::Perish(hex) => format!("give up {}", n(hex)),
            Action::Reform(corps, full) => {
                format!("reform {} {}", name(corps), if full { "full" } else { "reduced" })
            }
            Action::Restore(corps) => format!("restore {}", name(corps)),
            Action::Done => "done".into(),
            Action::Replace(corps, cadre) => format!("replace {} with {}", name(cadre), name(corps)),
            Action::Bring(corps, army) => format!("bring {} for {}", name(corps), self.army_name(army)),
            Action::BringHq(hq, front) => format!("bring {} for the {} front", name(hq), front.name()),
            Action::Enter(hex) => format!("enter at {}", n(hex)),
            Action::Transfer => "post RU I to RU IX Army".into(),
            Action::Activate(hq) => format!("activate {}", name(hq)),
        }
    }

    /// An action from its words in lower case, whether it is legal or not.
    pub(crate) fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let hex = |word: &str| self.data.hex(word.trim());
        let piece = |name: &str| {
            let name = name.trim();
            let all = (0..crate::pieces::PIECES as u8).map(Piece);
            all.clone()
                .find(|x| self.piece_name(p, *x).to_lowercase() == name)
                .or_else(|| all.clone().find(|x| self.piece_id(*x) == name))
        };
        let whole = match words {
            "end movement" => Action::EndMoves,
            "end declarations" => Action::EndAttacks,
            "retreat" => Action::Retreat,
            "refuse" => Action::Refuse,
            "force" => Action::Force,
            "accept" => Action::Accept,
            "siege" => Action::Siege,
            "surrender" => Action::Surrender,
            "stay" => Action::Stay,
            "done" => Action::Done,
            _ => {
                let (verb, rest) = words.split_once(' ')?;
                return match verb {
                    "front" => front(rest).map(Action::Front),
                    "move" => {
                        rest.rsplit_once(" to ").and_then(|(x, h)| Some(Action::Move(piece(x)?, hex(h)?)))
                    }
                    "set" => {
                        let (x, h) = rest.strip_prefix("up ")?.rsplit_once(" in ")?;
                        Some(Action::SetUp(piece(x)?, hex(h)?))
                    }
                    "attack" => {
                        let (target, rest) = rest.split_once(" from ")?;
                        let (from, names) = rest.split_once(" with ")?;
                        let mut units = [Piece::NONE; 2];
                        for (slot, name) in units.iter_mut().zip(names.split('+')) {
                            *slot = piece(name)?;
                        }
                        Some(Action::Attack { from: hex(from)?, target: hex(target)?, units })
                    }
                    "fight" => rest.strip_prefix("for ").and_then(hex).map(Action::Fight),
                    "loss" => rest.strip_prefix("to ").and_then(piece).map(Action::Lose),
                    "to" => hex(rest).map(Action::To),
                    "enter" => rest.strip_prefix("at ").and_then(hex).map(Action::Enter),
                    "restore" => piece(rest).map(Action::Restore),
                    "reform" => {
                        let (name, side) = rest.rsplit_once(' ')?;
                        Some(Action::Reform(piece(name)?, side == "full"))
                    }
                    "withdraw" => {
                        let (from, to) = rest.split_once(" to ")?;
                        let (second, first) = to.split_once(" by ").unwrap_or((to, to));
                        Some(Action::Withdraw { from: hex(from)?, first: hex(first)?, second: hex(second)? })
                    }
                    "give" => rest.strip_prefix("up ").and_then(hex).map(Action::Perish),
                    "activate" => piece(rest).map(Action::Activate),
                    _ => None,
                };
            }
        };
        Some(whole)
    }

    /// An event as a line of the log.
    pub(crate) fn event_line(&self, event: &Event) -> Line {
        let n = |hex: u16| self.data.number(hex).to_string();
        let name = |piece: Piece| self.static_name(piece);
        let fort = |i: u8| self.data.forts[usize::from(i)].name.clone();
        let mut places = Vec::new();
        let mut at = |hex: u16| {
            places.push(n(hex));
            n(hex)
        };
        let (text, rule) = match *event {
            Event::Turn(t) => (format!("turn {}", self.data.tables.turns[usize::from(t)]), "5b"),
            Event::Initiative(ru, cp, side) => {
                (format!("initiative: Russia {ru}, Central Powers {cp}: {}", side_name(side)), "7b")
            }
            Event::Activated(side, front) => {
                (format!("{} activates {}", side_name(side), front.name()), "7g")
            }
            Event::Moved(piece, hex, rail) => {
                let by = if rail { " by rail" } else { "" };
                (format!("{} moves to {}{by}", name(piece), at(hex)), if rail { "9.3e" } else { "9c" })
            }
            Event::Shifted(hq, hex) => (format!("{} is shifted to {}", name(hq), at(hex)), "9g"),
            Event::Declared(from, target) => (format!("attack from {} on {}", at(from), at(target)), "10a"),
            Event::Lapsed(target) => (format!("the attack on {} lapses", at(target)), "10.1d"),
            Event::Strengths(target, a, d) => (format!("{}: {a} against {d}", at(target)), "10.2.1a"),
            Event::Modifier(why, v) => {
                let (what, rule) = modifier(why);
                (format!("{what} {v:+}"), rule)
            }
            Event::CavalryRoll(roll, value) => {
                (format!("cavalry rolls {roll} ({value} or less helps)"), "10.2.6a")
            }
            Event::CombatRoll(roll, total) => (format!("combat roll {roll}, total {total}"), "10.1h"),
            Event::Result(a, d, r) => (result(a, d, r), "10.3.1a"),
            Event::Lost(unit) => (format!("{} takes a loss", name(unit)), "10.3.1k"),
            Event::Eliminated(unit) => (format!("{} is eliminated", name(unit)), "10.3.1k"),
            Event::Cadre(corps, _) => (format!("a Cadre takes the place of {}", name(corps)), "2.1g"),
            Event::Refused(side) => (format!("{} refuses to retreat", side_name(side)), "10.3.1e"),
            Event::Forced(side) => (format!("{} forces the retreat", side_name(side)), "10.3.1f"),
            Event::WentBack(piece, hex) => (format!("{} goes back to {}", name(piece), at(hex)), "10.3.2d"),
            Event::Cohesion(roll) => (format!("cohesion roll {roll}"), "10.3.2i"),
            Event::Besieged(f) => (format!("{} is besieged", fort(f)), "10.5b"),
            Event::Relieved(f) => (format!("the siege of {} is lifted", fort(f)), "10.5g"),
            Event::Fell(f, side) => (format!("{} falls to {}", fort(f), side_name(side)), "10.4i"),
            Event::SiegeRoll(f, roll, total) => {
                (format!("siege of {}: roll {roll}, total {total}", fort(f)), "10.5m")
            }
            Event::HqOff(hq) => (format!("{} leaves the map for a turn", name(hq)), "11.2n"),
            Event::Points(nation, half) => {
                (format!("{} replacement points: {}", nation.name(), f32::from(half) / 2.0), "11.3h")
            }
            Event::Reformed(c) => (format!("{} is reformed", name(c)), "11.3f"),
            Event::Restored(c) => (format!("{} is restored", name(c)), "11.3q"),
            Event::Entered(piece, hex) => (format!("{} enters at {}", name(piece), at(hex)), "11.4c"),
            Event::Posted(piece, army) => {
                (format!("{} is posted to {}", name(piece), self.army_name(army)), "12h")
            }
            Event::Planning(nation, roll, count) => {
                (format!("{} planning roll {roll}: {count} active", nation.name()), "11.5c")
            }
            Event::Active(hq) => (format!("{} is active", name(hq)), "11.5c"),
            Event::Ended(winner, net) => (format!("the game ends: {} by {net}", side_name(winner)), "4e"),
        };
        Line { text, rule, places }
    }

    /// What a combat came to, for a forecast.
    pub(crate) fn outcome_text(&self, events: &[Event]) -> String {
        let mut parts = Vec::new();
        for e in events {
            match *e {
                Event::Result(a, d, r) => parts.push(result(a, d, r)),
                Event::Cohesion(roll) => parts.push(if roll <= self.data.tables.cohesion {
                    "cohesion lost: one loss".to_string()
                } else {
                    "cohesion held".to_string()
                }),
                Event::Lapsed(_) => parts.push("lapses".to_string()),
                Event::Fell(..) | Event::Initiative(..) | Event::Planning(..) => {
                    parts.push(self.event_line(e).text)
                }
                _ => {}
            }
        }
        if parts.is_empty() { "no chance in it".to_string() } else { parts.join("; ") }
    }
}

/// A combat result: losses of attacker and defender, and who goes back.
fn result(attacker: u8, defender: u8, back: u8) -> String {
    let losses = match (attacker, defender) {
        (0, 0) => "no losses".to_string(),
        (a, 0) => format!("attacker loses {a}"),
        (0, d) => format!("defender loses {d}"),
        (a, d) if a == d => format!("each loses {a}"),
        (a, d) => format!("attacker loses {a}, defender loses {d}"),
    };
    let retreat = ["no retreat", "attacker retreats", "defender retreats"][usize::from(back.min(2))];
    format!("{losses}, {retreat}")
}

fn modifier(why: Why) -> (&'static str, &'static str) {
    match why {
        Why::Ratio => ("ratio", "10.2.1c"),
        Why::River => ("river", "10.2.2a"),
        Why::Difficult => ("difficult ground", "10.2.2b"),
        Why::Mountain => ("mountains", "10.2.2d"),
        Why::Fortress => ("fortress", "10.2.2e"),
        Why::Hq => ("headquarters", "10.2.3a"),
        Why::DefenderDisorganised => ("disorganised defender", "10.2.4a"),
        Why::AttackerDisorganised => ("disorganised attacker", "10.2.4b"),
        Why::Support => ("supporting hexes", "10.2.5a"),
        Why::Cavalry => ("cavalry", "10.2.6b"),
    }
}

/// A front by its name.
pub fn front(word: &str) -> Option<Front> {
    match word {
        "north" => Some(Front::North),
        "south" => Some(Front::South),
        _ => None,
    }
}
