//! Units that must leave their hex: retreats (8.5.1) and routs (8.7.3), and who goes with them.
//!
//! Other modules give orders with [`Engine::flight_order`]; `ways` finds the hexes that the priorities leave, `trek` moves the
//! units and makes their checks, `company` knows who follows, who is left behind and what becomes of guests, `words` tells it.

mod company;
pub mod state;
mod trek;
mod ways;
mod words;

use super::{Engine, Event};
use crate::position::{Destination, HexId, OFF_MAP, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};
use state::{ORDERS, Order};

/// Why units leave their hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightKind {
    /// Retreat before combat (orel 8.5).
    Before,
    /// Retreat by a Cohesion or Morale check (orel 8.7.2).
    Retreat,
    /// A losing defender that passed its Morale check (orel 8.8.2o).
    GoodOrder,
    /// Rout (orel 8.7.3).
    Rout,
}

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightStep {
    /// So many of the orders that wait are carried out.
    Next {
        /// How many.
        orders: u8,
    },
    /// The party goes one hex, its owner choosing where several are left.
    Move,
    /// The next unit of the party checks for the zone that it has entered.
    Check,
    /// What it has rolled.
    Read,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlightAction {
    /// The party goes into a hex, or off the map.
    Go {
        /// Which, or [`OFF_MAP`].
        hex: Destination,
    },
}

sandtable_core::action_table! {
    FlightAction, Engine<'_>;
    (Go { hex: OFF_MAP }) = "leave_map": "retreat off", "Retreat off the map";
    (Go { hex }) hex = "retreat_to": "retreat {hex}", "Retreat to {hex}";
}

/// Why a unit surrenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhySurrender {
    /// It was Routed already (orel 8.7.3n).
    Again,
    /// Enemies leave no way of the full length (orel 8.7.3g).
    NoWay,
    /// Its check on entering a zone failed (orel 8.7.3e).
    Zone,
    /// It had fled to units that are now routed or gone (orel 8.7.3b).
    Guest,
    /// All with whom it stood have surrendered (orel 8.8.2m).
    Company,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum FlightEvent {
    /// A unit goes back one hex.
    Goes { unit: UnitId, from: HexId, to: HexId, kind: FlightKind },
    /// A unit leaves the map and is due back on a turn.
    LeavesMap { unit: UnitId, hex: HexId, due: u8 },
    /// A unit is Routed.
    Routed { unit: UnitId, hex: Option<HexId> },
    /// A unit cannot go back and is Routed where it stands.
    RoutedInPlace { unit: UnitId, hex: HexId },
    /// A vehicle cannot go back.
    Stays { unit: UnitId, hex: HexId },
    /// A tank that has broken down cannot go back.
    Abandoned { unit: UnitId, hex: Option<HexId> },
    /// A unit is lost with all others of its hex (orel 9h).
    LostWithAll { unit: UnitId, hex: HexId },
    /// The check of a unit that had to enter an enemy zone.
    Zone { unit: UnitId, hex: Option<HexId>, die: u8, add: i8, tq: u8, passed: bool },
    /// A unit surrenders.
    Surrenders { unit: UnitId, hex: Option<HexId>, why: WhySurrender },
    /// A unit has come into a hex under attack, and is no part of that combat.
    Guest { unit: UnitId, hex: HexId },
}

impl Engine<'_> {
    /// Orders units of one side in one hex to leave it: pushes the step that moves them. Their owner chooses hexes among those
    /// that the priorities leave (orel 8.5.1); checks on entering zones, step losses, surrenders, routs in place and exits from
    /// the map are made there. Depots in the order stay (orel 3.3b). Afterwards [`state::Flight::via`] has the first hex that each
    /// unit entered. Several orders may wait; the one given last is carried out first.
    ///
    /// In a combat, a unit that has left its hex is taken out of [`crate::position::Combat::units`] and put among the gone (but for a
    /// retreat before combat), a routed one among the routed. Defenders that are Routed in place stay in the combat.
    pub fn flight_order(&self, p: &mut Position, units: Pieces, kind: FlightKind) {
        let units = units.which(|u| self.is_unit(u) && p.on_map(u) && !self.class(u).is_depot());
        debug_assert!(usize::from(p.flight.count) < ORDERS, "too many orders wait");
        let Some(place) = p.flight.orders.get_mut(usize::from(p.flight.count)) else { return };
        if units.is_empty() {
            return;
        }
        *place = Order { units, kind };
        p.flight.count += 1;
        if let Step::Flight(FlightStep::Next { orders }) = p.play.steps.top() {
            p.play.steps.replace(Step::Flight(FlightStep::Next { orders: orders + 1 }));
        } else {
            p.play.steps.push(Step::Flight(FlightStep::Next { orders: 1 }));
        }
    }

    /// The hexes into which units of one hex could go first if they were ordered to leave it now (orel 8.5.1b). Empty if they have to
    /// leave the map or cannot go at all; [`Engine::flight_possible`] tells which.
    pub fn flight_hexes(&self, p: &Position, units: Pieces, kind: FlightKind) -> crate::data::Hexes {
        self.flight_ways(p, &self.flight_trek(p, units, kind)).hexes
    }

    /// Whether units of one hex have a way at all, off the map included (orel 8.5.1q, orel 8.7.3g).
    pub fn flight_possible(&self, p: &Position, units: Pieces, kind: FlightKind) -> bool {
        let ways = self.flight_ways(p, &self.flight_trek(p, units, kind));
        ways.off || !ways.hexes.is_empty()
    }

    /// How many hexes in enemy zones units of one hex would have to enter if they were ordered to leave it now, and whether the first of
    /// them would be in a zone of cavalry, for the hex that spares them that if they can choose. None if they have no way at all.
    pub fn flight_zones(&self, p: &Position, units: Pieces, kind: FlightKind) -> Option<(u8, bool)> {
        let ways = self.flight_ways(p, &self.flight_trek(p, units, kind));
        let side = units.first().map(|u| p.side(u)).filter(|_| ways.off || !ways.hexes.is_empty())?;
        let cavalry = ways.hexes.iter().all(|h| self.in_cavalry_zone(p, 1 - side, h));
        Some((ways.zones(), cavalry))
    }

    /// Whether what a position keeps of flights can be.
    pub(crate) fn flight_is_sound(&self, p: &Position) -> bool {
        let (now, busy) = (&p.flight.now, matches!(p.play.steps.top(), Step::Flight(_)));
        usize::from(p.flight.count) <= ORDERS
            && now.party.with(&now.behind).with(&now.checks).iter().all(|u| self.is_unit(u))
            && p.flight.orders.iter().all(|o| o.units.iter().all(|u| self.is_unit(u)))
            && p.flight.via.iter().all(|h| h.get().is_none_or(HexId::on_board))
            && (now.start.get().is_some_and(HexId::on_board)
                || !busy
                || now.party.with(&now.behind).is_empty())
    }

    /// The units whose owner is asked where they go, their hex, and why.
    pub fn flight_party(&self, p: &Position) -> Option<(Pieces, HexId, FlightKind)> {
        let asks = matches!(p.play.steps.top(), Step::Flight(FlightStep::Move));
        let now = &p.flight.now;
        now.party.first().filter(|_| asks).and_then(|u| Some((now.party, p.hex(u)?, now.kind)))
    }
}

impl Module<state::Flight> for Engine<'_> {
    type Step = FlightStep;
    type Action = FlightAction;
    type Event = FlightEvent;

    fn run(&self, p: &mut Position, step: FlightStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            FlightStep::Next { orders } => self.flight_next(p, orders, events),
            FlightStep::Move => return Flow::ask_if(self.flight_move(p, events)),
            FlightStep::Check => self.flight_check(p, dice, events),
            FlightStep::Read => self.flight_read(p, events),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, _: FlightStep) -> Decision {
        let now = &p.flight.now;
        let side = now.party.first().map_or(p.active, |u| p.side(u));
        let (rule, what) = match now.kind {
            FlightKind::Rout => ("8.7.3a", "choose the hex into which the routed units flee"),
            _ => ("8.5.1b", "choose the hex into which the units retreat"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, _: FlightStep, _: Side, out: &mut Offers<'_, FlightAction>) {
        let ways = self.flight_ways(p, &p.flight.now);
        out.all_legal(ways.hexes.iter().map(|hex| FlightAction::Go { hex: hex.into() }));
        if ways.off {
            out.legal(FlightAction::Go { hex: OFF_MAP });
        }
    }

    fn refuse(&self, p: &Position, _: FlightStep, _: Side, &a: &FlightAction) -> Option<Refusal> {
        let FlightAction::Go { hex } = a;
        self.flight_why_not(p, &p.flight.now, hex.hex())
    }

    fn take(
        &self,
        p: &mut Position,
        _: FlightStep,
        _: Side,
        &a: &FlightAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let FlightAction::Go { hex } = a;
        self.flight_go(p, hex.hex(), events);
    }

    fn line(&self, event: &FlightEvent, _: Viewer) -> Option<Line> {
        Some(self.flight_line(*event))
    }
}
