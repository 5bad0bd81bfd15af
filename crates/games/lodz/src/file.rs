//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = lodz                # a `#` begins a comment
//! day = 3                        # from 1
//! side = de                      # whose phases run; without it player A of the day
//! phase = attack                 # set-up, air, barrage, movement, attack, strategic, supply or night; without it the day of that side begins
//! clear                          # nothing is in play but what follows: no counter, no works
//! de-1-49-res 2217 cel=1 disorganized level=2   # a counter, its hex and its states
//! de-art-25 2217 marching        # artillery stands in combat order unless it is said to march
//! de-hq-scheffer 2212 builds=2312               # a headquarters that builds a bridge over that side
//! de-69-36 aboard=de-train-1     # in a train that stands somewhere
//! ru-1-50-inf destroyed          # due, pool (airship, train) and left are places, too
//! works de 2217 2218             # field works of a side; `improved` is written likewise, `no-works 2217` levels them
//! bridge 2212/2312               # it stands; `broken 2212/2312` is written likewise
//! held ru 2121 2122              # towns, cities, fortresses and victory hexes that a side holds
//! rails ru-base-1 3010 3011      # rail hexes that a base has travelled and that feed with it
//! points ru-infantry 2           # replacement points, without those that the phase brings
//! scored de 3                    # points of earlier parts of a campaign
//! open thorn 2                   # a group of reinforcements may come, from that day on
//! fixed 2915 2815 2816           # a fixed position in a hex, on its sides towards others; `no-fixed 2915` takes it away
//! ```
//!
//! States are `disorganized`, `marching`, `moved`, `digging`, `marked` (for strategic movement), `replaced`, `retreated`, `stirred` (has
//! moved or fought since its last movement phase), `barraged`, `ferried`, `cel=n`, `level=n`, `builds=hex` and `aboard=train`.

mod lead;
mod pieces;
mod write;

use crate::Lodz;
use crate::data::{DE, Hexes, RU};
use crate::position::{Flag, HexId, Phase, Pieces, Position, UnitId};
use sandtable_core::Dice;
use sandtable_core::machine;
use sandtable_core::position_file::{Faults, PositionFile, Setting, one_of, within};

/// The phases that a position may begin with.
const PHASES: [(&str, Phase); 8] = [
    ("set-up", Phase::SetUp),
    ("air", Phase::Air),
    ("barrage", Phase::Barrage),
    ("movement", Phase::Movement),
    ("attack", Phase::Attack),
    ("strategic", Phase::Strategic),
    ("supply", Phase::Supply),
    ("night", Phase::Night),
];

/// What is read before it can be set.
#[derive(Default)]
pub(crate) struct Later {
    /// Counters that have had a line.
    named: Pieces,
    /// Those lines.
    lines: Vec<(UnitId, usize)>,
    /// Works of a side, with their line.
    works: Vec<(usize, u8, HexId)>,
    /// Marks that the beginning of a phase takes off.
    marks: Vec<(UnitId, Flag)>,
    /// Units and the trains that they are aboard of, with the line.
    aboard: Vec<(usize, UnitId, UnitId)>,
    /// The line that is read.
    line: usize,
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        _ => Err(format!("side `{word}` should be de or ru")),
    }
}

/// The word of a side.
fn side_word(side: u8) -> &'static str {
    if side == DE { "de" } else { "ru" }
}

impl Lodz {
    /// Puts down what a file says, and keeps what belongs into the midst of a phase.
    pub(crate) fn read_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<(Position, Later)> {
        let mut p = faults.take(0, self.set_up(setting.scenario, setting.options))?;
        let engine = self.engine();
        let last = engine.scenario(&p).days;
        if let Some(day) = file.read("day", faults, |word| within(word, "day", 1..=last)) {
            p.day = day;
            engine.march_plock(&mut p, &mut Vec::new());
        }
        p.first = engine.initiative(&p);
        let set_up = file.head("phase").is_some_and(|h| h.value == "set-up");
        let default = if set_up { 1 - p.first } else { p.first };
        p.active = file.read("side", faults, side).unwrap_or(default);
        let mut later = Later::default();
        for row in file.rows() {
            later.line = row.line;
            faults.take(row.line, self.read_line(&mut p, row.text, &mut later));
        }
        for (line, unit, train) in std::mem::take(&mut later.aboard) {
            faults.take(line, self.put_aboard(&mut p, unit, train));
        }
        for (line, who, hex) in &later.works {
            if p.units.units_in(1 - who, *hex) > 0 {
                let place = engine.map(&p).name(*hex);
                faults
                    .at(*line, format!("the other side stands in {place}, whose works they would be (9.15)"));
            }
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
        let word = file.head("phase").map_or("air", |h| h.value);
        let Some(phase) = faults.take(file.line("phase"), self.read_phase(p, word)) else { return };
        self.stacks_fit(p, later, faults);
        self.marks_fit(p, phase, later, faults);
        if !faults.is_empty() {
            return;
        }
        if faults.take(0, self.begin_phase(p, phase, later, dice)).is_some() {
            machine::run(&self.engine(), p, dice, &mut Vec::new());
        }
    }

    fn read_phase(&self, p: &Position, word: &str) -> Result<Phase, String> {
        match one_of(word, "phase", &PHASES)? {
            Phase::Barrage if !p.barrage => {
                Err("barrages are not allowed here; the option barrage=on allows them (8.61a)".to_string())
            }
            phase => Ok(phase),
        }
    }

    /// Units that are placed by hand are at rest (lodz 5.1a).
    fn stacks_fit(&self, p: &Position, later: &Later, faults: &mut Faults) {
        let (engine, map) = (self.engine(), self.engine().map(p));
        let line = |hex: HexId| {
            let there = later.lines.iter().filter(|(u, _)| p.hex(*u) == Some(hex));
            there.map(|(_, line)| *line).max()
        };
        for hex in map.all() {
            let Some(line) = line(hex) else { continue };
            if p.units.units_in(DE, hex) > 0 && p.units.units_in(RU, hex) > 0 {
                faults.at(line, format!("units of both sides stand in {} (4.21)", map.name(hex)));
            }
            for side in [DE, RU].into_iter().filter(|side| engine.overstacked(p, *side, hex)) {
                let (cel, most) = (p.units.cel_in(side, hex), self.d.charts.stack_cel);
                faults
                    .at(line, format!("{cel} levels stand in {}, at most {most} may (5.1a)", map.name(hex)));
            }
        }
    }

    /// Marks that exclude each other: a unit that digs has not moved (lodz 9.11a) and is not marked (lodz 11.12d); in the movement phase
    /// a marked unit has not moved (lodz 11.12b).
    fn marks_fit(&self, p: &Position, phase: Phase, later: &Later, faults: &mut Faults) {
        let engine = self.engine();
        for (unit, line) in &later.lines {
            let has = |flag: Flag| later.marks.contains(&(*unit, flag)) || p.has(*unit, flag);
            let id = engine.id(*unit);
            if has(Flag::Digging) && has(Flag::Moved) {
                faults.at(*line, format!("`{id}` has moved and does not dig (9.11a)"));
            }
            if has(Flag::Digging) && has(Flag::Strategic) {
                faults.at(*line, format!("`{id}` digs and is not marked for strategic movement (11.12d)"));
            }
            if phase == Phase::Movement && has(Flag::Moved) && has(Flag::Strategic) {
                faults
                    .at(*line, format!("`{id}` has moved and is not marked for strategic movement (11.12b)"));
            }
        }
    }

    /// Begins a phase as the sequence of play does, once what was written is found to be possible.
    fn begin_phase(
        &self,
        p: &mut Position,
        phase: Phase,
        later: &Later,
        dice: &mut dyn Dice,
    ) -> Result<(), String> {
        let engine = self.engine();
        p.phase = phase;
        self.find_unsound(p)?;
        engine.enter_phase(p, dice, &mut Vec::new());
        // The beginning of a phase takes marks off that belong into the midst of it.
        if phase == Phase::Movement {
            for (unit, flag) in &later.marks {
                if p.side(*unit) != p.active {
                    continue;
                }
                p.units.mark(*unit, *flag, true);
                if *flag == Flag::Moved {
                    p.march.left[usize::from(*unit)] = 0;
                    p.march.fresh.remove(*unit);
                }
            }
        }
        Ok(())
    }

    /// Takes everything out of play: counters, what is to come, works.
    fn clear(&self, p: &mut Position) {
        p.units = crate::position::Units::EMPTY;
        p.works = Position::EMPTY.works;
        p.march.russian_works = Hexes::EMPTY;
        p.rail = Position::EMPTY.rail;
    }
}
