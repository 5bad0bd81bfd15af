//! Losses that powers owe.

use crate::data::POWERS;
use crate::play::land::InCity;
use crate::position::Blocks;
use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// Why factors are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A round of combat (empires 7.5.2.9.2).
    Round,
    /// Guard that was committed (12.3.4): only guard pays.
    Guard,
    /// Bombardment (12.3.5).
    Guns,
    /// Pursuit (empires 7.5.2.10.2.3).
    Pursuit,
    /// Foraging (empires 7.4.1.3).
    Forage,
    /// Besieged supply (empires 7.4.5.2).
    Besieged,
    /// A sortie (empires 7.5.4.1.2.1).
    Sortie,
}

/// No unit of pursuit losses is begun.
pub const NO_PURSE: u8 = u8::MAX;

/// What one power owes, and from what it may pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Owes {
    /// Factors, or in a pursuit units of them.
    pub left: u16,
    /// Militia only when nothing else is left (empires 7.5.2.9.2.1).
    pub spare_militia: bool,
    /// So many cavalry at least, as far as there are any (empires 7.5.2.9.2.2).
    pub cavalry: u16,
    /// Corps that pay.
    pub blocks: Blocks,
    /// Corps that pay only when nothing else is left (empires 7.5.2.10.1.2.2).
    pub later: Blocks,
    /// Factors in the city of the area pay, as far as they take part.
    pub city: bool,
    /// Factors on the depot pay.
    pub guard: bool,
    /// Irregulars outside the city pay.
    pub field: bool,
    /// So many of the irregulars are among those that pay later.
    pub field_later: u8,
    /// In a pursuit: which sort of unit is begun, and how many factors it still wants.
    pub purse: u8,
    /// How many factors the unit still wants.
    pub wants: u8,
}

impl Owes {
    /// Nothing.
    pub const NONE: Owes = Owes {
        left: 0,
        spare_militia: false,
        cavalry: 0,
        blocks: Blocks::NONE,
        later: Blocks::NONE,
        city: false,
        guard: false,
        field: false,
        field_later: 0,
        purse: NO_PURSE,
        wants: 0,
    };
}

/// The place of a neutral minor among those who owe.
pub const MINOR: usize = POWERS;

/// What is owed at one time. All choose together and unseen; what was lost shows when the last has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Losses {
    /// Why.
    pub why: Why,
    /// Where.
    pub area: AreaId,
    /// By whom; the last is a neutral minor.
    pub owes: [Owes; POWERS + 1],
    /// The nation of that minor.
    pub minor: u8,
    /// Factors of the city that take part.
    pub out: InCity,
}

impl Losses {
    /// Nothing.
    pub const NONE: Losses = Losses {
        why: Why::Round,
        area: AreaId(0),
        owes: [Owes::NONE; POWERS + 1],
        minor: u8::MAX,
        out: InCity::NONE,
    };

    /// Nothing yet, for a reason and in an area.
    pub fn new(why: Why, area: AreaId) -> Losses {
        Losses { why, area, ..Losses::NONE }
    }
}
