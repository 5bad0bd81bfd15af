//! Movement search and tracing over hexes, step by step outwards.

use crate::hexset::HexSet;

/// Marks a hex that has not been reached.
pub const UNREACHED: u8 = 0xFF;

/// Spreads from hexes with movement points left. `left` holds the points left in the hexes of `open` and
/// [`UNREACHED`] elsewhere; afterwards it holds the most points left on arrival in every hex reached. For each hex and
/// its points `steps` visits the hexes that can be entered from it with what is then left; 0 ends the move there. Gives
/// the hexes reached, those of `open` left out unless they were reached again with more.
pub fn spread<const W: usize>(
    left: &mut [u8],
    open: HexSet<W>,
    steps: impl FnMut(u16, u8, &mut dyn FnMut(u16, u8)),
) -> HexSet<W> {
    spread_from(left, open, steps, |_, _| {})
}

/// The same, which says of each hex from where it is reached best: `came(to, from)`, again where a better way is found.
pub fn spread_from<const W: usize>(
    left: &mut [u8],
    mut open: HexSet<W>,
    mut steps: impl FnMut(u16, u8, &mut dyn FnMut(u16, u8)),
    mut came: impl FnMut(u16, u16),
) -> HexSet<W> {
    let mut reached = HexSet::EMPTY;
    while !open.is_empty() {
        let mut next = HexSet::EMPTY;
        for hex in open.iter() {
            let here = left[usize::from(hex)];
            if here == 0 {
                continue;
            }
            steps(hex, here, &mut |to, rest| {
                let slot = &mut left[usize::from(to)];
                if *slot == UNREACHED || *slot < rest {
                    *slot = rest;
                    came(to, hex);
                    next.insert(to);
                    reached.insert(to);
                }
            });
        }
        open = next;
    }
    reached
}

/// Everything joined to some hexes: for each hex `steps` visits those that can be entered next. Gives all of them, the
/// first ones left out unless `steps` comes back to them.
pub fn flood<const W: usize>(start: HexSet<W>, mut steps: impl FnMut(u16, &mut dyn FnMut(u16))) -> HexSet<W> {
    let mut seen = start;
    let mut reached = HexSet::EMPTY;
    let mut open = start;
    while !open.is_empty() {
        let mut next = HexSet::EMPTY;
        for hex in open.iter() {
            steps(hex, &mut |to| {
                if !seen.has(to) {
                    seen.insert(to);
                    next.insert(to);
                    reached.insert(to);
                }
            });
        }
        open = next;
    }
    reached
}

/// A line of at most `range` hexes from a start, which it may end in anywhere but pass only where `passes`. Gives every
/// hex that such a line ends in, the start included.
pub fn line<const W: usize>(
    start: u16,
    range: u8,
    mut steps: impl FnMut(u16, &mut dyn FnMut(u16)),
    mut passes: impl FnMut(u16) -> bool,
) -> HexSet<W> {
    let mut reached = HexSet::one(start);
    let mut open = reached;
    for _ in 0..range {
        let mut next = HexSet::EMPTY;
        for hex in open.iter() {
            steps(hex, &mut |to| {
                if !reached.has(to) {
                    reached.insert(to);
                    if passes(to) {
                        next.insert(to);
                    }
                }
            });
        }
        open = next;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of 20 hexes, each joined to the next.
    fn row(hex: u16, visit: &mut dyn FnMut(u16)) {
        if hex > 0 {
            visit(hex - 1);
        }
        if hex < 19 {
            visit(hex + 1);
        }
    }

    #[test]
    fn points_are_spent_and_the_most_left_counts() {
        let mut left = [UNREACHED; 20];
        left[5] = 3;
        // Hex 7 costs two; entering hex 3 ends the move.
        let reached: HexSet<1> = spread(&mut left, HexSet::one(5), |hex, here, visit| {
            row(hex, &mut |to| {
                let cost = if to == 7 { 2 } else { 1 };
                if cost <= here {
                    visit(to, if to == 3 { 0 } else { here - cost });
                }
            });
        });
        assert_eq!(reached.iter().collect::<Vec<_>>(), vec![3, 4, 6, 7]);
        assert_eq!((left[3], left[4], left[6], left[7], left[8]), (0, 2, 2, 0, UNREACHED));
    }

    #[test]
    fn a_better_way_replaces_a_worse_one() {
        // 0 → 2 costs three at once; 0 → 1 → 2 costs two.
        let mut left = [UNREACHED; 3];
        left[0] = 4;
        let reached: HexSet<1> = spread(&mut left, HexSet::one(0), |hex, here, visit| {
            for (from, to, cost) in [(0, 2, 3), (0, 1, 1), (1, 2, 1)] {
                if hex == from && cost <= here {
                    visit(to, here - cost);
                }
            }
        });
        assert_eq!(reached.len(), 2);
        assert_eq!(left, [4, 3, 2]);
    }

    #[test]
    fn a_flood_reaches_what_is_joined_and_no_more() {
        let reached: HexSet<1> = flood(HexSet::one(8), |hex, visit| {
            row(hex, &mut |to| {
                if to != 4 && to != 11 {
                    visit(to);
                }
            });
        });
        assert_eq!(reached.iter().collect::<Vec<_>>(), vec![5, 6, 7, 9, 10]);
    }

    #[test]
    fn a_line_ends_in_a_stop_but_does_not_pass_it() {
        let ends: HexSet<1> = line(10, 3, row, |hex| hex != 12);
        assert_eq!(ends.iter().collect::<Vec<_>>(), vec![7, 8, 9, 10, 11, 12]);
        let none: HexSet<1> = line(10, 0, row, |_| true);
        assert_eq!(none.iter().collect::<Vec<_>>(), vec![10]);
    }
}
