//! What the table needs to lead a player: how actions are made by hand, and what a gesture means. The referee decides; nothing here
//! does.

mod battle;
mod ground;
mod label;
mod meant;
mod outlook;
mod prompt;
mod story;

use crate::Empires;
use crate::play::land::Position;
use crate::play::{Action, Event};
use crate::words::month_text;
use sandtable_core::Side;
use sandtable_core::battle::BattlePart;
use sandtable_core::game::Game;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way, offered};
use sandtable_core::machine::Modules;
use sandtable_core::position_words::PositionWords;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};

impl Guide for Empires {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.engine().handle_of(p, action)
    }

    fn place_name(&self, _p: &Position, place: &str) -> String {
        let areas = &self.d.board.parts().areas;
        areas.iter().find(|a| a.id == place).map_or_else(|| place.to_string(), |a| a.name.clone())
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.action_label(p, action)
    }

    fn prompt(&self, p: &Position, side: Side) -> Option<Prompt> {
        self.asked(p, side)
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let known = self.engine().known(p, side.0);
        offered(self, &known, side, pieces, place).or_else(|| self.meant(&known, pieces, place))
    }

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        self.ways_of(&self.engine().known(p, side.0), side, piece)
    }

    fn traces(&self, p: &Position, viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.traces_of(&self.known_to(p, viewer), viewer, piece)
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        self.ground_of(p, what)
    }

    fn battle(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        self.check(p, side, action).ok()?;
        self.battle_of(&self.engine().known(p, side.0), side, action)
    }

    fn battle_parts(&self, before: &Position, event: &Event, viewer: Viewer) -> Vec<BattlePart> {
        self.story(before, event, viewer)
    }

    /// All dice are rolled before everybody's eyes.
    fn rolls(&self, _viewer: Viewer, _events: &[Event]) -> Option<Vec<u8>> {
        None
    }

    fn charts(&self) -> Vec<Chart> {
        self.cards.clone()
    }

    fn position_words(&self, scenario: &str) -> PositionWords {
        self.lead_file(scenario)
    }

    fn row_word(&self, p: &Position, counter: &str) -> String {
        self.lead_word(p, counter)
    }

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        let s = self.d.scenario(scenario).unwrap_or(&self.d.scenarios[0]);
        // The grand campaign may be agreed to last longer than usual.
        let turns = if s.is_grand() { 132 } else { s.turns };
        (0..turns).map(|t| month_text(s.first_month + t)).collect()
    }
}
