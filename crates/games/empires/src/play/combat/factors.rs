//! Army factors by kind.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Index, IndexMut, Sub, SubAssign};

/// A kind of army factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Guard infantry.
    Guard,
    /// Regular infantry.
    Infantry,
    /// Militia.
    Militia,
    /// Regular cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
    /// Feudal infantry.
    FeudalInfantry,
    /// Feudal cavalry.
    FeudalCavalry,
    /// Cossacks.
    Cossack,
    /// Freikorps.
    Freikorps,
    /// Guerillas.
    Guerilla,
}

/// How many kinds there are.
pub const KINDS: usize = 10;

impl Kind {
    /// All kinds, in the order of `tables.toml`.
    pub const ALL: [Kind; KINDS] = [
        Kind::Guard,
        Kind::Infantry,
        Kind::Militia,
        Kind::Cavalry,
        Kind::Artillery,
        Kind::FeudalInfantry,
        Kind::FeudalCavalry,
        Kind::Cossack,
        Kind::Freikorps,
        Kind::Guerilla,
    ];

    /// The letters that `tables.toml` uses.
    pub const fn id(self) -> &'static str {
        ["G", "I", "M", "C", "A", "FI", "FC", "Ck", "Fk", "Gr"][self as usize]
    }

    /// The kind that has these letters.
    pub fn of(id: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.id() == id)
    }

    /// Cavalry for every purpose of combat.
    // empires 7.5.2.9.2.2
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Kind::Cavalry | Kind::FeudalCavalry | Kind::Cossack | Kind::Freikorps)
    }
}

/// How many factors of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub struct Factors(pub [u16; KINDS]);

impl Factors {
    /// No factors at all.
    pub const NONE: Factors = Factors([0; KINDS]);

    /// So many of each of these kinds.
    pub fn of(list: &[(Kind, u16)]) -> Factors {
        let mut out = Factors::NONE;
        for &(kind, n) in list {
            out[kind] += n;
        }
        out
    }

    /// All factors.
    pub fn total(self) -> u16 {
        self.0.iter().sum()
    }

    /// All cavalry.
    pub fn cavalry(self) -> u16 {
        Kind::ALL.into_iter().filter(|k| k.is_cavalry()).map(|k| self[k]).sum()
    }

    /// Whether there is nothing.
    pub fn is_empty(self) -> bool {
        self.0 == [0; KINDS]
    }

    /// Whether all of `other` is contained in this.
    pub fn holds(self, other: Factors) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| *a >= b)
    }
}

impl Index<Kind> for Factors {
    type Output = u16;
    fn index(&self, kind: Kind) -> &u16 {
        &self.0[kind as usize]
    }
}

impl IndexMut<Kind> for Factors {
    fn index_mut(&mut self, kind: Kind) -> &mut u16 {
        &mut self.0[kind as usize]
    }
}

impl AddAssign for Factors {
    fn add_assign(&mut self, other: Factors) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
    }
}

impl Add for Factors {
    type Output = Factors;
    fn add(mut self, other: Factors) -> Factors {
        self += other;
        self
    }
}

// What is not there cannot be taken away: callers check with `holds` where that would be an error.
impl SubAssign for Factors {
    fn sub_assign(&mut self, other: Factors) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a = a.saturating_sub(b));
    }
}

impl Sub for Factors {
    type Output = Factors;
    fn sub(mut self, other: Factors) -> Factors {
        self -= other;
        self
    }
}
