//! A pile of steps that wait for one another: the last one laid on is taken first. Games keep one in their position, so that
//! a decision can lead to others before what was going on goes on.

use serde::{Deserialize, Serialize};

/// A pile of at most `N` steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile<S, const N: usize> {
    steps: [S; N],
    idle: S,
    depth: u8,
}

impl<S: Copy, const N: usize> Pile<S, N> {
    /// An empty pile; `idle` is what stands on top of it then.
    pub const fn new(idle: S) -> Pile<S, N> {
        Pile { steps: [idle; N], idle, depth: 0 }
    }

    /// The step that is next.
    pub fn top(&self) -> S {
        match self.depth {
            0 => self.idle,
            n => self.steps[usize::from(n) - 1],
        }
    }

    /// Lays a step on the pile.
    ///
    /// # Panics
    ///
    /// If the pile is full: no situation piles so many, and to drop a step would hide the fault.
    pub fn push(&mut self, step: S) {
        assert!(usize::from(self.depth) < N, "too many steps wait");
        self.steps[usize::from(self.depth)] = step;
        self.depth += 1;
    }

    /// Takes the top step off. What is gone leaves no trace, so that equal positions are equal.
    pub fn pop(&mut self) {
        if self.depth > 0 {
            self.depth -= 1;
            self.steps[usize::from(self.depth)] = self.idle;
        }
    }

    /// Puts another step in place of the top one.
    pub fn replace(&mut self, step: S) {
        self.pop();
        self.push(step);
    }

    /// Steps that wait, the last one to be taken first at the end.
    pub fn waiting(&self) -> &[S] {
        &self.steps[..usize::from(self.depth)]
    }
}

impl<S: Copy + Serialize, const N: usize> Serialize for Pile<S, N> {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        (self.idle, self.waiting()).serialize(to)
    }
}

impl<'de, S: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Pile<S, N> {
    fn deserialize<Z: serde::Deserializer<'de>>(from: Z) -> Result<Self, Z::Error> {
        let (idle, steps) = <(S, Vec<S>)>::deserialize(from)?;
        if steps.len() > N {
            return Err(serde::de::Error::custom(format!("{} steps wait, {N} can", steps.len())));
        }
        let mut pile = Pile::new(idle);
        steps.into_iter().for_each(|s| pile.push(s));
        Ok(pile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_taken_first_and_leaves_no_trace() {
        let mut pile: Pile<u8, 3> = Pile::new(0);
        let empty = pile;
        assert_eq!(pile.top(), 0);
        pile.push(1);
        pile.push(2);
        pile.replace(3);
        assert_eq!((pile.top(), pile.waiting()), (3, &[1, 3][..]));
        pile.pop();
        pile.pop();
        pile.pop();
        assert_eq!(pile, empty);
    }
}
