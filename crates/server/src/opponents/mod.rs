//! Finding an opponent at a table for strangers: the waiting room, challenges, seeking, ratings, and what was played. A table at home or for
//! friends has none of it.

pub(crate) mod challenge;
pub(crate) mod ending;
pub(crate) mod errands;
pub(crate) mod glicko;
mod matching;
pub(crate) mod people;
pub(crate) mod seating;
pub(crate) mod seek;
pub(crate) mod statistics;
pub(crate) mod terms;
pub(crate) mod waiting;

use crate::caller::Caller;
use crate::error::ApiError;
use crate::settings::Admits;
use crate::store::{RatingRow, now};
use crate::tables::{Tables, storage};
use crate::wire::{Contestant, Rated};

/// How a level of the bots is called among those who play.
pub(crate) fn bot(level: &str) -> String {
    format!("bot:{level}")
}

/// The level of a bot among those who play.
pub(crate) fn level_of(who: &str) -> Option<&str> {
    who.strip_prefix("bot:")
}

/// Something that cannot be done now.
pub(crate) fn refused(why: impl Into<String>) -> ApiError {
    ApiError::Illegal { message: why.into(), breaches: vec![] }
}

impl RatingRow {
    /// The rating as it is shown.
    pub(crate) fn shown(&self) -> Rated {
        let rating = self.at(now());
        let whole = |value: f64| crate::store::fine(value, 1.0);
        Rated { points: whole(rating.points), deviation: whole(rating.deviation), games: self.games }
    }
}

impl Tables {
    /// Whether people find opponents here.
    pub(crate) fn has_strangers(&self) -> bool {
        self.settings.admits == Admits::Public
    }

    /// The account of somebody who asks; those without one are refused.
    pub(crate) fn account<'a>(&self, caller: &'a Caller) -> Result<&'a str, ApiError> {
        if !self.has_strangers() {
            return Err(ApiError::Unknown("this table has no accounts: play by links".to_string()));
        }
        let none = || {
            ApiError::Account("sign in first: opponents are found by those who have an account".to_string())
        };
        caller.account.as_deref().ok_or_else(none)
    }

    /// What somebody is called: an account's name, or the level of a bot.
    pub(crate) async fn name_of(&self, who: &str) -> Result<String, ApiError> {
        match level_of(who) {
            Some(level) => Ok(format!("bot: {level}")),
            None => {
                Ok(self.store().account(who).await.map_err(storage)?.map_or_else(String::new, |a| a.name))
            }
        }
    }

    /// Somebody with the rating in a game.
    pub(crate) async fn contestant(&self, who: &str, title: &str) -> Result<Contestant, ApiError> {
        let rating = self.store().rating(who, title).await.map_err(storage)?;
        Ok(Contestant {
            name: self.name_of(who).await?,
            bot: level_of(who).is_some(),
            rating: rating.shown(),
        })
    }

    /// The account with a name, by its id.
    pub(crate) async fn account_named(&self, name: &str) -> Result<Option<String>, ApiError> {
        Ok(self.store().account_named(name).await.map_err(storage)?.map(|a| a.id))
    }
}
