//! A list of fixed capacity that lives in place and is `Copy`, unlike `arrayvec::ArrayVec`: as many items as the rules allow at
//! once, without allocating.

use std::ops::{Deref, DerefMut};

/// A list of at most `N` items. It reads like a slice.
#[derive(Clone, Copy, Debug)]
pub struct ArrayList<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy + Default, const N: usize> ArrayList<T, N> {
    /// An empty list.
    pub fn new() -> ArrayList<T, N> {
        ArrayList { items: [T::default(); N], len: 0 }
    }

    /// Adds an item at the end.
    ///
    /// # Panics
    ///
    /// If the list is full: no situation has so many, and dropping an item would hide the fault.
    pub fn push(&mut self, item: T) {
        assert!(self.len < N, "too many for a short list");
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Keeps the items for which `so` holds.
    pub fn retain(&mut self, so: impl Fn(&T) -> bool) {
        let all = *self;
        self.len = 0;
        all.iter().filter(|item| so(item)).for_each(|item| self.push(*item));
    }
}

impl<T: Copy + Default, const N: usize> Default for ArrayList<T, N> {
    fn default() -> ArrayList<T, N> {
        ArrayList::new()
    }
}

impl<T, const N: usize> Deref for ArrayList<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T, const N: usize> DerefMut for ArrayList<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<T, const N: usize> AsRef<[T]> for ArrayList<T, N> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T: PartialEq, U: AsRef<[T]> + ?Sized, const N: usize> PartialEq<U> for ArrayList<T, N> {
    fn eq(&self, other: &U) -> bool {
        **self == *other.as_ref()
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for ArrayList<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for ArrayList<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> ArrayList<T, N> {
        let mut out = ArrayList::new();
        out.extend(items);
        out
    }
}

impl<T, const N: usize> IntoIterator for ArrayList<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.len)
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a ArrayList<T, N> {
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
        let mut list: ArrayList<u8, 4> = [3, 1].into_iter().collect();
        list.push(2);
        assert_eq!((list.len(), list.first()), (3, Some(&3)));
        assert_eq!(list, [3, 1, 2]);
        list.sort_unstable();
        assert_eq!(list.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
        list.retain(|n| *n != 2);
        assert_eq!(list, [1, 3].into_iter().collect::<ArrayList<u8, 9>>());
    }
}
