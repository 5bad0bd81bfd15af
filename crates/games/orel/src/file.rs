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
use sandtable_core::Options;
use sandtable_core::dice::Seeded;

/// A line without its comment, with its number.
type Numbered<'a> = (usize, &'a str);

/// The phases that a position may begin with.
const PHASES: [(&str, Phase); 4] = [
    ("depots", Phase::Depots),
    ("recruits", Phase::Recruits),
    ("movement", Phase::Movement),
    ("combat", Phase::Munitions),
];

/// What stands before the pieces.
#[derive(Default)]
struct Head<'a> {
    scenario: Option<Numbered<'a>>,
    turn: Option<Numbered<'a>>,
    side: Option<Numbered<'a>>,
    phase: Option<Numbered<'a>>,
}

/// What is set once the phase has begun.
#[derive(Default)]
struct Later {
    moved: Pieces,
    points: Vec<(u8, u8)>,
}

fn at<T>(line: usize, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|e| format!("line {line}: {e}"))
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` should be {what}"))
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "white" => Ok(WHITE),
        "red" => Ok(RED),
        _ => Err(format!("side `{word}` should be white or red")),
    }
}

impl<'a> Head<'a> {
    /// Takes `key = value` lines out of a text; the rest are pieces.
    fn read(text: &'a str) -> Result<(Head<'a>, Vec<Numbered<'a>>), String> {
        let (mut head, mut rest) = (Head::default(), Vec::new());
        let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.split('#').next().unwrap_or("").trim()));
        for (line, words) in lines.filter(|(_, l)| !l.is_empty()) {
            // `r-1-let 1712 steps=2` is a piece.
            let pair = words.split_once('=').filter(|(k, _)| !k.trim().contains(' '));
            let Some((key, value)) = pair else {
                rest.push((line, words));
                continue;
            };
            let slot = match key.trim() {
                "scenario" => &mut head.scenario,
                "turn" => &mut head.turn,
                "side" => &mut head.side,
                "phase" => &mut head.phase,
                other => {
                    return Err(format!("line {line}: `{other}` should be scenario, turn, side or phase"));
                }
            };
            if slot.replace((line, value.trim())).is_some() {
                return Err(format!("line {line}: {} stands twice", key.trim()));
            }
        }
        Ok((head, rest))
    }
}

impl Field {
    /// Reads a position written by hand.
    pub(crate) fn read_position(&self, options: &Options, text: &str) -> Result<Position, String> {
        let (head, pieces) = Head::read(text)?;
        let (line, id) = head.scenario.unwrap_or((1, self.d.scenarios[0].id.as_str()));
        let mut p = at(line, self.set_up(id, options))?;
        let s = self.engine().scenario(&p);
        if let Some((line, word)) = head.turn {
            let turn: u8 = at(line, number(word, "the number of a turn"))?;
            let known = (s.first_turn..=s.last_turn).contains(&turn);
            let wanted = || format!("turn {turn} should be from {} to {}", s.first_turn, s.last_turn);
            p.turn = at(line, known.then_some(turn).ok_or_else(wanted))?;
        }
        if let Some((line, word)) = head.side {
            p.active = at(line, side(word))?;
        }
        let mut later = Later::default();
        let mut named = Pieces::NONE;
        for (line, words) in pieces {
            at(line, self.read_line(&mut p, words, &mut named, &mut later))?;
        }
        let (line, word) = head.phase.unwrap_or((1, "depots"));
        let phase = PHASES.into_iter().find(|(w, _)| *w == word).map(|(_, phase)| phase);
        let known = || {
            let all: Vec<&str> = PHASES.iter().map(|(w, _)| *w).collect();
            format!("phase `{word}` should be one of {}", all.join(", "))
        };
        let phase = at(line, phase.ok_or_else(known))?;
        self.stacks_fit(&p)?;
        self.begin_phase(&mut p, phase, &later);
        self.find_unsound(&p)?;
        let turn = (p.turn, p.active);
        // Nothing is rolled before the first decision; where there is none, what came of it is thrown away.
        self.engine().run(&mut p, &mut Seeded::new(0), &mut Vec::new());
        // Where recruits cannot be used and nothing has to be chosen, a player turn begins with its movement.
        // So does a combat phase with whatever step of it has a choice.
        let late = match phase {
            Phase::Munitions => Phase::Attacks,
            _ => Phase::Movement,
        };
        if (p.turn, p.active) != turn || p.phase < phase || p.phase > late {
            return Err(format!("line {line}: there is nothing to be decided in the phase `{word}`"));
        }
        self.find_unsound(&p)?;
        Ok(p)
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
    fn begin_phase(&self, p: &mut Position, phase: Phase, later: &Later) {
        let engine = self.engine();
        let (dice, events) = (&mut Seeded::new(0), &mut Vec::new());
        p.phase = phase;
        engine.settle(p, events);
        for side in [WHITE, RED] {
            engine.rear_refill(p, side);
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
            p.units.set_steps(unit, 0);
        }
        p.asleep = 0;
    }
}
