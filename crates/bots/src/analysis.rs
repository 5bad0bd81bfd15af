//! How the chances to win changed in a game: at the start of each turn of a side scripts play on from what was there, a little way, many
//! times, and the mean of where they come to is the chance. What dice did is told apart from what was decided: an action that rolls
//! is taken again with other dice, and how much better the position was than the mean of those is luck.
//!
//! It is all worked out from a seed, and thinking is counted in decisions: the same game and seed give the same. The clock only cuts
//! short what takes far too long, and then it is said so.

use crate::planner::{Benches, Clock};
use crate::registry::TableError;
use rayon::prelude::*;
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_core::view::Viewer;
use sandtable_core::winning::{chances, shares};
use sandtable_core::{Decision, Game, Outcome, Session, SessionError, Side, Sides};
use serde::Serialize;
use std::time::Duration;

/// Turns of sides that a trial plays after the one that it starts in.
const BEYOND: u32 = 2;
/// Trials of a moment at most.
const TRIALS: u64 = 96;
/// Trials of a moment that there must be time for, so that the dice of a few do not decide what it says.
const FEWEST: u64 = 8;
/// Dice that are rolled again for each action at most, and at least, and in a game.
const REROLLS: usize = 36;
const FEW_REROLLS: usize = 6;
const ALL_REROLLS: usize = 12_000;
/// Turning points that are named at most.
const TURNING: usize = 8;
/// A change of the chances from which on it can be one.
const LARGE: f64 = 0.05;
/// It must be so many times as large as what chance in the trials would make of nothing.
const CERTAIN: f64 = 2.0;

/// How much may be thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The seed of all chance.
    pub seed: u64,
    /// The time that it should take on the machine that the game's pace was measured on: it is counted in decisions.
    pub time: Duration,
    /// When the clock stops it in any case; none if it never does.
    pub stop: Option<Duration>,
}

impl Limits {
    /// So much time, counted alone.
    pub fn counted(seed: u64, time: Duration) -> Limits {
        Limits { seed, time, stop: None }
    }
}

/// How a game went, moment by moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The start of each turn of a side, and the end.
    pub(crate) moments: Vec<Moment>,
    /// The chances by the score alone after every move, the start included, and what dice did in it.
    pub(crate) moves: Vec<MoveWorth>,
    /// Whether the clock cut it short.
    pub(crate) cut_short: bool,
}

/// A moment of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moment {
    /// After how many moves.
    pub number: usize,
    /// Whose turn begins.
    pub side: Side,
    /// The chance of each camp.
    pub wins: Vec<f64>,
    /// How far chance in the trials may have led them astray: a standard error.
    pub error: f64,
    /// Trials.
    pub trials: u64,
}

/// What a move was worth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveWorth {
    /// The chance of each camp after it, by the score alone.
    pub wins: Vec<f64>,
    /// What its dice added to each; nothing where none were rolled.
    pub dice: Option<Vec<f64>>,
}

/// A number that follows from a seed and another.
fn mixed(seed: u64, number: u64) -> u64 {
    Seeded::new(seed ^ (number + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)).bits()
}

/// The mean of chances.
fn mean<'a>(all: impl Iterator<Item = &'a Vec<f64>> + Clone, camps: usize) -> Vec<f64> {
    let n = all.clone().count().max(1) as f64;
    (0..camps).map(|c| all.clone().map(|wins| wins[c]).sum::<f64>() / n).collect()
}

/// An action that rolled, to be taken again.
struct Rolled<G: Game> {
    number: usize,
    before: G::Position,
    side: Side,
    action: G::Action,
}

/// Works out how a game went. `agreed` is how it ended if the players agreed on it.
pub(crate) fn course<G: Planned>(
    session: &Session<G>,
    agreed: Option<&Outcome>,
    limits: &Limits,
) -> Result<Course, SessionError> {
    let game = session.game();
    let scenario = session.record().head.scenario.as_str();
    let camps = game.camps(scenario);
    let clock = Clock::of(limits.stop);
    let mut starts: Vec<(usize, Side, G::Position)> = Vec::new();
    let mut moves: Vec<MoveWorth> = Vec::new();
    let mut rolled: Vec<Rolled<G>> = Vec::new();
    let mut last = None;
    session.walk(|step| {
        let (turn, side) = game.side_turn(step.after);
        let over = matches!(game.to_decide(step.after), Decision::Over(_));
        if last.replace(turn) != Some(turn) && !over {
            starts.push((step.number, side, step.after.clone()));
        }
        moves.push(MoveWorth { wins: chances(game, scenario, step.after), dice: None });
        let mover = step.entry.and_then(|e| game.about().side(&e.side));
        if let (Some(entry), Some(side)) = (step.entry.filter(|e| !e.dice.is_empty()), mover) {
            rolled.push(Rolled {
                number: step.number,
                before: step.before.clone(),
                side,
                action: entry.action,
            });
        }
    })?;
    let again = (ALL_REROLLS / rolled.len().max(1)).clamp(FEW_REROLLS, REROLLS);
    let other = |roll: &Rolled<G>| -> Option<Vec<f64>> {
        if clock.over() {
            return None;
        }
        let one = |i: usize| {
            let mut dice = Seeded::new(mixed(limits.seed ^ roll.number as u64, i as u64));
            let mut after = roll.before.clone();
            game.apply(&mut after, roll.side, &roll.action, &mut dice, &mut Vec::new());
            chances(game, scenario, &after)
        };
        let all: Vec<Vec<f64>> = (0..again).map(one).collect();
        Some(mean(all.iter(), camps.len()))
    };
    let others: Vec<Option<Vec<f64>>> = rolled.par_iter().map(other).collect();
    for (roll, other) in rolled.iter().zip(others) {
        let Some(other) = other else { continue };
        let wins = &moves[roll.number].wins;
        moves[roll.number].dice = Some(wins.iter().zip(other).map(|(came, mean)| came - mean).collect());
    }
    let mut moments = tried(session, &starts, limits, &clock);
    let end = session.record().moves.len();
    let over = agreed.map(|outcome| shares(&camps, outcome));
    let finished = matches!(game.to_decide(session.position()), Decision::Over(_));
    let decider = game.side_turn(session.position()).1;
    if let Some(wins) = over.or_else(|| finished.then(|| chances(game, scenario, session.position()))) {
        // The turn that had begun with the last move comes to nothing.
        moments.retain(|m| m.number < end || end == 0);
        moments.push(Moment { number: end, side: decider, wins, error: 0.0, trials: 0 });
    } else if moments.last().is_some_and(|m| m.number < end) {
        let here = [(end, decider, session.position().clone())];
        moments.extend(tried(session, &here, limits, &clock));
    }
    Ok(Course { moments, moves, cut_short: clock.over() })
}

/// A moment from which scripts play on: how many moves were made, whose turn begins, and the position.
type Start<G> = (usize, Side, <G as Game>::Position);

/// The chances at some moments, by trials as far as there is time for enough of them, else by the score.
fn tried<G: Planned>(
    session: &Session<G>,
    starts: &[(usize, Side, G::Position)],
    limits: &Limits,
    clock: &Clock,
) -> Vec<Moment> {
    let game = session.game();
    let scenario = session.record().head.scenario.as_str();
    let camps = game.camps(scenario).len();
    let benches = Benches::new();
    let play = |at: usize, trial: u64| {
        let (number, _, p) = &starts[at];
        let seed = mixed(limits.seed ^ (*number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15), trial);
        let (end, cost) = benches.with(game, |bench| bench.play_on(game, p, BEYOND, clock, seed));
        (end.map(|end| chances(game, scenario, &end)), cost)
    };
    // One trial of each tells what trials take.
    let first: Vec<_> = (0..starts.len()).into_par_iter().map(|at| play(at, 0)).collect();
    let cost: u64 = first.iter().map(|(_, cost)| *cost).sum::<u64>().max(1);
    let all = (limits.time.as_micros() as u64).saturating_mul(u64::from(game.pace())) / 1_000_000;
    let trials = (all / cost).min(TRIALS);
    let trials = if trials < FEWEST { 1 } else { trials };
    let rest: Vec<(usize, u64)> =
        (0..starts.len()).flat_map(|at| (1..trials).map(move |t| (at, t))).collect();
    let rest: Vec<(usize, Option<Vec<f64>>)> =
        rest.into_par_iter().map(|(at, trial)| (at, play(at, trial).0)).collect();
    let mut ends: Vec<Vec<Vec<f64>>> = first.into_iter().map(|(end, _)| end.into_iter().collect()).collect();
    rest.into_iter().for_each(|(at, end)| ends[at].extend(end));
    let moment = |((number, side, p), ends): (&Start<G>, Vec<Vec<f64>>)| {
        if (ends.len() as u64) < FEWEST {
            let wins = chances(game, scenario, p);
            return Moment { number: *number, side: *side, wins, error: 0.0, trials: 0 };
        }
        let wins = mean(ends.iter(), camps);
        let n = ends.len() as f64;
        let spread = |c: usize| ends.iter().map(|end| (end[c] - wins[c]).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (0..camps).map(|c| (spread(c) / n).sqrt()).fold(0.0, f64::max);
        Moment { number: *number, side: *side, wins, error, trials: ends.len() as u64 }
    };
    starts.iter().zip(ends).map(moment).collect()
}

/// How a game went, for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// How many moves the game had.
    pub moves: usize,
    /// The seed that it was worked out from: the same gives the same.
    pub seed: u64,
    /// Who wins together; chances are in this order, each from 0 to 1, a draw counted for an equal part.
    pub camps: Vec<Camp>,
    /// The chances at the start of each turn of a side, and at the end.
    pub points: Vec<Point>,
    /// What changed from one point to the next.
    pub turns: Vec<TurnChange>,
    /// The largest of these changes that are more than chance in the trials, by their place in the list; in the order of the game.
    pub turning: Vec<usize>,
    /// Trials in all; none where there was no time for enough of them and the score alone says what it says.
    pub trials: u64,
    /// Whether the clock cut it short, so that it might come out otherwise another time.
    pub cut_short: bool,
}

/// Sides that win together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Camp {
    /// Their ids.
    pub sides: Vec<&'static str>,
    /// Their names.
    pub name: String,
}

/// The chances at a moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Point {
    /// After how many moves.
    pub number: usize,
    /// Turn and phase in words.
    pub moment: String,
    /// Whose turn begins.
    pub side: &'static str,
    /// The chance of each camp.
    pub wins: Vec<f64>,
    /// A standard error: how far the dice of the trials may have led them astray.
    pub error: f64,
    /// How often scripts played on from there.
    pub trials: u64,
}

/// What changed in the turn of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnChange {
    /// After so many moves it began.
    pub from: usize,
    /// After so many it ended.
    pub to: usize,
    /// Whose turn it was.
    pub side: &'static str,
    /// By how much the chance of each camp changed.
    pub change: Vec<f64>,
    /// What dice added to it: what came against the mean of other dice for the same actions.
    pub dice: Vec<f64>,
    /// The rest: what was decided.
    pub decisions: Vec<f64>,
    /// The move that changed most.
    pub key: Option<KeyMove>,
}

/// The move of a turn that changed most.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KeyMove {
    /// Its number, from 1: after it so many moves had been made.
    pub number: usize,
    /// Who made it.
    pub side: &'static str,
    /// The move for people.
    pub label: String,
    /// By how much the chance of each camp changed in it, by the score alone.
    pub change: Vec<f64>,
    /// Its dice.
    pub dice: Vec<u8>,
}

/// An analysis that is still to be worked out. It has all that it needs, so that the game can go on meanwhile.
pub type Analyst = Box<dyn FnOnce(&Limits) -> Result<Analysis, TableError> + Send>;

/// By how much chances changed.
fn difference(before: &[f64], after: &[f64]) -> Vec<f64> {
    before.iter().zip(after).map(|(b, a)| a - b).collect()
}

/// The largest of some changes, whichever way.
fn largest(change: &[f64]) -> f64 {
    change.iter().fold(0.0, |most, c| most.max(c.abs()))
}

/// The turns that changed most, in the order of the game.
fn turning(points: &[Point], turns: &[TurnChange]) -> Vec<usize> {
    let error = |at: usize| (points[at].error.powi(2) + points[at + 1].error.powi(2)).sqrt();
    let mut found: Vec<(usize, f64)> = turns.iter().map(|t| largest(&t.change)).enumerate().collect();
    found.retain(|(at, change)| *change >= LARGE && *change >= CERTAIN * error(*at));
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut out: Vec<usize> = found.into_iter().take(TURNING).map(|(at, _)| at).collect();
    out.sort_unstable();
    out
}

fn camp<G: Game>(game: &G, sides: &Sides) -> Camp {
    let about = game.about();
    let names: Vec<&str> =
        sides.iter().filter_map(|s| about.sides.get(usize::from(s.0))).map(|s| s.name).collect();
    Camp { sides: sides.iter().map(|s| about.side_id(s)).collect(), name: names.join(" and ") }
}

/// Puts a course into words. Everything is told: nothing in it is hidden from those who may ask.
pub(crate) fn told<G: Guide>(
    session: &Session<G>,
    course: Course,
    seed: u64,
) -> Result<Analysis, SessionError> {
    let game = session.game();
    let about = game.about();
    let Course { moments, moves, cut_short } = course;
    let mut points: Vec<Point> = moments
        .iter()
        .map(|m| Point {
            number: m.number,
            moment: String::new(),
            side: about.side_id(m.side),
            wins: m.wins.clone(),
            error: m.error,
            trials: m.trials,
        })
        .collect();
    let zero = || vec![0.0; moments.first().map_or(0, |m| m.wins.len())];
    let by_score = |number: usize| difference(&moves[number - 1].wins, &moves[number].wins);
    let turn = |pair: &[Moment]| {
        let (from, to) = (pair[0].number, pair[1].number);
        let change = difference(&pair[0].wins, &pair[1].wins);
        let mut dice = zero();
        for moved in &moves[from + 1..=to] {
            let added = moved.dice.iter().flatten();
            dice.iter_mut().zip(added).for_each(|(sum, more)| *sum += more);
        }
        let decisions = difference(&dice, &change);
        let key = (from + 1..=to).max_by(|a, b| {
            // The first of equals.
            largest(&by_score(*a)).total_cmp(&largest(&by_score(*b))).then(b.cmp(a))
        });
        let key = key.map(|number| KeyMove {
            number,
            side: "",
            label: String::new(),
            change: by_score(number),
            dice: vec![],
        });
        TurnChange { from, to, side: about.side_id(pair[0].side), change, dice, decisions, key }
    };
    let mut turns: Vec<TurnChange> = moments.windows(2).map(turn).collect();
    session.walk(|step| {
        for point in points.iter_mut().filter(|p| p.number == step.number) {
            point.moment = game.view(step.after, Viewer::All).moment;
        }
        let Some(entry) = step.entry else { return };
        let Some(side) = about.side(&entry.side) else { return };
        for turn in turns.iter_mut().filter(|t| (t.from + 1..=t.to).contains(&step.number)) {
            if let Some(key) = turn.key.as_mut().filter(|key| key.number == step.number) {
                key.side = about.side_id(side);
                key.label = game.label(&known_to(game, step.before, side), &entry.action);
                key.dice.clone_from(&entry.dice);
            }
        }
    })?;
    Ok(Analysis {
        moves: session.record().moves.len(),
        seed,
        camps: game.camps(&session.record().head.scenario).iter().map(|sides| camp(game, sides)).collect(),
        turning: turning(&points, &turns),
        trials: points.iter().map(|p| p.trials).sum(),
        points,
        turns,
        cut_short,
    })
}
