//! How many games one may have, and how much all may store: at a table at home there is no such limit.

use crate::caller::Caller;
use crate::error::ApiError;
use crate::settings::Limits;
use crate::store::{GameRow, Made, MadeByAll};
use crate::table::{Table, listing, seats};
use crate::tables::{Tables, storage};
use crate::wire::Listing;

/// Games that the lobby shows at once at home, and where strangers come.
const PAGE_AT_HOME: i64 = 200;
const PAGE: i64 = 50;

/// Of four games of all, so many may be made without an account: who has one always finds room.
const QUARTERS_OF_ADDRESSES: i64 = 3;

const MEGABYTE: i64 = 1 << 20;

impl Caller {
    /// Who this is, as the maker of games.
    pub fn name(&self) -> String {
        match &self.account {
            Some(account) => format!("account:{account}"),
            None => format!("address:{}", crate::limits::network(self.address)),
        }
    }
}

/// Refuses one game more for somebody who has made so much.
fn may_make(limits: &Limits, caller: &Caller, made: Made, bots: bool, bytes: usize) -> Result<(), ApiError> {
    let (whose, games, megabytes) = match caller.account {
        Some(_) => ("you have", limits.games, limits.megabytes),
        None => ("from your address there are", limits.games_of_address, limits.megabytes_of_address),
    };
    let too_many = |what: String| Err(ApiError::Quota(format!("{whose} {what}")));
    if made.running >= as_number(games) {
        return too_many(format!(
            "{} games under way, as many as may be: finish or delete one",
            made.running
        ));
    }
    if bots && made.of_bots >= as_number(limits.games_of_bots) {
        return too_many(format!(
            "{} games under way that bots play alone, as many as may be: let one come to its end, or delete one",
            made.of_bots
        ));
    }
    if made.bytes.saturating_add(as_number(bytes)) > as_number(megabytes).saturating_mul(MEGABYTE) {
        return too_many(format!(
            "games of {} MB here, and {megabytes} may be: delete one",
            made.bytes / MEGABYTE
        ));
    }
    Ok(())
}

/// Refuses one game more when the table is full.
fn has_room(limits: &Limits, caller: &Caller, made: MadeByAll) -> Result<(), ApiError> {
    let most = as_number(limits.games_of_all);
    let of_addresses = most / 4 * QUARTERS_OF_ADDRESSES;
    if made.games >= most || made.bytes >= as_number(limits.megabytes_of_all).saturating_mul(MEGABYTE) {
        let why = "this table holds as many games as it has room for; ask its keeper, or try again later";
        return Err(ApiError::Quota(why.to_string()));
    }
    if caller.account.is_none() && made.of_addresses >= of_addresses {
        let why = "this table has no more room for games of those who have not signed in";
        return Err(ApiError::Quota(why.to_string()));
    }
    Ok(())
}

fn as_number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Tables {
    /// Refuses a game that somebody wants to make if there is no room for it.
    pub(crate) async fn check_room(&self, caller: &Caller, bots: bool, bytes: usize) -> Result<(), ApiError> {
        if self.settings.home() {
            return Ok(());
        }
        let limits = &self.settings.limits;
        may_make(limits, caller, self.store().made_by(&caller.name()).await.map_err(storage)?, bots, bytes)?;
        has_room(limits, caller, self.store().made_by_all().await.map_err(storage)?)
    }

    /// Refuses a further step of a game that is too long already.
    pub(crate) fn check_length(&self, table: &Table) -> Result<(), ApiError> {
        let most = self.settings.limits.steps;
        if self.settings.home() || table.number < most {
            return Ok(());
        }
        Err(ApiError::Quota(format!("this game has {most} steps, more than one may have at this table")))
    }

    /// Games of the lobby. At a table for strangers your own come first, the last played before the others, and then those that one can still
    /// join, where nobody's many push out those of others; with `own` only the ones or the others.
    pub async fn list(
        &self,
        caller: &Caller,
        own: Option<bool>,
        page: u32,
    ) -> Result<Vec<Listing>, ApiError> {
        let store = self.store();
        if self.settings.admits != crate::settings::Admits::Public {
            let from = i64::from(page) * PAGE_AT_HOME;
            let rows = store.list(from, PAGE_AT_HOME).await.map_err(storage)?;
            return Ok(self.listings(caller, rows).await);
        }
        let (from, mut rows) = (i64::from(page) * PAGE, vec![]);
        if own != Some(false) {
            rows = store
                .games_of(&caller.name(), caller.account.as_deref(), from, PAGE)
                .await
                .map_err(storage)?;
        }
        if own != Some(true) {
            let free = store.free_games(from, PAGE).await.map_err(storage)?;
            let mine = |row: &GameRow| {
                row.extra.made_by == caller.name() || row.seats.iter().any(|s| s.is_of(caller))
            };
            let known = |row: &GameRow| mine(row) && own.is_none();
            rows.extend(free.into_iter().filter(|row| !known(row)));
        }
        Ok(self.listings(caller, rows).await)
    }

    /// Games as somebody sees them in the lobby. What the keeper has hidden is shown to those alone who play it.
    async fn listings(&self, caller: &Caller, rows: Vec<GameRow>) -> Vec<Listing> {
        let mut out = Vec::with_capacity(rows.len());
        for row in rows {
            let Ok(game) = self.library.game(&row.game) else { continue };
            let yours: Vec<String> =
                row.seats.iter().filter(|s| s.is_of(caller)).map(|s| s.side.clone()).collect();
            if row.extra.hidden && yours.is_empty() {
                continue;
            }
            let closed = self.why_closed(game, &row).await;
            let shown = listing(game.about(), &row, seats(game.about(), &row.seats, |_| false), closed);
            out.push(Listing { yours, ..shown });
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_so_many_games_and_the_table_too() {
        let limits = Limits {
            games: 3,
            games_of_address: 2,
            games_of_bots: 1,
            games_of_all: 8,
            megabytes: 2,
            megabytes_of_address: 1,
            ..Limits::default()
        };
        let guest = Caller::default();
        let known = Caller { account: Some("ada".to_string()), ..Caller::default() };
        let may = |caller: &Caller, running, of_bots, bytes, bots, more| {
            let made = Made { running, of_bots, bytes };
            may_make(&limits, caller, made, bots, more).map_err(|e| e.to_string())
        };
        let mb = MEGABYTE;
        assert!(may(&guest, 1, 0, 0, false, 0).is_ok());
        assert!(may(&guest, 2, 0, 0, false, 0).unwrap_err().contains("finish or delete"));
        assert!(may(&known, 2, 0, 0, false, 0).is_ok());
        assert!(may(&known, 3, 0, 0, false, 0).unwrap_err().contains("finish or delete"));
        assert!(may(&known, 1, 1, 0, false, 0).is_ok());
        assert!(may(&known, 1, 1, 0, true, 0).unwrap_err().contains("bots"));
        assert!(may(&known, 0, 0, mb, false, 1 << 20).is_ok());
        assert!(may(&known, 0, 0, mb, false, (1 << 20) + 1).unwrap_err().contains("MB"));
        assert!(may(&guest, 0, 0, mb, false, 1).unwrap_err().contains("MB"));
        let room = |caller, games, of_addresses| {
            has_room(&limits, caller, MadeByAll { games, of_addresses, bytes: 0 }).is_ok()
        };
        assert!(room(&guest, 7, 5) && room(&known, 7, 6));
        assert!(!room(&guest, 7, 6) && !room(&known, 8, 0));
    }
}
