//! Chits, who may pick which, and the dividing of an outflanking force (7.5.2.1 to 7.5.2.4).

use super::charts::{Charts, Power};
use super::factors::{Factors, Kind};
use super::{Refused, Who};
use serde::{Deserialize, Serialize};

/// The grey chits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum AttackerChit {
    Outflank,
    Assault,
    EscalatedAssault,
    Echelon,
    Probe,
}

/// The white chits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum DefenderChit {
    Outflank,
    Counterattack,
    EscalatedCounterattack,
    Cordon,
    Withdraw,
    Defend,
}

impl AttackerChit {
    /// All, in the order of `tables.toml`.
    pub const ALL: [AttackerChit; 5] = [
        AttackerChit::Outflank,
        AttackerChit::Assault,
        AttackerChit::EscalatedAssault,
        AttackerChit::Echelon,
        AttackerChit::Probe,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["outflank", "assault", "escalated assault", "echelon", "probe"][self as usize]
    }
}

impl DefenderChit {
    /// All, in the order of `tables.toml`.
    pub const ALL: [DefenderChit; 6] = [
        DefenderChit::Outflank,
        DefenderChit::Counterattack,
        DefenderChit::EscalatedCounterattack,
        DefenderChit::Cordon,
        DefenderChit::Withdraw,
        DefenderChit::Defend,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["outflank", "counterattack", "escalated counterattack", "cordon", "withdraw", "defend"]
            [self as usize]
    }
}

/// The notes that a cell of the chart carries, put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Note {
    /// On the strategic rating of a withdrawal.
    pub withdraw: i8,
    /// Withdrawal without a roll.
    pub automatic: bool,
    /// Those who failed to withdraw leave if the outflankers miss their first roll.
    pub leaves_if_missed: bool,
    /// On the attacker's rating for arrival.
    pub arrival: i8,
    /// The Commander Chart is not used.
    pub no_commander: bool,
    /// Final morale, in tenths, of a side (both if none is named) with a commander of this power.
    pub morale: Option<(Option<Who>, Power, i16)>,
    /// The die of a side with a commander of this power.
    pub die: Option<(Option<Who>, Power, i8)>,
}

impl Note {
    /// What the chart adds to a side's final morale.
    // empires 7.5.2.6.2
    pub fn morale_of(&self, who: Who, commander: Option<Power>) -> i16 {
        self.morale.map_or(0, |(side, power, by)| if fits(side, power, who, commander) { by } else { 0 })
    }

    /// What the chart adds to a side's die.
    pub fn die_of(&self, who: Who, commander: Option<Power>) -> i8 {
        self.die.map_or(0, |(side, power, by)| if fits(side, power, who, commander) { by } else { 0 })
    }
}

fn fits(side: Option<Who>, power: Power, who: Who, commander: Option<Power>) -> bool {
    side.is_none_or(|s| s == who) && commander == Some(power)
}

/// What decides whether a force may outflank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Make {
    /// Corps other than artillery.
    pub corps: u8,
    /// Artillery corps.
    pub artillery_corps: u8,
    /// Leaders.
    pub leaders: u8,
    /// Factors, all of them.
    pub factors: Factors,
    /// Factors of a depot garrison among them.
    pub depot_garrison: u16,
}

/// Whether a force may pick outflank.
// empires 7.5.2.1(b)
pub fn may_outflank(force: &Make) -> bool {
    force.corps >= 2 && force.leaders >= 1
}

/// Checks the attacker's chit; all but outflank are always allowed.
pub fn attacker_may(force: &Make, chit: AttackerChit) -> Result<(), Refused> {
    if chit == AttackerChit::Outflank && !may_outflank(force) { Err(Refused::NoOutflank) } else { Ok(()) }
}

/// Checks the defender's chit.
pub fn defender_may(force: &Make, chit: DefenderChit) -> Result<(), Refused> {
    if chit == DefenderChit::Outflank && !may_outflank(force) { Err(Refused::NoOutflank) } else { Ok(()) }
}

/// What both sides say in step 2.
// empires 7.5.2.2
pub fn announced(attacker: AttackerChit, defender: DefenderChit) -> [bool; 2] {
    [attacker == AttackerChit::Outflank, defender == DefenderChit::Outflank]
}

/// The side that divides in step 3, if any.
// empires 7.5.2.2(b)
pub fn divides(charts: &Charts, attacker: AttackerChit, defender: DefenderChit) -> Option<Who> {
    if !charts.cell(attacker, defender).split {
        return None;
    }
    match announced(attacker, defender) {
        [true, false] => Some(Who::Attacker),
        [false, true] => Some(Who::Defender),
        _ => None,
    }
}

/// Checks a division: what stays to pin, the rest goes round.
// empires 7.5.2.3.1, empires 7.5.2.3.2: which counters go where is fixed for all but corps
pub fn divide(force: &Make, pinning: &Make) -> Result<Make, Refused> {
    let fixed = [Kind::Guerilla, Kind::Artillery];
    let whole = fixed.into_iter().all(|k| pinning.factors[k] == force.factors[k]);
    if pinning.corps == 0
        || pinning.corps > force.corps
        || !force.factors.holds(pinning.factors)
        || pinning.leaders != force.leaders
        || pinning.artillery_corps != force.artillery_corps
        || pinning.depot_garrison != force.depot_garrison
        || !whole
    {
        return Err(Refused::Pinning);
    }
    let irregular = pinning.factors[Kind::Cossack] + pinning.factors[Kind::Freikorps];
    if pinning.corps == force.corps || irregular > 0 {
        return Err(Refused::Outflanking);
    }
    Ok(Make {
        corps: force.corps - pinning.corps,
        artillery_corps: 0,
        leaders: 0,
        factors: force.factors - pinning.factors,
        depot_garrison: 0,
    })
}

/// Whether step 5 comes at all.
// empires 7.5.2.4
pub fn withdraws(defender: DefenderChit) -> bool {
    defender == DefenderChit::Withdraw
}
