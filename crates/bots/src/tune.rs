//! Weights tuned by self-play: simultaneous perturbation (SPSA). In each step all weights are moved a little at once, each up
//! or down at random; the two players that differ so play pairs of games, and the weights go some way towards the one that
//! did better. The weights of a score can be fitted to games before that, or instead ([`fit`](crate::fit)). What comes out
//! stands only if a sequential test against what was there before accepts it.
//!
//! The two can also be measured by how they do against a third player, a rival: weights that beat each other better need not
//! beat others better.

use crate::elo::difference;
use crate::fit::{Fitted, fit};
use crate::pairs::Pairs;
use crate::planner::{Budget, Planner};
use crate::sprt::{Sprt, Verdict};
use crate::{Maker, Played, Series, Stuck, seed_of};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Plan, Script, Tunable};
use sandtable_core::player::Player;
use sandtable_core::{Options, Side};
use serde_json::Value;
use std::sync::Arc;

/// How many times as great or small a weight can become.
const FACTOR: f64 = 8.0;

/// A weight by its path, as in `script.least`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Its path.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// How to tune.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Weights to start from, and to be tested against, instead of those in use: as many as there are, in their structure.
    pub from: Option<Value>,
    /// Weights to be tested against instead of those at the start.
    pub against: Option<Value>,
    /// Only weights whose path begins so.
    pub only: String,
    /// Games that the weights are first fitted to; none if they are not.
    pub fit: usize,
    /// Steps of the search.
    pub steps: usize,
    /// Pairs of games in each step.
    pub pairs: usize,
    /// How far weights are moved to see what it does, as a part of each.
    pub reach: f64,
    /// How far a step goes that won everything, as a part of each.
    pub stride: f64,
    /// Whether the mean over the second half of the steps comes out rather than the last step: it has less of chance in it.
    pub mean: bool,
    /// The level that both play instead of each other.
    pub rival: Option<String>,
    /// Thinking time of the players in milliseconds; the script alone if there is none.
    pub time: u64,
    /// Pairs of games of the test at most.
    pub test_pairs: usize,
    /// The test of what comes out.
    pub test: Sprt,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            from: None,
            against: None,
            only: String::new(),
            fit: 0,
            steps: 60,
            pairs: 10,
            reach: 0.25,
            stride: 0.12,
            mean: false,
            rival: None,
            time: 0,
            test_pairs: 400,
            test: Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 },
        }
    }
}

/// A step that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The share of the points that the weights took that were moved one way.
    pub score: f64,
    /// The weights after it.
    pub values: Vec<f64>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights before, with their names.
    pub before: Vec<Weight>,
    /// Those after the search.
    pub after: Vec<f64>,
    /// The same in their structure.
    pub weights: Value,
    /// What came of the fit, if there was one.
    pub fitted: Option<Fitted>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Games of the fit and of the search.
    pub games: usize,
    /// Pairs of the test, as the new weights took them.
    pub test: Pairs,
    /// What the test says.
    pub verdict: Verdict,
    /// The logarithm of its ratio.
    pub ratio: f64,
}

impl Tuned {
    /// The difference in Elo that the test saw, with the ends of its interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let interval = self.test.interval();
        (difference(self.test.score()), difference(interval.low), difference(interval.high))
    }
}

/// A player that plays by another game's weights.
struct Reweighted<G: Tunable> {
    game: Arc<G>,
    player: Box<dyn Player<G>>,
}

impl<G: Tunable> Player<G> for Reweighted<G> {
    fn choose(&mut self, _game: &G, p: &G::Position, side: Side) -> Option<G::Action> {
        self.player.choose(&self.game, p, side)
    }
}

fn maker<G: Tunable + 'static>(game: Arc<G>, time: u64) -> impl Fn(u64) -> Box<dyn Player<G>> + Sync {
    move |seed| {
        let player: Box<dyn Player<G>> = match time {
            0 => {
                let mut script = game.script();
                script.follow(&Plan::default(), seed);
                Box::new(script)
            }
            ms => Box::new(Planner::new(&*game, Budget::counted(ms), seed)),
        };
        Box::new(Reweighted { game: game.clone(), player })
    }
}

/// All numbers of a value in order, with their paths; those of a list are numbered from 0.
pub fn flat<T: serde::Serialize>(weights: &T) -> Vec<Weight> {
    fn walk(path: &str, value: &Value, out: &mut Vec<Weight>) {
        let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        match value {
            Value::Number(n) => out.push(Weight { name: path.to_string(), value: n.as_f64().unwrap_or(0.0) }),
            Value::Object(map) => map.iter().for_each(|(key, v)| walk(&below(key), v, out)),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, v)| walk(&below(&i.to_string()), v, out));
            }
            _ => {}
        }
    }
    let mut out = Vec::new();
    walk("", &serde_json::to_value(weights).unwrap_or_default(), &mut out);
    out
}

/// The same structure with other numbers, in the order of [`flat`]; whole numbers stay whole.
fn filled<T: serde::Serialize>(like: &T, values: &[f64]) -> Value {
    fn walk(value: &mut Value, values: &mut impl Iterator<Item = f64>) {
        match value {
            Value::Number(n) => {
                let Some(new) = values.next() else { return };
                *value = if n.is_f64() { Value::from(new) } else { Value::from(new.round() as i64) };
            }
            Value::Object(map) => map.values_mut().for_each(|v| walk(v, values)),
            Value::Array(list) => list.iter_mut().for_each(|v| walk(v, values)),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(like).unwrap_or_default();
    walk(&mut value, &mut values.iter().copied());
    value
}

/// The same game with other weights, in the order of [`flat`].
fn reweighted<G: Tunable>(game: &G, values: &[f64]) -> serde_json::Result<G> {
    Ok(game.reweighted(serde_json::from_value(filled(game.tuned(), values))?))
}

/// The same game with some weights taken from elsewhere.
fn overlaid<G: Tunable>(game: &G, from: &Value) -> Result<G, String> {
    fn overlay(over: &Value, path: &str, out: &mut Value) -> Result<(), String> {
        let (Value::Object(over), Value::Object(out)) = (over, &mut *out) else {
            *out = over.clone();
            return Ok(());
        };
        for (key, value) in over {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let at = out.get_mut(key).ok_or_else(|| format!("there is no weight `{path}`"))?;
            overlay(value, &path, at)?;
        }
        Ok(())
    }
    let mut all = serde_json::to_value(game.tuned()).map_err(|e| e.to_string())?;
    overlay(from, "", &mut all)?;
    Ok(game.reweighted(serde_json::from_value(all).map_err(|e| e.to_string())?))
}

/// Weights whose names begin so and that never count for what a position is worth: positions of random games, one of
/// each scenario.
pub fn idle<G: Tunable>(game: &G, only: &str) -> Result<Vec<String>, String> {
    let before = flat(game.tuned());
    let other = |i: usize| {
        let values: Vec<f64> =
            before.iter().zip(0..).map(|(w, j)| w.value * if i == j { 1.5 } else { 1.0 }).collect();
        Ok((before[i].name.clone(), reweighted(game, &values).map_err(|e| e.to_string())?))
    };
    let named = (0..before.len()).filter(|i| before[*i].name.starts_with(only));
    let mut left = named.map(other).collect::<Result<Vec<_>, String>>()?;
    let worth = |game: &G, p: &G::Position, side: Side| {
        let mut sum = 0;
        game.appraise(p, side, &mut |_, part| sum += part);
        (sum, game.score(p, side))
    };
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    for (scenario, seed) in game.about().scenarios.iter().zip(1..) {
        let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(!seed));
        let mut p = game.start(&scenario.id, &Options::new(), &mut dice)?;
        for decision in 0..20_000 {
            let Some(side) = game.to_decide(&p).side() else { break };
            if decision % 61 == 0 {
                left.retain(|(_, other)| worth(game, &p, side) == worth(other, &p, side));
            }
            let Some(action) = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch) else { break };
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
    Ok(left.into_iter().map(|(name, _)| name).collect())
}

/// What two players take of each other in a pair of games, as half-points of the first. With a rival each of them plays
/// the rival instead, with the same dice, and the first gets half of what it takes more.
fn compared<G: Tunable + 'static>(
    game: &G,
    series: &Series<'_>,
    [first, second]: [&Maker<G>; 2],
    rival: Option<&Maker<G>>,
    number: usize,
) -> Result<u8, Stuck> {
    let Some(rival) = rival else { return pair(game, series, [first, second], number) };
    let one = pair(game, series, [first, rival], number)?;
    let other = pair(game, series, [second, rival], number)?;
    // A draw can leave a quarter: it goes to either by turns.
    let odd = (number % 2) as u8;
    Ok((4 + one + odd - other) / 2)
}

/// Half-points that the first of two players takes in a pair of games.
fn pair<G: Tunable + 'static>(
    game: &G,
    series: &Series<'_>,
    players: [&Maker<G>; 2],
    number: usize,
) -> Result<u8, Stuck> {
    let camps = game.camps(series.scenario);
    let sides = game.about().sides.len();
    let mut taken = 0;
    for own in crate::ladder::halves(&camps, seed_of(series.seed, number)) {
        let whose = |s: usize| players[usize::from(!own.has(Side(s as u8)))];
        let makers: Vec<&Maker<G>> = (0..sides).map(whose).collect();
        let played: Played = series.one(game, &makers, number)?;
        taken += crate::ladder::taken(&camps, own, &played.outcome);
    }
    Ok(taken)
}

/// A weight keeps its sign and stays within a factor of its first value.
fn near(value: f64, first: f64) -> f64 {
    let share = (value / first).clamp(1.0 / FACTOR, FACTOR);
    share * first
}

/// The mean of the second half of the steps.
fn settled(steps: &[Step]) -> Option<Vec<f64>> {
    let late = &steps[steps.len() / 2..];
    let mean = |i: usize| late.iter().map(|s| s.values[i]).sum::<f64>() / late.len() as f64;
    Some((0..late.first()?.values.len()).map(mean).collect())
}

/// What tunes a game.
pub type TunerOf<G> =
    fn(&G, &Series<'_>, &Tuning, Option<&Maker<G>>, &(dyn Fn() + Sync)) -> Result<Tuned, Stuck>;

/// Tunes the weights of a game, in games against a rival if there is one; `done` is called after each pair.
pub fn tune<G: Tunable + 'static>(
    game: &G,
    series: &Series<'_>,
    tuning: &Tuning,
    rival: Option<&Maker<G>>,
    done: &(dyn Fn() + Sync),
) -> Result<Tuned, Stuck> {
    let laid = |over: &Option<Value>| {
        over.as_ref().map(|over| overlaid(game, over)).transpose().map_err(Stuck::Start)
    };
    let (start, against) = (laid(&tuning.from)?, laid(&tuning.against)?);
    let game = start.as_ref().unwrap_or(game);
    let before = flat(game.tuned());
    let old: Vec<f64> = before.iter().map(|w| w.value).collect();
    let moved: Vec<bool> =
        before.iter().map(|w| w.name.starts_with(&tuning.only) && w.value != 0.0).collect();
    if !moved.contains(&true) {
        return Err(Stuck::Start(format!(
            "no weight begins with `{}`; an empty beginning names all",
            tuning.only
        )));
    }
    let other =
        |values: &[f64]| reweighted(game, values).unwrap_or_else(|_| game.reweighted(game.tuned().clone()));
    let with = |values: &[f64]| Arc::new(other(values));
    let fitted = match tuning.fit {
        0 => None,
        games => {
            let apart = Series { seed: series.seed ^ 0x0066_6974, ..*series };
            Some(fit(game, &apart, games, &moved, &old, &other, done)?)
        }
    };
    let mut now = fitted.as_ref().map_or_else(|| old.clone(), |f| f.values.clone());
    let mut chance = Seeded::new(series.seed ^ 0x7475_6E65);
    let mut steps = Vec::new();
    for step in 0..tuning.steps {
        // Spall's gains: the reach shrinks slowly, the stride faster.
        let k = step as f64;
        let reach = tuning.reach / (k + 1.0).powf(0.101);
        let stride = tuning.stride / (1.0 + k / (0.1 * tuning.steps as f64)).powf(0.602);
        let signs: Vec<f64> = now.iter().map(|_| if chance.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let shifted = |by: f64| -> Vec<f64> {
            let one = |i: usize| {
                if moved[i] { near(now[i] + by * signs[i] * old[i].abs(), old[i]) } else { now[i] }
            };
            (0..now.len()).map(one).collect()
        };
        let (up, down) =
            (maker(with(&shifted(reach)), tuning.time), maker(with(&shifted(-reach)), tuning.time));
        let first = step * tuning.pairs;
        let taken =
            series.spread(tuning.pairs, done, |i| compared(game, series, [&up, &down], rival, first + i))?;
        let score = Pairs::count(taken).score();
        now = shifted(stride * (2.0 * score - 1.0));
        steps.push(Step { score, values: now.clone() });
    }
    if tuning.mean {
        now = settled(&steps).unwrap_or(now);
    }
    let base = against.map_or_else(|| with(&old), Arc::new);
    let (new, base) = (maker(with(&now), tuning.time), maker(base, tuning.time));
    let (mut taken, mut verdict) = (Vec::new(), Verdict::Continue);
    let batch = 10;
    while verdict == Verdict::Continue && taken.len() < tuning.test_pairs {
        let first = tuning.steps * tuning.pairs + taken.len();
        taken
            .extend(series.spread(batch, done, |i| compared(game, series, [&new, &base], rival, first + i))?);
        verdict = tuning.test.verdict(&Pairs::count(taken.iter().copied()));
    }
    let test = Pairs::count(taken);
    let games = tuning.fit + if rival.is_some() { 4 } else { 2 } * tuning.steps * tuning.pairs;
    let weights = filled(game.tuned(), &now);
    Ok(Tuned {
        before,
        after: now,
        weights,
        fitted,
        steps,
        games,
        ratio: tuning.test.ratio(&test),
        test,
        verdict,
    })
}
