//! How far a unit comes, and by which way.

use crate::{Costs, HexId, HexMap};
use sandtable_core::guide::Way;
use sandtable_ops::search::{UNREACHED, spread_from};
use sandtable_ops::{HexSet, Id, IdSet};

/// Where a unit can go from a hex on a board of at most `W` × 64 hexes.
pub struct Reach<const W: usize> {
    /// The hexes, without the one that it starts in.
    pub hexes: IdSet<HexId, W>,
    start: HexId,
    left: [[u8; 64]; W],
    came: [[u16; 64]; W],
}

impl<const W: usize> Reach<W> {
    /// From a hex with movement points. For each hex and the points left there `steps` visits the hexes that can be entered from it with
    /// what is then left; 0 ends the move there.
    pub fn of(
        start: HexId,
        points: u8,
        mut steps: impl FnMut(HexId, u8, &mut dyn FnMut(HexId, u8)),
    ) -> Reach<W> {
        let (mut left, mut came) = ([[UNREACHED; 64]; W], [[start.0; 64]; W]);
        left.as_flattened_mut()[start.index()] = points;
        let reached = spread_from(
            left.as_flattened_mut(),
            HexSet::one(start.0),
            |from, have, go| steps(HexId(from), have, &mut |to, rest| go(to.0, rest)),
            |to, from| came.as_flattened_mut()[usize::from(to)] = from,
        );
        Reach { hexes: IdSet::of_bits(reached.without(&HexSet::one(start.0))), start, left, came }
    }

    /// Nowhere.
    pub const fn none(start: HexId) -> Reach<W> {
        Reach { hexes: IdSet::EMPTY, start, left: [[UNREACHED; 64]; W], came: [[0; 64]; W] }
    }

    /// The points left in a hex that is reached.
    pub fn left(&self, hex: HexId) -> u8 {
        self.left.as_flattened()[hex.index()]
    }

    /// The way to a hex that is reached, first and last included.
    pub fn path(&self, to: HexId) -> Vec<HexId> {
        let mut path = vec![to];
        while let Some(last) = path.last().filter(|hex| **hex != self.start && path.len() <= W * 64) {
            path.push(HexId(self.came.as_flattened()[last.index()]));
        }
        path.reverse();
        path
    }

    /// The ways on foot to some hexes that are reached, with what it means to end in each.
    pub fn ways(
        &self,
        map: &HexMap<W>,
        costs: &Costs,
        to: impl Iterator<Item = HexId>,
        means: impl Fn(HexId) -> Vec<&'static str>,
    ) -> Vec<Way> {
        let way = |hex: HexId| Way {
            place: map.name(hex),
            path: self.path(hex).into_iter().map(|h| map.name(h)).collect(),
            cost: costs.along(&self.path(hex)),
            by: "foot",
            means: means(hex),
        };
        to.map(way).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_the_cheapest_one() {
        // 0 to 2 costs three at once, by 1 it costs two; 3 ends the move.
        let steps = [(0, 2, 3), (0, 1, 1), (1, 2, 1), (2, 3, 1)];
        let reach = Reach::<1>::of(HexId(0), 4, |from, points, go| {
            for (_, to, cost) in steps.into_iter().filter(|s| s.0 == from.0 && s.2 <= points) {
                go(HexId(to), if to == 3 { 0 } else { points - cost });
            }
        });
        assert_eq!(reach.path(HexId(3)), [0, 1, 2, 3].map(HexId));
        assert_eq!((reach.left(HexId(2)), reach.left(HexId(3)), reach.hexes.len()), (2, 0, 3));
        assert!(Reach::<1>::none(HexId(5)).hexes.is_empty());
    }
}
