//! What a position says of a unit.

use super::HexId;
use serde::{Deserialize, Serialize};

/// Where a unit is. Its hex, if it has one, stands beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// Not in this scenario.
    #[default]
    Unused,
    /// On the map.
    Map,
    /// A recruit battalion that can be built.
    Pool,
    /// A reinforcement of a turn (`due`); its zone is in the set-up.
    Due,
    /// In the box of what enters by a friendly edge: recruit battalions built there, Depots replaced (orel 4.3.2f, orel 3.3d),
    /// from the turn `due` on.
    Entry,
    /// Left the map at `hex`, and must be back on the turn `due` (orel 7.5).
    OffMap,
    /// An armored train that was driven off: back on the turn `due` at the rail edge hex `hex` (orel 9.1.1b).
    DrivenOff,
    /// Out of the game, unless it is built again.
    Gone,
}

/// The mode of a unit (orel 7.1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Combat mode; vehicles and Depots are always in it.
    #[default]
    Combat,
    /// March mode.
    March,
    /// Routed.
    Routed,
}

/// How far a unit has dug itself in (orel 7.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dug {
    /// Not at all.
    #[default]
    No,
    /// Begun in this movement phase of its owner.
    Begun,
    /// Under construction since an earlier movement phase of its owner.
    Building,
    /// Entrenched.
    Entrenched,
}

/// What a unit has declared at the end of its move, or as artillery in the combat phase (orel 7.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// Nothing.
    #[default]
    None,
    /// An attack on a neighbouring hex.
    Attack {
        /// Prepared, otherwise Hasty.
        prepared: bool,
        /// The hex.
        target: HexId,
    },
    /// A Barrage, or counterbattery that was fired.
    Barrage,
    /// Support of an attack of this side on a hex.
    Support {
        /// Of a Prepared Attack, otherwise of a Hasty one.
        prepared: bool,
        /// The hex.
        target: HexId,
    },
    /// Support of the defence against an attack, by its place in the list of attacks.
    Defence {
        /// Which.
        attack: u8,
    },
}
