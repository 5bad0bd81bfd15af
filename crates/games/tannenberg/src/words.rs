//! Words, for now.
use crate::*;
use sandtable_core::game::Line;
use sandtable_core::view::*;
impl Theatre {
    pub(crate) fn action_text(&self, _p: &Position, action: &Action) -> String {
        format!("{action:?}")
    }
    pub(crate) fn action_from(&self, _p: &Position, _words: &str) -> Option<Action> {
        None
    }
    pub(crate) fn event_line(&self, event: &Event) -> Line {
        Line { text: format!("{event:?}"), rule: "", places: vec![] }
    }
    pub(crate) fn event_line_abroad(&self, event: &Event) -> Option<Line> {
        Some(self.event_line(event))
    }
    pub(crate) fn draw(&self, p: &Position, _viewer: Viewer) -> View {
        View {
            board: "tannenberg",
            moment: String::new(),
            turn: p.turn.into(),
            deciding: vec![],
            decision: String::new(),
            rule: "",
            counters: vec![],
            marks: vec![],
            tracks: vec![],
            victory: vec![],
        }
    }
}
