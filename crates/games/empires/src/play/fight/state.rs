//! What a combat keeps, laid out so that a window can show it: both sides, the day and round, chits once shown, and what each
//! round did.

use crate::data::POWERS;
use crate::play::combat::battle::Battle;
use crate::play::combat::charts::Table;
use crate::play::combat::round::Form;
use crate::play::combat::{AttackerChit, DefenderChit, Factors};
use crate::play::land::{AreaSet, InCity};
use crate::position::{Blocks, Chiefs};
use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// No leader, no power, nothing chosen.
pub const NONE: u8 = u8::MAX;
/// Rounds that are kept: three days of three.
pub const LOG: usize = 9;

/// How a combat came to be what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A field combat.
    Field,
    /// A limited field combat: relievers, and perhaps the garrison, against besiegers (empires 7.5.4.2.3).
    Limited,
    /// A trivial combat that had to be one (empires 7.5.3).
    Trivial,
}

/// One side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Camp {
    /// Its powers, one bit each.
    pub powers: u8,
    /// Its corps, those that go round the flank among them.
    pub blocks: Blocks,
    /// Corps that go or went round the flank on this day.
    pub around: Blocks,
    /// Powers whose irregulars take part, one bit each.
    pub irregulars: u8,
    /// Cossacks and freikorps that came as help while others were round the flank: they pin (empires 7.5.2.11.4).
    pub late: [u8; POWERS],
    /// Whether the depot garrison takes part.
    pub guard: bool,
    /// Factors that came out of the city (limited field combat).
    pub out: InCity,
    /// The commander; 255 without one.
    pub leader: u8,
    /// Leaders between whom their power picks.
    pub candidates: Chiefs,
    /// Whether the commander has been found.
    pub led: bool,
    /// The power that decides for the side.
    pub hand: u8,
    /// Corps that were used in any round or went round the flank (empires 7.5.2.10.1.3).
    pub used: Blocks,
    /// Those of them that came with so many factors that they count twice.
    pub large: Blocks,
    /// Whether the side has chosen what is now asked in secret.
    pub chosen: bool,
    /// Its chit, by its place in the list; hidden until both are shown.
    pub chit: u8,
    /// The tactical rating that it states for the round; hidden until both have ordered.
    pub stated: u8,
    /// Levels of guard that it commits; hidden until both have ordered.
    pub committed: u8,
    /// Whether it withdraws after the day; hidden until both have chosen.
    pub withdraws: bool,
    /// Whether it broke outside the count of morale: its committed guard is gone (12.3.4).
    pub shattered: bool,
}

impl Camp {
    /// Nobody.
    pub const NONE: Camp = Camp {
        powers: 0,
        blocks: Blocks::NONE,
        around: Blocks::NONE,
        irregulars: 0,
        late: [0; POWERS],
        guard: false,
        out: InCity::NONE,
        leader: NONE,
        candidates: Chiefs::NONE,
        led: false,
        hand: NONE,
        used: Blocks::NONE,
        large: Blocks::NONE,
        chosen: false,
        chit: 0,
        stated: 0,
        committed: 0,
        withdraws: false,
        shattered: false,
    };

    /// Whether a power is on the side.
    pub fn has(&self, power: u8) -> bool {
        usize::from(power) < POWERS && self.powers >> power & 1 == 1
    }

    /// Its powers, the one that decides first.
    pub fn in_order(&self) -> impl Iterator<Item = u8> + use<> {
        let camp = *self;
        let rest = (0..POWERS as u8).filter(move |q| camp.has(*q) && *q != camp.hand);
        std::iter::once(camp.hand).filter(move |q| camp.has(*q)).chain(rest)
    }
}

/// What one round did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// The day, from 1.
    pub day: u8,
    /// The round of the day, from 1.
    pub round: u8,
    /// Tables of attacker and defender, terrain and guard counted.
    pub tables: [Table; 2],
    /// Their dice as rolled.
    pub dice: [u8; 2],
    /// What was added to them.
    pub modifiers: [i8; 2],
    /// Factors that counted for percentages.
    pub weights: [u16; 2],
    /// Factors that attacker and defender lost.
    pub lost: [u16; 2],
    /// Morale, in tenths, that attacker and defender lost.
    pub morale: [i16; 2],
}

impl Record {
    /// No round.
    pub const NONE: Record = Record {
        day: 0,
        round: 0,
        tables: [Table::new(1, 1); 2],
        dice: [0; 2],
        modifiers: [0; 2],
        weights: [0; 2],
        lost: [0; 2],
        morale: [0; 2],
    };
}

/// A force that retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreating {
    /// Its side: 0 attacker, 1 defender.
    pub who: u8,
    /// The power that moves it.
    pub by: u8,
    /// Its powers, one bit each.
    pub powers: u8,
    /// Its corps.
    pub blocks: Blocks,
    /// Its leaders.
    pub leaders: Chiefs,
    /// Its irregulars by power.
    pub irregulars: [u8; POWERS],
    /// Areas that it has been in (empires 7.5.2.10.3.5).
    pub entered: AreaSet,
    /// Where it is now.
    pub at: AreaId,
}

impl Retreating {
    /// Nobody.
    pub const NONE: Retreating = Retreating {
        who: 0,
        by: NONE,
        powers: 0,
        blocks: Blocks::NONE,
        leaders: Chiefs::NONE,
        irregulars: [0; POWERS],
        entered: AreaSet::NONE,
        at: AreaId(0),
    };
}

/// The combat that is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// Whether one is being fought.
    pub on: bool,
    /// Where.
    pub area: AreaId,
    /// Which sort.
    pub sort: Sort,
    /// Whether both agreed to fight it by the trivial procedure (empires 7.5.3(b)).
    pub agreed: bool,
    /// Whether the attacker offers that.
    pub offered: bool,
    /// Attacker and defender.
    pub camps: [Camp; 2],
    /// Whether forces have been laid open, so that `battle` counts (empires 7.5.2.6.3).
    pub open: bool,
    /// Days, rounds, factors and morale.
    pub battle: Battle,
    /// Whether each side said that it outflanks (empires 7.5.2.2).
    pub outflanks: [bool; 2],
    /// The side that divides: 0, 1, or 255 for none.
    pub divides: u8,
    /// Whether chits have been shown.
    pub shown: bool,
    /// What each round did, the last nine.
    pub log: [Record; LOG],
    /// How many there are.
    pub logged: u8,
    /// Factors of each side before the losses that are being chosen.
    pub before: [Factors; 2],
    /// Factors in the city before them.
    pub city: InCity,
    /// The power that is asked, where one alone is.
    pub asks: u8,
    /// Which powers have been asked in a step that asks one after the other, one bit each.
    pub asked: u8,
    /// The side whose powers are asked, 0 or 1.
    pub turn: u8,
    /// Corps that have tried to reinforce after this round.
    pub tried: Blocks,
    /// Leaders who have.
    pub tried_leaders: Chiefs,
    /// The leader who brings help now; 255 for none.
    pub brings: u8,
    /// How many counters he has brought.
    pub brought: u8,
    /// The side that has won: 0, 1, or 255 for none.
    pub victor: u8,
    /// Whether the winner may pursue at the class after a day.
    pub after_day: bool,
    /// Whether besieged corps may step out (empires 7.5.4.2.3.2).
    pub relieved: bool,
    /// Whether the city fell (empires 7.5.4.2.3.1.1).
    pub fell: bool,
    /// The force that retreats.
    pub retreat: Retreating,
}

impl Fight {
    /// No combat.
    pub const NONE: Fight = Fight {
        on: false,
        area: AreaId(0),
        sort: Sort::Field,
        agreed: false,
        offered: false,
        camps: [Camp::NONE; 2],
        open: false,
        battle: Battle::none(Form::Trivial),
        outflanks: [false; 2],
        divides: NONE,
        shown: false,
        log: [Record::NONE; LOG],
        logged: 0,
        before: [Factors::NONE; 2],
        city: InCity::NONE,
        asks: NONE,
        asked: 0,
        turn: 0,
        tried: Blocks::NONE,
        tried_leaders: Chiefs::NONE,
        brings: NONE,
        brought: 0,
        victor: NONE,
        after_day: false,
        relieved: false,
        fell: false,
        retreat: Retreating::NONE,
    };

    /// Whether a block takes part in it.
    pub fn takes_part(&self, block: usize) -> bool {
        self.on && self.camps.iter().any(|c| c.blocks.has(block))
    }

    /// Whether no chits are used.
    pub fn trivial(&self) -> bool {
        self.agreed || self.sort == Sort::Trivial
    }

    /// The chits, once both are shown.
    pub fn chits(&self) -> Option<(AttackerChit, DefenderChit)> {
        if !self.shown {
            return None;
        }
        let a = AttackerChit::ALL.get(usize::from(self.camps[0].chit))?;
        let d = DefenderChit::ALL.get(usize::from(self.camps[1].chit))?;
        Some((*a, *d))
    }

    /// Rounds fought, in order; the last nine.
    pub fn records(&self) -> &[Record] {
        &self.log[..usize::from(self.logged).min(LOG)]
    }

    /// Keeps what a round did; the oldest goes when there is no room.
    pub fn keep(&mut self, record: Record) {
        if usize::from(self.logged) == LOG {
            self.log.rotate_left(1);
            self.logged -= 1;
        }
        self.log[usize::from(self.logged)] = record;
        self.logged += 1;
    }

    /// The side on which a power is: 0 attacker, 1 defender.
    pub fn side_of(&self, power: u8) -> Option<usize> {
        (0..2).find(|i| self.camps[*i].has(power))
    }

    /// Nobody has chosen yet.
    pub(super) fn ask_both(&mut self) {
        self.camps.iter_mut().for_each(|c| c.chosen = false);
    }
}
