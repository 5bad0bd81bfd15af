//! The search for a plan: plans are changed a little, tried out with the same dice, and the better one goes on. Those that
//! fall behind are dropped early.

use super::rollout::{Bench, Trial, Tried};
use rayon::prelude::*;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{GROUPS, Group, Part, Plan, Planned, Posture};
use std::sync::Mutex;

/// Trials of a plan before it is compared, and how many more a contender gets at a time.
const STAGE: usize = 2;
/// Trials after which a contender has proved itself.
const PROVEN: usize = 8;
/// By how many standard errors a plan must be better to replace what is there.
const MARGIN: f64 = 0.5;
/// New plans that are tried side by side.
const BROOD: usize = 4;

/// Benches that are free.
pub(crate) struct Benches<G: Planned>(Mutex<Vec<Bench<G>>>);

impl<G: Planned> Benches<G> {
    pub(crate) fn new() -> Benches<G> {
        Benches(Mutex::new(Vec::new()))
    }

    pub(crate) fn with<T>(&self, game: &G, work: impl FnOnce(&mut Bench<G>) -> T) -> T {
        let free = self.0.lock().ok().and_then(|mut b| b.pop());
        let mut bench = free.unwrap_or_else(|| Bench::new(game));
        let done = work(&mut bench);
        if let Ok(mut benches) = self.0.lock() {
            benches.push(bench);
        }
        done
    }
}

/// Something that is tried: a plan, after a first action if one is given.
#[derive(Clone, Copy)]
pub(super) struct Try<A> {
    pub plan: Plan,
    pub first: Option<A>,
}

/// A contender with the scores of its trials.
pub(super) struct Contender<G: Planned> {
    pub what: Try<G::Action>,
    pub scores: Vec<i32>,
    /// Where its trials ended.
    ends: Vec<G::Position>,
}

impl<G: Planned> Contender<G> {
    /// Nothing is known of it yet.
    pub(super) fn new(plan: Plan, first: Option<G::Action>) -> Contender<G> {
        Contender { what: Try { plan, first }, scores: Vec::new(), ends: Vec::new() }
    }

    /// Where its trials ended.
    pub(super) fn into_ends(self) -> Vec<G::Position> {
        self.ends
    }

    /// The mean of its first trials.
    pub(super) fn mean(&self, trials: usize) -> f64 {
        let n = trials.min(self.scores.len()).max(1);
        self.scores.iter().take(n).map(|s| f64::from(*s)).sum::<f64>() / n as f64
    }

    /// Whether it is better than another by more than chance would have it. Trials of the same number had the same dice,
    /// so that only their differences count.
    pub(super) fn beats(&self, other: &Contender<G>) -> bool {
        let pairs = self.scores.iter().zip(&other.scores);
        let gains: Vec<f64> = pairs.map(|(a, b)| f64::from(*a) - f64::from(*b)).collect();
        if gains.len() < 2 {
            return false;
        }
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let spread = gains.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / (n - 1.0);
        mean > MARGIN * (spread / n).sqrt()
    }
}

/// A search under way.
pub(super) struct Search<'a, G: Planned> {
    trial: Trial<'a, G>,
    benches: &'a Benches<G>,
    /// The seed of all trials.
    seed: u64,
    /// Decisions that may still be spent.
    pub left: i64,
    /// Trials so far.
    pub trials: u32,
}

impl<'a, G: Planned> Search<'a, G> {
    /// A search that may spend this many decisions.
    pub(super) fn new(trial: Trial<'a, G>, benches: &'a Benches<G>, seed: u64, left: i64) -> Search<'a, G> {
        Search { trial, benches, seed, left, trials: 0 }
    }

    /// Whether time is up.
    pub(super) fn spent(&self) -> bool {
        self.left <= 0 || self.trial.clock.over()
    }

    /// Gives every contender trials until each has this many; false if the clock stopped it.
    fn extend(&mut self, field: &mut [&mut Contender<G>], trials: usize) -> bool {
        let mut jobs = Vec::new();
        for (i, c) in field.iter().enumerate() {
            jobs.extend((c.scores.len()..trials).map(|t| (i, c.what, t)));
        }
        let (trial, benches, seed) = (&self.trial, self.benches, self.seed);
        let one = |(i, what, t): &(usize, Try<G::Action>, usize)| {
            (*i, benches.with(trial.game, |b| b.play(trial, &what.plan, what.first, number(seed, *t))))
        };
        let tried: Vec<(usize, Tried<G::Position>)> = if rayon::current_num_threads() == 1 || jobs.len() == 1
        {
            jobs.iter().map(one).collect()
        } else {
            jobs.par_iter().map(one).collect()
        };
        self.trials += tried.len() as u32;
        let mut whole = true;
        for (i, t) in tried {
            self.left -= t.cost as i64;
            match t.end {
                Some((score, end)) if whole => {
                    field[i].scores.push(score);
                    field[i].ends.push(end);
                }
                _ => whole = false,
            }
        }
        whole
    }

    /// Tries a plan once, to see what it takes.
    pub(super) fn try_once(&mut self, plan: Plan) {
        let mut one = Contender::new(plan, None);
        self.extend(&mut [&mut one], 1);
    }

    /// The best of a field, found by giving more trials to those that keep up; the first wins a tie.
    pub(super) fn race(&mut self, mut field: Vec<Contender<G>>, most: usize) -> Vec<Contender<G>> {
        let mut out = Vec::new();
        let mut trials = 0;
        while trials < most && field.len() > 1 && !self.spent() {
            trials += STAGE;
            if !self.extend(&mut field.iter_mut().collect::<Vec<_>>(), trials) {
                break;
            }
            // The lower half of those who do not lead falls out.
            let mut order: Vec<usize> = (0..field.len()).collect();
            order.sort_by(|a, b| field[*b].mean(trials).total_cmp(&field[*a].mean(trials)).then(a.cmp(b)));
            let keep = if trials >= most { field.len() } else { field.len().div_ceil(2).max(2) };
            let mut taken: Vec<Option<Contender<G>>> = field.into_iter().map(Some).collect();
            let mut ranked: Vec<_> = order.iter().filter_map(|i| taken[*i].take()).collect();
            let mut dropped = ranked.split_off(keep.min(ranked.len()));
            dropped.append(&mut out);
            out = dropped;
            field = ranked;
        }
        field.extend(out);
        field
    }

    /// The best plan that can be found in time, starting from the plans given: the first is what the script would do
    /// by itself, and stays unless another is better.
    pub(super) fn evolve(&mut self, start: &[Plan], groups: &[Group]) -> Contender<G> {
        let of = |plan: Plan| Contender::new(plan, None);
        let mut seen: Vec<Plan> = Vec::new();
        for plan in start {
            if !seen.contains(plan) {
                seen.push(*plan);
            }
        }
        let mut chance = Seeded::new(self.seed ^ 0x5851_F42D_4C95_7F2D);
        let mut field = self.race(seen.iter().map(|p| of(*p)).collect(), 2 * STAGE).into_iter();
        let Some(mut best) = field.next() else { return of(Plan::default()) };
        if best.what.plan != seen[0]
            && let Some(script) = field.find(|c| c.what.plan == seen[0])
            && !best.beats(&script)
        {
            best = script;
        }
        let mut barren = 0;
        while !self.spent() && barren < 60 {
            let mut brood = Vec::new();
            for _ in 0..4 * BROOD {
                let plan = mutate(&best.what.plan, groups, &mut chance);
                if brood.len() < BROOD && !seen.contains(&plan) {
                    seen.push(plan);
                    brood.push(of(plan));
                }
            }
            if brood.is_empty() {
                barren += 20;
                continue;
            }
            barren += 1;
            let mut trials = 0;
            while trials < PROVEN && !brood.is_empty() && !self.spent() {
                trials += STAGE;
                let mut all: Vec<&mut Contender<G>> = brood.iter_mut().collect();
                all.push(&mut best);
                if !self.extend(&mut all, trials) {
                    return best;
                }
                let bar = best.mean(trials);
                brood.retain(|c| c.mean(trials) > bar);
            }
            brood.sort_by(|a, b| b.mean(trials).total_cmp(&a.mean(trials)));
            if let Some(first) = brood.into_iter().next()
                && first.scores.len() >= PROVEN.min(2 * STAGE)
                && first.beats(&best)
            {
                best = first;
                barren = 0;
            }
        }
        best
    }
}

impl<G: Planned> Search<'_, G> {
    /// What a plan is expected to bring, part by part, and the number of its worst trial.
    pub(super) fn outlook(&self, best: &Contender<G>) -> (Vec<Part>, usize) {
        let trials = best.scores.len();
        let worst = best.scores.iter().enumerate().min_by_key(|(_, s)| **s).map_or(0, |(i, _)| i);
        // Parts by name, each with its sum now, over all trials, and in the worst.
        let mut sums: Vec<(&'static str, [i64; 3])> = Vec::new();
        let mut add = |p: &G::Position, count: &dyn Fn(i64) -> [i64; 3]| {
            self.trial.game.appraise(p, self.trial.side, &mut |name, worth| {
                let at = match sums.iter().position(|(n, _)| *n == name) {
                    Some(at) => at,
                    None => {
                        sums.push((name, [0; 3]));
                        sums.len() - 1
                    }
                };
                let more = count(i64::from(worth));
                sums[at].1.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            });
        };
        add(self.trial.known, &|worth| [worth, 0, 0]);
        for (t, end) in best.ends.iter().enumerate() {
            add(end, &|worth| [0, worth, if t == worst { worth } else { 0 }]);
        }
        let part = |(name, [now, sum, worst]): (&'static str, [i64; 3])| Part {
            name,
            now: now as i32,
            then: (sum / trials.max(1) as i64) as i32,
            worst: worst as i32,
        };
        (sums.into_iter().map(part).collect(), worst)
    }
}

/// The seed of a trial.
fn number(seed: u64, trial: usize) -> u64 {
    Seeded::new(seed ^ (trial as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)).bits()
}

/// A plan that differs in one formation, or in a few.
fn mutate(plan: &Plan, groups: &[Group], chance: &mut Seeded) -> Plan {
    let mut out = *plan;
    let count = groups.len().min(GROUPS);
    if count == 0 {
        return out;
    }
    let changes = 1 + usize::from(chance.below(3) == 0) + usize::from(chance.below(6) == 0);
    for _ in 0..changes {
        let g = chance.below(count);
        let goals = &groups[g].goals;
        out.0[g] = match chance.below(8) {
            0..=3 if !goals.is_empty() => Posture::Goal(goals[chance.below(goals.len())]),
            4 | 0 => Posture::Attack,
            5 | 1 => Posture::Hold,
            6 | 2 => Posture::FallBack,
            _ => Posture::Free,
        };
    }
    out
}
