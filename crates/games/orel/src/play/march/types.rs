//! Steps, actions and events of the movement phase.

use super::trail::Trail;
use crate::play::Engine;
use crate::position::{Destination, HexId, OFF_MAP, UnitId};
use serde::{Deserialize, Serialize};

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// The next unit to move (state 5.1).
    Select,
    /// How the mover goes on or ends its move (states 5.3 and 5.4).
    Finish,
    /// The part of Orel that a side's unit takes which has come in (orel 7.1.1e).
    Part(u8),
}

/// How a unit ends its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It halts: in March mode if it went anywhere (orel 7.1.4a).
    Halt,
    /// Combat mode (orel 7.1.4b).
    Combat,
    /// A Hasty Attack on a hex (orel 7.2m).
    Hasty(HexId),
    /// A Prepared Attack on a hex (orel 7.2g).
    Prepared(HexId),
    /// A Barrage (orel 7.2e).
    Barrage,
    /// Support of Hasty Attacks on a hex.
    SupportHasty(HexId),
    /// Support of Prepared Attacks on a hex.
    SupportPrepared(HexId),
    /// Entrenching (orel 7.3).
    Entrench,
}

/// What the active side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MarchAction {
    /// A unit goes to a hex by the way that does the least lasting harm, of those the cheapest. Units off the map come in by it.
    Go { unit: UnitId, to: Destination },
    /// A unit begins a Marching Day and goes to a hex (orel 7.1.5).
    Day { unit: UnitId, to: Destination },
    /// A unit goes a way that the player has named, on a Marching Day or not; covered by others, or uncovered: then zones of control
    /// count in full, and nobody is bound (orel 7.1.3f).
    By { unit: UnitId, way: Trail, day: bool, uncovered: bool },
    /// A unit Out of Command checks whether it may go from zone to zone, or attack (orel 5.3b).
    Check { unit: UnitId },
    /// A unit ends its move, or acts where it stands.
    End { unit: UnitId, how: How },
    /// All own units in Orel go to its centre, or to its suburbs (orel 7.1.1g).
    Part { centre: bool },
    /// The phase ends.
    Done,
}

sandtable_core::action_table! {
    MarchAction, Engine<'_>;
    (Go { unit, to: OFF_MAP }) unit = "move": "{unit} off", "Move {unit} off the map";
    (Go { unit, to }) unit, to = "move": "{unit} {to}", "Move {unit} to {to}";
    (Day { unit, to: OFF_MAP }) unit = "marching_day": "{unit} day off", "Move {unit} off the map on a Marching Day";
    (Day { unit, to }) unit, to = "marching_day": "{unit} day {to}", "Move {unit} to {to} on a Marching Day";
    (By { unit, way, day: false, uncovered: false }) unit, way = "move_by": "{unit} by {way}", "Move {unit} {way}";
    (By { unit, way, day: true, uncovered: false }) unit, way = "move_by":
        "{unit} day by {way}", "Move {unit} {way} on a Marching Day";
    (By { unit, way, day: false, uncovered: true }) unit, way = "move_uncovered":
        "{unit} by {way} uncovered", "Move {unit} {way}, covered by nobody";
    (By { unit, way, day: true, uncovered: true }) unit, way = "move_uncovered":
        "{unit} day by {way} uncovered", "Move {unit} {way} on a Marching Day, covered by nobody";
    (Check { unit }) unit = "check": "{unit} check", "Check whether {unit} acts Out of Command";
    (End { unit, how: How::Halt }) unit = "halt": "{unit} halt", "End the move of {unit}";
    (End { unit, how: How::Combat }) unit = "combat_mode": "{unit} combat", "Put {unit} into Combat mode";
    (End { unit, how: How::Hasty(hex) }) unit, hex = "hasty_attack" weigh:
        "{unit} hasty {hex}", "Hasty Attack on {hex} by {unit}";
    (End { unit, how: How::Prepared(hex) }) unit, hex = "prepared_attack" weigh:
        "{unit} prepared {hex}", "Prepared Attack on {hex} by {unit}";
    (End { unit, how: How::Barrage }) unit = "barrage": "{unit} barrage", "Barrage by {unit}";
    (End { unit, how: How::SupportHasty(hex) }) unit, hex = "support_hasty":
        "{unit} support hasty {hex}", "Support Hasty Attacks on {hex} with {unit}";
    (End { unit, how: How::SupportPrepared(hex) }) unit, hex = "support_prepared":
        "{unit} support prepared {hex}", "Support Prepared Attacks on {hex} with {unit}";
    (End { unit, how: How::Entrench }) unit = "entrench": "{unit} entrench", "Entrench {unit}";
    (Part { centre: true }) = "centre": "centre", "Hold the centre of Orel";
    (Part { centre: false }) = "suburbs": "suburbs", "Hold the suburbs of Orel";
    (Done) = "done": "done", "End your movement";
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MarchEvent {
    /// A unit went somewhere, from no hex if it came onto the map just now; half-points.
    Went {
        unit: UnitId,
        from: Option<HexId>,
        to: HexId,
        trail: Option<Trail>,
        spent: u8,
        left: u8,
        day: bool,
    },
    /// A train or Railroad Depot ran somewhere.
    Ran { unit: UnitId, from: HexId, to: HexId, trail: Option<Trail> },
    /// Those who cover in a hex have covered a move and must stay.
    Bound { hex: HexId },
    /// A unit came onto the map.
    Came { unit: UnitId, at: HexId, left: u8 },
    /// A tank rolled for breakdown.
    Breakdown { unit: UnitId, hex: Option<HexId>, die: u8, upto: u8 },
    /// A unit Out of Command made its check.
    Checked { unit: UnitId, hex: Option<HexId>, die: u8, tq: u8 },
    /// A unit ended its move.
    Ended { unit: UnitId, hex: Option<HexId>, how: How, spent: u8 },
    /// Units in Orel are in a part of it.
    Part { hex: HexId, centre: bool },
    /// A unit is dug in.
    Entrenched { unit: UnitId, hex: Option<HexId> },
    /// A unit off the map waits for a later turn.
    Waits { unit: UnitId, turn: u8 },
}
