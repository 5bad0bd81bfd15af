//! Behind the front: Depots (3), recruits (4), command (5), events (6), the end of a player turn (2.1g) and who wins (10).

mod command;
mod depots;
mod end;
mod events;
mod moments;
mod recruits;
pub mod state;
mod supply;
mod victory;
mod words;

pub use moments::Moment;
pub use victory::{Standing, Unmet};

use super::{Engine, Event};
use crate::position::{EventId, FormationId, HexId, Phase, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};

/// Steps of the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RearStep {
    /// The active side spends Recruit Points (orel 4).
    Recruits,
    /// Main bodies and command status of the active side (orel 5.2).
    Command,
    /// Groups tie: the active side picks the main body of a formation (orel 5.2.1h).
    MainBody {
        /// Which.
        formation: FormationId,
    },
    /// The reactive side picks a formation that suffers an event (orel 6.1a).
    Formation {
        /// The event, as a row of the list.
        event: EventId,
    },
    /// The active side picks the unit that suffers it (orel 6.1a).
    Victim {
        /// The event.
        event: EventId,
        /// The formation.
        formation: FormationId,
    },
    /// A side may play the event that it keeps (orel 6.2a).
    Offer {
        /// Who.
        side: u8,
        /// The moment.
        moment: Moment,
    },
    /// A side may make its last roll again (orel 6.2a).
    Reroll,
}

/// Actions of the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RearAction {
    /// No more recruits; the event is not played now; the roll stands.
    Done,
    /// Prisoners become a Recruit Point (orel 4.1c).
    Enlist,
    /// A unit recovers a step (orel 4.3.1Aa).
    Restore { unit: UnitId },
    /// A recruit battalion appears at a station (orel 4.3.2e).
    Build { hex: HexId },
    /// A recruit battalion will come in by a friendly edge (orel 4.3.2f).
    BuildOutside,
    /// The group of this unit is the main body.
    MainBody { unit: UnitId },
    /// This formation suffers the event.
    Afflict { formation: FormationId },
    /// This unit suffers the event.
    Suffer { unit: UnitId },
    /// A raid on an enemy unit: on its supply, otherwise on its command.
    Raid { unit: UnitId, supply: bool },
    /// A unit is spoken to: it passes its checks in this combat.
    Speech { unit: UnitId },
    /// A unit out of command acts by itself.
    Initiative { unit: UnitId },
    /// The Barrage of a gun is observed from the air.
    Air { unit: UnitId },
    /// Agitators come to an enemy unit.
    Agitate { unit: UnitId },
    /// The last roll is made again.
    Again,
    /// The side wants random events from now on (orel 6a).
    TakeUp,
}

sandtable_core::action_table! {
    RearAction, Engine<'_>;
    (Done) = "done": "done", "Go on";
    (Again) = "again": "again", "Roll again";
    (TakeUp) = "want_events": "want events", "Propose random events";
    (Enlist) = "enlist": "enlist prisoners", "Enlist prisoners for a Recruit Point";
    (Restore { unit }) unit = "restore": "restore {unit}", "Restore a step of {unit}";
    (BuildOutside) = "build_outside": "build outside", "Build a recruit battalion that comes in by your edge";
    (Build { hex }) hex = "build": "build {hex}", "Build a recruit battalion in {hex}";
    (MainBody { unit }) unit = "main_body": "main body {unit}", "Make the group of {unit} the main body";
    (Afflict { formation }) formation = "afflict": "afflict {formation}", "Let {formation} suffer the event";
    (Suffer { unit }) unit = "suffer": "suffer {unit}", "Let {unit} suffer the event";
    (Raid { unit, supply: true }) unit = "raid": "raid {unit} supply", "Raid the supply of {unit}";
    (Raid { unit, supply: false }) unit = "raid": "raid {unit} command", "Raid the command of {unit}";
    (Speech { unit }) unit = "speech": "speech {unit}", "Speak to {unit}, which then passes its checks";
    (Initiative { unit }) unit = "initiative": "initiative {unit}", "Personal Initiative of {unit}";
    (Air { unit }) unit = "air": "air {unit}", "Air reconnaissance for the Barrage of {unit}";
    (Agitate { unit }) unit = "agitate": "agitate {unit}", "Send agitators to {unit}";
}

/// Why a formation is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Wake {
    /// Its day has come.
    Date,
    /// It is attacked.
    Attacked,
    /// An enemy is near.
    Near { enemy: UnitId },
    /// An enemy is near the double track.
    Track { enemy: UnitId },
}

/// What happens in the rear.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RearEvent {
    /// A player turn begins.
    Turn { turn: u8, side: u8 },
    /// A side gains rail hexes, one of which is named.
    Rails { side: u8, hexes: u8, hex: HexId },
    /// A Depot is functional, or no longer.
    Depot { depot: UnitId, hex: Option<HexId>, functional: bool },
    /// A formation is released.
    Awake { formation: FormationId, why: Wake, rule: &'static str },
    /// A side takes control of Orel.
    Orel { side: u8, hex: HexId },
    /// Recruit Points come in.
    Income { side: u8, track: u8, orel: u8, exactions: i8, bank: u8, lost: u8 },
    /// Prisoners become a Recruit Point.
    Enlisted { side: u8, prisoners: u8, left: u16, bank: u8 },
    /// A unit recovers a step.
    Restored { unit: UnitId, hex: Option<HexId>, steps: u8, green: bool },
    /// A battalion is built; without a hex it waits outside.
    Built { unit: UnitId, hex: Option<HexId> },
    /// A group is the main body of a formation.
    MainBody { formation: FormationId, unit: UnitId, units: u8 },
    /// A unit is out of command, or in command again.
    Command { unit: UnitId, hex: Option<HexId>, ooc: bool },
    /// An event is rolled for.
    Rolled { side: u8, roll: u8, event: EventId },
    /// An event is kept.
    Kept { side: u8, event: EventId },
    /// An event finds nobody.
    Idle { event: EventId },
    /// An event befalls a formation.
    Afflicted { event: EventId, formation: FormationId, units: u8 },
    /// A unit makes a TQ check against an event.
    Checked { event: EventId, unit: UnitId, hex: Option<HexId>, die: u8, tq: u8 },
    /// Recruit Points by an event.
    Points { side: u8, event: EventId, points: i8, bank: u8 },
    /// An event is played, on a unit or on none; here and below `fight` says whether a combat or fire is being told.
    Played { side: u8, event: EventId, unit: Option<UnitId>, hex: Option<HexId>, fight: bool },
    /// A raid is rolled for.
    Raided { unit: UnitId, hex: Option<HexId>, die: u8, from: u8, fight: bool },
    /// A roll is made again.
    Again { side: u8, event: EventId, before: [u8; 2], after: [u8; 2], fight: bool },
    /// An event lapses.
    Lapsed { side: u8, event: EventId },
    /// A side wants random events; both do.
    WantsEvents { side: u8, both: bool },
    /// A Routed unit rallies.
    Rallied { unit: UnitId, hex: Option<HexId> },
    /// Tanks are repaired.
    Repaired { unit: UnitId, hex: Option<HexId> },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn rear_enter(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.phase {
            Phase::Depots => self.depots_begin(p, events),
            Phase::Recruits => self.recruits_begin(p, events),
            Phase::Command => p.play.steps.push(Step::Rear(RearStep::Command)),
            Phase::Event => self.event_begin(p, dice, events),
            Phase::End => self.end_begin(p, events),
            _ => {}
        }
    }

    /// Status of the active side's Depots, and what the player turn starts with (orel 2.1a).
    fn depots_begin(&self, p: &mut Position, events: &mut Vec<Event>) {
        events.push(Event::Rear(RearEvent::Turn { turn: p.turn, side: p.active }));
        self.settle(p, events);
        self.command_at_start(p);
        self.rear_refill(p, p.active);
        p.rear.routed = self.routed_of(p, p.active);
    }
}

impl Module<state::Rear> for Engine<'_> {
    type Step = RearStep;
    type Action = RearAction;
    type Event = RearEvent;

    fn run(&self, p: &mut Position, step: RearStep, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        Flow::ask_if(match step {
            RearStep::Recruits => self.recruits_run(p),
            RearStep::Command => self.command_run(p, events),
            RearStep::MainBody { .. } | RearStep::Reroll => true,
            RearStep::Formation { event } => self.formation_run(p, event, events),
            RearStep::Victim { event, formation } => self.victim_run(p, event, formation, events),
            RearStep::Offer { side, moment } => self.offer_run(p, side, moment),
        })
    }

    fn decision(&self, p: &Position, step: RearStep) -> Decision {
        let (side, rule, what) = match step {
            RearStep::Recruits => (p.active, "4b", "spend Recruit Points"),
            RearStep::Command => (p.active, "5.2.1a", "command"),
            RearStep::MainBody { .. } => {
                (p.active, "5.2.1h", "pick the main body among groups of equal size")
            }
            RearStep::Formation { .. } => {
                (p.reactive(), "6.1a", "pick the enemy formation that suffers the event")
            }
            RearStep::Victim { .. } => (p.active, "6.1a", "pick the unit that suffers the event"),
            RearStep::Offer { side, .. } => (side, "6.2a", "play the event that you keep, or not now"),
            RearStep::Reroll => (p.play.roll.side, "6.2a", "make the roll again, or keep it"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: RearStep, Side(side): Side, out: &mut Offers<'_, RearAction>) {
        let mut put = |a| out.candidate(a);
        match step {
            RearStep::Recruits => self.recruits_offer(p, side, &mut put),
            RearStep::Command => {}
            RearStep::MainBody { .. } | RearStep::Victim { .. } => {
                let own = self.all_units().filter(|u| p.on_map(*u) && p.side(*u) == side);
                let act = |unit| match step {
                    RearStep::Victim { .. } => RearAction::Suffer { unit },
                    _ => RearAction::MainBody { unit },
                };
                own.for_each(|unit| put(act(unit)));
                return;
            }
            RearStep::Formation { .. } => {
                self.all_formations().for_each(|formation| put(RearAction::Afflict { formation }));
                return;
            }
            RearStep::Offer { side, moment } => self.moment_targets(p, side, moment, &mut put),
            RearStep::Reroll => put(RearAction::Again),
        }
        put(RearAction::Done);
    }

    fn refuse(&self, p: &Position, step: RearStep, Side(side): Side, &a: &RearAction) -> Option<Refusal> {
        use RearAction::*;
        match (step, a) {
            (RearStep::Recruits, Done | Enlist | Restore { .. } | Build { .. } | BuildOutside) => {
                self.recruits_refuse(p, side, a)
            }
            (RearStep::MainBody { formation }, MainBody { unit }) => {
                self.main_body_refuse(p, formation, unit)
            }
            (RearStep::Formation { event }, Afflict { formation }) => {
                self.afflict_refuse(p, event, formation)
            }
            (RearStep::Victim { event, formation }, Suffer { unit }) => {
                self.suffer_refuse(p, event, formation, unit)
            }
            (RearStep::Offer { .. } | RearStep::Reroll, Done) => None,
            (RearStep::Command, Done) if p.held == Some(Step::Rear(RearStep::Command)) => None,
            (RearStep::Offer { side, moment }, _) => self.moment_refuse(p, side, moment, a),
            (RearStep::Reroll, Again) => None,
            _ => Some(self.out_of_turn(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: RearStep,
        Side(side): Side,
        &a: &RearAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match step {
            RearStep::Recruits => self.recruits_take(p, side, a, events),
            RearStep::MainBody { formation } => self.main_body_take(p, formation, a, events),
            RearStep::Formation { event } => self.afflict_take(p, event, a, events),
            RearStep::Victim { event, .. } => self.suffer_take(p, event, a, dice, events),
            RearStep::Offer { side, .. } => {
                p.play.steps.pop();
                self.event_play(p, side, a, dice, events);
            }
            RearStep::Reroll => {
                p.play.steps.pop();
                self.reroll_take(p, a, dice, events);
            }
            RearStep::Command => {}
        }
    }

    fn line(&self, event: &RearEvent, _: Viewer) -> Option<Line> {
        Some(self.rear_line(*event))
    }
}
