//! Positions written by hand: side to act, turn, phase, and a list of pieces. What is not said is empty.

use crate::Fury;
use crate::pieces::{Army, CADRES, CORPS, CP, HQS, Nation, Piece, RU};
use crate::position::{Group, Position, enemy, flag, off};
use crate::sequence::Step;
use crate::words::front;
use sandtable_core::Dice;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    turn: String,
    #[serde(default = "ru")]
    initiative: String,
    #[serde(default = "ru")]
    side: String,
    #[serde(default = "north")]
    front: String,
    phase: String,
    #[serde(default)]
    activation: Option<u8>,
    #[serde(default)]
    rail: Option<Points>,
    #[serde(default)]
    points: Option<Points>,
    #[serde(default)]
    unit: Vec<Unit>,
    #[serde(default)]
    fortress: Vec<Fortress>,
    #[serde(default)]
    eliminated: Vec<String>,
    #[serde(default)]
    reinforcements: Vec<String>,
}

fn ru() -> String {
    "ru".into()
}

fn north() -> String {
    "north".into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    ru: u8,
    ah: u8,
    de: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    piece: String,
    hex: String,
    #[serde(default)]
    army: Option<String>,
    #[serde(default)]
    front: Option<String>,
    #[serde(default)]
    reduced: bool,
    #[serde(default)]
    inactive: bool,
    #[serde(default)]
    disorganised: bool,
    #[serde(default)]
    besieging: bool,
    #[serde(default)]
    moved: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fortress {
    hex: String,
    #[serde(default)]
    taken: bool,
}

struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _sides: u8) -> u8 {
        1
    }
}

impl Fury {
    /// Reads a position.
    pub(crate) fn read_position(&self, text: &str) -> Result<Position, String> {
        let f: File = toml::from_str(text).map_err(|e| format!("the position cannot be read: {e}"))?;
        let data = &self.data;
        let mut p = Position::empty(data);
        let side = |word: &str| match word {
            "ru" => Ok(RU),
            "cp" => Ok(CP),
            _ => Err(format!("side `{word}` should be ru or cp")),
        };
        let turn = data.tables.turns.iter().position(|t| *t == f.turn);
        p.turn = turn
            .ok_or_else(|| format!("turn `{}` should be one of {}", f.turn, data.tables.turns.join(", ")))?
            as u8;
        p.initiative = side(&f.initiative)?;
        p.active = side(&f.side)?;
        p.front = front(&f.front).ok_or_else(|| format!("front `{}` should be north or south", f.front))?;
        p.front_a = p.front;
        let rail =
            |given: &Option<Points>, full: [u8; 3]| given.as_ref().map_or(full, |g| [g.ru, g.ah, g.de]);
        p.rail = rail(&f.rail, data.tables.rail);
        p.points = rail(&f.points, [0; 3]).map(|v| v.saturating_mul(2));
        for fort in &f.fortress {
            let hex = data.hex(&fort.hex).ok_or_else(|| format!("hex `{}` is not on the board", fort.hex))?;
            let (i, _) = data.fort(hex).ok_or_else(|| format!("there is no fortress in {}", fort.hex))?;
            if fort.taken {
                p.take(data, i);
            }
        }
        for unit in &f.unit {
            self.read_unit(&mut p, unit)?;
        }
        for (list, place, state) in [(&f.eliminated, off::ELIMINATED, 0), (&f.reinforcements, off::BOX, 0)] {
            for id in list {
                let piece = self.piece(id).ok_or_else(|| format!("there is no piece `{id}`"))?;
                if p.place[piece.index()] != off::OUT {
                    return Err(format!("`{id}` stands twice"));
                }
                p.place[piece.index()] = place;
                p.state[piece.index()] = state;
                if piece.is_hq() {
                    p.hq_due[piece.index() - CORPS] = p.hq_due[piece.index() - CORPS].min(p.turn);
                }
            }
        }
        // Sieges follow from besiegers.
        for fort in 0..data.forts.len() {
            let f = &data.forts[fort];
            if p.units_at(data, enemy(f.owner), f.hex).iter().any(|u| p.is(u, flag::BESIEGING)) {
                p.besiege(data, fort, true);
            }
        }
        for unit in (0..p.place.len() as u8).map(Piece) {
            let Some(hex) = p.hex(unit) else { continue };
            let s = p.side(data, unit);
            if p.is(unit, flag::BESIEGING)
                && !data.fort(hex).is_some_and(|(i, f)| p.besieged[i] && f.owner != s)
            {
                return Err(format!(
                    "{} besieges no fortress in {}",
                    self.piece_name(&p, unit),
                    data.number(hex)
                ));
            }
            if !p.may_stack(data, s, hex, &Group::EMPTY) {
                return Err(format!("{} is overfull (9.2a)", data.number(hex)));
            }
            let siege = data.fort(hex).is_some_and(|(i, _)| p.besieged[i]);
            if p.held(RU, hex) && p.held(CP, hex) && !siege {
                return Err(format!("both sides stand in {} and nobody besieges", data.number(hex)));
            }
        }
        self.read_phase(&mut p, &f)?;
        self.find_unsound(&p)?;
        Ok(p)
    }

    fn read_unit(&self, p: &mut Position, unit: &Unit) -> Result<(), String> {
        let data = &self.data;
        let piece = match unit.piece.split_once("-cadre") {
            Some((nation, _)) => {
                let nation = Nation::ALL.into_iter().find(|n| n.id() == nation);
                let nation = nation
                    .ok_or_else(|| format!("`{}` should be ru-cadre, ah-cadre or de-cadre", unit.piece))?;
                let slot = (CORPS + HQS..CORPS + HQS + CADRES).find(|i| p.place[*i] == off::OUT);
                let slot = slot.ok_or("there are too many Cadres")?;
                p.cadre_nation[slot - CORPS - HQS] = nation;
                Piece(slot as u8)
            }
            None => self.piece(&unit.piece).ok_or_else(|| format!("there is no piece `{}`", unit.piece))?,
        };
        if p.place[piece.index()] != off::OUT {
            return Err(format!("`{}` stands twice", unit.piece));
        }
        let hex = data.hex(&unit.hex).ok_or_else(|| format!("hex `{}` is not on the board", unit.hex))?;
        if !data.open(hex) {
            return Err(format!("nothing can stand in {} (3b, 3c)", unit.hex));
        }
        if let Some(army) = &unit.army {
            let at = data.hqs.iter().position(|h| h.id == *army);
            p.army[piece.index()] = Army(at.ok_or_else(|| format!("there is no army `{army}`"))? as u8);
        }
        if p.army[piece.index()] == Army::NONE {
            return Err(format!("`{}` belongs to no army yet: give it one with army = \"hq-…\"", unit.piece));
        }
        if let Some(word) = &unit.front {
            if !piece.is_hq() {
                return Err(format!(
                    "`{}` has the front of its army; give front to the headquarters",
                    unit.piece
                ));
            }
            p.hq_front[piece.index() - CORPS] =
                front(word).ok_or_else(|| format!("front `{word}` should be north or south"))?;
        }
        let mut state = 0;
        for (on, flag) in [
            (unit.reduced && !piece.is_cadre(), flag::REDUCED),
            (unit.inactive && piece.is_hq(), flag::INACTIVE),
            (unit.disorganised, flag::DISORGANISED),
            (unit.besieging, flag::BESIEGING),
            (unit.moved, flag::MOVED),
        ] {
            if on {
                state |= flag;
            }
        }
        p.state[piece.index()] = state;
        p.put(data, piece, hex);
        Ok(())
    }

    fn read_phase(&self, p: &mut Position, f: &File) -> Result<(), String> {
        // Which of the four activations it is follows from who is active, unless it is said.
        p.activation = match f.activation {
            Some(n @ 1..=4) => n - 1,
            Some(n) => return Err(format!("activation {n} should be from 1 to 4")),
            None if p.active == p.initiative => 3,
            None => 2,
        };
        if matches!(p.activation, 0 | 3) != (p.active == p.initiative) {
            return Err("the holder of the initiative has activations 1 and 4, the other side 2 and 3 (7e)"
                .to_string());
        }
        if p.activation == 3 {
            p.front_a = p.front.other();
        }
        let nation = match f.side.as_str() {
            "ru" => Nation::Ru,
            _ => Nation::Ah,
        };
        let mut events = Vec::new();
        match f.phase.as_str() {
            "front" => {
                p.activation = 0;
                p.active = p.initiative;
                p.push(Step::FrontA);
            }
            "moves" => p.push(Step::Moves),
            "attacks" => p.push(Step::Declare),
            "adjustment" if self.has_isolated(p, p.active) => p.push(Step::Adjust(p.active)),
            "adjustment" => {
                return Err(format!("no stack of {} is isolated, so there is nothing to adjust", f.side));
            }
            "replacements" => {
                let given = p.points;
                self.begin_replacements(p, nation, &mut events);
                if f.points.is_some() {
                    p.points = given;
                }
            }
            "reinforcements" => p.push(Step::Reinforcements(p.active)),
            other => {
                return Err(format!(
                    "phase `{other}` should be front, moves, attacks, adjustment, replacements or reinforcements"
                ));
            }
        }
        self.run(p, &mut NoDice, &mut events);
        Ok(())
    }
}
