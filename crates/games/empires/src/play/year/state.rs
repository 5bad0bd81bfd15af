//! What politics, fleets, reinforcement and scoring keep from one decision to the next.

use crate::data::{A, C, G, I, M, POWERS};
use crate::play::land::position::NATIONS;
use crate::play::land::{AreaSet, NOBODY};
use serde::{Deserialize, Serialize};

/// Room for conditions that decide at once, and for minors that change sides.
pub const AT_ONCE: usize = 2;
/// Room for factors that are shared out.
pub const SHARED: usize = 4;
/// Room for the lines of a set-up that arrive later.
pub const LINES: usize = 256;
/// Kinds of factors that are bought.
pub const WARES: usize = 6;

/// What is bought or shared out (chapter 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wares {
    /// Militia.
    Militia,
    /// Regular infantry.
    Infantry,
    /// Regular cavalry.
    Cavalry,
    /// Guard.
    Guard,
    /// Artillery.
    Artillery,
    /// Cossacks or freikorps.
    Irregular,
}

impl Wares {
    /// All kinds.
    pub const ALL: [Wares; WARES] =
        [Wares::Militia, Wares::Infantry, Wares::Cavalry, Wares::Guard, Wares::Artillery, Wares::Irregular];

    /// The kind of factor of a corps that it is.
    pub fn factor(self) -> Option<usize> {
        match self {
            Wares::Militia => Some(M),
            Wares::Infantry => Some(I),
            Wares::Cavalry => Some(C),
            Wares::Guard => Some(G),
            Wares::Artillery => Some(A),
            Wares::Irregular => None,
        }
    }

    /// Its short name, as it is typed.
    pub fn id(self) -> &'static str {
        ["m", "i", "c", "g", "a", "x"][self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["militia", "infantry", "cavalry", "guard", "artillery", "irregulars"][self as usize]
    }
}

/// What a power writes down in secret (chapter 4); one bit for each power or nation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Notes {
    /// Nations that it declares war on.
    pub war: u64,
    /// Powers that it offers peace.
    pub peace: u8,
    /// Powers that it offers an alliance.
    pub ally: u8,
    /// Allies that it leaves.
    pub leave: u8,
    /// Powers that it gives access, and from which it takes it.
    pub access: [u8; 2],
    /// Powers that it lets use its depots, and that it bars from them.
    pub depots: [u8; 2],
    /// Powers that it lets pass the Dardanelles, and that it bars.
    pub straits: [u8; 2],
    /// Whether it surrenders.
    pub surrender: bool,
}

/// Areas that count as a power's own while another has no factor there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lent {
    /// The areas.
    pub areas: AreaSet,
    /// Whose territory they count as.
    pub power: u8,
    /// Whose factors end it.
    pub without: u8,
}

/// What this module keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Year {
    /// The power that decides for each neutral minor; 255 for nobody.
    #[serde(with = "sandtable_ops::list")]
    pub runner: [u8; NATIONS],
    /// Powers that have made their secret choice of the present step; everybody sees that they have.
    pub done: u8,
    /// Powers with which each power announces combined movement, secret until all have chosen (empires 7.1.2).
    pub combine: [u8; POWERS],
    /// What each power has written down, secret until all have.
    pub notes: [Notes; POWERS],
    /// Powers that want to run the minor that is asked about, secret until all have said.
    pub wants: u8,
    /// Powers that move together with each power in this month, itself included.
    pub groups: [u8; POWERS],
    /// The slot that France has named, from 1.
    pub slot: u8,
    /// The month in which the access of each power to another's territory ends; 0 without a term.
    pub access_ends: [[u16; POWERS]; POWERS],
    /// The month until which a peace is enforced between two powers; 0 without one.
    pub peace_ends: [[u16; POWERS]; POWERS],
    /// Powers whose territory each power must leave (10.3).
    pub leaving: [u8; POWERS],
    /// Territory that a scenario lends.
    pub lent: Lent,
    /// Lines of the set-up that have arrived.
    pub arrived: [u64; LINES / 64],
    /// Factors that are being shared out: the line, infantry, militia.
    pub shared: [(u8, u8, u8); SHARED],
    /// The month in which the corps of a minor that changed sides stands anew; 0 before, 1 afterwards.
    pub turned: [u16; AT_ONCE],
    /// Turns in a row in which a condition that decides at once has held.
    pub held: [u8; AT_ONCE],
    /// The condition that has decided the game, from 1; 255 for the lead of the grand campaign.
    pub decided: u8,
    /// Factors that were bought, by the months that they still take, less one.
    pub ordered: [[[u8; WARES]; 3]; POWERS],
    /// Factors that have arrived and wait to be placed.
    pub pool: [[u8; WARES]; POWERS],
    /// Factors bought in this quarter.
    pub bought: [u8; POWERS],
    /// Fleets that have sailed in this month, one bit each.
    pub sailed: u32,
    /// Spires and minors of each power at the start of the grand campaign.
    pub started: [(i16, i16); POWERS],
    /// Political points at the last count.
    pub counted: [i16; POWERS],
    /// Running totals of the grand campaign.
    pub totals: [i16; POWERS],
}

impl Year {
    /// Nothing.
    pub const NONE: Year = Year {
        runner: [u8::MAX; NATIONS],
        done: 0,
        combine: [0; POWERS],
        notes: [Notes {
            war: 0,
            peace: 0,
            ally: 0,
            leave: 0,
            access: [0; 2],
            depots: [0; 2],
            straits: [0; 2],
            surrender: false,
        }; POWERS],
        wants: 0,
        groups: [0; POWERS],
        slot: 1,
        access_ends: [[0; POWERS]; POWERS],
        peace_ends: [[0; POWERS]; POWERS],
        leaving: [0; POWERS],
        lent: Lent { areas: AreaSet::NONE, power: NOBODY, without: NOBODY },
        arrived: [0; LINES / 64],
        shared: [(u8::MAX, 0, 0); SHARED],
        turned: [0; AT_ONCE],
        held: [0; AT_ONCE],
        decided: 0,
        ordered: [[[0; WARES]; 3]; POWERS],
        pool: [[0; WARES]; POWERS],
        bought: [0; POWERS],
        sailed: 0,
        started: [(0, 0); POWERS],
        counted: [0; POWERS],
        totals: [0; POWERS],
    };
}
