//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = historical          # a `#` begins a comment
//! turn = 3                       # from 1
//! side = red                     # whose player turn it is
//! phase = movement               # depots, recruits, movement or combat; without it the player turn begins
//! clear                          # no unit is in play but those that follow, nobody is inactive
//! w-off-2k 1811 steps=3 march    # a unit, its hex and its states
//! r-1-let 1712 attack=prepared:1811      # it has declared an attack; hasty:1811 is written likewise
//! r-art-let 1610 support=prepared:1811   # guns that support it; barrage is one word
//! r-cv3-let 1809 points=2        # a Depot with the points left to it
//! r-rec1 pool                    # a recruit battalion to be built; eliminated and entry are places, too
//! r-1-est due=2                  # a reinforcement
//! r-2-41d off=0119 due=4         # off the map, to come back there
//! recruits white 5
//! prisoners red 2
//! lost red 3                     # combat units lost
//! orel red                       # who controls Orel
//! centre                         # units in Orel are in its centre
//! rails white 2305 2204          # hexes that a side controls instead of the other
//! awake 9d                       # a formation that may act; asleep is written likewise
//! ```
//!
//! States are `march`, `routed`, `unsupplied`, `ooc`, `recruits`, `broken`, `digging`, `entrenched`, `moved` and `barrage`.

mod pieces;

use crate::Field;
use crate::data::{RED, WHITE};
use crate::state::{At, Phase, Pieces, Position};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting, number, one_of};

/// The phases that a position may begin with.
const PHASES: [(&str, Phase); 4] = [
    ("depots", Phase::Depots),
    ("recruits", Phase::Recruits),
    ("movement", Phase::Movement),
    ("combat", Phase::Munitions),
];

/// What is set once the phase has begun.
#[derive(Default)]
struct Later {
    moved: Pieces,
    points: Vec<(u8, u8)>,
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "white" => Ok(WHITE),
        "red" => Ok(RED),
        _ => Err(format!("side `{word}` should be white or red")),
    }
}

impl Field {
    /// Puts down what a file says, and keeps what belongs into the midst of a phase.
    fn read_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<(Position, Later)> {
        let mut p = faults.take(0, self.set_up(setting.scenario, setting.options))?;
        let (first, last) = {
            let s = self.engine().scenario(&p);
            (s.first_turn, s.last_turn)
        };
        let turn = |word: &str| {
            let turn: u8 = number(word, "the number of a turn")?;
            let wanted = || format!("turn {turn} should be from {first} to {last}");
            (first..=last).contains(&turn).then_some(turn).ok_or_else(wanted)
        };
        if let Some(turn) = file.read("turn", faults, turn) {
            p.turn = turn;
        }
        if let Some(side) = file.read("side", faults, side) {
            p.active = side;
        }
        let mut later = Later::default();
        let mut named = Pieces::NONE;
        for row in file.rows() {
            faults.take(row.line, self.read_line(&mut p, row.text, &mut named, &mut later));
        }
        Some((p, later))
    }

    /// What [`Game::place`](sandtable_core::Game::place) does.
    pub(crate) fn place_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Position> {
        self.read_file(setting, file, faults).map(|(p, _)| p)
    }

    /// What [`Game::begin_phase`](sandtable_core::Game::begin_phase) does.
    pub(crate) fn begin_file(
        &self,
        setting: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        let Some((_, later)) = self.read_file(setting, file, faults) else { return };
        let word = file.head("phase").map_or("depots", |h| h.value);
        let phase = faults.take(file.line("phase"), one_of(word, "phase", &PHASES));
        faults.take(0, self.stacks_fit(p));
        if let (Some(phase), true) = (phase, faults.is_empty()) {
            self.begin_phase(p, phase, &later, dice);
            if faults.take(0, self.find_unsound(p)).is_some() {
                self.engine().run(p, dice, &mut Vec::new());
            }
        }
    }

    /// What [`Game::write_position`](sandtable_core::Game::write_position) does.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        out.head("turn", p.turn);
        out.head("side", if p.active == WHITE { "white" } else { "red" });
    }

    /// A position by hand begins with everybody at rest (orel 7.1.2a).
    fn stacks_fit(&self, p: &Position) -> Result<(), String> {
        let engine = self.engine();
        for unit in engine.all_units().filter(|u| p.on_map(*u)) {
            let (side, hex) = (p.side(unit), p.hex(unit));
            if !engine.fits(p, side, hex) {
                let (points, units) = engine.stacked(p, side, hex);
                return Err(format!("{units} units with {points} steps stand in {}", self.d.map.name(hex)));
            }
        }
        Ok(())
    }

    /// Begins a phase as the sequence of play does.
    fn begin_phase(&self, p: &mut Position, phase: Phase, later: &Later, dice: &mut dyn Dice) {
        let engine = self.engine();
        let events = &mut Vec::new();
        p.phase = phase;
        engine.settle(p, events);
        for side in [WHITE, RED] {
            engine.rear_refill(p, side);
        }
        // Who is Routed in a position was so when the player turn began (orel 8.7.3o).
        if phase > Phase::Depots {
            p.rear.routed = engine.routed_of(p, p.active);
        }
        for (unit, points) in &later.points {
            p.points[usize::from(*unit)] = *points;
        }
        engine.enter_phase(p, dice, events);
        if phase == Phase::Movement {
            p.march.moved = p.march.moved.with(later.moved);
        }
    }

    /// Takes everything out of play: what stands on the map, what is to come, what can be built.
    fn clear(&self, p: &mut Position) {
        for unit in self.engine().all_units() {
            if p.units.at(unit) == At::Unused {
                continue;
            }
            p.take_off(unit, At::Gone, crate::data::NOWHERE, 0);
            p.units.retire(unit);
        }
        (p.green, p.functional, p.points) = (Pieces::NONE, Pieces::NONE, [0; crate::data::UNITS]);
        p.asleep = 0;
    }
}
