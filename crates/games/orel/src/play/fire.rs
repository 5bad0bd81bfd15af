//! Part I of the combat phase (8.1): attacks are grouped and supplied (8.2), Barrages (8.3), counterbattery (8.4), support of the
//! defence (8.6.2) and its supply.

mod barrage;
mod counter;
mod defence;
mod group;
mod munitions;
mod plan;
pub mod state;
mod together;
mod words;

pub use barrage::{Part, Parts};

use super::{Engine, Event};
use crate::data::Fate;
use crate::position::{AttackId, DepotId, HexId, Phase, Pieces, Position, Step, TargetId, UnitId};
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};
use state::Fire;

/// What waits to be decided or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FireStep {
    /// The active player groups and supplies attacks and Barrages, and resupplies units.
    Munitions,
    /// The active player names the targets of Barrages.
    Targets,
    /// The active player chooses the next Barrage.
    Order,
    /// The dice of a shot are thrown.
    Shoot(u8),
    /// They are read.
    Hit(u8),
    /// The die of a target's check is thrown.
    Waver {
        /// Who checks.
        target: UnitId,
        /// Added to the die.
        add: i8,
    },
    /// It is read.
    Stand {
        /// Who checks.
        target: UnitId,
        /// Added to the die.
        add: i8,
    },
    /// The reactive player names counterbattery.
    Answer,
    /// The next counterbattery.
    Reply,
    /// The die of the check before it is thrown.
    Check(u8),
    /// It is read.
    Checked(u8),
    /// The reactive player names supports of the defence.
    Defence,
    /// The reactive player draws on Depots that are not functional, or spares them.
    Stores,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FireAction {
    /// Joins two attacks on one hex.
    Join(Joined),
    /// The units of a hex leave an attack for one of their own.
    Part { attack: AttackId, hex: HexId },
    /// A unit leaves the others of its hex for an attack of its own.
    Single { unit: UnitId },
    /// A gun or train supports an attack, or the defence against it.
    Support { unit: UnitId, attack: AttackId },
    /// An attack gets the points of a Depot, or none.
    Supply { attack: AttackId, depot: DepotId },
    /// A Barrage gets the point of a Depot, or none.
    Feed { unit: UnitId, depot: DepotId },
    /// A Depot resupplies a unit.
    Resupply { unit: UnitId, depot: DepotId },
    /// A Barrage or counterbattery gets its target.
    Aim { firer: UnitId, target: TargetId },
    /// A Barrage is not fired.
    Hold { firer: UnitId },
    /// The defence draws on a Depot that is not functional.
    Draw { depot: UnitId },
    /// A Barrage is fired next.
    Shoot { firer: UnitId },
    /// Goes on.
    Done,
}

/// Two attacks by their places in the list, the earlier one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Joined {
    pub a: AttackId,
    pub b: AttackId,
}

/// No Depot.
const NO_DEPOT: DepotId = DepotId(Maybe::NONE);

sandtable_core::action_table! {
    FireAction, Engine<'_>;
    (Done) = "done": "done", "Go on";
    (Join(attacks)) attacks = "join": "join {attacks}", "Join attacks {attacks}";
    (Part { attack, hex }) attack, hex = "part": "part {attack} {hex}", "Part those in {hex} from {attack}";
    (Single { unit }) unit = "part": "part {unit}", "Let {unit} attack alone";
    (Support { unit, attack }) unit, attack = "support": "support {unit} {attack}", "Fire of {unit} for {attack}";
    (Supply { attack, depot: NO_DEPOT }) attack = "unsupply": "supply {attack} none", "No munitions for {attack}";
    (Supply { attack, depot }) attack, depot = "supply":
        "supply {attack} {depot}", "Munitions of {depot} for {attack}";
    (Feed { unit, depot: NO_DEPOT }) unit = "unsupply": "supply {unit} none", "No munitions for {unit}";
    (Feed { unit, depot }) unit, depot = "supply": "supply {unit} {depot}", "Munitions of {depot} for {unit}";
    (Resupply { unit, depot }) unit, depot = "resupply": "resupply {unit} {depot}", "Resupply {unit} by {depot}";
    (Aim { firer, target }) firer, target = "aim" weigh: "fire {firer} {target}", "Aim the fire of {firer} at {target}";
    (Aim { firer, target }) firer, target = "aim" weigh:
        "fire {firer} at {target}", "Aim the fire of {firer} at {target}";
    (Draw { depot }) depot = "draw": "draw {depot}", "Draw on {depot}";
    (Shoot { firer }) firer = "shoot" weigh: "fire {firer}", "Fire {firer} next";
    (Hold { firer }) firer = "hold": "hold {firer}", "Hold the fire of {firer}";
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum FireEvent {
    /// An attack was grouped.
    Grouped { attack: u8, target: HexId, prepared: bool, attackers: Pieces, supports: Pieces },
    /// A unit's attack comes to nothing.
    Dropped { unit: UnitId, hex: Option<HexId>, rule: &'static str },
    /// An attack has munitions, or none.
    Supplied {
        attack: u8,
        target: HexId,
        depot: Maybe<UnitId>,
        points: u8,
        left: u8,
        armed: Pieces,
        stay: Pieces,
    },
    /// A Barrage has munitions, or none.
    Fed { unit: UnitId, depot: Maybe<UnitId>, left: u8 },
    /// A target was named.
    Aimed { unit: UnitId, target: UnitId, hex: Option<HexId> },
    /// A shot is not fired; the target is none if it was never named.
    Silent { unit: UnitId, target: Option<UnitId>, hex: Option<HexId> },
    /// A shot was fired.
    Fired {
        unit: UnitId,
        target: UnitId,
        hex: Option<HexId>,
        counter: bool,
        dice: [u8; 2],
        fire: u8,
        add: i8,
        total: i8,
        losses: u8,
        check: Option<i8>,
        parts: Parts,
    },
    /// A combat unit keeps its last step.
    Spared { unit: UnitId, hex: Option<HexId> },
    /// A target's check.
    Stood { unit: UnitId, hex: Option<HexId>, die: u8, add: i8, tq: u8, fate: Fate },
    /// A check before counterbattery.
    Checked { unit: UnitId, target: UnitId, hex: Option<HexId>, die: u8, add: i8, tq: u8, passed: bool },
    /// A gun or train supports the defence.
    Helps { unit: UnitId, attack: u8, target: HexId },
    /// The defence draws on a Depot that is not functional.
    Drawn { depot: UnitId, hex: Option<HexId> },
    /// A shot and what came of it are over.
    Over { hex: Option<HexId> },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn fire_enter(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let step = match p.phase {
            Phase::Munitions => {
                self.fire_begin_munitions(p, events);
                FireStep::Munitions
            }
            Phase::Barrage => FireStep::Targets,
            Phase::Counterbattery => {
                p.fire.clear_shots();
                FireStep::Answer
            }
            _ => {
                self.fire_prune(p);
                FireStep::Defence
            }
        };
        p.play.steps.push(Step::Fire(step));
    }
}

impl Module<Fire> for Engine<'_> {
    type Step = FireStep;
    type Action = FireAction;
    type Event = FireEvent;

    fn run(&self, p: &mut Position, step: FireStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            FireStep::Munitions => {
                let asks = self.fire_munitions_matter(p);
                if !asks {
                    p.play.steps.pop();
                }
                return Flow::ask_if(asks);
            }
            FireStep::Targets => return Flow::ask_if(self.fire_run_targets(p, events)),
            FireStep::Order => return Flow::ask_if(self.fire_run_order(p, events)),
            FireStep::Shoot(shot) => self.fire_run_shoot(p, shot, dice, events),
            FireStep::Hit(shot) => self.fire_run_hit(p, shot, events),
            FireStep::Waver { target, add } => self.fire_run_waver(p, target, add, dice, events),
            FireStep::Stand { target, add } => self.fire_run_stand(p, target, add, events),
            FireStep::Answer => return Flow::ask_if(self.fire_run_answer(p)),
            FireStep::Reply => self.fire_run_reply(p, events),
            FireStep::Check(shot) => self.fire_run_check(p, shot, dice, events),
            FireStep::Checked(shot) => self.fire_run_checked(p, shot, events),
            FireStep::Defence => return Flow::ask_if(self.fire_run_defence(p)),
            FireStep::Stores => return Flow::ask_if(self.fire_run_stores(p, events)),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: FireStep) -> Decision {
        let (side, rule, what) = match step {
            FireStep::Munitions => (p.active, "8.1a", "group attacks and give them munitions"),
            FireStep::Targets => (p.active, "8.1b", "name the targets of the Barrages"),
            FireStep::Order => (p.active, "8.3.1e", "choose the next Barrage"),
            FireStep::Answer => (p.reactive(), "8.4a", "name the targets of counterbattery"),
            FireStep::Defence => (p.reactive(), "8.6.2c", "name guns and trains that support the defence"),
            FireStep::Stores => {
                (p.reactive(), "3.2Ba", "draw on Depots that are not functional, or spare them")
            }
            _ => (p.active, "8.1b", "go on"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: FireStep, _: Side, out: &mut Offers<'_, FireAction>) {
        match step {
            FireStep::Munitions => {
                self.fire_munitions_each(p, &mut |a| {
                    out.candidate(a);
                    false
                });
            }
            FireStep::Targets => {
                for firer in p.fire.list().iter().filter(|s| s.is_aimless()).map(|s| s.firer) {
                    for target in self.fire_near(p, firer, p.reactive()) {
                        out.candidate(FireAction::Aim { firer, target: TargetId(target) });
                    }
                    out.candidate(FireAction::Hold { firer });
                }
            }
            FireStep::Order => {
                p.fire.list().iter().for_each(|s| out.candidate(FireAction::Shoot { firer: s.firer }))
            }
            FireStep::Answer => out.all_legal(self.fire_answers(p)),
            FireStep::Defence => out.all_legal(self.fire_helpers(p)),
            FireStep::Stores => {
                self.fire_stores(p).iter().for_each(|depot| out.candidate(FireAction::Draw { depot }))
            }
            _ => {}
        }
        out.candidate(FireAction::Done);
    }

    fn refuse(&self, p: &Position, step: FireStep, Side(side): Side, &a: &FireAction) -> Option<Refusal> {
        if Module::<Fire>::decision(self, p, step).side() != Some(Side(side)) {
            return Some(self.out_of_turn(p));
        }
        let answer = match step {
            FireStep::Munitions => self.fire_refuse_munitions(p, a),
            FireStep::Targets => self.fire_refuse_target(p, a),
            FireStep::Order => match a {
                FireAction::Shoot { firer } => match p.fire.shot_of(firer) {
                    Some(i) if !p.fire.shots[i].over => Ok(()),
                    _ => Err(Refusal::new("8.3.1a", "it has no Barrage to fire")),
                },
                _ => Err(self.out_of_turn(p)),
            },
            FireStep::Answer => self.fire_refuse_answer(p, a),
            FireStep::Defence => self.fire_refuse_help(p, a),
            FireStep::Stores => self.fire_refuse_draw(p, a),
            _ => Err(self.out_of_turn(p)),
        };
        answer.err()
    }

    fn take(
        &self,
        p: &mut Position,
        step: FireStep,
        _: Side,
        &a: &FireAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match step {
            FireStep::Munitions => self.fire_take_munitions(p, a, events),
            FireStep::Targets => self.fire_take_target(p, a, events),
            FireStep::Order => {
                if let FireAction::Shoot { firer } = a
                    && let Some(i) = p.fire.shot_of(firer)
                {
                    p.play.steps.push(Step::Fire(FireStep::Shoot(i as u8)));
                }
            }
            FireStep::Answer => self.fire_take_answer(p, a, events),
            FireStep::Defence => self.fire_take_help(p, a, events),
            FireStep::Stores => self.fire_take_draw(p, a, events),
            _ => {}
        }
    }

    fn line(&self, event: &FireEvent, _: Viewer) -> Option<Line> {
        Some(self.fire_line(*event))
    }
}
