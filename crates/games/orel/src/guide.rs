//! What the table needs to lead a player: how actions are made by hand, what a gesture means, battles before they are fought. The
//! referee decides; nothing here does.

mod battle;
mod fortune;
mod ground;
mod label;
mod meant;
mod prompt;
mod story;

use crate::Orel;
use crate::play::{Action, Event};
use crate::position::Position;
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way, offered};
use sandtable_core::machine::Modules;
use sandtable_core::position_words::PositionWords;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Side};

impl Guide for Orel {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.engine().handle_of(p, action)
    }

    fn place_name(&self, _p: &Position, place: &str) -> String {
        self.d.map.hex(place).map_or_else(|| place.to_string(), |hex| Orel::place_name(self, hex))
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.label_for(p, action)
    }

    fn prompt(&self, p: &Position, side: Side) -> Option<Prompt> {
        (self.to_decide(p).side() == Some(side)).then(|| self.asked(p, side)).flatten()
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        offered(self, p, side, pieces, place).or_else(|| self.meant(p, pieces, place))
    }

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        self.ways_of(p, side, piece)
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        self.ground_of(p, what)
    }

    fn traces(&self, p: &Position, _viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.traces_of(p, piece)
    }

    fn battle(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        self.check(p, side, action).ok()?;
        self.battle_of(p, action)
    }

    fn battle_parts(&self, before: &Position, event: &Event, _: Viewer) -> Vec<BattlePart> {
        self.story(before, event)
    }

    fn fortune(&self, side: Side, events: &[Event]) -> Option<f64> {
        self.worth(side.0, events)
    }

    fn charts(&self) -> Vec<Chart> {
        self.cards.clone()
    }

    fn position_words(&self, scenario: &str) -> PositionWords {
        self.lead_file(scenario)
    }

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        let s = self.d.scenarios.iter().find(|s| s.id == scenario).unwrap_or(&self.d.scenarios[0]);
        (1..=s.last_turn).map(|t| self.date(t)).collect()
    }
}
