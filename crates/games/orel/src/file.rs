//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = historical          # a `#` begins a comment
//! turn = 3                       # from 1
//! side = red                     # whose player turn it is
//! phase = movement               # which phase begins; without it the player turn
//! clear                          # no unit is in play but those that follow, nobody is inactive
//! w-off-2k 1811 steps=3 march    # a unit, its hex and its states
//! r-1-let 1712 attack=prepared:1811      # it has declared an attack; hasty:1811 is written likewise
//! r-art-let 1610 support=prepared:1811   # guns that support it; barrage is one word
//! r-cv3-let 1809 points=2        # a Depot with the points left to it
//! r-rec1 pool                    # a recruit battalion to be built; eliminated and entry are places, too
//! r-1-est due=2                  # a reinforcement
//! r-2-41d off=0119 due=4         # off the map, to come back there
//! w-at-grom driven=2920 due=5    # a train that lost a duel
//! w-at-grom 2705 of=red          # a train that was captured
//! recruits white 5
//! prisoners red 2
//! lost red 3                     # combat units lost
//! orel red                       # who controls Orel
//! centre                         # units in Orel are in its centre; suburbs
//! rails white 2305 2204          # hexes that a side controls instead of the other
//! awake 9d                       # a formation that may act; asleep is written likewise
//! keeps white fiery-speech       # an event that a side keeps
//! wants red events               # a side has asked for random events
//! ```
//!
//! States are `march`, `routed` (since before the player turn), `routed=now`, `unsupplied`, `ooc`, `main` (in the main body), `recruits`,
//! `broken`, `begun`, `digging`, `entrenched`, `moved`, `observed` and `barrage`. Phases are `depots`, `recruits`, `command`, `event`, `movement`,
//! `combat` (munitions), `barrage`, `counterbattery`, `support`, `attacks` and `end`.

mod lead;
mod pieces;
mod write;

use crate::Orel;
use crate::data::{Class, RED, UNITS, WHITE};
use crate::position::{At, HexId, Marker, Mode, Phase, Pieces, Play, Position, UnitId};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, Setting, one_of, within};

/// The phases that a position may begin with.
const PHASES: [(&str, Phase); 11] = [
    ("depots", Phase::Depots),
    ("recruits", Phase::Recruits),
    ("command", Phase::Command),
    ("event", Phase::Event),
    ("movement", Phase::Movement),
    ("combat", Phase::Munitions),
    ("barrage", Phase::Barrage),
    ("counterbattery", Phase::Counterbattery),
    ("support", Phase::Support),
    ("attacks", Phase::Attacks),
    ("end", Phase::End),
];

/// What the sides are called in a file.
const SIDES: [&str; 2] = ["white", "red"];

/// What is set once the phase has begun, and where each unit stands in the file.
pub(crate) struct Later {
    moved: Pieces,
    /// Units that were Routed in this very player turn.
    fresh: Pieces,
    points: Vec<(UnitId, u8)>,
    lines: [usize; UNITS],
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "white" => Ok(WHITE),
        "red" => Ok(RED),
        _ => Err(format!("side `{word}` should be white or red")),
    }
}

impl Orel {
    /// Puts down what a file says, and keeps what belongs into the midst of a phase.
    pub(crate) fn read_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<(Position, Later)> {
        let mut p = faults.take(0, self.set_up(setting.scenario, setting.options))?;
        let s = self.engine().scenario(&p);
        let turns = s.first_turn..=s.last_turn;
        if let Some(turn) = file.read("turn", faults, |word| within(word, "turn", turns)) {
            p.turn = turn;
        }
        if let Some(side) = file.read("side", faults, side) {
            p.active = side;
        }
        let mut later =
            Later { moved: Pieces::EMPTY, fresh: Pieces::EMPTY, points: Vec::new(), lines: [0; UNITS] };
        let mut named = Pieces::EMPTY;
        for row in file.rows() {
            faults.take(row.line, self.read_line(&mut p, row, &mut named, &mut later));
        }
        Some((p, later))
    }

    /// What [`Game::begin_phase`](sandtable_core::Game::begin_phase) does.
    pub(crate) fn begin_file(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
        later: &Later,
    ) {
        let word = file.head("phase").map_or("depots", |h| h.value);
        let phase = faults.take(file.line("phase"), one_of(word, "phase", &PHASES));
        self.judge_stacks(p, later, faults);
        if let Some(phase) = phase {
            self.judge_markers(p, phase, later, faults);
        }
        if let (Some(phase), true) = (phase, faults.is_empty()) {
            self.begin_phase(p, phase, later, dice);
            if faults.take(0, self.find_unsound(p)).is_some() {
                sandtable_core::machine::run(&self.engine(), p, dice, &mut Vec::new());
            }
        }
    }

    /// A position by hand begins with everybody at rest (orel 7.1.2a), and with one side in a hex.
    fn judge_stacks(&self, p: &Position, later: &Later, faults: &mut Faults) {
        let engine = self.engine();
        for unit in engine.all_units().filter(|u| p.on_map(*u)) {
            let Some(hex) = p.hex(unit) else { continue };
            let (side, line) = (p.side(unit), later.lines[usize::from(unit)]);
            let last = p.at(hex).all(|o| later.lines[usize::from(o)] <= line);
            if last && !engine.fits(p, side, hex) {
                let (points, units) = engine.stacked(p, side, hex);
                let name = self.d.map.name(hex);
                faults.at(line, format!("{units} units with {points} steps stand in {name} (7.1.2a)"));
            }
            if last && p.holds(1 - side, hex) {
                faults.at(line, format!("both sides stand in {}", self.d.map.name(hex)));
            }
        }
    }

    /// What units have declared must be possible for them where they stand (orel 7.2a, orel 8.6.2a).
    fn judge_markers(&self, p: &Position, phase: Phase, later: &Later, faults: &mut Faults) {
        let engine = self.engine();
        let chart = &self.d.charts.attack;
        for unit in engine.all_units().filter(|u| p.marker(*u) != Marker::None) {
            let (id, class, line) = (engine.id(unit), engine.class(unit), later.lines[usize::from(unit)]);
            let mut wrong = |why: String| faults.at(line, format!("`{id}` {why}"));
            if phase < Phase::Movement || phase == Phase::End {
                wrong("has declared something in a phase in which nothing is declared (7.2b)".to_string());
                continue;
            }
            if !p.on_map(unit) {
                wrong("has declared something off the map (7.2a)".to_string());
                continue;
            }
            if p.side(unit) != p.active {
                wrong("has declared something in the player turn of the other side (7.2b)".to_string());
            }
            if p.mode(unit) != Mode::Combat {
                wrong("is not in Combat mode, which a declared action needs (7.1.4c)".to_string());
            }
            if engine.asleep(p, unit) {
                wrong("belongs to an inactive formation (RU-48)".to_string());
            }
            let fires = class.is_gun() || class == Class::Train;
            let far = |to: HexId| engine.far(p, unit, to);
            let (target, most, fit) = match p.marker(unit) {
                Marker::Attack { target, .. } => (Some(target), 1, !class.is_gun() && !class.is_depot()),
                Marker::Support { target, .. } => (Some(target), chart.support_range, fires),
                _ => (None, 0, fires),
            };
            if !fit {
                wrong("cannot declare that (7.2a)".to_string());
            }
            let Some(target) = target else { continue };
            let name = self.d.map.name(target);
            if far(target) > most {
                wrong(format!("is {} hexes from {name}, {most} at most (7.2a, 8.6.2a)", far(target)));
            }
            if !p.holds(p.reactive(), target) {
                wrong(format!("has nobody to fight in {name} (7.2a)"));
            }
        }
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
        // A unit that is Routed in a position was so when the player turn began, unless the file says otherwise (orel 8.7.3o).
        if phase > Phase::Depots {
            p.rear.routed = engine.routed_of(p, p.active).without(&later.fresh);
        }
        for (unit, points) in &later.points {
            p.points[usize::from(*unit)] = *points;
        }
        // A unit that is seen now was seen when the movement phase began, as far as a file can tell (orel 8.3.1d).
        if phase > Phase::Movement {
            p.march.observed = p.march.observed.with(&engine.march_seen(p));
        }
        // Later steps of the combat phase rest on the first: attacks are grouped and have the munitions that are proposed.
        if phase > Phase::Munitions && phase < Phase::End {
            p.phase = Phase::Munitions;
            engine.enter_phase(p, dice, events);
            p.play = Play::START;
            p.phase = phase;
        }
        // A unit that has declared something in this movement phase has moved.
        let declared: Vec<(UnitId, Marker)> = engine.all_units().map(|u| (u, p.marker(u))).collect();
        engine.enter_phase(p, dice, events);
        if phase == Phase::Movement {
            p.march.moved = p.march.moved.with(&later.moved);
            for (unit, marker) in declared.into_iter().filter(|(_, m)| *m != Marker::None) {
                p.units.set_marker(unit, marker);
                p.march.moved.insert(unit);
            }
        }
    }

    /// Takes everything out of play: what stands on the map, what is to come, what can be built.
    fn clear(&self, p: &mut Position) {
        for unit in self.engine().all_units() {
            if p.units.at(unit) == At::Unused {
                continue;
            }
            p.take_off(unit, At::Gone, None, 0);
            p.units.retire(unit);
        }
        (p.green, p.functional, p.points) = (Pieces::EMPTY, Pieces::EMPTY, [0; UNITS]);
        p.asleep = 0;
    }
}
