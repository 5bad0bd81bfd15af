//! The standard rules at work: one value that joins what never changes with what is exclusive to a game. The modules below
//! follow the sequence of play.

use crate::action::Event;
use crate::data::pieces::HqFace;
use crate::data::{Data, UnitId, UnitSet};
use crate::position::Position;
use crate::standard::command;
use sandtable_core::{Dice, Outcome, Refusal};

/// What a game of the family adds to the standard rules. Everything has an answer that adds nothing.
pub trait Exclusive: Send + Sync {
    /// The values of a headquarters now (tannenberg 17.3a).
    fn hq_values(&self, data: &Data, p: &Position, hq: UnitId) -> HqFace {
        command::face(data, p, hq)
    }

    /// The staff officer, if he stands with headquarters that he could help (tannenberg 17.3a).
    fn staff(&self, _data: &Data, _p: &Position) -> UnitSet {
        UnitSet::EMPTY
    }

    /// Whether all units of a side are in command without question (tannenberg 17.2).
    fn all_in_command(&self, _data: &Data, _p: &Position, _side: u8) -> bool {
        false
    }

    /// Why a headquarters may not help an attack, beyond the standard rules (tannenberg 17.12, tannenberg 17.4a).
    fn shift_breach(&self, _data: &Data, _p: &Position, _hq: UnitId, _attackers: UnitSet) -> Option<Refusal> {
        None
    }

    /// Why a unit may not end a march or a ride in a hex (tannenberg 17.11a).
    fn move_breach(&self, _data: &Data, _p: &Position, _unit: UnitId, _to: u16) -> Option<Refusal> {
        None
    }

    /// Why the Movement Segment may not end yet (tannenberg 20.0a).
    fn end_moves_breach(&self, _data: &Data, _p: &Position) -> Option<Refusal> {
        None
    }

    /// What happens in the Reinforcement Segment before units come in (tannenberg 19.11a).
    fn before_reinforcements(
        &self,
        _data: &Data,
        _p: &mut Position,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event>,
    ) {
    }

    /// The first turn on which a unit may come in; none if it never does (tannenberg 14.0, tannenberg 19.22a).
    fn due(&self, _data: &Data, _p: &Position, _unit: UnitId) -> Option<u8> {
        None
    }

    /// The exits by which a unit comes in (tannenberg 14.0), or a hex that a scenario names.
    fn entries(&self, _data: &Data, _p: &Position, _unit: UnitId) -> &[u16] {
        &[]
    }

    /// Whether a side may still commit itself of its own will (tannenberg 19.14a).
    fn may_commit(&self, _data: &Data, _p: &Position, _side: u8) -> bool {
        false
    }

    /// Commits.
    fn commit(&self, _data: &Data, _p: &mut Position, _events: &mut Vec<Event>) {}

    /// A reinforcement has come onto the map (tannenberg 21.2g).
    fn arrived(&self, _data: &Data, _p: &mut Position, _unit: UnitId, _events: &mut Vec<Event>) {}

    /// What a loss scores (tannenberg 21.2d).
    fn score(&self, _data: &Data, _p: &mut Position, _what: Scored, _events: &mut Vec<Event>) {}

    /// After something has moved: duties that end with it (tannenberg 20.0d).
    fn after_move(&self, _data: &Data, _p: &mut Position, _events: &mut Vec<Event>) {}

    /// The Interphase (tannenberg 21.13a).
    fn interphase(&self, _data: &Data, _p: &mut Position, _events: &mut Vec<Event>) {}

    /// How the game stands or has ended (tannenberg 21.3).
    fn outcome(&self, data: &Data, p: &Position) -> Outcome;

    /// The last turn.
    fn last_turn(&self) -> u8;

    /// The side that may hide its units, with what limits (tannenberg 18.0a).
    fn hides(&self, _p: &Position) -> Option<Hides> {
        None
    }

    /// The players of a side in the order in which they act; one of them unless allies share it (tannenberg 22.5).
    fn players(&self, p: &Position, side: u8) -> [Option<u8>; 2];

    /// The player who decides for a unit.
    fn owner(&self, data: &Data, _p: &Position, unit: UnitId) -> u8 {
        data.unit(unit).side
    }

    /// The side that a player plays.
    fn side_of(&self, player: u8) -> u8;

    /// Whether players of one side share its railways: a part of the capacity for a player (tannenberg 22.5).
    fn capacity(&self, data: &Data, p: &Position, player: u8, army: u8) -> u8 {
        let _ = player;
        data.params.armies[usize::from(army)].capacity(p.turn)
    }

    /// Whether two units may not stand together at the end of a phase (tannenberg 22.5).
    fn keeps_apart(&self, _data: &Data, _p: &Position, _a: UnitId, _b: UnitId) -> bool {
        false
    }

    /// Units that a player has still to place, and where they may stand (tannenberg 22.2).
    fn set_up_breach(&self, _data: &Data, _p: &Position, _unit: UnitId, _hex: u16) -> Option<Refusal> {
        Some(Refusal::new("3.0a", "every unit has its place in this scenario"))
    }
}

/// Limits of hidden groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hides {
    /// The side.
    pub side: u8,
    /// SP in a box (tannenberg 18.22).
    pub box_sp: u8,
    /// Movement of a dummy (tannenberg 18.63).
    pub dummy_movement: u8,
}

/// Something that may score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scored {
    /// A unit lost so many Steps.
    Steps(UnitId, u8),
    /// A headquarters was eliminated or reduced.
    Hq(UnitId),
    /// A fortress was destroyed.
    Fortress(u8),
}

/// A game of the family at work.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// What never changes.
    pub data: &'a Data,
    /// What is exclusive.
    pub own: &'a dyn Exclusive,
}
