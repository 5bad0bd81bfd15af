//! Drill as a game of the table: its modules, its sides, and who wins.

use crate::movement::{MovementEvent, MovementStep};
use crate::position::units;
use crate::{BLUE, Drill, HexId, Position, RED, TURNS, combat, movement};
use sandtable_core::game::{About, Colours, NationAbout, Options, ScenarioAbout, SideAbout};
use sandtable_core::machine::{self, Sequence};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{Dice, Game, Illegal, Outcome, Refusal, Side};
use std::sync::LazyLock;

sandtable_core::modules! {
    Drill, Position.steps;
    /// Movement (2).
    Movement(movement::Movement),
    /// Combat (6) and what follows (7).
    Combat(combat::CombatPhase),
}

const NATIONS: &[NationAbout] = &[
    NationAbout { id: "blue", words: &[], colours: Colours::dark("#2c59a8", "#3f6dbf", "#1f4794") },
    NationAbout { id: "red", words: &[], colours: Colours::dark("#bb2a20", "#c5362b", "#a3180f") },
];

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "drill",
    title: "Drill",
    about: "A small battle to learn wargames with: about half an hour, a dozen counters, rules on one page.",
    board: "drill",
    open: true,
    rules_version: 2,
    sides: &[SideAbout { id: "blue", name: "Blue" }, SideAbout { id: "red", name: "Red" }],
    nations: NATIONS,
    scenarios: vec![ScenarioAbout::new(
        "towns",
        "Five towns",
        "Blue crosses the Marl and needs three of five towns after six turns.",
    )],
    options: vec![],
});

impl Drill {
    /// The turn of the other side, or the next one (drill 1a).
    pub(crate) fn next_side(&self, p: &mut Position, events: &mut Vec<Event>) {
        (p.turn, p.side) = if p.side == BLUE { (p.turn, RED) } else { (p.turn + 1, BLUE) };
        p.steps.pop();
        self.begin_turn(p, events);
    }

    /// A side's turn begins, unless the last is over (drill 1a, drill 1b).
    pub(crate) fn begin_turn(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.attacked = Default::default();
        for set in [&mut p.moved, &mut p.fought] {
            *set = Default::default();
        }
        if p.turn <= TURNS {
            events.push(Event::Movement(MovementEvent::Turn { turn: p.turn, side: p.side }));
            p.steps.push(Step::Movement(MovementStep::Move));
        }
    }
}

impl Sequence for Drill {
    /// drill 9a
    fn result(&self, p: &Position) -> Outcome {
        let blue = p.towns.iter().filter(|t| **t == BLUE).count();
        let winner = Some(Side(if blue >= 3 { BLUE } else { RED }));
        let level = if blue >= 4 || blue <= 1 { "decisive" } else { "narrow" };
        Outcome { winner, level, rule: "9a" }
    }

    fn worded(&self, _: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        let unit = |n: u16| self.counters.get(usize::from(n)).map_or("?", |c| c.name.as_str()).to_string();
        refusal.breach(unit, |n| self.hex_name(HexId(n))).into()
    }
}

impl Game for Drill {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    sandtable_core::by_modules!(game, p => *game);
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
