//! A short list in place: as many things as the rules allow at once, without asking for memory.

use std::ops::{Deref, DerefMut};

/// A list of at most `N` things. It reads like a slice.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// An empty list.
    pub fn new() -> Few<T, N> {
        Few { items: [T::default(); N], len: 0 }
    }

    /// Puts something at the end.
    ///
    /// # Panics
    ///
    /// If the list is full: no situation has so many, and to drop something would hide the fault.
    pub fn push(&mut self, item: T) {
        assert!(self.len < N, "too many for a short list");
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Keeps so many of the first.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Keeps what is so.
    pub fn retain(&mut self, so: impl Fn(&T) -> bool) {
        let all = *self;
        self.len = 0;
        all.iter().filter(|item| so(item)).for_each(|item| self.push(*item));
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T, const N: usize> AsRef<[T]> for Few<T, N> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T: PartialEq, U: AsRef<[T]> + ?Sized, const N: usize> PartialEq<U> for Few<T, N> {
    fn eq(&self, other: &U) -> bool {
        **self == *other.as_ref()
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Few<T, N> {
        let mut out = Few::new();
        out.extend(items);
        out
    }
}

impl<T, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.len)
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_like_a_slice_and_keeps_its_order() {
        let mut few: Few<u8, 4> = [3, 1].into_iter().collect();
        few.push(2);
        assert_eq!((few.len(), few.first()), (3, Some(&3)));
        assert_eq!(few, [3, 1, 2]);
        few.sort_unstable();
        assert_eq!(few.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
        few.retain(|n| *n != 2);
        assert_eq!(few, [1, 3].into_iter().collect::<Few<u8, 9>>());
    }
}
