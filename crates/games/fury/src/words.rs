//! Actions and events in words.

mod actions;

use crate::Fury;
use crate::data::pieces::{Army, CORPS, CP, Front, Piece, RU};
use crate::play::action::{Event, Manner, Why};
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

/// The same at the beginning of a sentence.
pub(crate) fn side_begins(side: u8) -> &'static str {
    if side == CP { "The Central Powers" } else { side_name(side) }
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
            return format!("{nation} Cadre {}", piece.index() - CORPS - crate::data::pieces::HQS + 1);
        }
        self.static_name(piece)
    }

    pub(crate) fn static_name(&self, piece: Piece) -> String {
        if piece.is_hq() {
            let h = &self.data.hqs[piece.index() - CORPS];
            format!("{} HQ {}", h.nation.id().to_uppercase(), h.name)
        } else if let Some(c) = self.data.corps.get(piece.index()) {
            format!("{} {}", c.nation.id().to_uppercase(), c.name)
        } else {
            format!("Cadre {}", piece.index() - CORPS - crate::data::pieces::HQS + 1)
        }
    }

    /// An event as a line of the log; nothing if the log passes it over, because the lines around it say as much.
    pub(crate) fn told_line(&self, event: &Event) -> Option<Line> {
        (!matches!(event, Event::CombatOver(_))).then(|| self.event_line(event))
    }

    /// A place for people: by its name if it has one.
    pub(crate) fn place_name(&self, hex: u16) -> String {
        let number = self.data.number(hex);
        match self.data.board.place(sandtable_board::Hex(hex)) {
            Some(place) if !place.name.is_empty() => format!("{} ({number})", place.name),
            _ => number.to_string(),
        }
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
                let has = verb(side, "has", "have");
                (format!("initiative: Russia {ru}, Central Powers {cp}: {} {has} it", side_name(side)), "7b")
            }
            Event::Activated(side, front) => {
                let activates = verb(side, "activates", "activate");
                (format!("{} {activates} the {} front", side_name(side), front.name()), "7g")
            }
            Event::Moved(piece, hex, Manner::Foot) => (format!("{} moves to {}", name(piece), at(hex)), "9c"),
            Event::Moved(piece, hex, Manner::By(middle)) => {
                (format!("{} moves to {} by {}", name(piece), at(hex), n(middle)), "9c")
            }
            Event::Moved(piece, hex, Manner::Rail) => {
                (format!("{} moves to {} by rail", name(piece), at(hex)), "9.3e")
            }
            Event::Moved(piece, hex, Manner::RailTo(station)) => {
                let to = at(hex);
                (format!("{} goes by rail to {} and on foot to {to}", name(piece), n(station)), "9.3j")
            }
            Event::Advanced(piece, hex) => (format!("{} advances to {}", name(piece), at(hex)), "10.3.1o"),
            Event::Shifted(hq, hex, _) => (format!("{} is shifted to {}", name(hq), at(hex)), "9g"),
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
            Event::CombatRoll { roll, total, .. } => (format!("combat roll {roll}, total {total}"), "10.1h"),
            Event::Result(a, d, r) => (result(a, d, r), "10.3.1a"),
            Event::Lost { unit, .. } => (format!("{} takes a loss", name(unit)), "10.3.1k"),
            Event::Eliminated(unit, ..) => (format!("{} is eliminated", name(unit)), "10.3.1k"),
            Event::Cadre(corps, cadre) => {
                (format!("{} takes the place of {}", name(cadre), name(corps)), "2.1g")
            }
            Event::Refused(side) => {
                (format!("{} {} to retreat", side_name(side), verb(side, "refuses", "refuse")), "10.3.1e")
            }
            Event::Forced(side) => {
                (format!("{} {} the retreat", side_name(side), verb(side, "forces", "force")), "10.3.1f")
            }
            Event::WentBack(piece, hex) => (format!("{} goes back to {}", name(piece), at(hex)), "10.3.2d"),
            Event::Cohesion(roll) => (format!("cohesion roll {roll}"), "10.3.2i"),
            Event::Besieged(f) => (format!("{} is besieged", fort(f)), "10.5b"),
            Event::Relieved(f) => (format!("the siege of {} is lifted", fort(f)), "10.5g"),
            Event::Fell(f, side, _) => (format!("{} falls to {}", fort(f), side_name(side)), "10.4i"),
            Event::SiegeRoll { fort: f, roll, total, .. } => {
                (format!("siege of {}: roll {roll}, total {total}", fort(f)), "10.5m")
            }
            Event::HqOff(hq, _) => (format!("{} leaves the map for a turn", name(hq)), "11.2n"),
            Event::CombatOver(target) => (format!("the combat for {} is over", at(target)), "10b"),
            Event::Points(nation, half) => {
                (format!("{} replacement points: {}", nation.name(), f32::from(half) / 2.0), "11.3h")
            }
            Event::Reformed(c) => (format!("{} is reformed", name(c)), "11.3f"),
            Event::Restored(c) => (format!("{} is restored", name(c)), "11.3q"),
            Event::Entered(piece, hex) | Event::Moved(piece, hex, Manner::Entry) => {
                (format!("{} enters at {}", name(piece), at(hex)), "11.4c")
            }
            Event::Posted(piece, army) => {
                (format!("{} is posted to {}", name(piece), self.army_name(army)), "12h")
            }
            Event::Planning(nation, roll, count) => {
                (format!("{} planning roll {roll}: {count} active", nation.name()), "11.5c")
            }
            Event::Active(hq) => (format!("{} is active", name(hq)), "11.5c"),
            Event::Ended(winner, net) => match net {
                0 => ("the game ends in a draw: neither side is ahead".to_string(), "4f"),
                n => (
                    format!(
                        "the game ends: {} {} by {n} {}",
                        side_name(winner),
                        verb(winner, "wins", "win"),
                        plural(n)
                    ),
                    "4e",
                ),
            },
        };
        Line { text, rule, places }
    }
}

/// A verb after a side's name: there is one Russia and there are two Central Powers.
pub(crate) fn verb(side: u8, one: &'static str, many: &'static str) -> &'static str {
    if side == CP { many } else { one }
}

fn plural(count: i8) -> &'static str {
    if count == 1 { "fortress" } else { "fortresses" }
}

/// A combat result: losses of attacker and defender, and who goes back.
pub(crate) fn result(attacker: u8, defender: u8, back: u8) -> String {
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

/// A front by its name in lower case.
pub fn front(word: &str) -> Option<Front> {
    match word {
        "north" => Some(Front::North),
        "south" => Some(Front::South),
        _ => None,
    }
}
