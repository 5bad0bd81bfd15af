//! What Tannenberg keeps, asks, does and tells beside the standard rules.

use sandtable_east::data::UnitId;
use sandtable_east::engine::{Adds, State};
use sandtable_ops::Maybe;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Names what Tannenberg adds to the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Added;

impl Adds for Added {
    type State = Standing;
    type Step = OwnStep;
    type Action = OwnAction;
    type Event = OwnEvent;
}

/// What a position keeps for the rules of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// Headquarters that the staff officer helps with radius and with strength (tannenberg 17.3a).
    pub helped: [Maybe<UnitId>; 2],
    /// The order in which two allies of a side act (tannenberg 22.5).
    pub order: [u8; 2],
    /// Points of two allies, each for itself.
    pub shares: [i16; 2],
    /// The west front.
    pub west: West,
    /// Garrison duties that have ended, as bits (tannenberg 20.0d).
    pub lifted: u8,
    /// Steps that the German has lost (tannenberg 19.12).
    pub german_steps: u16,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing {
            helped: [Maybe::NONE; 2],
            order: [0; 2],
            shares: [0; 2],
            west: West::default(),
            lifted: 0,
            german_steps: 0,
        }
    }
}

impl State for Standing {
    fn hash_beside<H: Hasher>(&self, attempts: u8, to: &mut H) {
        (&self.helped, self.order, self.shares, self.west, self.lifted).hash(to);
        (attempts, self.german_steps).hash(to);
    }
}

/// How far the call to the west front has come (tannenberg 19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct West {
    /// The turn on which the exchange of headquarters was ordered; 0 for never.
    pub exchange: u8,
    /// Whether it has been made.
    pub exchanged: bool,
    /// The turn on which the units were called; 0 for never.
    pub called: u8,
    /// Whether their points have been scored.
    pub scored: bool,
    /// No more rolls (tannenberg 19.11d).
    pub done: bool,
}

/// What waits to be decided; numbered among the steps of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(isize)]
pub enum OwnStep {
    /// A headquarters comes in place of another that is not there (tannenberg 19.21b).
    Relieve(UnitId) = 6,
    /// Whom the staff officer helps (tannenberg 17.3a).
    Staff(u8) = 8,
}

/// One step of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnAction {
    /// Change the commander and call the West Front units of one's own will (tannenberg 19.14a).
    Commit,
    /// Put the new headquarters in a hex (tannenberg 19.21b).
    Relieve(u16),
    /// The staff officer helps one headquarters with radius and one with strength (tannenberg 17.3a).
    Help(UnitId, UnitId),
}

sandtable_core::action_table! {
    OwnAction, crate::Engine<'_>;
    (Commit) = "commit": "change the commander and call the West Front units",
        "Change the commander and call the West Front units";
    (Relieve(hex)) hex = "relieve":
        "place the new headquarters in {hex}", "Place the new headquarters in {hex}";
    (Help(radius, strength)) radius, strength = "help":
        "help {radius} with radius and {strength} with strength",
        "The staff officer helps {radius} with radius and {strength} with strength";
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnEvent {
    /// Rolls of two allies for the order, and who acts first.
    Order(u8, u8, u8),
    /// The roll for the west front, with its additions.
    WestRoll(u8, u8),
    /// The commander will be replaced.
    ExchangeOrdered,
    /// The West Front units are called.
    UnitsCalled,
    /// A headquarters took the place of another, in a hex; hidden if in a box.
    Exchanged(UnitId, u16, bool),
    /// Garrison duty ended in a hex.
    DutyEnds(u16),
}
