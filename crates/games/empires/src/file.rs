//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = ulm1805          # a `#` begins a comment
//! turn = 2                   # from 1
//! order = fr au+ru           # slots of the month; powers joined by `+` move together
//! power = au                 # whose sequence it is
//! phase = movement           # where it begins; without it the month begins
//! clear                      # nothing stands on the map but what follows
//! money fr 20
//! points fr 3
//! war fr pr                  # ally and peace are written likewise
//! fr-i ulm 20I 3C            # a corps, its area and its factors: G I M C A FI FC
//! fr-ii mch city 10I seen    # inside the city; everybody has seen it
//! fr-iii ulm 5I moved from=str water   # its move is over; it came from there, over water
//! au-ii off                  # not on the map
//! fr-napoleon ulm            # a leader; city and off are written likewise
//! garrison vie au 5I 3M      # factors in a city; `garrison vie none` takes them away
//! depot ulm fr new 4I        # a depot, placed this turn, with factors on it; `none` takes it away
//! inside dan pr              # a depot inside a besieged port
//! irregulars bnn ru 3        # cossacks, freikorps or guerillas
//! fleet gb eng               # at sea; port and box are written `fleet gb port lon`
//! holder mch au              # whose an area is
//! control bav au             # who controls a minor; `none` for nobody
//! siege ulm                  # the city is besieged by whoever stands around it
//! attack ulm                 # an attack is declared there
//! ```

mod forces;

use crate::Europe;
use crate::data::POWERS;
use crate::land::Position;
use crate::state::Phase;
use sandtable_board::AreaId;
use sandtable_core::Options;
use sandtable_core::dice::Seeded;

/// A line without its comment, with its number.
type Numbered<'a> = (usize, &'a str);

/// The phases that a position may begin with, and the one before.
const PHASES: [(&str, Phase, Phase); 13] = [
    ("politics", Phase::Month, Phase::Politics),
    ("combine", Phase::Politics, Phase::Combine),
    ("naval", Phase::Combine, Phase::Naval),
    ("reinforcement", Phase::Naval, Phase::Reinforcement),
    ("slots", Phase::Reinforcement, Phase::Slots),
    ("depots", Phase::Begins, Phase::Depots),
    ("order", Phase::Depots, Phase::Order),
    ("movement", Phase::Order, Phase::Movement),
    ("paying", Phase::Moved, Phase::Paying),
    ("besieged", Phase::Paying, Phase::Besieged),
    ("combats", Phase::Besieged, Phase::Combats),
    ("sieges", Phase::Combats, Phase::Sieges),
    ("guerillas", Phase::Sieges, Phase::Guerillas),
];

/// What stands before the pieces.
#[derive(Default)]
struct Head<'a> {
    scenario: Option<Numbered<'a>>,
    turn: Option<Numbered<'a>>,
    order: Option<Numbered<'a>>,
    power: Option<Numbered<'a>>,
    phase: Option<Numbered<'a>>,
}

/// What is set once the sequence has begun.
#[derive(Default)]
pub(super) struct Later {
    pub moved: Vec<usize>,
    pub from: Vec<(usize, AreaId)>,
    pub water: Vec<usize>,
    pub attacks: Vec<AreaId>,
}

fn at<T>(line: usize, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|e| format!("line {line}: {e}"))
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` should be {what}"))
}

impl<'a> Head<'a> {
    /// Takes `key = value` lines out of a text; the rest are pieces.
    fn read(text: &'a str) -> Result<(Head<'a>, Vec<Numbered<'a>>), String> {
        let (mut head, mut rest) = (Head::default(), Vec::new());
        let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.split('#').next().unwrap_or("").trim()));
        for (line, words) in lines.filter(|(_, l)| !l.is_empty()) {
            // `fr-i ulm 5I from=str` is a piece.
            let pair = words.split_once('=').filter(|(k, _)| !k.trim().contains(' '));
            let Some((key, value)) = pair else {
                rest.push((line, words));
                continue;
            };
            let slot = match key.trim() {
                "scenario" => &mut head.scenario,
                "turn" => &mut head.turn,
                "order" => &mut head.order,
                "power" => &mut head.power,
                "phase" => &mut head.phase,
                other => {
                    return Err(format!(
                        "line {line}: `{other}` should be scenario, turn, order, power or phase"
                    ));
                }
            };
            if slot.replace((line, value.trim())).is_some() {
                return Err(format!("line {line}: {} stands twice", key.trim()));
            }
        }
        Ok((head, rest))
    }
}

impl Europe {
    /// Reads a position written by hand.
    pub(crate) fn read_position(&self, options: &Options, text: &str) -> Result<Position, String> {
        let (head, pieces) = Head::read(text)?;
        let (line, id) = head.scenario.unwrap_or((1, self.d.scenarios[0].id.as_str()));
        // Blocks are shuffled by dice that everybody can know: a position by hand hides nothing from whoever wrote it.
        let mut dice = Seeded::new(0);
        let mut p = at(line, self.set_up(id, options, &mut dice))?;
        if let Some((line, word)) = head.turn {
            let turn: u16 = at(line, number(word, "the number of a turn"))?;
            let known = (1..=p.play.turns).contains(&turn);
            at(line, known.then_some(()).ok_or(format!("turn {turn} should be from 1 to {}", p.play.turns)))?;
            p.play.turn = turn - 1;
            p.month += turn - 1;
        }
        self.read_order(&mut p, &head)?;
        let mut later = Later::default();
        for (line, words) in pieces {
            at(line, self.read_piece(&mut p, words, &mut later))?;
        }
        self.find_unsound(&p)?;
        match head.phase {
            None => self.engine().begin(&mut p, &mut dice, &mut Vec::new()),
            Some((line, word)) => at(line, self.read_phase(&mut p, word, &later, &mut dice))?,
        }
        self.find_unsound(&p)?;
        Ok(p)
    }

    /// The slots of the month, and the one that acts.
    fn read_order(&self, p: &mut Position, head: &Head<'_>) -> Result<(), String> {
        let players = self.players(p);
        let mut slots: Vec<u8> = self.engine().scenario(p).order.iter().map(|q| 1 << q).collect();
        for q in players.iter().filter(|q| !slots.contains(&(1 << **q))).collect::<Vec<_>>() {
            slots.insert(0, 1 << q);
        }
        if let Some((line, words)) = head.order {
            slots.clear();
            for group in words.split_whitespace() {
                let mut slot = 0;
                for word in group.split('+') {
                    let power = at(line, self.read_power(word))?;
                    if slots.iter().any(|s| s >> power & 1 == 1) || slot >> power & 1 == 1 {
                        return Err(format!("line {line}: `{word}` stands twice"));
                    }
                    slot |= 1 << power;
                }
                slots.push(slot);
            }
        }
        p.play.slots = [0; POWERS];
        for (mine, slot) in p.play.slots.iter_mut().zip(&slots) {
            *mine = *slot;
        }
        if let Some((line, word)) = head.power {
            let power = at(line, self.read_power(word))?;
            let slot = slots.iter().position(|s| s >> power & 1 == 1);
            let found = slot.ok_or_else(|| format!("`{word}` has no slot in the order of play"));
            p.play.slot = at(line, found)? as u8;
        }
        Ok(())
    }

    fn read_power(&self, word: &str) -> Result<u8, String> {
        let known = self.d.power(&word.to_uppercase());
        known.ok_or_else(|| format!("`{word}` should be a power: fr, ru, tu, au, pr, gb or sp"))
    }

    fn read_nation(&self, word: &str) -> Result<u8, String> {
        let known = self.d.nations.iter().position(|n| n.id.eq_ignore_ascii_case(word));
        known.map(|n| n as u8).ok_or_else(|| format!("`{word}` is no power or minor"))
    }

    fn read_area(&self, word: &str) -> Result<AreaId, String> {
        self.d.area(word).ok_or_else(|| format!("`{word}` is no area of the board"))
    }

    /// Begins a phase as the sequence of play does.
    fn read_phase(
        &self,
        p: &mut Position,
        word: &str,
        later: &Later,
        dice: &mut Seeded,
    ) -> Result<(), String> {
        let Some((_, before, phase)) = PHASES.into_iter().find(|(w, ..)| *w == word) else {
            let known: Vec<&str> = PHASES.iter().map(|(w, ..)| *w).collect();
            return Err(format!("phase `{word}` should be one of {}", known.join(", ")));
        };
        let engine = self.engine();
        if phase >= Phase::Depots {
            engine.begin_sequence(p);
            later.moved.iter().for_each(|b| p.play.moved.put(*b));
            later.from.iter().for_each(|(b, area)| p.corps[*b].ration.from = *area);
            later.water.iter().for_each(|b| p.corps[*b].ration.over_water = true);
            later.attacks.iter().for_each(|a| p.play.attacks.put(*a));
        }
        p.play.phase = before;
        // Nothing is rolled before the first decision; where there is none, what came of it is thrown away.
        let slot = p.play.slot;
        engine.run(p, dice, &mut Vec::new());
        if (p.play.phase, p.play.slot) != (phase, slot) {
            return Err(format!("there is nothing to be decided in the phase `{word}`"));
        }
        Ok(())
    }
}
