//! Zones of control kept as counts: adding or taking away a piece touches seven hexes, asking touches one.

/// How many zones cover each hex of a board, for two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zones<const HEXES: usize>([[u8; HEXES]; 2]);

impl<const HEXES: usize> Zones<HEXES> {
    /// Nobody anywhere.
    pub const EMPTY: Self = Zones([[0; HEXES]; 2]);

    /// From counts, as they were saved.
    pub const fn from_counts(counts: [[u8; HEXES]; 2]) -> Self {
        Zones(counts)
    }

    /// The counts.
    pub const fn counts(&self) -> &[[u8; HEXES]; 2] {
        &self.0
    }

    /// Adds (`by` = 1) or takes away (−1) a zone over some hexes.
    pub fn add(&mut self, side: u8, hexes: impl IntoIterator<Item = u16>, by: i8) {
        let zone = &mut self.0[usize::from(side)];
        for hex in hexes {
            let count = &mut zone[usize::from(hex)];
            *count = count.wrapping_add_signed(by);
        }
    }

    /// Whether a side has a zone over a hex.
    pub fn covers(&self, side: u8, hex: u16) -> bool {
        self.0[usize::from(side)][usize::from(hex)] > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_overlap_and_come_off_one_by_one() {
        let mut z = Zones::<10>::EMPTY;
        z.add(0, [1, 2, 3], 1);
        z.add(0, [3, 4], 1);
        z.add(1, [5], 1);
        assert!(z.covers(0, 3) && z.covers(0, 4) && !z.covers(1, 3) && z.covers(1, 5));
        z.add(0, [1, 2, 3], -1);
        assert!(!z.covers(0, 2) && z.covers(0, 3));
        z.add(0, [3, 4], -1);
        z.add(1, [5], -1);
        assert_eq!(z, Zones::EMPTY);
        assert_eq!(Zones::from_counts(*z.counts()), z);
    }
}
