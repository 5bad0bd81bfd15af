//! How many factors are lost and which (7.5.2.9.2).

use super::Refused;
use super::charts::Charts;
use super::factors::{Factors, KINDS, Kind};
use crate::data::POWERS;
use sandtable_ops::ArrayList;
use serde::{Deserialize, Serialize};

/// A percentage of factors, to the nearest whole, halves up.
// empires 7.5.2.15(c)
pub const fn percent_of(percent: u8, factors: u16) -> u16 {
    ((percent as u32 * factors as u32 + 50) / 100) as u16
}

/// The same by the casualty table as it was found, with the four cells that differ; larger forces in blocks of 20.
pub fn percent_as_found(charts: &Charts, percent: u8, factors: u16) -> u16 {
    let (blocks, rest) = (factors / 20, factors % 20);
    let cell = charts.found_cells.iter().find(|c| c.0 == rest && c.1 == percent);
    blocks * percent_of(percent, 20) + cell.map_or_else(|| percent_of(percent, rest), |c| c.2)
}

/// What a side must lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due {
    /// Factors.
    pub factors: u16,
    /// Militia only when nothing else is left.
    pub spare_militia: bool,
    /// So many cavalry at least, if there are any.
    pub cavalry: u16,
}

impl Due {
    /// Losses of any kind, as in trivial combats and sieges.
    // empires 7.5.3.3
    pub const fn any(factors: u16) -> Due {
        Due { factors, spare_militia: false, cavalry: 0 }
    }

    /// Losses in the field, for a side with this cumulative morale loss, this round's counted.
    // empires 7.5.2.9.2.1, empires 7.5.2.9.2.2
    pub fn field(charts: &Charts, factors: u16, morale_lost: i16, breaks: bool) -> Due {
        Due {
            factors,
            spare_militia: morale_lost >= charts.militia_until,
            cavalry: if breaks { charts.cavalry_on_break } else { 0 },
        }
    }

    /// Checks which factors of a force are lost.
    pub fn check(self, present: Factors, lost: Factors) -> Result<(), Refused> {
        let due = self.factors.min(present.total());
        if !present.holds(lost) || lost.total() != due {
            return Err(Refused::Count { due });
        }
        let others = present.total() - present[Kind::Militia];
        if self.spare_militia && lost[Kind::Militia] > due.saturating_sub(others) {
            return Err(Refused::Militia);
        }
        if lost.cavalry() < self.cavalry.min(present.cavalry()).min(due) {
            return Err(Refused::Cavalry);
        }
        Ok(())
    }

    /// An allowed choice that gives up kinds in this order; what must be cavalry is the first cavalry in it.
    pub fn choose(self, present: Factors, order: &[Kind; KINDS]) -> Factors {
        let mut due = self.factors.min(present.total());
        let mut lost = Factors::NONE;
        let mut take = |kind: Kind, most: u16, lost: &mut Factors| {
            let n = most.min(due).min(present[kind] - lost[kind]);
            lost[kind] += n;
            due -= n;
            n
        };
        let mut cavalry = self.cavalry;
        for &kind in order.iter().filter(|k| k.is_cavalry()) {
            cavalry -= take(kind, cavalry, &mut lost);
        }
        for &kind in order.iter().filter(|k| !(self.spare_militia && **k == Kind::Militia)) {
            take(kind, u16::MAX, &mut lost);
        }
        take(Kind::Militia, u16::MAX, &mut lost);
        lost
    }
}

/// An order of giving up factors, the least useful first: what is dear to raise, breaks late or pursues goes last.
pub const CHEAPEST_FIRST: [Kind; KINDS] = [
    Kind::Militia,
    Kind::Guerilla,
    Kind::FeudalInfantry,
    Kind::Infantry,
    Kind::Cossack,
    Kind::Freikorps,
    Kind::FeudalCavalry,
    Kind::Cavalry,
    Kind::Guard,
    Kind::Artillery,
];

/// Who can share losses: all powers, and a minor that nobody controls.
pub const OWNERS: usize = POWERS + 1;

/// How powers of one side share losses: by factors present, the largest remainder first, the earlier power among equals (the
/// caller puts them in the commander's order).
pub fn share(lost: u16, present: &[u16]) -> ArrayList<u16, OWNERS> {
    let all: u32 = present.iter().map(|n| u32::from(*n)).sum();
    let lost = u32::from(lost).min(all);
    if all == 0 {
        return present.iter().map(|_| 0).collect();
    }
    let mut out: ArrayList<u16, OWNERS> =
        present.iter().map(|n| (lost * u32::from(*n) / all) as u16).collect();
    let mut order: ArrayList<usize, OWNERS> = (0..present.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(lost * u32::from(present[*i]) % all));
    let short = lost as usize - out.iter().map(|n| usize::from(*n)).sum::<usize>();
    order.into_iter().take(short).for_each(|i| out[i] += 1);
    out
}
