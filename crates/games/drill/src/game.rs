//! Drill as a game of the table.

use crate::about::ABOUT;
use crate::play::{Action, Event};
use crate::{BLUE, Drill, Position, RED};
use sandtable_core::game::{About, Options};
use sandtable_core::{Dice, Game, machine};

impl Game for Drill {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    sandtable_core::by_modules!(game, p => *game, whole);
    sandtable_core::words_by_modules!(game, p => *game);
    sandtable_core::by_rooms!();

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, _: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        if scenario != "towns" {
            return Err(format!("there is no scenario `{scenario}`; there is towns"));
        }
        let mut p = Position::EMPTY;
        for unit in self.counters.all() {
            self.counters[unit].start.into_iter().for_each(|hex| self.put(&mut p, unit, hex));
        }
        self.begin_turn(&mut p, &mut Vec::new());
        machine::run(self, &mut p, dice, &mut Vec::new());
        Ok(p)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        [("blue_towns", BLUE), ("red_towns", RED)].map(|(n, side)| (n, p.towns.count(side) as i64)).to_vec()
    }
}
