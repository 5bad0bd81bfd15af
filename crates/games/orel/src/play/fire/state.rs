//! What a position keeps of munitions and fire.

use crate::data::UNITS;
use crate::position::{Pieces, UnitId};
use sandtable_ops::id::{Id, Maybe};
use serde::{Deserialize, Serialize};

/// Room for guns and trains that fire in one step.
pub const SHOTS: usize = 32;

/// Room for Depots of a side.
pub const DEPOTS: usize = 32;

/// A Barrage that was declared, or counterbattery that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// The gun unit or train that fires.
    pub firer: UnitId,
    /// The unit fired at; none while it is not named.
    pub target: Maybe<UnitId>,
    /// The Depot that gives the point.
    pub depot: Maybe<UnitId>,
    /// Fired, or given up.
    pub over: bool,
}

impl Shot {
    /// No shot; it fills the list after the last one.
    pub const NONE: Shot = Shot { firer: UnitId::NONE, target: Maybe::NONE, depot: Maybe::NONE, over: true };

    /// Whether its target is still to be named.
    pub fn is_aimless(&self) -> bool {
        !self.over && self.target.is_none()
    }
}

/// Munitions and fire of this combat phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire {
    /// Attacked units, their supports and guns that fired counterbattery which have a Depot in range (orel 8.2.1l), as it was
    /// when the attacks began.
    pub in_range: Pieces,
    /// Units that were attacked or came under a Barrage in this combat phase: inactive formations wake up (orel RU-48).
    pub attacked: Pieces,
    /// Units that fired a Barrage: targets of counterbattery (orel 8.4a).
    pub fired: Pieces,
    /// Units that fired counterbattery.
    pub answered: Pieces,
    /// Guns and trains whose Barrage an event makes better: it needs no observer and has more on its dice.
    pub spotted: Pieces,
    /// Depots that gave something which cannot be taken back: Barrages, resupply, defence. Those of attacks stand in the list
    /// of attacks; see `fire_depots_used`.
    pub used: Pieces,
    /// Depots of the active side on the map; none in the places that are left.
    pub depots: [Maybe<UnitId>; DEPOTS],
    /// Which of them a unit has in range, one bit for each; while munitions are given.
    #[serde(with = "sandtable_ops::list")]
    pub reach: [u32; UNITS],
    /// Barrages, then counterbattery.
    pub shots: [Shot; SHOTS],
    /// How many there are.
    pub shot_count: u8,
}

impl Fire {
    /// At the start.
    pub const START: Fire = Fire {
        in_range: Pieces::EMPTY,
        attacked: Pieces::EMPTY,
        fired: Pieces::EMPTY,
        answered: Pieces::EMPTY,
        spotted: Pieces::EMPTY,
        used: Pieces::EMPTY,
        depots: [Maybe::NONE; DEPOTS],
        reach: [0; UNITS],
        shots: [Shot::NONE; SHOTS],
        shot_count: 0,
    };

    /// The shots.
    pub fn list(&self) -> &[Shot] {
        &self.shots[..usize::from(self.shot_count).min(SHOTS)]
    }

    /// The shot of a unit, by its place in the list.
    pub fn shot_of(&self, firer: UnitId) -> Option<usize> {
        self.list().iter().position(|s| s.firer == firer)
    }

    /// The shot at a place in the list.
    pub fn shot(&self, place: u8) -> Shot {
        self.list().get(usize::from(place)).copied().unwrap_or(Shot::NONE)
    }

    /// The unit that a unit is to fire at, if it has been named.
    pub fn target_of(&self, firer: UnitId) -> Option<UnitId> {
        self.list().iter().find(|s| s.firer == firer)?.target.get()
    }

    /// A shot more; whether there was room.
    pub fn add(&mut self, shot: Shot) -> bool {
        let room = self.shots.get_mut(usize::from(self.shot_count));
        let fits = room.is_some();
        if let Some(place) = room {
            *place = shot;
            self.shot_count += 1;
        }
        fits
    }

    /// No shots any more.
    pub fn clear_shots(&mut self) {
        (self.shots, self.shot_count) = ([Shot::NONE; SHOTS], 0);
    }
}
