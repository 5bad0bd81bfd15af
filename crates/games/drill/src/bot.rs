//! The player `regular`, which is also the script of the planner.

use crate::data::Hexes;
use crate::{Action, Drill, Position, Step, TURNS};
use sandtable_core::plan::{Posture, WON};
use sandtable_core::{Decision, Game, Side};
use sandtable_hexgame::assault::{AssaultAction as CombatAction, AssaultStep as CombatStep};
use sandtable_hexgame::bot::Valued;
use sandtable_hexgame::march::MarchAction as MovementAction;
use sandtable_hexgame::phases::Phases;
use sandtable_hexgame::{HexId, UnitId};

/// Moves towards towns, attacks at good odds, and follows a plan if it has one.
pub type Regular = sandtable_hexgame::bot::Orders;

sandtable_hexgame::planned!(Drill);

impl Drill {
    /// The strength of a side's units in some hexes, supply apart.
    fn force(&self, p: &Position, side: u8, hexes: Hexes) -> i32 {
        let there = |u: &UnitId| p.units.at(*u).is_some_and(|hex| hexes.has(hex));
        let full = |u: UnitId| i32::from(self.counters.printed(u, p.units.steps(u)));
        self.counters.of(side).filter(there).map(full).sum()
    }

    /// What it is worth to have a unit in a hex.
    fn worth(&self, p: &Position, unit: UnitId, to: HexId, posture: Posture) -> i32 {
        let side = self.counters[unit].side;
        let near = |town: HexId| 12 - i32::from(self.map.distance(to, town)).min(12);
        let wanted = match posture {
            Posture::Goal(g) => self.towns.get(usize::from(g)).map_or(0, |t| 3 * near(*t)),
            _ => {
                let pull = |(town, holder)| near(town) * if holder == side { 1 } else { 2 };
                p.towns.each(&self.towns).map(pull).max().unwrap_or(0)
            }
        };
        let mut q = p.clone();
        self.put(&mut q, unit, to);
        let contact = self.map.around(to).meet(&self.field(p).occupied(1 - side));
        let odds = |hex: HexId| {
            let attack = self.force(&q, side, *self.map.around(hex));
            (attack - self.force(p, 1 - side, Hexes::one(hex))).clamp(-6, 6)
        };
        let bold = match posture {
            Posture::Attack => 3,
            Posture::Hold => 0,
            Posture::FallBack => -3,
            _ => 2,
        };
        let stays = if posture == Posture::Hold && p.units.at(unit) == Some(to) { 20 } else { 0 };
        let hungry = if self.in_supply(&q, unit) { 0 } else { -15 };
        let ground = i32::from(self.cover.has(to)) * 2 + i32::from(self.towns.contains(&to)) * 10;
        2 * wanted + bold * contact.iter().map(odds).sum::<i32>() + hungry + stays + ground
    }
}

impl Valued for Drill {
    const TURNS: u8 = TURNS;
    const PACE: u32 = 20_000;

    fn forces(&self, p: &Position, side: Side) -> Vec<(UnitId, String)> {
        let own = self.counters.of(side.0).filter(|u| p.units.steps(*u) > 0);
        own.map(|u| (u, self.counters[u].name.clone())).collect()
    }

    fn aims(&self) -> Vec<String> {
        self.towns.iter().filter_map(|t| self.map.place(*t)).map(|place| place.name.clone()).collect()
    }

    fn moment(&self, p: &Position) -> (u8, Side) {
        (p.turn, Side(p.side))
    }

    fn value(&self, p: &Position, action: &Action, posture: &dyn Fn(UnitId) -> Posture) -> i32 {
        let worth = |unit, to| self.worth(p, unit, to, posture(unit));
        let gain = |unit, to| worth(unit, to) - p.units.at(unit).map_or(0, |from| worth(unit, from));
        match *action {
            Action::Movement(MovementAction::End) => 1,
            Action::Movement(MovementAction::Bring { .. }) => 1000,
            Action::Movement(MovementAction::Move { unit, to }) => gain(unit, to),
            Action::Combat(CombatAction::Attack { at }) => self
                .odds(p, self.able(p, at), at)
                .map_or(-20, |o| 2 * o.column as i32 + i32::from(o.modifier) - 2),
            Action::Combat(CombatAction::Fight) => 10,
            // The full units bear losses first, so that none is lost.
            Action::Combat(CombatAction::Lose { unit }) => p.units.steps(unit).into(),
            Action::Combat(CombatAction::Retreat { unit, to }) => {
                let (side, zone) =
                    (self.counters[unit].side, self.field(p).zone(1 - self.counters[unit].side));
                -i32::from(self.map.distance(to, self.entry[usize::from(side)])) - i32::from(zone.has(to))
            }
            Action::Combat(CombatAction::Advance { unit }) => p.target.map_or(0, |to| gain(unit, to)),
            Action::Combat(_) => 0,
        }
    }

    fn parts(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        if let Decision::Over(o) = self.to_decide(p) {
            part("victory", if o.winner == Some(side) { WON } else { -WON });
        }
        let sign = |s: u8| if s == side.0 { 1 } else { -1 };
        part("towns", p.towns.each(&self.towns).map(|(_, holder)| 10 * sign(holder)).sum());
        let steps = |u| 3 * sign(self.counters[u].side) * i32::from(p.units.steps(u));
        part("units", self.counters.all().map(steps).sum());
    }

    fn weighs(&self, p: &Position) -> bool {
        p.steps.top() == Step::Combat(CombatStep::Choose)
    }
}
