//! Secret choices of two sides at the same time: how often to pick what, so that the other side can hardly profit from
//! knowing it. Found by regret matching; nothing in it is random, and nothing is put on the heap.

/// Choices that a side can have at most; what is beyond them is never picked.
pub const MOST: usize = 16;

/// How often each side picks each of its choices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mixture {
    rows: [f64; MOST],
    columns: [f64; MOST],
    counts: [usize; 2],
    /// What the mixtures are worth to the side of the rows.
    pub value: f64,
    /// What the two sides could gain together by answering best: nought for perfect mixtures.
    pub exploitability: f64,
}

impl Mixture {
    /// The shares of the rows; they sum up to 1 if any row may be picked.
    pub fn rows(&self) -> &[f64] {
        &self.rows[..self.counts[0]]
    }

    /// The shares of the columns.
    pub fn columns(&self) -> &[f64] {
        &self.columns[..self.counts[1]]
    }
}

/// A matrix, row after row, that is worth its entries to the side of the rows and as much less to that of the columns.
#[derive(Clone, Copy)]
struct Pay<'a> {
    worth: &'a [f64],
    rows: usize,
    columns: usize,
    width: usize,
}

impl Pay<'_> {
    fn line(&self, row: usize) -> &[f64] {
        self.worth.get(row * self.width..row * self.width + self.columns).unwrap_or(&[])
    }

    /// What each row is worth against a mixture of the columns.
    fn of_rows(&self, column: &[f64; MOST]) -> [f64; MOST] {
        let mut out = [0.0; MOST];
        for (i, o) in out.iter_mut().enumerate().take(self.rows) {
            *o = self.line(i).iter().zip(column).map(|(v, y)| v * y).sum();
        }
        out
    }

    /// What each column costs against a mixture of the rows.
    fn of_columns(&self, row: &[f64; MOST]) -> [f64; MOST] {
        let mut out = [0.0; MOST];
        for (i, x) in row.iter().enumerate().take(self.rows) {
            out.iter_mut().zip(self.line(i)).for_each(|(o, v)| *o += v * x);
        }
        out
    }
}

/// Finds mixtures for a matrix given row after row; `rows` and `columns` say what may be picked. Each side answers the
/// other's last pick, and the average is weighted by time.
pub fn solve(worth: &[f64], rows: &[bool], columns: &[bool], steps: u32) -> Mixture {
    debug_assert!(worth.len() == rows.len() * columns.len() && rows.len().max(columns.len()) <= MOST);
    let counts = [rows.len().min(MOST), columns.len().min(MOST)];
    let pay = Pay { worth, rows: counts[0], columns: counts[1], width: columns.len() };
    let (may_a, may_d) = (&rows[..counts[0]], &columns[..counts[1]]);
    let (mut regret_a, mut regret_d) = ([0.0f64; MOST], [0.0f64; MOST]);
    let (mut sum_a, mut sum_d) = ([0.0; MOST], [0.0; MOST]);
    let mut row = matched(&regret_a, may_a);
    let mut column = matched(&regret_d, may_d);
    for step in 1..=steps {
        let gain = pay.of_rows(&column);
        let now = sum_of(&gain, &row);
        for (r, g) in regret_a.iter_mut().zip(gain) {
            *r = (*r + g - now).max(0.0);
        }
        row = matched(&regret_a, may_a);
        let cost = pay.of_columns(&row);
        let now = sum_of(&cost, &column);
        for (r, c) in regret_d.iter_mut().zip(cost) {
            *r = (*r + now - c).max(0.0);
        }
        column = matched(&regret_d, may_d);
        let weight = f64::from(step);
        sum_a.iter_mut().zip(row).for_each(|(s, x)| *s += weight * x);
        sum_d.iter_mut().zip(column).for_each(|(s, y)| *s += weight * y);
    }
    let (rows, columns) = (matched(&sum_a, may_a), matched(&sum_d, may_d));
    let (gain, cost) = (pay.of_rows(&columns), pay.of_columns(&rows));
    let best = gain.iter().zip(may_a).filter(|g| *g.1).map(|g| *g.0).fold(f64::MIN, f64::max);
    let least = cost.iter().zip(may_d).filter(|c| *c.1).map(|c| *c.0).fold(f64::MAX, f64::min);
    let open = may_a.contains(&true) && may_d.contains(&true);
    let exploitability = if open { best - least } else { 0.0 };
    Mixture { rows, columns, counts, value: sum_of(&gain, &rows), exploitability }
}

fn sum_of(pay: &[f64; MOST], share: &[f64; MOST]) -> f64 {
    pay.iter().zip(share).map(|(p, x)| p * x).sum()
}

/// Shares in proportion to regrets, over what may be picked; even where there are none.
fn matched(regret: &[f64; MOST], may: &[bool]) -> [f64; MOST] {
    let open = || regret.iter().zip(may).enumerate().filter(|(_, (_, may))| **may);
    let sum: f64 = open().map(|(_, (r, _))| r.max(0.0)).sum();
    let even = 1.0 / open().count().max(1) as f64;
    let mut out = [0.0; MOST];
    for (i, (r, _)) in open() {
        out[i] = if sum > 0.0 { r.max(0.0) / sum } else { even };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.01
    }

    #[test]
    fn rock_paper_scissors_is_even() {
        let worth = [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0];
        let m = solve(&worth, &[true; 3], &[true; 3], 2000);
        assert!(m.rows().iter().chain(m.columns()).all(|x| near(*x, 1.0 / 3.0)), "{m:?}");
        assert!(near(m.value, 0.0) && m.exploitability < 0.01);
    }

    #[test]
    fn an_uneven_game_has_an_uneven_answer() {
        // 3x - (1-x) = -x + (1-x): x is a third, and so is the value.
        let m = solve(&[3.0, -1.0, -1.0, 1.0], &[true; 2], &[true; 2], 5000);
        assert!(near(m.rows()[0], 1.0 / 3.0) && near(m.columns()[0], 1.0 / 3.0), "{m:?}");
        assert!(near(m.value, 1.0 / 3.0));
    }

    #[test]
    fn a_dominated_row_is_not_picked() {
        let worth = [2.0, 1.0, 3.0, 1.0, 0.0, 2.0];
        let m = solve(&worth, &[true; 2], &[true; 3], 500);
        assert!(near(m.rows()[1], 0.0) && near(m.columns()[1], 1.0), "{m:?}");
    }

    #[test]
    fn a_saddle_point_is_found() {
        let worth = [4.0, 2.0, 5.0, 1.0, 0.0, 7.0, 3.0, 1.0, 0.0];
        let m = solve(&worth, &[true; 3], &[true; 3], 500);
        assert!(near(m.value, 2.0) && near(m.rows()[0], 1.0) && near(m.columns()[1], 1.0), "{m:?}");
    }

    #[test]
    fn what_may_not_be_picked_is_not() {
        let worth = [9.0, 9.0, 1.0, 2.0];
        let m = solve(&worth, &[false, true], &[true; 2], 200);
        assert_eq!(m.rows(), [0.0, 1.0]);
        assert!(near(m.value, 1.0) && m.exploitability < 0.05);
        let nobody = solve(&worth, &[false; 2], &[true; 2], 10);
        assert_eq!((nobody.rows(), nobody.exploitability), ([0.0; 2].as_slice(), 0.0));
    }

    proptest! {
        #[test]
        fn mixtures_can_hardly_be_exploited(
            rows in 1usize..=MOST,
            columns in 1usize..=MOST,
            entries in prop::collection::vec(-1000i32..1000, MOST * MOST),
        ) {
            let worth: Vec<f64> = entries[..rows * columns].iter().map(|w| f64::from(*w)).collect();
            let m = solve(&worth, &vec![true; rows], &vec![true; columns], 400);
            let most = worth.iter().copied().fold(f64::MIN, f64::max);
            let least = worth.iter().copied().fold(f64::MAX, f64::min);
            prop_assert!((m.rows().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((m.columns().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(m.exploitability >= -1e-9);
            prop_assert!(m.exploitability <= 0.05 * (most - least) + 1e-9, "{} of {}", m.exploitability, most - least);
        }
    }
}
