//! What a game offers a player that plans: its formations, the goals they can be sent to, a script that carries a plan
//! out, and what a position is worth.

use crate::dice::Seeded;
use crate::game::{Game, Side};
use crate::player::Player;
use crate::winning::WinCurves;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How many formations a plan orders one by one; the rest do what the script thinks best.
pub const GROUPS: usize = 24;

/// What a formation is told to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// What the script thinks best.
    #[default]
    Free,
    /// Go for a goal, by its place in the list of goals.
    Goal(u8),
    /// Seek battle, also at poorer odds.
    Attack,
    /// Keep what it has, and attack only when sure.
    Hold,
    /// Give ground.
    FallBack,
}

/// A posture for each formation, by its place in the list of groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan(pub [Posture; GROUPS]);

impl Plan {
    /// Every formation has the same posture.
    pub fn all(posture: Posture) -> Plan {
        Plan([posture; GROUPS])
    }

    /// The posture of a formation; those beyond the plan are free.
    pub fn of(&self, group: usize) -> Posture {
        self.0.get(group).copied().unwrap_or_default()
    }
}

/// A formation that a plan can order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Goals that it could be sent to, the likeliest first.
    pub goals: Vec<u8>,
}

/// Something worth having.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name.
    pub name: String,
}

/// A game that can be planned. A planner never sees more than a side knows: positions given to these methods are what
/// [`known`](Game::known) leaves, or what [`resample`](Planned::resample) makes of it.
pub trait Planned: Game + Sized {
    /// What carries plans out.
    type Script: Script<Self>;

    /// A script that follows no plan yet.
    fn script(&self) -> Self::Script;

    /// The formations of a side that can be ordered now.
    fn groups(&self, p: &Self::Position, side: Side) -> Vec<Group>;

    /// What they can be sent to.
    fn goals(&self, p: &Self::Position, side: Side) -> Vec<Goal>;

    /// What a position is worth to a side, part by part with the name of each. A game that is won is worth [`WON`] and
    /// more, a lost one as much less.
    fn appraise(&self, p: &Self::Position, side: Side, part: &mut dyn FnMut(&'static str, i32));

    /// What a position is worth to a side.
    fn score(&self, p: &Self::Position, side: Side) -> i32 {
        let mut sum = 0;
        self.appraise(p, side, &mut |_, worth| sum += worth);
        sum
    }

    /// Whether the decision that is open deserves thought of its own, beside the plan: an attack, an answer in a battle.
    fn weighty(&self, p: &Self::Position) -> bool;

    /// The turn of a side that a position belongs to: whose it is, and a number that grows from one to the next.
    fn side_turn(&self, p: &Self::Position) -> (u32, Side);

    /// What is worth trying at the start beside doing what the script thinks best, the likeliest first.
    fn openings(&self, _p: &Self::Position, _side: Side) -> Vec<Plan> {
        [Posture::Attack, Posture::Hold, Posture::FallBack].map(Plan::all).to_vec()
    }

    /// The script that plays trials: one that is quicker, if there is one, and plays much the same.
    fn rehearsal(&self) -> Self::Script {
        self.script()
    }

    /// Turns of sides that are still to come after the one that a position belongs to, if it can be said. Where there is time to try
    /// plans to the end of the game, nothing tells more.
    fn turns_left(&self, _p: &Self::Position) -> Option<u32> {
        None
    }

    /// How many turns of sides a trial plays otherwise after the one that it starts in, if there is this much time for a
    /// turn: as many as it takes until the answer to a plan shows. With 0, a trial ends with the turn that it starts in;
    /// none, where the score tells nothing before the end.
    fn horizon(&self, _p: &Self::Position, time: Duration) -> Option<u32> {
        Some(further(1, time))
    }

    /// Whether plans are looked for by trials that end before the game does. Where those are too few or tell too little, the script
    /// does better alone.
    fn plans(&self, _p: &Self::Position, _time: Duration) -> bool {
        true
    }

    /// A whole position that agrees with what a side knows.
    fn resample(&self, known: &Self::Position, _side: Side, _chance: &mut Seeded) -> Self::Position {
        known.clone()
    }

    /// What its scores say of who will win.
    fn win_curves(&self) -> &WinCurves;

    /// How many decisions of the script a second allows, so that a time can be counted in decisions: a count is the
    /// same on every machine.
    fn pace(&self) -> u32;
}

/// A game whose planner has weights, of its script and of its score, that self-play can tune.
pub trait Tunable: Planned {
    /// The weights: a structure of numbers, perhaps in parts.
    type Weights: Clone + Serialize + DeserializeOwned + Send + Sync;

    /// Those that planners play with.
    fn tuned(&self) -> &Self::Weights;

    /// The same game with others.
    fn reweighted(&self, weights: Self::Weights) -> Self;
}

/// A number of turns of sides that is doubled or trebled if there is time.
pub fn further(turns: u32, time: Duration) -> u32 {
    turns
        * match time.as_millis() {
            0..=400 => 1,
            401..=5000 => 2,
            _ => 3,
        }
}

/// The score of a game that is won, without what was won.
pub const WON: i32 = 1_000_000;

/// A player that carries out a plan.
pub trait Script<G: Planned>: Player<G> {
    /// From now on this plan is followed; whatever was in hand is forgotten. The same plan and seed play the same.
    fn follow(&mut self, plan: &Plan, seed: u64);
}

/// Why a player did what it did. Where trials ended is kept whole, so that it can be told in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons<A, P> {
    /// The plan: each formation with what it is told.
    pub plan: Vec<(String, String)>,
    /// Where the trials of the plan ended.
    pub ends: Vec<P>,
    /// Which of them was the worst.
    pub worst: usize,
    /// What a position is worth, part by part: now, at the end of the trials on the average, and of the worst.
    pub parts: Vec<Part>,
    /// Actions that were weighed against each other, the best first.
    pub weighed: Vec<Weighed<A, P>>,
    /// Trials in this turn so far.
    pub trials: u32,
    /// The turn of a side that it is about.
    pub turn: u32,
    /// Whether that turn is the player's own.
    pub own: bool,
    /// How long the player has thought in it.
    pub spent: Duration,
}

/// The reasons of a player of a game.
pub type ReasonsOf<G> = Reasons<<G as Game>::Action, <G as Game>::Position>;

impl<A, P> Default for Reasons<A, P> {
    fn default() -> Reasons<A, P> {
        Reasons {
            plan: vec![],
            ends: vec![],
            worst: 0,
            parts: vec![],
            weighed: vec![],
            trials: 0,
            turn: 0,
            own: false,
            spent: Duration::ZERO,
        }
    }
}

/// An action that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<A, P> {
    /// The action.
    pub action: A,
    /// Its score, the mean of its trials.
    pub score: i32,
    /// Where its trials ended.
    pub ends: Vec<P>,
}

/// A part of what a position is worth, now and later, in the measure of the game's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// What it is worth now.
    pub now: i32,
    /// What it will be worth on the average.
    pub then: i32,
    /// What it will be worth at worst.
    pub worst: i32,
}
