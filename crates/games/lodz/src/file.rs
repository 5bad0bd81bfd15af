//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = lodz                # a `#` begins a comment
//! day = 3                        # from 1
//! side = de                      # whose phases run; without it player A of the day
//! phase = attack                 # set-up, air, barrage, movement, attack or strategic; without it his day begins
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
//! ```
//!
//! States are `disorganized`, `marching`, `moved`, `digging`, `marked` (for strategic movement), `replaced`, `retreated`, `stirred` (has
//! moved or fought since its last movement phase), `barraged`, `ferried`, `cel=n`, `level=n`, `builds=hex` and `aboard=train`.

mod pieces;

use crate::Front;
use crate::data::{DE, Hexes, RU};
use crate::state::{Flag, Phase, Pieces, Position};
use sandtable_core::Options;
use sandtable_core::dice::Seeded;

/// A line without its comment, with its number.
type Numbered<'a> = (usize, &'a str);

/// The phases that a position may begin with.
const PHASES: [(&str, Phase); 6] = [
    ("set-up", Phase::SetUp),
    ("air", Phase::Air),
    ("barrage", Phase::Barrage),
    ("movement", Phase::Movement),
    ("attack", Phase::Attack),
    ("strategic", Phase::Strategic),
];

/// What stands before the pieces.
#[derive(Default)]
struct Head<'a> {
    scenario: Option<Numbered<'a>>,
    day: Option<Numbered<'a>>,
    side: Option<Numbered<'a>>,
    phase: Option<Numbered<'a>>,
}

/// What is read before it can be set.
#[derive(Default)]
struct Later {
    /// Counters that have had a line.
    named: Pieces,
    /// Marks that the beginning of a phase takes off.
    marks: Vec<(u16, Flag)>,
    /// Units and the trains that they are aboard of, with the line.
    aboard: Vec<(usize, u16, u16)>,
    /// The line that is read.
    line: usize,
}

fn at<T>(line: usize, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|e| format!("line {line}: {e}"))
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` should be {what}"))
}

fn side(word: &str) -> Result<u8, String> {
    match word {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        _ => Err(format!("side `{word}` should be de or ru")),
    }
}

impl<'a> Head<'a> {
    /// Takes `key = value` lines out of a text; the rest are pieces.
    fn read(text: &'a str) -> Result<(Head<'a>, Vec<Numbered<'a>>), String> {
        let (mut head, mut rest) = (Head::default(), Vec::new());
        let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.split('#').next().unwrap_or("").trim()));
        for (line, words) in lines.filter(|(_, l)| !l.is_empty()) {
            // `de-69-36 2217 cel=1` is a piece.
            let pair = words.split_once('=').filter(|(k, _)| !k.trim().contains(' '));
            let Some((key, value)) = pair else {
                rest.push((line, words));
                continue;
            };
            let slot = match key.trim() {
                "scenario" => &mut head.scenario,
                "day" => &mut head.day,
                "side" => &mut head.side,
                "phase" => &mut head.phase,
                other => {
                    return Err(format!("line {line}: `{other}` should be scenario, day, side or phase"));
                }
            };
            if slot.replace((line, value.trim())).is_some() {
                return Err(format!("line {line}: {} stands twice", key.trim()));
            }
        }
        Ok((head, rest))
    }
}

impl Front {
    /// Reads a position written by hand.
    pub(crate) fn read_position(&self, options: &Options, text: &str) -> Result<Position, String> {
        let (head, pieces) = Head::read(text)?;
        let (line, id) = head.scenario.unwrap_or((1, self.d.scenarios[0].id.as_str()));
        let mut p = at(line, self.set_up(id, options))?;
        let engine = self.engine();
        if let Some((line, word)) = head.day {
            let (day, last): (u8, u8) =
                (at(line, number(word, "the number of a day"))?, engine.scenario(&p).days);
            let wanted = || format!("day {day} should be from 1 to {last}");
            p.day = at(line, (1..=last).contains(&day).then_some(day).ok_or_else(wanted))?;
            engine.march_plock(&mut p, &mut Vec::new());
        }
        p.first = engine.initiative(&p);
        let (line, word) = head.phase.unwrap_or((1, "air"));
        let phase = at(line, self.read_phase(&p, word))?;
        p.active = match head.side {
            Some((line, word)) => at(line, side(word))?,
            None if phase == Phase::SetUp => 1 - p.first,
            None => p.first,
        };
        let mut later = Later::default();
        for (line, words) in pieces {
            later.line = line;
            at(line, self.read_line(&mut p, words, &mut later))?;
        }
        for (line, unit, train) in std::mem::take(&mut later.aboard) {
            at(line, self.put_aboard(&mut p, unit, train))?;
        }
        self.stacks_fit(&p, &later.named)?;
        self.begin_phase(&mut p, phase, &later)?;
        let turn = (p.day, p.active);
        // No phase rolls anything before its first decision; where there is none, what came of it is thrown away.
        engine.run(&mut p, &mut Seeded::new(0), &mut Vec::new());
        // Where nobody has an airship and nobody can fire, a player's day begins with his movement.
        let late = if matches!(phase, Phase::Air | Phase::Barrage) { Phase::Movement } else { phase };
        if (p.day, p.active) != turn || p.phase < phase || p.phase > late {
            return Err(format!("line {line}: there is nothing to be decided in the phase `{word}`"));
        }
        self.find_unsound(&p)?;
        Ok(p)
    }

    fn read_phase(&self, p: &Position, word: &str) -> Result<Phase, String> {
        let phase = PHASES.into_iter().find(|(w, _)| *w == word).map(|(_, phase)| phase);
        match phase {
            Some(Phase::Barrage) if !self.engine().scenario(p).barrage => {
                Err("this scenario has no barrages (8.62)".to_string())
            }
            Some(phase) => Ok(phase),
            None if word == "supply" => {
                Err("nothing is decided in the supply phase; `strategic` or `attack` leads to it".to_string())
            }
            None => {
                let all: Vec<&str> = PHASES.iter().map(|(w, _)| *w).collect();
                Err(format!("phase `{word}` should be one of {}", all.join(", ")))
            }
        }
    }

    /// Whoever is placed by hand is at rest (lodz 5.1a).
    fn stacks_fit(&self, p: &Position, named: &Pieces) -> Result<(), String> {
        let (engine, map) = (self.engine(), self.engine().map(p));
        for hex in 0..map.hexes as u16 {
            if p.units.units_in(DE, hex) > 0 && p.units.units_in(RU, hex) > 0 {
                return Err(format!("units of both sides stand in {} (4.21)", map.name(hex)));
            }
            for side in [DE, RU] {
                if engine.overstacked(p, side, hex) && p.at(hex).any(|u| named.has(u)) {
                    let (cel, most) = (p.units.cel_in(side, hex), self.d.charts.stack_cel);
                    return Err(format!(
                        "{cel} levels stand in {}, at most {most} may (5.1a)",
                        map.name(hex)
                    ));
                }
            }
        }
        Ok(())
    }

    /// Begins a phase as the sequence of play does, once what was written is found to be possible.
    fn begin_phase(&self, p: &mut Position, phase: Phase, later: &Later) -> Result<(), String> {
        let engine = self.engine();
        p.phase = phase;
        if phase != Phase::SetUp {
            engine.set_up_over(p);
        }
        later.marks.iter().for_each(|(unit, flag)| p.units.mark(*unit, *flag, true));
        self.find_unsound(p)?;
        engine.enter_phase(p, &mut Seeded::new(0), &mut Vec::new());
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
        p.units = crate::state::Units::EMPTY;
        p.works = Position::EMPTY.works;
        p.march.russian_works = Hexes::EMPTY;
        p.rail = Position::EMPTY.rail;
    }
}
