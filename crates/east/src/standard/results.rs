//! Combat results (tannenberg 8.5, tannenberg 8.8, tannenberg 8.9, tannenberg 11.1): the table, options, affected Steps and
//! what a fortress absorbs.

use crate::data::Data;
use crate::data::params::{Choice, Loss, Outcome, Params, rank};
use crate::data::pieces::{UnitId, UnitSet};
use crate::engine::Adds;
use crate::position::{Position, flag};
use crate::standard::command;
use sandtable_ops::odds;

/// Attacker's and defender's result for a column, from 1, and a modified die (tannenberg 8.54a).
pub fn look_up(params: &Params, column: u8, die: u8) -> Option<(Outcome, Outcome)> {
    let rows = &params.crt.rows;
    let last = rows.len() as u8;
    let row = rows.get(usize::from(die.clamp(1, last.max(1))) - 1)?;
    odds::result(row, column)
}

/// Whether a force out of command has its result made worse: only some TCRs, and if at least half its Steps are out
/// (tannenberg 10.43a, R-41). A defender is out if no headquarters' radius covers it (tannenberg 10.43b).
pub fn out_of_command(data: &Data, p: &Position<impl Adds>, units: UnitSet, attacking: bool) -> bool {
    mostly(data, p, units, |u| {
        if attacking { p.is(u, flag::OUT_OF_COMMAND) } else { !command::in_any_radius(data, p, u) }
    })
}

/// Whether at least half the Steps of a force, of those TCRs, are in some state.
pub fn mostly(data: &Data, p: &Position<impl Adds>, units: UnitSet, is: impl Fn(UnitId) -> bool) -> bool {
    let (mut all, mut out) = (0u16, 0u16);
    for u in units.iter().filter(|u| !data.unit(*u).is_hq()) {
        if !data.params.command.worse_result[rank(data.tcr(u))] {
            continue;
        }
        let steps = u16::from(p.steps(data, u));
        all += steps;
        out += if is(u) { steps } else { 0 };
    }
    all > 0 && out * 2 >= all
}

/// The result of an attacker out of command (tannenberg 10.43a, R-40).
pub fn worse_for_attacker(params: &Params, result: Outcome) -> Outcome {
    params.command.worse_attacker[result.index()]
}

/// The result of a defender out of command: a 3 becomes E, a dash stays (tannenberg 10.43a, R-39).
pub fn worse_for_defender(params: &Params, result: Outcome) -> Outcome {
    params.command.worse_defender[result.index()]
}

/// Steps of a force: headquarters and guests count nothing (R-34, tannenberg 8.66b), a fortress each of its Steps
/// (tannenberg 11.13d).
pub fn force(
    data: &Data,
    p: &Position<impl Adds>,
    units: UnitSet,
    forts: impl IntoIterator<Item = u8>,
) -> u8 {
    let counted = units.iter().filter(|u| !data.unit(*u).is_hq() && !p.is(*u, flag::GUEST));
    let walls = forts.into_iter().map(|f| data.params.fortress.steps.saturating_sub(p.fort_lost(f)));
    counted.map(|u| p.steps(data, u)).chain(walls).sum()
}

/// Affected Steps: those of the smaller force (tannenberg 8.9c).
pub fn affected(attacker: u8, defender: u8) -> u8 {
    attacker.min(defender)
}

/// Steps that a choice costs (tannenberg 8.9n).
pub const fn loss(choice: &Choice, affected: u8) -> u8 {
    match choice.loss {
        Loss::None => 0,
        Loss::Half => affected.div_ceil(2),
        Loss::All => affected,
    }
}

/// What the attacker loses (tannenberg 8.9a, tannenberg 8.9b); there is no choice (tannenberg 8.9t).
pub fn attacker_loss(params: &Params, result: Outcome, affected: u8) -> u8 {
    params.crt.attacker.iter().find(|c| c.result == result).map_or(0, |c| loss(c, affected))
}

/// The options of a defender (tannenberg 8.9p, tannenberg 8.9t).
pub fn options(params: &Params, result: Outcome) -> impl Iterator<Item = &Choice> {
    params.crt.defender.iter().filter(move |c| c.result == result)
}

/// Whether an option bars the advance: it left nobody, and all were in supply (tannenberg 8.75a, tannenberg 8.75b).
pub const fn advance_barred(choice: &Choice, all_eliminated: bool, all_supplied: bool) -> bool {
    choice.bars_advance && all_eliminated && all_supplied
}

/// What a force with a fortress must absorb if it stands: a part of the affected Steps for each number of the result,
/// rounded up (tannenberg 11.13c, R-37); E takes the affected Steps themselves.
pub fn fortress_loss(params: &Params, result: Outcome, affected: u8) -> u8 {
    match result.number() {
        Some(n) => {
            let percent = params.fortress.percent[usize::from(n) - 1];
            (u16::from(affected) * percent).div_ceil(100).min(255) as u8
        }
        None if result == Outcome::Eliminated => affected,
        None => 0,
    }
}

/// Fortress Steps that an unoccupied fortress loses to a result (tannenberg 11.12a, tannenberg 11.13c).
pub fn lone_fortress_loss(params: &Params, result: Outcome, attacker: u8, has: u8) -> u8 {
    let owed = fortress_loss(params, result, affected(attacker, has));
    let worth = if result == Outcome::Eliminated { 1 } else { params.fortress.absorbs };
    owed.div_ceil(worth).min(has)
}

/// What became of the hosts of units that had retreated onto them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// They lost nothing and stay.
    Unhurt,
    /// They lost Steps and stay.
    Hurt,
    /// They retreated or were eliminated.
    Gone,
}

/// Steps that a guest loses with its hosts: all if they are gone (tannenberg 8.66c), half, rounded up, if they lost any
/// and stay (tannenberg 8.66d, R-50).
pub const fn guest_loss(hosts: Hosts, steps: u8) -> u8 {
    match hosts {
        Hosts::Unhurt => 0,
        Hosts::Hurt => steps.div_ceil(2),
        Hosts::Gone => steps,
    }
}
