//! The Battle of Orel as a game of the table.

use crate::Orel;
use crate::play::{Action, Event};
use crate::position::Position;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{About, Dice, Game, Options};

impl Game for Orel {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        let mut p = self.set_up(scenario, options)?;
        self.engine().begin(&mut p, dice, &mut Vec::new());
        Ok(p)
    }

    fn place(&self, setting: Setting<'_>, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Position> {
        self.place_file(setting, file, faults)
    }

    fn begin_phase(
        &self,
        setting: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        self.begin_file(setting, p, file, dice, faults);
    }

    fn write_position(&self, p: &Position, out: &mut PositionLines) {
        self.write_file(p, out);
    }

    sandtable_core::by_modules!(game, p => game.engine(), whole);
    sandtable_core::words_by_modules!(game, p => game.engine());

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.came_to(events)
    }

    fn view(&self, p: &Position, viewer: Viewer) -> View {
        self.draw(p, viewer)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        vec![
            ("turn", i64::from(p.turn)),
            ("white_lost", i64::from(p.lost[0])),
            ("red_lost", i64::from(p.lost[1])),
            ("white_prisoners", i64::from(p.prisoners[0])),
            ("red_prisoners", i64::from(p.prisoners[1])),
        ]
    }

    fn sound(&self, p: &Position) -> Result<(), String> {
        self.find_unsound(p)
    }
}
