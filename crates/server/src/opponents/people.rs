//! Somebody's page: ratings, games and results.

use super::{bot, level_of};
use crate::caller::Caller;
use crate::error::ApiError;
use crate::store::ResultRow;
use crate::tables::{Tables, storage};
use crate::wire::{self, PersonPage, PlayedGame, RatingIn, Tally};
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::sync::Arc;

/// Games of a page.
const PAGE: i64 = 30;

/// Which page.
#[derive(Deserialize)]
pub struct OfPerson {
    before: Option<i64>,
}

/// Counts by scenario.
fn tallies(counted: Vec<(String, String, String, i64, i64)>) -> Vec<Tally> {
    let mut out: Vec<Tally> = vec![];
    for (game, scenario, result, games, luck) in counted {
        let same = |t: &Tally| t.game == game && t.scenario == scenario;
        if !out.last().is_some_and(same) {
            out.push(Tally {
                game: game.clone(),
                scenario: scenario.clone(),
                won: 0,
                drawn: 0,
                lost: 0,
                luck: 0.0,
            });
        }
        if let Some(tally) = out.last_mut() {
            match result.as_str() {
                "won" => tally.won += games,
                "lost" => tally.lost += games,
                _ => tally.drawn += games,
            }
            tally.luck += luck as f64 / 1000.0;
        }
    }
    out
}

impl Tables {
    async fn played(&self, row: ResultRow) -> Result<PlayedGame, ApiError> {
        let mut against = vec![];
        for other in self.store().results_in(&row.game).await.map_err(storage)? {
            if other.side != row.side && !other.who.is_empty() {
                against.push(self.name_of(&other.who).await?);
            }
        }
        Ok(PlayedGame {
            id: row.game,
            game: row.title,
            scenario: row.scenario,
            side: row.side,
            against,
            result: row.result,
            victory: row.victory,
            decisions: row.decisions,
            luck: (row.weighed > 0).then_some(row.luck as f64 / 1000.0),
            change: row.rated.then_some(row.change),
            at: row.at,
        })
    }
}

/// Somebody's ratings, games and results. A level of the bots is called `bot:regular`.
#[utoipa::path(get, path = "/api/people/{name}", tag = "opponents",
    params(("name" = String, Path), ("before" = Option<i64>, Query, description = "`next` of the page before")),
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))),
    responses((status = 200, body = PersonPage), (status = 404, body = wire::Problem)))]
pub async fn person(
    State(tables): State<Arc<Tables>>,
    Path(name): Path<String>,
    Query(of): Query<OfPerson>,
    caller: Caller,
) -> Result<Json<PersonPage>, ApiError> {
    let store = tables.store();
    let level = level_of(&name);
    let who = match level {
        Some(level) => Some(bot(level)),
        None => tables.account_named(&name).await?,
    };
    let who = who.filter(|_| tables.has_strangers());
    let who = who.ok_or_else(|| ApiError::Unknown(format!("nobody here is called “{name}”")))?;
    let mut rows = store.results_of(&who, of.before.unwrap_or(i64::MAX), PAGE + 1).await.map_err(storage)?;
    let more = rows.len() as i64 > PAGE;
    rows.truncate(PAGE as usize);
    let next = rows.last().map(|r| r.at).filter(|_| more);
    let mut games = vec![];
    for row in rows {
        games.push(tables.played(row).await?);
    }
    let ratings = store.ratings_of(&who).await.map_err(storage)?;
    Ok(Json(PersonPage {
        name: tables.name_of(&who).await?,
        you: caller.account.as_ref() == Some(&who),
        bot: level.is_some(),
        ratings: ratings.iter().map(|r| RatingIn { game: r.title.clone(), rating: r.shown() }).collect(),
        tallies: tallies(store.tallies_of(&who).await.map_err(storage)?),
        games,
        next,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_by_scenario() {
        let row = |scenario: &str, result: &str, games, luck| {
            ("drill".to_string(), scenario.to_string(), result.to_string(), games, luck)
        };
        let out = tallies(vec![
            row("ford", "lost", 2, -500),
            row("ford", "won", 3, 1500),
            row("hill", "drawn", 1, 0),
        ]);
        let told: Vec<_> =
            out.iter().map(|t| (t.scenario.as_str(), t.won, t.drawn, t.lost, t.luck)).collect();
        assert_eq!(told, [("ford", 3, 0, 2, 1.0), ("hill", 0, 1, 0, 0.0)]);
    }
}
