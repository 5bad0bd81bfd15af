//! Sets of hexes as bits.

use serde::{Deserialize, Serialize};

/// A set of hexes, `WORDS` × 64 of them at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HexSet<const WORDS: usize>(#[serde(with = "crate::list")] [u64; WORDS]);

/// The hexes of a set, in order.
#[derive(Clone)]
pub struct Bits<const WORDS: usize> {
    words: [u64; WORDS],
    at: usize,
}

impl<const WORDS: usize> Iterator for Bits<WORDS> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at * 64) as u16 + bit as u16);
            }
            self.at += 1;
        }
        None
    }
}

impl<const WORDS: usize> Default for HexSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> HexSet<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = HexSet([0; WORDS]);

    /// Puts a hex in.
    pub fn insert(&mut self, hex: u16) {
        self.0[usize::from(hex) / 64] |= 1 << (hex % 64);
    }

    /// Takes a hex out, if it is in.
    pub fn remove(&mut self, hex: u16) {
        if let Some(word) = self.0.get_mut(usize::from(hex) / 64) {
            *word &= !(1 << (hex % 64));
        }
    }

    /// Whether a hex is in; one for which the set has no room is not.
    pub fn has(&self, hex: u16) -> bool {
        self.0.get(usize::from(hex) / 64).is_some_and(|word| word >> (hex % 64) & 1 == 1)
    }

    /// The set with one hex.
    pub fn one(hex: u16) -> Self {
        let mut set = Self::EMPTY;
        set.insert(hex);
        set
    }

    /// All of another set too.
    pub fn join(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }

    /// The hexes for which a list of counts is not zero.
    pub fn of_counts(counts: &[u8]) -> Self {
        let mut out = Self::EMPTY;
        for (i, eight) in counts.chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..eight.len()].copy_from_slice(eight);
            out.0[i / 8] |= u64::from(not_zero(u64::from_le_bytes(bytes))) << (8 * (i % 8));
        }
        out
    }

    /// Only the hexes that are in another set too.
    pub fn meet(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        self
    }

    /// Only the hexes that are not in another set.
    pub fn without(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        self
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// The hexes in order.
    pub fn iter(&self) -> Bits<WORDS> {
        Bits { words: self.0, at: 0 }
    }

    /// With all of another set.
    pub fn with(mut self, other: &Self) -> Self {
        self.join(other);
        self
    }

    /// Whether all of it is in another set.
    pub fn within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// The first in order.
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// Those that are so.
    pub fn which(&self, mut so: impl FnMut(u16) -> bool) -> Self {
        self.iter().filter(|h| so(*h)).collect()
    }

    /// The nth hex in order.
    pub fn nth(&self, n: usize) -> Option<u16> {
        self.iter().nth(n)
    }
}

/// One bit for each of eight bytes: whether it is not zero.
const fn not_zero(bytes: u64) -> u8 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // The top bit of each byte is set if any of its bits is; a multiplication gathers the eight of them.
    let top = (((bytes & LOW) + LOW) | bytes) & !LOW;
    ((top >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

impl<const WORDS: usize> FromIterator<u16> for HexSet<WORDS> {
    fn from_iter<T: IntoIterator<Item = u16>>(hexes: T) -> Self {
        let mut out = Self::EMPTY;
        hexes.into_iter().for_each(|h| out.insert(h));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut s: HexSet<6> = [3, 64, 351].into_iter().collect();
        assert_eq!(s.iter().collect::<Vec<_>>(), vec![3, 64, 351]);
        assert!(s.has(64) && !s.has(63));
        s.remove(64);
        s.remove(700);
        assert_eq!((s.len(), s.nth(1), s.nth(2), s.has(700)), (2, Some(351), None, false));
        let counts: Vec<u8> = (0..352).map(|i| u8::from(i % 100 == 7) * 3).collect();
        assert_eq!(HexSet::<6>::of_counts(&counts).iter().collect::<Vec<_>>(), vec![7, 107, 207, 307]);
        let mixed: Vec<u8> =
            (0..352u32).map(|i| if i * i % 7 < 3 { (i * 37 % 256) as u8 } else { 0 }).collect();
        let plain: HexSet<6> = (0..352u16).filter(|i| mixed[usize::from(*i)] != 0).collect();
        assert_eq!(HexSet::<6>::of_counts(&mixed), plain);
        let (a, b): (HexSet<6>, HexSet<6>) =
            ([1, 70, 200].into_iter().collect(), [70, 201].into_iter().collect());
        assert_eq!(a.meet(&b).iter().collect::<Vec<_>>(), vec![70]);
        assert_eq!(a.without(&b).iter().collect::<Vec<_>>(), vec![1, 200]);
        let mut t = HexSet::EMPTY;
        assert_eq!(HexSet::<6>::one(9).iter().collect::<Vec<_>>(), vec![9]);
        assert!(t.is_empty());
        t.join(&s);
        assert_eq!(t, s);
    }
}
