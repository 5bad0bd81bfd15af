//! Ratios of strength and tables of results.

use serde::Deserialize;

/// One row of a ratio table: from this ratio on, this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct RatioRow {
    /// Attack.
    pub numerator: u16,
    /// Defence.
    pub denominator: u16,
    /// What it gives: a modifier, or a column.
    pub modifier: i8,
}

/// The row for a ratio, rounded in favour of the defender: the highest that the attack reaches. Rows ascend; whole
/// numbers are compared, so nothing is lost to rounding. None below the first row.
pub fn ratio(rows: &[RatioRow], attack: u16, defence: u16) -> Option<i8> {
    let reaches = |r: &&RatioRow| {
        u32::from(attack) * u32::from(r.denominator) >= u32::from(r.numerator) * u32::from(defence)
    };
    rows.iter().rev().find(reaches).map(|r| r.modifier)
}

/// The entry of a table whose first row is for a total of 1 and whose last serves everything above.
pub fn result<T: Copy>(rows: &[T], total: u8) -> Option<T> {
    rows.get(usize::from(total).clamp(1, rows.len().max(1)) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [RatioRow; 3] = [
        RatioRow { numerator: 1, denominator: 2, modifier: -1 },
        RatioRow { numerator: 1, denominator: 1, modifier: 0 },
        RatioRow { numerator: 3, denominator: 2, modifier: 1 },
    ];

    #[test]
    fn ratios_round_for_the_defender() {
        let cases = [
            (1, 2, Some(-1)),
            (1, 3, None),
            (9, 10, Some(-1)),
            (10, 10, Some(0)),
            (14, 10, Some(0)),
            (15, 10, Some(1)),
            (90, 1, Some(1)),
        ];
        for (a, d, want) in cases {
            assert_eq!(ratio(&ROWS, a, d), want, "{a}:{d}");
        }
        assert_eq!(ratio(&ROWS, 60_000, 40_000), Some(1), "large strengths do not overflow");
    }

    #[test]
    fn results_are_read_from_one_and_the_last_row_serves_the_rest() {
        let rows = ['a', 'b', 'c'];
        assert_eq!(
            [0, 1, 2, 3, 9].map(|t| result(&rows, t)),
            [Some('a'), Some('a'), Some('b'), Some('c'), Some('c')]
        );
        assert_eq!(result::<char>(&[], 4), None);
    }
}
