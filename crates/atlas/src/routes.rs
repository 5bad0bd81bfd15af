//! Railways and roads from stops to unbroken chains of neighbouring hexes.

use sandtable_board::hexboard::RiverClass;
use sandtable_board::{Hex, Side, Topology};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a way has to mind between two stops.
pub struct Country<'a> {
    /// Numbers and neighbours.
    pub topology: &'a Topology,
    /// Where nothing can be built.
    pub closed: &'a [bool],
    /// Hexsides that nothing crosses.
    pub blocked: &'a [bool],
    /// Rivers along hexsides.
    pub rivers: &'a [Option<RiverClass>],
    /// Hexsides where a big river can be crossed.
    pub crossable: &'a [bool],
}

impl Country<'_> {
    /// The hexes from one stop to the next, both included: near the straight line, few rivers, and over a big
    /// river only at a crossing. `None` if there is no such way.
    pub fn lead(&self, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        let t = self.topology;
        if from == to {
            return Some(vec![from]);
        }
        if t.between(from, to).is_some_and(|s| self.may_cross(s)) {
            return Some(vec![from, to]);
        }
        let (a, b) = (t.centre(from), t.centre(to));
        let mut cost = vec![u64::MAX; t.hex_count()];
        let mut back: Vec<Option<Hex>> = vec![None; t.hex_count()];
        let mut queue = BinaryHeap::new();
        cost[from.index()] = 0;
        queue.push((Reverse(0), from));
        while let Some((Reverse(here_cost), hex)) = queue.pop() {
            if here_cost > cost[hex.index()] {
                continue;
            }
            if hex == to {
                let mut way = vec![to];
                let mut here = to;
                while let Some(previous) = back[here.index()] {
                    way.push(previous);
                    here = previous;
                }
                way.reverse();
                return Some(way);
            }
            for (_, side, next) in t.neighbours(hex) {
                if (self.closed[next.index()] && next != to) || !self.may_cross(side) {
                    continue;
                }
                let off = t.centre(next).to_segment(a, b);
                let river = match self.rivers[side.index()] {
                    None => 0,
                    Some(RiverClass::Small) => 150,
                    Some(RiverClass::Big) => 400,
                };
                let total = here_cost + 1000 + (700.0 * off * off) as u64 + river;
                if total < cost[next.index()] {
                    cost[next.index()] = total;
                    back[next.index()] = Some(hex);
                    queue.push((Reverse(total), next));
                }
            }
        }
        None
    }

    /// Whether a way can cross a hexside at all.
    pub fn may_cross(&self, side: Side) -> bool {
        let big = self.rivers[side.index()] == Some(RiverClass::Big);
        !self.blocked[side.index()] && (!big || self.crossable[side.index()])
    }
}

#[cfg(test)]
mod tests;
