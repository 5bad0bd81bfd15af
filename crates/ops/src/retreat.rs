//! Retreats with ordered priorities.

use crate::hexset::HexSet;

/// A hex that could be retreated to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<C> {
    /// The hex.
    pub hex: u16,
    /// How good it is; the least class is the best.
    pub class: C,
    /// Whether its being there forbids worse classes. A hex that would be overfull may be chosen but does not bind.
    pub binds: bool,
}

/// The hexes that may be chosen: none of a worse class than the best that binds, or than the best at all if none does.
pub fn best<C: Copy + Ord, const W: usize>(candidates: &[Candidate<C>]) -> HexSet<W> {
    let binding = candidates.iter().filter(|c| c.binds).map(|c| c.class).min();
    let limit = binding.or_else(|| candidates.iter().map(|c| c.class).min());
    candidates.iter().filter(|c| Some(c.class) <= limit).map(|c| c.hex).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[(u16, u8, bool)], want: &[u16]) {
        let list: Vec<_> = input.iter().map(|&(hex, class, binds)| Candidate { hex, class, binds }).collect();
        assert_eq!(best::<u8, 1>(&list).iter().collect::<Vec<_>>(), want, "{input:?}");
    }

    #[test]
    fn the_best_class_binds_unless_it_is_overfull() {
        check(&[(1, 2, true), (2, 1, true), (3, 1, true)], &[2, 3]);
        check(&[(1, 2, true), (2, 1, false)], &[1, 2]);
        check(&[(1, 3, true), (2, 2, false), (3, 3, false)], &[1, 2, 3]);
        check(&[(1, 3, false), (2, 2, false)], &[2]);
        check(&[], &[]);
    }
}
