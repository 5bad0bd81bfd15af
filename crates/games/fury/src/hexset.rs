//! Sets of hexes as bits.

/// How many hexes the board has.
pub const HEXES: usize = 352;
const WORDS: usize = HEXES.div_ceil(64);

/// A set of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct HexSet([u64; WORDS]);

impl HexSet {
    /// The empty set.
    pub const EMPTY: HexSet = HexSet([0; WORDS]);

    /// Puts a hex in.
    pub fn insert(&mut self, hex: u16) {
        self.0[usize::from(hex) / 64] |= 1 << (hex % 64);
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: u16) {
        self.0[usize::from(hex) / 64] &= !(1 << (hex % 64));
    }

    /// Whether a hex is in.
    pub fn has(&self, hex: u16) -> bool {
        self.0[usize::from(hex) / 64] >> (hex % 64) & 1 == 1
    }

    /// All of another set too.
    pub fn join(&mut self, other: &HexSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
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
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros();
                word &= word - 1;
                Some((i * 64) as u16 + bit as u16)
            })
        })
    }

    /// The nth hex in order.
    pub fn nth(&self, n: usize) -> Option<u16> {
        self.iter().nth(n)
    }
}

impl FromIterator<u16> for HexSet {
    fn from_iter<T: IntoIterator<Item = u16>>(hexes: T) -> HexSet {
        let mut out = HexSet::EMPTY;
        hexes.into_iter().for_each(|h| out.insert(h));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut s: HexSet = [3, 64, 351].into_iter().collect();
        assert_eq!(s.iter().collect::<Vec<_>>(), vec![3, 64, 351]);
        assert!(s.has(64) && !s.has(63));
        s.remove(64);
        assert_eq!((s.len(), s.nth(1), s.nth(2)), (2, Some(351), None));
        let mut t = HexSet::EMPTY;
        assert!(t.is_empty());
        t.join(&s);
        assert_eq!(t, s);
    }
}
