//! What a viewer sees.

use crate::Europe;
use crate::land::Position;
use crate::play::Action;
use sandtable_core::view::{View, Viewer};

impl Europe {
    /// What a viewer sees.
    pub(crate) fn draw(&self, _p: &Position, _viewer: Viewer) -> View {
        View {
            board: "empires",
            moment: String::new(),
            turn: 0,
            deciding: vec![],
            decision: String::new(),
            rule: "",
            counters: vec![],
            marks: vec![],
            tracks: vec![],
            victory: vec![],
        }
    }

    /// An action from its words.
    pub(crate) fn action_from(&self, _p: &Position, _words: &str) -> Option<Action> {
        None
    }
}
