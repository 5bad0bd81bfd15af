//! Before and after the Land Phase: politics, fleets, reinforcements, the order of play, conquest and victory (chapters 4 to 6,
//! 7.1, 7.7). The files follow the month: [`month`](self) opens it, then politics and treaties, combined movement, fleets,
//! arrivals and purchases, slots, and the count.

mod arrivals;
mod combine;
mod count;
mod grand;
pub(crate) mod minors;
mod month;
mod naval;
mod politics;
mod raise;
mod reinforce;
pub mod state;
mod treaties;
mod words;

use super::{Engine, Event};
use crate::data::POWERS;
use crate::play::land::Position;
use crate::play::land::position::{CORPS, FleetAt};
use crate::position::ids::{BlockId, FleetId, LeaderId, NationId};
use crate::position::{Phase, Step};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side, Sides};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};
use state::{Notes, Wares};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum YearStep {
    /// Powers write down their politics in secret (chapter 4).
    Politics,
    /// Powers say in secret whether they want to run a neutral minor.
    Runner {
        /// The minor.
        minor: u8,
        /// Who has declared war on it.
        attacker: u8,
    },
    /// Allies announce combined movement in secret (empires 7.1.2).
    Combine,
    /// A power's fleets sail (chapter 6).
    Naval {
        /// Whose.
        power: u8,
    },
    /// A power's forces arrive and are raised (chapter 5).
    Reinforce {
        /// Whose.
        power: u8,
    },
    /// France names its slot (empires 7.1).
    Slot,
}

/// Where factors are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Into a city; irregulars into its area.
    City(AreaId),
    /// Onto a depot; irregulars into its area.
    Depot(AreaId),
    /// Into a corps, by its block.
    Corps(BlockId),
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum YearAction {
    /// Nothing more in this step.
    Done,
    /// Declare war on a power or a neutral minor.
    War {
        /// The nation.
        on: NationId,
    },
    /// Offer peace; it comes if the other offers it too.
    Peace {
        /// To whom.
        with: NationId,
    },
    /// Surrender to all enemies.
    Surrender,
    /// Offer an alliance; it comes if the other offers it too.
    Ally {
        /// To whom.
        with: NationId,
    },
    /// Leave an alliance.
    Break {
        /// With whom.
        with: NationId,
    },
    /// Give access to the power's territory, or take it back.
    Access {
        /// To whom.
        to: NationId,
        /// Give, or take back.
        give: bool,
    },
    /// Let an ally use own depots, or no longer.
    Depots {
        /// Whom.
        to: NationId,
        /// Give, or take back.
        give: bool,
    },
    /// Let a power pass the Dardanelles, or no longer.
    Straits {
        /// Whom.
        to: NationId,
        /// Give, or take back.
        give: bool,
    },
    /// Want to run the minor that is asked about, or not.
    Run {
        /// Whether.
        yes: bool,
    },
    /// Announce combined movement with an ally.
    Combine {
        /// With whom.
        with: NationId,
    },
    /// Name the slot of France, from 1.
    Slot {
        /// Which.
        place: u8,
    },
    /// A fleet sails, with this many others from the same place.
    Sail {
        /// The fleet.
        fleet: FleetId,
        /// How many others.
        with: u8,
        /// Where to.
        to: FleetAt,
    },
    /// A corps goes aboard a fleet in the port of its area.
    Embark {
        /// The block.
        corps: BlockId,
        /// The fleet.
        fleet: FleetId,
    },
    /// A leader comes back to a corps.
    Return {
        /// The leader.
        leader: LeaderId,
        /// The block.
        corps: BlockId,
    },
    /// Factors that a scenario gives are shared out.
    Share {
        /// The place in the list of what is shared.
        from: u8,
        /// Infantry or militia.
        kind: Wares,
        /// How many.
        count: u8,
        /// Where to.
        to: Target,
    },
    /// Factors that were bought are placed.
    Place {
        /// Which.
        kind: Wares,
        /// How many.
        count: u8,
        /// Where to.
        to: Target,
    },
    /// A corps that is not on the map is raised with factors that were bought.
    Raise {
        /// The block.
        corps: BlockId,
        /// Where.
        area: AreaId,
        /// The kind of its first factors.
        kind: Wares,
        /// How many.
        count: u8,
    },
    /// A corps becomes the garrison of the city of its area.
    Dissolve {
        /// The block.
        corps: BlockId,
    },
    /// Buy factors.
    Buy {
        /// Which.
        kind: Wares,
        /// How many.
        count: u8,
    },
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum YearEvent {
    /// A month begins.
    Month { month: u16 },
    /// A power has made its secret choice.
    Chosen { power: u8 },
    /// War is declared.
    War { power: u8, on: u8 },
    /// Two powers make peace.
    Peace { a: u8, b: u8 },
    /// A power surrenders.
    Surrender { power: u8 },
    /// Two powers become allies.
    Allied { a: u8, b: u8 },
    /// A power leaves an alliance.
    Broken { power: u8, with: u8 },
    /// Leave is given or taken back: 0 access, 1 depots, 2 the Dardanelles.
    Leave { power: u8, to: u8, what: u8, give: bool },
    /// Access has run out.
    AccessEnds { power: u8, of: u8 },
    /// A neutral minor is run by a power, or by nobody.
    Runner { minor: u8, power: u8 },
    /// A die for it.
    RunnerDie { power: u8, die: u8 },
    /// Powers move together.
    Together { powers: u8 },
    /// France names its slot.
    Slot { place: u8 },
    /// Fleets sail.
    Sailed { power: u8, count: u8, to: FleetAt },
    /// Fleets give way to a larger stack.
    GaveWay { power: u8, to: FleetAt },
    /// A corps goes aboard.
    Embarked { power: u8, def: u8, area: AreaId },
    /// Money comes in.
    Money { power: u8, money: u16 },
    /// A corps arrives.
    Corps { power: u8, def: u8, area: AreaId },
    /// A leader arrives.
    Leader { leader: u8, area: AreaId },
    /// Irregulars arrive.
    Irregulars { power: u8, count: u8, area: AreaId },
    /// Factors come into a city (`true`) or onto a depot.
    Garrison { power: u8, kind: Wares, count: u8, area: AreaId, city: bool },
    /// Factors come into a corps.
    Filled { power: u8, def: u8, kind: Wares, count: u8, area: AreaId },
    /// A corps becomes a garrison.
    Dissolved { power: u8, def: u8, area: AreaId },
    /// Factors are bought.
    Bought { power: u8, kind: Wares, count: u8 },
    /// Factors leave a city or depot that is no longer theirs, to be placed anew.
    Home { power: u8, count: u8, area: AreaId },
    /// A minor changes sides.
    Turned { minor: u8, power: u8 },
    /// A condition that decides at once is met.
    AtOnce { winner: u8 },
    /// The total of a power.
    Total { power: u8, points: i16, total: i16 },
}

/// Before and after the Land Phase.
pub struct YearPhase;

/// The powers of a mask.
pub(crate) fn powers(mask: u8) -> impl Iterator<Item = u8> {
    (0..POWERS as u8).filter(move |q| mask >> q & 1 == 1)
}

impl Engine<'_> {
    /// Powers that play, one bit each.
    pub fn playing(&self, p: &Position) -> u8 {
        self.scenario(p).sides.iter().flat_map(|s| &s.powers).fold(0, |m, q| m | 1 << q)
    }

    /// A phase of this module begins: push its steps, or do what needs no decision.
    pub(super) fn year_enter(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.play.phase {
            Phase::Month => self.open_month(p, events),
            Phase::Politics => self.open_politics(p),
            Phase::Combine => self.open_combine(p),
            Phase::Naval => self.open_naval(p),
            Phase::Reinforcement => self.open_reinforcement(p, events),
            Phase::Slots => self.open_slots(p),
            // One step for all powers at once, after the last sequence (empires 7.1.3(d)).
            Phase::Conquest => self.conquest(p, events),
            Phase::Count => self.end_month(p, events),
            _ => {}
        }
    }

    /// A power has made its secret choice, which all may know.
    fn has_chosen(&self, p: &mut Position, power: u8, events: &mut Vec<Event>) {
        p.year.done |= 1 << power;
        events.push(Event::Year(YearEvent::Chosen { power }));
    }

    /// Puts a step on top.
    fn push_step(&self, p: &mut Position, step: YearStep) {
        p.play.push(Step::Year(step));
    }

    /// Hides what other powers have chosen in secret.
    pub(crate) fn year_hide(&self, p: &mut Position, power: u8) {
        for q in (0..POWERS).filter(|q| *q != usize::from(power)) {
            p.year.combine[q] = 0;
            p.year.notes[q] = Notes::default();
            p.year.wants &= !(1 << q);
        }
    }

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn year_secret(&self, step: YearStep) -> bool {
        matches!(step, YearStep::Politics | YearStep::Runner { .. } | YearStep::Combine)
    }
}

impl Module<YearPhase> for Engine<'_> {
    type Step = YearStep;
    type Action = YearAction;
    type Event = YearEvent;

    fn run(&self, p: &mut Position, step: YearStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        let waits = |p: &Position, of: u8| of & !p.year.done != 0;
        let asks = match step {
            YearStep::Politics => waits(p, self.playing(p)),
            YearStep::Runner { attacker, .. } => waits(p, self.at_peace(p, attacker)),
            YearStep::Combine => waits(p, self.may_combine(p)),
            YearStep::Naval { power } | YearStep::Reinforce { power } => {
                let raises = matches!(step, YearStep::Reinforce { .. });
                if raises {
                    self.arrive_due(p, power, events);
                }
                // What a corps could take in or become is hidden, so that a power with any corps at hand is asked.
                let hidden = raises && (0..CORPS).any(|b| self.at_hand(p, power, b));
                hidden || self.only_choice(p, Step::Year(step), power).is_none()
            }
            YearStep::Slot => true,
        };
        if !asks {
            p.play.pop();
            match step {
                YearStep::Politics => self.show_notes(p, events),
                YearStep::Runner { minor, .. } => self.choose_runner(p, minor, dice, events),
                YearStep::Combine => self.show_groups(p, events),
                _ => {}
            }
        }
        Flow::ask_if(asks)
    }

    fn decision(&self, p: &Position, step: YearStep) -> Decision {
        let side = |power: u8| Sides::one(Side(power));
        let rest = |of: u8| Sides(u16::from(of & !p.year.done));
        let (sides, rule, what) = match step {
            YearStep::Politics => (rest(self.playing(p)), "4", "write down your politics"),
            YearStep::Runner { attacker, .. } => {
                (rest(self.at_peace(p, attacker)), "4", "say whether you want to run the minor")
            }
            YearStep::Combine => (rest(self.may_combine(p)), "7.1.2", "announce combined movement"),
            YearStep::Naval { power } => (side(power), "6", "move your fleets"),
            YearStep::Reinforce { power } => (side(power), "5", "place reinforcements"),
            YearStep::Slot => (side(self.france()), "7.1", "name the slot in which you act"),
        };
        Decision::Decide { sides, rule, what }
    }

    fn offers(&self, p: &Position, step: YearStep, side: Side, out: &mut Offers<'_, YearAction>) {
        let power = side.0;
        match step {
            YearStep::Politics => self.list_politics(p, out),
            YearStep::Runner { .. } => out.candidates([true, false].map(|yes| YearAction::Run { yes })),
            YearStep::Combine => {
                out.candidates(powers(u8::MAX).map(|with| YearAction::Combine { with: NationId(with) }))
            }
            // Fleets and reinforcements list nothing that is not legal.
            YearStep::Naval { .. } => self.list_naval(p, power, out),
            YearStep::Reinforce { .. } => self.list_arrivals(p, power, out),
            YearStep::Slot => out.candidates((1..=POWERS as u8).map(|place| YearAction::Slot { place })),
        }
        out.candidate(YearAction::Done);
    }

    fn refuse(&self, p: &Position, step: YearStep, side: Side, action: &YearAction) -> Option<Refusal> {
        let (power, action) = (side.0, *action);
        match step {
            YearStep::Politics => self.refuse_politics(p, power, action),
            YearStep::Runner { .. } => match action {
                YearAction::Run { .. } => None,
                _ => Some(Refusal::new("4", "say whether you want to run the minor or not")),
            },
            YearStep::Combine => self.refuse_combine(p, power, action),
            YearStep::Naval { .. } => self.refuse_naval(p, power, action),
            YearStep::Reinforce { .. } => self.refuse_arrivals(p, power, action),
            YearStep::Slot => self.refuse_slot(p, action),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: YearStep,
        side: Side,
        action: &YearAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let (power, action) = (side.0, *action);
        match step {
            YearStep::Politics => self.take_politics(p, power, action, events),
            YearStep::Runner { .. } => {
                if action == (YearAction::Run { yes: true }) {
                    p.year.wants |= 1 << power;
                }
                self.has_chosen(p, power, events);
            }
            YearStep::Combine => self.take_combine(p, power, action, events),
            YearStep::Naval { .. } => self.take_naval(p, power, action, events),
            YearStep::Reinforce { .. } => self.take_arrivals(p, power, action, events),
            YearStep::Slot => self.take_slot(p, action, events),
        }
    }

    fn line(&self, event: &YearEvent, viewer: Viewer) -> Option<Line> {
        self.year_line(event, viewer)
    }
}
