//! Weights of a score fitted to games: those are best that say most surely who wins. Scripts play the games, with plans by
//! chance, so that there is something to tell apart; then one weight after another goes up or down for as long as the score
//! of positions on the way goes better with how the games ended.
//!
//! Only positions of the same turn and for the same side are held against each other. A planner compares no others.

use crate::ladder::taken;
use crate::{Played, Series, Stuck, seed_of, watch};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Plan, Planned, Posture, Script, Tunable};
use sandtable_core::player::Player;
use sandtable_core::{Options, Side};
use std::collections::HashMap;

/// Positions of a game at most.
const OF_A_GAME: usize = 12;
/// Positions that a thread scores at a time.
const AT_A_TIME: usize = 256;
/// The first step of a weight, in its logarithm, and the one that is no longer worth trying.
const STEP: f64 = 0.4;
const LEAST_STEP: f64 = 0.04;
/// Rounds over all weights at most.
const ROUNDS: usize = 24;

/// A script that gets plans by chance: a third of the formations are told something.
pub struct Whim<G: Planned> {
    script: G::Script,
    chance: Seeded,
    turn: Option<u32>,
}

impl<G: Planned> Whim<G> {
    /// The same seed plays the same.
    pub fn new(game: &G, seed: u64) -> Whim<G> {
        Whim { script: game.script(), chance: Seeded::new(seed), turn: None }
    }

    fn plan(&mut self, game: &G, p: &G::Position, side: Side) -> Plan {
        let mut plan = Plan::default();
        for (told, group) in plan.0.iter_mut().zip(game.groups(p, side)) {
            if self.chance.below(3) > 0 {
                continue;
            }
            *told = match self.chance.below(4) {
                0 => Posture::Attack,
                1 => Posture::Hold,
                2 => Posture::FallBack,
                _ if group.goals.is_empty() => Posture::Free,
                _ => Posture::Goal(group.goals[self.chance.below(group.goals.len())]),
            };
        }
        plan
    }
}

impl<G: Planned> Player<G> for Whim<G> {
    fn choose(&mut self, game: &G, p: &G::Position, side: Side) -> Option<G::Action> {
        let (turn, owner) = game.side_turn(p);
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            let plan = if owner == side { self.plan(game, p, side) } else { Plan::default() };
            self.script.follow(&plan, self.chance.bits());
        }
        self.script.choose(game, p, side)
    }
}

/// Plays a game between scripts that get plans by chance. `look` is shown the position before each decision, and who has to
/// make it.
pub fn wander<G: Planned + 'static>(
    game: &G,
    scenario: &str,
    options: &Options,
    seed: u64,
    look: impl FnMut(&G::Position, Side),
) -> Result<Played, Stuck> {
    let whim = |i: u64| -> Box<dyn Player<G>> { Box::new(Whim::new(game, seed ^ !i)) };
    let mut players: Vec<_> = (0..game.about().sides.len() as u64).map(whim).collect();
    watch(game, scenario, options, &mut players, 0, seed, look)
}

/// What came of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// All weights, those that do not belong to the score as they were.
    pub values: Vec<f64>,
    /// Positions that were scored.
    pub positions: usize,
    /// How far the score was from telling who won, before and after, in games that the fit did not see: the mean of the
    /// negative logarithm of the chance that it gave to what happened.
    pub loss: [f64; 2],
}

/// A position on the way: whom it is scored for, when, and the share of the points that he took in the end.
struct Sample<P> {
    position: P,
    side: Side,
    turn: u32,
    taken: f64,
}

fn samples<G: Planned + 'static>(
    game: &G,
    series: &Series<'_>,
    number: usize,
) -> Result<Vec<Sample<G::Position>>, Stuck> {
    let seed = seed_of(series.seed, number);
    let (mut seen, mut last) = (Vec::new(), None);
    let played = wander(game, series.scenario, series.options, seed, |p, _| {
        let turn = game.side_turn(p).0;
        if last.replace(turn) != Some(turn) {
            seen.push((turn, p.clone()));
        }
    })?;
    let sides: Vec<Side> = game.about().sides_of(series.scenario).map(|(side, _)| side).collect();
    let side = sides[number % sides.len()];
    let camps = game.camps(series.scenario);
    let own = camps.iter().find(|camp| camp.has(side)).copied().unwrap_or_default();
    let taken = f64::from(taken(&camps, own, &played.outcome)) / 2.0;
    let every = seen.len().div_ceil(OF_A_GAME).max(1);
    let kept = seen.into_iter().skip(number % every).step_by(every);
    Ok(kept.map(|(turn, position)| Sample { position, side, turn, taken }).collect())
}

/// What the chance to win is for a score: a logistic curve with one slope, and an offset for each turn and side.
#[derive(Clone)]
struct Curve {
    slope: f64,
    offsets: Vec<f64>,
}

/// What the curve asks of a sample: its turn and side, and what was taken.
struct Row {
    group: usize,
    taken: f64,
}

impl Curve {
    fn chance(&self, score: f64, group: usize) -> f64 {
        1.0 / (1.0 + (-(self.slope * score + self.offsets[group])).exp())
    }

    /// Newton's steps towards the curve that fits best.
    fn settle(&mut self, scores: &[f64], rows: &[Row]) {
        for _ in 0..8 {
            // A little is held against offsets, so that they stay finite where everybody won.
            let mut pulls: Vec<[f64; 2]> = self.offsets.iter().map(|o| [0.1 * o, 0.1]).collect();
            for (score, row) in scores.iter().zip(rows) {
                let chance = self.chance(*score, row.group);
                pulls[row.group][0] += chance - row.taken;
                pulls[row.group][1] += chance * (1.0 - chance);
            }
            self.offsets.iter_mut().zip(pulls).for_each(|(o, [pull, stiff])| *o -= pull / stiff);
            let (mut pull, mut stiff) = (0.0, 1e-9);
            for (score, row) in scores.iter().zip(rows) {
                let chance = self.chance(*score, row.group);
                pull += (chance - row.taken) * score;
                stiff += chance * (1.0 - chance) * score * score;
            }
            self.slope = (self.slope - pull / stiff).max(0.0);
        }
    }

    fn loss(&self, scores: &[f64], rows: &[Row]) -> f64 {
        let one = |(score, row): (&f64, &Row)| {
            let chance = self.chance(*score, row.group).clamp(1e-9, 1.0 - 1e-9);
            -(row.taken * chance.ln() + (1.0 - row.taken) * (1.0 - chance).ln())
        };
        scores.iter().zip(rows).map(one).sum::<f64>() / rows.len().max(1) as f64
    }
}

/// Fits the weights that may move and count for the score of anything, to so many games; a third of them only tests it. `done`
/// is called after each pair of games.
pub(crate) fn fit<G: Tunable + 'static>(
    game: &G,
    series: &Series<'_>,
    games: usize,
    moved: &[bool],
    old: &[f64],
    with: &dyn Fn(&[f64]) -> G,
    done: &(dyn Fn() + Sync),
) -> Result<Fitted, Stuck> {
    let played = series.spread(games, &|| (), |number| {
        let seen = samples(game, series, number);
        if number % 2 == 1 {
            done();
        }
        seen
    })?;
    let seen: usize = played.iter().take(games - games / 3).map(Vec::len).sum();
    let samples: Vec<Sample<G::Position>> = played.into_iter().flatten().collect();
    let mut groups = HashMap::new();
    let row = |s: &Sample<G::Position>| {
        let next = groups.len();
        Row { group: *groups.entry((s.turn, s.side)).or_insert(next), taken: s.taken }
    };
    let rows: Vec<Row> = samples.iter().map(row).collect();
    let scored = |values: &[f64]| -> Result<Vec<f64>, Stuck> {
        let game = with(values);
        let chunks = series.spread(samples.len().div_ceil(AT_A_TIME), &|| (), |c| {
            let part = samples[c * AT_A_TIME..].iter().take(AT_A_TIME);
            Ok(part.map(|s| f64::from(game.score(&s.position, s.side))).collect::<Vec<f64>>())
        })?;
        Ok(chunks.concat())
    };
    let first = scored(old)?;
    let size = (first.iter().map(|s| s * s).sum::<f64>() / first.len().max(1) as f64).sqrt().max(1.0);
    let flat = Curve { slope: 1.0 / size, offsets: vec![0.0; groups.len()] };
    let curve = |scores: &[f64]| {
        let mut curve = flat.clone();
        curve.settle(scores, &rows[..seen]);
        curve
    };
    // Against change for its own sake: what the games cannot tell stays as it is.
    let inertia = 1.0 / games as f64;
    let held = |values: &[f64]| -> f64 {
        values.iter().zip(old).filter(|(v, o)| v != o).map(|(v, o)| (v / o).ln().powi(2)).sum::<f64>()
            * inertia
    };
    let judge = |values: &[f64], scores: &[f64]| curve(scores).loss(scores, &rows[..seen]) + held(values);
    let mut now = old.to_vec();
    let mut best = judge(&now, &first);
    let mut scores = first.clone();
    let mut steps: Vec<f64> = moved.iter().map(|m| if *m { STEP } else { 0.0 }).collect();
    for _ in 0..ROUNDS {
        for i in 0..now.len() {
            if steps[i].abs() < LEAST_STEP {
                continue;
            }
            let mut counts = false;
            let mut better = false;
            for step in [steps[i], -steps[i]] {
                let mut tried = now.clone();
                tried[i] = now[i] * step.exp();
                let new = scored(&tried)?;
                counts |= new != scores;
                let loss = judge(&tried, &new);
                if loss < best {
                    (now, best, scores, steps[i], better) = (tried, loss, new, step * 1.5, true);
                    break;
                }
            }
            steps[i] *= if better {
                1.0
            } else if counts {
                0.5
            } else {
                0.0
            };
        }
    }
    let unseen = |scores: &[f64]| curve(scores).loss(&scores[seen..], &rows[seen..]);
    Ok(Fitted { values: now, positions: samples.len(), loss: [unseen(&first), unseen(&scores)] })
}
