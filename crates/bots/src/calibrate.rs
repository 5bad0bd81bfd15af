//! What scores say of who will win, fitted to games of bots: scripts play with plans by chance ([`wander`]), and the curve is the one
//! under which what became of the games is likeliest. A third of the games only tests it.
//!
//! The curve is a logit over the camps: each has odds that grow with its score, by one figure at the start of the game and another at
//! its end, and odds that no score tells, because a scenario may favour a camp.

use crate::fit::wander;
use crate::{Series, Stuck};
use sandtable_core::Sides;
use sandtable_core::plan::Planned;
use sandtable_core::winning::{WinCurve, lateness, scores, shares, softmax};
use std::collections::BTreeMap;

/// Positions of a game at most: those of one game say much the same.
const OF_A_GAME: usize = 16;
/// What is held against large figures, so that they stay finite where everybody won.
const RIDGE: f64 = 0.5;
/// Newton's steps.
const STEPS: usize = 60;
/// Parts into which chances are laid to compare them with what came.
const PARTS: usize = 5;

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// The scenario.
    pub scenario: String,
    /// Games that were played.
    pub games: usize,
    /// Positions that were looked at.
    pub positions: usize,
    /// The curve.
    pub curve: WinCurve,
    /// The mean of the negative logarithm of the chance that was given to what happened, in games that the fit did not see: if each
    /// camp has the chance that it has at the start, and by the curve.
    pub loss: [f64; 2],
    /// In the same games: chances from one to the next part foretold on the average, the share that came, and how many.
    pub parts: Vec<[f64; 3]>,
}

/// A position on the way.
struct Row {
    late: f64,
    scores: Vec<f64>,
    taken: Vec<f64>,
}

/// Plays games of a scenario and fits its curve.
pub fn calibrate<G: Planned + 'static>(
    game: &G,
    series: &Series<'_>,
    done: &(dyn Fn() + Sync),
) -> Result<Calibrated, Stuck> {
    let camps = game.camps(series.scenario);
    let played = series.spread(series.games, done, |number| {
        let (mut seen, mut last) = (Vec::new(), None);
        let played = wander(game, series.opening(number), |p, _| {
            let turn = game.side_turn(p).0;
            if last.replace(turn) != Some(turn) {
                seen.push((turn, scores(game, &camps, p)));
            }
        })?;
        Ok((seen, shares(&camps, &played.outcome)))
    })?;
    let last = played.iter().flat_map(|(seen, _)| seen.iter().map(|s| s.0)).max().unwrap_or(0);
    let rows = |number: usize, (seen, taken): &(Vec<(u32, Vec<f64>)>, Vec<f64>)| -> Vec<Row> {
        let every = seen.len().div_ceil(OF_A_GAME).max(1);
        let kept = seen.iter().skip(number % every).step_by(every);
        kept.map(|(turn, scores)| Row {
            late: lateness(*turn, last),
            scores: scores.clone(),
            taken: taken.clone(),
        })
        .collect()
    };
    let learns = played.len() - played.len() / 3;
    let all: Vec<Vec<Row>> = played.iter().enumerate().map(|(i, game)| rows(i, game)).collect();
    let (known, unknown) = all.split_at(learns);
    let (known, unknown): (Vec<&Row>, Vec<&Row>) =
        (known.iter().flatten().collect(), unknown.iter().flatten().collect());
    let logit = Logit::fit(&known, camps.len());
    let bare = Logit::fit_leans(&known, camps.len());
    let side = |camp: &Sides| camp.iter().next().map(|s| game.about().side_id(s).to_string());
    let leans: BTreeMap<String, [f64; 2]> = camps
        .iter()
        .zip(&logit.lean)
        .filter_map(|(camp, lean)| Some((side(camp)?, lean.map(rounded))))
        .collect();
    let score = logit.score.map(|x| rounded(x * 1000.0));
    Ok(Calibrated {
        scenario: series.scenario.to_string(),
        games: played.len(),
        positions: known.len() + unknown.len(),
        curve: WinCurve { last, score, lean: leans },
        loss: [bare.loss(&unknown), logit.loss(&unknown)],
        parts: reliability(&logit, &unknown),
    })
}

/// Four digits are more than the games can tell.
fn rounded(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return 0.0;
    }
    let unit = 10f64.powi(3 - x.abs().log10().floor() as i32);
    (x * unit).round() / unit
}

/// The figures of a curve: at the start, and at the end.
struct Logit {
    score: [f64; 2],
    lean: Vec<[f64; 2]>,
}

impl Logit {
    /// The figures that make what happened likeliest.
    fn fit(rows: &[&Row], camps: usize) -> Logit {
        // In a measure in which scores are about as large as 1.
        let squares = rows.iter().flat_map(|r| &r.scores).map(|s| s * s).sum::<f64>();
        let count = rows.iter().map(|r| r.scores.len()).sum::<usize>().max(1);
        let size = (squares / count as f64).sqrt().max(1e-9);
        let features = 2 + 2 * camps;
        let mut figures = vec![0.0; features];
        let of = |row: &Row, camp: usize| -> Vec<f64> {
            let mut out = vec![0.0; features];
            let (early, late) = (1.0 - row.late, row.late);
            let score = row.scores[camp] / size;
            (out[0], out[1]) = (early * score, late * score);
            (out[2 + 2 * camp], out[3 + 2 * camp]) = (early, late);
            out
        };
        let table: Vec<Vec<Vec<f64>>> = rows.iter().map(|r| (0..camps).map(|c| of(r, c)).collect()).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        for _ in 0..STEPS {
            let mut pull: Vec<f64> = figures.iter().map(|f| -RIDGE * f).collect();
            let mut stiff = vec![vec![0.0; features]; features];
            (0..features).for_each(|i| stiff[i][i] = RIDGE);
            for (row, camps) in rows.iter().zip(&table) {
                let odds: Vec<f64> = camps.iter().map(|x| dot(x, &figures)).collect();
                let chances = softmax(&odds);
                let mean: Vec<f64> =
                    (0..features).map(|i| camps.iter().zip(&chances).map(|(x, p)| p * x[i]).sum()).collect();
                for ((x, p), taken) in camps.iter().zip(&chances).zip(&row.taken) {
                    for i in 0..features {
                        pull[i] += (taken - p) * x[i];
                        for j in 0..features {
                            stiff[i][j] += p * (x[i] - mean[i]) * (x[j] - mean[j]);
                        }
                    }
                }
            }
            let step = solved(stiff, pull);
            let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
            // A step that is too long would overshoot.
            let held = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            figures.iter_mut().zip(&step).for_each(|(f, s)| *f += held * s);
            if longest < 1e-9 {
                break;
            }
        }
        // A score that told the wrong way would turn advice around: then it tells nothing.
        let score = [figures[0], figures[1]].map(|s| s.max(0.0) / size);
        let lean = (0..camps).map(|c| [figures[2 + 2 * c], figures[3 + 2 * c]]).collect();
        Logit { score, lean }
    }

    /// The same where scores say nothing.
    fn fit_leans(rows: &[&Row], camps: usize) -> Logit {
        let silent: Vec<Row> = rows
            .iter()
            .map(|r| Row { late: 0.0, scores: vec![0.0; camps], taken: r.taken.clone() })
            .collect();
        let fitted = Logit::fit(&silent.iter().collect::<Vec<_>>(), camps);
        Logit { score: [0.0; 2], lean: fitted.lean.into_iter().map(|[start, _]| [start; 2]).collect() }
    }

    fn chances(&self, row: &Row) -> Vec<f64> {
        let at = |[start, end]: [f64; 2]| start + (end - start) * row.late;
        let odds: Vec<f64> =
            row.scores.iter().zip(&self.lean).map(|(s, lean)| at(self.score) * s + at(*lean)).collect();
        softmax(&odds)
    }

    fn loss(&self, rows: &[&Row]) -> f64 {
        let one = |row: &&Row| -> f64 {
            let chances = self.chances(row);
            -row.taken.iter().zip(chances).map(|(taken, p)| taken * p.clamp(1e-9, 1.0).ln()).sum::<f64>()
        };
        rows.iter().map(one).sum::<f64>() / rows.len().max(1) as f64
    }
}

/// Chances laid side by side with what came, part by part; parts without any are left out.
fn reliability(logit: &Logit, rows: &[&Row]) -> Vec<[f64; 3]> {
    let mut parts = vec![[0.0; 3]; PARTS];
    for row in rows {
        for (p, taken) in logit.chances(row).into_iter().zip(&row.taken) {
            let part = &mut parts[((p * PARTS as f64) as usize).min(PARTS - 1)];
            *part = [part[0] + p, part[1] + taken, part[2] + 1.0];
        }
    }
    parts.into_iter().filter(|p| p[2] > 0.0).map(|[p, came, n]| [p / n, came / n, n]).collect()
}

/// The solution of linear equations, by elimination.
fn solved(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs())).unwrap_or(i);
        rows.swap(i, pivot);
        right.swap(i, pivot);
        if rows[i][i].abs() < 1e-12 {
            continue;
        }
        for j in i + 1..n {
            let (above, below) = rows.split_at_mut(j);
            let times = below[0][i] / above[i][i];
            for (low, high) in below[0].iter_mut().zip(&above[i]).skip(i) {
                *low -= times * high;
            }
            right[j] -= times * right[i];
        }
    }
    let mut out = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * out[j]).sum();
        out[i] = if rows[i][i].abs() < 1e-12 { 0.0 } else { (right[i] - known) / rows[i][i] };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::dice::Seeded;

    #[test]
    fn a_curve_that_is_known_is_found_again() {
        let mut chance = Seeded::new(5);
        let mut unit = || chance.below(10_000) as f64 / 10_000.0;
        let rows: Vec<Row> = (0..6000)
            .map(|_| {
                let (late, score) = (unit(), 400.0 * (unit() - 0.5));
                // At the start a hundred points make odds of e to 1, at the end twice as much; the second camp is ahead by half.
                let odds = 2.0 * score / 100.0 / 2.0 * (1.0 + late) - 0.5;
                let won = f64::from(u8::from(unit() < 1.0 / (1.0 + (-odds).exp())));
                Row { late, scores: vec![score / 2.0, -score / 2.0], taken: vec![won, 1.0 - won] }
            })
            .collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let fitted = Logit::fit(&rows, 2);
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.2;
        assert!(near(fitted.score[0], 0.01) && near(fitted.score[1], 0.02), "{:?}", fitted.score);
        let lean = fitted.lean[1][0] - fitted.lean[0][0];
        assert!(near(lean, 0.5), "{:?}", fitted.lean);
        assert!(fitted.loss(&rows) < Logit::fit_leans(&rows, 2).loss(&rows) - 0.05);
        for [foretold, came, _] in reliability(&fitted, &rows) {
            assert!((foretold - came).abs() < 0.05, "{foretold} {came}");
        }
    }

    #[test]
    fn where_everybody_won_the_figures_stay_finite() {
        let row = Row { late: 0.5, scores: vec![3.0, -3.0], taken: vec![1.0, 0.0] };
        let fitted = Logit::fit(&[&row; 40], 2);
        assert!(fitted.score.iter().chain(fitted.lean.iter().flatten()).all(|x| x.is_finite()));
        assert!(fitted.chances(&row)[0] > 0.9);
        assert_eq!([rounded(123_456.0), rounded(-0.001_234_56), rounded(0.0)], [123_500.0, -0.001_235, 0.0]);
    }
}
