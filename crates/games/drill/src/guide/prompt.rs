//! What a side is asked, in a sentence: who, where, why, and what it costs.

use crate::play::combat::{CombatAction, CombatStep};
use crate::play::movement::MovementAction;
use crate::{Action, Drill, Position, Step, TURNS};
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_core::{Game, Side};
use sandtable_hexgame::{HexId, UnitId, Units};

impl Drill {
    /// What is to be decided.
    pub(super) fn asked(&self, p: &Position) -> Option<Prompt> {
        let side = self.to_decide(p).side()?;
        let stand = |units: Units| p.units.hexes::<1>(units.iter()).iter().collect();
        let (target, hex) = (p.target.map_or(String::new(), |at| self.map.spot(at)), p.target.into_iter());
        let (text, hexes): (String, Vec<HexId>) = match p.steps.top() {
            Step::Go => return None,
            Step::Movement(_) => self.asks_moves(p, side),
            Step::Combat(CombatStep::Choose) => {
                let may = |at: &HexId| self.may(p, side, Action::Combat(CombatAction::Attack { at: *at }));
                let targets: Vec<HexId> = self.field(p).occupied(1 - p.side).iter().filter(may).collect();
                let names: Vec<String> = targets.iter().map(|at| self.map.spot(*at)).collect();
                let text = match names.len() {
                    0 => "There is nobody left to attack: end your combat".to_string(),
                    _ => format!("Attack the enemy at {}, or end your combat", listed(&names, "or")),
                };
                (text, targets)
            }
            Step::Combat(CombatStep::Assemble) => {
                let (own, foes) = (self.names(p.attackers, "and"), self.exposed(p, 1 - p.side));
                let odds =
                    self.attack(p).map_or(String::new(), |fight| format!(", {}", fight.brief(&self.table)));
                let foes = self.names(foes, "and");
                (
                    format!(
                        "{own} against {foes} at {target}{odds}: fight, leave units out, or call the attack off"
                    ),
                    hex.collect(),
                )
            }
            Step::Combat(CombatStep::Loss(side, steps)) => {
                let who = self.exposed(p, side);
                let due = if steps > 1 { "two steps" } else { "a step" };
                (
                    format!(
                        "The combat at {target} costs you {due}: choose whether {} loses one",
                        self.names(who, "or")
                    ),
                    stand(who),
                )
            }
            Step::Combat(CombatStep::Retreat(side)) => {
                let who = p.retreating.which(|unit| self.counters[unit].side == side);
                let names = self.names(who, "and");
                (
                    format!("{names} must go back one hex after the combat at {target}: choose where to"),
                    stand(who),
                )
            }
            Step::Combat(CombatStep::Advance) => {
                let who = p
                    .attackers
                    .which(|unit| self.may(p, side, Action::Combat(CombatAction::Advance { unit })));
                (
                    format!("{target} is free: advance {} into it, or stay", self.names(who, "or")),
                    hex.collect(),
                )
            }
        };
        Some(Prompt { text, places: hexes.into_iter().map(|hex| self.map.name(hex)).collect() })
    }

    fn asks_moves(&self, p: &Position, side: Side) -> (String, Vec<HexId>) {
        let entry = self.entry[usize::from(p.side)];
        let comes = |unit: &UnitId| {
            self.may(p, side, Action::Movement(MovementAction::Bring { unit: *unit, to: entry }))
        };
        let coming: Units = self.counters.of(p.side).filter(comes).collect();
        let still: Units = self.field(p).army(p.side).filter(|unit| !p.moved.has(*unit)).collect();
        let moves = match still.len() {
            0 => "all your units have moved".to_string(),
            1 => format!("{} can still move", self.names(still, "or")),
            n => format!("{n} of your units can still move"),
        };
        let bring = match coming.first() {
            None => String::new(),
            Some(_) => format!(", {} can come at {}", self.names(coming, "and"), self.map.spot(entry)),
        };
        let text =
            format!("Turn {} of {TURNS}, your movement: {moves}{bring}. End it when you are ready", p.turn);
        (text, coming.first().map(|_| entry).into_iter().collect())
    }

    fn may(&self, p: &Position, side: Side, action: Action) -> bool {
        self.check(p, side, &action).is_ok()
    }

    fn names(&self, units: Units, last: &str) -> String {
        listed(&units.iter().map(|unit| &self.counters[unit].name).collect::<Vec<_>>(), last)
    }
}
