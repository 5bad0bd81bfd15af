//! The level `regular`: plans its attacks for what they are expected to bring, keeps its troops in supply and in command,
//! gives ground where it would be surrounded, and hides what it can. It looks one action ahead and weighs it; the
//! weights are its judgement of what matters.

mod appraisal;
mod combat;
mod cover;
mod formations;
mod goals;
mod hidden;
mod march;
mod mood;
mod odds;
mod picture;
mod plan;
mod planned;
mod rear;
mod resample;
mod survey;
mod trains;
mod weights;

pub use formations::Formations;
pub use weights::{PlannerWeights, ScoreWeights, ScriptWeights, ScriptsWeights, Weights};

use crate::Engine;
use crate::Tannenberg;
use crate::action::{Action, Mover};
use crate::data::Where;
use crate::play::OwnStep;
use crate::position::{MARKERS, Position, Step};
use march::Stage;
use picture::Picture;
use plan::{Piece, Post};
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::Plan;
use sandtable_core::player::Player;
use sandtable_east::data::pieces::MAX_UNITS;
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::play::LONGEST_LIST;
use std::collections::VecDeque;
use weights::Judgement;

/// Orders that wait at the same time, about.
const QUEUE: usize = 128;

/// Room for the lists of a decision.
#[derive(Default)]
struct Room {
    /// Who could be sent to attack.
    pieces: Vec<Piece>,
    /// What could be attacked.
    targets: Vec<u16>,
    /// The posts of an attack that is looked at, and those of the best so far.
    posts: [Vec<Post>; 2],
    /// Who marches, by strength.
    movers: Vec<(i32, Mover)>,
}

impl Room {
    fn new() -> Room {
        const ALL: usize = MAX_UNITS + MARKERS;
        Room {
            pieces: Vec::with_capacity(ALL),
            targets: Vec::with_capacity(ALL),
            posts: [Vec::with_capacity(ALL), Vec::with_capacity(ALL)],
            movers: Vec::with_capacity(ALL),
        }
    }
}

/// A player of the level `regular`.
pub struct Regular {
    chance: Seeded,
    scratch: Vec<Action>,
    /// What has been decided and is still to be done.
    queue: VecDeque<Action>,
    /// Turn, player and phase that the rest belongs to.
    stamp: (u8, u8, u8),
    stage: Stage,
    settled: UnitSet,
    settled_boxes: u32,
    rode: UnitSet,
    /// Hexes that are to be attacked.
    strikes: Vec<u16>,
    /// Actions with markers in this segment.
    tricks: u8,
    /// How the field looked when the segment began, once it has.
    picture: Option<Box<Picture>>,
    /// How it looks at a decision outside a segment.
    glance: Box<Picture>,
    /// Room for lists that are made anew at every decision.
    room: Room,
    plan: Plan,
    /// Whether the plan says nothing.
    free: bool,
    /// Whether it plays for a planner, by the planner's weights.
    planned: bool,
    /// Whether units without orders keep out of the enemy's way.
    hunted: bool,
    /// Cavalry that covers a corps, and where that stands.
    covers: Vec<(UnitId, u16)>,
    /// The weights of the side that is to decide.
    w: Judgement,
}

impl Regular {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Regular {
        Regular {
            chance: Seeded::new(seed),
            scratch: Vec::with_capacity(LONGEST_LIST),
            queue: VecDeque::with_capacity(QUEUE),
            stamp: (0, u8::MAX, 0),
            stage: Stage::default(),
            settled: UnitSet::EMPTY,
            settled_boxes: 0,
            rode: UnitSet::EMPTY,
            strikes: Vec::with_capacity(QUEUE),
            tricks: 0,
            picture: Some(Box::new(Picture::blank())),
            glance: Box::new(Picture::blank()),
            room: Room::new(),
            plan: Plan::default(),
            free: true,
            planned: false,
            hunted: false,
            covers: Vec::with_capacity(MAX_UNITS),
            w: Judgement::default(),
        }
    }

    /// Every unit stands where the historical campaign has it, or as near to that as may be.
    fn set_up(&self, game: &Tannenberg, e: &Engine<'_>, p: &Position, player: u8) -> Option<Action> {
        let campaign = game.sheets.iter().find(|s| s.rules.scenario.id == "campaign");
        for unit in e.unplaced(p, player) {
            let posting = campaign.and_then(|s| s.rules.postings[unit.index()].as_ref());
            let hex = posting.and_then(|q| if let Where::Hex(h) = q.place { Some(h) } else { None });
            let may = |h: &u16| e.refuse(p, &Action::SetUp(unit, *h)).is_none();
            if let Some(hex) = hex.filter(may) {
                return Some(Action::SetUp(unit, hex));
            }
            let want = hex.unwrap_or(0);
            let near = (0..e.data.map.len()).filter(may).min_by_key(|h| (e.data.map.distance(*h, want), *h));
            if let Some(hex) = near {
                return Some(Action::SetUp(unit, hex));
            }
        }
        None
    }

    /// Reinforcements come as they are due, at the entry nearest to what is worth most; nobody else is called.
    fn reinforce(
        &mut self,
        game: &Tannenberg,
        e: &Engine<'_>,
        p: &Position,
        player: u8,
        list: &[Action],
    ) -> Option<Action> {
        if !list.iter().any(|a| matches!(a, Action::Bring(..))) {
            return Some(Action::Done);
        }
        self.glance.draw(e, game.sheet(p), p, player, &self.w);
        let pic = &self.glance;
        let pull = |hex: u16| {
            let goals = pic.goals.iter().map(|g| g.weight - 3 * i32::from(e.data.map.distance(g.hex, hex)));
            goals.max().unwrap_or(0)
        };
        list.iter().copied().max_by_key(|a| match a {
            Action::Bring(unit, hex) => 1000 + 10 * i32::from(e.data.unit(*unit).sp) + pull(*hex),
            Action::Done => 0,
            _ => -1,
        })
    }

    /// The units that a step is about.
    fn stack_of(step: Step) -> UnitSet {
        match step {
            Step::Retreat { stack, .. } => stack,
            Step::Displace(hq) => hq.get().into_iter().collect(),
            Step::WithdrawTo(unit) => std::iter::once(unit).collect(),
            _ => UnitSet::EMPTY,
        }
    }

    fn decide(
        &mut self,
        game: &Tannenberg,
        p: &Position,
        side: Side,
        list: &mut Vec<Action>,
    ) -> Option<Action> {
        let (e, sheet) = (game.engine(p), game.sheet(p));
        let whose = Tannenberg::side_of(side);
        self.w = *game.weights.judgement(self.planned, whose);
        self.hunted = self.planned && Tannenberg::is_hunted(sheet, whose);
        let step = p.top();
        match step {
            Step::SetUp(player) => return self.set_up(game, &e, p, player),
            Step::Screen(player) => return Some(self.screen(&e, p, player)),
            Step::Moves(player) => {
                let action = self.movement(&e, sheet, p, player, list);
                // Trains that the railways cannot carry: the smallest gets off.
                let over = e.overload(p, player).iter().min_by_key(|u| e.data.unit(*u).sp);
                return Some(match (action, over) {
                    (Action::Done, Some(unit)) => Action::Detrain(Mover::Unit(unit)),
                    _ => action,
                });
            }
            Step::Command(_) => return Some(Action::AllotAll),
            Step::Begin(_) => return Some(Action::Done),
            // An answer never hurts who asks.
            Step::Inquire(_) => return Some(Action::AskAll),
            Step::Attacks(player) => return Some(self.attack(&e, sheet, p, player)),
            Step::Declare(player) => {
                if self.queue.is_empty() && p.combat.units.is_empty() {
                    self.put_together(&e, sheet, p, player);
                }
                while let Some(action) = self.queue.pop_front() {
                    if e.refuse(p, &action).is_none() {
                        return Some(action);
                    }
                }
            }
            Step::Choose => return self.bear(&e, sheet, p),
            _ => {}
        }
        e.list(p, list);
        match step {
            Step::Reinforce(player) => self.reinforce(game, &e, p, player, list),
            Step::Declare(_) => {
                let best = [Action::Fight, Action::WithAll];
                best.into_iter().find(|a| list.contains(a)).or(list.first().copied())
            }
            Step::Own(OwnStep::Staff(_)) => self.help(&e, p, list),
            Step::Own(OwnStep::Relieve(_)) => self.relieve(&e, sheet, p, whose, list),
            Step::Affected | Step::DefenderLoses { .. } | Step::AttackerLoses(_) | Step::Overfull(..) => {
                self.pay(sheet, p, list)
            }
            Step::Retreat { .. } | Step::Displace(_) | Step::WithdrawTo(_) => {
                self.go_back(&e, sheet, p, whose, Self::stack_of(step), list)
            }
            Step::Advance => self.advance(&e, sheet, p, list),
            Step::Withdrawals(_) => self.withdraw(&e, sheet, p, list),
            Step::Follow(_, hex) => self.follow(&e, sheet, p, hex, list),
            Step::Replace(_) => {
                let worth = |a: &Action| match a {
                    Action::Replace(u) => i32::from(e.data.unit(*u).front.attack) + 1,
                    _ => 0,
                };
                list.iter().copied().max_by_key(worth)
            }
            _ => list.first().copied(),
        }
    }
}

impl Player<Tannenberg> for Regular {
    fn choose(&mut self, game: &Tannenberg, p: &Position, side: Side) -> Option<Action> {
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        let chosen = self.decide(game, p, side, &mut list);
        self.scratch = list;
        chosen
    }
}
