//! What is settled before a game begins: who may come, and whether and how it counts.

use super::refused;
use crate::caller::Caller;
use crate::company::line;
use crate::error::ApiError;
use crate::seats::SeatRow;
use crate::store::now;
use crate::table::Table;
use crate::tables::Tables;
use crate::wire::{NewGame, OpenTo, SeatKind, Terms};
use sandtable_bots::registry::AnyGame;
use sandtable_core::Side;
use serde::{Deserialize, Serialize};

/// Letters of a pace at most.
const PACE: usize = 60;

/// Letters of a note at most.
const NOTE: usize = 200;

/// The longest that a bot can wait before it takes an empty seat, in minutes: a month.
const LONGEST_WAIT: u32 = 31 * 24 * 60;

/// Ratings that can be asked for.
const RATINGS: std::ops::RangeInclusive<i32> = 0..=4000;

/// What belongs to a game that was made at a table for strangers; of any other it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meeting {
    /// Who may come; nothing where there are no strangers, or nothing was said of them.
    pub open_to: Option<OpenTo>,
    /// What the players agree to.
    pub terms: Terms,
    /// The account that made it.
    pub maker: Option<String>,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// Whether its result is kept when it ends.
    pub counts: bool,
    /// When it was made.
    pub begun: i64,
}

/// What is said of terms must be short, and its numbers must make sense.
pub(super) fn checked(terms: &Terms, game: &dyn AnyGame) -> Result<Terms, ApiError> {
    let mut terms = terms.clone();
    terms.pace = line(&terms.pace, PACE)?;
    terms.note = line(&terms.note, NOTE)?;
    let (lowest, highest) = (terms.lowest, terms.highest);
    if [lowest, highest].into_iter().flatten().any(|r| !RATINGS.contains(&r)) {
        return Err(ApiError::Broken("a rating is a number from 0 to 4000".to_string()));
    }
    if lowest.zip(highest).is_some_and(|(low, high)| low > high) {
        return Err(ApiError::Broken("the lowest rating is above the highest".to_string()));
    }
    if terms.bot_after.is_some_and(|n| n == 0 || n > LONGEST_WAIT) {
        return Err(ApiError::Broken(format!("a bot comes after 1 to {LONGEST_WAIT} minutes")));
    }
    match &terms.bot_level {
        Some(level) => drop(game.thinks(level)?),
        None if terms.bot_after.is_some() => {
            let usual = if game.thinks("regular").is_ok() { "regular" } else { "recruit" };
            terms.bot_level = Some(usual.to_string());
        }
        None => {}
    }
    Ok(terms)
}

impl Meeting {
    /// Between those who are brought together by the table.
    pub(crate) fn arranged(open_to: OpenTo, terms: Terms) -> Meeting {
        Meeting { open_to: Some(open_to), terms, maker: None, tournament: None, counts: true, begun: now() }
    }
}

impl Tables {
    /// What is settled about a new game, and its seats as they are then.
    pub(crate) fn meeting(
        &self,
        wish: &NewGame,
        seats: &mut [SeatRow],
        caller: &Caller,
    ) -> Result<Meeting, ApiError> {
        let account = caller.account.clone().filter(|_| self.has_strangers());
        let Some(account) = account else {
            if wish.names_terms() {
                return Err(ApiError::Broken(
                    "only at a table with accounts can a game be opened to strangers or be rated".to_string(),
                ));
            }
            return Ok(Meeting::default());
        };
        let terms = checked(&wish.terms, &**self.library.game(&wish.game)?)?;
        let fair = wish.position.is_none() && wish.seed.is_none();
        if terms.rated {
            rateable(seats, fair)?;
            // The reasons of a bot would help one of them.
            seats.iter_mut().for_each(|s| s.explain = false);
        }
        Ok(Meeting {
            open_to: wish.open_to,
            terms,
            maker: Some(account),
            counts: fair,
            begun: now(),
            ..Meeting::default()
        })
    }
}

/// Whether a game with these seats can be rated.
fn rateable(seats: &[SeatRow], fair: bool) -> Result<(), ApiError> {
    let mine = seats.iter().filter(|s| s.kind == SeatKind::Me).count();
    let bots = seats.iter().filter(|s| s.kind == SeatKind::Bot).count();
    match (seats.len(), mine, bots) {
        (2, 0 | 1, 0 | 1) if fair => Ok(()),
        (2, 0 | 1, 0 | 1) => {
            Err(refused("a rated game begins as its scenario does, with dice that nobody can know"))
        }
        _ => Err(refused("a rated game is between two: you and somebody else, or you and a bot")),
    }
}

impl Table {
    /// Whether the game is rated.
    pub(crate) fn rated(&self) -> bool {
        self.extra.meeting.terms.rated
    }

    /// The sides of somebody who may look at the game: at a private one those alone who play it or have an invitation.
    pub(crate) fn looking(&self, caller: &Caller) -> Result<Vec<Side>, ApiError> {
        let sides = self.sides_of(caller);
        if self.extra.hidden && sides.is_empty() {
            return Err(ApiError::Unknown("the keeper of this table has hidden this game".to_string()));
        }
        let private = self.extra.meeting.open_to == Some(OpenTo::Invited);
        let guest = || self.seats.iter().any(|s| caller.keys.iter().any(|key| s.invites(key)));
        if private && sides.is_empty() && !guest() {
            let why = "this game is private: it can be seen by those alone who play it or have an invitation";
            return Err(ApiError::Seat(why.to_string()));
        }
        Ok(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kinds: &[SeatKind], fair: bool, may: bool) {
        let seats: Vec<_> = kinds.iter().map(|k| SeatRow::new("x", *k, None, false)).collect();
        assert_eq!(rateable(&seats, fair).is_ok(), may, "{kinds:?} {fair}");
    }

    #[test]
    fn a_rated_game_is_between_two() {
        use SeatKind::{Bot, Me, Open};
        check(&[Me, Open], true, true);
        check(&[Bot, Me], true, true);
        check(&[Open, Open], true, true);
        check(&[Me, Open], false, false);
        check(&[Me, Me], true, false);
        check(&[Bot, Bot], true, false);
        check(&[Me, Open, Open], true, false);
        check(&[Me], true, false);
    }
}
