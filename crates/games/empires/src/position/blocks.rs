//! Sets of blocks and of leaders as bits.

use crate::play::land::position::{CORPS, LEADERS};
use serde::{Deserialize, Serialize};

/// A set of corps, by their blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blocks([u64; CORPS / 64]);

impl Blocks {
    /// No block.
    pub const NONE: Blocks = Blocks([0; CORPS / 64]);

    /// One block.
    pub fn one(block: usize) -> Blocks {
        let mut out = Blocks::NONE;
        out.put(block);
        out
    }

    /// Whether a block is in it.
    pub fn has(&self, block: usize) -> bool {
        self.0[block / 64] >> (block % 64) & 1 == 1
    }

    /// Puts a block in.
    pub fn put(&mut self, block: usize) {
        self.0[block / 64] |= 1 << (block % 64);
    }

    /// Takes a block out.
    pub fn take(&mut self, block: usize) {
        self.0[block / 64] &= !(1 << (block % 64));
    }

    /// Whether no block is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; CORPS / 64]
    }

    /// How many blocks are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// With all of another set.
    pub fn with(mut self, other: Blocks) -> Blocks {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// Without any of another set.
    pub fn without(mut self, other: Blocks) -> Blocks {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// What is in another set too.
    pub fn meet(mut self, other: Blocks) -> Blocks {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// Its blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let set = *self;
        (0..CORPS).filter(move |b| set.has(*b))
    }
}

impl FromIterator<usize> for Blocks {
    fn from_iter<T: IntoIterator<Item = usize>>(blocks: T) -> Blocks {
        let mut out = Blocks::NONE;
        blocks.into_iter().for_each(|b| out.put(b));
        out
    }
}

/// A set of leaders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chiefs(pub u64);

impl Chiefs {
    /// No leader.
    pub const NONE: Chiefs = Chiefs(0);

    /// Whether a leader is in it.
    pub fn has(&self, leader: usize) -> bool {
        self.0 >> leader & 1 == 1
    }

    /// Puts a leader in.
    pub fn put(&mut self, leader: usize) {
        self.0 |= 1 << leader;
    }

    /// Takes a leader out.
    pub fn take(&mut self, leader: usize) {
        self.0 &= !(1 << leader);
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its leaders in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let set = *self;
        (0..LEADERS).filter(move |l| set.has(*l))
    }
}

impl FromIterator<usize> for Chiefs {
    fn from_iter<T: IntoIterator<Item = usize>>(leaders: T) -> Chiefs {
        let mut out = Chiefs::NONE;
        leaders.into_iter().for_each(|l| out.put(l));
        out
    }
}
