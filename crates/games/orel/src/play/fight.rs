//! A combat from the choice of an attack to the Cohesion checks (8.1e to 8.1h), in the order of the rulebook: which attack
//! ([`next`]), the retreat before combat ([`before`]), the duel of trains ([`duel`]), contact and coordination ([`support`]), charges
//! ([`charge`]) and Cohesion ([`checks`]). [`strength`] and [`cohesion`] have the figures.

mod before;
mod charge;
mod checks;
mod cohesion;
mod duel;
mod lines;
mod next;
pub mod state;
mod strength;
mod support;

pub use cohesion::Modifiers;
pub(crate) use lines::strength_text;
pub use strength::{Strength, Worth, rounded};

use super::{Engine, Event};
use crate::data::Fate;
use crate::position::{ATTACKER, AttackOn, DEFENDER, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// Steps. `who` is [`ATTACKER`] or [`DEFENDER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightStep {
    /// The next attack is chosen (state 6.6).
    Next,
    /// The defender may retreat before combat (state 6.7).
    Before,
    /// The check for it was rolled.
    BeforeRolled,
    /// Guns may go along.
    BeforeGuns,
    /// Those who go leave.
    BeforeLeave,
    /// They have left.
    BeforeLeft,
    /// Two trains duel (state 6.7b).
    Duel,
    /// A die of the duel was rolled.
    DuelRolled {
        /// Whose.
        who: u8,
    },
    /// The duel is over.
    DuelOver,
    /// Trains may go into contact (state 6.8).
    Contact {
        /// Whose.
        who: u8,
    },
    /// Supports are coordinated (state 6.9).
    Coordination,
    /// A die of it was rolled.
    CoordinationRolled,
    /// Cavalry may charge (state 6.10).
    Charge {
        /// Whose.
        who: u8,
    },
    /// A side's Cohesion die is rolled (state 6.11).
    Cohesion {
        /// Whose.
        who: u8,
    },
    /// It was rolled.
    CohesionRolled {
        /// Whose.
        who: u8,
    },
    /// Units retreat and rout, the defender's first (orel RU-35).
    Leave,
    /// An attack has been resolved; after the last one the attacker ends the phase. Only with `ends=player`.
    Fought,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FightAction {
    /// Resolve an attack (orel 8.1e).
    Resolve { attack: AttackOn },
    /// Try to retreat before combat (orel 8.5).
    Retreat,
    /// Do not.
    Stand,
    /// A gun goes along (orel 8.5e).
    Along { unit: UnitId },
    /// A train goes into contact (orel 9.1a).
    Contact { unit: UnitId },
    /// Cavalry charges (orel 8.7.1w).
    Charge { unit: UnitId },
    /// No more of them.
    Done,
}

sandtable_core::action_table! {
    FightAction, Engine<'_>;
    (Resolve { attack }) attack = "resolve" weigh: "resolve {attack}", "Resolve the attack on {attack}";
    (Retreat) = "retreat": "retreat", "Try to retreat before combat";
    (Stand) = "stand": "stand", "Stand and fight";
    (Along { unit }) unit = "along": "along {unit}", "Take {unit} along";
    (Contact { unit }) unit = "contact": "contact {unit}", "Bring {unit} into contact";
    (Charge { unit }) unit = "charge": "charge {unit}", "Charge with {unit}";
    (Done) = "done": "done", "Go on";
}

/// Why an attack is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// The defender has gone (orel 7.2q).
    Empty,
    /// Nobody is left who can attack (orel 9a).
    Nobody,
}

/// Events. Pairs are attacker, defender.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum FightEvent {
    /// An attack is cancelled, and its points go back to a Depot.
    Cancelled { hex: HexId, attackers: Pieces, why: Off, points: u8, depot: Maybe<UnitId> },
    /// An attack is resolved.
    Opened {
        hex: HexId,
        prepared: bool,
        attackers: Pieces,
        supports: Pieces,
        defenders: Pieces,
        helpers: Pieces,
        worth: Worth,
    },
    /// Only vehicles or Depots are attacked: no checks, no munitions.
    Walkover { hex: HexId, vehicles: bool, points: u8, depot: Maybe<UnitId> },
    /// The defender does not retreat before combat.
    Stands { hex: HexId },
    /// Units go without a check.
    GoFreely { hex: HexId, units: Pieces },
    /// A check for the retreat before combat.
    BeforeCheck { hex: HexId, units: Pieces, die: u8, hasty: i8, fast: i8, tq: u8, passed: bool },
    /// A gun goes along.
    Along { unit: UnitId, hex: HexId },
    /// A duel of trains.
    Duel { trains: [UnitId; 2], dice: [u8; 2], add: [u8; 2], hex: HexId },
    /// Its result: nobody, or who lost, and whether by double.
    DuelResult { loser: Option<UnitId>, double: bool, hex: HexId },
    /// A train is driven off and comes back.
    DrivenOff { unit: UnitId, turn: u8, hex: Option<HexId> },
    /// A train goes into contact.
    InContact { unit: UnitId, fire: u8, hex: Option<HexId> },
    /// Supports are coordinated or not.
    Coordinated { units: Pieces, die: u8, ooc: i8, hasty: i8, tq: u8, passed: bool },
    /// Cavalry charges.
    Charges { unit: UnitId, strength: u8, hex: Option<HexId> },
    /// Strength of a side.
    Strength { who: u8, strength: Strength },
    /// Strengths of both.
    Ratio { attack: u16, defence: u16, hex: HexId },
    /// A unit's Cohesion check; the first of its side tells the die.
    Check {
        unit: UnitId,
        hex: Option<HexId>,
        die: u8,
        add: Modifiers,
        tq: u8,
        inspired: bool,
        fate: Fate,
        first: bool,
    },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn fight_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        p.play.steps.push(Step::Fight(FightStep::Next));
    }

    /// The side that attacks or defends.
    pub fn fight_side(&self, p: &Position, who: usize) -> u8 {
        if who == ATTACKER { p.active } else { p.reactive() }
    }

    /// Goes on to another step of this module.
    fn fight_to(&self, p: &mut Position, step: FightStep) {
        p.play.steps.replace(Step::Fight(step));
    }

    /// The step of the other side after the attacker's, or the one that follows both.
    fn fight_after(who: usize, other: FightStep, then: FightStep) -> FightStep {
        if who == DEFENDER { then } else { other }
    }
}

impl Module<state::Fight> for Engine<'_> {
    type Step = FightStep;
    type Action = FightAction;
    type Event = FightEvent;

    fn run(&self, p: &mut Position, step: FightStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            FightStep::Next => return Flow::ask_if(self.fight_next(p, events)),
            FightStep::Fought => return Flow::ask_if(self.fight_fought(p)),
            FightStep::Before => return Flow::ask_if(self.fight_before(p, events)),
            FightStep::BeforeRolled => self.fight_before_rolled(p, events),
            FightStep::BeforeGuns => {
                if !p.fight.guns.is_empty() {
                    return Flow::Ask;
                }
                self.fight_to(p, FightStep::BeforeLeave);
            }
            FightStep::BeforeLeave => self.fight_before_leave(p),
            FightStep::BeforeLeft => self.fight_before_left(p, dice, events),
            FightStep::Duel => self.fight_duel(p, dice, events),
            FightStep::DuelRolled { who } => self.fight_duel_rolled(p, usize::from(who), dice, events),
            FightStep::DuelOver => self.fight_duel_over(p, dice, events),
            FightStep::Contact { who } => {
                if !self.fight_could_contact(p, usize::from(who)).is_empty() {
                    return Flow::Ask;
                }
                self.fight_contact_done(p, usize::from(who));
            }
            FightStep::Coordination => self.fight_coordination(p, dice, events),
            FightStep::CoordinationRolled => self.fight_coordination_rolled(p, events),
            FightStep::Charge { who } => {
                if !self.fight_could_charge(p, &p.combat, usize::from(who)).is_empty() {
                    return Flow::Ask;
                }
                self.fight_charge_done(p, usize::from(who), events);
            }
            FightStep::Cohesion { who } => self.fight_cohesion(p, usize::from(who), dice, events),
            FightStep::CohesionRolled { who } => self.fight_cohesion_rolled(p, usize::from(who), events),
            FightStep::Leave => self.fight_leave(p, dice, events),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: FightStep) -> Decision {
        let (side, rule, what) = match step {
            FightStep::Before => (p.reactive(), "8.5a", "retreat before combat, or stand"),
            FightStep::BeforeGuns => (p.reactive(), "8.5e", "guns that go along"),
            FightStep::Contact { who } => {
                (self.fight_side(p, usize::from(who)), "9.1a", "armored trains that go into contact")
            }
            FightStep::Charge { who } => {
                (self.fight_side(p, usize::from(who)), "8.7.1w", "cavalry that charges")
            }
            FightStep::Fought => (p.active, "8.1e", "all attacks are resolved, go on"),
            _ => (p.active, "8.1e", "the attack to resolve next"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: FightStep, _: Side, out: &mut Offers<'_, FightAction>) {
        let mut offer = |a| out.candidate(a);
        match step {
            FightStep::Next => {
                (0..p.attack_count)
                    .for_each(|attack| offer(FightAction::Resolve { attack: AttackOn(attack) }));
                return;
            }
            FightStep::Before => {
                return [FightAction::Retreat, FightAction::Stand].into_iter().for_each(offer);
            }
            FightStep::BeforeGuns => p.fight.guns.iter().for_each(|unit| offer(FightAction::Along { unit })),
            FightStep::Contact { who } => {
                let trains = self.fight_could_contact(p, usize::from(who));
                trains.iter().for_each(|unit| offer(FightAction::Contact { unit }));
            }
            FightStep::Charge { who } => {
                let riders = self.fight_could_charge(p, &p.combat, usize::from(who));
                riders.iter().for_each(|unit| offer(FightAction::Charge { unit }));
            }
            _ => {}
        }
        offer(FightAction::Done);
    }

    fn refuse(&self, p: &Position, step: FightStep, _: Side, &a: &FightAction) -> Option<Refusal> {
        match (step, a) {
            (FightStep::Next, FightAction::Resolve { attack: AttackOn(attack) }) => match p
                .declared()
                .get(usize::from(attack))
            {
                None => Some(Refusal::new("8.1e", "there is no such attack")),
                Some(a) if a.done => Some(Refusal::new("8.1e", "this attack has been resolved or cancelled")),
                Some(_) => None,
            },
            (FightStep::Before, FightAction::Retreat | FightAction::Stand) => None,
            (FightStep::BeforeGuns, FightAction::Along { unit }) => self.fight_refuse_along(p, unit),
            (FightStep::Contact { who }, FightAction::Contact { unit }) => {
                self.fight_refuse_contact(p, usize::from(who), unit)
            }
            (FightStep::Charge { who }, FightAction::Charge { unit }) => {
                self.fight_refuse_charge(p, usize::from(who), unit)
            }
            (
                FightStep::BeforeGuns
                | FightStep::Contact { .. }
                | FightStep::Charge { .. }
                | FightStep::Fought,
                FightAction::Done,
            ) => None,
            _ => Some(self.out_of_turn(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: FightStep,
        _: Side,
        &a: &FightAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (step, a) {
            (FightStep::Next, FightAction::Resolve { attack: AttackOn(attack) }) => {
                if p.rules.ended_by_player {
                    p.play.steps.push(Step::Fight(FightStep::Fought));
                }
                self.fight_open(p, usize::from(attack), events)
            }
            (FightStep::Fought, FightAction::Done) => _ = p.play.steps.pop(),
            (FightStep::Before, FightAction::Retreat) => self.fight_try_before(p, dice, events),
            (FightStep::Before, FightAction::Stand) => {
                events.push(Event::Fight(FightEvent::Stands { hex: p.combat.hex }));
                self.fight_join(p);
            }
            (FightStep::BeforeGuns, FightAction::Along { unit }) => self.fight_along(p, unit, events),
            (FightStep::BeforeGuns, FightAction::Done) => self.fight_to(p, FightStep::BeforeLeave),
            (FightStep::Contact { who }, FightAction::Contact { unit }) => {
                self.fight_contact(p, usize::from(who), unit, events);
            }
            (FightStep::Contact { who }, FightAction::Done) => self.fight_contact_done(p, usize::from(who)),
            (FightStep::Charge { .. }, FightAction::Charge { unit }) => self.fight_charge(p, unit, events),
            (FightStep::Charge { who }, FightAction::Done) => {
                self.fight_charge_done(p, usize::from(who), events);
            }
            _ => {}
        }
    }

    fn line(&self, event: &FightEvent, _: Viewer) -> Option<Line> {
        Some(self.fight_line(*event))
    }
}
