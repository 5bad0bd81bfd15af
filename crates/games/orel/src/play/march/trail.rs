//! A way as a player names it: hex after hex.

use crate::data::Map;
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
        let first = hexes.next().filter(|h| h.on_board())?;
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

    /// Its hexes in order; one that was read may leave the board, where it ends with none.
    pub fn hexes(self, map: &Map) -> impl Iterator<Item = Option<HexId>> + Clone + '_ {
        let turn = move |slot: usize| self.turns.get(slot / 2).map_or(0, |t| t >> (4 * (slot % 2)) & 15);
        let first = Some(self.first).filter(|h| h.on_board());
        let next = move |(slot, hex): &(usize, Option<HexId>)| {
            let hex = hex.filter(|_| *slot < usize::from(self.steps).min(STEPS))?;
            Some((slot + 1, map.step(hex, turn(*slot))))
        };
        std::iter::successors(Some((0, first)), next).map(|(_, hex)| hex)
    }

    /// Where it ends; none if it leaves the board.
    pub fn end(self, map: &Map) -> Option<HexId> {
        self.hexes(map).last().flatten()
    }
}
