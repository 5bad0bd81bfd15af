//! Combat (6), and losses (7a).

use crate::Units;
use crate::play::Event;
use crate::position::units;
use crate::{Drill, Position};
use crate::{HexId, UnitId};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Refusal};
use sandtable_ops::odds::{RatioRow, ratio};
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

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum CombatAction {
    /// A hex is attacked.
    Attack { at: HexId },
    /// A unit takes no part.
    LeaveOut { unit: UnitId },
    /// The attack is called off before it is fought.
    CallOff,
    /// The die is rolled.
    Fight,
    /// A unit takes the loss.
    Lose { unit: UnitId },
    /// A unit retreats.
    Retreat { unit: UnitId, to: HexId },
    /// An attacker advances.
    Advance { unit: UnitId },
    /// Nobody else advances.
    Stay,
    /// No more attacks.
    End,
}

sandtable_core::action_table! {
    CombatAction, Drill;
    (Attack { at }) at = "attack" weigh: "attack {at}", "Attack {at}";
    (LeaveOut { unit }) unit = "without": "without {unit}", "Leave {unit} out";
    (CallOff) = "call": "call off", "Call the attack off";
    (Fight) = "fight" weigh: "fight", "Roll the die";
    (Lose { unit }) unit = "lose": "lose {unit}", "{unit} takes the loss";
    (Retreat { unit, to }) unit, to = "retreat": "retreat {unit} to {to}", "Retreat {unit} to {to}";
    (Advance { unit }) unit = "advance": "advance {unit}", "Advance {unit}";
    (Stay) = "stay": "stay", "Advance no further";
    (End) = "end": "end combat", "End your combat";
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CombatEvent {
    /// A fight: strengths, the die, what was added to it, and the result.
    Fought { at: HexId, attack: u8, defence: u8, die: u8, modifier: i8, result: Outcome },
    /// A unit lost a step, or was lost.
    Lost { unit: UnitId, gone: bool },
    /// A unit went back.
    Retreated { unit: UnitId, to: HexId },
    /// A unit could not go back.
    Cornered { unit: UnitId },
    /// A unit went forward.
    Advanced { unit: UnitId, to: HexId },
}

/// A result of combat: steps lost by attack and defence, and who retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its name in the table.
    pub name: &'static str,
    /// What it means.
    pub words: &'static str,
    /// Steps lost by attack and defence.
    pub lost: [u8; 2],
    /// Whether attack and defence go back.
    pub back: [bool; 2],
}

const fn outcome(name: &'static str, words: &'static str, lost: [u8; 2], back: [bool; 2]) -> Outcome {
    Outcome { name, words, lost, back }
}

const AL: Outcome = outcome("AL", "the attack loses a step", [1, 0], [false, false]);
const AR: Outcome = outcome("AR", "the attack goes back", [0, 0], [true, false]);
const EX: Outcome = outcome("EX", "both lose a step", [1, 1], [false, false]);
const DR: Outcome = outcome("DR", "the defence goes back", [0, 0], [false, true]);
const DL: Outcome = outcome("DL", "the defence loses a step and goes back", [0, 1], [false, true]);
const D2: Outcome = outcome("D2", "the defence loses two steps and goes back", [0, 2], [false, true]);

/// The columns of the table (drill 6d).
pub const COLUMNS: [&str; 5] = ["1:2", "1:1", "2:1", "3:1", "4:1"];
const RATIOS: [RatioRow; 5] = [
    RatioRow { numerator: 1, denominator: 2, modifier: 0 },
    RatioRow { numerator: 1, denominator: 1, modifier: 1 },
    RatioRow { numerator: 2, denominator: 1, modifier: 2 },
    RatioRow { numerator: 3, denominator: 1, modifier: 3 },
    RatioRow { numerator: 4, denominator: 1, modifier: 4 },
];
/// The table of combat by die and column (drill 6g).
pub const TABLE: [[Outcome; 5]; 6] = [
    [AL, AL, AR, AR, EX],
    [AL, AR, AR, EX, DR],
    [AR, AR, EX, DR, DR],
    [AR, EX, DR, DR, DL],
    [EX, DR, DR, DL, DL],
    [DR, DR, DL, DL, D2],
];

impl Drill {
    /// Who could attack a hex: units of the side beside it that have not attacked (drill 6a, drill 6b).
    pub fn able(&self, p: &Position, at: HexId) -> Units {
        let ready = |u: &UnitId| self.side_of(*u) == p.side && !p.fought.has(*u);
        let beside = |u: &UnitId| p.at(*u).is_some_and(|hex| self.beside(at).any(|near| near == hex));
        units().filter(|u| ready(u) && beside(u)).collect()
    }

    /// The strength of some units.
    pub fn total(&self, p: &Position, some: Units) -> u8 {
        some.iter().map(|u| self.strength(p, u)).sum()
    }

    /// Those who defend a hex.
    pub fn defenders(&self, p: &Position, at: HexId) -> Units {
        self.units_in(p, at).filter(|u| self.side_of(*u) != p.side).collect()
    }

    /// The column of an attack; none if the odds are too poor (drill 6d).
    pub fn column(&self, p: &Position, attackers: Units, at: HexId) -> Option<usize> {
        let (attack, defence) = (self.total(p, attackers), self.total(p, self.defenders(p, at)));
        ratio(&RATIOS, attack.into(), defence.into()).and_then(|column| usize::try_from(column).ok())
    }

    /// What is added to the die, and why (drill 6e, drill 6f).
    pub fn modifiers(
        &self,
        p: &Position,
        attackers: Units,
        at: HexId,
    ) -> [(i8, &'static str, &'static str); 2] {
        let wet = attackers.iter().all(|u| p.at(u).is_some_and(|from| self.over_river(from, at)));
        [
            (-i8::from(self.cover.has(at.0)), "the ground helps the defence", "6e"),
            (-i8::from(wet), "the attack comes over a river", "6f"),
        ]
    }

    /// The result of a die.
    pub fn read_table(&self, column: usize, die: u8, modifier: i8) -> Outcome {
        let row = usize::from(die.saturating_add_signed(modifier).clamp(1, 6)) - 1;
        TABLE[row][column.min(COLUMNS.len() - 1)]
    }

    fn fight(&self, p: &mut Position, at: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(column) = self.column(p, p.attackers, at) else { return };
        let (attack, defence) = (self.total(p, p.attackers), self.total(p, self.defenders(p, at)));
        let modifier = self.modifiers(p, p.attackers, at).iter().map(|m| m.0).sum();
        let die = dice.roll(6);
        let result = self.read_table(column, die, modifier);
        events.push(Event::Combat(CombatEvent::Fought { at, attack, defence, die, modifier, result }));
        p.fought.join(&p.attackers);
        p.attacked.insert(at.0);
        // The last one pushed comes first: losses, retreats, the advance.
        let sides = [p.side, 1 - p.side];
        p.steps.replace(CombatStep::Advance.into());
        for i in [1, 0] {
            if result.back[i] {
                p.steps.push(CombatStep::Retreat(sides[i]).into());
            }
        }
        for i in [1, 0] {
            if result.lost[i] > 0 {
                p.steps.push(CombatStep::Loss(sides[i], result.lost[i]).into());
            }
        }
        p.retreating = if result.back[0] { p.attackers } else { Units::EMPTY };
        if result.back[1] {
            p.retreating.join(&self.defenders(p, at));
        }
    }

    /// Who of a side can take a loss in the combat under way.
    fn exposed(&self, p: &Position, side: u8) -> Units {
        match p.target {
            Some(at) if side != p.side => self.defenders(p, at),
            _ => p.attackers,
        }
    }

    /// A unit loses a step.
    fn bear(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        self.lose(p, unit, 1);
        events.push(Event::Combat(CombatEvent::Lost { unit, gone: p.at(unit).is_none() }));
        if let crate::Step::Combat(CombatStep::Loss(side, left)) = p.steps.pop()
            && left > 1
        {
            p.steps.push(CombatStep::Loss(side, left - 1).into());
        }
    }
}

impl From<CombatStep> for crate::Step {
    fn from(step: CombatStep) -> crate::Step {
        crate::Step::Combat(step)
    }
}

impl Module<CombatPhase> for Drill {
    type Step = CombatStep;
    type Action = CombatAction;
    type Event = CombatEvent;

    fn run(&self, p: &mut Position, step: CombatStep, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            CombatStep::Choose | CombatStep::Assemble => Flow::Ask,
            CombatStep::Loss(side, _) => {
                let exposed = self.exposed(p, side);
                let mut who = exposed.iter();
                match (who.next(), who.next()) {
                    (Some(_), Some(_)) => return Flow::Ask,
                    (Some(only), None) => self.bear(p, only, events),
                    (None, _) => {
                        p.steps.pop();
                    }
                }
                Flow::Next
            }
            CombatStep::Retreat(side) => self.run_retreat(p, side, events),
            CombatStep::Advance => self.run_advance(p),
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
        match step {
            CombatStep::Choose => {
                let enemies = units().filter(|u| self.side_of(*u) != p.side).filter_map(|u| p.at(u));
                let hexes: sandtable_ops::HexSet<1> = enemies.map(|hex| hex.0).collect();
                hexes.iter().for_each(|at| out.candidate(CombatAction::Attack { at: HexId(at) }));
                out.candidate(CombatAction::End);
            }
            CombatStep::Assemble => {
                units().for_each(|unit| out.candidate(CombatAction::LeaveOut { unit }));
                out.candidate(CombatAction::Fight);
                out.candidate(CombatAction::CallOff);
            }
            CombatStep::Loss(..) => units().for_each(|unit| out.candidate(CombatAction::Lose { unit })),
            CombatStep::Retreat(_) => {
                for unit in p.retreating.iter().filter(|u| self.side_of(*u) == side.0) {
                    self.ways_back(p, unit)
                        .iter()
                        .for_each(|to| out.candidate(CombatAction::Retreat { unit, to: HexId(to) }));
                }
            }
            CombatStep::Advance => {
                units().for_each(|unit| out.candidate(CombatAction::Advance { unit }));
                out.candidate(CombatAction::Stay);
            }
        }
    }

    fn refuse(&self, p: &Position, step: CombatStep, side: Side, action: &CombatAction) -> Option<Refusal> {
        use CombatAction as A;
        let no = |rule, why| Some(Refusal::new(rule, why));
        let (unit, hex) = match *action {
            A::Attack { at } => (None, Some(at)),
            A::Retreat { unit, to } => (Some(unit), Some(to)),
            A::LeaveOut { unit } | A::Lose { unit } | A::Advance { unit } => (Some(unit), None),
            _ => (None, None),
        };
        if !self.exists(unit, hex) {
            return no("6a", "there is no such unit or hex");
        }
        match (step, *action) {
            (CombatStep::Choose, A::End)
            | (CombatStep::Assemble, A::CallOff)
            | (CombatStep::Advance, A::Stay) => None,
            (CombatStep::Choose, A::Attack { at }) => {
                let able = self.able(p, at);
                if self.defenders(p, at).is_empty() {
                    return no("6a", "no enemy is there");
                }
                if p.attacked.has(at.0) {
                    return no("6b", "the hex was attacked in this phase");
                }
                match (able.is_empty(), self.column(p, able, at)) {
                    (true, _) => no("6a", "no unit beside it can attack"),
                    (_, None) => no("6d", "the odds are less than one to two"),
                    _ => None,
                }
            }
            (CombatStep::Assemble, A::LeaveOut { unit }) => match p.attackers.has(unit) {
                false => no("6c", "the unit takes no part in the attack"),
                true if p.attackers.len() == 1 => no("6c", "somebody must attack"),
                true => None,
            },
            (CombatStep::Assemble, A::Fight) => {
                match p.target.and_then(|at| self.column(p, p.attackers, at)) {
                    Some(_) => None,
                    None => no("6d", "the odds are less than one to two"),
                }
            }
            (CombatStep::Loss(..), A::Lose { unit }) => match self.exposed(p, side.0).has(unit) {
                true => None,
                false => no("7a", "the unit is not in the combat"),
            },
            (CombatStep::Retreat(_), A::Retreat { unit, to }) => self.bar_retreat(p, side.0, unit, to),
            (CombatStep::Advance, A::Advance { unit }) => match (p.attackers.has(unit), p.target) {
                (true, Some(at)) if !self.is_full(p, at) && p.at(unit) != Some(at) => None,
                (true, _) => no("4a", "there is no room for it"),
                _ => no("7d", "the unit did not attack"),
            },
            _ => {
                let Decision::Decide { rule, what, .. } = Module::<CombatPhase>::decision(self, p, step)
                else {
                    return None;
                };
                Some(Refusal::new(rule, "this cannot be done now; what is asked is: {}").word(what))
            }
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: CombatStep,
        _: Side,
        action: &CombatAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *action {
            CombatAction::Attack { at } => {
                p.attackers = self.able(p, at);
                p.target = Some(at);
                p.steps.push(CombatStep::Assemble.into());
            }
            CombatAction::LeaveOut { unit } => p.attackers.remove(unit),
            CombatAction::CallOff | CombatAction::Stay => self.end_attack(p),
            CombatAction::Fight => {
                if let Some(at) = p.target {
                    self.fight(p, at, dice, events);
                }
            }
            CombatAction::Lose { unit } => self.bear(p, unit, events),
            CombatAction::Retreat { unit, to } => self.go_back(p, unit, to, events),
            CombatAction::Advance { unit } => self.advance(p, unit, events),
            CombatAction::End => self.next_side(p, events),
        }
    }

    fn line(&self, event: &CombatEvent, _: Viewer) -> Option<Line> {
        let unit = |u: UnitId| self.counter_of(u).name.clone();
        let (text, rule, place) = match *event {
            CombatEvent::Fought { at, attack, defence, die, modifier, result } => {
                let added = if modifier == 0 { String::new() } else { format!(" {modifier}") };
                let at_name = self.hex_name(at);
                let text =
                    format!("{attack} against {defence} at {at_name}, die {die}{added}: {}", result.words);
                (text, "6g", Some(at))
            }
            CombatEvent::Lost { unit: u, gone: true } => (format!("{} is lost", unit(u)), "7a", None),
            CombatEvent::Lost { unit: u, .. } => (format!("{} loses a step", unit(u)), "7a", None),
            CombatEvent::Retreated { unit: u, to } => {
                (format!("{} goes back to {}", unit(u), self.hex_name(to)), "7b", Some(to))
            }
            CombatEvent::Cornered { unit: u } => {
                (format!("{} has nowhere to go and is lost", unit(u)), "7c", None)
            }
            CombatEvent::Advanced { unit: u, to } => {
                (format!("{} advances to {}", unit(u), self.hex_name(to)), "7d", Some(to))
            }
        };
        Some(Line { text, rule, places: place.map(|at| self.hex_name(at)).into_iter().collect() })
    }
}
