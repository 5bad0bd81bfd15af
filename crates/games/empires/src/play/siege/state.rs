//! The siege that is being fought out.

use crate::data::POWERS;
use crate::play::combat::battle::Battle;
use crate::play::combat::round::Form;
use crate::play::land::{AreaSet, InCity, NOBODY};
use crate::position::{Blocks, Chiefs};
use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// The besiegers' place in a pair (empires 7.5.4(d)), no matter who attacks.
pub const AROUND: usize = 0;
/// The place of those inside the city.
pub const INSIDE: usize = 1;
/// No area.
pub const NOWHERE: AreaId = AreaId(u16::MAX);

/// What a round of it showed to everybody: attacker first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundResult {
    /// Dice.
    pub dice: [u8; 2],
    /// Casualty and morale level of the tables.
    pub tables: [[u8; 2]; 2],
    /// Factors that each lost.
    pub lost: [u16; 2],
    /// Morale that each lost, in tenths.
    pub morale: [i16; 2],
}

/// The siege that is being fought out, and what the guerilla step remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Siege {
    /// Where; [`NOWHERE`] if none is.
    pub area: AreaId,
    /// The commanding power of the besiegers; the nation of those inside, a neutral minor's too.
    pub lead: [u8; 2],
    /// Who decides for both; nobody for a minor that nobody runs.
    pub hand: [u8; 2],
    /// Corps of both that take part.
    pub blocks: [Blocks; 2],
    /// Powers whose irregulars besiege along with their corps, one bit each.
    pub raiders: u8,
    /// Factors of the city that take no part: they stay behind in a garrison attack, or are at war with nobody around.
    pub stay: InCity,
    /// Whether a corps was in the city when it was assaulted (empires 7.5.4.1.4).
    pub corps: bool,
    /// Whether rounds are being fought.
    pub fights: bool,
    /// The combat.
    pub battle: Battle,
    /// Its rounds so far.
    pub rounds: [RoundResult; 3],
    /// Where the garrison may march off to (empires 7.5.4.1.2.3.1).
    pub refuges: AreaSet,
    /// Whether honours of war have been refused.
    pub refused: bool,
    /// The beaten besiegers on their retreat: areas entered.
    pub entered: AreaSet,
    /// The area that they have come to.
    pub here: AreaId,
    /// Leaders who retreat with them.
    pub chiefs: Chiefs,
    /// Irregulars that retreat with them.
    pub carried: [u8; POWERS],
    /// Provinces where guerillas have been hunted.
    pub hunted: AreaSet,
}

impl Siege {
    /// No siege.
    pub const NONE: Siege = Siege {
        area: NOWHERE,
        lead: [NOBODY; 2],
        hand: [NOBODY; 2],
        blocks: [Blocks::NONE; 2],
        raiders: 0,
        stay: InCity::NONE,
        corps: false,
        fights: false,
        battle: Battle::none(Form::Assault),
        rounds: [RoundResult { dice: [0; 2], tables: [[0; 2]; 2], lost: [0; 2], morale: [0; 2] }; 3],
        refuges: AreaSet::NONE,
        refused: false,
        entered: AreaSet::NONE,
        here: NOWHERE,
        chiefs: Chiefs::NONE,
        carried: [0; POWERS],
        hunted: AreaSet::NONE,
    };

    /// Whether a block takes part in it.
    pub fn takes_part(&self, block: usize) -> bool {
        self.area != NOWHERE && self.blocks.iter().any(|b| b.has(block))
    }

    /// Whether a city is attacked, or a garrison has fought: one that only gathers has not.
    pub fn is_fought(&self) -> bool {
        let sally = self.battle.setting.form == Form::GarrisonAttack;
        self.area != NOWHERE && (!sally || self.fights || self.battle.rounds > 0)
    }

    /// The place among attacker and defender of those around the city, or inside it.
    pub fn place(&self, which: usize) -> usize {
        if self.battle.setting.form == Form::GarrisonAttack { 1 - which } else { which }
    }
}
