//! A set of areas as bits.

use sandtable_board::AreaId;
use serde::{Deserialize, Serialize};

/// The most areas that a position has room for.
pub const AREAS: usize = 384;

/// A set of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AreaSet([u64; AREAS / 64]);

impl FromIterator<AreaId> for AreaSet {
    fn from_iter<T: IntoIterator<Item = AreaId>>(areas: T) -> AreaSet {
        let mut out = AreaSet::NONE;
        areas.into_iter().for_each(|a| out.put(a));
        out
    }
}

impl AreaSet {
    /// No area.
    pub const NONE: AreaSet = AreaSet([0; AREAS / 64]);

    /// Whether an area is in it.
    #[inline]
    pub fn has(&self, area: AreaId) -> bool {
        self.0[area.index() / 64] >> (area.index() % 64) & 1 == 1
    }

    /// Puts an area in.
    #[inline]
    pub fn put(&mut self, area: AreaId) {
        self.0[area.index() / 64] |= 1 << (area.index() % 64);
    }

    /// Takes an area out.
    #[inline]
    pub fn take(&mut self, area: AreaId) {
        self.0[area.index() / 64] &= !(1 << (area.index() % 64));
    }

    /// Whether no area is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; AREAS / 64]
    }

    /// How many areas are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Its areas in order.
    pub fn iter(&self) -> impl Iterator<Item = AreaId> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while words.get(at)? == &0 {
                at += 1;
            }
            let bit = words[at].trailing_zeros();
            words[at] &= words[at] - 1;
            Some(AreaId((at * 64) as u16 + bit as u16))
        })
    }
}
