//! Combat (6), and losses (7a).

use crate::game::Event;
use crate::position::units;
use crate::{Drill, Position};
use sandtable_core::game::{Decision, Line, Side};
use sandtable_core::machine::{Flow, Module};
use sandtable_core::phrase::{Names, Place, Unit};
use sandtable_core::{Bar, Dice};
use sandtable_ops::PieceSet;
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

sandtable_core::action_table! {
    /// What a player may do.
    pub enum CombatAction {
        /// A hex is attacked.
        Attack { at: Place } = "attack {at}",
        /// A unit takes no part.
        LeaveOut { unit: Unit } = "without {unit}",
        /// The attack is called off before it is fought.
        CallOff {} = "call off",
        /// The die is rolled.
        Fight {} = "fight",
        /// A unit takes the loss.
        Lose { unit: Unit } = "lose {unit}",
        /// A unit retreats.
        Retreat { unit: Unit, to: Place } = "retreat {unit} to {to}",
        /// An attacker advances.
        Advance { unit: Unit } = "advance {unit}",
        /// Nobody else advances.
        Stay {} = "stay",
        /// No more attacks.
        End {} = "end combat",
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CombatEvent {
    /// A fight: strengths, the die, what was added to it, and the result.
    Fought { at: Place, attack: u8, defence: u8, die: u8, modifier: i8, result: Outcome },
    /// A unit lost a step, or was lost.
    Lost { unit: Unit, gone: bool },
    /// A unit went back.
    Retreated { unit: Unit, to: Place },
    /// A unit could not go back.
    Cornered { unit: Unit },
    /// A unit went forward.
    Advanced { unit: Unit, to: Place },
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
    pub fn able(&self, p: &Position, at: Place) -> PieceSet<1> {
        let ready = |u: &Unit| self.side_of(*u) == p.side && !p.fought.has(u.0.into());
        let beside = |u: &Unit| p.at(*u).is_some_and(|hex| self.beside(at).any(|near| near == hex));
        units().filter(|u| ready(u) && beside(u)).map(|u| u.0.into()).collect()
    }

    /// The strength of some units.
    pub fn total(&self, p: &Position, some: PieceSet<1>) -> u8 {
        units().filter(|u| some.has(u.0.into())).map(|u| self.strength(p, u)).sum()
    }

    /// Those who defend a hex.
    pub fn defenders(&self, p: &Position, at: Place) -> PieceSet<1> {
        self.units_in(p, at).filter(|u| self.side_of(*u) != p.side).map(|u| u.0.into()).collect()
    }

    /// The column of an attack; none if the odds are too poor (drill 6d).
    pub fn column(&self, p: &Position, attackers: PieceSet<1>, at: Place) -> Option<usize> {
        let (attack, defence) = (self.total(p, attackers), self.total(p, self.defenders(p, at)));
        ratio(&RATIOS, attack.into(), defence.into()).and_then(|column| usize::try_from(column).ok())
    }

    /// What is added to the die, and why (drill 6e, drill 6f).
    pub fn modifiers(
        &self,
        p: &Position,
        attackers: PieceSet<1>,
        at: Place,
    ) -> [(i8, &'static str, &'static str); 2] {
        let wet = units()
            .filter(|u| attackers.has(u.0.into()))
            .all(|u| p.at(u).is_some_and(|from| self.over_river(from, at)));
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

    fn fight(&self, p: &mut Position, at: Place, dice: &mut dyn Dice, events: &mut Vec<Event>) {
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
        p.retreating = if result.back[0] { p.attackers } else { PieceSet::EMPTY };
        if result.back[1] {
            p.retreating.join(&self.defenders(p, at));
        }
    }

    /// Who of a side can take a loss in the combat under way.
    fn exposed(&self, p: &Position, side: u8) -> PieceSet<1> {
        match p.target {
            Some(at) if side != p.side => self.defenders(p, at),
            _ => p.attackers,
        }
    }

    /// A unit loses a step.
    fn bear(&self, p: &mut Position, unit: Unit, events: &mut Vec<Event>) {
        self.lose(p, unit, 1);
        events.push(Event::Combat(CombatEvent::Lost { unit, gone: p.at(unit).is_none() }));
        if let Some(crate::Step::Combat(CombatStep::Loss(side, left))) = p.steps.pop()
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

impl Module<Drill> for CombatPhase {
    type Step = CombatStep;
    type Action = CombatAction;
    type Event = CombatEvent;

    fn run(
        game: &Drill,
        p: &mut Position,
        step: CombatStep,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Flow {
        match step {
            CombatStep::Choose | CombatStep::Assemble => Flow::Ask,
            CombatStep::Loss(side, _) => {
                let exposed = game.exposed(p, side);
                let mut who = units().filter(|u| exposed.has(u.0.into()));
                match (who.next(), who.next()) {
                    (Some(_), Some(_)) => return Flow::Ask,
                    (Some(only), None) => game.bear(p, only, events),
                    (None, _) => drop(p.steps.pop()),
                }
                Flow::Next
            }
            CombatStep::Retreat(side) => game.run_retreat(p, side, events),
            CombatStep::Advance => game.run_advance(p),
        }
    }

    fn decision(_: &Drill, p: &Position, step: CombatStep) -> Decision {
        let (side, rule, what) = match step {
            CombatStep::Choose => (p.side, "6a", "choose a hex to attack, or end the combat"),
            CombatStep::Assemble => (p.side, "6c", "fight, or leave units out of the attack"),
            CombatStep::Loss(side, _) => (side, "7a", "choose who takes the loss"),
            CombatStep::Retreat(side) => (side, "7b", "choose where your units retreat"),
            CombatStep::Advance => (p.side, "7d", "advance into the empty hex, or stay"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn candidates(
        game: &Drill,
        p: &Position,
        step: CombatStep,
        side: Side,
        visit: &mut dyn FnMut(CombatAction),
    ) {
        match step {
            CombatStep::Choose => {
                let enemies = units().filter(|u| game.side_of(*u) != p.side).filter_map(|u| p.at(u));
                let hexes: sandtable_ops::HexSet<1> = enemies.map(|hex| hex.0).collect();
                hexes.iter().for_each(|at| visit(CombatAction::Attack { at: Place(at) }));
                visit(CombatAction::End {});
            }
            CombatStep::Assemble => {
                units().for_each(|unit| visit(CombatAction::LeaveOut { unit }));
                visit(CombatAction::Fight {});
                visit(CombatAction::CallOff {});
            }
            CombatStep::Loss(..) => units().for_each(|unit| visit(CombatAction::Lose { unit })),
            CombatStep::Retreat(_) => {
                for unit in units().filter(|u| p.retreating.has(u.0.into()) && game.side_of(*u) == side.0) {
                    game.ways_back(p, unit)
                        .iter()
                        .for_each(|to| visit(CombatAction::Retreat { unit, to: Place(to) }));
                }
            }
            CombatStep::Advance => {
                units().for_each(|unit| visit(CombatAction::Advance { unit }));
                visit(CombatAction::Stay {});
            }
        }
    }

    fn bar(game: &Drill, p: &Position, step: CombatStep, side: Side, action: &CombatAction) -> Option<Bar> {
        use CombatAction as A;
        let no = |rule, why| Some(Bar::new(rule, why));
        match (step, *action) {
            (CombatStep::Choose, A::End {})
            | (CombatStep::Assemble, A::CallOff {})
            | (CombatStep::Advance, A::Stay {}) => None,
            (CombatStep::Choose, A::Attack { at }) => {
                let able = game.able(p, at);
                if game.defenders(p, at).is_empty() {
                    return no("6a", "no enemy is there");
                }
                if p.attacked.has(at.0) {
                    return no("6b", "the hex was attacked in this phase");
                }
                match (able.is_empty(), game.column(p, able, at)) {
                    (true, _) => no("6a", "no unit beside it can attack"),
                    (_, None) => no("6d", "the odds are less than one to two"),
                    _ => None,
                }
            }
            (CombatStep::Assemble, A::LeaveOut { unit }) => match p.attackers.has(unit.0.into()) {
                false => no("6c", "the unit takes no part in the attack"),
                true if p.attackers.len() == 1 => no("6c", "somebody must attack"),
                true => None,
            },
            (CombatStep::Assemble, A::Fight {}) => {
                match p.target.and_then(|at| game.column(p, p.attackers, at)) {
                    Some(_) => None,
                    None => no("6d", "the odds are less than one to two"),
                }
            }
            (CombatStep::Loss(..), A::Lose { unit }) => match game.exposed(p, side.0).has(unit.0.into()) {
                true => None,
                false => no("7a", "the unit is not in the combat"),
            },
            (CombatStep::Retreat(_), A::Retreat { unit, to }) => game.bar_retreat(p, side.0, unit, to),
            (CombatStep::Advance, A::Advance { unit }) => match (p.attackers.has(unit.0.into()), p.target) {
                (true, Some(at)) if !game.is_full(p, at) && p.at(unit) != Some(at) => None,
                (true, _) => no("4a", "there is no room for it"),
                _ => no("7d", "the unit did not attack"),
            },
            _ => {
                let Decision::Decide { rule, what, .. } = Self::decision(game, p, step) else { return None };
                Some(Bar::new(rule, "this cannot be done now; what is asked is: {}").word(what))
            }
        }
    }

    fn take(
        game: &Drill,
        p: &mut Position,
        _: CombatStep,
        action: &CombatAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *action {
            CombatAction::Attack { at } => {
                p.attackers = game.able(p, at);
                p.target = Some(at);
                p.steps.push(CombatStep::Assemble.into());
            }
            CombatAction::LeaveOut { unit } => p.attackers.remove(unit.0.into()),
            CombatAction::CallOff {} | CombatAction::Stay {} => game.end_attack(p),
            CombatAction::Fight {} => {
                if let Some(at) = p.target {
                    game.fight(p, at, dice, events);
                }
            }
            CombatAction::Lose { unit } => game.bear(p, unit, events),
            CombatAction::Retreat { unit, to } => game.go_back(p, unit, to, events),
            CombatAction::Advance { unit } => game.advance(p, unit, events),
            CombatAction::End {} => game.next_side(p, events),
        }
    }

    fn line(game: &Drill, event: &CombatEvent) -> Line {
        let unit = |u: Unit| game.unit_name(u);
        let (text, rule, place) = match *event {
            CombatEvent::Fought { at, attack, defence, die, modifier, result } => {
                let added = if modifier == 0 { String::new() } else { format!(" {modifier}") };
                let at_name = game.place_name(at);
                let text =
                    format!("{attack} against {defence} at {at_name}, die {die}{added}: {}", result.words);
                (text, "6g", Some(at))
            }
            CombatEvent::Lost { unit: u, gone: true } => (format!("{} is lost", unit(u)), "7a", None),
            CombatEvent::Lost { unit: u, .. } => (format!("{} loses a step", unit(u)), "7a", None),
            CombatEvent::Retreated { unit: u, to } => {
                (format!("{} goes back to {}", unit(u), game.place_name(to)), "7b", Some(to))
            }
            CombatEvent::Cornered { unit: u } => {
                (format!("{} has nowhere to go and is lost", unit(u)), "7c", None)
            }
            CombatEvent::Advanced { unit: u, to } => {
                (format!("{} advances to {}", unit(u), game.place_name(to)), "7d", Some(to))
            }
        };
        Line { text, rule, places: place.map(|at| game.place_name(at)).into_iter().collect() }
    }
}
