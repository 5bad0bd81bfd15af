//! Depots, movement and supply (7.2 to 7.4), with retirement into cities (7.5.1.1). Its files follow the rulebook: [`depots`],
//! [`order`], [`moving`] with [`route`] and [`city`], [`meeting`], [`stopping`], [`paying`] and [`starving`].

mod city;
mod depots;
mod dropped;
mod hide;
mod meeting;
mod moving;
mod order;
mod parse;
mod paying;
mod retiring;
mod route;
mod starving;
pub mod state;
mod stopping;
mod words;

use super::{Action, Engine, Event};
use crate::data::POWERS;
use crate::land::garrison::At;
use crate::land::{Position, Spot};
use crate::state::{Phase, Step};
use sandtable_board::AreaId;
use sandtable_core::Decision;
use sandtable_core::Dice;
use sandtable_core::game::{Breach, Side};
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// A power takes depots off the map (Q1).
    Remove(u8),
    /// A power places depots (Q2).
    Place(u8),
    /// Allies settle who moves next (Q3); so many are settled.
    Order(u8),
    /// A power picks a counter to move (Q4).
    Pick(u8),
    /// The counter on the march goes on or stops (Q5).
    March,
    /// The owner of a garrisoned depot burns it or not (I1).
    Burn(AreaId),
    /// The owner of a depot that goes chooses which of its garrison find room in the city (7.2(b), 7.3.6.2(c)).
    #[allow(missing_docs)]
    Refuge { area: AreaId, burnt: bool },
    /// Others in an area that is attacked: who joins the defence, then who steps aside (I4).
    #[allow(missing_docs)]
    Others { area: AreaId, by: u8, turn: u8 },
    /// A power leaves an area for an adjacent one.
    #[allow(missing_docs)]
    Aside { area: AreaId, power: u8, nearer: bool },
    /// Defenders retire into the city, then agree on it (I5).
    #[allow(missing_docs)]
    Retire { area: AreaId, by: u8, turn: u8 },
    /// What is left of an attack after retirement: a combat, or a siege if the attacker likes.
    #[allow(missing_docs)]
    Settle { area: AreaId, by: u8 },
    /// A corps that has stopped settles how it lives (Q6).
    Living(u8),
    /// Factors that a corps has dropped pay for its foraging: so many (empires 7.4.1.3.2).
    #[allow(missing_docs)]
    Forfeit { block: u8, left: u8 },
    /// A corps has foraged.
    Foraged(u8),
    /// The movement of a power is over: attacks that are still due.
    Close(u8),
    /// Allies of the attackers stay or leave (empires 7.3.8.6).
    #[allow(missing_docs)]
    Stand { area: u16, turn: u8 },
    /// Corps that have not moved settle how they live, and the movement of all ends (Q8).
    Rest,
    /// A power pays (Q9).
    Pay(u8),
    /// Corps that a power has not paid for forage.
    Unpaid(u8),
    /// Besieged cities roll (Q10).
    Besieged,
    /// A besieged city has lost its factors.
    #[allow(missing_docs)]
    Starved { area: AreaId, nation: u8 },
    /// Besiegers put factors into a city that has starved.
    #[allow(missing_docs)]
    Fill { area: AreaId, power: u8 },
}

/// Where an irregular is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Outside the city.
    Field,
    /// In the city.
    City,
    /// On the depot.
    Depot,
}

impl Post {
    /// All of them.
    pub const ALL: [Post; 3] = [Post::Field, Post::City, Post::Depot];
}

/// How a counter stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// It stops, and attacks if it has to.
    Plain,
    /// It besieges the city (empires 7.3.7.1(b)).
    Besiege,
    /// It attacks though it need not: guerillas, or others that find only guerillas (ruling 13).
    Attack,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchAction {
    /// Takes the depot of an area off the map.
    RemoveDepot(AreaId),
    /// Takes a depot inside a port off the map.
    RemoveInside(AreaId),
    /// Takes a depot off a fleet.
    RemoveOnFleet(u8),
    /// Places a depot in an area, or inside its besieged port.
    PlaceDepot(AreaId),
    /// Places a depot on a fleet.
    PlaceOnFleet(u8),
    /// Goes on.
    Done,
    /// Wants a power to move next.
    Next(u8),
    /// Picks a corps.
    Pick(u8),
    /// Picks a cossack, freikorps or guerilla.
    PickIrregular(AreaId, Post),
    /// Lands a corps.
    Land(u8, AreaId),
    /// Lands a corps in a besieged port.
    LandInside(u8, AreaId),
    /// Marches to an area, adjacent or farther.
    Enter(AreaId),
    /// Force marches.
    Force,
    /// Takes a leader along.
    With(u8),
    /// Leaves a leader behind.
    Without(u8),
    /// Goes into the city.
    Inside,
    /// Comes out of the city.
    Outside,
    /// Drops factors of a kind (by its place in a corps) in the city or on the depot.
    Detach(At, u8, u8),
    /// Takes up infantry (or militia) of the city or the depot.
    Absorb(At, u8, u8),
    /// Puts the irregular into the city or on the depot; its move ends.
    Station(At),
    /// Destroys an enemy depot.
    Raze,
    /// Makes an enemy depot its own.
    Convert,
    /// Stops.
    Stop(Halt),
    /// Burns a depot; its garrison goes into the city or not.
    Burn(bool),
    /// Keeps a depot.
    Keep,
    /// Declares war on the attacker and joins the defence.
    Join,
    /// Stays out of it.
    StayOut,
    /// Leaves for an area.
    Aside(AreaId),
    /// A corps retires into the city.
    RetireCorps(u8),
    /// So many irregulars retire into the city.
    RetireIrregulars(u8),
    /// Infantry (0), militia (1) or irregulars (2) of the depot garrison retire into the city, so many.
    RetireGuard(u8, u8),
    /// A leader retires into the city.
    RetireLeader(u8),
    /// Agrees that others retire.
    Agree,
    /// Objects, and nobody retires.
    Object,
    /// Besieges.
    Besiege,
    /// Forages.
    Forage,
    /// Waits for depot supply, paid by a power.
    Wait(u8),
    /// Gives up a factor, militia or infantry, that a corps dropped in an area, in the city or on the depot.
    Forfeit(AreaId, At, bool),
    /// Stays as an attacker.
    Stay,
    /// Pays for all.
    PayAll,
    /// Pays for a corps.
    Pay(u8),
    /// Pays for a besieged port.
    PayPort(AreaId),
    /// Puts factors of a kind of a corps into a city.
    Put(u8, u8, u8),
    /// Takes over the depot inside a port that has fallen.
    TakeOver,
}

/// What moved: a block and which corps it is, or an irregular.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Piece {
    Corps { block: u8, def: u8 },
    Irregular,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MarchEvent {
    Removed { power: u8, area: AreaId, lost: u8 },
    RemovedAtSea { power: u8 },
    Placed { power: u8, area: AreaId, inside: bool },
    PlacedAtSea { power: u8 },
    OrderDie { power: u8, die: u8 },
    MovesNext { power: u8 },
    Entered { power: u8, piece: Piece, area: AreaId, over_water: bool },
    Landed { power: u8, piece: Piece, area: AreaId },
    Forced { power: u8, piece: Piece },
    Passage { power: u8, area: AreaId },
    Razed { power: u8, owner: u8, area: AreaId },
    Converted { power: u8, owner: u8, area: AreaId },
    Burnt { owner: u8, area: AreaId, lost: u8 },
    Garrison { power: u8, area: AreaId, depot: bool, dropped: u8, taken: u8 },
    Attack { power: u8, area: AreaId },
    Joined { power: u8, against: u8, area: AreaId },
    SteppedAside { power: u8, from: AreaId, to: AreaId },
    Retired { power: u8, area: AreaId },
    NoneRetires { power: u8, area: AreaId },
    Siege { power: u8, area: AreaId },
    Forage { power: u8, def: u8, area: AreaId, die: u8, modifier: i8, value: u8, lost: u8 },
    Waits { power: u8, def: u8, area: AreaId, payer: u8 },
    Plundered { power: u8, def: u8, area: AreaId },
    Drowned { power: u8 },
    MovedOut { owner: u8, area: AreaId },
    CutOff { owner: u8, area: AreaId },
    Paid { power: u8, money: u16 },
    Hunger { area: AreaId, die: u8, modifier: u8, spires: u8, lost: u8 },
    Starved { area: AreaId, by: u8 },
}

/// A refusal.
pub(crate) fn no<T>(rule: &str, why: impl Into<String>) -> Result<T, Breach> {
    Err(Breach::new(rule, why))
}

impl Engine<'_> {
    /// A phase of this module begins: lay out its steps, or do what needs no decision.
    pub(super) fn march_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        use MarchStep::*;
        let powers: Vec<u8> = (0..POWERS as u8).filter(|q| p.play.is_phasing(*q)).collect();
        let push = |p: &mut Position, s: MarchStep| p.play.push(Step::March(s));
        match p.play.phase {
            Phase::Depots => {
                p.marching.fresh();
                if p.play.slot == 0 {
                    self.age_depots(p);
                }
                for &q in powers.iter().rev() {
                    push(p, Place(q));
                    push(p, Remove(q));
                }
            }
            Phase::Order if powers.len() > 1 => push(p, Order(0)),
            Phase::Movement => {
                for at in (0..usize::from(p.play.moving)).rev() {
                    let q = p.play.movers[at];
                    push(p, Close(q));
                    push(p, Pick(q));
                }
            }
            Phase::Moved if !powers.is_empty() => {
                push(p, Rest);
                push(p, Stand { area: 0, turn: 0 });
                for &q in powers.iter().rev() {
                    push(p, Close(q));
                }
            }
            Phase::Paying if !powers.is_empty() => {
                p.marching.halves = 0;
                for q in (0..POWERS as u8).rev() {
                    push(p, Unpaid(q));
                    push(p, Pay(q));
                }
            }
            Phase::Besieged if !powers.is_empty() => {
                self.list_hungry(p);
                push(p, Besieged);
            }
            _ => {}
        }
    }

    /// Who must decide at a step.
    pub(super) fn march_decision(&self, p: &Position, step: MarchStep) -> Decision {
        use MarchStep::*;
        let (power, rule, what) = match step {
            Remove(q) => (q, "7.2", "take depots off the map, or go on to placing"),
            Place(q) => (q, "7.2(h)", "place depots"),
            Order(_) => (self.voter(p).unwrap_or(0), "7.3.8.1", "say which ally moves next"),
            Pick(q) => (q, "7.3.2", "pick a counter to move, or end your movement"),
            March => (p.marching.march.power, "7.3.2", "march on, or stop"),
            Burn(area) => {
                (p.at(area).depot.owner, "7.3.6.2", "burn the depot that the enemy has reached, or keep it")
            }
            Refuge { area, burnt } => (
                p.at(area).depot.owner,
                if burnt { "7.3.6.2(c)" } else { "7.2(b)" },
                "choose which of the depot's garrison go into the city",
            ),
            Others { .. } => (
                self.other_asked(p, step).unwrap_or(0),
                "7.3.8.3",
                "declare war on the attacker, or stay out of it",
            ),
            Aside { power, nearer, .. } => (
                power,
                if nearer { "7.3.8.6" } else { "7.3.8.4" },
                "choose the area that your forces step aside to",
            ),
            Retire { turn, .. } if usize::from(turn) < POWERS => {
                (self.retire_asked(p, step).unwrap_or(0), "7.5.1.1", "choose what retires into the city")
            }
            Retire { .. } => (
                self.retire_asked(p, step).unwrap_or(0),
                "7.5.1.1.1",
                "agree on who retires into the city, or object",
            ),
            Settle { by, .. } => {
                (by, "7.5.1.1.2", "besiege the city that the defenders have retired to, or not")
            }
            Living(b) => (p.corps[usize::from(b)].power, "7.4.1", "forage, or wait for depot supply"),
            Forfeit { block, .. } => (
                p.corps[usize::from(block)].power,
                "7.4.1.3.1",
                "choose which of the factors that the corps dropped are lost",
            ),
            Stand { turn, .. } => (
                self.slot_order(p)[usize::from(turn) % POWERS],
                "7.3.8.6",
                "stay as an attacker, or leave the area",
            ),
            Pay(q) => (q, "7.4.2", "pay for depot supply"),
            Fill { power, .. } => (power, "7.4.5.2(b)", "put factors into the city that has starved"),
            Foraged(_) | Close(_) | Rest | Unpaid(_) | Besieged | Starved { .. } => (0, "7.4", "nothing"),
        };
        Decision::one(Side(power.min(POWERS as u8 - 1)), rule, what)
    }

    /// Does what a step needs before it asks; true if it asks now, false if it went on.
    pub(super) fn march_run(
        &self,
        p: &mut Position,
        step: MarchStep,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        use MarchStep::*;
        match step {
            Remove(_) | Place(_) | Pick(_) => self.skip_empty(p, step),
            Order(_) => self.order_run(p, dice, events),
            March => self.on_the_march(p, events),
            Burn(area) => self.burn_run(p, area),
            Refuge { area, burnt } => self.shelter_run(p, area, burnt, events),
            Others { .. } => self.others_run(p, step),
            Aside { area, power, nearer } => self.aside_run(p, area, power, nearer, events),
            Retire { .. } => self.retire_run(p, step),
            Settle { area, by } => self.settle_run(p, area, by),
            Living(b) => self.living_run(p, usize::from(b), dice, events),
            Forfeit { block, left } => self.forfeit_run(p, block, left),
            Foraged(b) => self.foraged_run(p, usize::from(b), events),
            Close(q) => self.close_run(p, q, events),
            Stand { area, turn } => self.stand_run(p, area, turn),
            Rest => self.rest_run(p, dice, events),
            Pay(q) => self.pay_run(p, q),
            Unpaid(q) => self.unpaid_run(p, q, dice, events),
            Besieged => self.besieged_run(p, dice, events),
            Starved { area, nation } => self.starved_run(p, area, nation, events),
            Fill { area, power } => self.fill_run(p, area, power),
        }
    }

    /// A step at which nothing can be done but go on is passed over.
    fn skip_empty(&self, p: &mut Position, step: MarchStep) -> bool {
        let (MarchStep::Remove(q) | MarchStep::Place(q) | MarchStep::Pick(q)) = step else { return true };
        let mut list = Vec::new();
        self.march_list(p, step, q, &mut list);
        if list != [Action::March(MarchAction::Done)] {
            return true;
        }
        p.play.pop();
        if matches!(step, MarchStep::Pick(_)) {
            self.end_of_march(p);
        }
        false
    }

    /// Every legal action of a power at a step.
    pub(super) fn march_list(&self, p: &Position, step: MarchStep, power: u8, out: &mut Vec<Action>) {
        use MarchAction as A;
        use MarchStep::*;
        let mut list: Vec<MarchAction> = Vec::new();
        match step {
            Remove(q) => self.remove_list(p, q, &mut list),
            Place(q) => {
                self.place_list(p, q, out);
                return;
            }
            Order(_) => list.extend((0..POWERS as u8).map(A::Next)),
            Pick(q) => self.pick_list(p, q, &mut list),
            March => {
                self.enter_list(p, out);
                self.march_candidates(p, &mut list);
            }
            Burn(_) => list.extend([A::Keep, A::Burn(true), A::Burn(false)]),
            Refuge { area, .. } => self.guard_list(p, area, &mut list),
            Others { .. } => list.extend([A::Join, A::StayOut]),
            Aside { area, power, nearer } => {
                list.extend(self.aside_areas(p, area, power, nearer).iter().map(A::Aside));
            }
            Retire { area, .. } => self.retire_list(p, area, power, &mut list),
            Settle { .. } => list.extend([A::Besiege, A::Done]),
            Living(b) => {
                let payers = self.can_pay(p, usize::from(b));
                out.push(Action::March(A::Forage));
                let waits = (0..POWERS as u8).filter(|q| payers.contains(q));
                out.extend(waits.map(|q| Action::March(A::Wait(q))));
                return;
            }
            Forfeit { block, .. } => list.extend(self.forfeits(p, usize::from(block))),
            Stand { .. } => list.extend([A::Stay, A::StayOut]),
            Pay(q) => {
                self.pay_list(p, q, out);
                return;
            }
            Fill { area, .. } => {
                list.extend([A::Done, A::TakeOver]);
                for b in p.corps_at(Spot::Field(area)) {
                    for (kind, n) in p.corps[b].factors.into_iter().enumerate() {
                        list.extend((1..=n).map(|n| A::Put(b as u8, kind as u8, n)));
                    }
                }
            }
            Foraged(_) | Close(_) | Rest | Unpaid(_) | Besieged | Starved { .. } => {}
        }
        let legal = list.into_iter().filter(|a| self.march_check(p, step, power, *a).is_ok());
        out.extend(legal.map(Action::March));
    }

    /// The rule that forbids an action of a power at a step.
    pub(super) fn march_refuse(
        &self,
        p: &Position,
        step: MarchStep,
        power: u8,
        action: MarchAction,
    ) -> Option<Breach> {
        self.march_check(p, step, power, action).err()
    }

    fn march_check(
        &self,
        p: &Position,
        step: MarchStep,
        power: u8,
        action: MarchAction,
    ) -> Result<(), Breach> {
        use MarchAction as A;
        use MarchStep::*;
        match (step, action) {
            (Remove(q), a) => self.remove_check(p, q, a),
            (Place(q), a) => self.place_check(p, q, a),
            (Order(_), A::Next(q)) => self.next_check(p, q),
            (Pick(q), a) => self.pick_check(p, q, a),
            (March, a) => self.step_check(p, a),
            (Burn(area), a) => self.burn_check(p, area, a),
            (Refuge { area, burnt }, A::RetireGuard(kind, n)) => {
                self.guard_check(p, area, power, kind, n, if burnt { "7.3.6.2(c)" } else { "7.2(b)" })
            }
            (Refuge { .. }, A::Done) => Ok(()),
            (Others { .. }, A::Join | A::StayOut) => Ok(()),
            (Aside { area, power, nearer }, A::Aside(to)) => self.aside_check(p, area, power, nearer, to),
            (Retire { area, turn, .. }, a) => self.retire_check(p, area, power, turn, a),
            (Settle { .. }, A::Besiege | A::Done) => Ok(()),
            (Living(b), a) => self.living_check(p, usize::from(b), a),
            (Forfeit { block, .. }, a) => self.forfeit_check(p, block, a),
            (Stand { .. }, A::Stay | A::StayOut) => Ok(()),
            (Pay(q), a) => self.pay_check(p, q, a),
            (Fill { area, power }, a) => self.fill_check(p, area, power, a),
            _ => {
                let Decision::Decide { rule, what, .. } = self.march_decision(p, step) else { return Ok(()) };
                no(rule, format!("this cannot be done now; what is asked is: {what}"))
            }
        }
    }

    /// Takes a legal action.
    pub(super) fn march_take(
        &self,
        p: &mut Position,
        step: MarchStep,
        power: u8,
        action: MarchAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use MarchAction as A;
        use MarchStep::*;
        match (step, action) {
            (Remove(_) | Place(_), A::Done) => p.play.pop(),
            (Pick(_), A::Done) => {
                p.play.pop();
                self.end_of_march(p);
            }
            (Remove(q), a) => self.remove_take(p, q, a, events),
            (Place(q), a) => self.place_take(p, q, a, events),
            (Order(_), A::Next(q)) => p.marching.votes[usize::from(power)] = q,
            (Pick(q), a) => self.pick_take(p, q, a, events),
            (March, a) => self.step_take(p, a, events),
            (Burn(area), a) => self.burn_take(p, area, a, events),
            (Refuge { area, burnt }, a) => self.shelter_take(p, area, burnt, a, events),
            (Others { .. }, a) => self.others_take(p, step, power, a, events),
            (Aside { area, power, .. }, A::Aside(to)) => self.aside_take(p, area, power, to, events),
            (Retire { area, .. }, a) => self.retire_take(p, step, area, power, a, events),
            (Settle { area, by }, a) => self.settle_take(p, area, by, a, events),
            (Living(b), a) => self.living_take(p, usize::from(b), a, dice, events),
            (Forfeit { block, left }, a) => self.forfeit_take(p, block, left, a),
            (Stand { area, turn }, a) => self.stand_take(p, area, turn, power, a),
            (Pay(q), a) => self.pay_take(p, q, a, events),
            (Fill { area, .. }, a) => self.fill_take(p, area, power, a, events),
            _ => {}
        }
    }

    /// Tells something.
    pub(super) fn tell_march(&self, events: &mut Vec<Event>, event: MarchEvent) {
        events.push(Event::March(event));
    }
}
