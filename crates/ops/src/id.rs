//! Typed ids: a unit is no hex, and nobody is no unit.
//!
//! [`id_type!`](crate::id_type) makes an id of a number. The highest number is nobody's: [`Maybe`] takes no more room than the id.
//! Both are hashed and written as the bare number.

use crate::hexset::HexSet;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// An id that [`id_type!`](crate::id_type) makes.
pub trait Id: Copy + Eq {
    /// The value that is nobody's.
    const NONE: Self;

    /// Its place in a list.
    fn index(self) -> usize;

    /// The id of a place in a list.
    ///
    /// # Panics
    ///
    /// If there is no such id.
    fn of(index: usize) -> Self;

    /// Its number among the bits of a set.
    fn bit(self) -> u16;
}

/// Makes a type of ids: `id_type! { /// A unit. pub struct UnitId(u8); }`.
#[macro_export]
macro_rules! id_type {
    ($(#[$doc:meta])* pub struct $name:ident($raw:ty);) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $raw);

        impl $crate::id::Id for $name {
            const NONE: $name = $name(<$raw>::MAX);

            fn index(self) -> usize {
                usize::from(self.0)
            }

            fn of(index: usize) -> $name {
                match <$raw>::try_from(index) {
                    Ok(n) if n < <$raw>::MAX => $name(n),
                    _ => panic!("{index} is no {}", stringify!($name)),
                }
            }

            fn bit(self) -> u16 {
                u16::from(self.0)
            }
        }

        impl From<$name> for u16 {
            fn from(id: $name) -> u16 {
                u16::from(id.0)
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> usize {
                usize::from(id.0)
            }
        }
    };
}

/// An id or none, in the room of the id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Maybe<T>(T);

impl<T: Id> Maybe<T> {
    /// None.
    pub const NONE: Maybe<T> = Maybe(T::NONE);

    /// An id.
    pub const fn some(id: T) -> Maybe<T> {
        Maybe(id)
    }

    /// The id, if there is one.
    pub fn get(self) -> Option<T> {
        self.is_some().then_some(self.0)
    }

    /// Whether there is one.
    pub fn is_some(self) -> bool {
        self.0 != T::NONE
    }

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        self.0 == T::NONE
    }

    /// Whether it is this one.
    pub fn is(self, id: T) -> bool {
        self.0 == id && self.is_some()
    }
}

impl<T: Id> Default for Maybe<T> {
    fn default() -> Self {
        Maybe::NONE
    }
}

impl<T: Id> From<Option<T>> for Maybe<T> {
    fn from(id: Option<T>) -> Self {
        id.map_or(Maybe::NONE, Maybe::some)
    }
}

impl<T: Id> From<T> for Maybe<T> {
    fn from(id: T) -> Self {
        Maybe::some(id)
    }
}

impl<T: Id + fmt::Debug> fmt::Debug for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A set of ids as bits, `WORDS` × 64 of them at most. It is hashed and written as a [`HexSet`].
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct IdSet<T, const WORDS: usize> {
    bits: HexSet<WORDS>,
    #[serde(skip)]
    of: PhantomData<T>,
}

impl<T: Id, const WORDS: usize> IdSet<T, WORDS> {
    /// The empty set.
    pub const EMPTY: Self = IdSet { bits: HexSet::EMPTY, of: PhantomData };

    /// The set of these bits.
    pub const fn of_bits(bits: HexSet<WORDS>) -> Self {
        IdSet { bits, of: PhantomData }
    }

    /// Its bits.
    pub const fn bits(&self) -> &HexSet<WORDS> {
        &self.bits
    }

    /// The set with one id.
    pub fn one(id: T) -> Self {
        Self::of_bits(HexSet::one(id.bit()))
    }

    /// Puts an id in.
    pub fn insert(&mut self, id: T) {
        self.bits.insert(id.bit());
    }

    /// Takes an id out, if it is in.
    pub fn remove(&mut self, id: T) {
        self.bits.remove(id.bit());
    }

    /// Puts an id in or takes it out.
    pub fn set(&mut self, id: T, inside: bool) {
        if inside { self.insert(id) } else { self.remove(id) }
    }

    /// Whether an id is in; one for which the set has no room is not.
    pub fn has(&self, id: T) -> bool {
        self.bits.has(id.bit())
    }

    /// All of another set too.
    pub fn join(&mut self, other: &Self) {
        self.bits.join(&other.bits);
    }

    /// With all of another set.
    pub fn with(self, other: &Self) -> Self {
        Self::of_bits(self.bits.with(&other.bits))
    }

    /// Only those that are in another set too.
    pub fn meet(self, other: &Self) -> Self {
        Self::of_bits(self.bits.meet(&other.bits))
    }

    /// Only those that are not in another set.
    pub fn without(self, other: &Self) -> Self {
        Self::of_bits(self.bits.without(&other.bits))
    }

    /// Whether all of it is in another set.
    pub fn within(&self, other: &Self) -> bool {
        self.bits.within(&other.bits)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The ids in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<T, WORDS> {
        self.bits.iter().map(|bit| T::of(usize::from(bit)))
    }

    /// The first in order.
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// The nth in order.
    pub fn nth(&self, n: usize) -> Option<T> {
        self.iter().nth(n)
    }

    /// Those that are so.
    pub fn which(&self, mut so: impl FnMut(T) -> bool) -> Self {
        self.iter().filter(|id| so(*id)).collect()
    }
}

impl<T, const WORDS: usize> Clone for IdSet<T, WORDS> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const WORDS: usize> Copy for IdSet<T, WORDS> {}

impl<T, const WORDS: usize> PartialEq for IdSet<T, WORDS> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T, const WORDS: usize> Eq for IdSet<T, WORDS> {}

impl<T, const WORDS: usize> std::hash::Hash for IdSet<T, WORDS> {
    fn hash<H: std::hash::Hasher>(&self, to: &mut H) {
        self.bits.hash(to);
    }
}

impl<T: Id, const WORDS: usize> Default for IdSet<T, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Id + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Id, const WORDS: usize> FromIterator<T> for IdSet<T, WORDS> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        let mut out = Self::EMPTY;
        ids.into_iter().for_each(|id| out.insert(id));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    id_type! {
        /// A unit.
        pub struct UnitId(u8);
    }

    #[test]
    fn none_takes_no_room_and_is_written_as_a_number() {
        assert_eq!(size_of::<Maybe<UnitId>>(), 1);
        assert_eq!((Maybe::<UnitId>::NONE.get(), Maybe::some(UnitId(3)).get()), (None, Some(UnitId(3))));
        assert!(Maybe::from(Some(UnitId(3))).is(UnitId(3)) && !Maybe::from(None).is(UnitId::NONE));
        let text = serde_json::to_string(&[Maybe::NONE, Maybe::some(UnitId(3))]).unwrap_or_default();
        assert_eq!(text, "[255,3]");
    }

    #[test]
    #[should_panic(expected = "255 is no UnitId")]
    fn an_index_beyond_all_ids_is_told() {
        let _ = UnitId::of(255);
    }

    #[test]
    fn sets_hold_ids_in_order() {
        let mut set: IdSet<UnitId, 2> = [UnitId(70), UnitId(3)].into_iter().collect();
        set.insert(UnitId(5));
        set.remove(UnitId(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [UnitId(5), UnitId(70)]);
        assert_eq!((set.len(), set.first(), set.has(UnitId(70))), (2, Some(UnitId(5)), true));
        let text = serde_json::to_string(&set).unwrap_or_default();
        assert_eq!(serde_json::from_str::<IdSet<UnitId, 2>>(&text).ok(), Some(set));
        assert_eq!(text, serde_json::to_string(set.bits()).unwrap_or_default());
    }
}
