//! Where a game stands: its phase, and the steps that wait for one another.

use crate::play::fight::FightStep;
use crate::play::march::MarchStep;
use crate::play::siege::SiegeStep;
use crate::play::year::YearStep;
use serde::{Deserialize, Serialize};

/// What is going on, in the order in which it happens. Those from `Depots` to `Guerillas` run once for every slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A month begins.
    Month,
    /// Powers treat in secret (chapter 4, grand campaign).
    Politics,
    /// Allies announce combined movement.
    Combine,
    /// Fleets sail (chapter 6).
    Naval,
    /// Forces arrive and are raised (chapter 5).
    Reinforcement,
    /// France names its slot (empires 7.1).
    Slots,
    /// A sequence begins.
    Begins,
    /// Depots (empires 7.2).
    Depots,
    /// Allies who move together settle their order (empires 7.3.8.1).
    Order,
    /// Movement (empires 7.3).
    Movement,
    /// The end of movement: attacks that are still due, landings, sieges that are over.
    Moved,
    /// Depot supply (empires 7.4.2).
    Paying,
    /// Besieged supply (empires 7.4.5).
    Besieged,
    /// Field, limited field and trivial combats (empires 7.5.2, empires 7.5.3).
    Combats,
    /// Sieges (empires 7.5.4).
    Sieges,
    /// Guerillas (empires 7.6).
    Guerillas,
    /// Conquest (empires 7.7).
    Conquest,
    /// The month ends.
    Count,
    /// The game is over.
    Over,
}

/// Something that waits to be decided or done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Go on with the sequence.
    #[default]
    Go,
    /// Before and after the Land Phase.
    Year(YearStep),
    /// Depots, movement and supply.
    March(MarchStep),
    /// Combat in the open.
    Fight(FightStep),
    /// Sieges and guerillas.
    Siege(SiegeStep),
    /// Powers choose which factors they lose.
    Loss,
}
