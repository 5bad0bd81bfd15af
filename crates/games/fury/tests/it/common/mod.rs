//! What the rule tests share: a table on which a situation is set up in a few lines and actions are given in words.
#![allow(dead_code)]

use sandtable_core::dice::{Given, Seeded};
use sandtable_core::game::Line;
use sandtable_core::player::Player;
#[allow(unused_imports)]
pub use sandtable_core::rules;
use sandtable_core::view::{Counter, View, Viewer};
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_fury::bot::Regular;
use sandtable_fury::{Action, Fury, Position};
use std::sync::OnceLock;

pub const RU: Side = Side(0);
pub const CP: Side = Side(1);

/// The game, read once.
pub fn game() -> &'static Fury {
    static GAME: OnceLock<Fury> = OnceLock::new();
    GAME.get_or_init(|| Fury::new().unwrap())
}

/// A situation and what is done in it.
#[derive(Clone)]
pub struct Table {
    pub p: Position,
    /// Lines of the log since the last action.
    pub log: Vec<Line>,
}

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

impl Table {
    /// The campaign at its start.
    pub fn campaign() -> Table {
        Table { p: game().start("campaign", &Options::new(), &mut Given::new(vec![])).unwrap(), log: vec![] }
    }

    /// A free set-up.
    pub fn free() -> Table {
        let options = Options::from([("setup".to_string(), "free".to_string())]);
        Table { p: game().start("campaign", &options, &mut Given::new(vec![])).unwrap(), log: vec![] }
    }

    /// A situation. The head is TOML (`turn`, `phase`, `side`, `front`, …); each further line is
    /// `piece hex [flags]` with flags reduced, inactive, disorganised, besieging, moved, army=hq-…, front=north;
    /// or `fort hex taken`, `eliminated piece`, `box piece`.
    pub fn at(head: &str, pieces: &str) -> Table {
        Table {
            p: game().position(&Options::new(), &toml(head, pieces)).unwrap_or_else(|e| panic!("{e}")),
            log: vec![],
        }
    }

    /// A situation of a game with options.
    pub fn with(options: &Options, head: &str, pieces: &str) -> Table {
        let p = game().position(options, &toml(head, pieces)).unwrap_or_else(|e| panic!("{e}"));
        Table { p, log: vec![] }
    }

    /// Types an action: taken, refused with a rule, or not understood.
    pub fn typed(&self, words: &str) -> Typed {
        match game().parse(&self.p, words) {
            None => Typed::Unread,
            Some(action) => match game().check(&self.p, self.side(), &action) {
                Ok(()) => Typed::Legal(game().describe(&self.p, &action)),
                Err(e) => Typed::Refused(e.0[0].rule.clone()),
            },
        }
    }

    /// The rule that refuses what is typed.
    pub fn refuses(&self, words: &str) -> String {
        match self.typed(words) {
            Typed::Refused(rule) => rule,
            other => panic!("`{words}`: {other:?}"),
        }
    }

    /// Why a situation is refused.
    pub fn refused_at(head: &str, pieces: &str) -> String {
        game().position(&Options::new(), &toml(head, pieces)).unwrap_err()
    }

    /// Who decides.
    pub fn side(&self) -> Side {
        game().to_decide(&self.p).side().expect("the game is over")
    }

    /// The rule under which the decision is made.
    pub fn rule(&self) -> &'static str {
        match game().to_decide(&self.p) {
            Decision::Decide { rule, .. } => rule,
            Decision::Over(o) => o.rule,
        }
    }

    /// Every legal action in words.
    pub fn actions(&self) -> Vec<String> {
        let mut list = Vec::new();
        game().actions(&self.p, self.side(), &mut list);
        list.iter().map(|a| game().describe(&self.p, a)).collect()
    }

    /// The legal actions whose words begin so, without that beginning.
    pub fn starting(&self, words: &str) -> Vec<String> {
        let mut out: Vec<String> =
            self.actions().iter().filter_map(|a| a.strip_prefix(words)).map(str::to_string).collect();
        out.sort();
        out
    }

    /// Whether an action is offered.
    pub fn offers(&self, words: &str) -> bool {
        self.actions().iter().any(|a| a == words)
    }

    /// Takes an action in words with the dice it rolls: too few, too many or not offered fails the test.
    pub fn act(&mut self, words: &str, dice: &[u8]) -> &mut Table {
        let mut list = Vec::new();
        let side = self.side();
        game().actions(&self.p, side, &mut list);
        let action = list.iter().find(|a| game().describe(&self.p, a) == words);
        let Some(action) = action else {
            panic!("`{words}` is not offered; there are {:#?}", self.actions())
        };
        let mut source = Given::new(dice.to_vec());
        let mut events = Vec::new();
        game().check(&self.p, side, action).unwrap();
        game().apply(&mut self.p, side, action, &mut source, &mut events);
        source.over().unwrap_or_else(|e| panic!("`{words}`: {e}"));
        game().sound(&self.p).unwrap();
        self.log = events.iter().map(|e| game().tell(e)).collect();
        self
    }

    /// Takes an action in words with whatever dice come.
    pub fn act_with(&mut self, words: &str, dice: &mut dyn sandtable_core::Dice) -> &mut Table {
        let side = self.side();
        let action = legal(&self.p, side).into_iter().find(|a| game().describe(&self.p, a) == words).unwrap();
        let mut events = Vec::new();
        game().apply(&mut self.p, side, &action, dice, &mut events);
        self.log = events.iter().map(|e| game().tell(e)).collect();
        self
    }

    /// The rule that forbids an action, given as a value because it is in no list.
    pub fn forbids(&self, action: Action) -> String {
        match game().check(&self.p, self.side(), &action) {
            Ok(()) => panic!("{action:?} is legal"),
            Err(e) => e.0[0].rule.clone(),
        }
    }

    /// The rule that forbids a move of a piece to a hex.
    pub fn forbids_move(&self, piece: &str, hex: &str) -> String {
        self.forbids(Action::Move(game().piece(piece).unwrap(), hex_of(hex)))
    }

    /// Whether a piece may move to a hex.
    pub fn may_move(&self, piece: &str, hex: &str) -> bool {
        game().check(&self.p, self.side(), &Action::Move(game().piece(piece).unwrap(), hex_of(hex))).is_ok()
    }

    /// The rule that forbids an attack.
    pub fn forbids_attack(&self, from: &str, target: &str, units: &[&str]) -> String {
        self.forbids(attack(from, target, units))
    }

    /// Whether an attack may be declared.
    pub fn may_attack(&self, from: &str, target: &str, units: &[&str]) -> bool {
        game().check(&self.p, self.side(), &attack(from, target, units)).is_ok()
    }

    /// The view.
    pub fn view(&self) -> View {
        game().view(&self.p, Viewer::All)
    }

    /// A piece as the table shows it; Cadres have ids `cadre-1` and so on.
    pub fn counter(&self, piece: &str) -> Counter {
        self.view()
            .counters
            .into_iter()
            .find(|c| c.id == piece)
            .unwrap_or_else(|| panic!("no counter {piece}"))
    }

    /// Where a piece is: a hex, or a box.
    pub fn place(&self, piece: &str) -> String {
        self.counter(piece).place
    }

    /// Whether a piece shows a badge.
    pub fn badge(&self, piece: &str, badge: &str) -> bool {
        self.counter(piece).badges.contains(&badge)
    }

    /// A track's value.
    pub fn track(&self, name: &str) -> String {
        self.view().tracks.into_iter().find(|t| t.name == name).map_or("-".into(), |t| t.value)
    }

    /// Whether a line of the log since the last action contains these words.
    pub fn says(&self, words: &str) -> bool {
        self.log.iter().any(|l| l.text.contains(words))
    }

    /// The value of a modifier in the log, as in `ratio +1`; none if it is not there.
    pub fn modifier(&self, name: &str) -> Option<i8> {
        let value = |l: &&Line| {
            l.text.strip_prefix(name).is_some_and(|rest| rest.starts_with(" +") || rest.starts_with(" -"))
        };
        let line = self.log.iter().find(value)?;
        line.text.rsplit(' ').next()?.parse().ok()
    }

    /// Total of the last combat roll in the log.
    pub fn total(&self) -> u8 {
        let line = self.log.iter().find(|l| l.text.starts_with("combat roll")).expect("no combat roll");
        line.text.rsplit(' ').next().unwrap().parse().unwrap()
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

/// Plays by chance or, with an odd seed, mostly with a plan, which leads to sieges and advances; `visit` sees every
/// position with the side that decides.
pub fn random_game(seed: u64, options: &Options, visit: &mut dyn FnMut(&Position, Side)) {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed ^ 0x5EED));
    let mut p = game().start("campaign", options, &mut dice).unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    let mut planner = Regular::new();
    while let Some(side) = game().to_decide(&p).side() {
        visit(&p, side);
        let planned = seed % 2 == 1 && chance.below(5) > 0;
        let action = if planned {
            planner.choose(game(), &p, side)
        } else {
            game().sample(&p, side, &mut |n| chance.below(n), &mut scratch)
        };
        let action = action.unwrap();
        events.clear();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
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
