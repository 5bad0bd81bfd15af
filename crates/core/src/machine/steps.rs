//! The stack of what waits.

use serde::{Deserialize, Serialize};

/// A stack of at most `N` steps; the last one pushed is taken first. The default step means that nothing waits.
///
/// What is gone leaves no trace, so that equal positions are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps<S, const N: usize> {
    steps: [S; N],
    depth: u8,
}

impl<S: Copy + Default, const N: usize> Default for Steps<S, N> {
    fn default() -> Self {
        Steps::new(S::default())
    }
}

impl<S: Copy, const N: usize> Steps<S, N> {
    /// Nothing waits; `idle` must be the default step.
    pub const fn new(idle: S) -> Self {
        Steps { steps: [idle; N], depth: 0 }
    }

    /// The steps that wait, the next one last.
    pub fn waiting(&self) -> &[S] {
        &self.steps[..usize::from(self.depth)]
    }

    /// The same, to be changed in place.
    pub fn waiting_mut(&mut self) -> &mut [S] {
        &mut self.steps[..usize::from(self.depth)]
    }

    /// How many steps wait.
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// Puts a step on top.
    ///
    /// # Panics
    ///
    /// If `N` steps wait already: a game that gets there has a fault, and to drop a step would hide it.
    pub fn push(&mut self, step: S) {
        let free = self.steps.get_mut(usize::from(self.depth));
        *free.unwrap_or_else(|| panic!("{N} steps wait, and another one comes")) = step;
        self.depth += 1;
    }
}

impl<S: Copy + Default, const N: usize> Steps<S, N> {
    /// The step that is next; the default one if none waits.
    pub fn top(&self) -> S {
        self.waiting().last().copied().unwrap_or_default()
    }

    /// The step that follows when the next one is done.
    pub fn below(&self) -> S {
        self.waiting().iter().rev().nth(1).copied().unwrap_or_default()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Takes the top step off, if one waits, and gives it back.
    pub fn pop(&mut self) -> S {
        let top = self.top();
        self.depth = self.depth.saturating_sub(1);
        self.steps[usize::from(self.depth)] = S::default();
        top
    }

    /// Puts another step in place of the top one.
    pub fn replace(&mut self, step: S) {
        self.pop();
        self.push(step);
    }
}

/// How a stack is written: all `N` places and how many are taken, so that a position keeps its shape.
#[derive(Serialize, Deserialize)]
struct Written<L> {
    steps: L,
    depth: u8,
}

impl<S: Copy + Serialize, const N: usize> Serialize for Steps<S, N> {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written { steps: &self.steps[..], depth: self.depth }.serialize(to)
    }
}

impl<'de, S: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Steps<S, N> {
    fn deserialize<Z: serde::Deserializer<'de>>(from: Z) -> Result<Self, Z::Error> {
        let Written { steps, depth } = Written::<Vec<S>>::deserialize(from)?;
        if usize::from(depth) > N || steps.len() > N {
            return Err(serde::de::Error::custom(format!("{} steps wait, {N} can", steps.len())));
        }
        let mut read = Steps::default();
        steps.into_iter().take(usize::from(depth)).for_each(|step| read.push(step));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_is_taken_first_and_leaves_no_trace() {
        let mut steps: Steps<u8, 3> = Steps::default();
        let empty = steps;
        assert!(steps.is_empty());
        steps.push(1);
        steps.push(2);
        steps.replace(3);
        assert_eq!((steps.top(), steps.below(), steps.waiting()), (3, 1, &[1, 3][..]));
        let text = serde_json::to_string(&steps).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Steps<u8, 3>>(&text).ok(), Some(steps));
        assert!(serde_json::from_str::<Steps<u8, 1>>(&text).is_err());
        assert_eq!([steps.pop(), steps.pop(), steps.pop()], [3, 1, 0]);
        assert_eq!(steps, empty);
    }

    #[test]
    #[should_panic(expected = "1 steps wait")]
    fn a_step_too_many_is_no_secret() {
        let mut steps: Steps<u8, 1> = Steps::default();
        steps.push(1);
        steps.push(2);
    }
}
