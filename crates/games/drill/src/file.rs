//! Positions as text: `turn`, `side`, `phase = movement | combat`, a row `ID HEX` for each unit on the map with `reduced` after
//! it if it is, `ID lost`, and `held HEX SIDE` for a town that is not of whoever stands in it.

use crate::about::ABOUT;
use crate::play::combat::CombatStep;
use crate::play::movement::MovementStep;
use crate::{BLUE, Drill, Position, RED, Step, TURNS};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting, one_of, within};
use sandtable_hexgame::{read_rows, side_words};

impl Drill {
    pub(crate) fn place_file(
        &self,
        _: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Position> {
        let mut p = Position::EMPTY;
        p.turn = file.read("turn", faults, |w| within(w, "turn", 1..=TURNS + 1)).unwrap_or(1);
        p.side = file.read("side", faults, |w| one_of(w, "side", &side_words(ABOUT.sides))).unwrap_or(BLUE);
        file.head("phase");
        let rows = (&mut p.units, &mut p.towns);
        read_rows((&self.map, &self.counters), rows, file.rows(), faults);
        Some(p)
    }

    pub(crate) fn begin_file(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        _: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        let phases =
            [("movement", Step::Movement(MovementStep::Move)), ("combat", Step::Combat(CombatStep::Choose))];
        let step = file.read("phase", faults, |w| one_of(w, "phase", &phases)).unwrap_or(phases[0].1);
        p.steps.push(step);
    }

    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        match p.steps.top() {
            Step::Movement(_) => out.phase("movement"),
            Step::Combat(CombatStep::Choose) => out.phase("combat"),
            _ => {}
        }
        out.head("turn", p.turn);
        out.head("side", ABOUT.side_id(sandtable_core::Side(p.side)));
        self.field(p).write(out);
        p.towns.write(&self.map, ABOUT.sides, out);
    }

    /// What cannot be in any position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let over = p.turn > TURNS;
        if !(1..=TURNS + 1).contains(&p.turn) || p.side > RED || over && p.side != BLUE {
            return Err("turn: a game has six turns of two sides".to_string());
        }
        if over != p.steps.is_empty() {
            return Err("something waits until the game is over, and nothing after it".to_string());
        }
        let step_of_attack = |s: &Step| matches!(s, Step::Combat(s) if *s != CombatStep::Choose);
        let fits = p.target.is_none_or(|at| self.map.all().has(at));
        if p.steps.waiting().iter().any(step_of_attack) != p.target.is_some() || !fits {
            return Err("target: an attack has a hex, and nothing else has".to_string());
        }
        p.towns.sound(ABOUT.sides)?;
        self.field(p).sound(2, "4a", &[&p.moved, &p.fought, &p.attackers, &p.retreating])
    }
}
