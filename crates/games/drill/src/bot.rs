//! The player `regular`, which is also the script of the planner.

use crate::play::combat::{CombatAction, CombatStep};
use crate::play::movement::MovementAction;
use crate::position::units;
use crate::{Action, Drill, Position, Step, TURNS};
use crate::{HexId, UnitId};
use sandtable_board::topology::Hex;
use sandtable_core::plan::{Goal, Group, Plan, Planned, Posture, Script, WON};
use sandtable_core::player::Player;
use sandtable_core::{Decision, Game, Side};
use sandtable_ops::HexSet;

/// Moves towards towns, attacks at good odds, and follows a plan if it has one.
#[derive(Default)]
pub struct Regular(Plan);

impl Drill {
    fn far(&self, a: HexId, b: HexId) -> i32 {
        self.board.topology().distance(Hex(a.0), Hex(b.0)).into()
    }

    /// The strength of a side's units in some hexes, supply apart.
    fn force(&self, p: &Position, side: u8, hexes: HexSet<1>) -> i32 {
        let there = |u: &UnitId| self.side_of(*u) == side && p.at(*u).is_some_and(|hex| hexes.has(hex.0));
        let full = |u: UnitId| {
            self.counter_of(u).strength[usize::from(p.strength[usize::from(u.0)].clamp(1, 2)) - 1]
        };
        units().filter(there).map(|u| i32::from(full(u))).sum()
    }

    /// What it is worth to have a unit in a hex.
    fn worth(&self, p: &Position, unit: UnitId, to: HexId, posture: Posture) -> i32 {
        let side = self.side_of(unit);
        let near = |t: HexId| 12 - self.far(to, t).min(12);
        let wanted = match posture {
            Posture::Goal(g) => self.towns.get(usize::from(g)).map_or(0, |t| 3 * near(*t)),
            _ => {
                let pull = |(t, holder): (&HexId, u8)| near(*t) * if holder == side { 1 } else { 2 };
                self.towns.iter().zip(p.towns).map(pull).max().unwrap_or(0)
            }
        };
        let mut q = p.clone();
        self.put(&mut q, unit, to);
        let contact = self.around[usize::from(to.0)].meet(&self.occupied(p, 1 - side));
        let odds = |hex: u16| {
            let attack = self.force(&q, side, self.around[usize::from(hex)]);
            (attack - self.force(p, 1 - side, HexSet::one(hex))).clamp(-6, 6)
        };
        let bold = match posture {
            Posture::Attack => 3,
            Posture::Hold => 0,
            Posture::FallBack => -3,
            _ => 2,
        };
        let stays = if posture == Posture::Hold && p.at(unit) == Some(to) { 20 } else { 0 };
        let hungry = if self.in_supply(&q, unit) { 0 } else { -15 };
        let ground = i32::from(self.cover.has(to.0)) * 2 + i32::from(self.towns.contains(&to)) * 10;
        2 * wanted + bold * contact.iter().map(odds).sum::<i32>() + hungry + stays + ground
    }
}

impl Player<Drill> for Regular {
    fn choose(&mut self, game: &Drill, p: &Position, side: Side) -> Option<Action> {
        let mut legal = Vec::new();
        game.actions(p, side, &mut legal);
        let posture = |u: UnitId| self.0.of(usize::from(u.0 % 8));
        let value = |action: &Action| match *action {
            Action::Movement(MovementAction::End) => 1,
            Action::Movement(MovementAction::Bring { .. }) => 1000,
            Action::Movement(MovementAction::Move { unit, to }) => {
                let stay = p.at(unit).map_or(0, |from| game.worth(p, unit, from, posture(unit)));
                game.worth(p, unit, to, posture(unit)) - stay
            }
            Action::Combat(CombatAction::Attack { at }) => {
                let able = game.able(p, at);
                let modifier: i8 = game.modifiers(p, able, at).iter().map(|m| m.0).sum();
                let column = game.column(p, able, at).map_or(-9, |c| c as i32);
                2 * column + i32::from(modifier) - 2
            }
            Action::Combat(CombatAction::End | CombatAction::CallOff | CombatAction::LeaveOut { .. }) => 0,
            Action::Combat(CombatAction::Fight) => 10,
            // The full units bear losses first, so that none is lost.
            Action::Combat(CombatAction::Lose { unit }) => i32::from(p.strength[usize::from(unit.0)]),
            Action::Combat(CombatAction::Retreat { unit, to }) => {
                -game.far(to, game.entry[usize::from(side.0)])
                    - i32::from(game.in_enemy_zone(p, game.side_of(unit), to))
            }
            Action::Combat(CombatAction::Advance { unit }) => {
                let gain = |to| game.worth(p, unit, to, posture(unit));
                p.target.zip(p.at(unit)).map_or(0, |(to, from)| gain(to) - gain(from))
            }
            Action::Combat(CombatAction::Stay) => 0,
        };
        // The first of the best, so that the same position is played the same.
        legal.into_iter().rev().max_by_key(value)
    }
}

impl Script<Drill> for Regular {
    fn follow(&mut self, plan: &Plan, _: u64) {
        self.0 = *plan;
    }
}

impl Planned for Drill {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular::default()
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        let own = units().filter(|u| self.side_of(*u) == side.0 && p.strength[usize::from(u.0)] > 0);
        own.map(|u| Group {
            name: self.counter_of(u).name.clone(),
            goals: (0..self.towns.len() as u8).collect(),
        })
        .collect()
    }

    fn goals(&self, _: &Position, _: Side) -> Vec<Goal> {
        let name =
            |t: &HexId| self.board.place(Hex(t.0)).map_or_else(String::new, |place| place.name.clone());
        self.towns.iter().map(|t| Goal { name: name(t) }).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        if let Decision::Over(o) = self.to_decide(p) {
            part("victory", if o.winner == Some(side) { WON } else { -WON });
        }
        let sign = |s: u8| if s == side.0 { 1 } else { -1 };
        part("towns", p.towns.iter().map(|s| 10 * sign(*s)).sum());
        part(
            "units",
            units().map(|u| 3 * sign(self.side_of(u)) * i32::from(p.strength[usize::from(u.0)])).sum(),
        );
    }

    fn weighty(&self, p: &Position) -> bool {
        p.steps.top() == Step::Combat(CombatStep::Choose)
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        (u32::from(p.turn) * 2 + u32::from(p.side), Side(p.side))
    }

    fn turns_left(&self, p: &Position) -> Option<u32> {
        Some((u32::from(TURNS.saturating_sub(p.turn))) * 2 + u32::from(1 - p.side.min(1)))
    }

    fn pace(&self) -> u32 {
        20_000
    }
}
