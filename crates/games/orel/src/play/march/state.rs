//! What a position keeps of the movement phase.

use crate::data::Hexes;
use crate::position::{HexId, Pieces, UnitId};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// Where the movement phase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Units that have ended their move in this phase, whether they left their hex or not.
    pub moved: Pieces,
    /// Units that have left their hex in this phase, or come onto the map: they cover nobody (orel 7.1.3f).
    pub walked: Pieces,
    /// Enemy units that stood next to a unit of the active side when the phase began (orel 8.3.1d).
    pub observed: Pieces,
    /// Units Out of Command that passed their check in this phase (orel 5.3b).
    pub passed: Pieces,
    /// Units Out of Command that failed it (orel 5.3c).
    pub failed: Pieces,
    /// Tanks that run in this turn: they have made their breakdown roll (orel 9.2.1b).
    pub running: Pieces,
    /// Hexes where a unit must stay, as it has covered another's move (orel RU-18).
    pub held: Hexes,
    /// The unit that is moving; none between moves.
    pub mover: Maybe<UnitId>,
    /// Half-points left to it; 1 for what runs on rails until it has run.
    pub left: u8,
    /// Half-points that it had at first.
    pub allowance: u8,
    /// Whether it is on a Marching Day (orel 7.1.5).
    pub day: bool,
    /// Whether the part of Orel has been chosen or changed in this phase (orel 7.1.1g).
    pub parted: bool,
    /// Where the first of those who must come together came in (orel 10.2Wq).
    pub together: Maybe<HexId>,
}

impl March {
    /// At the start.
    pub const START: March = March {
        moved: Pieces::EMPTY,
        walked: Pieces::EMPTY,
        observed: Pieces::EMPTY,
        passed: Pieces::EMPTY,
        failed: Pieces::EMPTY,
        running: Pieces::EMPTY,
        held: Hexes::EMPTY,
        mover: Maybe::NONE,
        left: 0,
        allowance: 0,
        day: false,
        parted: false,
        together: Maybe::NONE,
    };
}
