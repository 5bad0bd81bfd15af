//! What units and places are called.

use crate::Drill;
use sandtable_board::HexBoard;
use sandtable_hexgame::{Counters, OnHexes};

impl OnHexes for Drill {
    fn board(&self) -> &HexBoard {
        self.map.board()
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}
