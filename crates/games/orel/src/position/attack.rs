//! Attacks that were declared, and the combat that is being resolved.

use super::{HexId, Pieces, UnitId};
use crate::data::NONE;
use sandtable_ops::id::{Id, Maybe};
use serde::{Deserialize, Serialize};

/// Room for attacks of one combat phase.
pub const ATTACKS: usize = 32;

/// Attacker, as an index into pairs.
pub const ATTACKER: usize = 0;

/// Defender, as an index into pairs.
pub const DEFENDER: usize = 1;

/// An attack as it was grouped in the munitions step (state 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The hex attacked.
    pub target: HexId,
    /// Prepared, otherwise Hasty.
    pub prepared: bool,
    /// Units that attack.
    pub attackers: Pieces,
    /// Guns and trains that support it.
    pub supports: Pieces,
    /// Guns and trains that support the defence against it (orel 8.6.2).
    pub defence: Pieces,
    /// The Depot whose points it has.
    pub depot: Maybe<UnitId>,
    /// Attackers and supports that are covered by those points.
    pub armed: Pieces,
    /// Resolved or cancelled.
    pub done: bool,
}

impl Attack {
    /// No attack; it fills the list after the last one.
    pub const NONE: Attack = Attack {
        target: HexId::NONE,
        prepared: false,
        attackers: Pieces::EMPTY,
        supports: Pieces::EMPTY,
        defence: Pieces::EMPTY,
        depot: Maybe::NONE,
        armed: Pieces::EMPTY,
        done: true,
    };
}

/// The combat that is being resolved (states 6.6 to 6.18). Pairs are attacker, defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// The attack, by its place in the list; [`NONE`] when no combat is going on.
    pub attack: u8,
    /// The hex fought for: the attacked one, in a pursuit the pursued one.
    pub hex: HexId,
    /// Prepared, otherwise Hasty.
    pub prepared: bool,
    /// Whether a pursuit is going on (orel 8.7.4).
    pub pursuit: bool,
    /// Who is still in it: not repulsed, gone, routed or dead. Vehicles that take part are in it, supports are not.
    pub units: [Pieces; 2],
    /// Everybody who took part, supports too, since the start (orel 8.2.1d, orel 8.2.1m).
    pub all: [Pieces; 2],
    /// Guns and trains whose fire is added.
    pub support: [Pieces; 2],
    /// Supports that were not coordinated: half fire (orel 8.6.2).
    pub half: Pieces,
    /// Trains in contact (orel 9.1).
    pub contact: Pieces,
    /// Cavalry that charges (orel 8.7.1r).
    pub charging: Pieces,
    /// Disorganised units, until the whole combat is over.
    pub disorganised: Pieces,
    /// Repulsed attackers: out of it, but in their hexes.
    pub repulsed: Pieces,
    /// Units that went back or were routed in this combat.
    pub gone: Pieces,
    /// Units that were routed in this combat, wherever they stand.
    pub routed: Pieces,
    /// Units that pass their checks in this combat whatever the die says (events).
    pub inspired: Pieces,
    /// Units that lost a step in this Assault.
    pub hurt: Pieces,
    /// Steps lost in this Assault.
    pub lost: [u8; 2],
    /// Units eliminated by the losses of this Assault.
    pub dead: [Pieces; 2],
}

impl Combat {
    /// No combat.
    pub const NONE: Combat = Combat {
        attack: NONE,
        hex: HexId::NONE,
        prepared: false,
        pursuit: false,
        units: [Pieces::EMPTY; 2],
        all: [Pieces::EMPTY; 2],
        support: [Pieces::EMPTY; 2],
        half: Pieces::EMPTY,
        contact: Pieces::EMPTY,
        charging: Pieces::EMPTY,
        disorganised: Pieces::EMPTY,
        repulsed: Pieces::EMPTY,
        gone: Pieces::EMPTY,
        routed: Pieces::EMPTY,
        inspired: Pieces::EMPTY,
        hurt: Pieces::EMPTY,
        lost: [0; 2],
        dead: [Pieces::EMPTY; 2],
    };
}
