//! Steps, actions and events of movement.

use crate::play::Engine;
use crate::position::{HexId, UnitId};
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
    Go { unit: UnitId, to: HexId },
    /// Artillery changes its order (lodz 8.73).
    Order { unit: UnitId },
    /// A unit destroys the bridge between its hex and a neighbour (lodz 14.11, lodz 14.21).
    Destroy { unit: UnitId, to: HexId },
    /// A unit rebuilds the bridge over a small river (lodz 14.12).
    Rebuild { unit: UnitId, to: HexId },
    /// A headquarters begins a bridge over a big river (lodz 14.22).
    Build { unit: UnitId, to: HexId },
    /// A unit digs in (lodz 9.11).
    Dig { unit: UnitId },
    /// A unit is marked for strategic movement (lodz 11.12).
    Mark { unit: UnitId },
    /// A unit in a hex that is too full and that nobody can leave gives up a CEL (lodz R8).
    GiveUp { unit: UnitId },
    /// The phase ends.
    Done,
}

sandtable_core::action_table! {
    MarchAction, Engine<'_>;
    (Done) = "done": "done", "End your movement";
    (Order { unit }) unit = "order": "{unit} order", "Change the order of {unit}";
    (Destroy { unit, to }) unit, to = "destroy_bridge": "{unit} destroy {to}", "Destroy the bridge to {to} with {unit}";
    (Rebuild { unit, to }) unit, to = "rebuild_bridge": "{unit} rebuild {to}", "Rebuild the bridge to {to} with {unit}";
    (Build { unit, to }) unit, to = "build_bridge": "{unit} build {to}", "Build a bridge to {to} with {unit}";
    (Dig { unit }) unit = "dig": "{unit} dig", "Dig in with {unit}";
    (Mark { unit }) unit = "strategic": "{unit} strategic", "Mark {unit} for strategic movement";
    (GiveUp { unit }) unit = "give_up": "{unit} give up", "Give up a level of {unit}";
    (Go { unit, to }) unit, to = "move": "{unit} {to}", "Move {unit} to {to}";
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
    Went { unit: UnitId, map: u8, from: HexId, to: HexId, spent: u8, left: u8, snow: bool, stop: Stop },
    /// A unit came onto the map.
    Came { unit: UnitId, map: u8, hex: HexId },
    /// A unit runs over artillery and headquarters.
    Overran { unit: UnitId, map: u8, hex: HexId, extra: u8 },
    /// Artillery takes an order.
    Ordered { unit: UnitId, map: u8, hex: HexId, marching: bool },
    /// The bridge of Płock opens, by the calendar.
    Opens { map: u8, hex: HexId, to: HexId },
    /// A bridge falls or stands again.
    Bridge { unit: UnitId, map: u8, hex: HexId, to: HexId, big: bool, stands: bool },
    /// A headquarters begins a bridge.
    Builds { unit: UnitId, map: u8, hex: HexId, to: HexId },
    /// A bridge was not finished.
    Unfinished { unit: UnitId, map: u8, hex: HexId, to: HexId },
    /// A unit digs in.
    Digs { unit: UnitId, map: u8, hex: HexId },
    /// Field works stand, or go.
    Works { map: u8, hex: HexId, stand: bool, trampled: bool },
    /// A unit is marked for strategic movement.
    Marked { unit: UnitId, map: u8, hex: HexId },
    /// A unit lends the ferry a CEL.
    Ferried { unit: UnitId, map: u8, hex: HexId, cel: u8 },
    /// It has it back.
    Landed { unit: UnitId, map: u8, hex: HexId, cel: u8 },
    /// A unit is in order again.
    Rallied { unit: UnitId, map: u8, hex: HexId },
    /// A group of reinforcements may come.
    Opened { scenario: u8, group: u8 },
}
