//! The player that plans, the same for all games. At the start of its turn it looks for a plan (a posture for each formation)
//! by trying plans out; then its script carries the plan out, and decisions that matter are weighed by themselves.

mod budget;
mod rollout;
mod search;

pub use budget::Budget;

pub(crate) use budget::Clock;
use rollout::Trial;
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Group, Plan, Planned, Posture, Reasons, ReasonsOf, Script, Weighed};
use sandtable_core::player::Player;
pub(crate) use search::Benches;
use search::{Contender, Search};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The part of a turn's time that goes into the plan; the rest is for single decisions.
const PLAN_SHARE: f64 = 0.6;
/// The part of what is left that one decision may take.
const DECISION_SHARE: i64 = 3;
/// In the turns of others there is less to decide.
const GUEST_SHARE: f64 = 0.4;
/// Actions that are weighed one against another at most.
const WEIGHED: usize = 8;
/// Trials for each of them at most.
const TRIALS: usize = 8;
/// With fewer trials than this for a plan, not everything can be tried.
const FEW: i64 = 40;
/// Trials to the end of the game that there must be time for, so that they tell more than a score before it: who won is certain
/// then, but many dice have had their part in it.
const PLAYED_OUT: i64 = 40;
/// The same where there is no such score.
const AT_LEAST: i64 = 4;

/// How far trials go: turns of sides after this one, and the decisions that a trial takes.
#[derive(Clone, Copy)]
struct Reach {
    beyond: u32,
    trial: i64,
}

/// A player that plans.
pub struct Planner<G: Planned> {
    budget: Budget,
    stop: Arc<AtomicBool>,
    chance: Seeded,
    script: G::Script,
    benches: Benches<G>,
    plan: Plan,
    turn: Option<u32>,
    /// Decisions of this turn's budget that are left, and how many there were.
    left: i64,
    spent: Duration,
    /// Decisions that the turn of a side took in trials of late; none before the first.
    trial_cost: Option<i64>,
    whole: bool,
    reasons: ReasonsOf<G>,
    list: Vec<G::Action>,
}

impl<G: Planned> Planner<G> {
    /// A player with a budget for each turn; the same seed plays the same.
    pub fn new(game: &G, budget: Budget, seed: u64) -> Planner<G> {
        Planner {
            budget,
            stop: Arc::default(),
            chance: Seeded::new(seed),
            script: game.script(),
            benches: Benches::new(),
            plan: Plan::default(),
            turn: None,
            left: 0,
            spent: Duration::ZERO,
            trial_cost: None,
            whole: true,
            reasons: Reasons::default(),
            list: Vec::new(),
        }
    }

    fn clock(&self) -> Clock {
        let share = if self.whole { 1.0 } else { GUEST_SHARE };
        let all = self.budget.time.mul_f64(share);
        Clock::start(&self.budget, all.saturating_sub(self.spent), &self.stop)
    }

    fn begin(&mut self, game: &G, p: &G::Position, side: Side, turn: u32, owner: Side) {
        self.turn = Some(turn);
        self.whole = owner == side;
        self.spent = Duration::ZERO;
        self.reasons = Reasons { turn, own: self.whole, ..Reasons::default() };
        let all = self.budget.decisions(game.pace()) as i64;
        self.left = if self.whole { all } else { (all as f64 * GUEST_SHARE) as i64 };
        let last = std::mem::take(&mut self.plan);
        let groups = if self.whole { game.groups(p, side) } else { Vec::new() };
        if !groups.is_empty() {
            self.look_for_plan(game, p, side, &groups, last);
        }
        let seed = self.chance.bits();
        self.script.follow(&self.plan, seed);
    }

    /// How far trials go that may take this many decisions together: to the end of the game if enough of them reach it, else as
    /// far as their score is good for.
    fn reach(
        &mut self,
        game: &G,
        p: &G::Position,
        side: Side,
        decisions: i64,
        horizon: Option<u32>,
    ) -> Option<Reach> {
        let trial_cost = match self.trial_cost {
            Some(trial_cost) => trial_cost,
            None => self.measure(game, p, side),
        };
        let trials = if horizon.is_some() { PLAYED_OUT } else { AT_LEAST };
        let reach = |beyond| Reach { beyond, trial: trial_cost * i64::from(beyond + 1) };
        let end = game.turns_left(p).map(reach).filter(|r| trials * r.trial <= decisions);
        end.or(horizon.map(reach))
    }

    /// Decisions of a turn of a side, by one trial.
    fn measure(&mut self, game: &G, p: &G::Position, side: Side) -> i64 {
        let (clock, seed) = (self.clock(), self.chance.bits());
        let trial = Trial { game, known: p, side, beyond: 1, clock: &clock };
        let mut search = Search::new(trial, &self.benches, seed, self.left);
        search.try_once(Plan::default());
        let trial_cost = ((self.left - search.left) / 2).max(1);
        self.left = search.left;
        self.trial_cost = Some(trial_cost);
        trial_cost
    }

    fn look_for_plan(&mut self, game: &G, p: &G::Position, side: Side, groups: &[Group], last: Plan) {
        let time = self.budget.time;
        let share = (self.left as f64 * PLAN_SHARE) as i64;
        let Some(reach) = self.reach(game, p, side, share, game.horizon(p, time)) else { return };
        if game.turns_left(p) != Some(reach.beyond) && !game.plans(p, time) {
            return;
        }
        let share = share.min(self.left);
        let mut start = vec![Plan::default(), last];
        start.extend(game.openings(p, side));
        // Where there is time for few trials, they are for plans that win more often.
        if share / reach.trial < FEW {
            start.truncate(3);
        }
        let (clock, seed) =
            (Clock::start(&self.budget, time.mul_f64(PLAN_SHARE), &self.stop), self.chance.bits());
        let trial = Trial { game, known: p, side, beyond: reach.beyond, clock: &clock };
        let mut search = Search::new(trial, &self.benches, seed, share);
        let best = search.evolve(&start, groups);
        self.plan = best.what.plan;
        self.left -= share - search.left;
        self.trial_cost = trial_cost(share - search.left, search.trials, reach.beyond).or(self.trial_cost);
        self.reasons.trials += search.trials;
        let goals = game.goals(p, side);
        let told = |(i, g): (usize, &Group)| (g.name.clone(), posture_text(self.plan.of(i), &goals));
        self.reasons.plan = groups.iter().enumerate().map(told).collect();
        if !best.scores.is_empty() {
            (self.reasons.parts, self.reasons.worst) = search.outlook(&best);
            self.reasons.ends = best.into_ends();
        }
    }

    /// Weighs what can be done at a decision that matters; nothing if the script may decide.
    fn weigh(&mut self, game: &G, p: &G::Position, side: Side) -> Option<G::Action> {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        game.actions(p, side, &mut list);
        let own = self.script.choose(game, p, side);
        if list.len() > WEIGHED {
            list.clear();
            for posture in [Posture::Attack, Posture::Hold, Posture::FallBack, Posture::Free] {
                let mut other = game.script();
                other.follow(&Plan::all(posture), self.chance.bits());
                list.extend(other.choose(game, p, side));
            }
        }
        // What the script would do comes first: it stays unless something else is better.
        let mut field: Vec<G::Action> = own.into_iter().collect();
        for action in list.drain(..) {
            if !field.contains(&action) {
                field.push(action);
            }
        }
        self.list = list;
        let share = (self.left / DECISION_SHARE).max(1);
        let Some(reach) = self.reach(game, p, side, share, game.horizon(p, Duration::ZERO)) else {
            return own;
        };
        // Each needs two trials to be compared, and the best two as many again: candidates that cannot have them are left out.
        let room = (share / reach.trial - 4) / 2;
        field.truncate(room.clamp(0, WEIGHED as i64 + 1) as usize);
        if field.len() < 2 {
            return own;
        }
        let (clock, seed) = (self.clock(), self.chance.bits());
        let trial = Trial { game, known: p, side, beyond: reach.beyond, clock: &clock };
        let mut search = Search::new(trial, &self.benches, seed, share);
        let plan = self.plan;
        let of = |a: G::Action| Contender::new(plan, Some(a));
        let ranked = search.race(field.into_iter().map(of).collect(), TRIALS);
        self.left -= share - search.left;
        self.reasons.trials += search.trials;
        let best = ranked.first().filter(|c| c.scores.len() >= TRIALS.min(4));
        let script = ranked.iter().find(|c| c.what.first == own);
        let better =
            best.filter(|best| script.is_none_or(|s| best.beats(s))).and_then(|best| best.what.first);
        let tried = best.is_some();
        let said = ranked.into_iter().filter(|c| !c.scores.is_empty()).filter_map(|c| {
            let (action, score) = (c.what.first?, c.mean(c.scores.len()) as i32);
            Some(Weighed { action, score, ends: c.into_ends() })
        });
        self.reasons.weighed = said.collect();
        if !tried {
            return own;
        }
        let chosen = better.or(own);
        if chosen != own {
            // The script did not choose this: whatever it had in hand is void.
            let seed = self.chance.bits();
            self.script.follow(&self.plan, seed);
        }
        chosen.or(own)
    }
}

/// Decisions that a turn of a side takes in the mean, if there was any trial.
fn trial_cost(decisions: i64, trials: u32, beyond: u32) -> Option<i64> {
    (trials > 0).then(|| (decisions / i64::from(trials) / i64::from(beyond + 1)).max(1))
}

/// A posture in words.
fn posture_text(posture: Posture, goals: &[sandtable_core::plan::Goal]) -> String {
    match posture {
        Posture::Free => "as it sees fit".to_string(),
        Posture::Goal(g) => {
            format!("go for {}", goals.get(usize::from(g)).map_or("its goal", |g| g.name.as_str()))
        }
        Posture::Attack => "seek battle".to_string(),
        Posture::Hold => "hold".to_string(),
        Posture::FallBack => "fall back".to_string(),
    }
}

impl<G: Planned> Player<G> for Planner<G> {
    fn choose(&mut self, game: &G, p: &G::Position, side: Side) -> Option<G::Action> {
        let started = Instant::now();
        let (turn, owner) = game.side_turn(p);
        if self.turn != Some(turn) {
            self.begin(game, p, side, turn, owner);
        }
        self.reasons.weighed.clear();
        let chosen = if self.left > 0 && game.weighty(p) { self.weigh(game, p, side) } else { None };
        let chosen = chosen.or_else(|| self.script.choose(game, p, side));
        self.spent += started.elapsed();
        self.reasons.spent = self.spent;
        chosen
    }

    fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    fn why(&self) -> Option<&ReasonsOf<G>> {
        Some(&self.reasons)
    }
}
