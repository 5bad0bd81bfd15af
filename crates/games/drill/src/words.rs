//! What units and places are called, and what is told of what happens.

use crate::Drill;
use sandtable_board::HexBoard;
use sandtable_hexgame::story::{Chronicle, Cites};
use sandtable_hexgame::{Counters, OnHexes};

impl OnHexes for Drill {
    fn board(&self) -> &HexBoard {
        self.map.board()
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}

const CITES: Cites = Cites {
    turn: "1a",
    moves: "2a",
    comes: "8a",
    odds: "6d",
    table: "6g",
    loss: "7a",
    retreat: "7b",
    cornered: "7c",
    advance: "7d",
};

impl Drill {
    pub(crate) fn chronicle(&self) -> Chronicle<'_, 1> {
        Chronicle { map: &self.map, counters: &self.counters, table: &self.table, cites: &CITES }
    }
}
