//! What players do and what happens.

use crate::data::params::Outcome;
use crate::data::{UnitId, UnitSet};
use crate::engine::Adds;
use sandtable_ops::id_type;
use serde::{Deserialize, Serialize};

id_type! {
    /// A Gruppe by its number, from 1.
    pub struct Gruppe(u8);
}

id_type! {
    /// An exit by its place in the list of the map.
    pub struct ExitId(u8);
}

id_type! {
    /// A fortress by its place in the list of the map.
    pub struct FortId(u8);
}

/// What moves: a unit that stands openly, or a Gruppe with all that is in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// A unit.
    Unit(UnitId),
    /// A Gruppe, by its number from 1.
    Gruppe(u8),
}

/// The way of a Gruppe, its start first. The marker moves in plain sight (tannenberg 18.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    places: [u16; Way::MOST],
    len: u8,
}

impl Way {
    /// Places at most: the longest ride, and both ends.
    pub const MOST: usize = 34;

    /// From a place along others. Of a way that is too long the end is kept.
    pub fn new(from: u16, path: &[u16]) -> Way {
        let mut way = Way { places: [from; Way::MOST], len: 1 };
        for place in path {
            let at = usize::from(way.len).min(Way::MOST - 1);
            way.places[at] = *place;
            way.len = at as u8 + 1;
        }
        way
    }

    /// The places, the start first.
    pub fn places(&self) -> &[u16] {
        &self.places[..usize::from(self.len)]
    }

    /// Where it began.
    pub fn from(&self) -> u16 {
        self.places[0]
    }

    /// Where it ended.
    pub fn to(&self) -> u16 {
        self.places[usize::from(self.len.max(1)) - 1]
    }
}

/// What words can end. Only the step that is open can be ended; another is refused (tannenberg 4.0b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The set-up.
    SetUp,
    /// The beginning of a Player-Turn.
    TurnBegins,
    /// The beginning of the Combat Phase.
    CombatBegins,
    /// Questions about Gruppen.
    Questions,
    /// Reinforcements.
    Reinforcements,
    /// Command.
    Command,
    /// Movement.
    Movement,
    /// Withdrawals.
    Withdrawals,
    /// Following into a hex.
    Follow,
    /// Attacks.
    Attacks,
    /// The advance.
    Advance,
    /// Replacements.
    Replacements,
}

/// One step of a player. Hexes are indices; texts have them as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Action<A: Adds> {
    /// Place a unit before play (tannenberg 22.2).
    SetUp(UnitId, u16),
    /// Put a unit into the box of a Gruppe in its hex (tannenberg 18.0e).
    Hide(UnitId, Gruppe),
    /// Put a unit on the map (tannenberg 18.0e).
    Show(UnitId),
    /// Put a Gruppe marker on the map, empty (tannenberg 18.5c).
    Place(Gruppe, u16),
    /// Take a Gruppe off the map; its units stay, openly (tannenberg 18.34).
    Remove(Gruppe),
    /// Show a Gruppe as out of command, or no longer (tannenberg 18.35b).
    Pretend(Gruppe),
    /// Ask about the Gruppen on which the supply of a unit hangs (tannenberg 18.61b).
    Ask(UnitId),
    /// Ask about all lines of supply that are in doubt.
    AskAll,
    /// Bring a reinforcement in (tannenberg 14.11).
    Bring(UnitId, u16),
    /// Send a reinforcement whose entry is shut on its way by rail off the map (tannenberg 14.23).
    Detour(UnitId),
    /// Put a unit under a headquarters (tannenberg 10.32a).
    Allot(UnitId, UnitId),
    /// Put under headquarters whatever there is room for.
    AllotAll,
    /// March (tannenberg 5.0b).
    March(Mover, u16),
    /// Entrain (tannenberg 5.32a).
    Entrain(Mover),
    /// Ride to a rail hex, or to the end of a line off the map (tannenberg 5.33a).
    Ride(Mover, u16),
    /// Stop between two exits off the map, on the way to the second (tannenberg 5.38b).
    Halt(Mover, ExitId, ExitId),
    /// Detrain (tannenberg 5.34a).
    Detrain(Mover),
    /// Name a unit to be fed by its fortress or trench (tannenberg 11.22b).
    Feed(UnitId),
    /// Give a unit up, because its hex is overfull (tannenberg 6.14a).
    GiveUp(UnitId),
    /// Cavalry tries to withdraw (tannenberg 12.11).
    Withdraw(UnitId),
    /// Go to this hex: in retreat, withdrawal or displacement.
    To(u16),
    /// Move into the hex that cavalry left (tannenberg 12.16).
    Follow(UnitId),
    /// Begin an attack on a hex (tannenberg 8.0a).
    Attack(u16),
    /// Attack one more hex along with it (tannenberg 8.23).
    Also(u16),
    /// A unit joins the attack.
    With(UnitId),
    /// Everybody who can joins the attack.
    WithAll,
    /// A heroic headquarters fights along (tannenberg 10.23).
    Lead(UnitId),
    /// A headquarters lends its shift (tannenberg 10.21b).
    Shift(UnitId),
    /// Fight the attack.
    Fight,
    /// The defender's option, from 1 (tannenberg 8.9p).
    Choose(u8),
    /// Name a unit that is affected (tannenberg 8.9m).
    Affect(UnitId),
    /// Lose a Step with this unit (tannenberg 8.9o).
    Lose(UnitId),
    /// Lose a Step of this fortress (tannenberg 11.13b).
    LoseWall(FortId),
    /// Advance into a hex that combat left vacant (tannenberg 8.71).
    Advance(UnitId, u16),
    /// Try to replace the lost Steps of a unit (tannenberg 13.0a).
    Replace(UnitId),
    /// Done with this step.
    Done,
    /// End something that is not open now. It is never legal: it is what typed words mean that name another step.
    End(Ending),
    /// What only this game has. It is written like the others.
    #[serde(untagged)]
    Own(A::Action),
}

/// Why points were scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Its id in the tables of the game.
    pub id: &'static str,
    /// What the points are for.
    pub words: &'static str,
    /// The rule's number.
    pub rule: &'static str,
}

/// Something that happened. `hidden`: it concerns a unit in a box, and the other side hears nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<A: Adds> {
    /// A Game-Turn began.
    Turn(u8),
    /// A Player-Turn of a side began.
    PlayerTurn(u8),
    /// The combat phase began.
    CombatPhase,
    /// A unit was put somewhere in the set-up; hidden if its side conceals it.
    SetUp(UnitId, u16),
    /// A player asked about the line of supply of a unit.
    Inquired(UnitId),
    /// A unit is out of command for the combat phase (tannenberg 4.A3a).
    OutOfCommand(UnitId, bool),
    /// A Gruppe shows that it holds headquarters only, because they must give way (tannenberg 18.61d).
    Yields(u16),
    /// Cavalry that may withdraw finds no way.
    NoWithdrawal(UnitId),
    /// The defenders were out of supply: their choice does not bar the advance (tannenberg 8.75a).
    AdvanceOpen,
    /// Towns are looked at: the side that holds one, where that was not seen before (tannenberg 21.13a).
    TownControl(u16, u8),
    /// A unit was found out of supply.
    OutOfSupply(UnitId, bool),
    /// The other side asked about a Gruppe and was told (tannenberg 18.61b).
    Answered(u16, u8),
    /// Reinforcement: unit, hex.
    Arrived(UnitId, u16),
    /// A reinforcement finds its entry shut (tannenberg 14.21).
    Shut(UnitId),
    /// A reinforcement goes round off the map.
    Detours(UnitId),
    /// A roll for command (tannenberg 10.41a), whether it succeeded.
    CommandRoll(UnitId, u8, bool, bool),
    /// A unit marched from a hex to another.
    Marched(UnitId, u16, u16),
    /// A Gruppe went its way, by rail or not.
    GruppeWent(u8, Way, bool),
    /// A unit tried to entrain: roll (0 for none) and whether it succeeded.
    Entrained(UnitId, u8, bool, bool),
    /// A unit rode from a place to another.
    Rode(UnitId, u16, u16),
    /// A unit detrained.
    Detrained(UnitId, bool),
    /// A unit went into a box.
    WentIn(UnitId, u8),
    /// A unit came out of a box.
    CameOut(UnitId, u16),
    /// A marker was put on the map.
    Placed(u8, u16),
    /// A marker was taken off the map.
    TakenOff(u8, u16),
    /// A marker was shown as out of command, or no longer.
    Pretended(u8, u16, bool),
    /// A dummy was taken off, being found out (tannenberg 18.41a).
    DummyGone(u16),
    /// A Gruppe was opened (tannenberg 18.42b).
    Opened(u8, u16),
    /// A Russian unit entered a hex beside Gruppen: whether one of them controls it (tannenberg 18.41b).
    ZoneAnswer(u16, bool),
    /// A headquarters was displaced.
    Displaced {
        /// Who.
        hq: UnitId,
        /// Where to.
        to: u16,
        /// Whether it is in a box.
        hidden: bool,
        /// Whether a combat did it.
        combat: bool,
    },
    /// A headquarters was eliminated, and whether a combat did it.
    HqLost(UnitId, bool),
    /// A headquarters went to its reduced side (tannenberg 10.54a).
    HqReduced(UnitId),
    /// An attrition roll and the Steps it cost.
    Attrition(UnitId, u8, u8, bool),
    /// A unit was given up for stacking.
    GivenUp(UnitId, bool),
    /// A roll for withdrawal, whether it succeeded.
    WithdrawalRoll(UnitId, u8, bool),
    /// Cavalry withdrew from a hex to another.
    Withdrew(UnitId, u16, u16),
    /// A unit followed into a hex.
    Followed(UnitId, u16),
    /// An attack on a hex.
    Attacked(u16),
    /// A headquarters lends this many columns.
    Shifts(UnitId, u8),
    /// Strengths, column before and after shifts, and who has lost Steps by attrition just before.
    Strengths(u16, u16, u8, u8, UnitSet),
    /// Too weak after attrition: called off.
    CalledOff,
    /// The die, and what it came to.
    CombatRoll(u8, u8),
    /// Results of attacker and defender, whether each was made worse for want of command, and the affected Steps.
    Result(Outcome, Outcome, bool, bool, u8),
    /// The defender's option: Steps that it costs, and hexes to go back.
    Chose(u8, u8),
    /// A unit lost Steps.
    Lost(UnitId, u8),
    /// A fortress lost Steps.
    WallLost(u8, u8),
    /// A fortress was destroyed.
    FortressFell(u8),
    /// A unit was eliminated.
    Eliminated(UnitId),
    /// A unit went back from a hex to another.
    Retreated(UnitId, u16, u16),
    /// A unit advanced to a hex.
    Advanced(UnitId, u16),
    /// The advance is barred (tannenberg 8.75a).
    AdvanceBarred,
    /// A combat is over. Nobody reads it; the story of the battle ends with it.
    CombatOver,
    /// A roll for replacement, whether it succeeded; hidden for a unit in a box.
    ReplacementRoll(UnitId, u8, bool, bool),
    /// Points scored, and the total.
    Points(Reason, i16, i16),
    /// The game ended with a total.
    Ended(i16),
    /// What happens only in this game.
    Own(A::Event),
}
