//! Weights of a score fitted to games: those are best that say most surely who wins. Scripts play the games, with plans by
//! chance, so that there is something to tell apart; then one weight after another goes up or down for as long as the score
//! of positions on the way goes better with how the games ended.
//!
//! Only positions of the same turn and for the same side are held against each other. A planner compares no others.

use crate::ladder::taken;
use crate::{Opening, Played, Series, Stuck, watch};
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Plan, Planned, Posture, Script, Tunable};
use sandtable_core::player::Player;
use std::collections::HashMap;

/// Positions of a game at most.
const OF_A_GAME: usize = 12;
/// Positions that a thread scores at a time.
const AT_A_TIME: usize = 256;
/// The first step of a weight, in its logarithm, and the one that is no longer worth trying.
const STEP: f64 = 0.4;
const LEAST_STEP: f64 = 0.04;
/// What is held against a weight that becomes e times as large, divided by the number of games: little, so that only what games
/// cannot tell stays as it is.
const INERTIA: f64 = 0.1;
/// Rounds over all weights at most.
const ROUNDS: usize = 24;

/// A script that gets random plans: a third of the formations are told something.
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

/// Plays a game between scripts that get random plans. `look` is shown the position before each decision, and who has to
/// make it.
pub fn wander<G: Planned + 'static>(
    game: &G,
    opening: Opening<'_>,
    look: impl FnMut(&G::Position, Side),
) -> Result<Played, Stuck> {
    let whim = |i: u64| -> Box<dyn Player<G>> { Box::new(Whim::new(game, opening.seed ^ !i)) };
    let mut players: Vec<_> = (0..game.about().sides.len() as u64).map(whim).collect();
    watch(game, opening, &mut players, look)
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

/// A position on the way: for which side it is scored, when, and the share of the points that this side took in the end.
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
    let (mut seen, mut last) = (Vec::new(), None);
    let played = wander(game, series.opening(number), |p, _| {
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

/// Games to learn from.
struct Lessons<'a, P> {
    series: &'a Series<'a>,
    samples: Vec<Sample<P>>,
    rows: Vec<Row>,
    /// Turns and sides that the rows tell apart.
    groups: usize,
    /// How many rows are fitted; the rest come from games that only test the fit.
    seen: usize,
}

impl<'a, P: Send + Sync> Lessons<'a, P> {
    fn of<G: Planned<Position = P> + 'static>(
        game: &G,
        series: &'a Series<'a>,
        games: usize,
        done: &(dyn Fn() + Sync),
    ) -> Result<Lessons<'a, P>, Stuck> {
        let played = series.spread(games, &|| (), |number| {
            let seen = samples(game, series, number);
            if number % 2 == 1 {
                done();
            }
            seen
        })?;
        let seen = played.iter().take(games - games / 3).map(Vec::len).sum();
        let samples: Vec<Sample<P>> = played.into_iter().flatten().collect();
        let mut groups = HashMap::new();
        let row = |s: &Sample<P>| {
            let next = groups.len();
            Row { group: *groups.entry((s.turn, s.side)).or_insert(next), taken: s.taken }
        };
        let rows = samples.iter().map(row).collect();
        Ok(Lessons { series, samples, rows, groups: groups.len(), seen })
    }

    fn scores<G: Planned<Position = P>>(&self, game: &G) -> Result<Vec<f64>, Stuck> {
        let chunks: Vec<&[Sample<P>]> = self.samples.chunks(AT_A_TIME).collect();
        let scored = self.series.spread(chunks.len(), &|| (), |c| {
            Ok(chunks[c].iter().map(|s| f64::from(game.score(&s.position, s.side))).collect::<Vec<f64>>())
        })?;
        Ok(scored.concat())
    }

    /// The loss with the curve that suits the fitted games best, over them and over the others.
    fn loss(&self, scores: &[f64]) -> [f64; 2] {
        let size = (scores.iter().map(|s| s * s).sum::<f64>() / scores.len().max(1) as f64).sqrt();
        let mut curve = Curve { slope: 1.0 / size.max(1.0), offsets: vec![0.0; self.groups] };
        let ((fitted, others), (known, unknown)) =
            (scores.split_at(self.seen), self.rows.split_at(self.seen));
        curve.settle(fitted, known);
        [curve.loss(fitted, known), curve.loss(others, unknown)]
    }
}

/// Fits the weights that may move and count for the score of anything, to this many games; a third of them only tests it. `done`
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
    let lessons = Lessons::of(game, series, games, done)?;
    // Against change for its own sake.
    let held = |values: &[f64]| -> f64 {
        let moves = values.iter().zip(old).filter(|(v, o)| v != o);
        INERTIA * moves.map(|(v, o)| (v / o).ln().powi(2)).sum::<f64>() / games as f64
    };
    let mut now = old.to_vec();
    let mut scores = lessons.scores(&with(old))?;
    let [mut best, before] = lessons.loss(&scores);
    let mut after = before;
    let mut steps: Vec<f64> = moved.iter().map(|m| if *m { STEP } else { 0.0 }).collect();
    for _ in 0..ROUNDS {
        for i in 0..now.len() {
            if steps[i].abs() < LEAST_STEP {
                continue;
            }
            // A step that helps is followed by a longer one; one that does not, by half of it; none where nothing depends on it.
            let mut next = 0.0;
            for step in [steps[i], -steps[i]] {
                let kept = now[i];
                now[i] *= step.exp();
                let new = lessons.scores(&with(&now))?;
                if new != scores {
                    next = steps[i] / 2.0;
                }
                let [loss, others] = lessons.loss(&new);
                if loss + held(&now) < best {
                    (best, after) = (loss + held(&now), others);
                    (scores, next) = (new, step * 1.5);
                    break;
                }
                now[i] = kept;
            }
            steps[i] = next;
        }
    }
    Ok(Fitted { values: now, positions: lessons.samples.len(), loss: [before, after] })
}
