//! Depots, movement and supply (7.2 to 7.4), with retirement into cities (7.5.1.1). Its files follow the rulebook: [`depots`],
//! [`order`], [`moving`] with [`route`] and [`city`], [`meeting`], [`stopping`], [`paying`] and [`starving`].

mod city;
mod depots;
mod dropped;
mod meeting;
mod moving;
mod order;
mod paying;
mod retiring;
mod route;
mod starving;
pub mod state;
mod stopping;
mod types;
pub(crate) mod words;

pub use types::{Halt, MarchAction, MarchEvent, MarchStep, Piece, Post, Retiring};

use super::{Action, Engine, Event};
use crate::data::POWERS;
use crate::play::land::{Position, Spot};
use crate::position::ids::{BlockId, FactorId, NationId};
use crate::position::{Phase, Step};
use sandtable_core::Decision;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_ops::ArrayList;
use sandtable_ops::Id;

/// A refusal.
pub(crate) fn no<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Depots, movement and supply.
pub struct MarchPhase;

impl Engine<'_> {
    /// A phase of this module begins: push its steps, or do what needs no decision.
    pub(super) fn march_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        use MarchStep::*;
        let powers: ArrayList<u8, POWERS> = (0..POWERS as u8).filter(|q| p.play.is_phasing(*q)).collect();
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

    /// A step at which nothing can be done but go on is passed over.
    fn skip_empty(&self, p: &mut Position, step: MarchStep) -> bool {
        let (MarchStep::Remove(q) | MarchStep::Place(q) | MarchStep::Pick(q)) = step else { return true };
        if self.only_choice(p, Step::March(step), q) != Some(Action::March(MarchAction::Done)) {
            return true;
        }
        p.play.pop();
        if matches!(step, MarchStep::Pick(_)) {
            self.end_of_march(p);
        }
        false
    }

    /// Tells something.
    pub(super) fn tell_march(&self, events: &mut Vec<Event>, event: MarchEvent) {
        events.push(Event::March(event));
    }

    /// The rule that forbids an action of a power at a step.
    fn march_check(
        &self,
        p: &Position,
        step: MarchStep,
        power: u8,
        action: MarchAction,
    ) -> Result<(), Refusal> {
        use MarchAction as A;
        use MarchStep::*;
        match (step, action) {
            (Remove(q), a) => self.remove_check(p, q, a),
            (Place(q), a) => self.place_check(p, q, a),
            (Order(_), A::Next(NationId(q))) => self.next_check(p, q),
            (Pick(q), a) => self.pick_check(p, q, a),
            (March, a) => self.step_check(p, a),
            (Burn(area), a) => self.burn_check(p, area, a),
            (Refuge { area, burnt }, A::RetireGuard(Retiring(NationId(nation), kind, n))) => {
                let rule = if burnt { "7.3.6.2(c)" } else { "7.2(b)" };
                self.guard_check(p, area, power, (nation, kind, n), rule)
            }
            (Refuge { .. }, A::Done) => Ok(()),
            (Others { .. }, A::Join | A::StayOut) => Ok(()),
            (Aside { area, power, nearer }, A::Aside(to)) => self.aside_check(p, area, power, nearer, to),
            (Retire { area, turn, .. }, a) => self.retire_check(p, area, power, turn, a),
            (Settle { .. }, A::Besiege | A::Done) => Ok(()),
            (Living(b), a) => self.living_check(p, usize::from(b), a),
            (MustForage(_), A::Forage) => Ok(()),
            (MustForage(_), A::Wait(_)) => {
                no("7.4.2.1(c)", "its depot supply has not been paid, so it forages")
            }
            (Besieged, a) => self.besieged_check(p, power, a),
            (Forfeit { block, .. }, a) => self.forfeit_check(p, block, a),
            (Stand { .. }, A::Stay | A::StayOut) => Ok(()),
            (Pay(q), a) => self.pay_check(p, q, a),
            (Fill { area, power }, a) => self.fill_check(p, area, power, a),
            _ => Err(self.not_asked(p)),
        }
    }
}

impl Module<MarchPhase> for Engine<'_> {
    type Step = MarchStep;
    type Action = MarchAction;
    type Event = MarchEvent;

    fn run(&self, p: &mut Position, step: MarchStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        use MarchStep::*;
        Flow::ask_if(match step {
            Remove(_) | Place(_) | Pick(_) => self.skip_empty(p, step),
            Order(_) => self.order_run(p, dice, events),
            March => self.on_the_march(p, events),
            Burn(area) => self.burn_run(p, area),
            Refuge { area, burnt } => self.shelter_run(p, area, burnt, events),
            Others { .. } => self.others_run(p, step),
            Aside { area, power, nearer } => self.aside_run(p, area, power, nearer, events),
            Retire { .. } => self.retire_run(p, step),
            Settle { area, by } => self.settle_run(p, area, by),
            Living(b) => self.living_run(p, usize::from(b), events),
            MustForage(_) => true,
            Forfeit { block, left } => self.forfeit_run(p, block, left, events),
            Foraged(b) => self.foraged_run(p, usize::from(b), events),
            Close(q) => self.close_run(p, q, events),
            Stand { area, turn } => self.stand_run(p, area, turn),
            Rest => self.rest_run(p, events),
            Pay(q) => self.pay_run(p, q),
            Unpaid(q) => self.unpaid_run(p, q),
            Besieged => self.besieged_run(p),
            Starved { area, nation } => self.starved_run(p, area, nation, events),
            Fill { area, power } => self.fill_run(p, area, power),
        })
    }

    fn decision(&self, p: &Position, step: MarchStep) -> Decision {
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
                (self.slot_order(p)[usize::from(turn)], "7.5.1.1", "choose what retires into the city")
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
            MustForage(b) => (p.corps[usize::from(b)].power, "7.4.1(b)", "forage: nobody pays for the corps"),
            Besieged => (self.next_roller(p).unwrap_or(0), "7.4.5", "roll for the supply of a besieged city"),
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
            Foraged(_) | Close(_) | Rest | Unpaid(_) | Starved { .. } => (0, "7.4", "nothing"),
        };
        Decision::one(Side(power.min(POWERS as u8 - 1)), rule, what)
    }

    fn offers(&self, p: &Position, step: MarchStep, side: Side, out: &mut Offers<'_, MarchAction>) {
        use MarchAction as A;
        use MarchStep::*;
        let power = side.0;
        match step {
            // What is dear to find out is found once for the whole list.
            Place(q) => self.place_list(p, q, out),
            Living(b) => self.living_list(p, usize::from(b), out),
            Pay(q) => self.pay_list(p, q, out),
            Remove(q) => self.remove_list(p, q, out),
            Order(_) => out.candidates((0..POWERS as u8).map(|q| A::Next(NationId(q)))),
            Pick(q) => self.pick_list(p, q, out),
            March => {
                self.enter_list(p, out);
                self.march_candidates(p, out);
            }
            Burn(_) => out.candidates([A::Keep, A::Burn(true), A::Burn(false)]),
            Refuge { area, .. } => self.guard_list(p, area, out),
            Others { .. } => out.candidates([A::Join, A::StayOut]),
            Aside { area, power, nearer } => {
                out.candidates(self.aside_areas(p, area, power, nearer).iter().map(A::Aside));
            }
            Retire { area, .. } => self.retire_list(p, area, power, out),
            Settle { .. } => out.candidates([A::Besiege, A::Done]),
            Forfeit { block, .. } => out.candidates(self.forfeits(p, usize::from(block))),
            Stand { .. } => out.candidates([A::Stay, A::StayOut]),
            MustForage(_) => out.candidate(A::Forage),
            Besieged => out.candidates(p.marching.hungry.iter().map(A::BesiegedSupply)),
            Fill { area, .. } => {
                out.candidates([A::Done, A::TakeOver]);
                for b in p.corps_at(Spot::Field(area)) {
                    for (kind, n) in p.corps[b].factors.into_iter().enumerate() {
                        out.candidates((1..=n).map(|n| A::Put(BlockId::of(b), FactorId(kind as u8), n)));
                    }
                }
            }
            Foraged(_) | Close(_) | Rest | Unpaid(_) | Starved { .. } => {}
        }
    }

    fn refuse(&self, p: &Position, step: MarchStep, side: Side, action: &MarchAction) -> Option<Refusal> {
        self.march_check(p, step, side.0, *action).err()
    }

    fn take(
        &self,
        p: &mut Position,
        step: MarchStep,
        side: Side,
        action: &MarchAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use MarchAction as A;
        use MarchStep::*;
        let (power, action) = (side.0, *action);
        match (step, action) {
            (Remove(_) | Place(_), A::Done) => p.play.pop(),
            (Pick(_), A::Done) => {
                p.play.pop();
                self.end_of_march(p);
            }
            (Remove(q), a) => self.remove_take(p, q, a, events),
            (Place(q), a) => self.place_take(p, q, a, events),
            (Order(_), A::Next(NationId(q))) => p.marching.votes[usize::from(power)] = q,
            (Pick(q), a) => self.pick_take(p, q, a, events),
            (March, a) => self.step_take(p, a, events),
            (Burn(area), a) => self.burn_take(p, area, a, events),
            (Refuge { area, burnt }, a) => self.shelter_take(p, area, burnt, a, events),
            (Others { .. }, a) => self.others_take(p, step, power, a, events),
            (Aside { area, power, .. }, A::Aside(to)) => self.aside_take(p, area, power, to, events),
            (Retire { area, .. }, a) => self.retire_take(p, step, area, power, a, events),
            (Settle { area, by }, a) => self.settle_take(p, area, by, a, events),
            (Living(b) | MustForage(b), a) => self.living_take(p, usize::from(b), a, dice, events),
            (Besieged, a) => self.besieged_take(p, a, dice, events),
            (Forfeit { block, left }, a) => self.forfeit_take(p, block, left, a, events),
            (Stand { area, turn }, a) => self.stand_take(p, area, turn, power, a),
            (Pay(q), a) => self.pay_take(p, q, a, events),
            (Fill { area, .. }, a) => self.fill_take(p, area, power, a, events),
            _ => {}
        }
    }

    fn line(&self, event: &MarchEvent, viewer: Viewer) -> Option<Line> {
        self.march_line(event, viewer)
    }
}
