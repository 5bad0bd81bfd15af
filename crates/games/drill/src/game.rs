//! Drill as a game of the table.

use crate::about::ABOUT;
use crate::play::{Action, Event};
use crate::position::units;
use crate::{BLUE, Drill, Position, RED};
use sandtable_core::game::{About, Options};
use sandtable_core::machine;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{Dice, Game};

impl Game for Drill {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    sandtable_core::by_modules!(game, p => *game, whole);
    sandtable_core::words_by_modules!(game, p => *game);

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, _: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        if scenario != "towns" {
            return Err(format!("there is no scenario `{scenario}`; there is towns"));
        }
        let mut p = Position::EMPTY;
        for unit in units() {
            if let Some(hex) = self.counter_of(unit).start {
                self.put(&mut p, unit, hex);
            }
        }
        self.begin_turn(&mut p, &mut Vec::new());
        machine::run(self, &mut p, dice, &mut Vec::new());
        Ok(p)
    }

    fn place(&self, _: Setting<'_>, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Position> {
        self.read_rows(file, faults)
    }

    fn begin_phase(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        _: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        self.begin_file(p, file, faults);
    }

    fn write_position(&self, p: &Position, out: &mut PositionLines) {
        self.write_rows(p, out);
    }

    fn view(&self, p: &Position, _: Viewer) -> View {
        self.draw(p)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let towns = |side| p.towns.iter().filter(|t| **t == side).count() as i64;
        vec![("blue_towns", towns(BLUE)), ("red_towns", towns(RED))]
    }

    fn sound(&self, p: &Position) -> Result<(), String> {
        self.find_unsound(p)
    }
}
