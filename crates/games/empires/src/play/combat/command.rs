//! Who commands and how well (10.6.1, as the specification gives it).

use super::Refused;
use super::charts::Power;
use crate::play::land::position::LEADERS;
use sandtable_ops::ArrayList;
use std::cmp::Reverse;

/// A leader on the field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Leader {
    /// His power.
    pub power: Power,
    /// A to D, A first.
    pub seniority: char,
    /// Strategic rating.
    pub strategic: u8,
    /// Tactical rating.
    pub tactical: u8,
    /// Corps that he can command without loss.
    pub limit: u8,
}

/// What a power has on the field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Contingent {
    /// The power.
    pub power: Power,
    /// Its corps.
    pub corps: u8,
    /// Its factors.
    pub factors: u16,
}

/// Leaders who may command, by their place in the list: one, or several between whom agreement or a die decides.
// empires 7.5.2.9.1(c), empires 7.5.2.5.2.2(c)
pub fn commanders(leaders: &[Leader], contingents: &[Contingent]) -> ArrayList<usize, LEADERS> {
    let of = |l: &Leader| contingents.iter().find(|c| c.power == l.power);
    let rank = |l: &Leader| {
        let (corps, factors) = of(l).map_or((0, 0), |c| (c.corps, c.factors));
        (corps, Reverse(l.seniority), factors)
    };
    let best = leaders.iter().map(rank).max();
    (0..leaders.len()).filter(|i| Some(rank(&leaders[*i])) == best).collect()
}

/// A tactical rating, for this many corps. `deep` takes one more off for each further multiple of the limit.
// empires 7.5.2.9.1.1: asked again after every round, and empires 7.5.5: as emptied corps go
pub fn tactical(rating: u8, limit: u8, corps: u8, deep: bool) -> u8 {
    let limit = limit.max(1);
    let over = corps.saturating_sub(1) / limit;
    rating.saturating_sub(if deep { over } else { over.min(2) })
}

/// The rating in force when a player states one.
// empires 7.5.2.9.1.2
pub fn stated(true_rating: u8, stated: Option<u8>) -> Result<u8, Refused> {
    match stated {
        Some(n) if n > true_rating => Err(Refused::Rating),
        Some(n) => Ok(n),
        None => Ok(true_rating),
    }
}

/// Whether a leader who reinforces takes command: he would have been chosen from the start.
// empires 7.5.2.11.5(b)
pub fn takes_over(commander: &Leader, newcomer: &Leader, contingents: &[Contingent]) -> bool {
    commanders(&[*commander, *newcomer], contingents) == [1]
}
