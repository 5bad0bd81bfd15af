//! What the rule tests share: a table on which a situation is set up in a few lines and actions are given in words.
#![allow(dead_code)]

use sandtable_core::dice::{Given, Seeded};
use sandtable_core::game::Line;
use sandtable_core::player::{Player, Recruit};
#[allow(unused_imports)]
pub use sandtable_core::rules;
use sandtable_core::view::Counter;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::bot::Regular;
use sandtable_fury::{Action, Fury, Position};
use sandtable_testkit::{Scene, Walk, options};
use std::sync::{Arc, LazyLock};

pub const RU: Side = Side(0);
pub const CP: Side = Side(1);

/// The game, read once.
pub static GAME: LazyLock<Arc<Fury>> = LazyLock::new(|| Arc::new(Fury::new().unwrap()));

pub fn game() -> &'static Fury {
    &GAME
}

/// A situation and what is done in it.
pub type Table = Scene<Fury>;

/// What comes of typed words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// They are an action, described so.
    Legal(String),
    /// They are one that a rule forbids.
    Refused(String),
    /// They are none.
    Unread,
}

/// What tests of this game ask of a situation beyond what those of any game do.
pub trait Campaign: Sized {
    /// The campaign at its start.
    fn campaign() -> Self;
    /// A free set-up.
    fn free() -> Self;
    /// A situation of a game with options. The head is TOML (`turn`, `phase`, `side`, `front`, …); each further line is
    /// `piece hex [flags]` with flags reduced, inactive, disorganised, besieging, moved, army=hq-…, front=north;
    /// or `fort hex taken`, `eliminated piece`, `box piece`.
    fn under(options: &Options, head: &str, pieces: &str) -> Self;
    /// The same without options.
    fn at(head: &str, pieces: &str) -> Self {
        Self::under(&Options::new(), head, pieces)
    }
    /// Why a situation is refused.
    fn refused_at(head: &str, pieces: &str) -> String {
        game().position(&Options::new(), &toml(head, pieces)).unwrap_err()
    }
    /// Types an action: taken, refused with a rule, or not understood.
    fn typed(&self, words: &str) -> Typed;
    /// The offers whose words begin so, without that beginning.
    fn starting(&self, words: &str) -> Vec<String>;
    /// The rule that forbids a move of a piece to a hex.
    fn forbids_move(&self, piece: &str, hex: &str) -> String;
    /// Whether a piece may move to a hex.
    fn may_move(&self, piece: &str, hex: &str) -> bool;
    /// The rule that forbids an attack.
    fn forbids_attack(&self, from: &str, target: &str, units: &[&str]) -> String;
    /// Whether an attack may be declared, its units in any order.
    fn may_attack(&self, from: &str, target: &str, units: &[&str]) -> bool;
    /// A piece as the table shows it; Cadres have ids `cadre-1` and so on.
    fn counter(&self, piece: &str) -> Counter;
    /// Where a piece is: a hex, or a box.
    fn place(&self, piece: &str) -> String {
        self.counter(piece).place
    }
    /// Whether a piece shows a badge.
    fn badge(&self, piece: &str, badge: &str) -> bool {
        self.counter(piece).badges.contains(&badge)
    }
    /// A track's value.
    fn track(&self, name: &str) -> String;
    /// The lines of the log since the last action.
    fn log(&self) -> Vec<Line>;
    /// The value of a modifier in the log, as in `ratio +1`; none if it is not there.
    fn modifier(&self, name: &str) -> Option<i8> {
        let value = |l: &&Line| {
            l.text.strip_prefix(name).is_some_and(|rest| rest.starts_with(" +") || rest.starts_with(" -"))
        };
        self.log().iter().find(value)?.text.rsplit(' ').next()?.parse().ok()
    }
    /// Total of the last combat roll in the log.
    fn total(&self) -> u8 {
        let log = self.log();
        let line = log.iter().find(|l| l.text.starts_with("combat roll")).expect("no combat roll");
        line.text.rsplit(' ').next().unwrap().parse().unwrap()
    }
}

impl Campaign for Table {
    #[track_caller]
    fn campaign() -> Table {
        Scene::start(&GAME, "campaign", &Options::new(), &mut Given::new(vec![]))
    }

    #[track_caller]
    fn free() -> Table {
        Scene::start(&GAME, "campaign", &options(&[("setup", "free")]), &mut Given::new(vec![]))
    }

    #[track_caller]
    fn under(options: &Options, head: &str, pieces: &str) -> Table {
        let p = game().position(options, &toml(head, pieces)).unwrap_or_else(|e| panic!("{e}"));
        Scene::new(&GAME, p)
    }

    fn typed(&self, words: &str) -> Typed {
        match game().parse(&self.p, words) {
            None => Typed::Unread,
            Some(action) => match game().check(&self.p, self.decider(), &action) {
                Ok(()) => Typed::Legal(game().describe(&self.p, &action)),
                Err(e) => Typed::Refused(e.0[0].rule.clone()),
            },
        }
    }

    fn starting(&self, words: &str) -> Vec<String> {
        let mut out: Vec<String> =
            self.offers().iter().filter_map(|a| a.strip_prefix(words)).map(str::to_string).collect();
        out.sort();
        out
    }

    #[track_caller]
    fn forbids_move(&self, piece: &str, hex: &str) -> String {
        self.forbidden(Action::Move(game().piece(piece).unwrap(), hex_of(hex)))
    }

    #[track_caller]
    fn may_move(&self, piece: &str, hex: &str) -> bool {
        let action = Action::Move(game().piece(piece).unwrap(), hex_of(hex));
        game().check(&self.p, Side(self.side().unwrap()), &action).is_ok()
    }

    #[track_caller]
    fn forbids_attack(&self, from: &str, target: &str, units: &[&str]) -> String {
        self.forbidden(attack(from, target, units))
    }

    fn may_attack(&self, from: &str, target: &str, units: &[&str]) -> bool {
        game().check(&self.p, self.decider(), &attack(from, target, units)).is_ok()
    }

    #[track_caller]
    fn counter(&self, piece: &str) -> Counter {
        let counters = self.sees(0).counters;
        counters.into_iter().find(|c| c.id == piece).unwrap_or_else(|| panic!("no counter {piece}"))
    }

    fn track(&self, name: &str) -> String {
        self.sees(0).tracks.into_iter().find(|t| t.name == name).map_or("-".into(), |t| t.value)
    }

    fn log(&self) -> Vec<Line> {
        self.events.iter().map(|e| game().tell(e)).collect()
    }
}

/// The index of a hex.
pub fn hex_of(number: &str) -> u16 {
    game().data.hex(number).unwrap()
}

/// An attack as a value.
pub fn attack(from: &str, target: &str, units: &[&str]) -> Action {
    let none = sandtable_fury::pieces::Piece::NONE;
    let get = |i: usize| units.get(i).map_or(none, |u| game().piece(u).unwrap());
    Action::Attack { from: hex_of(from), target: hex_of(target), units: [get(0), get(1)] }
}

/// Mostly plans, which leads to sieges and advances, and does something at random in between.
struct Erratic(Seeded, Regular, Recruit<Fury>);

impl Player<Fury> for Erratic {
    fn choose(&mut self, game: &Fury, p: &Position, side: Side) -> Option<Action> {
        if self.0.below(5) > 0 { self.1.choose(game, p, side) } else { self.2.choose(game, p, side) }
    }
}

/// Plays at random or, with an odd seed, mostly with a plan; `visit` sees every position with the side that decides.
pub fn random_game(seed: u64, options: &Options, visit: &mut dyn FnMut(&Position, Side)) {
    let mut recruit = Recruit::new(seed);
    let mut erratic = Erratic(Seeded::new(seed ^ 0x5EED), Regular::new(), Recruit::new(seed));
    let player: &mut dyn Player<Fury> = if seed % 2 == 1 { &mut erratic } else { &mut recruit };
    let walk = Walk { scenario: "campaign", options, seed, steps: 20_000, every: 1 };
    let end = walk.play(game(), player, |m| visit(m.position, m.side), |_| {});
    assert!(end.is_some(), "{}: no end", walk.at(walk.steps));
}

/// Every legal action of a side.
pub fn legal(p: &Position, side: Side) -> Vec<Action> {
    let mut list = Vec::new();
    game().actions(p, side, &mut list);
    list
}

/// Ids of pieces as the table sends them.
pub fn ids(pieces: &[&str]) -> Vec<String> {
    pieces.iter().map(|x| x.to_string()).collect()
}

fn toml(head: &str, pieces: &str) -> String {
    let (mut units, mut forts, mut gone, mut boxed) = (String::new(), String::new(), vec![], vec![]);
    for line in pieces.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "fort" => forts.push_str(&format!("[[fortress]]\nhex = \"{}\"\ntaken = true\n", words[1])),
            "eliminated" => gone.push(words[1].to_string()),
            "box" => boxed.push(words[1].to_string()),
            piece => {
                units.push_str(&format!("[[unit]]\npiece = \"{piece}\"\nhex = \"{}\"\n", words[1]));
                for flag in &words[2..] {
                    match flag.split_once('=') {
                        Some((key, value)) => units.push_str(&format!("{key} = \"{value}\"\n")),
                        None => units.push_str(&format!("{flag} = true\n")),
                    }
                }
            }
        }
    }
    format!("{head}\neliminated = {gone:?}\nreinforcements = {boxed:?}\n{units}{forts}")
}
