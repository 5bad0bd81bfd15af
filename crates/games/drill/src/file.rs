//! Positions as text: `turn`, `side`, `phase = movement | combat`, a row `ID HEX` for each unit on the map with `reduced` after
//! it if it is, `ID lost`, and `held HEX SIDE` for a town that is not of whoever stands in it.

use crate::play::combat::CombatStep;
use crate::play::movement::MovementStep;
use crate::position::units;
use crate::{BLUE, Drill, Position, RED, Step, TURNS};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, number, one_of};

const SIDES: [(&str, u8); 2] = [("blue", BLUE), ("red", RED)];

impl Drill {
    pub(crate) fn read_rows(&self, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Position> {
        let mut p = Position::EMPTY;
        p.turn = file.read("turn", faults, |w| number(w, "a turn from 1 to 6")).unwrap_or(1);
        p.side = file.read("side", faults, |w| one_of(w, "side", &SIDES)).unwrap_or(BLUE);
        file.head("phase");
        for row in file.rows() {
            if row.first() == "held" {
                let read = match row.rest() {
                    [hex, side] => self
                        .hex_named(hex)
                        .and_then(|h| self.towns.iter().position(|t| *t == h))
                        .ok_or_else(|| format!("`{hex}` is no town"))
                        .and_then(|town| Ok((town, one_of(side, "side", &SIDES)?))),
                    _ => Err("a town is held as in `held 0503 blue`".to_string()),
                };
                if let Some((town, side)) = faults.take(row.line, read) {
                    p.towns[town] = side;
                }
                continue;
            }
            let Some(unit) = self.unit_named(row.first()) else {
                faults.at(row.line, format!("there is no unit `{}`", row.first()));
                continue;
            };
            let index = usize::from(unit.0);
            if p.hex[index].is_some() || p.strength[index] != 2 {
                faults.at(row.line, format!("`{}` stands twice", row.first()));
            }
            match row.rest() {
                ["lost"] => p.strength[index] = 0,
                [hex, rest @ ..] if rest.is_empty() || *rest == ["reduced"] => match self.hex_named(hex) {
                    Some(hex) => {
                        self.put(&mut p, unit, hex);
                        p.strength[index] = 2 - u8::from(!rest.is_empty());
                    }
                    None => faults.at(row.line, format!("there is no hex `{hex}`")),
                },
                _ => {
                    faults.at(row.line, "a unit is placed as in `b1 0203` or `b1 0203 reduced`, or `b1 lost`")
                }
            }
        }
        Some(p)
    }

    pub(crate) fn begin_file(&self, p: &mut Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let phases =
            [("movement", Step::Movement(MovementStep::Move)), ("combat", Step::Combat(CombatStep::Choose))];
        let step = file.read("phase", faults, |w| one_of(w, "phase", &phases)).unwrap_or(phases[0].1);
        p.steps.push(step);
        if let Err(what) = self.find_unsound(p) {
            faults.whole(what);
        }
    }

    pub(crate) fn write_rows(&self, p: &Position, out: &mut PositionLines) {
        match p.steps.top() {
            Step::Movement(_) => out.phase("movement"),
            Step::Combat(CombatStep::Choose) => out.phase("combat"),
            _ => {}
        }
        out.head("turn", p.turn);
        out.head("side", SIDES[usize::from(p.side)].0);
        for unit in units() {
            let (id, left) = (self.counter_of(unit).id.clone(), p.strength[usize::from(unit.0)]);
            match (p.at(unit), left) {
                (Some(hex), 1) => out.row(format!("{id} {} reduced", self.hex_name(hex))),
                (Some(hex), _) => out.row(format!("{id} {}", self.hex_name(hex))),
                (None, 0) => out.row(format!("{id} lost")),
                (None, _) => {}
            }
        }
        for (town, side) in self.towns.iter().zip(p.towns) {
            out.row(format!("held {} {}", self.hex_name(*town), SIDES[usize::from(side)].0));
        }
    }

    /// What cannot be in any position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        if !(1..=TURNS + 1).contains(&p.turn)
            || p.side > RED
            || (p.turn > TURNS && !(p.steps.is_empty() && p.side == BLUE))
        {
            return Err("turn: a game has six turns of two sides".to_string());
        }
        if p.turn <= TURNS && p.steps.is_empty() {
            return Err("nothing waits, and the game is not over".to_string());
        }
        for unit in units() {
            let (left, name) = (p.strength[usize::from(unit.0)], self.counter_of(unit).name.clone());
            if left > 2 || (left == 0 && p.at(unit).is_some()) {
                return Err(format!("{name}: a unit on the map has one or two steps"));
            }
            let Some(hex) = p.at(unit) else { continue };
            if usize::from(hex.0) >= self.near.len() {
                return Err(format!("{name}: no such hex"));
            }
            if self.holds(p, 1 - self.side_of(unit), hex) {
                return Err(format!("{}: both sides are in one hex", self.hex_name(hex)));
            }
            if self.units_in(p, hex).count() > 2 {
                return Err(format!("{}: at most two units are in a hex (4a)", self.hex_name(hex)));
            }
        }
        let midst =
            p.steps.waiting().iter().any(|s| matches!(s, Step::Combat(s) if *s != CombatStep::Choose));
        if midst != p.target.is_some() || p.target.is_some_and(|at| usize::from(at.0) >= self.near.len()) {
            return Err("target: an attack has a hex, and nothing else has".to_string());
        }
        Ok(())
    }
}
