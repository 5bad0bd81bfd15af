//! Retreats (7.34, 7.39 to 7.44) and pursuits (7.5): [`ways`] finds the hexes that are open to a retreat, [`back`] leads units there,
//! [`pursuit`] follows them.

mod back;
mod pursuit;
pub mod state;
mod ways;

use super::{Action, Engine, Event};
use crate::data::Hexes;
use crate::position::{HexId, Pieces, Position, Step, UnitId};
use sandtable_core::game::Line;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};
use serde::{Deserialize, Serialize};
use state::{Order, Retreat};

/// The module of retreats and pursuits.
pub struct RetreatRules;

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
    Go { hex: HexId },
    /// A unit leaves the party before it goes, and retreats after it.
    Leave { unit: UnitId },
    /// A unit of the party loses a CEL.
    Pay { unit: UnitId },
    /// A unit begins to pursue.
    Pursue { unit: UnitId, hex: HexId },
    /// It goes on.
    On { hex: HexId },
    /// It stops.
    Halt,
    /// Nobody else pursues.
    Stop,
}

sandtable_core::action_table! {
    RetreatAction, Engine<'_>;
    (Go { hex }) hex = "retreat_to": "go {hex}", "Retreat to {hex}";
    (Leave { unit }) unit = "leave": "leave {unit}", "Let {unit} retreat by itself";
    (Pay { unit }) unit = "lose": "pay {unit}", "Lose a level of {unit} in the enemy zone";
    (Pursue { unit, hex }) unit, hex = "pursue": "pursue {unit} {hex}", "Pursue to {hex} with {unit}";
    (On { hex }) hex = "pursue_on": "on {hex}", "Pursue on to {hex}";
    (Halt) = "halt": "halt", "Halt here";
    (Stop) = "done": "stop", "Pursue no more";
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum RetreatEvent {
    /// A unit goes back one hex.
    Goes { unit: UnitId, map: u8, from: HexId, to: HexId },
    /// A party in an enemy zone must lose CEL.
    ZoneLoss { map: u8, hex: HexId, cel: u8 },
    /// Artillery that cannot be brought back.
    GunsLost { unit: UnitId, map: u8, hex: HexId },
    /// A unit has no way back.
    NoWay { unit: UnitId, map: u8, hex: HexId },
    /// A unit pursues one hex, on the path or off it.
    Pursues { unit: UnitId, map: u8, from: HexId, to: HexId, on: bool },
    /// Field works fall to the enemy who has entered.
    Works { map: u8, hex: HexId },
}

impl Engine<'_> {
    /// Orders units of one hex to retreat so far from it (lodz 7.34 to lodz 7.44): their owner leads them back, together or not; orders are
    /// carried out in the order in which they were given. Afterwards [`state::Retreat`] has the paths of beaten defenders.
    pub fn retreat_order(&self, p: &mut Position, units: Pieces, from: HexId, hexes: u8) {
        let count = usize::from(p.retreat.count);
        debug_assert!(count < state::ORDERS, "too many orders wait");
        if units.is_empty() || hexes == 0 {
            return;
        }
        if let Some(place) = p.retreat.orders.get_mut(count) {
            *place = Order { units, from: from.into(), hexes };
            p.retreat.count += 1;
        }
        if p.steps.top() != Step::Retreat(RetreatStep::Next) {
            p.steps.push(Step::Retreat(RetreatStep::Next));
        }
    }

    /// Lets attackers pursue into hexes that the enemy has left (lodz 7.51 to lodz 7.58), along the paths that are kept, or two hexes far
    /// where nobody got away.
    pub fn pursuit_order(&self, p: &mut Position, units: Pieces, targets: Hexes) {
        let other = p.other();
        p.retreat.vacated = targets.which(|h| p.units.units_in(other, h) == 0);
        p.retreat.chasers = units.which(|u| self.may_pursue(p, u));
        if !p.retreat.vacated.is_empty() && !p.retreat.chasers.is_empty() {
            p.steps.push(Step::Retreat(RetreatStep::Pursue));
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
        let on_map = |h: HexId| usize::from(h) < hexes;
        usize::from(r.count) <= state::ORDERS
            && usize::from(r.known) <= state::PATHS
            && units.iter().all(|u| self.is_unit(u))
            && r.chaser.get().is_none_or(|u| self.is_unit(u))
            && r.from.get().is_none_or(on_map)
            && waiting.iter().all(|o| o.from.get().is_some_and(on_map))
            && trails.flat_map(|t| t.hexes()).all(|h| on_map(*h))
            && r.vacated.iter().all(on_map)
    }
}

impl Module<RetreatRules> for Engine<'_> {
    type Step = RetreatStep;
    type Action = RetreatAction;
    type Event = RetreatEvent;

    fn run(&self, p: &mut Position, step: RetreatStep, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        Flow::ask_if(match step {
            RetreatStep::Next => {
                self.retreat_next(p, events);
                false
            }
            RetreatStep::Back => self.retreat_back(p, events),
            RetreatStep::Pay => self.retreat_pay(p, events),
            RetreatStep::Pursue => self.pursuit_asks(p),
            RetreatStep::Chase => self.chase_asks(p),
        })
    }

    fn decision(&self, p: &Position, step: RetreatStep) -> Decision {
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

    fn offers(&self, p: &Position, step: RetreatStep, _: Side, out: &mut Offers<'_, RetreatAction>) {
        match step {
            RetreatStep::Next => {}
            RetreatStep::Back => self.back_offers(p, out),
            RetreatStep::Pay => {
                let party = p.retreat.party.which(|u| p.on_map(u));
                out.all_legal(party.iter().map(|unit| RetreatAction::Pay { unit }));
            }
            RetreatStep::Pursue | RetreatStep::Chase => self.pursuit_offers(p, step, out),
        }
    }

    fn refuse(&self, p: &Position, step: RetreatStep, _: Side, a: &RetreatAction) -> Option<Refusal> {
        match (step, *a) {
            (RetreatStep::Pay, RetreatAction::Pay { unit }) => {
                let there = self.is_unit(unit) && p.on_map(unit) && p.retreat.party.has(unit);
                (!there).then(|| Refusal::new("7.42b", "it is not one of those who retreat together"))
            }
            (RetreatStep::Back, a) => self.back_refuse(p, a),
            (RetreatStep::Pursue | RetreatStep::Chase, a) => self.pursuit_refuse(p, step, a),
            _ => Some(self.not_now(p, Action::Retreat(*a))),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: RetreatStep,
        _: Side,
        a: &RetreatAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match *a {
            RetreatAction::Go { hex } => self.retreat_go(p, hex, events),
            RetreatAction::Leave { unit } => p.retreat.party.remove(unit),
            RetreatAction::Pay { unit } => self.retreat_lose(p, unit, events),
            a => self.pursuit_take(p, a, events),
        }
    }

    fn line(&self, event: &RetreatEvent, _: Viewer) -> Option<Line> {
        let at = |map: u8, hex: HexId| self.d.maps[usize::from(map)].name(hex);
        let named = |map: u8, hex: HexId| self.place(map, hex);
        let (text, rule, places) = match *event {
            RetreatEvent::Goes { unit, map, from, to } => {
                let places = vec![at(map, from), at(map, to)];
                let text =
                    format!("{} retreats from {} to {}", self.name(unit), named(map, from), named(map, to));
                (text, "7.34a", places)
            }
            RetreatEvent::ZoneLoss { map, hex, cel } => {
                let text = format!("{} lies in an enemy zone: {cel} level to lose", named(map, hex));
                (text, "7.42b", vec![at(map, hex)])
            }
            RetreatEvent::GunsLost { unit, map, hex } => {
                let text = format!("{} cannot be brought back from {}", self.name(unit), named(map, hex));
                (text, "8.78", vec![at(map, hex)])
            }
            RetreatEvent::NoWay { unit, map, hex } => {
                let text = format!("{} has no way back from {}", self.name(unit), named(map, hex));
                (text, "7.39c", vec![at(map, hex)])
            }
            RetreatEvent::Pursues { unit, map, from, to, on } => {
                let places = vec![at(map, from), at(map, to)];
                let aside = if on { "" } else { ", off the enemy's way, and stops" };
                let text = format!(
                    "{} pursues from {} to {}{aside}",
                    self.name(unit),
                    named(map, from),
                    named(map, to)
                );
                (text, if on { "7.51" } else { "7.54" }, places)
            }
            RetreatEvent::Works { map, hex } => {
                (format!("the field works at {} are lost", named(map, hex)), "9.15", vec![at(map, hex)])
            }
        };
        Some(Line { text, rule, places })
    }
}
