//! A combat after its Cohesion checks (states 6.12 to 6.18), and one that the defender has left before it began (6.7a):
//!
//! * `advance`, `pursuit`: into the emptied hex and after those who fled (8.7.4, 8.8.3);
//! * `resolve`, `modifiers`: the Assault (8.8.1);
//! * `losses`, `vehicles`, `morale`: its results (8.8.2, 9e to 9j);
//! * `supply`: munitions, spoils and stores afterwards (8.2.1, 3.3).

mod advance;
mod losses;
mod modifiers;
mod morale;
mod pursuit;
mod resolve;
pub mod state;
mod supply;
mod vehicles;
mod words;

pub use modifiers::{AssaultModifier, LABELS, MODIFIERS, encircled};
pub use morale::MoraleParts;
pub use supply::Share;

use super::fight::Strength;
use super::{Engine, Event};
use crate::data::Fate;
use crate::position::{ATTACKER, HexId, Pieces, Position, Step, UnitId};
use crate::words::COMBAT_HEX;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};
use state::Assault;

/// After what attackers advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// The defender left before the combat began (orel 8.5h).
    Before,
    /// The Cohesion checks drove the defender away (orel 8.7.4a).
    Cohesion,
    /// The Assault did (orel 8.8.3a).
    Assault,
    /// The Assault of a pursuit did (orel RU-79).
    Pursuit,
}

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStep {
    /// Attackers enter the emptied hex (states 6.7a, 6.12, 6.17).
    Advance {
        /// After what.
        when: When,
    },
    /// A part of Orel is chosen (orel 7.1.1e).
    Part,
    /// Cavalry goes on in pursuit.
    Pursue {
        /// After what.
        when: When,
    },
    /// Whether there is an Assault (state 6.13).
    Ask,
    /// Conditions of a side's cavalry are looked at again (state 6.14).
    Condition {
        /// Attacker or defender.
        who: u8,
    },
    /// Cavalry of a side charges or not.
    Charge {
        /// Attacker or defender.
        who: u8,
    },
    /// The Assault dice are rolled (state 6.15).
    Roll,
    /// They are read.
    Read,
    /// Losses are taken (state 6.15a).
    Losses,
    /// Vehicles test (state 6.15b).
    Vehicles,
    /// A vehicle's test is read.
    Tested {
        /// Which.
        unit: UnitId,
    },
    /// The loser rolls for Morale (state 6.16).
    Morale,
    /// The die is read.
    MoraleRead,
    /// Those who must leave go.
    Moves,
    /// Who is Unsupplied (state 6.18).
    Supply,
    /// Who is supplied again.
    Share {
        /// By what.
        share: Share,
    },
    /// A side has chosen all that it was asked for, and says that it goes on. Only with `ends=player`.
    Settled {
        /// Attacker or defender.
        who: u8,
    },
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AssaultAction {
    /// A unit enters the hex.
    Advance(UnitId),
    /// Those in Orel are in its centre, or in the suburbs.
    Part { centre: bool },
    /// A unit pursues those who fled to a hex.
    Pursue { unit: UnitId, hex: HexId },
    /// The attacker assaults.
    Assault,
    /// The attacker does not.
    Refrain,
    /// Cavalry charges.
    Charge(UnitId),
    /// Cavalry fights dismounted.
    Dismount(UnitId),
    /// A unit takes a loss.
    Lose(UnitId),
    /// A vehicle need not test.
    Spare(UnitId),
    /// A unit is supplied.
    Supply(UnitId),
    /// No more.
    Done,
}

sandtable_core::action_table! {
    AssaultAction, Engine<'_>;
    (Advance(unit)) unit & hex: COMBAT_HEX = "advance": "advance {unit}", "Advance {unit} to {hex}";
    (Part { centre: true }) = "centre": "centre", "Hold the centre of Orel";
    (Part { centre: false }) = "suburbs": "suburbs", "Hold the suburbs of Orel";
    (Pursue { unit, hex }) unit, hex = "pursue": "pursue {unit} {hex}", "Pursue with {unit} to {hex}";
    (Assault) & hex: COMBAT_HEX = "assault" weigh: "assault", "Assault {hex}";
    (Refrain) = "refrain": "no assault", "Do not assault";
    (Charge(unit)) unit = "charge": "charge {unit}", "Charge with {unit}";
    (Dismount(unit)) unit = "dismount": "dismount {unit}", "Let {unit} fight dismounted";
    (Lose(unit)) unit = "lose": "lose {unit}", "{unit} takes the loss";
    (Spare(unit)) unit = "spare": "spare {unit}", "Spare {unit} its test";
    (Supply(unit)) unit = "supply": "supply {unit}", "Supply {unit}";
    (Done) = "done": "done", "Go on";
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum AssaultEvent {
    /// A unit advances.
    Advanced { unit: UnitId, from: Option<HexId>, hex: HexId },
    /// A part of Orel is taken.
    Part { centre: bool, hex: HexId },
    /// A Depot is taken.
    DepotTaken { unit: UnitId, hex: Option<HexId>, stores: u8 },
    /// A pursuit begins.
    Pursuit { hex: HexId, unharmed: bool, riders: Pieces, fled: Pieces },
    /// Whether there is an Assault.
    Asked { hex: HexId, assault: bool },
    /// Cavalry charges, or cannot any more.
    Charge { unit: UnitId, charges: bool },
    /// Strengths and modifiers of an Assault.
    Strengths { strengths: [u16; 2], adds: [i8; MODIFIERS], hex: HexId },
    /// Its dice and row; whether nothing can happen to pursuers in it.
    Result {
        dice: [u8; 2],
        add: i8,
        total: i8,
        row: [u8; 2],
        steps: [u8; 2],
        due: [u8; 2],
        loser: u8,
        m: i8,
        hex: HexId,
        adds: [i8; MODIFIERS],
        unharmed: bool,
    },
    /// The strength of a side in it, sum by sum.
    Side { who: u8, strength: Strength },
    /// A vehicle is spared its test.
    Spared { unit: UnitId },
    /// A vehicle's test.
    Vehicle { unit: UnitId, die: u8, upto: u8, hex: Option<HexId> },
    /// A unit's Morale; the first one tells the die.
    Morale { unit: UnitId, die: u8, parts: MoraleParts, tq: u8, fate: Fate, hex: Option<HexId>, first: bool },
    /// A unit is supplied by spoils or stores.
    Shared { unit: UnitId, share: Share, hex: Option<HexId> },
    /// The combat is over.
    Over { hex: HexId },
}

impl Engine<'_> {
    /// Goes on after the Cohesion checks and the moves that they caused (state 6.12): replaces the top step.
    pub(super) fn assault_begin(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.assault = Assault { fought: true, could: p.assault.could, ..Assault::START };
        self.settle(p, events);
        let next = if self.hex_cleared(p) {
            AssaultStep::Advance { when: When::Cohesion }
        } else {
            AssaultStep::Ask
        };
        p.play.steps.replace(Step::Assault(next));
    }

    /// Ends a combat that the defender has left before it began (orel 8.5h, orel 8.2.1k): munitions that were not needed, advance
    /// without pursuit. Replaces the top step.
    pub(super) fn assault_unopposed(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.assault = Assault { points: self.unused_points(p), ..Assault::START };
        self.settle(p, events);
        p.play.steps.replace(Step::Assault(AssaultStep::Share { share: Share::Munitions }));
    }

    /// With `ends=player`, a side that has made its last choice says itself that dice may fall or the enemy is asked.
    fn settled(&self, p: &mut Position, who: usize, last: bool) {
        if last && p.rules.ended_by_player {
            p.play.steps.push(Step::Assault(AssaultStep::Settled { who: who as u8 }));
        }
    }
}

impl Module<Assault> for Engine<'_> {
    type Step = AssaultStep;
    type Action = AssaultAction;
    type Event = AssaultEvent;

    fn run(&self, p: &mut Position, step: AssaultStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            AssaultStep::Advance { when } => return Flow::ask_if(self.advance_run(p, when, events)),
            AssaultStep::Part | AssaultStep::Settled { .. } => return Flow::Ask,
            AssaultStep::Pursue { .. } => return Flow::ask_if(self.pursue_run(p, events)),
            AssaultStep::Ask if self.can_assault(p) => return Flow::Ask,
            AssaultStep::Ask => p.play.steps.replace(Step::Assault(AssaultStep::Supply)),
            AssaultStep::Condition { who } => self.charge_begin(p, usize::from(who), events),
            AssaultStep::Charge { .. } if !p.assault.asked.is_empty() => return Flow::Ask,
            AssaultStep::Charge { who } => self.charge_over(p, usize::from(who)),
            AssaultStep::Roll => self.assault_roll(p, dice, events),
            AssaultStep::Read => self.assault_read(p, events),
            AssaultStep::Losses => return Flow::ask_if(self.losses_run(p, events)),
            AssaultStep::Vehicles => return Flow::ask_if(self.vehicles_run(p, dice, events)),
            AssaultStep::Tested { unit } => self.vehicle_read(p, unit, events),
            AssaultStep::Morale => self.morale_roll(p, dice, events),
            AssaultStep::MoraleRead => self.morale_read(p, events),
            AssaultStep::Moves => self.moves_run(p, events),
            AssaultStep::Supply => self.supply_begin(p, events),
            AssaultStep::Share { share } => return Flow::ask_if(self.share_run(p, share, events)),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: AssaultStep) -> Decision {
        let of = |who: usize| Side(self.fight_side(p, who));
        let active = Side(p.active);
        match step {
            AssaultStep::Advance { when: When::Before } => {
                Decision::one(active, "8.5h", "advance into the hex that was left")
            }
            AssaultStep::Advance { when: When::Assault } => {
                Decision::one(active, "8.8.3a", "advance after the Assault")
            }
            AssaultStep::Advance { .. } => Decision::one(active, "8.7.4a", "advance into the emptied hex"),
            AssaultStep::Part => Decision::one(active, "7.1.1e", "suburbs or centre of Orel"),
            AssaultStep::Pursue { when } => {
                Decision::one(active, self.pursuit_rule(when), "pursue with cavalry")
            }
            AssaultStep::Ask => Decision::one(active, "8.8a", "assault or refrain"),
            AssaultStep::Charge { who } => {
                Decision::one(of(usize::from(who)), "8.8.1b", "charge in the Assault or fight dismounted")
            }
            AssaultStep::Losses => {
                let who = self.loss_turn(p).unwrap_or(ATTACKER);
                Decision::one(of(who), "8.8.2c", "choose a unit for the next loss")
            }
            AssaultStep::Vehicles => {
                let who = self.sparing(p).unwrap_or(ATTACKER);
                Decision::one(of(who), "9g", "choose a vehicle that need not test")
            }
            AssaultStep::Share { share } => {
                Decision::one(active, share.rule(), "choose a unit to be supplied")
            }
            AssaultStep::Settled { who } => {
                let rule = match p.play.steps.below() {
                    Step::Assault(AssaultStep::Losses) => "8.8.2c",
                    Step::Assault(AssaultStep::Vehicles) => "9g",
                    _ => "8.8.1b",
                };
                Decision::one(of(usize::from(who)), rule, "all is chosen, go on")
            }
            _ => Decision::one(active, "8.8a", "go on"),
        }
    }

    fn offers(&self, p: &Position, step: AssaultStep, _: Side, out: &mut Offers<'_, AssaultAction>) {
        let mut offer = |a| out.candidate(a);
        match step {
            AssaultStep::Advance { .. } => {
                p.combat.units[ATTACKER].iter().for_each(|u| offer(AssaultAction::Advance(u)));
                offer(AssaultAction::Done);
            }
            AssaultStep::Part => {
                [false, true].into_iter().for_each(|centre| offer(AssaultAction::Part { centre }));
            }
            AssaultStep::Pursue { .. } => {
                for hex in self.quarries(p) {
                    p.assault.advanced.iter().for_each(|unit| offer(AssaultAction::Pursue { unit, hex }));
                }
                offer(AssaultAction::Done);
            }
            AssaultStep::Ask => {
                offer(AssaultAction::Assault);
                offer(AssaultAction::Refrain);
            }
            AssaultStep::Charge { .. } => {
                for u in p.assault.asked.iter() {
                    offer(AssaultAction::Charge(u));
                    offer(AssaultAction::Dismount(u));
                }
            }
            AssaultStep::Losses => {
                if let Some(who) = self.loss_turn(p) {
                    self.loss_choices(p, &p.combat, who).iter().for_each(|u| offer(AssaultAction::Lose(u)));
                }
            }
            AssaultStep::Vehicles => p.assault.tests.iter().for_each(|u| offer(AssaultAction::Spare(u))),
            AssaultStep::Share { share } => {
                self.share_of(p, share).0.iter().for_each(|u| offer(AssaultAction::Supply(u)));
                offer(AssaultAction::Done);
            }
            AssaultStep::Settled { .. } => offer(AssaultAction::Done),
            _ => {}
        }
    }

    fn refuse(&self, p: &Position, step: AssaultStep, _: Side, &a: &AssaultAction) -> Option<Refusal> {
        use AssaultAction as A;
        use AssaultStep as S;
        match (step, a) {
            (S::Advance { when }, A::Advance(unit)) => self.refuse_advance(p, when, unit),
            (S::Advance { when }, A::Done) if self.advance_due(p, when) => Some(Refusal::new(
                "8.8.3a",
                "after an Assault at least one combat unit must enter the emptied hex",
            )),
            (S::Advance { .. } | S::Pursue { .. } | S::Share { .. } | S::Settled { .. }, A::Done) => None,
            (S::Part, A::Part { .. }) | (S::Ask, A::Assault | A::Refrain) => None,
            (S::Pursue { .. }, A::Pursue { unit, hex }) => self.refuse_pursuit(p, unit, hex),
            (S::Charge { .. }, A::Charge(unit) | A::Dismount(unit)) => {
                let no =
                    || Refusal::new("8.8.1b", "only cavalry whose conditions have changed decides again");
                (!p.assault.asked.has(unit)).then(no)
            }
            (S::Losses, A::Lose(unit)) => self.refuse_loss(p, unit),
            (S::Vehicles, A::Spare(unit)) => {
                let own = self.sparing(p).is_some_and(|who| p.combat.units[who].has(unit));
                let no = || Refusal::new("9g", "it is not a vehicle of yours that has to test");
                (!own || !p.assault.tests.has(unit)).then(no)
            }
            (S::Share { share }, A::Supply(unit)) => self.refuse_share(p, share, unit),
            _ => Some(self.out_of_turn(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: AssaultStep,
        _: Side,
        &a: &AssaultAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use AssaultAction as A;
        use AssaultStep as S;
        match (step, a) {
            (S::Advance { .. }, A::Advance(unit)) => self.enter_hex(p, unit, events),
            (S::Advance { when }, A::Done) => self.advance_over(p, when),
            (S::Part, A::Part { centre }) => {
                p.play.steps.pop();
                p.centre = centre;
                events.push(Event::Assault(AssaultEvent::Part { centre, hex: self.d.map.orel }));
            }
            (S::Pursue { .. }, A::Pursue { unit, hex }) => {
                p.assault.pursuers.insert(unit);
                p.assault.quarry = hex.into();
            }
            (S::Pursue { .. }, A::Done) => self.pursue_over(p, events),
            (S::Ask, A::Assault | A::Refrain) => {
                let assault = a == A::Assault;
                events.push(Event::Assault(AssaultEvent::Asked { hex: p.combat.hex, assault }));
                let next = if assault { S::Condition { who: ATTACKER as u8 } } else { S::Supply };
                p.play.steps.replace(Step::Assault(next));
            }
            (S::Charge { who }, A::Charge(unit) | A::Dismount(unit)) => {
                let charges = matches!(a, A::Charge(_));
                p.assault.asked.remove(unit);
                if charges {
                    p.combat.charging.insert(unit);
                }
                events.push(Event::Assault(AssaultEvent::Charge { unit, charges }));
                self.settled(p, usize::from(who), p.assault.asked.is_empty());
            }
            (S::Losses, A::Lose(unit)) => {
                if let Some(who) = self.loss_turn(p) {
                    self.take_loss(p, who, unit, events);
                    if p.rules.ended_by_player {
                        // What follows without a choice comes before the side is asked to go on.
                        self.losses_without_choice(p, who, events);
                    }
                    self.settled(p, who, self.loss_turn(p) != Some(who));
                }
            }
            (S::Vehicles, A::Spare(unit)) => {
                if let Some(who) = self.sparing(p) {
                    p.assault.tests.remove(unit);
                    events.push(Event::Assault(AssaultEvent::Spared { unit }));
                    self.settled(p, who, !self.tests_too_many(p, who));
                }
            }
            (S::Settled { .. }, A::Done) => _ = p.play.steps.pop(),
            (S::Share { share }, A::Supply(unit)) => self.share_take(p, share, unit, events),
            (S::Share { share }, A::Done) => self.share_over(p, share, events),
            _ => {}
        }
    }

    fn line(&self, event: &AssaultEvent, _: Viewer) -> Option<Line> {
        Some(self.assault_line(*event))
    }
}
