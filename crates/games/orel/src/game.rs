//! The Battle of Orel as a game of the table.

use crate::Orel;
use crate::play::{Action, Event};
use crate::position::Position;
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

    sandtable_core::by_modules!(game, p => game.engine(), whole);
    sandtable_core::words_by_modules!(game, p => game.engine());
    sandtable_core::by_rooms!(later);

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.came_to(events)
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
}
