//! Factors without a corps (7.3.3.3): in a city those of several nations may lie together, on a depot those of its owner and of the
//! free state that it stands in (7.3.3.5.1, 7.3.3.5.2).

use super::position::NOBODY;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Nations whose factors can lie in one city.
pub const IN_CITY: usize = 6;
/// Nations whose factors can lie on one depot.
pub const ON_DEPOT: usize = 2;

/// Factors in a city.
pub type InCity = Garrison<IN_CITY>;
/// Factors on a depot.
pub type OnDepot = Garrison<ON_DEPOT>;

/// Factors of one nation without a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loose {
    /// The power or minor whose factors they are.
    pub nation: u8,
    /// Regular infantry.
    pub infantry: u8,
    /// Militia.
    pub militia: u8,
    /// Cossacks, freikorps or guerillas: each power has one kind only.
    pub irregulars: u8,
}

impl Loose {
    /// Nobody.
    pub const NONE: Loose = Loose { nation: NOBODY, infantry: 0, militia: 0, irregulars: 0 };

    /// Infantry, militia and irregulars of a nation.
    pub fn of(nation: u8, [infantry, militia, irregulars]: [u8; 3]) -> Loose {
        Loose { nation, infantry, militia, irregulars }
    }

    /// So many factors of one place in the order of [`Loose::counts`].
    pub fn some(nation: u8, place: usize, n: u8) -> Loose {
        let mut counts = [0; 3];
        if let Some(count) = counts.get_mut(place) {
            *count = n;
        }
        Loose::of(nation, counts)
    }

    /// Infantry, militia and irregulars.
    pub fn counts(&self) -> [u8; 3] {
        [self.infantry, self.militia, self.irregulars]
    }

    /// All its factors.
    pub fn total(&self) -> u8 {
        self.infantry.saturating_add(self.militia).saturating_add(self.irregulars)
    }

    /// The same nation's factors, each count made of the two.
    fn with(self, other: Loose, make: impl Fn(u8, u8) -> u8) -> Loose {
        let [a, b] = [self.counts(), other.counts()];
        Loose::of(self.nation, [make(a[0], b[0]), make(a[1], b[1]), make(a[2], b[2])])
    }
}

/// Factors of up to `N` nations, in the order in which they came: the first to come holds the place (ruling 40 of the page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Garrison<const N: usize>([Loose; N]);

impl<const N: usize> Garrison<N> {
    /// Nobody.
    pub const NONE: Garrison<N> = Garrison([Loose::NONE; N]);

    /// The factors of each nation that has some.
    pub fn parts(&self) -> impl Iterator<Item = Loose> + use<N> {
        self.0.into_iter().take_while(|l| l.nation != NOBODY)
    }

    /// Nations that have factors here.
    pub fn nations(&self) -> impl Iterator<Item = u8> + use<N> {
        self.parts().map(|l| l.nation)
    }

    /// The nation that came first.
    #[inline]
    pub fn first(&self) -> Option<u8> {
        Some(self.0[0].nation).filter(|n| *n != NOBODY)
    }

    /// Whether nobody is here.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0].nation == NOBODY
    }

    /// The factors of a nation.
    pub fn of(&self, nation: u8) -> Loose {
        self.parts().find(|l| l.nation == nation).unwrap_or(Loose { nation, ..Loose::NONE })
    }

    /// Infantry, militia and irregulars of all nations together.
    pub fn counts(&self) -> [u8; 3] {
        let add = |a: [u8; 3], l: Loose| {
            let b = l.counts();
            [a[0].saturating_add(b[0]), a[1].saturating_add(b[1]), a[2].saturating_add(b[2])]
        };
        self.parts().fold([0; 3], add)
    }

    /// All factors of all nations.
    pub fn total(&self) -> u8 {
        self.parts().fold(0, |n: u8, l| n.saturating_add(l.total()))
    }

    /// Whether there is a place for factors of a nation.
    pub fn takes(&self, nation: u8) -> bool {
        self.0.iter().any(|l| l.nation == nation || l.nation == NOBODY)
    }

    /// Whether there are places for all nations of another garrison.
    pub fn takes_all<const M: usize>(&self, other: &Garrison<M>) -> bool {
        let new = other.nations().filter(|n| self.nations().all(|o| o != *n)).count();
        self.nations().count() + new <= N
    }

    /// Puts factors in. Without a place for their nation they stay out; the caller asks [`Garrison::takes`] first.
    pub fn add(&mut self, more: Loose) {
        if more.total() == 0 {
            return;
        }
        let own = self.0.iter().position(|l| l.nation == more.nation);
        let free = || self.0.iter().position(|l| l.nation == NOBODY);
        debug_assert!(own.or_else(free).is_some(), "too many nations in one place");
        if let Some(at) = own.or_else(free) {
            let there = Loose { nation: more.nation, ..self.0[at] };
            self.0[at] = there.with(more, u8::saturating_add);
        }
    }

    /// Takes factors out, as far as they are there.
    pub fn take(&mut self, less: Loose) {
        for there in self.0.iter_mut().filter(|l| l.nation == less.nation && l.nation != NOBODY) {
            *there = there.with(less, u8::saturating_sub);
        }
        self.settle();
    }

    /// Takes out all factors of some nations and gives them back.
    pub fn take_out(&mut self, who: impl Fn(u8) -> bool) -> Garrison<N> {
        let mut out = Garrison::NONE;
        for there in self.0.iter_mut().filter(|l| l.nation != NOBODY && who(l.nation)) {
            out.add(std::mem::replace(there, Loose::NONE));
        }
        self.settle();
        out
    }

    /// What is here without what another garrison has of it.
    pub fn without(&self, other: &Garrison<N>) -> Garrison<N> {
        let mut out = *self;
        other.parts().for_each(|l| out.take(l));
        out
    }

    /// What both have in common.
    pub fn meet(&self, other: &Garrison<N>) -> Garrison<N> {
        let mut out = Garrison::NONE;
        self.parts().for_each(|l| out.add(l.with(other.of(l.nation), u8::min)));
        out
    }

    /// Nations without factors go; the others close up.
    fn settle(&mut self) {
        let mut kept = Garrison::NONE;
        let parts = self.0.into_iter().filter(|l| l.nation != NOBODY && l.total() > 0);
        for (place, part) in kept.0.iter_mut().zip(parts) {
            *place = part;
        }
        *self = kept;
    }

    /// Whether every nation is listed once and with factors, as many as can be counted.
    pub fn is_sound(&self) -> bool {
        let n = self.nations().count();
        let rest = self.0[n..].iter().all(|l| *l == Loose::NONE);
        let once = (0..n).all(|i| (0..i).all(|j| self.0[i].nation != self.0[j].nation));
        let counts = self.parts().map(|l| l.counts().into_iter().map(u16::from).sum::<u16>());
        rest && once && self.parts().all(|l| l.total() > 0) && counts.sum::<u16>() <= 250
    }
}

impl<const N: usize> From<Loose> for Garrison<N> {
    fn from(loose: Loose) -> Garrison<N> {
        let mut out = Garrison::NONE;
        out.add(loose);
        out
    }
}

impl<const N: usize> Serialize for Garrison<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.parts())
    }
}

/// As it is written now, and as it was while a place had factors of one nation.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Many(Vec<Loose>),
    One(Loose),
}

impl<'de, const N: usize> Deserialize<'de> for Garrison<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Garrison<N>, D::Error> {
        let list = match Written::deserialize(from)? {
            Written::Many(list) => list,
            Written::One(one) => Some(one).filter(|l| l.nation != NOBODY).into_iter().collect(),
        };
        if list.len() > N {
            return Err(D::Error::custom(format!("factors of {N} nations at most lie in one place")));
        }
        let mut out = Garrison::NONE;
        for (place, part) in out.0.iter_mut().zip(list) {
            *place = part;
        }
        // An empty place cannot come before others; all else is judged with the position.
        if out.0.iter().skip_while(|l| l.nation != NOBODY).any(|l| *l != Loose::NONE) {
            return Err(D::Error::custom("factors are nobody's"));
        }
        Ok(out)
    }
}
