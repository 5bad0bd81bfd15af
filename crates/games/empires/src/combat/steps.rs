//! The order of the steps of a field combat (7.5.2.1 to 7.5.2.14), as what comes next.

use super::Who;
use super::charts::Charts;
use super::chits::{AttackerChit, DefenderChit, divides, withdraws};
use super::ending::{Night, Verdict};

/// A step, numbered as in the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// 1: both pick chits in secret.
    Chits,
    /// 2: both say whether they outflank.
    Announce,
    /// 3: one side divides.
    Divide,
    /// 4: chits are shown.
    Reveal,
    /// 5: the defender tries to get away.
    Withdraw,
    /// 6: forces are shown, morale is fixed.
    Morale,
    /// 7: tables of the round.
    Tables,
    /// 8: guard is committed.
    Guard,
    /// 8: then artillery fires.
    Guns,
    /// 9: dice and losses.
    Roll,
    /// 10: breaking, points, pursuit, retreat.
    Break,
    /// 11: reinforcements.
    Reinforce,
    /// 12: outflankers.
    Arrive,
    /// 13: fight or withdraw.
    Night,
    /// 14: depots.
    Depots,
}

/// Which options of step 8 are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Optional {
    /// Guard commitment.
    pub guard: bool,
    /// Artillery.
    pub artillery: bool,
}

/// After the announcement.
// empires 7.5.2.2(b)
pub fn after_announcement(charts: &Charts, a: AttackerChit, d: DefenderChit) -> (Step, Option<Who>) {
    match divides(charts, a, d) {
        Some(who) => (Step::Divide, Some(who)),
        None => (Step::Reveal, None),
    }
}

/// After the chits are shown.
// empires 7.5.2.4
pub fn after_reveal(d: DefenderChit) -> Step {
    if withdraws(d) { Step::Withdraw } else { Step::Morale }
}

/// After the withdrawal: corps, depot garrisons, cossacks and freikorps that are left fight; guerillas alone do not.
// empires 7.5.2.5.1, empires 7.5.2.5.2.3(b)
pub fn after_withdrawal(left_other_than_guerillas: u16) -> Step {
    if left_other_than_guerillas == 0 { Step::Depots } else { Step::Morale }
}

/// After the tables are found.
// empires 7.5.2.8
pub fn after_tables(options: Optional) -> Step {
    if options.guard { Step::Guard } else { after_guard(options) }
}

/// After guard has been committed.
pub fn after_guard(options: Optional) -> Step {
    if options.artillery { Step::Guns } else { Step::Roll }
}

/// After the losses of a round.
// empires 7.5.2.10(b)
pub fn after_losses(verdict: Verdict) -> Step {
    if verdict == Verdict::GoesOn { Step::Reinforce } else { Step::Break }
}

/// After reinforcements: outflankers roll after the first two rounds, until they have arrived.
// empires 7.5.2.12, empires 7.5.2.12.2(b)
pub fn after_reinforcements(charts: &Charts, round: u8, waiting: bool) -> Step {
    if round >= charts.rounds {
        Step::Night
    } else if waiting {
        Step::Arrive
    } else {
        Step::Tables
    }
}

/// After the night.
// empires 7.5.2.13.2
pub fn after_night(night: Night) -> Step {
    if night == Night::AnotherDay { Step::Chits } else { Step::Depots }
}

/// What may be done with an enemy depot at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DepotFate {
    /// It may be destroyed.
    pub destroy: bool,
    /// It may be made one's own.
    pub convert: bool,
}

/// Step 14, for an enemy depot in an area.
// empires 7.5.2.14
pub fn depot(only_friends_left: bool, joins_valid_chain: bool) -> DepotFate {
    DepotFate { destroy: only_friends_left, convert: only_friends_left && joins_valid_chain }
}
