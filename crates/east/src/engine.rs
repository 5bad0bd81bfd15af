//! The standard rules at work: one value that joins what never changes with what is exclusive to a game. The modules below
//! follow the sequence of play.

use crate::action::{Action, Event};
use crate::data::pieces::HqFace;
use crate::data::{Data, UnitId, UnitSet};
use crate::position::{Position, Step};
use crate::standard::command;
use sandtable_core::machine::{Flow, Never, Offers};
use sandtable_core::phrase::Phrases;
use sandtable_core::{Decision, Dice, Outcome, Refusal};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// What a game of the family has beside the standard rules: a type that names the types. A game that adds nothing uses `()`.
pub trait Adds: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// What its position keeps.
    type State: State;
    /// What waits to be decided in its own rules.
    type Step: Copy + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned;
    /// What players do by its own rules.
    type Action: Copy
        + Debug
        + Eq
        + Hash
        + Send
        + Sync
        + Serialize
        + DeserializeOwned
        + for<'e> Phrases<Engine<'e, Self>>;
    /// What happens by its own rules.
    type Event: Copy + Debug + PartialEq + Send + Sync;
}

impl Adds for () {
    type State = Nothing;
    type Step = Never;
    type Action = Never;
    type Event = Never;
}

/// What the position of a game keeps for its own rules.
pub trait State: Copy + Debug + Default + Eq + Hash + Send + Sync + Serialize + DeserializeOwned {
    /// Hashes it together with the tries at replacement, which stand beside it. A game whose records are older than this type
    /// says here in which order they were hashed.
    fn hash_beside<H: Hasher>(&self, attempts: u8, to: &mut H) {
        (self, attempts).hash(to);
    }
}

/// What a game keeps that adds nothing to the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub struct Nothing {}

impl State for Nothing {}

/// The rules that a game of the family adds to the standard rules. Nearly everything has an answer that adds nothing.
pub trait Exclusive<A: Adds>: Send + Sync {
    /// The values of a headquarters now (tannenberg 17.3a).
    fn hq_values(&self, data: &Data, p: &Position<A>, hq: UnitId) -> HqFace {
        command::face(data, p, hq)
    }

    /// A command segment of a player begins, whose units these are (tannenberg 17.3a).
    fn begin_command(&self, _data: &Data, _p: &mut Position<A>, _player: u8, _forces: UnitSet) {}

    /// Whether all units of a side are in command without question (tannenberg 17.2).
    fn all_in_command(&self, _data: &Data, _p: &Position<A>, _side: u8) -> bool {
        false
    }

    /// Why a headquarters may not help an attack, beyond the standard rules (tannenberg 17.12, tannenberg 17.4a).
    fn shift_breach(
        &self,
        _data: &Data,
        _p: &Position<A>,
        _hq: UnitId,
        _attackers: UnitSet,
    ) -> Option<Refusal> {
        None
    }

    /// Why a unit may not end a march or a ride in a hex (tannenberg 17.11a).
    fn move_breach(&self, _data: &Data, _p: &Position<A>, _unit: UnitId, _to: u16) -> Option<Refusal> {
        None
    }

    /// Why the Movement Segment may not end yet (tannenberg 20.0a).
    fn end_moves_breach(&self, _data: &Data, _p: &Position<A>) -> Option<Refusal> {
        None
    }

    /// What happens in the Reinforcement Segment before units come in (tannenberg 19.11a).
    fn before_reinforcements(
        &self,
        _data: &Data,
        _p: &mut Position<A>,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event<A>>,
    ) {
    }

    /// The first turn on which a unit may come in; none if it never does (tannenberg 14.0, tannenberg 19.22a).
    fn due(&self, _data: &Data, _p: &Position<A>, _unit: UnitId) -> Option<u8> {
        None
    }

    /// The exits by which a unit comes in (tannenberg 14.0), or a hex that a scenario names.
    fn entries(&self, _data: &Data, _p: &Position<A>, _unit: UnitId) -> &[u16] {
        &[]
    }

    /// What a player may do in the Reinforcement Segment by rules of its own (tannenberg 19.14a).
    fn beside_reinforcements(&self, _data: &Data, _p: &Position<A>, _player: u8) -> Option<A::Action> {
        None
    }

    /// Runs a step of its own.
    fn run(
        &self,
        _data: &Data,
        _p: &mut Position<A>,
        _step: A::Step,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event<A>>,
    ) -> Flow {
        Flow::Ask
    }

    /// Who decides what at a step of its own.
    fn decision(&self, data: &Data, p: &Position<A>, _step: A::Step) -> Decision {
        Decision::Over(self.outcome(data, p))
    }

    /// What may be done at a step of its own.
    fn offers(&self, _data: &Data, _p: &Position<A>, _step: A::Step, _out: &mut Offers<'_, Action<A>>) {}

    /// Why an action of its own may not be taken at a step; none if it may.
    fn refuse(&self, _data: &Data, _p: &Position<A>, step: Step<A>, _action: &A::Action) -> Option<Refusal> {
        let _ = step;
        Some(Refusal::new("4.0b", "that is not what is to be decided now"))
    }

    /// Takes an action of its own.
    fn take(&self, _data: &Data, _p: &mut Position<A>, _action: &A::Action, _events: &mut Vec<Event<A>>) {}

    /// Takes from what a side knows what it may not know of the game's own state (tannenberg 18.0i).
    fn veil(&self, _known: &mut Position<A>) {}

    /// A Player-Turn begins (tannenberg 22.5).
    fn begin_player_turn(
        &self,
        _data: &Data,
        _p: &mut Position<A>,
        _dice: &mut dyn Dice,
        _events: &mut Vec<Event<A>>,
    ) {
    }

    /// A reinforcement has come onto the map (tannenberg 21.2g).
    fn arrived(&self, _data: &Data, _p: &mut Position<A>, _unit: UnitId, _events: &mut Vec<Event<A>>) {}

    /// What a loss scores (tannenberg 21.2d).
    fn score(&self, _data: &Data, _p: &mut Position<A>, _what: Scored, _events: &mut Vec<Event<A>>) {}

    /// After something has moved: duties that end with it (tannenberg 20.0d).
    fn after_move(&self, _data: &Data, _p: &mut Position<A>, _events: &mut Vec<Event<A>>) {}

    /// The Interphase (tannenberg 21.13a).
    fn interphase(&self, _data: &Data, _p: &mut Position<A>, _events: &mut Vec<Event<A>>) {}

    /// How the game stands or has ended (tannenberg 21.3).
    fn outcome(&self, data: &Data, p: &Position<A>) -> Outcome;

    /// The last turn.
    fn last_turn(&self) -> u8;

    /// The side that may hide its units, with what limits (tannenberg 18.0a).
    fn hides(&self, _p: &Position<A>) -> Option<Hides> {
        None
    }

    /// The players of a side in the order in which they act; one of them unless allies share it (tannenberg 22.5).
    fn players(&self, p: &Position<A>, side: u8) -> [Option<u8>; 2];

    /// The player who decides for a unit.
    fn owner(&self, data: &Data, _p: &Position<A>, unit: UnitId) -> u8 {
        data.unit(unit).side
    }

    /// The side that a player plays.
    fn side_of(&self, player: u8) -> u8;

    /// Whether players of one side share its railways: a part of the capacity for a player (tannenberg 22.5).
    fn capacity(&self, data: &Data, p: &Position<A>, player: u8, army: u8) -> u8 {
        let _ = player;
        data.params.armies[usize::from(army)].capacity(p.turn)
    }

    /// Why two units may not stand together at the end of a phase (tannenberg 22.5).
    fn apart_breach(&self, _data: &Data, _p: &Position<A>, _a: UnitId, _b: UnitId) -> Option<Refusal> {
        None
    }

    /// Units that a player has still to place, and where they may stand (tannenberg 22.2).
    fn set_up_breach(&self, _data: &Data, _p: &Position<A>, _unit: UnitId, _hex: u16) -> Option<Refusal> {
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
    /// A unit lost this many Steps.
    Steps(UnitId, u8),
    /// A headquarters was eliminated or reduced.
    Hq(UnitId),
    /// A fortress was destroyed.
    Fortress(u8),
}

/// A game of the family at work.
#[derive(Clone, Copy)]
pub struct Engine<'a, A: Adds> {
    /// What never changes.
    pub data: &'a Data,
    /// What is exclusive.
    pub own: &'a dyn Exclusive<A>,
}
