//! Steps, actions and events of movement.

use serde::{Deserialize, Serialize};

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// Moves of the movement phase (lodz 3.1.3).
    Move,
    /// Moves of the strategic movement phase (lodz 3.1.5).
    Strategic,
}

/// What the active player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MarchAction {
    /// A unit goes to a hex: straight to a neighbour, farther off by the cheapest way. Reinforcements come in by it.
    Go { unit: u16, to: u16 },
    /// Artillery changes its order (lodz 8.73).
    Order { unit: u16 },
    /// A unit destroys the bridge between its hex and a neighbour (lodz 14.11, lodz 14.21).
    Destroy { unit: u16, to: u16 },
    /// A unit rebuilds the bridge over a small river (lodz 14.12).
    Rebuild { unit: u16, to: u16 },
    /// A headquarters begins a bridge over a big river (lodz 14.22).
    Build { unit: u16, to: u16 },
    /// A unit digs in (lodz 9.11).
    Dig { unit: u16 },
    /// A unit is marked for strategic movement (lodz 11.12).
    Mark { unit: u16 },
    /// A unit in a hex that is too full and that nobody can leave gives up a CEL (lodz R8).
    GiveUp { unit: u16 },
    /// The phase ends.
    Done,
}

/// What ends the move of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// Nothing: it may go on with what it has left.
    #[default]
    No,
    /// An enemy zone (lodz 6.2.1).
    Zone,
    /// The ferry (lodz N11.12a, lodz R43).
    Ferry,
    /// Guns that keep their combat order go one hex (lodz 8.77).
    Guns,
}

/// What happened. Half-points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MarchEvent {
    /// A unit went somewhere.
    Went { unit: u16, map: u8, from: u16, to: u16, spent: u8, left: u8, snow: bool, stop: Stop },
    /// A unit came onto the map.
    Came { unit: u16, map: u8, hex: u16 },
    /// A unit runs over artillery and headquarters.
    Overran { unit: u16, map: u8, hex: u16, extra: u8 },
    /// Artillery takes an order.
    Ordered { unit: u16, map: u8, hex: u16, marching: bool },
    /// A bridge falls or stands again, by a unit or, for the bridge of Płock, by the calendar.
    Bridge { unit: u16, map: u8, hex: u16, to: u16, big: bool, stands: bool },
    /// A headquarters begins a bridge.
    Builds { unit: u16, map: u8, hex: u16, to: u16 },
    /// A bridge was not finished.
    Unfinished { unit: u16, map: u8, hex: u16, to: u16 },
    /// A unit digs in.
    Digs { unit: u16, map: u8, hex: u16 },
    /// Field works stand, or go.
    Works { map: u8, hex: u16, stand: bool, trampled: bool },
    /// A unit is marked for strategic movement.
    Marked { unit: u16, map: u8, hex: u16 },
    /// A unit lends the ferry a CEL.
    Ferried { unit: u16, map: u8, hex: u16, cel: u8 },
    /// It has it back.
    Landed { unit: u16, map: u8, hex: u16, cel: u8 },
    /// A unit is in order again.
    Rallied { unit: u16, map: u8, hex: u16 },
    /// A group of reinforcements may come.
    Opened { scenario: u8, group: u8 },
}
