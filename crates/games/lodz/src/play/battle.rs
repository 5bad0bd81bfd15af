//! The attack phase (7, with 8.1 to 8.5, 9.2 to 9.4, 10.3 and 15.1), in the order of the rulebook: who must attack and be attacked
//! ([`duty`]), independent fire ([`fire`]), how an attack is put together ([`build`]), its figures ([`odds`]) and its results
//! ([`results`]); retreats and pursuit are [`super::retreat`]'s.

mod build;
mod duty;
mod fire;
mod lines;
mod odds;
mod results;
pub mod state;
mod words;

pub(crate) use lines::{cause_rule, cause_text, choice_text};
pub use odds::{Cause, Odds, Outlook, SHIFTS, Shift, column_of};
pub use words::cell_text;

use super::{Action, Engine, Event};
use crate::data::{Cell, FireCell, Hexes};
use crate::play::common::no;
use crate::position::{HexId, Pieces, Position, Step, UnitId};
use sandtable_core::game::Line;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};
use sandtable_ops::ArrayList;
use serde::{Deserialize, Serialize};
use state::{ATTACKER, DEFENDER};
pub use words::BridgeSide;

/// The module of attacks.
pub struct BattleRules;

/// Steps. `who` is [`ATTACKER`] or [`DEFENDER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleStep {
    /// The attacker chooses what to do next, or ends the phase.
    Choose,
    /// Guns are chosen that fire alone.
    Fire,
    /// Units under fire lose CEL, then roll for disorganization.
    FireLoss,
    /// An attack is put together.
    Build,
    /// The defender names supporting artillery.
    Defend,
    /// The dice are rolled.
    Roll,
    /// A side chooses how far it goes back.
    Part {
        /// Which.
        who: u8,
    },
    /// A side loses CEL.
    Loss {
        /// Which.
        who: u8,
    },
    /// Units are disorganized.
    Disorder,
    /// Units retreat.
    Leave,
    /// Attackers pursue.
    Pursue,
    /// The attack is over.
    Over,
    /// A side has chosen who takes its losses, and says that it goes on. Only with `ends=player`.
    Settled {
        /// Which.
        who: u8,
    },
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum BattleAction {
    /// Begin to put together an attack on a hex.
    Attack { hex: HexId },
    /// Let artillery fire alone at a hex.
    Fire { hex: HexId },
    /// Let artillery fire alone at a bridge.
    Bridge(BridgeSide),
    /// End the phase.
    End,
    /// One more target.
    Target { hex: HexId },
    /// One target less.
    Spare { hex: HexId },
    /// One more unit or artillery.
    Add { unit: UnitId },
    /// All units that can join.
    All,
    /// One less.
    Drop { unit: UnitId },
    /// It is so.
    Confirm,
    /// Leave it.
    Cancel,
    /// Go back this many hexes, paying for the rest (lodz 7.34c).
    Back { hexes: u8 },
    /// A unit loses a CEL (lodz 7.36).
    Lose { unit: UnitId },
}

/// Target hexes as an event carries them.
pub type Targets = ArrayList<HexId, 6>;

/// Target hexes for an event.
fn targets_of(hexes: &Hexes) -> Targets {
    hexes.iter().take(6).collect()
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum BattleEvent {
    /// The duties of the phase: units that must attack, hexes that must be attacked.
    Duties { units: u16, hexes: u16 },
    /// Artillery fires alone at a hex.
    Fire { map: u8, hex: HexId, guns: Pieces, strength: u16, ground: u8 },
    /// What comes of it.
    FireRoll { map: u8, hex: HexId, dice: [u8; 2], cell: FireCell },
    /// Artillery fires at a bridge.
    Bridge { map: u8, hex: HexId, to: HexId, guns: Pieces, strength: u16 },
    /// An attack is declared.
    Declared { map: u8, targets: Targets, units: Pieces, guns: Pieces },
    /// Artillery supports the defence.
    Defence { map: u8, targets: Targets, guns: Pieces },
    /// The figures of an attack.
    Totals { map: u8, odds: Odds },
    /// The dice and the result.
    Roll { map: u8, hex: HexId, dice: [u8; 2], column: u8, cell: Cell },
    /// A side goes back this many hexes and loses this many CEL.
    Choice { who: u8, back: u8, of: u8, loss: u8, map: u8, hex: HexId },
    /// A stack rolls for disorganization.
    Disorder { map: u8, hex: HexId, side: u8, dice: [u8; 2] },
    /// An attack or fire is over. The log passes it over.
    Over { map: u8, hex: HexId },
}

impl Engine<'_> {
    /// Tells that an attack or fire is over.
    fn battle_over(&self, p: &Position, events: &mut Vec<Event>) {
        let (map, hex) = (self.scenario(p).map, p.battle.now.targets.first());
        events.extend(hex.map(|hex| Event::Battle(BattleEvent::Over { map, hex })));
    }

    /// The attack phase begins.
    pub(super) fn battle_enter(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.battle = state::Battle::START;
        self.battle_duties(p);
        let (units, hexes) = (self.owes(p).len() as u16, p.battle.must.len() as u16);
        if units > 0 {
            events.push(Event::Battle(BattleEvent::Duties { units, hexes }));
        }
        p.steps.push(Step::Battle(BattleStep::Choose));
    }
}

impl Module<BattleRules> for Engine<'_> {
    type Step = BattleStep;
    type Action = BattleAction;
    type Event = BattleEvent;

    fn run(&self, p: &mut Position, step: BattleStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            BattleStep::Choose => {
                // Nobody to attack and nothing to fire at: the phase is over.
                if p.held || !self.battle_targets(p).is_empty() || self.fire_has_target(p) {
                    return Flow::Ask;
                }
                p.battle.clear();
                p.steps.pop();
            }
            BattleStep::Fire | BattleStep::Build | BattleStep::Settled { .. } => return Flow::Ask,
            BattleStep::FireLoss => return Flow::ask_if(self.fire_loss(p, dice, events)),
            BattleStep::Defend if self.defence_asks(p) => return Flow::Ask,
            BattleStep::Defend => p.steps.replace(Step::Battle(BattleStep::Roll)),
            BattleStep::Roll => self.battle_roll(p, dice, events),
            BattleStep::Part { who } => return Flow::ask_if(self.battle_part(p, who)),
            BattleStep::Loss { who } => return Flow::ask_if(self.battle_losses(p, who, events)),
            BattleStep::Disorder => self.battle_disorder(p, dice, events),
            BattleStep::Leave => self.battle_leave(p),
            BattleStep::Pursue => self.battle_pursue(p),
            BattleStep::Over => {
                self.battle_over(p, events);
                p.battle.clear();
                self.retreat_forget(p);
                p.steps.pop();
            }
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: BattleStep) -> Decision {
        let (who, rule, what) = match step {
            BattleStep::Fire => (ATTACKER, "8.23", "choose artillery that fires at the target"),
            BattleStep::FireLoss => (DEFENDER, "ART.2", "choose the unit that loses a level to the fire"),
            BattleStep::Build => (ATTACKER, "7.12a", "put the attack together"),
            BattleStep::Defend => (DEFENDER, "7.12b", "name artillery that supports the defence"),
            BattleStep::Part { who } => {
                (who, "7.34c", "choose how many hexes to retreat, paying for the rest")
            }
            BattleStep::Loss { who } => (who, "7.36", "choose the unit that loses a level"),
            BattleStep::Settled { who } => {
                let fire = p.steps.waiting().contains(&Step::Battle(BattleStep::FireLoss));
                (who, if fire { "ART.2" } else { "7.36" }, "all losses are chosen, go on")
            }
            _ => (ATTACKER, "7.26", "attack, fire, or end the attacks"),
        };
        Decision::one(Side(self.side_of(p, who)), rule, what)
    }

    fn offers(&self, p: &Position, step: BattleStep, _: Side, out: &mut Offers<'_, BattleAction>) {
        let lose = |unit| BattleAction::Lose { unit };
        match step {
            BattleStep::Build => self.build_offers(p, out),
            BattleStep::Fire => self.fire_offers(p, out),
            BattleStep::Defend => self.defence_offers(p, out),
            BattleStep::FireLoss => out.all_legal(self.under_fire(p).iter().map(lose)),
            BattleStep::Loss { who } => out.all_legal(self.payers(p, who).iter().map(lose)),
            BattleStep::Settled { .. } => out.legal(BattleAction::Confirm),
            BattleStep::Part { who } => {
                let most = p.battle.outcome.retreat[usize::from(who)];
                out.all_legal((0..=most).map(|hexes| BattleAction::Back { hexes }));
            }
            _ => {
                out.all_legal(self.battle_targets(p).iter().map(|hex| BattleAction::Attack { hex }));
                self.fire_targets_offers(p, out);
                out.candidate(BattleAction::End);
            }
        }
    }

    fn refuse(&self, p: &Position, step: BattleStep, _: Side, a: &BattleAction) -> Option<Refusal> {
        match (step, *a) {
            (BattleStep::Build, a) => self.build_refuse(p, a),
            (BattleStep::Fire, a) => self.fire_refuse(p, a),
            (BattleStep::Defend, a) => self.defence_choice_refused(p, a),
            (BattleStep::FireLoss, BattleAction::Lose { unit }) => {
                let there = self.is_unit(unit) && self.under_fire(p).has(unit);
                (!there).then(|| no("ART.2", "it is not in the hex under fire"))
            }
            (BattleStep::Loss { who }, BattleAction::Lose { unit }) => {
                let there = self.is_unit(unit) && self.payers(p, who).has(unit);
                let rule = if who == ATTACKER { "7.38" } else { "7.36" };
                (!there).then(|| no(rule, "it is not one of those who can take this loss"))
            }
            (BattleStep::Part { who }, BattleAction::Back { hexes }) => {
                let most = p.battle.outcome.retreat[usize::from(who)];
                let why = "the result asks for {} hexes at most";
                (hexes > most).then(|| no("7.34a", why).number(most))
            }
            (BattleStep::Settled { .. }, BattleAction::Confirm) => None,
            (BattleStep::Choose, BattleAction::Attack { hex }) => self.target_refused(p, hex),
            (BattleStep::Choose, BattleAction::Fire { hex }) => self.fire_target_refused(p, hex, None),
            (BattleStep::Choose, BattleAction::Bridge(BridgeSide { hex, direction })) => {
                self.fire_target_refused(p, hex, Some(direction))
            }
            (BattleStep::Choose, BattleAction::End) => self.battle_unfinished(p),
            _ => Some(self.not_now(p, Action::Battle(*a))),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: BattleStep,
        _: Side,
        a: &BattleAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (step, *a) {
            (BattleStep::Build, a) => self.build_take(p, a, events),
            (BattleStep::Fire, a) => self.fire_take(p, a, dice, events),
            (BattleStep::Defend, BattleAction::Add { unit }) => p.battle.now.defence.insert(unit),
            (BattleStep::Defend, BattleAction::Drop { unit }) => p.battle.now.defence.remove(unit),
            (BattleStep::Defend, _) => {
                let (map, targets, guns) =
                    (self.scenario(p).map, targets_of(&p.battle.now.targets), p.battle.now.defence);
                if !guns.is_empty() {
                    events.push(Event::Battle(BattleEvent::Defence { map, targets, guns }));
                }
                p.steps.replace(Step::Battle(BattleStep::Roll));
            }
            (BattleStep::FireLoss, BattleAction::Lose { unit }) => {
                self.fire_lose(p, unit, events);
                self.fire_settled(p, events);
            }
            (BattleStep::Loss { who }, BattleAction::Lose { unit }) => {
                self.battle_lose(p, who, unit, events);
                self.battle_settled(p, who, events);
            }
            (BattleStep::Settled { .. }, _) => {
                p.steps.pop();
            }
            (BattleStep::Part { who }, BattleAction::Back { hexes }) => {
                let (map, of) = (self.scenario(p).map, p.battle.outcome.retreat[usize::from(who)]);
                let (loss, back) = (self.battle_price(p, who, hexes), hexes);
                let told = |hex| Event::Battle(BattleEvent::Choice { who, back, of, loss, map, hex });
                events.extend(p.battle.ground.get().map(told));
                self.battle_back(p, who, hexes);
            }
            (BattleStep::Choose, BattleAction::Attack { hex }) => {
                p.battle.now.targets = Hexes::one(hex);
                p.steps.push(Step::Battle(BattleStep::Build));
            }
            (BattleStep::Choose, BattleAction::Fire { hex }) => self.fire_aim(p, hex, None),
            (BattleStep::Choose, BattleAction::Bridge(BridgeSide { hex, direction })) => {
                self.fire_aim(p, hex, Some(direction));
            }
            _ => {
                p.battle.clear();
                p.steps.pop();
            }
        }
    }

    fn line(&self, event: &BattleEvent, _: Viewer) -> Option<Line> {
        Some(self.battle_line(*event))
    }
}
