//! How a corps lives in its sequence, and what later steps ask of its move.

use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// How a corps gets its supply (7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Living {
    /// Not settled yet.
    #[default]
    Open,
    /// It waits for depot supply, paid at the end of the movement of all (empires 7.4.2).
    Waits,
    /// It has foraged (empires 7.4.1).
    Foraged,
    /// It lives off a depot that it has destroyed (empires 7.3.6.1(b)).
    Plundered,
    /// Its depot supply has been paid.
    Paid,
}

/// What its move means for supply and combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ration {
    /// How it lives.
    pub how: Living,
    /// Who pays for it while it waits.
    pub payer: u8,
    /// The forage value that its die is held against.
    pub value: u8,
    /// Movement points that it has not used.
    pub unused: u8,
    /// Whether it force marched.
    pub forced: bool,
    /// Whether it was outside its power's territory.
    pub abroad: bool,
    /// Whether it set out from where it may no longer be, and so only forages (10.3).
    pub leaving: bool,
    /// Whether unused points helped it when it foraged (empires 7.5.4(c)).
    pub at_ease: bool,
    /// Whether it came over water (empires 7.5.2.7.1).
    pub over_water: bool,
    /// The area that it came from last (empires 7.5.4.2.3.1.1); its own if it did not move.
    pub from: AreaId,
}

impl Ration {
    /// Before a sequence.
    pub const NONE: Ration = Ration {
        how: Living::Open,
        payer: u8::MAX,
        value: 0,
        unused: 0,
        forced: false,
        abroad: false,
        leaving: false,
        at_ease: false,
        over_water: false,
        from: AreaId(u16::MAX),
    };
}
