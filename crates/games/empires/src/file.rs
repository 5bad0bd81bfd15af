//! Positions written by hand, line by line, over the start of a scenario:
//!
//! ```text
//! scenario = ulm1805          # a `#` begins a comment
//! turn = 2                   # from 1
//! order = fr au+ru           # slots of the month; powers joined by `+` move together
//! power = au                 # whose sequence it is; `none` after the last
//! blocks = fr-iii fr-i …     # which corps each block is, all of them in order
//! phase = movement           # where it begins; without it the month begins
//! clear                      # nothing stands on the map but what follows
//! money fr 20
//! points fr 3
//! war fr pr                  # ally and peace are written likewise
//! fr-i ulm 20I 3C            # a corps, its area and its factors: G I M C A FI FC
//! fr-ii mch city 10I seen    # inside the city; everybody has seen it
//! fr-iii ulm 5I moved from=str water   # its move is over; it came from there, over water
//! fr-iv ulm 5I last=8I+1C power=au     # what all saw of it last; who commands it, if not its nation's power
//! fr-v ulm 5I foraged forage=4 unused=1 rested   # how it lives: waits with payer=fr, foraged, plundered or paid; the area's
//!                            # value and points left; rested, forced, abroad, leaving
//! au-ii off                  # not on the map
//! fr-napoleon ulm            # a leader; city and off are written likewise
//! garrison vie au 5I 3M      # factors in a city; `garrison vie none` takes them away
//! garrison mch bav 3I fr 2M  # of several nations, in the order in which they came: the first holds the city
//! depot ulm fr new 4I        # a depot, placed this turn, with factors on it; `none` takes it away
//! depot mch fr 3I of=bav 2I  # with factors of its owner and of the minor whose country it is
//! inside dan pr              # a depot inside a besieged port
//! garrison kie ru 2X         # cossacks, freikorps or guerillas in a city
//! gb-i aboard 0 8I           # on the fleet with this number, counted from 0 in the order of the file
//! fr-ney captive 2           # a prisoner who may return in this many months
//! combat-points fr 2         # political points won in combat, if not all of them
//! lost au 3                  # corps that a power has lost
//! occupied bav fr 2          # since turn 2 France has held the capital
//! irregulars bnn ru 3        # cossacks, freikorps or guerillas
//! tired bnn 1                # irregulars of the moving power that have moved there
//! fleet gb eng depot         # at sea, with a depot; port and box are written `fleet gb port lon`, off the map `fleet gb off`
//! holder mch au              # whose an area is
//! control bav au             # who controls a minor; `none` for nobody
//! conquered bav              # it is under a conquered control flag
//! siege ulm                  # the city is besieged by the forces around it
//! attack ulm                 # an attack is declared there
//! ```

mod forces;
mod lead;
mod write;

use crate::Empires;
use crate::data::{POWERS, Thing};
use crate::play::land::position::CORPS;
use crate::play::land::{Corps, Position, Spot};
use crate::play::year::state::LINES;
use crate::position::{Phase, Ration};
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::dice::Seeded;
use sandtable_core::machine;
use sandtable_core::position_file::{Faults, PositionFile, Setting, within};

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

/// What is set once the sequence has begun.
#[derive(Default)]
pub(super) struct Later {
    pub moved: Vec<usize>,
    pub rations: Vec<(usize, Ration)>,
    pub attacks: Vec<AreaId>,
}

impl Later {
    fn apply(&self, p: &mut Position) {
        self.moved.iter().for_each(|b| p.play.moved.put(*b));
        self.rations.iter().for_each(|(b, ration)| p.corps[*b].ration = *ration);
        self.attacks.iter().for_each(|a| p.play.attacks.put(*a));
    }
}

impl Empires {
    /// Puts down what a file says, and keeps what belongs into the midst of a phase.
    pub(crate) fn read_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<(Position, Later)> {
        // Blocks are shuffled by dice that everybody can know: a position by hand hides nothing from its writer.
        let set_up = self.set_up(setting.scenario, setting.options, &mut Seeded::new(0));
        let mut p = faults.take(0, set_up)?;
        let last = p.play.turns;
        if let Some(turn) = file.read("turn", faults, |word| within(word, "turn", 1..=last)) {
            p.play.turn = turn - 1;
            p.month += turn - 1;
        }
        self.read_order(&mut p, file, faults);
        if let Some(blocks) = file.read("blocks", faults, |words| self.read_blocks(&p, words)) {
            p.corps = blocks;
        }
        let mut later = Later::default();
        for row in file.rows() {
            faults.take(row.line, self.read_piece(&mut p, row.text, &mut later));
        }
        let swept = file.rows().iter().any(|row| row.text == "clear");
        self.settle_arrivals(&mut p, swept, file);
        later.apply(&mut p);
        Some((p, later))
    }

    /// Puts down over a position what lines of a file say, all but its head; they stand below one another or after `;`.
    pub fn put_down(&self, p: &mut Position, lines: &str) -> Result<(), String> {
        let mut later = Later::default();
        for line in lines.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            self.read_piece(p, line, &mut later).map_err(|why| format!("`{line}`: {why}"))?;
        }
        later.apply(p);
        Ok(())
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
        if faults.take(0, self.find_unsound(p)).is_none() {
            return;
        }
        match file.head("phase") {
            None => self.engine().begin(p, dice, &mut Vec::new()),
            Some(head) => {
                faults.take(head.line, self.read_phase(p, head.value, later, dice));
            }
        }
    }

    /// The slots of the month, and the one that acts.
    fn read_order(&self, p: &mut Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let players = self.players(p);
        let mut slots: Vec<u8> = self.engine().scenario(p).order.iter().map(|q| 1 << q).collect();
        for q in players.iter().filter(|q| !slots.contains(&(1 << **q))).collect::<Vec<_>>() {
            slots.insert(0, 1 << q);
        }
        if let Some(order) = file.read("order", faults, |words| self.read_slots(words)) {
            slots = order;
        }
        p.play.slots = [0; POWERS];
        if slots.is_empty() {
            return;
        }
        for (mine, slot) in p.play.slots.iter_mut().zip(&slots) {
            *mine = *slot;
        }
        // Powers that share a slot move together, also where France has still to name its own.
        p.year.groups = std::array::from_fn(|q| 1 << q);
        for slot in slots.iter() {
            for q in (0..POWERS).filter(|q| slot >> q & 1 == 1) {
                p.year.groups[q] = *slot;
            }
        }
        let slot = |word: &str| {
            if word == "none" {
                return Ok(slots.len());
            }
            let power = self.read_power(word)?;
            let slot = slots.iter().position(|s| s >> power & 1 == 1);
            slot.ok_or_else(|| format!("`{word}` has no slot in the order of play"))
        };
        if let Some(slot) = file.read("power", faults, slot) {
            p.play.slot = slot as u8;
        }
    }

    /// Corps in the order of their blocks.
    fn read_blocks(&self, p: &Position, words: &str) -> Result<[Corps; CORPS], String> {
        let (mut out, mut seen) = (p.corps, [false; CORPS]);
        let mut count = 0;
        for word in words.split_whitespace() {
            let def = self.d.corps_named(word).ok_or_else(|| format!("`{word}` is no corps"))?;
            if std::mem::replace(&mut seen[def], true) {
                return Err(format!("`{word}` stands twice"));
            }
            let block = p.corps[..self.d.corps.len()].iter().find(|c| usize::from(c.def) == def);
            out[count] = *block.ok_or_else(|| format!("`{word}` has no block"))?;
            count += 1;
        }
        let all = self.d.corps.len();
        if count == all { Ok(out) } else { Err(format!("{count} corps are named, and there are {all}")) }
    }

    fn read_slots(&self, words: &str) -> Result<Vec<u8>, String> {
        let mut slots: Vec<u8> = Vec::new();
        if words == "none" {
            return Ok(slots);
        }
        for group in words.split_whitespace() {
            let mut slot = 0;
            for word in group.split('+') {
                let power = self.read_power(word)?;
                if slots.iter().any(|s| s >> power & 1 == 1) || slot >> power & 1 == 1 {
                    return Err(format!("`{word}` stands twice"));
                }
                slot |= 1 << power;
            }
            slots.push(slot);
        }
        Ok(slots)
    }

    /// Reinforcements that stand on the map have arrived; where the map was swept, so have all that were due before.
    fn settle_arrivals(&self, p: &mut Position, swept: bool, file: &PositionFile<'_>) {
        let phase = file.head("phase").and_then(|h| PHASES.iter().find(|(w, ..)| *w == h.value));
        let past = phase.is_some_and(|(.., phase)| *phase > Phase::Reinforcement);
        for (line, e) in self.engine().scenario(p).entries.iter().enumerate().take(LINES) {
            let Some(month) = e.month else { continue };
            let gone = swept && (month < p.month || past && month == p.month);
            let there = match e.thing {
                Thing::Corps(def) => p.corps.iter().any(|c| usize::from(c.def) == def && c.spot != Spot::Off),
                Thing::Leader(leader) => p.leaders[leader] != Spot::Off,
                _ => false,
            };
            if gone || there {
                p.year.arrived[line / 64] |= 1 << (line % 64);
            }
        }
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
        dice: &mut dyn Dice,
    ) -> Result<(), String> {
        let Some((_, before, phase)) = PHASES.into_iter().find(|(w, ..)| *w == word) else {
            let known: Vec<&str> = PHASES.iter().map(|(w, ..)| *w).collect();
            return Err(format!("phase `{word}` should be one of {}", known.join(", ")));
        };
        let engine = self.engine();
        if phase >= Phase::Depots {
            engine.begin_sequence(p);
            later.apply(p);
        }
        p.play.phase = before;
        machine::run(&engine, p, dice, &mut Vec::new());
        Ok(())
    }
}
