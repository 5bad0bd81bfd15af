//! What a viewer sees.

use crate::Field;
use crate::state::Position;
use sandtable_core::view::{View, Viewer};

impl Field {
    /// The board as a viewer sees it.
    pub(crate) fn draw(&self, p: &Position, _viewer: Viewer) -> View {
        View {
            board: "orel",
            moment: String::new(),
            turn: u16::from(p.turn),
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
