//! Empires in Arms as a game of the table.

use crate::Empires;
use crate::play::land::Position;
use crate::play::{Action, Event};
use sandtable_core::{About, Dice, Game, Options, Side, Sides};

impl Game for Empires {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    // What the rules look at is known to the side that acts: random games of every scenario compare.
    sandtable_core::by_modules!(game, _p => game.engine(), whole);
    sandtable_core::words_by_modules!(game, _p => game.engine());
    sandtable_core::by_rooms!(later);

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        let mut p = self.set_up(scenario, options, dice)?;
        self.engine().begin(&mut p, dice, &mut Vec::new());
        Ok(p)
    }

    /// A coalition wins together; in the grand campaign every power plays for itself.
    fn camps(&self, scenario: &str) -> Vec<Sides> {
        let camp = |powers: &[u8]| powers.iter().fold(Sides::default(), |all, power| all.with(Side(*power)));
        let sides = self.d.scenario(scenario).map_or(&[][..], |s| &s.sides);
        sides.iter().map(|side| camp(&side.powers)).collect()
    }

    fn known(&self, p: &Position, side: Side) -> Option<Position> {
        Some(self.engine().known(p, side.0))
    }

    fn reveals(&self, event: &Event, to: Side) -> bool {
        self.reveals_to(event, to)
    }

    fn secret(&self, p: &Position) -> bool {
        self.engine().is_secret(p.play.steps.top())
    }

    /// Somebody learns something when blocks are laid open, and when the last of several secret choices is made.
    fn learned(&self, before: &Position, after: &Position) -> bool {
        let engine = self.engine();
        let shown = before.corps.iter().zip(&after.corps).any(|(a, b)| (a.seen, a.last) != (b.seen, b.last));
        let opened = !before.fight.open && after.fight.open || !before.siege.fights && after.siege.fights;
        shown
            || opened
            || (engine.is_secret(before.play.steps.top())
                && before.play.steps.top() != after.play.steps.top())
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let lost: u16 = p.play.corps_lost.iter().sum();
        let points: i16 = p.play.points.iter().map(|n| n.abs()).sum();
        vec![
            ("turn", i64::from(p.play.turn)),
            ("margin", i64::from(self.engine().margin(p))),
            ("corps_lost", i64::from(lost)),
            ("political_points", i64::from(points)),
        ]
    }
}
