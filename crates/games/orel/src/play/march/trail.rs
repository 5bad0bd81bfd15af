//! A way as a player names it: hex after hex.

use crate::data::{HEXES, Map, NOWHERE};
use crate::position::HexId;
use serde::{Deserialize, Serialize};

/// Steps after the first hex that a trail has room for.
const STEPS: usize = 40;

/// Hexes one after the other: the first that is entered, and the directions from there on, two in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trail {
    first: HexId,
    steps: u8,
    turns: [u8; STEPS / 2],
}

impl Trail {
    /// The trail over some hexes, each next to the one before; none if they are not, or if they are none or too many.
    pub fn over(map: &Map, hexes: impl IntoIterator<Item = HexId>) -> Option<Trail> {
        let mut hexes = hexes.into_iter();
        let first = hexes.next().filter(|h| usize::from(*h) < HEXES)?;
        let mut out = Trail { first, steps: 0, turns: [0; STEPS / 2] };
        let mut at = first;
        for to in hexes {
            let turn = map.direction(at, to)?;
            let slot = usize::from(out.steps);
            *out.turns.get_mut(slot / 2)? |= turn << (4 * (slot % 2));
            out.steps += 1;
            at = to;
        }
        Some(out)
    }

    /// Its hexes in order; [`NOWHERE`] where it leaves the board.
    pub fn hexes(self, map: &Map) -> impl Iterator<Item = HexId> + '_ {
        let turn = move |slot: usize| self.turns.get(slot / 2).map_or(0, |t| t >> (4 * (slot % 2)) & 15);
        let first = if usize::from(self.first) < HEXES { self.first } else { NOWHERE };
        let next = move |(slot, hex): &(usize, HexId)| {
            let more = *slot < usize::from(self.steps).min(STEPS) && *hex != NOWHERE;
            more.then(|| (slot + 1, map.step(*hex, turn(*slot)).unwrap_or(NOWHERE)))
        };
        std::iter::successors(Some((0, first)), next).map(|(_, hex)| hex)
    }

    /// Where it ends.
    pub fn end(self, map: &Map) -> HexId {
        self.hexes(map).last().unwrap_or(NOWHERE)
    }
}
