//! Drill as a game of the table.

use crate::about::ABOUT;
use crate::play::{Action, Event};
use crate::{BLUE, Drill, Position, RED};
use sandtable_core::game::{About, Options};
use sandtable_core::{Dice, Game, machine};
use sandtable_hexgame::phases::Phases;

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
        let mut p = Position::empty(RED);
        self.set_up(&mut p);
        self.begin_side(&mut p, &mut Vec::new());
        machine::run(self, &mut p, dice, &mut Vec::new());
        Ok(p)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        [("blue_towns", BLUE), ("red_towns", RED)].map(|(n, side)| (n, p.towns.count(side) as i64)).to_vec()
    }
}
