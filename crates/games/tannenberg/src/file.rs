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
//! Units that are not named are not in play. Supply is found anew, after questions; who is not said to be out of command is in
//! command.

use crate::Theatre;
use crate::exclusive::{DE, RU, RU_SECOND};
use crate::family::{Map, UnitId};
use crate::position::{MARKERS, Marker, NOBODY, Phase, Position, Step, flag, off, option, told};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Row, Setting, number, one_of};

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

impl Theatre {
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
        (p.scenario, p.options, p.order) = (scenario as u8, options, [RU, RU_SECOND]);
        self.read_heads(&mut p, file, faults);
        // Whoever stands somewhere now was there last, and a Gruppe must be there before something is said of it.
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
        let turn = |word: &str| {
            let turn = number(word, "the number of a turn")?;
            let wanted = || format!("turn {turn} should be from {} to {}", s.first_turn, s.last_turn);
            (s.first_turn..=s.last_turn).contains(&turn).then_some(turn).ok_or_else(wanted)
        };
        p.turn = file.read("turn", faults, turn).unwrap_or(s.first_turn);
        p.phasing = file.read("side", faults, side).unwrap_or(sheet.data.params.first);
        if let Some(points) = file.read("points", faults, |w| number(w, "a number of points")) {
            p.points = points;
        }
        if let Some(steps) = file.read("german-steps", faults, |w| number(w, "a number of Steps")) {
            p.german_steps = steps;
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
            p.order = [first, RU + RU_SECOND - first];
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
            p.shares = shares;
        }
    }

    /// What [`Game::begin_phase`](sandtable_core::Game::begin_phase) does.
    pub(crate) fn begin_file(
        &self,
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
                    p.lifted |= 1 << post.ok_or_else(|| format!("{word} needs no garrison (20.0a)"))?;
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
                Some(("called", n)) => p.west.called = past(turn(n)?)?,
                Some(("exchange", n)) => p.west.exchange = past(turn(n)?)?,
                None if word == "exchanged" => p.west.exchanged = true,
                None if word == "scored" => p.west.scored = true,
                None if word == "done" => p.west.done = true,
                _ => {
                    return Err(format!(
                        "`{word}` should be called=n, exchange=n, exchanged, scored or done"
                    ));
                }
            }
        }
        if (p.west.exchanged && p.west.exchange == 0) || (p.west.scored && p.west.called == 0) {
            return Err("what was never ordered has not come (19.2)".to_string());
        }
        Ok(())
    }

    /// A place on the map, or off it at an exit.
    fn place_from(&self, data: &crate::family::Data, word: &str) -> Result<u16, String> {
        match word.strip_prefix("off-") {
            Some(letter) => {
                let exits = 0..data.map.exits.len() as u8;
                let exit = exits.into_iter().find(|e| self.exit_name(*e).eq_ignore_ascii_case(letter));
                Ok(Map::node(exit.ok_or_else(|| format!("there is no exit `{letter}`"))?))
            }
            None => data.map.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board")),
        }
    }

    /// A unit with its place and states.
    fn read_unit<'w>(
        &self,
        p: &mut Position,
        id: &str,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let data = &self.sheet(p).data;
        let unit = data.named(id).ok_or_else(|| format!("there is no unit `{id}`"))?;
        if p.place(unit) != off::OUT {
            return Err(format!("`{id}` stands twice"));
        }
        let (u, at) = (data.unit(unit), unit.index());
        let place = match words.next().ok_or_else(|| format!("where is `{id}`?"))? {
            "pool" => off::POOL,
            "eliminated" => off::ELIMINATED,
            word => self.place_from(data, word)?,
        };
        if place < data.map.len() && data.map.at(place).closed {
            return Err(format!("nobody can stand in {} (5.4o)", data.map.number(place)));
        }
        let (mut lost, mut gruppe, mut states, mut given) = (0, 0, 0u32, Vec::new());
        for word in words {
            let key = word.split_once('=').map_or(word, |(k, _)| k);
            if given.contains(&key) {
                return Err(format!("`{key}` stands twice"));
            }
            given.push(key);
            match word.split_once('=') {
                None => {
                    let state = STATES.iter().find(|(w, _)| *w == word);
                    states |= state.ok_or_else(|| format!("`{word}` should be {}", unit_words()))?.1;
                }
                Some(("lost", n)) => lost = number(n, "a number of Steps")?,
                Some(("gruppe", n)) => gruppe = number(n, "the number of a Gruppe")?,
                Some(("spent", n)) => p.spent[at] = number(n, "a number of movement points")?,
                Some(("ridden" | "owes", n)) => p.ridden[at] = number(n, "a number of rail hexes")?,
                Some(("shut", n)) => p.shut_since[at] = number(n, "the number of a turn")?,
                Some(("under", hq)) => {
                    let hq = data.named(hq).filter(|h| data.unit(*h).is_hq());
                    p.hq_of[at] = hq.ok_or_else(|| format!("`{word}` should name a headquarters"))?;
                }
                _ => return Err(format!("`{word}` should be {}", unit_words())),
            }
        }
        self.judge_unit(unit, place, lost, states)?;
        if place == off::ELIMINATED {
            lost = u.steps;
        }
        if gruppe > 0 {
            if u.side != DE {
                return Err(format!("`{id}` is Russian and has no Gruppe (18.0a)"));
            }
            if place != off::ELIMINATED {
                self.put_marker(p, gruppe, place)?;
            }
            p.gruppe[at] = gruppe;
        }
        p.lost[at] = lost;
        p.put(data, unit, place);
        p.set(data, unit, states, true);
        Ok(())
    }

    /// What a unit cannot be.
    fn judge_unit(&self, unit: UnitId, place: u16, lost: u8, states: u32) -> Result<(), String> {
        let data = self.any_data();
        let (u, away) = (data.unit(unit), place >= off::HIDDEN);
        let entrained = states & flag::ENTRAINED != 0;
        if !(place == off::ELIMINATED || lost < u.steps) {
            return Err(format!("`{}` has {} Steps", u.id, u.steps));
        }
        if data.map.exit_of(place).is_some() && !entrained {
            return Err(format!("`{}` can be off the map only entrained (5.38a)", u.id));
        }
        let lasting = flag::FOUGHT | flag::FOUGHT_BEFORE;
        if away && states & !lasting != 0 && place == off::POOL {
            return Err(format!("`{}` waits for its turn and has no such state", u.id));
        }
        if u.is_hq() && states & (flag::OUT_OF_SUPPLY | flag::OUT_OF_COMMAND) != 0 {
            return Err(format!("`{}` is a headquarters and needs neither supply nor command (10.35)", u.id));
        }
        Ok(())
    }

    /// What is said of a Gruppe.
    fn read_marker<'w>(
        &self,
        p: &mut Position,
        gruppe: u8,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let dummy = self.engine(p).in_box(p, gruppe).is_empty();
        let marker = &mut p.markers[usize::from(gruppe) - 1];
        for word in words {
            match word.split_once('=') {
                Some(("told", what)) => marker.told = one_of(what, "told", &TOLD)?,
                Some(("spent", n)) => marker.spent = number(n, "a number of movement points")?,
                Some(("ridden" | "owes", n)) => marker.ridden = number(n, "a number of rail hexes")?,
                None if word == "pretends" => marker.pretends = true,
                None if word == "entrained" && dummy => marker.entrained = true,
                None if word == "detrained" && dummy => marker.detrained = true,
                _ => {
                    return Err(format!(
                        "`{word}` should be told=, spent=, ridden=, pretends or, of a dummy, entrained or detrained"
                    ));
                }
            }
        }
        if matches!(marker.told, told::HOLDS | told::ZONE | told::NO_ZONE) && dummy {
            return Err(format!("Gruppe {gruppe} is a dummy and was told to be none (18.61b)"));
        }
        if marker.told == told::DUMMY && !dummy {
            return Err(format!("Gruppe {gruppe} holds units and was told to be a dummy (18.61b)"));
        }
        Ok(())
    }

    /// Puts the marker of a Gruppe somewhere, if it is not there already.
    fn put_marker(&self, p: &mut Position, gruppe: u8, place: u16) -> Result<(), String> {
        if p.plays(option::OPEN) {
            return Err("everything is open in this game: there are no Gruppen (18.13a)".to_string());
        }
        let slot = usize::from(gruppe).checked_sub(1).and_then(|g| p.markers.get_mut(g));
        let marker = slot.ok_or_else(|| format!("Gruppe {gruppe} should be from 1 to {MARKERS} (18.0a)"))?;
        if place >= off::HIDDEN {
            return Err(format!("Gruppe {gruppe} has no place there"));
        }
        if marker.in_play() && marker.place != place {
            return Err(format!("Gruppe {gruppe} is in {} already (18.12)", self.place_name(marker.place)));
        }
        *marker = Marker { place, ..Marker::AWAY };
        Ok(())
    }

    /// What [`Game::write_position`](sandtable_core::Game::write_position) does.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        let rules = &self.sheet(p).rules;
        let phase = match p.waiting() {
            [Step::Moves(_)] => Some(Phase::Movement),
            [Step::PhaseEnds, Step::Attacks(_)] => Some(Phase::Combat),
            [Step::PhaseEnds, Step::Withdrawals(_)] => Some(Phase::Withdrawal),
            [Step::PhaseEnds, Step::Replace(_)] => Some(Phase::Replacement),
            _ => None,
        };
        if let Some((word, _)) = PHASES.iter().find(|(_, f)| Some(*f) == phase) {
            out.phase(word);
        }
        out.head("turn", p.turn);
        out.head("side", if p.phasing == DE { "de" } else { "ru" });
        out.head("points", p.points);
        if p.german_steps > 0 {
            out.head("german-steps", p.german_steps);
        }
        if p.attempts > 0 {
            out.head("attempts", p.attempts);
        }
        if rules.is_shared() {
            out.head("order", if p.order[0] == RU { "ru" } else { "ru2" });
            out.head("shares", format!("{} {}", p.shares[0], p.shares[1]));
        }
        self.write_units(p, out);
        self.write_map(p, out);
        let w = &p.west;
        if rules.uses("19") && *w != crate::position::West::default() {
            let mut words = vec!["west".to_string()];
            words.extend((w.called > 0).then(|| format!("called={}", w.called)));
            words.extend((w.exchange > 0).then(|| format!("exchange={}", w.exchange)));
            let said = [(w.exchanged, "exchanged"), (w.scored, "scored"), (w.done, "done")];
            words.extend(said.iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()));
            out.row(words.join(" "));
        }
    }

    fn write_units(&self, p: &Position, out: &mut PositionLines) {
        let data = &self.sheet(p).data;
        let place = |place: u16| match place {
            off::POOL => "pool".to_string(),
            off::ELIMINATED => "eliminated".to_string(),
            at => match data.map.exit_of(at) {
                Some(exit) => format!("off-{}", self.exit_name(exit)),
                None => data.map.number(at).to_string(),
            },
        };
        for unit in data.ids().filter(|u| p.place(*u) != off::OUT) {
            let (u, at) = (data.unit(unit), unit.index());
            let mut words = vec![u.id.clone(), place(p.place(unit))];
            let mut say = |is: bool, word: String| {
                if is {
                    words.push(word);
                }
            };
            let gone = p.place(unit) == off::ELIMINATED;
            say(p.lost[at] > 0 && !gone, format!("lost={}", p.lost[at]));
            say(p.gruppe[at] > 0, format!("gruppe={}", p.gruppe[at]));
            say(p.spent[at] > 0, format!("spent={}", p.spent[at]));
            say(p.ridden[at] > 0, format!("ridden={}", p.ridden[at]));
            say(p.shut_since[at] > 0, format!("shut={}", p.shut_since[at]));
            let hq = data.units.get(p.hq_of[at].index()).filter(|_| p.hq_of[at] != NOBODY);
            say(hq.is_some(), format!("under={}", hq.map_or("", |h| h.id.as_str())));
            // What a state of a unit that waits would be has no words.
            for (word, state) in STATES {
                say(p.is(unit, state) && p.place(unit) != off::POOL, word.to_string());
            }
            out.row(words.join(" "));
        }
    }

    fn write_map(&self, p: &Position, out: &mut PositionLines) {
        let (data, engine) = (&self.sheet(p).data, self.engine(p));
        let number = |hex: u16| data.map.number(hex).to_string();
        for gruppe in engine.gruppen(p) {
            let marker = p.markers[usize::from(gruppe) - 1];
            let dummy = engine.in_box(p, gruppe).is_empty();
            let place = match data.map.exit_of(marker.place) {
                Some(exit) => format!("off-{}", self.exit_name(exit)),
                None => number(marker.place),
            };
            let mut words = match dummy {
                true => vec![format!("dummy {gruppe} {place}")],
                false => vec![format!("gruppe {gruppe}")],
            };
            let told = TOLD.iter().find(|(_, t)| *t == marker.told && marker.told != told::NOTHING);
            words.extend(told.map(|(word, _)| format!("told={word}")));
            words.extend((marker.spent > 0).then(|| format!("spent={}", marker.spent)));
            words.extend((marker.ridden > 0).then(|| format!("ridden={}", marker.ridden)));
            words.extend(marker.pretends.then(|| "pretends".to_string()));
            words.extend((marker.entrained && dummy).then(|| "entrained".to_string()));
            words.extend((marker.detrained && dummy).then(|| "detrained".to_string()));
            if dummy || words.len() > 1 {
                out.row(words.join(" "));
            }
        }
        for (fort, f) in data.map.forts.iter().enumerate() {
            let (lost, stormed) = (p.fort_lost(fort as u8), p.stormed(fort as u8));
            if lost > 0 || stormed {
                let lost = if lost > 0 { format!(" lost={lost}") } else { String::new() };
                out.row(format!("fort {}{lost}{}", f.place, if stormed { " stormed" } else { "" }));
            }
        }
        let home = Position::new(data);
        for (word, side) in SIDES {
            let held = |h: &u16| p.last.side(*h) == side && home.last.side(*h) != side;
            let hexes: Vec<String> = (0..data.map.len()).filter(held).map(number).collect();
            if !hexes.is_empty() {
                out.row(format!("last {word} {}", hexes.join(" ")));
            }
        }
        for (post, hex) in self.sheet(p).rules.guards.iter().enumerate() {
            if p.lifted >> post & 1 == 1 {
                out.row(format!("free {}", number(*hex)));
            }
        }
        for hex in p.contact.answered.iter().filter(|h| *h < data.map.len()) {
            let yes = if p.contact.controlled.has(hex) { "yes" } else { "no" };
            out.row(format!("answered {} {yes}", number(hex)));
        }
    }
}

/// The words that may follow the place of a unit.
fn unit_words() -> String {
    let states: Vec<&str> = STATES.iter().map(|(w, _)| *w).collect();
    format!("lost=n, gruppe=n, spent=n, ridden=n, shut=n, under=HQ, {}", states.join(", "))
}
