//! Combat (6), and losses (7a).

use super::{Event, Events, Step};
use crate::{Drill, Position};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module, Offers, not_asked};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Refusal};
use sandtable_hexgame::story::Happened;
use sandtable_hexgame::table::{Modifier, Odds};
use sandtable_hexgame::{HexId, UnitId, Units};
use serde::{Deserialize, Serialize};

/// The combat phase.
pub struct CombatPhase;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatStep {
    /// A side chooses a hex to attack.
    Choose,
    /// It says who takes part.
    Assemble,
    /// A side takes losses: whose, and how many.
    Loss(u8, u8),
    /// Units of a side retreat.
    Retreat(u8),
    /// Attackers advance.
    Advance,
}

sandtable_core::actions! {
    /// What a player may do.
    pub enum CombatAction for Drill {
        /// A hex is attacked.
        Attack { at: HexId } = "attack" weigh: "attack {at}", "Attack {at}";
        /// A unit takes no part.
        LeaveOut { unit: UnitId } = "without": "without {unit}", "Leave {unit} out";
        /// The attack is called off before it is fought.
        CallOff = "call": "call off", "Call the attack off";
        /// The die is rolled.
        Fight = "fight" weigh: "fight", "Roll the die";
        /// A unit takes the loss.
        Lose { unit: UnitId } = "lose": "lose {unit}", "{unit} takes the loss";
        /// A unit retreats.
        Retreat { unit: UnitId, to: HexId } = "retreat": "retreat {unit} to {to}", "Retreat {unit} to {to}";
        /// An attacker advances.
        Advance { unit: UnitId } = "advance": "advance {unit}", "Advance {unit}";
        /// Nobody else advances.
        Stay = "stay": "stay", "Advance no further";
        /// No more attacks.
        End = "end": "end combat", "End your combat";
    }
}

impl Drill {
    /// Who could attack a hex: units of the side beside it that have not attacked (drill 6a, drill 6b).
    pub fn able(&self, p: &Position, at: HexId) -> Units {
        self.field(p).beside(p.side, at).without(&p.fought)
    }

    /// Those who defend a hex.
    pub fn defenders(&self, p: &Position, at: HexId) -> Units {
        self.field(p).units(1 - p.side, at)
    }

    /// What is added to the die, and why (drill 6e, drill 6f).
    pub fn modifiers(&self, p: &Position, attackers: Units, at: HexId) -> [Modifier; 2] {
        let wet = |unit| p.units.at(unit).is_some_and(|from| self.map.wet(from, at));
        [
            (-i8::from(self.cover.has(at)), "the ground helps the defence", "6e"),
            (-i8::from(attackers.iter().all(wet)), "the attack comes over a river", "6f"),
        ]
    }

    /// The odds of an attack; none if they are too poor (drill 6d).
    pub fn odds(&self, p: &Position, attackers: Units, at: HexId) -> Option<Odds> {
        let total = |units: Units| units.iter().map(|unit| self.strength(p, unit)).sum();
        let modifiers = self.modifiers(p, attackers, at);
        self.table.odds(total(attackers), total(self.defenders(p, at)), &modifiers)
    }

    /// drill 6g
    fn fight(&self, p: &mut Position, at: HexId, dice: &mut dyn Dice, events: &mut Events) {
        let Some(odds) = self.odds(p, p.attackers, at) else { return };
        let die = dice.roll(6);
        let result = self.table.result(&odds, die);
        events.push(Event::Combat(Happened::Fought { at, side: p.side, odds, die }));
        p.fought.join(&p.attackers);
        p.attacked.insert(at);
        p.retreating = if result.back[0] { p.attackers } else { Units::EMPTY };
        if result.back[1] {
            p.retreating.join(&self.defenders(p, at));
        }
        // The last one pushed comes first: losses, retreats, the advance.
        let sides = [1, 0].map(|i| (i, [p.side, 1 - p.side][i]));
        p.steps.replace(Step::Combat(CombatStep::Advance));
        for (_, side) in sides.into_iter().filter(|(i, _)| result.back[*i]) {
            p.steps.push(Step::Combat(CombatStep::Retreat(side)));
        }
        for (i, side) in sides.into_iter().filter(|(i, _)| result.lost[*i] > 0) {
            p.steps.push(Step::Combat(CombatStep::Loss(side, result.lost[i])));
        }
    }

    /// Who of a side can take a loss in the combat under way.
    pub(crate) fn exposed(&self, p: &Position, side: u8) -> Units {
        p.target.filter(|_| side != p.side).map_or(p.attackers, |at| self.defenders(p, at))
    }

    /// A unit loses a step.
    fn bear(&self, p: &mut Position, unit: UnitId, events: &mut Events) {
        let gone = self.lose(p, unit, 1);
        events.push(Event::Combat(Happened::Lost { unit, gone }));
        if let Step::Combat(CombatStep::Loss(side, left @ 2..)) = p.steps.pop() {
            p.steps.push(Step::Combat(CombatStep::Loss(side, left - 1)));
        }
    }
}

impl Module<CombatPhase> for Drill {
    type Step = CombatStep;
    type Action = CombatAction;
    type Event = Happened;

    fn run(&self, p: &mut Position, step: CombatStep, _: &mut dyn Dice, events: &mut Events) -> Flow {
        match step {
            CombatStep::Choose | CombatStep::Assemble => Flow::Ask,
            CombatStep::Loss(side, _) => {
                let exposed = self.exposed(p, side);
                match exposed.first() {
                    Some(_) if exposed.len() > 1 => return Flow::Ask,
                    Some(only) => self.bear(p, only, events),
                    None => drop(p.steps.pop()),
                }
                Flow::Next
            }
            CombatStep::Retreat(side) => self.run_retreat(p, side, events),
            CombatStep::Advance => self.run_advance(p, events),
        }
    }

    fn decision(&self, p: &Position, step: CombatStep) -> Decision {
        let (side, rule, what) = match step {
            CombatStep::Choose => (p.side, "6a", "choose a hex to attack, or end the combat"),
            CombatStep::Assemble => (p.side, "6c", "fight, or leave units out of the attack"),
            CombatStep::Loss(side, _) => (side, "7a", "choose who takes the loss"),
            CombatStep::Retreat(side) => (side, "7b", "choose where your units retreat"),
            CombatStep::Advance => (p.side, "7d", "advance into the empty hex, or stay"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: CombatStep, side: Side, out: &mut Offers<'_, CombatAction>) {
        use CombatAction as A;
        match step {
            CombatStep::Choose => {
                out.candidates(self.field(p).occupied(1 - p.side).iter().map(|at| A::Attack { at }));
                out.candidate(A::End);
            }
            CombatStep::Assemble => {
                out.candidates(p.attackers.iter().map(|unit| A::LeaveOut { unit }));
                out.candidates([A::Fight, A::CallOff]);
            }
            CombatStep::Loss(..) => {
                out.candidates(self.exposed(p, side.0).iter().map(|unit| A::Lose { unit }));
            }
            CombatStep::Retreat(_) => {
                for unit in p.retreating.iter() {
                    let ways = self.ways_back(p, unit);
                    out.candidates(ways.iter().map(|to| A::Retreat { unit, to }));
                }
            }
            CombatStep::Advance => {
                out.candidates(p.attackers.iter().map(|unit| A::Advance { unit }));
                out.candidate(A::Stay);
            }
        }
    }

    fn refuse(&self, p: &Position, step: CombatStep, side: Side, action: &CombatAction) -> Option<Refusal> {
        use CombatAction as A;
        let poor = (true, "6d", "the odds are less than one to two");
        match (step, *action) {
            (CombatStep::Choose, A::End)
            | (CombatStep::Assemble, A::CallOff)
            | (CombatStep::Advance, A::Stay) => None,
            (CombatStep::Choose, A::Attack { at }) => {
                let able = self.able(p, at);
                let barred = Refusal::first(&[
                    (self.defenders(p, at).is_empty(), "6a", "no enemy is there"),
                    (p.attacked.has(at), "6b", "the hex was attacked in this phase"),
                    (able.is_empty(), "6a", "no unit beside it can attack"),
                ]);
                barred.or_else(|| Refusal::first(&[(self.odds(p, able, at).is_none(), poor.1, poor.2)]))
            }
            (CombatStep::Assemble, A::LeaveOut { unit }) => Refusal::first(&[
                (!p.attackers.has(unit), "6c", "the unit takes no part in the attack"),
                (p.attackers.len() == 1, "6c", "somebody must attack"),
            ]),
            (CombatStep::Assemble, A::Fight) => {
                let odds = p.target.and_then(|at| self.odds(p, p.attackers, at));
                Refusal::first(&[(odds.is_none(), poor.1, poor.2)])
            }
            (CombatStep::Loss(..), A::Lose { unit }) => {
                let exposed = self.exposed(p, side.0);
                Refusal::first(&[(!exposed.has(unit), "7a", "the unit is not in the combat")])
            }
            (CombatStep::Retreat(_), A::Retreat { unit, to }) => self.bar_retreat(p, side.0, unit, to),
            (CombatStep::Advance, A::Advance { unit }) => {
                let room = p.target.is_some_and(|at| !self.is_full(p, at) && p.units.at(unit) != Some(at));
                Refusal::first(&[
                    (!p.attackers.has(unit), "7d", "the unit did not attack"),
                    (!room, "4a", "there is no room for it"),
                ])
            }
            _ => Some(not_asked(Module::<CombatPhase>::decision(self, p, step))),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: CombatStep,
        _: Side,
        action: &CombatAction,
        dice: &mut dyn Dice,
        events: &mut Events,
    ) {
        match (*action, p.target) {
            (CombatAction::Attack { at }, _) => {
                (p.target, p.attackers) = (Some(at), self.able(p, at));
                p.steps.push(Step::Combat(CombatStep::Assemble));
            }
            (CombatAction::LeaveOut { unit }, _) => p.attackers.remove(unit),
            (CombatAction::CallOff | CombatAction::Stay, _) => self.end_attack(p, events),
            (CombatAction::Fight, Some(at)) => self.fight(p, at, dice, events),
            (CombatAction::Lose { unit }, _) => self.bear(p, unit, events),
            (CombatAction::Retreat { unit, to }, _) => {
                let from = p.units.at(unit).unwrap_or(to);
                self.put(p, unit, to);
                p.retreating.remove(unit);
                events.push(Event::Combat(Happened::Retreated { unit, from, to }));
            }
            (CombatAction::Advance { unit }, Some(to)) => {
                let from = p.units.at(unit).unwrap_or(to);
                self.put(p, unit, to);
                events.push(Event::Combat(Happened::Advanced { unit, from, to }));
            }
            (CombatAction::Fight | CombatAction::Advance { .. }, None) => {}
            (CombatAction::End, _) => self.next_side(p, events),
        }
    }

    fn line(&self, event: &Happened, _: Viewer) -> Option<Line> {
        Some(self.chronicle().line(event))
    }
}
