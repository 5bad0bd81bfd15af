//! The position of a game that moves and fights in phases.

use crate::{HexId, Holders, Roster, Units};
use sandtable_core::machine::Steps;
use sandtable_ops::IdSet;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Everything that changes, for `N` units, `T` places and steps `S` on a board of at most `W` × 64 hexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "S: Copy + Default + Serialize + DeserializeOwned")]
pub struct Position<S, const W: usize, const N: usize, const T: usize> {
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: u8,
    /// Who stands where.
    #[serde(flatten)]
    pub units: Roster<N>,
    /// Who has moved in this turn.
    pub moved: Units,
    /// Who has attacked in this turn.
    pub fought: Units,
    /// Hexes that were attacked in this turn.
    pub attacked: IdSet<HexId, W>,
    /// The hex under attack.
    pub target: Option<HexId>,
    /// Who takes part in the attack.
    pub attackers: Units,
    /// Who has still to retreat.
    pub retreating: Units,
    /// Who holds the places of the board.
    pub towns: Holders<T>,
    /// What waits to be decided or done.
    pub steps: Steps<S, 6>,
}

impl<S: Copy + Default, const W: usize, const N: usize, const T: usize> Position<S, W, N, T> {
    /// Nobody is on the map, and all places are one side's.
    pub fn empty(holder: u8) -> Self {
        Position {
            turn: 1,
            side: 0,
            units: Roster::EMPTY,
            moved: Units::EMPTY,
            fought: Units::EMPTY,
            attacked: IdSet::EMPTY,
            target: None,
            attackers: Units::EMPTY,
            retreating: Units::EMPTY,
            towns: Holders([holder; T]),
            steps: Steps::new(S::default()),
        }
    }
}
