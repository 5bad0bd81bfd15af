//! Retreats (7.34, 7.39 to 7.44) and pursuits (7.5): [`ways`] finds the hexes that are open to a retreat, [`back`] leads units there,
//! [`pursuit`] follows them.

mod back;
mod pursuit;
pub mod state;
mod ways;
mod words;

use super::{Action, Engine, Event};
use crate::data::{Hexes, NOBODY, NOWHERE};
use crate::play::bar::{Bar, OTHER, bar};
use crate::state::{Pieces, Position, Step};
use sandtable_core::game::Side;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};
use state::{Order, Retreat};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatStep {
    /// The next order is carried out.
    Next,
    /// Units leave the combat hex, together or not.
    Back,
    /// A party pays for an enemy zone.
    Pay,
    /// Attackers may pursue.
    Pursue,
    /// One of them is on its way.
    Chase,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RetreatAction {
    /// The party goes into a hex.
    Go { hex: u16 },
    /// A unit leaves the party before it goes, and retreats after it.
    Leave { unit: u16 },
    /// A unit of the party loses a CEL.
    Pay { unit: u16 },
    /// A unit begins to pursue.
    Pursue { unit: u16, hex: u16 },
    /// It goes on.
    On { hex: u16 },
    /// It stops.
    Halt,
    /// Nobody else pursues.
    Stop,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RetreatEvent {
    /// A unit goes back one hex.
    Goes { unit: u16, map: u8, from: u16, to: u16 },
    /// A party in an enemy zone must lose CEL.
    Toll { map: u8, hex: u16, cel: u8 },
    /// Artillery that cannot be brought back.
    GunsLost { unit: u16, map: u8, hex: u16 },
    /// A unit has no way back.
    NoWay { unit: u16, map: u8, hex: u16 },
    /// A unit pursues one hex, on the path or off it.
    Pursues { unit: u16, map: u8, from: u16, to: u16, on: bool },
    /// Field works fall to the enemy who has entered.
    Works { map: u8, hex: u16 },
}

impl Engine<'_> {
    /// Orders units of one hex to retreat so far from it (lodz 7.34 to lodz 7.44): their owner leads them back, together or not; orders are
    /// carried out in the order in which they were given. Afterwards [`state::Retreat`] has the paths of beaten defenders.
    pub fn retreat_order(&self, p: &mut Position, units: Pieces, from: u16, hexes: u8) {
        let count = usize::from(p.retreat.count);
        debug_assert!(count < state::ORDERS, "too many orders wait");
        if units.is_empty() || hexes == 0 {
            return;
        }
        if let Some(place) = p.retreat.orders.get_mut(count) {
            *place = Order { units, from, hexes };
            p.retreat.count += 1;
        }
        if p.pile.top() != Step::Retreat(RetreatStep::Next) {
            p.pile.push(Step::Retreat(RetreatStep::Next));
        }
    }

    /// Lets attackers pursue into hexes that the enemy has left (lodz 7.51 to lodz 7.58), along the paths that are kept, or two hexes far
    /// where nobody got away.
    pub fn pursuit_order(&self, p: &mut Position, units: Pieces, targets: Hexes) {
        let other = p.other();
        p.retreat.vacated = targets.which(|h| p.units.units_in(other, h) == 0);
        p.retreat.chasers = units.which(|u| self.may_pursue(p, u));
        if !p.retreat.vacated.is_empty() && !p.retreat.chasers.is_empty() {
            p.pile.push(Step::Retreat(RetreatStep::Pursue));
        }
    }

    /// Forgets paths of an attack that is over.
    pub(super) fn retreat_forget(&self, p: &mut Position) {
        p.retreat = Retreat::START;
    }

    /// Whether what a position keeps of retreats and pursuits can be.
    pub(crate) fn retreat_is_sound(&self, p: &Position) -> bool {
        let (r, hexes) = (&p.retreat, self.map(p).hexes);
        let waiting = &r.orders[..usize::from(r.count).min(state::ORDERS)];
        let units = waiting.iter().fold(r.left.with(&r.party).with(&r.chasers), |all, o| all.with(&o.units));
        let trails = r.known().iter().chain([&r.trail, &r.chase]);
        let on_map = |h: u16| usize::from(h) < hexes;
        usize::from(r.count) <= state::ORDERS
            && usize::from(r.known) <= state::PATHS
            && units.iter().all(|u| self.is_unit(u))
            && (r.chaser == NOBODY || self.is_unit(r.chaser))
            && (r.from == NOWHERE || on_map(r.from))
            && waiting.iter().all(|o| on_map(o.from))
            && trails.flat_map(|t| t.hexes()).all(|h| on_map(*h))
            && r.vacated.iter().all(on_map)
    }

    /// Does what needs no decision; whether one is needed.
    pub(super) fn retreat_run(
        &self,
        p: &mut Position,
        step: RetreatStep,
        _dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        match step {
            RetreatStep::Next => {
                self.retreat_next(p, events);
                false
            }
            RetreatStep::Back => self.retreat_back(p, events),
            RetreatStep::Pay => self.retreat_pay(p, events),
            RetreatStep::Pursue => self.pursuit_asks(p),
            RetreatStep::Chase => self.chase_asks(p),
        }
    }

    /// Who must decide what.
    pub(super) fn retreat_decision(&self, p: &Position, step: RetreatStep) -> Decision {
        let owner = p.retreat.party.first().map_or(p.active, |u| p.side(u));
        let (side, rule, what) = match step {
            RetreatStep::Next | RetreatStep::Back => {
                (owner, "7.34a", "choose where the beaten units retreat")
            }
            RetreatStep::Pay => (owner, "7.42b", "choose the unit that loses a level in the enemy zone"),
            RetreatStep::Pursue => (p.active, "7.51", "pursue or stay"),
            RetreatStep::Chase => (p.active, "7.54", "pursue on or halt"),
        };
        Decision::one(Side(side), rule, what)
    }

    /// Every legal action.
    pub(super) fn retreat_list(&self, p: &Position, step: RetreatStep, _side: u8, out: &mut Vec<Action>) {
        match step {
            RetreatStep::Next => {}
            RetreatStep::Back => self.back_list(p, out),
            RetreatStep::Pay => {
                let party = p.retreat.party.which(|u| p.on_map(u));
                out.extend(party.iter().map(|unit| Action::Retreat(RetreatAction::Pay { unit })));
            }
            RetreatStep::Pursue | RetreatStep::Chase => self.pursuit_list(p, step, out),
        }
    }

    /// The rule that forbids an action.
    pub(super) fn retreat_refuse(
        &self,
        p: &Position,
        step: RetreatStep,
        _side: u8,
        a: RetreatAction,
    ) -> Option<Bar> {
        match (step, a) {
            (RetreatStep::Pay, RetreatAction::Pay { unit }) => {
                let there = self.is_unit(unit) && p.on_map(unit) && p.retreat.party.has(unit);
                (!there).then(|| bar("7.42b", "it is not one of those who retreat together"))
            }
            (RetreatStep::Back, a) => self.back_refuse(p, a),
            (RetreatStep::Pursue | RetreatStep::Chase, a) => self.pursuit_refuse(p, step, a),
            _ => Some(OTHER),
        }
    }

    /// Takes a legal action.
    pub(super) fn retreat_take(
        &self,
        p: &mut Position,
        _step: RetreatStep,
        _side: u8,
        a: RetreatAction,
        _dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match a {
            RetreatAction::Go { hex } => self.retreat_go(p, hex, events),
            RetreatAction::Leave { unit } => p.retreat.party.remove(unit),
            RetreatAction::Pay { unit } => self.retreat_lose(p, unit, events),
            a => self.pursuit_take(p, a, events),
        }
    }
}
