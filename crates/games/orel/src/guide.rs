//! What the table needs to lead a player: how actions are made by hand, what a gesture means, battles before they are fought. The
//! referee decides; nothing here does.

mod handles;
mod meant;

use crate::Field;
use crate::play::{Action, Event};
use crate::state::Position;
use sandtable_core::Side;
use sandtable_core::guide::{Battle, Chart, Guide, Handle, Way};

impl Guide for Field {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.handle_of(p, action)
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        self.offered(p, side, pieces, place).or_else(|| self.meant(p, side, pieces, place))
    }

    fn ways(&self, _p: &Position, _side: Side, _piece: &str) -> Vec<Way> {
        Vec::new()
    }

    fn battle(&self, _p: &Position, _side: Side, _action: &Action) -> Option<Battle> {
        None
    }

    fn fortune(&self, _side: Side, _events: &[Event]) -> Option<f64> {
        None
    }

    fn charts(&self) -> Vec<Chart> {
        self.cards.clone()
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        let s = self.d.scenarios.iter().find(|s| s.id == scenario).unwrap_or(&self.d.scenarios[0]);
        (1..=s.last_turn).map(|t| self.date(t)).collect()
    }
}
