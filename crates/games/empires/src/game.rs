//! Empires in Arms as a game of the table.

use crate::Empires;
use crate::land::Position;
use crate::play::{Action, Event};
use sandtable_core::game::{Breach, Illegal, Line};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{About, Decision, Dice, Game, Options, Side, Sides};

impl Game for Empires {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        let mut p = self.set_up(scenario, options, dice)?;
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

    /// A coalition wins together; in the grand campaign every power plays for itself.
    fn camps(&self, scenario: &str) -> Vec<Sides> {
        let camp = |powers: &[u8]| powers.iter().fold(Sides::default(), |all, power| all.with(Side(*power)));
        let sides = self.d.scenario(scenario).map_or(&[][..], |s| &s.sides);
        sides.iter().map(|side| camp(&side.powers)).collect()
    }

    fn to_decide(&self, p: &Position) -> Decision {
        self.engine().decision(p)
    }

    fn known(&self, p: &Position, side: Side) -> Option<Position> {
        Some(self.engine().known(p, side.0))
    }

    fn actions(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let engine = self.engine();
        if matches!(engine.decision(p), Decision::Decide { sides, .. } if sides.has(side)) {
            engine.list(p, side, out);
        }
    }

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        scratch.clear();
        self.actions(p, side, scratch);
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    fn check(&self, p: &Position, side: Side, action: &Action) -> Result<(), Illegal> {
        let engine = self.engine();
        match engine.decision(p) {
            Decision::Decide { sides, .. } if sides.has(side) => {
                engine.refuse(p, side, action).map_or(Ok(()), |b| Err(b.into()))
            }
            Decision::Decide { rule, .. } => Err(Breach::new(rule, "it is another power's decision").into()),
            Decision::Over(o) => Err(Breach::new(o.rule, "the game is over").into()),
        }
    }

    fn apply(
        &self,
        p: &mut Position,
        side: Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.engine().take(p, side, action, dice, events);
    }

    fn reveals(&self, event: &Event, to: Side) -> bool {
        self.lays_open(event, to)
    }

    fn secret(&self, p: &Position) -> bool {
        self.engine().is_secret(p.play.top())
    }

    /// Somebody learns something when blocks are laid open, and when the last of several secret choices is made.
    fn learned(&self, before: &Position, after: &Position) -> bool {
        let engine = self.engine();
        let shown = before.corps.iter().zip(&after.corps).any(|(a, b)| (a.seen, a.last) != (b.seen, b.last));
        let opened = !before.fight.open && after.fight.open || !before.siege.fights && after.siege.fights;
        shown || opened || (engine.is_secret(before.play.top()) && before.play.top() != after.play.top())
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        self.engine().action_text(p, action)
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        self.action_from(p, words)
    }

    fn tell(&self, event: &Event) -> Line {
        let line = self.engine().event_line(event, Viewer::All);
        line.unwrap_or(Line { text: String::new(), rule: "", places: vec![] })
    }

    fn tell_to(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        self.engine().event_line(event, viewer)
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn view(&self, p: &Position, viewer: Viewer) -> View {
        self.draw(p, viewer)
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

    fn sound(&self, p: &Position) -> Result<(), String> {
        self.find_unsound(p)
    }
}
