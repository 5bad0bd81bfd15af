//! Positions by hand in the words of this game. What is not said is empty.
//!
//! ```text
//! turn = S1                       # A2, S1, S2, O1, O2, N1, N2, D1 or D2
//! phase = attacks                 # set-up, initiative, front, moves, attacks, combats, victory, adjustment, sieges,
//!                                 # replacements, reinforcements or planning
//! side = ru                       # who acts; initiative = ru or cp, front = north or south
//! activation = 1                  # of the turn, 1 to 4; front_a = north: the front that was named first
//! nation = de                     # whose replacements or planning it is
//! rail = 5 3 3                    # rail points, and points = 8 0 2.5: replacement points (Russian, Austrian, German)
//! ru-iii 1104 reduced disorganised besieging moved attacked retreated gone=1
//! hq-ru-ix 1615 inactive front=south
//! ru-i 0908 army=hq-ru-ix         # a corps that has a choice of armies
//! ru-cadre 1007 army=hq-ru-i      # ru-cadre-3 is the one with this number
//! ru-gr box reformed reduced      # waits to enter; a headquarters: due=S2
//! eliminated ru-ix ru-r3          # and box ru-r1 de-xi
//! hq-ru-x out front=south         # not yet in the game, with what is known of it
//! ru-ii pool                      # waits for the set-up
//! fort 1217 taken                 # a fortress that was taken once
//! attack 1004 from 1104 with ru-iii + ru-iv done
//! transfer                        # the I Corps may still go to the 9th Army
//! ```
//!
//! Sieges follow from besiegers. The TOML of older files is read as well (`old_file`).

mod begin;
mod lead;
pub(crate) mod old;
mod write;

use crate::Fury;
use crate::data::pieces::{Army, CADRES, CORPS, CP, Front, HQS, Nation, PIECES, Piece, Posting, RU};
use crate::play::declare::in_order;
use crate::position::{ATTACKS, Attack, Group, Position, enemy, flag, off};
use sandtable_core::position_file::{Faults, PositionFile, Row, Setting, number, one_of};

const SIDES: [(&str, u8); 2] = [("ru", RU), ("cp", CP)];
const FRONTS: [(&str, Front); 2] = [("north", Front::North), ("south", Front::South)];
pub(crate) const NATIONS: [(&str, Nation); 3] = [("ru", Nation::Ru), ("ah", Nation::Ah), ("de", Nation::De)];
/// Words for states of a piece on the map, and whom they are for.
pub(crate) const STATES: [(&str, u8); 7] = [
    ("reduced", flag::REDUCED),
    ("inactive", flag::INACTIVE),
    ("disorganised", flag::DISORGANISED),
    ("besieging", flag::BESIEGING),
    ("moved", flag::MOVED),
    ("attacked", flag::ATTACKED),
    ("retreated", flag::RETREATED),
];

/// The phases that can begin.
pub(crate) const PHASES: [&str; 12] = [
    "set-up",
    "initiative",
    "front",
    "moves",
    "attacks",
    "combats",
    "victory",
    "adjustment",
    "sieges",
    "replacements",
    "reinforcements",
    "planning",
];

impl Fury {
    /// Puts down what the lines say.
    pub(crate) fn place_file(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Position> {
        let data = &self.data;
        let mut p = Position::empty(data);
        let turns = data.tables.turns.iter().map(String::as_str).zip(0u8..).collect::<Vec<_>>();
        match file.read("turn", faults, |w| one_of(w, "turn", &turns)) {
            Some(turn) => p.turn = turn,
            None if file.head("turn").is_none() => faults.whole("turn is missing: turn = A2 and so on"),
            None => {}
        }
        p.initiative = file.read("initiative", faults, |w| one_of(w, "initiative", &SIDES)).unwrap_or(RU);
        if p.turn == 0 && p.initiative == CP {
            faults.at(file.line("initiative"), "on turn A2 the Russians have the initiative (7a)");
        }
        p.active = file.read("side", faults, |w| one_of(w, "side", &SIDES)).unwrap_or(RU);
        p.front = file.read("front", faults, |w| one_of(w, "front", &FRONTS)).unwrap_or(Front::North);
        p.front_a = p.front;
        p.activation = match file.read("activation", faults, |w| number::<u8>(w, "a number from 1 to 4")) {
            Some(n @ 1..=4) => n - 1,
            Some(n) => {
                faults.at(file.line("activation"), format!("activation {n} should be from 1 to 4"));
                0
            }
            // It follows from who is active.
            None if p.active == p.initiative => 3,
            None => 2,
        };
        if p.activation == 3 {
            p.front_a = p.front.other();
        }
        if let Some(front) = file.read("front_a", faults, |w| one_of(w, "front_a", &FRONTS)) {
            p.front_a = front;
        }
        let _ = file.head("nation");
        if let Some(rail) = file.read("rail", faults, |w| three(w, |w| number::<u8>(w, "a number"))) {
            for (i, (have, full)) in rail.iter().zip(data.tables.rail).enumerate() {
                if *have > full {
                    let name = Nation::ALL[i].name();
                    faults.at(
                        file.line("rail"),
                        format!("{have} {name} rail points: {full} is the most (9.3a)"),
                    );
                }
            }
            p.rail = rail;
        }
        if let Some(points) = file.read("points", faults, |w| three(w, halves)) {
            p.points = points;
        }
        // Fortresses first: who may stand in one depends on them.
        for row in file.rows().iter().filter(|r| r.first() == "fort") {
            faults.take(row.line, self.read_fort(&mut p, row));
        }
        for row in file.rows() {
            let result = match row.first() {
                "fort" | "attack" => Ok(()),
                "transfer" if row.words.len() == 1 => {
                    p.transfer = true;
                    Ok(())
                }
                "eliminated" | "box" => self.read_list(&mut p, row, faults),
                "toml" => Err(row.rest().join(" ")),
                _ => self.read_piece(&mut p, row, faults),
            };
            faults.take(row.line, result);
        }
        // Sieges follow from besiegers, attacks from those who stand where they began.
        for fort in 0..data.forts.len() {
            let f = &data.forts[fort];
            let besieged = p.units_at(data, enemy(f.owner), f.hex).iter().any(|u| p.is(u, flag::BESIEGING));
            if besieged && !p.taken[fort] {
                p.besiege(data, fort, true);
            }
        }
        for row in file.rows().iter().filter(|r| r.first() == "attack") {
            faults.take(row.line, self.read_attack(&mut p, row));
        }
        p.readings = faults.take(0, self.readings(setting.options))?;
        Some(p)
    }

    fn read_fort(&self, p: &mut Position, row: &Row<'_>) -> Result<(), String> {
        let [hex, "taken"] = row.rest() else { return Err("a fortress is said as `fort 1217 taken`".into()) };
        let at = self.data.hex(hex).ok_or_else(|| format!("hex `{hex}` is not on the board"))?;
        let (fort, _) = self.data.fort(at).ok_or_else(|| format!("there is no fortress in {hex}"))?;
        if p.taken[fort] {
            return Err(format!("the fortress in {hex} is taken twice"));
        }
        p.take(&self.data, fort);
        Ok(())
    }

    /// Several pieces in a box.
    fn read_list(&self, p: &mut Position, row: &Row<'_>, faults: &mut Faults) -> Result<(), String> {
        for id in row.rest() {
            let words = vec![*id, row.first()];
            let one = Row { line: row.line, text: row.text, words };
            let result = self.read_piece(p, &one, faults);
            faults.take(row.line, result);
        }
        Ok(())
    }

    /// The piece that a row is about. A Cadre takes the number it names, or the first that is free.
    fn row_piece(&self, p: &mut Position, id: &str) -> Result<Piece, String> {
        let Some((nation, slot)) = id.split_once("-cadre") else {
            let piece = self.piece(id).filter(|x| !x.is_cadre());
            return piece.ok_or_else(|| format!("there is no piece `{id}`"));
        };
        let nation = one_of(nation, "nation of a Cadre", &NATIONS)?;
        let first = CORPS + HQS;
        let slot = match slot.strip_prefix('-') {
            Some(word) => number::<usize>(word, "the number of a Cadre")?.checked_sub(1).map(|i| first + i),
            None if slot.is_empty() => (first..first + CADRES).find(|i| p.place[*i] == off::OUT),
            None => return Err(format!("`{id}` should be like ru-cadre or ru-cadre-1")),
        };
        let slot =
            slot.filter(|i| *i < PIECES).ok_or_else(|| format!("there are {CADRES} Cadres at most"))?;
        if p.place[slot] == off::OUT {
            p.cadre_nation[slot - first] = nation;
        }
        Ok(Piece(u8::try_from(slot).unwrap_or(u8::MAX)))
    }

    /// A piece with its place and states.
    fn read_piece(&self, p: &mut Position, row: &Row<'_>, faults: &mut Faults) -> Result<(), String> {
        let data = &self.data;
        let id = row.first();
        let piece = self.row_piece(p, id)?;
        if p.place[piece.index()] != off::OUT {
            return Err(format!("`{id}` stands twice"));
        }
        let (place, words) = row
            .rest()
            .split_first()
            .ok_or_else(|| format!("`{id}` has no place: a hex, box, eliminated, out or pool"))?;
        let to = match *place {
            "box" => off::BOX,
            "eliminated" => off::ELIMINATED,
            "out" => off::OUT,
            "pool" => off::POOL,
            hex => {
                let at = data
                    .hex(hex)
                    .ok_or_else(|| format!("`{hex}` is neither a hex nor box, eliminated, out or pool"))?;
                if !data.open(at) {
                    return Err(format!("nothing can stand in {hex} (3b, 3c)"));
                }
                at
            }
        };
        if piece.is_cadre() && data.hex(place).is_none() {
            return Err("a Cadre is on the map or nowhere".to_string());
        }
        if piece.is_hq() && to == off::ELIMINATED {
            return Err(format!(
                "{} is never eliminated: it waits in the box (11.2n)",
                self.piece_name(p, piece)
            ));
        }
        // A piece that waits in the box may enter, unless the file says when.
        if piece.is_hq() && to == off::BOX {
            let due = &mut p.hq_due[piece.index() - CORPS];
            *due = (*due).min(p.turn);
        }
        let mut state = 0u8;
        let mut fault = |what: String| faults.at(row.line, what);
        for (i, word) in words.iter().enumerate() {
            if words[..i].contains(word) {
                fault(format!("`{word}` stands twice"));
                continue;
            }
            let result = match word.split_once('=') {
                Some((key, value)) => self.read_value(p, piece, to, (key, value)),
                None => self.read_state(piece, to, word).map(|flag| state |= flag),
            };
            if let Err(what) = result {
                fault(what);
            }
        }
        if state & flag::BESIEGING != 0 && !self.can_besiege(p, piece, to) {
            fault(format!(
                "{} besieges no fortress of the enemy in {place} that was never taken",
                self.piece_name(p, piece)
            ));
            state &= !flag::BESIEGING;
        }
        if data.hex(place).is_some() {
            if p.army[piece.index()] == Army::NONE {
                return Err(format!("`{id}` belongs to no army yet: give it one with army=hq-…"));
            }
            // Nobody stands in an enemy fortress that was neither taken nor is besieged: fury 9e.
            if piece.is_unit() && state & flag::BESIEGING == 0 && self.can_besiege(p, piece, to) {
                return Err(format!(
                    "{place} is a fortress of the enemy, never taken: say `fort {place} taken`, or `besieging`"
                ));
            }
        }
        p.state[piece.index()] = state;
        p.put(data, piece, to);
        Ok(())
    }

    /// Whether a hex has a fortress of the enemy that was never taken.
    fn can_besiege(&self, p: &Position, piece: Piece, hex: u16) -> bool {
        let fort = (usize::from(hex) < crate::position::hexset::HEXES).then(|| self.data.fort(hex)).flatten();
        fort.is_some_and(|(i, f)| f.owner != p.side(&self.data, piece) && !p.taken[i])
    }

    /// A state of a piece in one word.
    fn read_state(&self, piece: Piece, to: u16, word: &str) -> Result<u8, String> {
        let on_map = usize::from(to) < crate::position::hexset::HEXES;
        if word == "reformed" {
            let fits = to == off::BOX && piece.index() < CORPS;
            return fits.then_some(flag::REFORMED).ok_or("only a corps in the box is reformed".to_string());
        }
        let flag = one_of(word, "state", &STATES)?;
        let fits = match word {
            "inactive" => piece.is_hq(),
            "moved" => on_map,
            "reduced" => piece.index() < CORPS,
            _ => piece.is_unit() && on_map,
        };
        let whose = match word {
            "inactive" => "a headquarters",
            "moved" => "a piece on the map",
            "reduced" => "a corps",
            _ => "a unit on the map",
        };
        fits.then_some(flag).ok_or_else(|| format!("only {whose} is {word}"))
    }

    /// A value of a piece: its army, its front, when it is due, how far it has gone back.
    fn read_value(
        &self,
        p: &mut Position,
        piece: Piece,
        to: u16,
        (key, value): (&str, &str),
    ) -> Result<(), String> {
        let data = &self.data;
        let hq = piece.is_hq().then(|| piece.index() - CORPS);
        match (key, hq) {
            ("army", None) => {
                let at = data.hqs.iter().position(|h| h.id == value);
                let at = at.ok_or_else(|| format!("there is no army `{value}`"))?;
                let army = Army(u8::try_from(at).unwrap_or(u8::MAX));
                if !self.may_serve(p, piece, army) {
                    return Err(format!(
                        "{} cannot belong to {} (2.1c, 7p)",
                        self.piece_name(p, piece),
                        self.army_name(army)
                    ));
                }
                p.army[piece.index()] = army;
            }
            ("front", Some(i)) => {
                let front = one_of(value, "front", &FRONTS)?;
                if data.hqs[i].front.is_some_and(|own| own != front) {
                    return Err(format!(
                        "{} does not belong to that front (7h to 7k)",
                        self.piece_name(p, piece)
                    ));
                }
                p.hq_front[i] = front;
            }
            ("due", Some(i)) if to == off::BOX => {
                let turns = data.tables.turns.iter().map(String::as_str).zip(0u8..).collect::<Vec<_>>();
                p.hq_due[i] = one_of(value, "turn", &turns)?;
            }
            ("gone", _) if usize::from(to) < crate::position::hexset::HEXES => {
                let gone: u8 = number(value, "1 or 2")?;
                if !(1..=2).contains(&gone) {
                    return Err("a stack goes back 1 or 2 hexes in a front adjustment".into());
                }
                p.gone_back[piece.index()] = gone;
            }
            ("army", Some(_)) => return Err("a headquarters has no army but its own".into()),
            ("front", None) => {
                return Err("a unit has the front of its army: give front to the headquarters".into());
            }
            _ => return Err(format!("`{key}` should be army, front, due (in the box) or gone (on the map)")),
        }
        Ok(())
    }

    /// Whether a piece can be in an army: fury 2.1c, fury 2.1o, fury 7p, fury 7q.
    pub(crate) fn may_serve(&self, p: &Position, piece: Piece, army: Army) -> bool {
        let Some(hq) = self.data.hqs.get(army.index()) else { return false };
        let nation = p.nation(&self.data, piece);
        let side_by_side = hq.nation == nation || (nation == Nation::De && hq.nation == Nation::Ah);
        match self.data.corps.get(piece.index()) {
            Some(corps) => match corps.posting {
                Posting::Fixed => army == corps.army,
                Posting::Either(other) => army == corps.army || army == other,
                Posting::Any => side_by_side,
            },
            None if piece.is_hq() => army == Army((piece.index() - CORPS) as u8),
            None => side_by_side,
        }
    }

    /// An attack that has been declared.
    fn read_attack(&self, p: &mut Position, row: &Row<'_>) -> Result<(), String> {
        let how = || "an attack is said as `attack 1004 from 1104 with ru-iii + ru-iv`".to_string();
        let (words, done) = match row.rest() {
            [words @ .., "done"] => (words, true),
            words => (words, false),
        };
        let [target, "from", from, "with", names @ ..] = words else { return Err(how()) };
        let hex = |word: &str| self.data.hex(word).ok_or_else(|| format!("hex `{word}` is not on the board"));
        let (target, from) = (hex(target)?, hex(from)?);
        let piece = |id: &str| -> Result<Piece, String> {
            let cadre = id.split_once("-cadre-").map(|(_, n)| format!("cadre-{n}"));
            self.piece(cadre.as_deref().unwrap_or(id)).ok_or_else(|| format!("there is no piece `{id}`"))
        };
        let units = match names {
            [a] => [piece(a)?, Piece::NONE],
            [a, "+", b] => in_order([piece(a)?, piece(b)?]),
            _ => return Err(how()),
        };
        if self.data.step(from, target).is_none() {
            return Err(format!(
                "{} and {} are not neighbours (10.1e)",
                self.data.number(from),
                self.data.number(target)
            ));
        }
        let attacks = p.declared();
        if attacks.iter().any(|a| a.target == target || a.from == from) {
            return Err("a hex attacks one hex and is attacked from one (10.1e, 10.1f)".into());
        }
        if usize::from(p.attack_count) == ATTACKS {
            return Err("there are too many attacks".into());
        }
        for unit in Group::of(&units) {
            if !done && (p.hex(unit) != Some(from) || !unit.is_unit() || p.side(&self.data, unit) != p.active)
            {
                return Err(format!(
                    "{} does not attack from {}",
                    self.piece_name(p, unit),
                    self.data.number(from)
                ));
            }
            p.set(unit, flag::ATTACKED, true);
        }
        p.attacks[usize::from(p.attack_count)] = Attack { from, target, units, done };
        p.attack_count += 1;
        Ok(())
    }
}

/// Three values, for Russia, Austria and Germany.
fn three<T: Copy>(words: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<[T; 3], String> {
    let list = words.split_whitespace().map(read).collect::<Result<Vec<T>, String>>()?;
    let n = list.len();
    list.try_into().map_err(|_| format!("three numbers are wanted (Russian, Austrian, German), not {n}"))
}

/// Points with halves, as twice their number.
fn halves(word: &str) -> Result<u8, String> {
    let wrong = || format!("`{word}` should be a number of points, as 6 or 2.5");
    let value: f32 = word.parse().map_err(|_| wrong())?;
    let twice = value * 2.0;
    if twice.fract() != 0.0 || !(0.0..=100.0).contains(&twice) {
        return Err(wrong());
    }
    Ok(twice as u8)
}
