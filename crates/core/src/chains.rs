//! What seats put into the dice, so that the keeper of the table can neither choose nor foresee what they roll.
//!
//! A seat makes 32 random bytes, the last link of a chain, and hashes them again and again ([`link_before`]); the end that comes of it
//! is the chain's seal, and is put in the record. Each move of the seat that rolls shows the next link, the one whose hash is the link shown
//! before. Dice follow from the secrets of the table and from the last link of every chain that counts, that of the mover included:
//! the table does not know it before the move is made, and the seat can't show another.
//!
//! If you know the secrets of the table, you could make chains until one suits you. So a chain counts only when a seat of another side has shown a link
//! since it was put in, which nobody could know when it was made; the very first, and others of the same side before anybody else puts one in, count at once.
//! A move that lets another chain count shows a link even if it rolls nothing; and where things are hidden every move does, for whether dice are rolled
//! may be one of them.

use crate::record::{DiceSource, SeatSeal};
use crate::seal::{from_hex, link_before};

/// Chains of a game at most: a seat that lost its own begins another.
pub const MOST: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Chain {
    side: String,
    after: usize,
    /// The link shown last, at first the seal.
    link: [u8; 32],
    /// How many were shown.
    shown: usize,
    counts: bool,
}

/// The chains of a game as they stand after some of its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    chains: Vec<Chain>,
    /// Whether every move shows a link.
    every: bool,
}

/// A link that goes with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// None: if dice are rolled, they follow from the link shown last.
    None,
    /// None yet: the action is refused if it wants one.
    Ask,
    /// This one.
    Given([u8; 32]),
}

/// A chain as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// Whose.
    pub side: &'a str,
    /// After how many moves it was put in.
    pub after: usize,
    /// The link shown last.
    pub link: &'a [u8; 32],
    /// How many links were shown.
    pub shown: usize,
    /// Whether dice follow from it.
    pub counts: bool,
}

impl Chains {
    /// The chains of a record before its first move.
    pub fn new(dice: &DiceSource) -> Result<Chains, String> {
        let every = matches!(dice, DiceSource::Sealed { every: true, .. });
        let mut chains = Chains { chains: vec![], every };
        for seat in dice.seats() {
            chains.add(seat)?;
        }
        Ok(chains)
    }

    /// From now on every move shows a link, or only those that roll.
    pub(crate) fn show_with(&mut self, every: bool) {
        self.every = every;
    }

    /// Another chain is put in.
    pub fn add(&mut self, seat: &SeatSeal) -> Result<(), String> {
        let number = self.chains.len() + 1;
        let link = from_hex(&seat.seal)
            .ok_or_else(|| format!("chain {number} has no seal of 64 hexadecimal digits"))?;
        if self.chains.len() >= MOST {
            return Err(format!("{MOST} chains were put into the dice of this game already"));
        }
        if self.chains.last().is_some_and(|last| last.after > seat.after) {
            return Err(format!("chain {number} stands behind a later one"));
        }
        if self.chains.iter().any(|c| c.link == link) {
            return Err(format!("chain {number} is there twice"));
        }
        let counts = self.chains.iter().all(|c| c.side == seat.side);
        self.chains.push(Chain { side: seat.side.clone(), after: seat.after, link, shown: 0, counts });
        Ok(())
    }

    /// The chain from which a side shows links after so many moves.
    fn of(&self, side: &str, moves: usize) -> Option<usize> {
        self.chains.iter().rposition(|c| c.side == side && c.counts && c.after <= moves)
    }

    /// Whether a side shows links now.
    pub fn counts(&self, side: &str, moves: usize) -> bool {
        self.of(side, moves).is_some()
    }

    /// Whether a move of a side, which is made after so many others, shows a link.
    pub fn wants(&self, side: &str, moves: usize, rolled: bool) -> bool {
        let waits = |c: &Chain| c.side != side && !c.counts && c.after <= moves;
        self.counts(side, moves) && (rolled || self.every || self.chains.iter().any(waits))
    }

    /// Whether a link is the next of a side.
    pub fn fits(&self, side: &str, moves: usize, link: &[u8; 32]) -> bool {
        self.of(side, moves).is_some_and(|i| self.chains[i].link == link_before(link))
    }

    /// What the dice of a move follow from beside the secrets: the links that count, with the one that goes with the move.
    pub fn links(&self, side: &str, moves: usize, link: Option<[u8; 32]>) -> Vec<[u8; 32]> {
        let own = self.of(side, moves);
        let counting = self.chains.iter().enumerate().filter(|(_, c)| c.counts && c.after <= moves);
        counting.map(|(i, c)| link.filter(|_| own == Some(i)).unwrap_or(c.link)).collect()
    }

    /// A side has shown a link with a move that was made after so many others.
    pub fn show(&mut self, side: &str, moves: usize, link: [u8; 32]) {
        if let Some(own) = self.of(side, moves) {
            self.chains[own].link = link;
            self.chains[own].shown += 1;
            let waiting = |c: &&mut Chain| c.side != side && c.after <= moves;
            self.chains.iter_mut().filter(waiting).for_each(|c| c.counts = true);
        }
    }

    /// A move of a record goes by: what it shows must be the next link, and must be wanted.
    pub fn pass(
        &mut self,
        side: &str,
        moves: usize,
        rolled: bool,
        reveal: Option<&str>,
    ) -> Result<Link, String> {
        let Some(reveal) = reveal else { return Ok(Link::None) };
        let link = from_hex(reveal).ok_or("what it puts into the dice is not 64 hexadecimal digits")?;
        if !self.fits(side, moves, &link) {
            return Err("what it puts into the dice is not the next link of the seat's chain".to_string());
        }
        if !self.wants(side, moves, rolled) {
            return Err("it shows a link of the seat's chain that it does not want".to_string());
        }
        self.show(side, moves, link);
        Ok(Link::Given(link))
    }

    /// The chains in the order in which they were put in.
    pub fn standing(&self) -> impl Iterator<Item = Standing<'_>> {
        self.chains.iter().map(|c| Standing {
            side: &c.side,
            after: c.after,
            link: &c.link,
            shown: c.shown,
            counts: c.counts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::{Secret, to_hex};

    /// A chain of so many links: the end first.
    fn chain(seed: u64, links: usize) -> Vec<[u8; 32]> {
        let mut out = vec![Secret::from_seed(seed).0];
        for _ in 0..links {
            out.push(link_before(&out[out.len() - 1]));
        }
        out.reverse();
        out
    }

    fn seat(side: &str, after: usize, link: &[u8; 32]) -> SeatSeal {
        SeatSeal { side: side.to_string(), after, seal: to_hex(link) }
    }

    fn chains_of(list: &[SeatSeal]) -> Result<Chains, String> {
        let mut dice = DiceSource::sealed(&[Secret::from_seed(9)]);
        if let DiceSource::Sealed { seats, .. } = &mut dice {
            *seats = list.to_vec();
        }
        Chains::new(&dice)
    }

    #[test]
    fn links_come_one_after_the_other_and_nothing_else_fits() {
        let (a, b) = (chain(1, 4), chain(2, 4));
        let mut chains = chains_of(&[seat("a", 0, &a[0]), seat("b", 2, &b[0])]).unwrap();
        assert!(chains.counts("a", 0) && !chains.counts("b", 2));
        assert!(chains.wants("a", 0, true) && !chains.wants("a", 0, false));
        assert!(chains.wants("a", 2, false), "B waits for a link of A");
        for wrong in [&a[0], &a[2], &b[1]] {
            assert!(chains.pass("a", 0, true, Some(&to_hex(wrong))).is_err());
        }
        assert!(chains.pass("b", 2, true, Some(&to_hex(&b[1]))).is_err(), "it does not count yet");
        assert!(chains.pass("a", 0, false, Some(&to_hex(&a[1]))).is_err(), "it is not wanted");
        assert_eq!(chains.links("a", 0, Some(a[1])), [a[1]]);
        assert_eq!(chains.pass("a", 2, false, Some(&to_hex(&a[1]))), Ok(Link::Given(a[1])));
        assert!(chains.counts("b", 2));
        assert_eq!(chains.links("b", 3, Some(b[1])), [a[1], b[1]]);
        assert_eq!(chains.links("c", 3, Some(b[1])), [a[1], b[0]]);
        assert_eq!(chains.pass("b", 3, true, None), Ok(Link::None));
        assert_eq!(chains.links("a", 4, None), [a[1], b[0]]);
        assert_eq!(chains.pass("a", 4, true, Some(&to_hex(&a[2]))), Ok(Link::Given(a[2])));
    }

    #[test]
    fn a_chain_made_when_others_have_theirs_waits_for_one_of_their_links() {
        let (a, b, c) = (chain(1, 4), chain(2, 4), chain(3, 4));
        let mut chains = chains_of(&[seat("a", 0, &a[0]), seat("a", 1, &c[0]), seat("b", 1, &b[0])]).unwrap();
        assert!(
            chains.fits("a", 0, &a[1]) && chains.fits("a", 1, &c[1]),
            "before the others join, the last counts"
        );
        chains.show("a", 1, c[1]);
        chains.show("b", 2, b[1]);
        let d = chain(4, 4);
        chains.add(&seat("a", 3, &d[0])).unwrap();
        assert!(chains.fits("a", 3, &c[2]) && !chains.fits("a", 3, &d[1]));
        chains.show("b", 3, b[2]);
        assert!(chains.fits("a", 4, &d[1]) && !chains.fits("a", 4, &c[2]));
    }

    #[test]
    fn chains_that_cannot_be_are_refused() {
        let (a, b) = (chain(1, 1), chain(2, 1));
        let what = |seats: &[SeatSeal]| chains_of(seats).unwrap_err();
        assert!(what(&[SeatSeal { side: "a".into(), after: 0, seal: "x".into() }]).contains("64"));
        assert!(what(&[seat("a", 0, &a[0]), seat("b", 0, &a[0])]).contains("twice"));
        assert!(what(&[seat("a", 2, &a[0]), seat("b", 1, &b[0])]).contains("later"));
    }
}
