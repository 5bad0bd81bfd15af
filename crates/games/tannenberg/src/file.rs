//! Positions written by hand, line by line:
//!
//! ```text
//! turn = 4
//! side = de                  # whose Player-Turn it is
//! phase = combat             # supply, reinforcement, command, movement, attrition, withdrawal, combat-command, combat,
//!                            # replacement or interphase
//! points = -6
//! german-steps = 7           # Steps that the German has lost
//! attempts = 1               # tries at replacement in this phase
//! shares = 3 -9              # points of the two Russian players
//! order = ru2                # which of them acts first
//! de-1 0613 lost=1 gruppe=7  # a unit, its place and its states
//! de-2 off-B entrained owes=3 # off the map at an exit, with rail hexes still to pay; pool and eliminated are places, too
//! ru-i 0507 out-of-command spent=2 under=hq-ru-r-1 shut=3
//! dummy 9 0714               # an empty Gruppe
//! gruppe 7 told=holds        # what the other side was told of it
//! fort koenigsberg lost=2 stormed
//! last ru 0611 0612          # hexes that a side was last to hold
//! free 0303                  # a garrison that may leave
//! answered 0612 yes          # a hex for which the Russian was told whether a Gruppe controls it
//! west called=3 exchange=3 exchanged scored done
//! ```
//!
//! Units that are not named are not in play. Supply is found anew, after questions; a unit that is not said to be out of command is in
//! command.

mod lead;
mod units;
mod write;

use crate::Tannenberg;
use crate::play::{DE, RU, RU_SECOND};
use crate::position::{Phase, Position, flag, told};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, Row, Setting, number, one_of, within};
use sandtable_east::data::Map;

const SIDES: [(&str, u8); 2] = [("de", DE), ("ru", RU)];

fn side(word: &str) -> Result<u8, String> {
    one_of(word, "side", &SIDES)
}

/// The phases and segments that a position may begin with.
const PHASES: [(&str, Phase); 10] = [
    ("supply", Phase::InitialSupply),
    ("reinforcement", Phase::Reinforcement),
    ("command", Phase::Command),
    ("movement", Phase::Movement),
    ("attrition", Phase::Attrition),
    ("withdrawal", Phase::Withdrawal),
    ("combat-command", Phase::CombatCommand),
    ("combat", Phase::Combat),
    ("replacement", Phase::Replacement),
    ("interphase", Phase::Interphase),
];

/// States of a unit. Out of supply is found anew where a phase begins.
const STATES: [(&str, u32); 21] = [
    ("entrained", flag::ENTRAINED),
    ("out-of-command", flag::OUT_OF_COMMAND),
    ("out-of-supply", flag::OUT_OF_SUPPLY),
    ("rode", flag::RAILED),
    ("detrained", flag::DETRAINED),
    ("stopped", flag::STOPPED),
    ("moved", flag::MOVED),
    ("attacked", flag::ATTACKED),
    ("defended", flag::DEFENDED),
    ("advanced", flag::ADVANCED),
    ("guest", flag::GUEST),
    ("fed", flag::FED),
    ("shifted", flag::SHIFTED),
    ("fought", flag::FOUGHT),
    ("fought-before", flag::FOUGHT_BEFORE),
    ("counted", flag::COUNTED),
    ("free-ride", flag::FREE_RIDE),
    ("named", flag::NAMED),
    ("led", flag::LED),
    ("tried", flag::TRIED),
    ("asked", flag::ASKED),
];

/// What the other side was told of a Gruppe.
const TOLD: [(&str, u8); 6] = [
    ("nothing", told::NOTHING),
    ("holds", told::HOLDS),
    ("zone", told::ZONE),
    ("no-zone", told::NO_ZONE),
    ("dummy", told::DUMMY),
    ("staff", told::STAFF),
];

impl Tannenberg {
    /// What [`Game::place`](sandtable_core::Game::place) does.
    pub(crate) fn place_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Position> {
        let scenario = self.sheets.iter().position(|s| s.rules.scenario.id == setting.scenario)?;
        let sheet = &self.sheets[scenario];
        let mut p = Position::new(&sheet.data);
        let options = faults.take(0, self.options(sheet, setting.options))?;
        (p.scenario, p.options, p.own.order) = (scenario as u8, options, [RU, RU_SECOND]);
        self.read_heads(&mut p, file, faults);
        // A unit that is in a place now was the last there, and a Gruppe must be there before something is said of it.
        let rank = |row: &&Row<'_>| match row.first() {
            "last" => 0,
            "gruppe" => 2,
            _ => 1,
        };
        let mut rows: Vec<&Row<'_>> = file.rows().iter().collect();
        rows.sort_by_key(rank);
        for row in rows {
            faults.take(row.line, self.read_row(&mut p, row));
        }
        Some(p)
    }

    fn read_heads(&self, p: &mut Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let sheet = self.sheet(p);
        let s = &sheet.rules.scenario;
        let turn = |word: &str| within(word, "turn", s.first_turn..=s.last_turn);
        p.turn = file.read("turn", faults, turn).unwrap_or(s.first_turn);
        p.phasing = file.read("side", faults, side).unwrap_or(sheet.data.params.first);
        if let Some(points) = file.read("points", faults, |w| number(w, "a number of points")) {
            p.points = points;
        }
        if let Some(steps) = file.read("german-steps", faults, |w| number(w, "a number of Steps")) {
            p.own.german_steps = steps;
        }
        if let Some(tries) = file.read("attempts", faults, |w| number(w, "a number of tries")) {
            p.attempts = tries;
        }
        let shared = sheet.rules.is_shared();
        let alone = || "only one player leads the Russians in this scenario (22.5)".to_string();
        let order = |word: &str| {
            let first = one_of(word, "order", &[("ru", RU), ("ru2", RU_SECOND)])?;
            if shared { Ok(first) } else { Err(alone()) }
        };
        if let Some(first) = file.read("order", faults, order) {
            p.own.order = [first, RU + RU_SECOND - first];
        }
        let shares = |word: &str| {
            let mut each = word.split_whitespace().map(|w| number::<i16>(w, "a number of points"));
            let wanted = || "two numbers of points".to_string();
            let both = [each.next().ok_or_else(wanted)??, each.next().ok_or_else(wanted)??];
            match (each.next(), shared) {
                (Some(_), _) => Err(wanted()),
                (None, false) => Err(alone()),
                (None, true) => Ok(both),
            }
        };
        if let Some(shares) = file.read("shares", faults, shares) {
            p.own.shares = shares;
        }
    }

    /// What [`Game::begin_phase`](sandtable_core::Game::begin_phase) does.
    pub(crate) fn begin_file(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        if faults.take(0, self.find_unsound(p)).is_none() {
            return;
        }
        let word = file.head("phase").map_or("movement", |h| h.value);
        let Some(phase) = faults.take(file.line("phase"), one_of(word, "phase", &PHASES)) else { return };
        let engine = self.engine(p);
        let mut events = Vec::new();
        if !matches!(phase, Phase::InitialSupply | Phase::Interphase) {
            engine.initial_supply(p, &mut events);
        }
        engine.begin_at(p, phase, dice, &mut events);
    }

    fn read_row(&self, p: &mut Position, row: &Row<'_>) -> Result<(), String> {
        let data = &self.sheet(p).data;
        let hex = |word: &str| data.map.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board"));
        let mut words = row.rest().iter().copied();
        match row.first() {
            "last" => {
                let who = side(words.next().unwrap_or(""))?;
                for word in words {
                    p.mark_held(hex(word)?, who);
                }
                Ok(())
            }
            "dummy" => {
                let gruppe = number(words.next().unwrap_or(""), "the number of a Gruppe")?;
                let place = self.place_from(data, words.next().unwrap_or(""))?;
                self.put_marker(p, gruppe, place)?;
                self.read_marker(p, gruppe, words)
            }
            "gruppe" => {
                let gruppe = number(words.next().unwrap_or(""), "the number of a Gruppe")?;
                if self.engine(p).marker(p, gruppe).is_none() {
                    return Err(format!("Gruppe {gruppe} is not on the map: put units or a dummy there"));
                }
                self.read_marker(p, gruppe, words)
            }
            "fort" => {
                let place = words.next().unwrap_or("");
                let fort = data.map.forts.iter().position(|f| f.place == place);
                let fort = fort.ok_or_else(|| format!("there is no fortress `{place}`"))? as u8;
                let first = words.next().unwrap_or("");
                for word in std::iter::once(first).chain(words) {
                    match word.split_once('=') {
                        None if word == "stormed" => p.stormed |= 1 << fort,
                        Some(("lost", n)) => {
                            let lost: u8 = number(n, "a number of Steps")?;
                            if lost > data.params.fortress.steps || p.fort_lost(fort) > 0 {
                                return Err(format!("a fortress has {} Steps", data.params.fortress.steps));
                            }
                            p.lose_fort(data, fort, lost);
                        }
                        _ => {
                            return Err(format!(
                                "`{word}` should be lost= and a number of Steps, or stormed"
                            ));
                        }
                    }
                }
                Ok(())
            }
            "free" => {
                let guards = &self.sheet(p).rules.guards;
                for word in words {
                    let at = hex(word)?;
                    let post = guards.iter().position(|g| *g == at);
                    p.own.lifted |= 1 << post.ok_or_else(|| format!("{word} needs no garrison (20.0a)"))?;
                }
                Ok(())
            }
            "answered" => {
                let at = hex(words.next().unwrap_or(""))?;
                p.contact.answered.insert(at);
                match (words.next(), words.next()) {
                    (Some("yes"), None) => p.contact.controlled.insert(at),
                    (Some("no"), None) => {}
                    _ => return Err("an answer is yes or no".to_string()),
                }
                Ok(())
            }
            "west" => self.read_west(p, words),
            id => self.read_unit(p, id, words),
        }
    }

    fn read_west<'w>(&self, p: &mut Position, words: impl Iterator<Item = &'w str>) -> Result<(), String> {
        if !self.sheet(p).rules.uses("19") {
            return Err("the west front is not played in this scenario (19)".to_string());
        }
        let turn = |n: &str| number::<u8>(n, "the number of a turn");
        let now = p.turn;
        let past = |t: u8| (t <= now).then_some(t).ok_or_else(|| format!("turn {t} is still to come"));
        for word in words {
            match word.split_once('=') {
                Some(("called", n)) => p.own.west.called = past(turn(n)?)?,
                Some(("exchange", n)) => p.own.west.exchange = past(turn(n)?)?,
                None if word == "exchanged" => p.own.west.exchanged = true,
                None if word == "scored" => p.own.west.scored = true,
                None if word == "done" => p.own.west.done = true,
                _ => {
                    return Err(format!(
                        "`{word}` should be called=n, exchange=n, exchanged, scored or done"
                    ));
                }
            }
        }
        if (p.own.west.exchanged && p.own.west.exchange == 0) || (p.own.west.scored && p.own.west.called == 0)
        {
            return Err("what was never ordered has not come (19.2)".to_string());
        }
        Ok(())
    }

    /// A place on the map, or off it at an exit.
    fn place_from(&self, data: &sandtable_east::data::Data, word: &str) -> Result<u16, String> {
        match word.strip_prefix("off-") {
            Some(letter) => {
                let exits = 0..data.map.exits.len() as u8;
                let exit =
                    exits.into_iter().find(|e| self.any_data().exit_name(*e).eq_ignore_ascii_case(letter));
                Ok(Map::node(exit.ok_or_else(|| format!("there is no exit `{letter}`"))?))
            }
            None => data.map.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board")),
        }
    }
}
