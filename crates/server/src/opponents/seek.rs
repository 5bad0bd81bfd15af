//! Seeking an opponent: whoever seeks the same is brought together, the closest ratings first.

use super::matching::{Seeker, USUAL_RANGE, first_takes_first, pairs, scenario_of};
use super::seating::{Plan, Unseated};
use super::terms::Meeting;
use crate::caller::Caller;
use crate::company::line;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::{Claim, SeekRow, StoreError, now};
use crate::tables::{Tables, detached, random_hex, storage};
use crate::wire::{self, OpenTo, Seek, Seeking, Terms};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Letters of a pace at most.
const PACE: usize = 60;

impl Tables {
    /// The scenarios of a game that are for two.
    fn for_two(&self, title: &str) -> Result<Vec<&str>, ApiError> {
        let about = self.library.game(title)?.about();
        let two = about.scenarios.iter().filter(|s| about.sides_of(&s.id).count() == 2);
        Ok(two.map(|s| s.id.as_str()).collect())
    }

    async fn seeking(&self, account: &str) -> Result<Seeking, ApiError> {
        let all = self.store().seeks().await.map_err(storage)?;
        let own = all.iter().find(|s| s.account == account);
        let alike = |s: &&SeekRow| {
            s.account != account && s.game.is_empty() && own.is_none_or(|o| o.seek.game == s.seek.game)
        };
        Ok(Seeking {
            seek: own.map(|s| s.seek.clone()),
            since: own.map(|s| s.since),
            found: own.map(|s| s.game.clone()).filter(|g| !g.is_empty()),
            others: all.iter().filter(alike).count(),
        })
    }

    async fn seek(&self, account: &str, mut seek: Seek) -> Result<(), ApiError> {
        let offered = self.for_two(&seek.game)?;
        match &seek.scenario {
            Some(scenario) => drop(self.two_sides(&seek.game, scenario)?),
            None if offered.is_empty() => {
                return Err(ApiError::Broken(format!("`{}` has no scenario for two", seek.game)));
            }
            None => {}
        }
        seek.pace = line(&seek.pace, PACE)?;
        if seek.range.is_some_and(|r| !(1..=4000).contains(&r)) {
            return Err(ApiError::Broken("ratings may be 1 to 4000 points apart".to_string()));
        }
        self.store().seek(account, &seek, now()).await.map_err(storage)
    }

    /// Brings together who fits. Each pair is one transaction: on several nodes one of them makes the game.
    pub(super) async fn pair_seekers(self: &Arc<Tables>) -> Result<(), ApiError> {
        let all = self.store().seeks().await.map_err(storage)?;
        let waiting: Vec<SeekRow> = all.into_iter().filter(|s| s.game.is_empty()).collect();
        if waiting.len() < 2 {
            return Ok(());
        }
        let mut seekers = vec![];
        for row in &waiting {
            let (account, title) = (&row.account, &row.seek.game);
            let rating = self.store().rating(account, title).await.map_err(storage)?;
            seekers.push(Seeker {
                account: account.clone(),
                title: title.clone(),
                scenario: row.seek.scenario.clone(),
                pace: row.seek.pace.clone(),
                rated: row.seek.rated,
                range: row.seek.range.unwrap_or(USUAL_RANGE),
                points: rating.at(now()).points,
                since: row.since,
                played: self.store().sides_played(account, title).await.map_err(storage)?,
            });
        }
        for (i, j) in pairs(&seekers, now()) {
            let (a, b) = (&seekers[i], &seekers[j]);
            let offered = self.for_two(&a.title)?;
            let Some(scenario) = scenario_of(a, b, &offered) else { continue };
            let [first, second] = self.two_sides(&a.title, scenario)?;
            let players = match first_takes_first(a, b, scenario, (first, second)) {
                true => vec![a.account.clone(), b.account.clone()],
                false => vec![b.account.clone(), a.account.clone()],
            };
            let terms = Terms { rated: a.rated, pace: a.pace.clone(), ..Terms::default() };
            let id = random_hex(6)?;
            let claims = vec![Claim::found(&waiting[i], &id), Claim::found(&waiting[j], &id)];
            let plan = Plan {
                id,
                title: a.title.clone(),
                scenario: scenario.to_string(),
                options: Default::default(),
                players,
                name: String::new(),
                meeting: Meeting::arranged(OpenTo::Everyone, terms),
            };
            match self.seat_together(vec![plan], claims).await {
                // Another node was faster, or one of them has left in this very moment.
                Ok(()) | Err(Unseated::Store(StoreError::Taken)) => {}
                Err(Unseated::Store(e)) => return Err(storage(e)),
                Err(Unseated::Refused(e)) => return Err(e),
            }
        }
        Ok(())
    }
}

/// How your seeking stands: what you seek, and the game that was found.
#[utoipa::path(get, path = "/api/seek", tag = "opponents",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Seeking), (status = 403, body = wire::Problem)))]
pub async fn sought(State(tables): TablesState, caller: Caller) -> Result<Json<Seeking>, ApiError> {
    Ok(Json(tables.seeking(tables.account(&caller)?).await?))
}

/// Seeks an opponent: as soon as somebody seeks what fits, both find the game here. What was sought before is sought no longer.
#[utoipa::path(post, path = "/api/seek", tag = "opponents", request_body = Seek,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 200, body = Seeking), (status = 400, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn seek(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(wish): JsonBody<Seek>,
) -> Result<Json<Seeking>, ApiError> {
    detached(async move {
        let account = tables.account(&caller)?.to_string();
        tables.seek(&account, wish).await?;
        tables.pair_seekers().await?;
        Ok(Json(tables.seeking(&account).await?))
    })
    .await
}

/// Seeks no longer.
#[utoipa::path(delete, path = "/api/seek", tag = "opponents",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub async fn leave(State(tables): TablesState, caller: Caller) -> Result<StatusCode, ApiError> {
    tables.store().leave(tables.account(&caller)?).await.map_err(storage)?;
    Ok(StatusCode::NO_CONTENT)
}
