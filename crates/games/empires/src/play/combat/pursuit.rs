//! Pursuit of a beaten side (7.5.2.10.2).

use super::charts::{Charts, Terrain};
use super::factors::{Factors, Kind};
use super::losses::percent_of;
use super::{Refused, die};

/// What the class of a pursuit hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// The enemy broke or was wiped out but for outflankers.
    Broke {
        /// Rounds fought on the last day.
        rounds: u8,
        /// Days of the combat.
        days: u8,
        /// Morale that the victor lost on all days, in tenths.
        victor_lost: i16,
    },
    /// The enemy withdrew after a day.
    Withdrew,
}

/// The class of a pursuit; none where there is no pursuit.
// empires 7.5.2.10.2.1, empires 7.5.2.10.2.1(b), empires 7.5.2.10.2.2.2, empires 7.5.2.10.2.2.3, empires 7.5.2.10.2.2.4
pub fn class(charts: &Charts, occasion: Occasion, terrain: Terrain) -> Option<u8> {
    let plain = match occasion {
        Occasion::Withdrew => charts.class_after_a_day,
        Occasion::Broke { rounds, days, victor_lost } => {
            let column = if days > 1 { charts.class_several_days } else { rounds.clamp(1, 3) };
            let row = charts.class.iter().rev().find(|r| victor_lost >= r.from)?;
            row.class[usize::from(column - 1)]
        }
    };
    let class = plain as i8 + charts.ground(terrain).pursuit;
    if plain == 0 || class < charts.class_least { None } else { Some(class as u8) }
}

/// Losses that a pursuit inflicts. `cavalry` are all the victor's cavalry factors, outflankers that never arrived among them;
/// `leader` is true if a cavalry leader is there and cavalry of his own power pursues.
// empires 7.5.2.10.2.2.1, empires 7.5.2.10.2.3, empires 7.5.2.10.2.3(d)
pub fn losses(charts: &Charts, class: u8, shown: u8, leader: bool, cavalry: u16) -> Result<u16, Refused> {
    if cavalry == 0 || !(1..=6).contains(&class) {
        return Err(Refused::NoPursuit);
    }
    let modified = die(shown)? + if leader { charts.cavalry_leader } else { 0 };
    let percent = charts.pursuit[usize::from(class - 1)][usize::from(modified.min(7) - 1)];
    Ok(percent_of(percent, cavalry))
}

/// A force as cavalry, others and militia, the three currencies of pursuit losses.
fn purses(force: Factors) -> [u16; 3] {
    let (cavalry, militia) = (force.cavalry(), force[Kind::Militia]);
    [cavalry, force.total() - cavalry - militia, militia]
}

/// How many losses a force can pay: in whole units, and the last with whatever is left over.
// empires 7.5.2.10.2.3(b)
pub fn can_pay(charts: &Charts, force: Factors) -> u16 {
    let (mut units, mut left) = (0, false);
    for (have, price) in purses(force).into_iter().zip(charts.payment) {
        units += have / price;
        left |= have % price > 0;
    }
    units + u16::from(left)
}

/// Checks how a force pays its pursuit losses: whole units, or everything if that does not suffice.
pub fn check(charts: &Charts, force: Factors, losses: u16, lost: Factors) -> Result<(), Refused> {
    let whole: u16 = purses(force).into_iter().zip(charts.payment).map(|(have, price)| have / price).sum();
    if losses > whole {
        return if lost == force { Ok(()) } else { Err(Refused::Count { due: force.total() }) };
    }
    let paid = purses(lost).into_iter().zip(charts.payment);
    let exact = paid.clone().all(|(n, price)| n % price == 0);
    let units: u16 = paid.map(|(n, price)| n / price).sum();
    if force.holds(lost) && exact && units == losses { Ok(()) } else { Err(Refused::Count { due: losses }) }
}
