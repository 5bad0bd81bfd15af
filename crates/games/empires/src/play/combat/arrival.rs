//! Rolls against a strategic rating: withdrawal, reinforcement and the arrival of outflankers (7.5.2.5, .11, .12).

use super::charts::{Charts, Terrain};
use super::chits::{AttackerChit, DefenderChit};
use super::{Refused, Who, die};

/// Chances in sixths of a die at or under a rating.
pub const fn sixths(rating: i8) -> u8 {
    if rating < 0 {
        0
    } else if rating > 6 {
        6
    } else {
        rating as u8
    }
}

/// Whether a die succeeds against a rating.
// empires 7.5.2.5.2
pub fn succeeds(rating: i8, shown: u8) -> Result<bool, Refused> {
    Ok(die(shown)? <= sixths(rating))
}

/// The rating of a withdrawal by the commander, or of one corps by its own rating; none where no roll is made. `more` is
/// what options add.
// empires 7.5.2.5.2.1, empires 7.5.2.5.2.2
pub fn withdrawal(charts: &Charts, attacker: AttackerChit, strategic: u8, more: i8) -> Option<i8> {
    let note = charts.cell(attacker, DefenderChit::Withdraw).note;
    if note.automatic { None } else { Some(strategic as i8 + note.withdraw + more) }
}

/// Whether a force gets away, one die for each roller (the commander, or each corps without one); no dice against probe.
pub fn withdraw(
    charts: &Charts,
    attacker: AttackerChit,
    strategic: u8,
    more: i8,
    shown: u8,
) -> Result<bool, Refused> {
    withdrawal(charts, attacker, strategic, more).map_or(Ok(true), |rating| succeeds(rating, shown))
}

/// Whether a cossack or freikorps that stands with withdrawing corps gets away.
// empires 7.5.2.5.2.2(b)
pub fn irregular_withdraws(charts: &Charts, shown: u8) -> Result<bool, Refused> {
    Ok(die(shown)? <= charts.irregular_upto)
}

/// Whether those who failed to withdraw leave before round two.
// empires 7.5.2.12.2
pub fn leaves_after_miss(
    charts: &Charts,
    a: AttackerChit,
    d: DefenderChit,
    after_round: u8,
    arrived: bool,
) -> bool {
    charts.cell(a, d).note.leaves_if_missed && after_round == 1 && !arrived
}

/// The rating of outflankers after the first or the second round of a day; none after the third.
// empires 7.5.2.12.1, empires 7.5.2.12.1.2, empires 7.5.2.12.1.3
pub fn outflankers(
    charts: &Charts,
    chits: (AttackerChit, DefenderChit),
    who: Who,
    strategic: u8,
    terrain: Terrain,
    after_round: u8,
) -> Option<i8> {
    let later = match after_round {
        1 => 0,
        2 => charts.second_roll,
        _ => return None,
    };
    let note = if who == Who::Attacker { charts.cell(chits.0, chits.1).note.arrival } else { 0 };
    Some(strategic as i8 + note + charts.ground(terrain).strategic + later)
}

/// Where somebody stands who would reinforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Stands {
    /// In the combat area, which means in its city.
    Here { terrain: Terrain },
    /// Next door, by land or over a river.
    Near { terrain: Terrain, river: bool },
    /// Over a crossing arrow or at sea.
    OverWater,
}

/// What tries to reinforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Helper {
    /// Where it stands.
    pub stands: Stands,
    /// Strategic rating: of the leader chosen as commander there, or intrinsic of a corps alone.
    pub strategic: u8,
    /// A leader brings it.
    pub leader: bool,
    /// A cossack, freikorps or guerilla.
    pub irregular: bool,
    /// A guerilla.
    pub guerilla: bool,
    /// It stands in a city, of the combat area or next door.
    pub in_city: bool,
    /// Whom it would help.
    pub who: Who,
    /// Has fought, or must still fight, elsewhere in this sequence (trivial combats do not count).
    pub busy: bool,
    /// Besieged.
    pub besieged: bool,
}

/// The rating with which somebody tries to reinforce; none if it may not try.
// empires 7.5.2.11.1, empires 7.5.2.11.1.1, empires 7.5.2.11.1.2, empires 7.5.2.11.2(b), empires 7.5.2.11.3
pub fn reinforces(charts: &Charts, helper: &Helper) -> Option<i8> {
    if helper.busy || helper.besieged || (helper.irregular && !helper.leader) {
        return None;
    }
    if helper.guerilla && helper.in_city && helper.who == Who::Defender {
        return None;
    }
    let by = match helper.stands {
        Stands::Here { terrain } => charts.ground(terrain).strategic.max(charts.reinforce_worst),
        Stands::Near { terrain, river } => {
            let over = if river { charts.over_river } else { 0 };
            (charts.ground(terrain).strategic + over).max(charts.reinforce_worst)
        }
        Stands::OverWater => return None,
    };
    // empires 7.5.2.11.3(b)
    Some(helper.strategic as i8 + by).filter(|r| *r > 0)
}
