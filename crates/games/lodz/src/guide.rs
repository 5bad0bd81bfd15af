//! What the table needs to lead a player: how actions are made by hand, what a gesture means, attacks before they are made. The referee
//! decides; nothing here does.

mod battle;
mod fortune;
mod ground;
mod label;
mod meant;
mod prompt;
mod story;
mod sums;
mod ways;

pub(crate) use battle::cell_words;

use crate::Lodz;
use crate::play::battle::BattleAction;
use crate::play::rail::RailAction;
use crate::play::{Action, Event};
use crate::position::Position;
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way, offered};
use sandtable_core::machine::Modules;
use sandtable_core::phrase::Shown;
use sandtable_core::position_words::PositionWords;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Side};

impl Guide for Lodz {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        let mut handle = self.engine().handle_of(p, action);
        match action {
            Action::Battle(BattleAction::Confirm) => handle.weigh = self.weighs(p),
            // The unit is what is picked up; the train waits in its hex.
            Action::Rail(RailAction::Load { train, .. }) => {
                let train = train.text(&self.engine(), p);
                handle.pieces.retain(|piece| *piece != train);
            }
            _ => {}
        }
        handle
    }

    fn place_name(&self, p: &Position, place: &str) -> String {
        let hex = self.engine().map(p).hex(place);
        hex.map_or_else(|| place.to_string(), |hex| Lodz::place_name(self, p, hex))
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.label_of(p, action)
    }

    fn prompt(&self, p: &Position, side: Side) -> Option<Prompt> {
        (self.to_decide(p).side() == Some(side)).then(|| self.asked(p)).flatten()
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        offered(self, p, side, pieces, place).or_else(|| self.meant(p, pieces, place))
    }

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        self.ways_of(p, side, piece)
    }

    fn traces(&self, p: &Position, _viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.traces_of(p, piece)
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        Some(self.ground_of(p, what))
    }

    fn battle(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        self.check(p, side, action).ok()?;
        self.battle_of(p, side.0, action)
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
        s.dates.iter().take(usize::from(s.days)).map(|d| crate::view::short_date(d)).collect()
    }
}
