//! 1914: Fury in the East. The modules follow the rulebook: set-up (6), sequence (5, 7, 8), movement (9), combat (10),
//! retreat and sieges (10.3.2–10.5), supply (11.2), administrative phase (11.3–12). Numbers after `fury` in comments are
//! those of the rule catalogue.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod action;
mod admin;
mod battle;
pub mod bot;
mod charts;
mod combat;
pub mod data;
mod declare;
mod entry;
mod file;
pub mod group;
mod guide;
pub mod hexset;
mod movement;
pub mod pieces;
pub mod position;
mod refusal;
mod retreat;
mod saved;
pub mod sequence;
mod setup;
mod sound;
mod supply;
pub mod tables;
mod view;
mod ways;
pub mod words;

pub use action::{Action, Event};
pub use combat::Modifiers;
pub use position::Position;

use bot::Weights;
use data::{Data, FILES, Files};
use pieces::{CP, Piece, RU};
use position::{Group, enemy};
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::{About, Line, OptionAbout, ScenarioAbout, SideAbout};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{Breach, Decision, Dice, Game, Illegal, Options, Side};
use sequence::Step;

static ABOUT: About = About {
    id: "fury",
    title: "1914: Fury in the East",
    about: "Corps and armies from East Prussia to Galicia, August to December 1914. Two players, nine turns, one die; \
            fortresses decide.",
    board: "fury",
    open: true,
    rules_version: 1,
    sides: &[SideAbout { id: "ru", name: "Russia" }, SideAbout { id: "cp", name: "Central Powers" }],
    scenarios: &[ScenarioAbout {
        id: "campaign",
        title: "August to December 1914",
        about: "The whole war of movement in the east, from East Prussia to Galicia, in nine turns.",
        sides: &[],
        board: "",
    }],
    options: &[OptionAbout {
        name: "setup",
        values: &["historical", "free"],
        about: "historical: everything stands where it stood; free: each side places its armies by the rules",
        scenarios: &[],
    }],
};

/// The game with its data.
#[derive(Clone)]
pub struct Fury {
    /// Everything that never changes.
    pub data: Data,
    /// What its players weigh.
    pub weights: Weights,
}

impl Fury {
    /// The game with the data that come with the program.
    pub fn new() -> Result<Fury, String> {
        Fury::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Fury, String> {
        Ok(Fury {
            data: Data::read(files)?,
            weights: Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?,
        })
    }

    /// The rule catalogue, with the tests that name each rule.
    pub fn rules() -> Vec<Rule> {
        const INDEX: catalogue::Index = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));
        catalogue::catalogue(include_str!("../../../../data/fury/rules.tsv"), INDEX)
    }

    /// Checks an action by its kind; whatever is not refused here is looked up among the legal ones.
    fn refuse(&self, p: &Position, action: &Action) -> Option<Breach> {
        let mut list = Vec::new();
        let listed = |rule: &str, why: &str, list: &mut Vec<Action>| {
            self.list(p, list);
            (!list.contains(action)).then(|| Breach::new(rule, why))
        };
        match (p.top(), action) {
            (Step::SetUp(side), Action::SetUp(piece, hex)) => {
                if piece.index() >= pieces::PIECES || p.side(&self.data, *piece) != side {
                    return Some(Breach::new("6a", "that piece is not this side's to set up"));
                }
                if usize::from(*hex) >= hexset::HEXES {
                    return Some(Breach::new("6b", "there is no such hex"));
                }
                self.setup_breach(p, *piece, *hex)
            }
            (Step::Moves, Action::Move(piece, hex)) => {
                let known = piece.index() < pieces::PIECES && usize::from(*hex) < hexset::HEXES;
                if !known {
                    return Some(Breach::new("9a", "there is no such piece or hex"));
                }
                let theirs = p.side(&self.data, *piece) != p.active || p.front_of(*piece) != Some(p.front);
                let legal = !theirs && self.reach(p, *piece).all().has(*hex);
                (!legal).then(|| self.move_breach(p, *piece, *hex))
            }
            (Step::Declare, Action::Attack { from, target, units }) => {
                let known = usize::from(*from) < hexset::HEXES
                    && usize::from(*target) < hexset::HEXES
                    && units.iter().all(|u| u.index() < pieces::PIECES || *u == Piece::NONE);
                if !known {
                    return Some(Breach::new("10a", "there is no such piece or hex"));
                }
                self.list(p, &mut list);
                (!list.contains(action)).then(|| self.attack_breach(p, *from, *target, *units))
            }
            (Step::Declare, Action::EndAttacks) => self.owing(p).map(|army| {
                let hq = Piece::hq(army);
                Breach::new("2.2f", format!("{} must begin an attack", self.army_name(army)))
                    .of(self.piece_name(p, hq))
            }),
            (Step::Adjust(side), Action::Withdraw { from, .. } | Action::Perish(from)) => {
                if usize::from(*from) >= hexset::HEXES {
                    return Some(Breach::new("11.2g", "there is no such hex"));
                }
                self.list(p, &mut list);
                let perish = matches!(action, Action::Perish(_));
                (!list.contains(action)).then(|| self.adjust_breach(p, side, *from, perish))
            }
            (Step::Replacements(nation), Action::Reform(..) | Action::Restore(_)) => {
                self.list(p, &mut list);
                (!list.contains(action)).then(|| self.replacement_breach(p, nation, action))
            }
            (Step::Loss { .. }, Action::Lose(_)) => listed(
                "10.3.1j",
                "full-strength units take losses first, and only units that fought",
                &mut list,
            ),
            (Step::Retreat { .. }, Action::To(_)) => listed(
                "10.3.2f",
                "the retreat goes outside enemy zones if it can, else to a friendly unit, else into a zone",
                &mut list,
            ),
            (Step::Shift { .. }, Action::To(_)) => {
                listed("9h", "the shift follows the priorities of a retreat", &mut list)
            }
            (Step::Surplus { .. }, Action::GoOn(_)) => {
                listed("10.3.2l", "only those who came last go on", &mut list)
            }
            (
                Step::AttackerAnswers | Step::DefenderForces | Step::AttackerForces,
                Action::Refuse | Action::Force,
            ) => listed("10.3.1i", "an extra loss may not wipe out all units in the hex", &mut list),
            (Step::DefenderAnswers | Step::DefenderForced, Action::Siege) => {
                listed("10.4n", "only the owner of a fortress never taken can stand a siege", &mut list)
            }
            (Step::DefenderAnswers, Action::Refuse) => {
                listed("10.3.1i", "an extra loss may not wipe out all units in the hex", &mut list)
            }
            (Step::Advance, Action::Advance { .. } | Action::Stay) => listed(
                "10.3.1o",
                "at least one unit that fought occupies the hex, within the stacking limit",
                &mut list,
            ),
            (Step::Reinforcements(_), Action::Done | Action::Bring(..) | Action::BringHq(..))
                if {
                    self.list(p, &mut list);
                    list.iter().any(|a| matches!(a, Action::Replace(..)))
                } =>
            {
                Some(Breach::new("11.4g", "reformed corps of value 8 replace Cadres before anything else"))
            }
            (Step::Reinforcements(_), Action::Bring(..)) => {
                listed("7p", "that corps cannot join that army now, or has no way in", &mut list)
            }
            (Step::Reinforcements(_), Action::BringHq(..)) => {
                listed("12g", "that headquarters cannot enter now on that front", &mut list)
            }
            (Step::Reinforcements(_), Action::Replace(..)) => {
                listed("11.4g", "only a reformed corps of value 8 replaces a Cadre of its nation", &mut list)
            }
            (Step::Reinforcements(_), Action::Transfer) => listed(
                "12e",
                "the I Corps changes army only in the phase in which the 9th Army enters",
                &mut list,
            ),
            (Step::Entry(_), Action::Enter(_)) => {
                listed("11.4f", "the piece cannot get there, or would be isolated or overstacked", &mut list)
            }
            (Step::Planning(..), Action::Activate(_)) => {
                listed("11.5c", "only an inactive headquarters of the nation that plans", &mut list)
            }
            _ => {
                let rule = match self.decision(p) {
                    Decision::Decide { rule, .. } => rule,
                    Decision::Over(o) => o.rule,
                };
                listed(rule, "that is not what is to be decided now", &mut list)
            }
        }
    }

    /// Every legal action.
    fn list(&self, p: &Position, out: &mut Vec<Action>) {
        match p.top() {
            Step::SetUp(side) => {
                self.placements(p, side, &mut |piece, hex| {
                    out.push(Action::SetUp(piece, hex));
                    true
                });
            }
            Step::FrontA | Step::FirstFront => {
                out.extend([pieces::Front::North, pieces::Front::South].map(Action::Front));
            }
            Step::Moves => {
                for piece in self.movers(p) {
                    out.extend(self.reach(p, piece).all().iter().map(|hex| Action::Move(piece, hex)));
                }
                out.push(Action::EndMoves); // fury 8b
            }
            Step::Declare => {
                self.each_attack(p, None, &mut |from, target, units| {
                    out.push(Action::Attack { from, target, units });
                    true
                });
                if self.owing(p).is_none() {
                    out.push(Action::EndAttacks);
                }
            }
            Step::Resolve => {
                let declared = p.attacks[..usize::from(p.attack_count)].iter().filter(|a| !a.done);
                out.extend(declared.map(|a| Action::Fight(a.target))); // fury 10b
            }
            Step::Loss { pool, .. } => out.extend(self.loss_candidates(p, &pool).iter().map(Action::Lose)),
            Step::AttackerAnswers
            | Step::DefenderForces
            | Step::DefenderAnswers
            | Step::AttackerForces
            | Step::DefenderForced => self.answers(p, out),
            Step::Advance => self.advances(p, &mut |a| out.push(a)),
            Step::Retreat { group, start, left, why, .. } => {
                let group: Group = group.only(|u| p.hex(u).is_some());
                out.extend(self.retreat_options(p, &group, start, left, why).iter().map(Action::To));
            }
            Step::Surplus { hex, group, .. } => {
                out.extend(self.surplus(p, hex, &group).iter().map(Action::GoOn))
            }
            Step::Shift { hq, start } => out.extend(self.shift_options(p, hq, start).iter().map(Action::To)),
            Step::Adjust(side) => self.adjustments(p, side, out),
            Step::Replacements(nation) => self.replacements(p, nation, out),
            Step::Reinforcements(side) => self.arrivals(p, side, out),
            Step::Entry(piece) => {
                let (foot, train) = self.entry_hexes(p, piece, p.army[piece.index()]);
                let mut all = foot;
                all.join(&train);
                out.extend(all.iter().map(Action::Enter));
            }
            Step::Planning(nation, _) => out.extend(self.inactive_hqs(p, nation).map(Action::Activate)),
            Step::Initiative
            | Step::Result
            | Step::CombatEnds
            | Step::Withdraw { .. }
            | Step::Sieges
            | Step::Over => {}
        }
    }
}

impl Game for Fury {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        if scenario != "campaign" {
            return Err(format!("there is no scenario `{scenario}`; fury has campaign"));
        }
        let mut p = Position::empty(&self.data);
        let mut events = Vec::new();
        match options.get("setup").map(String::as_str) {
            None | Some("historical") => {
                self.deploy(&mut p);
                self.begin_game(&mut p, &mut events);
            }
            Some("free") => {
                self.gather(&mut p);
                p.push(Step::SetUp(CP));
            }
            Some(other) => return Err(format!("setup is historical or free, not `{other}`")),
        }
        if let Some(unknown) = options.keys().find(|k| *k != "setup") {
            return Err(format!("there is no option `{unknown}`; fury has setup"));
        }
        self.run(&mut p, dice, &mut events);
        Ok(p)
    }

    fn place(&self, _: Setting<'_>, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Position> {
        for key in ["turn", "initiative", "side", "front", "phase", "activation", "rail", "points"] {
            let _ = file.head(key);
        }
        for key in ["unit", "fortress", "eliminated", "reinforcements"] {
            let _ = file.head(key);
        }
        faults.take(0, self.read_position(file.text()))
    }

    fn begin_phase(
        &self,
        _: Setting<'_>,
        _: &mut Position,
        _: &PositionFile<'_>,
        _: &mut dyn Dice,
        _: &mut Faults,
    ) {
    }

    fn write_position(&self, _: &Position, _: &mut PositionLines) {}

    fn to_decide(&self, p: &Position) -> Decision {
        self.decision(p)
    }

    fn actions(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        if self.decision(p).side() == Some(side) {
            self.list(p, out);
        }
    }

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.decision(p).side() != Some(side) {
            return None;
        }
        if p.top() == Step::Moves {
            // One mover, then one of its hexes: listing every move of the front would be dear.
            let count = self.movers(p).count();
            let chosen = pick(count + 1);
            let Some(piece) = self.movers(p).nth(chosen) else { return Some(Action::EndMoves) };
            let hexes = self.reach(p, piece).all();
            let n = hexes.len();
            return Some(if n == 0 { Action::EndMoves } else { Action::Move(piece, hexes.nth(pick(n))?) });
        }
        if let Step::SetUp(side) = p.top()
            && let Some((piece, hex)) = self.any_placement(p, side, pick)
        {
            return Some(Action::SetUp(piece, hex));
        }
        scratch.clear();
        self.list(p, scratch);
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    fn check(&self, p: &Position, side: Side, action: &Action) -> Result<(), Illegal> {
        match self.decision(p) {
            Decision::Decide { sides, .. } if sides.has(side) => match self.refuse(p, action) {
                None => Ok(()),
                Some(breach) => Err(breach.into()),
            },
            Decision::Decide { rule, .. } => Err(Breach::new(rule, "it is the other side's decision").into()),
            Decision::Over(o) => Err(Breach::new(o.rule, "the game is over").into()),
        }
    }

    fn apply(
        &self,
        p: &mut Position,
        _side: Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.take(p, action, dice, events);
        // A side that cannot place its last pieces goes on without them.
        if let Step::SetUp(side) = p.top() {
            let mut any = false;
            self.placements(p, side, &mut |_, _| {
                any = true;
                false
            });
            if !any {
                self.box_stranded(p, side);
                self.run(p, dice, events);
            }
        }
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        self.action_text(p, action)
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        self.action_from(p, &words.to_lowercase())
    }

    fn tell(&self, event: &Event) -> Line {
        self.event_line(event)
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn view(&self, p: &Position, _viewer: Viewer) -> View {
        self.draw(p)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let lost = |n: pieces::Nation| self.eliminated(p, n).count() as i64;
        vec![
            ("turn", i64::from(p.turn) + 1),
            ("net_ru", i64::from(p.net(&self.data, RU))),
            ("lost_ru", lost(pieces::Nation::Ru)),
            ("lost_ah", lost(pieces::Nation::Ah)),
            ("lost_de", lost(pieces::Nation::De)),
        ]
    }

    fn sound(&self, p: &Position) -> Result<(), String> {
        self.find_unsound(p)
    }
}

/// The sides, for whoever uses the game from outside.
pub const SIDES: [Side; 2] = [Side(RU), Side(CP)];

/// The other side.
pub fn other(side: Side) -> Side {
    Side(enemy(side.0))
}
