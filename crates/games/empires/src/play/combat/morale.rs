//! Base and final morale (7.5.2.6), in tenths of a point.

use super::charts::{Charts, Power};
use super::factors::{Factors, Kind};

/// Factors that share a morale value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Troops {
    /// How many.
    pub factors: u16,
    /// Their value, in tenths.
    pub value: i16,
}

/// Method one: the mean of all values, rounded up to the next tenth. A force without factors has none.
// empires 7.5.2.6.1.1
pub fn method_one(troops: impl IntoIterator<Item = Troops>) -> i16 {
    let (mut factors, mut sum) = (0i32, 0i32);
    for t in troops {
        factors += i32::from(t.factors);
        sum += i32::from(t.factors) * i32::from(t.value);
    }
    if factors == 0 { 0 } else { ((sum + factors - 1) / factors) as i16 }
}

/// Morale values of a power's or a minor's factors, in tenths, by kind; kinds it does not have are nought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Values(pub [i16; super::factors::KINDS]);

impl Values {
    /// Values from those that differ between nations; the rest are the same for everybody.
    // empires 7.5.2.6.1.1(b): artillery goes by the regular infantry
    pub fn of(charts: &Charts, infantry: i16, cavalry: i16, feudal: i16) -> Values {
        let mut out = Values([0, infantry, 0, cavalry, 0, feudal, feudal, 0, 0, 0]);
        for (to, common) in out.0.iter_mut().zip(charts.morale.common) {
            *to = common.unwrap_or(*to);
        }
        out.0[Kind::Artillery as usize] = out.0[charts.morale.artillery_as as usize];
        out
    }

    /// A force as troops of equal value.
    pub fn troops(self, force: Factors) -> impl Iterator<Item = Troops> {
        (0..super::factors::KINDS).map(move |i| Troops { factors: force.0[i], value: self.0[i] })
    }
}

/// A power's share of a force, for the primary component of method two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Component {
    /// The power.
    pub power: Power,
    /// Its corps, those of free states that it controls counted.
    pub corps: u8,
    /// Its basic morale, in tenths.
    pub basic: i16,
}

/// Method two: the basic morale of the power with most corps, changed by what serves in the force. `weak` counts factors of
/// free states whose value is low enough (see [`weak`]) and which are not of a kind that counts anyway.
// empires 7.5.2.6.1.2: among equals the lowest basic morale; empires 7.5.2.6.1.2(d): only the net change is limited
pub fn method_two(charts: &Charts, components: &[Component], force: Factors, weak: u16) -> i16 {
    let most = components.iter().map(|c| c.corps).max();
    let basic = components.iter().filter(|c| Some(c.corps) == most).map(|c| c.basic).min().unwrap_or(0);
    let (plus, each_plus, most_plus) = &charts.morale.plus;
    let (minus, each_minus, most_minus) = &charts.morale.minus;
    let count = |kinds: &[super::Kind]| kinds.iter().map(|k| force[*k] as i16).sum::<i16>();
    let net = count(plus) * each_plus - (count(minus) + weak as i16) * each_minus;
    basic + net.clamp(-most_minus, *most_plus)
}

/// Whether infantry or cavalry of a free state lowers morale under method two.
// empires 7.5.2.6.1.2(c)
pub fn weak(charts: &Charts, value: i16) -> bool {
    value <= charts.morale.free_state_upto
}

/// The level at which a force breaks on a day, counted from 1. `chart` is what the chart's notes add that day.
// empires 7.5.2.6.2, empires 7.5.2.13.2.1: the base stays that of the first day
pub fn final_level(charts: &Charts, base: i16, day: u8, chart: i16) -> i16 {
    base + charts.morale.later_day * i16::from(day.saturating_sub(1)) + chart
}
