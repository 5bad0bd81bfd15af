//! Who is around a city and who inside it, and what they can do: strength and morale (7.5.4(d), 7.5.4.1.3.2).

use super::state::{AROUND, INSIDE};
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::combat::Factors;
use crate::play::combat::charts::Power;
use crate::play::combat::morale::Component;
use crate::play::combat::siege::City;
use crate::play::land::position::CORPS;
use crate::play::land::{InCity, NOBODY, Position, Spot, garrison};
use crate::play::loss::state::MINOR;
use crate::play::morale::Part;
use crate::position::Blocks;
use sandtable_board::AreaId;
use sandtable_ops::ArrayList;

/// Forces by owner: the seven powers, then a neutral minor.
pub type Shares = [Factors; POWERS + 1];

/// The place of an owner among those who lose factors.
pub fn place_of(owner: u8) -> usize {
    usize::from(owner).min(MINOR)
}

impl Engine<'_> {
    /// The owner of what is inside a city, told from what everybody sees: a power, or a neutral minor.
    pub fn owner_inside(&self, p: &Position, area: AreaId) -> Option<u8> {
        self.owners_inside(p, area).next()
    }

    /// The owners of all that is inside a city, those of factors in the order in which they came, then those of corps; some of
    /// them more than once.
    pub fn owners_inside(&self, p: &Position, area: AreaId) -> impl Iterator<Item = u8> {
        p.all_inside(area).map(|n| p.power_of(n).unwrap_or(n))
    }

    /// Corps around a besieged city that make an attempt with a power: its own and its allies'.
    pub(super) fn stormers(&self, p: &Position, power: u8, area: AreaId) -> Blocks {
        let with = |b: &usize| {
            let c = &p.corps[*b];
            c.spot == Spot::Field(area)
                && usize::from(c.power) < POWERS
                && p.friends(power, c.power)
                && p.foes_inside(c.power, area)
        };
        (0..CORPS).filter(with).collect()
    }

    /// Powers of corps, one bit each.
    pub(super) fn powers_of(&self, p: &Position, blocks: Blocks) -> u8 {
        let powers = blocks.iter().map(|b| p.corps[b].power).filter(|q| usize::from(*q) < POWERS);
        powers.fold(0, |m, q| m | 1 << q)
    }

    /// What is around or inside, by owner, as far as it takes part.
    pub fn shares(&self, p: &Position, which: usize) -> Shares {
        let mut out = [Factors::NONE; POWERS + 1];
        let siege = &p.siege;
        for b in siege.blocks[which].iter() {
            out[place_of(p.corps[b].power)] += self.factors(p, b);
        }
        let ground = p.at(siege.area);
        if which == AROUND {
            for q in (0..POWERS).filter(|q| siege.raiders >> q & 1 == 1) {
                out[q][self.irregular_kind(q as u8)] += u16::from(ground.irregulars[q]);
            }
        } else {
            for l in self.loose_out(p).parts() {
                out[place_of(p.power_of(l.nation).unwrap_or(l.nation))] += self.loose_factors(p, l);
            }
        }
        out
    }

    /// Factors of the city without a corps that take part.
    pub(super) fn loose_out(&self, p: &Position) -> InCity {
        p.at(p.siege.area).garrison.without(&p.siege.stay)
    }

    /// All factors of one side that take part.
    pub fn strength(&self, p: &Position, which: usize) -> Factors {
        self.shares(p, which).into_iter().fold(Factors::NONE, |a, b| a + b)
    }

    /// The owner with most corps, then inside the holder of the city, then the first of the list: this one speaks for a side. Factors
    /// do not count: those of corps are hidden until forces are laid open (empires 7.5.2.6.3).
    pub(super) fn leading(&self, p: &Position, which: usize) -> u8 {
        let shares = self.shares(p, which);
        let corps =
            |q: usize| p.siege.blocks[which].iter().filter(|b| place_of(p.corps[*b].power) == q).count();
        let city = p.city_of(self.d, p.siege.area);
        let keeper = place_of(p.power_of(city).unwrap_or(city));
        let best = (0..=MINOR)
            .rev()
            .filter(|q| !shares[*q].is_empty())
            .max_by_key(|q| (corps(*q), which == INSIDE && *q == keeper));
        match best {
            Some(MINOR) => {
                let neutral = |n: &u8| usize::from(*n) >= POWERS;
                self.owners_inside(p, p.siege.area).find(neutral).unwrap_or(NOBODY)
            }
            Some(q) => q as u8,
            None => NOBODY,
        }
    }

    /// The city as the Siege Table sees it.
    pub(super) fn city(&self, p: &Position, area: AreaId) -> City {
        City {
            capacity: u16::from(garrison::capacity(self.d, area)),
            fleches: self.d.place(area).fleches,
            garrison: u16::from(garrison::inside(p, area)),
            corps: p.corps_at(Spot::City(area)).next().is_some(),
        }
    }

    /// The morale of one side (empires 7.5.4.1.3.2, empires 7.5.4.2.1.2).
    pub(super) fn siege_morale(&self, p: &Position, which: usize) -> i16 {
        let corps = p.siege.blocks[which].iter().map(|b| self.corps_part(p, b));
        let ground = p.at(p.siege.area);
        let inside = if which == INSIDE { self.loose_out(p) } else { InCity::NONE };
        let loose = inside.parts().map(|l| Part::loose(l.nation, self.loose_factors(p, l)));
        let raiders = (0..POWERS as u8).filter(|q| which == AROUND && p.siege.raiders >> q & 1 == 1);
        let raiders = raiders.map(|q| {
            let n = u16::from(ground.irregulars[usize::from(q)]);
            Part::loose(q, Factors::of(&[(self.irregular_kind(q), n)]))
        });
        let shares = self.shares(p, which);
        let mut components: ArrayList<Component, POWERS> = ArrayList::new();
        let powers = Power::ALL.into_iter().enumerate().filter(|(q, _)| !shares[*q].is_empty());
        for (q, power) in powers.filter(|_| shares[MINOR].is_empty()) {
            let blocks = p.siege.blocks[which].iter().filter(|b| usize::from(p.corps[*b].power) == q);
            let basic = i16::from(self.d.nations[q].basic);
            components.push(Component { power, corps: blocks.count() as u8, basic });
        }
        self.morale(p, corps.chain(loose).chain(raiders), &components)
    }
}
