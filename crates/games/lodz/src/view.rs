//! What a viewer sees.

use crate::Front;
use crate::state::Position;
use sandtable_core::view::{View, Viewer};

impl Front {
    /// The board as a viewer sees it.
    pub(crate) fn draw(&self, p: &Position, _viewer: Viewer) -> View {
        View {
            board: "lodz",
            moment: String::new(),
            turn: u16::from(p.day),
            deciding: vec![],
            decision: String::new(),
            rule: "",
            counters: vec![],
            marks: vec![],
            layers: vec![],
            combats: vec![],
            tracks: vec![],
            victory: vec![],
        }
    }
}
