//! The steps, actions and events of depots, movement and supply.

use crate::data::POWERS;
use crate::play::land::garrison::At;
use crate::position::ids::{BlockId, FactorId, FleetId, LeaderId, NationId};
use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// A power takes depots off the map (Q1).
    Remove(u8),
    /// A power places depots (Q2).
    Place(u8),
    /// Allies settle who moves next (Q3); this many are settled.
    Order(u8),
    /// A power picks a counter to move (Q4).
    Pick(u8),
    /// The counter on the march goes on or stops (Q5).
    March,
    /// The owner of a garrisoned depot burns it or not (I1).
    Burn(AreaId),
    /// The owner of a depot that goes chooses which of its garrison find room in the city (7.2(b), 7.3.6.2(c)).
    #[allow(missing_docs)]
    Refuge { area: AreaId, burnt: bool },
    /// Others in an area that is attacked: who joins the defence, then who steps aside (I4).
    #[allow(missing_docs)]
    Others { area: AreaId, by: u8, turn: u8 },
    /// A power leaves an area for an adjacent one.
    #[allow(missing_docs)]
    Aside { area: AreaId, power: u8, nearer: bool },
    /// Defenders retire into the city, then agree on it (I5).
    #[allow(missing_docs)]
    Retire { area: AreaId, by: u8, turn: u8 },
    /// What is left of an attack after retirement: a combat, or a siege if the attacker likes.
    #[allow(missing_docs)]
    Settle { area: AreaId, by: u8 },
    /// A corps that has stopped settles how it lives (Q6).
    Living(u8),
    /// Factors that a corps has dropped pay for its foraging: this many (empires 7.4.1.3.2).
    #[allow(missing_docs)]
    Forfeit { block: u8, left: u8 },
    /// A corps has foraged.
    Foraged(u8),
    /// The movement of a power is over: attacks that are still due.
    Close(u8),
    /// Allies of the attackers stay or leave (empires 7.3.8.6).
    #[allow(missing_docs)]
    Stand { area: u16, turn: u8 },
    /// Corps that have not moved settle how they live, and the movement of all ends (Q8).
    Rest,
    /// A power pays (Q9).
    Pay(u8),
    /// Corps that a power has not paid for forage.
    Unpaid(u8),
    /// A corps for which nothing is left but to forage.
    MustForage(u8),
    /// Besieged cities roll (Q10).
    Besieged,
    /// A besieged city has lost its factors.
    #[allow(missing_docs)]
    Starved { area: AreaId, nation: u8 },
    /// Besiegers put factors into a city that has starved.
    #[allow(missing_docs)]
    Fill { area: AreaId, power: u8 },
}

/// Where an irregular is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Outside the city.
    Field,
    /// In the city.
    City,
    /// On the depot.
    Depot,
}

impl Post {
    /// All of them.
    pub const ALL: [Post; 3] = [Post::Field, Post::City, Post::Depot];
}

/// Factors of a nation that retire from a depot: whose, infantry (0), militia (1) or irregulars (2), and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retiring(pub NationId, pub u8, pub u8);

/// How a counter stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// It stops, and attacks if it has to.
    Plain,
    /// It besieges the city (empires 7.3.7.1(b)).
    Besiege,
    /// It attacks though it need not: guerillas, or others that find only guerillas (ruling 13).
    Attack,
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchAction {
    /// Takes the depot of an area off the map.
    RemoveDepot(AreaId),
    /// Takes a depot inside a port off the map.
    RemoveInside(AreaId),
    /// Takes a depot off a fleet.
    RemoveOnFleet(FleetId),
    /// Places a depot in an area, or inside its besieged port.
    PlaceDepot(AreaId),
    /// Places a depot on a fleet.
    PlaceOnFleet(FleetId),
    /// Goes on.
    Done,
    /// Wants a power to move next.
    Next(NationId),
    /// Picks a corps.
    Pick(BlockId),
    /// Picks a cossack, freikorps or guerilla.
    PickIrregular(AreaId, Post),
    /// Lands a corps.
    Land(BlockId, AreaId),
    /// Lands a corps in a besieged port.
    LandInside(BlockId, AreaId),
    /// Marches to an area, adjacent or farther.
    Enter(AreaId),
    /// Force marches.
    Force,
    /// Takes a leader along.
    With(LeaderId),
    /// Leaves a leader behind.
    Without(LeaderId),
    /// Goes into the city.
    Inside,
    /// Comes out of the city.
    Outside,
    /// Drops factors of a kind (by its place in a corps) in the city or on the depot.
    Detach(At, FactorId, u8),
    /// Takes up infantry (or militia) of the city or the depot.
    Absorb(At, FactorId, u8),
    /// Puts the irregular into the city or on the depot; its move ends.
    Station(At),
    /// Destroys an enemy depot.
    Raze,
    /// Makes an enemy depot its own.
    Convert,
    /// Stops.
    Stop(Halt),
    /// Burns a depot; its garrison goes into the city or not.
    Burn(bool),
    /// Keeps a depot.
    Keep,
    /// Declares war on the attacker and joins the defence.
    Join,
    /// Stays out of it.
    StayOut,
    /// Leaves for an area.
    Aside(AreaId),
    /// A corps retires into the city.
    RetireCorps(BlockId),
    /// So many irregulars retire into the city.
    RetireIrregulars(u8),
    /// Factors retire from the depot into the city.
    RetireGuard(Retiring),
    /// A leader retires into the city.
    RetireLeader(LeaderId),
    /// Agrees that others retire.
    Agree,
    /// Objects, and nobody retires.
    Object,
    /// Besieges.
    Besiege,
    /// Forages.
    Forage,
    /// Rolls for the supply of a besieged city.
    BesiegedSupply(AreaId),
    /// Waits for depot supply, paid by a power.
    Wait(NationId),
    /// Gives up a factor, militia or infantry, that a corps dropped in an area, in the city or on the depot.
    Forfeit(AreaId, At, bool),
    /// Stays as an attacker.
    Stay,
    /// Pays for all.
    PayAll,
    /// Pays for a corps.
    Pay(BlockId),
    /// Pays for a besieged port.
    PayPort(AreaId),
    /// Puts factors of a kind of a corps into a city.
    Put(BlockId, FactorId, u8),
    /// Takes over the depot inside a port that has fallen.
    TakeOver,
}

/// What moved: a block and which corps it is, or an irregular.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Piece {
    Corps { block: u8, def: u8 },
    Irregular,
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum MarchEvent {
    Removed {
        power: u8,
        area: AreaId,
        lost: u8,
    },
    RemovedAtSea {
        power: u8,
    },
    Placed {
        power: u8,
        area: AreaId,
        inside: bool,
    },
    PlacedAtSea {
        power: u8,
    },
    OrderDie {
        power: u8,
        die: u8,
    },
    MovesNext {
        power: u8,
    },
    Entered {
        power: u8,
        piece: Piece,
        area: AreaId,
        over_water: bool,
    },
    Landed {
        power: u8,
        piece: Piece,
        area: AreaId,
    },
    Forced {
        power: u8,
        piece: Piece,
    },
    Passage {
        power: u8,
        area: AreaId,
    },
    Razed {
        power: u8,
        owner: u8,
        area: AreaId,
    },
    Converted {
        power: u8,
        owner: u8,
        area: AreaId,
    },
    Burnt {
        owner: u8,
        area: AreaId,
        lost: u8,
    },
    Garrison {
        power: u8,
        nation: u8,
        area: AreaId,
        depot: bool,
        dropped: u8,
        taken: u8,
    },
    Attack {
        power: u8,
        area: AreaId,
    },
    Joined {
        power: u8,
        against: u8,
        area: AreaId,
    },
    SteppedAside {
        power: u8,
        from: AreaId,
        to: AreaId,
    },
    Retired {
        power: u8,
        area: AreaId,
    },
    NoneRetires {
        power: u8,
        area: AreaId,
    },
    Siege {
        power: u8,
        area: AreaId,
    },
    /// `unused` are the movement points that helped it, `dropped` the losses that fall on what it dropped on its way.
    /// `terms` are the parts of the modifier, as [`TERMS`](crate::play::land::forage::TERMS) names them.
    Forage {
        power: u8,
        block: u8,
        def: u8,
        area: AreaId,
        die: u8,
        modifier: i8,
        terms: [i8; 5],
        value: u8,
        lost: u8,
        unused: u8,
        dropped: u8,
    },
    Forfeited {
        power: u8,
        area: AreaId,
        depot: bool,
        militia: bool,
    },
    Waits {
        power: u8,
        def: u8,
        area: AreaId,
        payer: u8,
    },
    Plundered {
        power: u8,
        def: u8,
        area: AreaId,
    },
    Drowned {
        power: u8,
    },
    MovedOut {
        owner: u8,
        area: AreaId,
    },
    CutOff {
        owner: u8,
        area: AreaId,
    },
    Paid {
        power: u8,
        money: u16,
    },
    Hunger {
        area: AreaId,
        die: u8,
        modifier: u8,
        spires: u8,
        lost: u8,
        shares: [u8; POWERS + 1],
    },
    Starved {
        area: AreaId,
        by: u8,
    },
}
