//! Sets of units as bits.

use super::UnitId;
use crate::data::UNITS;
use serde::{Deserialize, Serialize};

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pieces([u64; UNITS / 64]);

impl Pieces {
    /// No unit.
    pub const NONE: Pieces = Pieces([0; UNITS / 64]);

    /// One unit.
    pub fn one(unit: UnitId) -> Pieces {
        let mut out = Pieces::NONE;
        out.put(unit);
        out
    }

    /// Whether a unit is in it; whatever is no unit is not.
    pub fn has(&self, unit: UnitId) -> bool {
        self.0.get(usize::from(unit) / 64).is_some_and(|w| w >> (unit.0 % 64) & 1 == 1)
    }

    /// Puts a unit in.
    pub fn put(&mut self, unit: UnitId) {
        if let Some(word) = self.0.get_mut(usize::from(unit) / 64) {
            *word |= 1 << (unit.0 % 64);
        }
    }

    /// Takes a unit out.
    pub fn take(&mut self, unit: UnitId) {
        if let Some(word) = self.0.get_mut(usize::from(unit) / 64) {
            *word &= !(1 << (unit.0 % 64));
        }
    }

    /// Puts a unit in or takes it out.
    pub fn set(&mut self, unit: UnitId, inside: bool) {
        if inside { self.put(unit) } else { self.take(unit) }
    }

    /// Whether no unit is in it.
    pub fn is_empty(&self) -> bool {
        *self == Pieces::NONE
    }

    /// How many units are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// With all of another set.
    pub fn with(self, other: Pieces) -> Pieces {
        Pieces([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// What is in both.
    pub fn meet(self, other: Pieces) -> Pieces {
        Pieces([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Without any of another set.
    pub fn without(self, other: Pieces) -> Pieces {
        Pieces([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Whether all of it is in another set.
    pub fn within(self, other: Pieces) -> bool {
        self.without(other).is_empty()
    }

    /// The first unit.
    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }

    /// Its units in order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let word = left.iter().position(|w| *w != 0)?;
            let bit = left[word].trailing_zeros() as u8;
            left[word] &= left[word] - 1;
            Some(UnitId(word as u8 * 64 + bit))
        })
    }

    /// Those of its units that are so.
    pub fn which(self, mut so: impl FnMut(UnitId) -> bool) -> Pieces {
        self.iter().filter(|u| so(*u)).collect()
    }
}

impl FromIterator<UnitId> for Pieces {
    fn from_iter<T: IntoIterator<Item = UnitId>>(units: T) -> Pieces {
        let mut out = Pieces::NONE;
        units.into_iter().for_each(|u| out.put(u));
        out
    }
}
