//! Listing what is legal: modules offer whatever could be wanted, and only what no rule forbids comes onto the list.

use super::Action;
use sandtable_ops::with_scratch;
use std::cell::Cell;
use std::ops::Range;

/// A list of actions that takes only legal ones.
pub(super) struct Offer<'a, A> {
    list: &'a mut Vec<Action>,
    legal: &'a dyn Fn(A) -> bool,
}

impl<'a, A: Copy + Into<Action>> Offer<'a, A> {
    pub fn new(list: &'a mut Vec<Action>, legal: &'a dyn Fn(A) -> bool) -> Offer<'a, A> {
        Offer { list, legal }
    }

    /// How many actions are on the list.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Offers what comes of a part of the list when each of its actions is changed.
    pub fn again(&mut self, part: Range<usize>, change: impl Fn(Action) -> Option<A>) {
        for at in part {
            if let Some(action) = change(self.list[at]) {
                self.push(action);
            }
        }
    }

    /// Offers one action.
    pub fn push(&mut self, action: A) {
        if (self.legal)(action) {
            self.list.push(action.into());
        }
    }
}

impl<A: Copy + Into<Action>> Extend<A> for Offer<'_, A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, actions: T) {
        actions.into_iter().for_each(|a| self.push(a));
    }
}

thread_local! {
    static SCRATCH: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

/// Lends a list to see what could be done, which is asked at every other step.
pub(super) fn glance<T>(look: impl FnOnce(&mut Vec<Action>) -> T) -> T {
    with_scratch(&SCRATCH, |list| {
        list.clear();
        look(list)
    })
}
