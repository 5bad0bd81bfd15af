//! Łódź 1914 as a game of the table.

use crate::Lodz;
use crate::play::{Action, Event};
use crate::position::Position;
use sandtable_core::game::Line;
use sandtable_core::machine::{self, Modules};
use sandtable_core::view::Viewer;
use sandtable_core::{About, Decision, Dice, Game, Options, Side};

impl Game for Lodz {
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

    sandtable_core::by_modules!(game, _p => game.engine(), whole);
    sandtable_core::by_rooms!(later);

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        let engine = self.engine();
        let decides =
            matches!(machine::decision(&engine, p), Decision::Decide { sides, .. } if sides.has(side));
        decides.then(|| engine.sample(p, side.0, pick, scratch)).flatten()
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        self.engine().text_of(p, action)
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        self.engine().action_from(p, words)
    }

    fn tell(&self, event: &Event) -> Line {
        self.engine().line_of(event, Viewer::All).unwrap_or_default()
    }

    /// The log passes over that a battle is over: the lines around it say as much.
    fn tell_to(&self, event: &Event, _: Viewer) -> Option<Line> {
        (!crate::outcome::ends(event)).then(|| self.tell(event))
    }

    fn outcome(&self, before: &Position, after: &Position, events: &[Event]) -> String {
        self.result_text(before, after, events)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        vec![
            ("day", i64::from(p.day)),
            ("german_points", i64::from(p.scored[0])),
            ("russian_points", i64::from(p.scored[1])),
        ]
    }
}
