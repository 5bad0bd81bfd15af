//! What the module keeps: the counter on the march, and questions that are being settled.

use crate::data::POWERS;
use crate::play::land::movement::{March, Mover};
use crate::play::land::{AreaSet, NOBODY, OnDepot};
use crate::position::{Blocks, Chiefs};
use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// How many places the corps of a slot can drop factors at before they have their supply.
pub const DROPS: usize = 32;
/// No area.
pub const NOWHERE: AreaId = AreaId(u16::MAX);

/// Factors that a corps dropped on its way (empires 7.4.1.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dropped {
    /// By whom.
    pub block: u8,
    /// Where.
    pub area: AreaId,
    /// On the depot, else in the city.
    pub depot: bool,
    /// Infantry.
    pub infantry: u8,
    /// Militia.
    pub militia: u8,
}

impl Dropped {
    /// Nothing.
    pub const NONE: Dropped =
        Dropped { block: u8::MAX, area: NOWHERE, depot: false, infantry: 0, militia: 0 };
}

/// What has retired into the city of an area that is attacked, so that it can be taken back (empires 7.5.1.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retired {
    /// Corps.
    pub blocks: Blocks,
    /// Leaders.
    pub chiefs: Chiefs,
    /// Irregulars of each power.
    pub irregulars: [u8; POWERS],
    /// Factors of the depot garrison.
    pub guard: OnDepot,
    /// Powers that have retired something, one bit each.
    pub who: u8,
}

impl Retired {
    /// Nothing.
    pub const NONE: Retired = Retired {
        blocks: Blocks::NONE,
        chiefs: Chiefs::NONE,
        irregulars: [0; POWERS],
        guard: OnDepot::NONE,
        who: 0,
    };
}

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marching {
    /// Whether a counter is on the march.
    pub on: bool,
    /// Its move.
    pub march: March,
    /// Whether it came ashore in this move (empires 7.3.5(c)).
    pub landed: bool,
    /// Leaders who go with it.
    pub chiefs: Chiefs,
    /// Leaders who have travelled in this step and go no further.
    pub strayed: Chiefs,
    /// Factors that corps have dropped whose supply is not settled.
    pub dropped: [Dropped; DROPS],
    /// Where it has razed a depot (empires 7.3.6.1(b)).
    pub plundered: AreaId,
    /// Whom each ally wants to move next (empires 7.3.8.1).
    pub votes: [u8; POWERS],
    /// What has retired in the area that is being settled.
    pub retired: Retired,
    /// Areas in which the defenders have been asked to retire (ruling 22).
    pub asked: AreaSet,
    /// Areas in which guerillas of the phasing side attack, or are attacked by choice (empires 7.5.1.2, ruling 13).
    pub guerillas: AreaSet,
    /// Passages that have been paid for with political points, one bit each. Kept for the whole game.
    pub passed: u8,

    /// Half money points that the payer has spent.
    pub halves: u16,
    /// Besieged ports whose supply is paid.
    pub fed: AreaSet,
    /// Besieged cities that still roll (empires 7.4.5).
    pub hungry: AreaSet,
}

impl Marching {
    /// Nothing.
    pub const NONE: Marching = Marching {
        on: false,
        march: March {
            mover: Mover::Irregular(NOBODY),
            power: NOBODY,
            start: AreaId(0),
            at: AreaId(0),
            points: 0,
            forced: false,
            entered: 0,
            forage: 0,
            abroad: false,
            stopped: false,
            over_water: false,
        },
        landed: false,
        chiefs: Chiefs::NONE,
        strayed: Chiefs::NONE,
        dropped: [Dropped::NONE; DROPS],
        plundered: NOWHERE,
        votes: [NOBODY; POWERS],
        retired: Retired::NONE,
        asked: AreaSet::NONE,
        guerillas: AreaSet::NONE,
        passed: 0,
        halves: 0,
        fed: AreaSet::NONE,
        hungry: AreaSet::NONE,
    };

    /// A counter begins its move.
    pub fn begin(&mut self, march: March) {
        self.rest();
        (self.on, self.march) = (true, march);
    }

    /// The counter's move is over and what was noted of it is forgotten.
    pub fn rest(&mut self) {
        let none = Marching::NONE;
        (self.on, self.march, self.landed) = (false, none.march, false);
        (self.chiefs, self.plundered) = (none.chiefs, none.plundered);
    }

    /// A slot begins; what was paid for passages stays paid.
    pub fn fresh(&mut self) {
        *self = Marching { passed: self.passed, ..Marching::NONE };
    }

    /// The corps on the march.
    pub fn block(&self) -> Option<usize> {
        match self.march.mover {
            Mover::Corps(b) if self.on => Some(b),
            _ => None,
        }
    }

    /// Notes factors that were dropped.
    pub fn drop_at(&mut self, area: AreaId, depot: bool, infantry: u8, militia: u8) {
        let Some(block) = self.block().map(|b| b as u8) else { return };
        let here = |d: &&mut Dropped| (d.block, d.area, d.depot) == (block, area, depot) || d.area == NOWHERE;
        if let Some(d) = self.dropped.iter_mut().find(here) {
            (d.block, d.area, d.depot) = (block, area, depot);
            d.infantry += infantry;
            d.militia += militia;
        }
    }

    /// Notes that factors were taken up again.
    pub fn take_up(&mut self, area: AreaId, depot: bool, infantry: u8, militia: u8) {
        let Some(block) = self.block().map(|b| b as u8) else { return };
        let here = |d: &&mut Dropped| (d.block, d.area, d.depot) == (block, area, depot);
        for d in self.dropped.iter_mut().filter(here) {
            d.infantry = d.infantry.saturating_sub(infantry);
            d.militia = d.militia.saturating_sub(militia);
        }
    }

    /// What a corps dropped.
    pub fn dropped_by(&self, block: usize) -> impl DoubleEndedIterator<Item = Dropped> + use<> {
        self.dropped.into_iter().filter(move |d| d.area != NOWHERE && usize::from(d.block) == block)
    }

    /// A factor that a corps dropped is lost.
    pub fn give_up(&mut self, block: usize, area: AreaId, depot: bool, militia: bool) {
        let here = |d: &&mut Dropped| usize::from(d.block) == block && (d.area, d.depot) == (area, depot);
        if let Some(d) = self.dropped.iter_mut().find(here) {
            let n = if militia { &mut d.militia } else { &mut d.infantry };
            *n = n.saturating_sub(1);
        }
    }

    /// The supply of a corps is settled, and what it dropped is no longer its own.
    pub fn settle(&mut self, block: usize) {
        for d in self.dropped.iter_mut().filter(|d| usize::from(d.block) == block) {
            *d = Dropped::NONE;
        }
    }
}
