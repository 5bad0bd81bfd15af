//! Foraging and besieged supply (7.4.1, 7.4.5).

use super::garrison;
use super::movement::March;
use super::position::{Position, Spot};
use crate::data::Data;
use sandtable_board::AreaId;

/// Other unbesieged corps in an area, of any power, inside its city or not (empires 7.4.1.2.1).
pub fn others(p: &Position, area: AreaId, but: usize) -> usize {
    let city = if p.at(area).besieged { Spot::Off } else { Spot::City(area) };
    let here = |spot: Spot| spot == Spot::Field(area) || (city != Spot::Off && spot == city);
    (0..p.corps.len()).filter(|i| *i != but && here(p.corps[*i].spot)).count()
}

/// What is added to the forage die of a corps that stops (empires 7.4.1.2). A besieger has no unused points
/// (empires 7.4.1.2.2, empires 7.4.5.3).
pub fn modifier(d: &Data, p: &Position, corps: usize, march: &March, besieging: bool) -> i8 {
    terms(d, p, corps, march, besieging).iter().sum()
}

/// Why something is added to the forage die, and under which rule, in the order of [`terms`].
pub const TERMS: [(&str, &str); 5] = [
    ("other corps in the area", "7.4.1.2.1"),
    ("unused movement points", "7.4.1.2.2"),
    ("force march", "7.4.1.2.3"),
    ("winter", "7.4.1.2.4"),
    ("wholly in its own territory", "7.4.1.2.5"),
];

/// The parts of what is added.
pub fn terms(d: &Data, p: &Position, corps: usize, march: &March, besieging: bool) -> [i8; 5] {
    let f = &d.figures.forage;
    let crowd = (others(p, march.at, corps).min(100) as i8 * f.other_corps).min(f.other_corps_most);
    // After a force march no point is unused (ruling 7).
    let unused = if besieging || march.forced { 0 } else { march.points as i8 * f.unused_point };
    let forced = if march.forced { f.force_march } else { 0 };
    let winter = if p.winter(d) && d.place(march.at).winter { f.winter_zone } else { 0 };
    let home = if march.abroad { 0 } else { f.own_territory };
    [crowd, unused, forced, winter, home]
}

/// Factors lost: one for each point above the value (empires 7.4.1.1(c)).
pub fn loss(die: u8, modifier: i8, value: u8, per_point: u8) -> u8 {
    let over = i16::from(die) + i16::from(modifier) - i16::from(value);
    over.max(0) as u8 * per_point
}

/// How a forage loss falls on a corps and on what it dropped on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Falls {
    /// Factors lost from the corps.
    pub corps: u8,
    /// Factors lost from those it dropped.
    pub dropped: u8,
    /// Whether the counter is removed.
    pub removed: bool,
}

/// Losses come from the corps where possible (empires 7.4.1.3.1); its last factor goes only when all that it dropped has
/// gone (empires 7.4.1.3.2).
pub fn falls(corps: u8, dropped: u8, loss: u8) -> Falls {
    let first = loss.min(corps.saturating_sub(1));
    let second = (loss - first).min(dropped);
    let last = (loss - first - second).min(corps - first);
    Falls { corps: first + last, dropped: second, removed: first + last == corps }
}

/// What is added to the die of the besieged: 1 for every full 5 factors inside, at most 2 (empires 7.4.5.1).
pub fn besieged_modifier(d: &Data, factors: u8) -> u8 {
    let f = &d.figures.besieged;
    (factors / f.factors_for_each_1).min(f.most)
}

/// Factors that a besieged city loses (empires 7.4.5, empires 7.4.5.2): the die against its spires.
pub fn besieged_loss(d: &Data, p: &Position, area: AreaId, die: u8) -> u8 {
    let factors = garrison::inside(p, area);
    let more = besieged_modifier(d, factors) as i8;
    loss(die, more, d.place(area).spires, d.figures.besieged.loss_per_point).min(factors)
}

/// When a besieged city has lost its last factor the siege is over: its leaders are captured, one bit each in the answer,
/// and the besiegers may move factors in, since the city is vacant (empires 7.4.5.2(b)). None while somebody is left.
pub fn starved(d: &Data, p: &mut Position, area: AreaId) -> Option<u64> {
    if !p.at(area).besieged || garrison::inside(p, area) > 0 {
        return None;
    }
    p.at_mut(area).besieged = false;
    let mut captured = 0;
    for (i, leader) in p.leaders.iter_mut().enumerate().take(d.leaders.len()) {
        if *leader == Spot::City(area) {
            (*leader, captured) = (Spot::Off, captured | 1 << i);
        }
    }
    Some(captured)
}
