//! What a position keeps for this module: orders that wait, the flight that is going on, and who fled where.

use super::FlightKind;
use crate::data::UNITS;
use crate::position::{HexId, Pieces};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// How many orders can wait.
pub const ORDERS: usize = 16;

/// Units that were told to leave their hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    /// Who.
    pub units: Pieces,
    /// Why.
    pub kind: FlightKind,
}

impl Order {
    /// No order.
    pub const NONE: Order = Order { units: Pieces::EMPTY, kind: FlightKind::Retreat };
}

/// The flight that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trek {
    /// Who moves now, all in one hex.
    pub party: Pieces,
    /// Vehicles that could not go where the others went and find their own way afterwards.
    pub behind: Pieces,
    /// Why.
    pub kind: FlightKind,
    /// The hex that they leave.
    pub start: Maybe<HexId>,
    /// Hexes that the party still has to go; more if it does not fit where it ends (orel 8.5.1i).
    pub left: u8,
    /// Units that must still check for the zone which they have entered.
    pub checks: Pieces,
    /// Whether that zone is one of cavalry.
    pub cavalry_zone: bool,
}

impl Trek {
    /// Nobody flees.
    pub const NONE: Trek = Trek {
        party: Pieces::EMPTY,
        behind: Pieces::EMPTY,
        kind: FlightKind::Retreat,
        start: Maybe::NONE,
        left: 0,
        checks: Pieces::EMPTY,
        cavalry_zone: false,
    };
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flight {
    /// The first hex that each unit entered in its last flight, if there was one.
    #[serde(with = "sandtable_ops::list")]
    pub via: [Maybe<HexId>; UNITS],
    /// Orders that wait, the last one first to be carried out.
    pub orders: [Order; ORDERS],
    /// How many.
    pub count: u8,
    /// The flight that is going on.
    pub now: Trek,
    /// Units that fled into a hex under an attack not resolved yet (orel 8.5.1m); see [`Flight::guests_on`].
    pub guests: Pieces,
    /// Turn and active side for which `guests` holds: with the player turn it is forgotten.
    pub guests_on: [u8; 2],
}

impl Flight {
    /// At the start.
    pub const START: Flight = Flight {
        via: [Maybe::NONE; UNITS],
        orders: [Order::NONE; ORDERS],
        count: 0,
        now: Trek::NONE,
        guests: Pieces::EMPTY,
        guests_on: [0; 2],
    };
}
