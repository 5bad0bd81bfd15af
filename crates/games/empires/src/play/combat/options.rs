//! The options that change combat: cavalry superiority, cavalry withdrawal, guard commitment and artillery (12.3).

use super::charts::{Charts, Table, Terrain};
use super::factors::{Factors, Kind};
use super::losses::percent_of;
use super::{Refused, Who, die};

/// Which side has cavalry superiority; each side as (cavalry, all factors) of what fights, nothing doubled.
// empires 7.5.2.15(d), empires 7.5.2.3.2(b): outflankers count once they have arrived
pub fn superiority(charts: &Charts, sides: [(u16, u16); 2]) -> Option<Who> {
    if sides.iter().all(|(cavalry, all)| cavalry == all) {
        return None;
    }
    let o = &charts.options;
    Who::BOTH.into_iter().find(|who| {
        let (mine, theirs) = (sides[who.at()].0, sides[who.other().at()].0);
        mine >= o.cavalry_least && mine >= theirs * o.cavalry_times
    })
}

/// What a force all of cavalry adds to its rating when it withdraws from one that is not.
pub fn cavalry_withdrawal(charts: &Charts, attacker: Factors, defender: Factors) -> i8 {
    let all_cavalry = |f: Factors| !f.is_empty() && f.cavalry() == f.total();
    if all_cavalry(defender) && !all_cavalry(attacker) { charts.options.cavalry_withdrawal } else { 0 }
}

/// What committing guard costs at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Committed {
    /// Guard factors lost.
    pub lost: u16,
    /// No guard is left: the side breaks instead of gaining by it.
    pub breaks: bool,
}

/// Commits guard for this many levels (at least one); `most` is what the power may commit.
// empires 7.5.2.8: guard before artillery
pub fn commit(
    charts: &Charts,
    present: Factors,
    levels: u8,
    most: u8,
    shown: u8,
) -> Result<Committed, Refused> {
    let shown = die(shown)?;
    if levels > most || present[Kind::Guard] < u16::from(levels) {
        return Err(Refused::Guard);
    }
    let row = charts.options.guard.get(usize::from(levels).wrapping_sub(1)).ok_or(Refused::Guard)?;
    let lost = u16::from(row[usize::from(shown - 1)]).min(present[Kind::Guard]);
    Ok(Committed { lost, breaks: lost == present[Kind::Guard] })
}

/// A table with its morale level raised by committed guard.
// empires 7.5.3.2: in trivial combats too
pub fn with_guard(charts: &Charts, table: Table, levels: u8) -> Table {
    Table::new(table.casualty, (table.morale + levels).min(charts.levels[1]))
}

/// Factors that a bombardment kills, before the round: only the percentage counts, of the artillery.
pub fn bombard(charts: &Charts, terrain: Terrain, artillery: u16, shown: u8, modifier: i8) -> u16 {
    if charts.options.artillery_not_in.contains(&terrain) {
        return 0;
    }
    let columns = charts.columns(charts.options.artillery);
    percent_of(columns.percent[usize::from(shown.saturating_add_signed(modifier).min(7))], artillery)
}

/// Whether a force breaks because nothing but its guns is left.
pub fn only_guns(present: Factors) -> bool {
    !present.is_empty() && present[Kind::Artillery] == present.total()
}
