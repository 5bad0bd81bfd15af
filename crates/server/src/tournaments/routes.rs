//! Routes of tournaments.

use super::run::{Tournament, player_of};
use super::standings::table;
use crate::caller::Caller;
use crate::company::line;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::opponents::{bot, refused};
use crate::store::{Claim, PairingRow, StoreError, TournamentRow, now};
use crate::tables::{Tables, detached, random_hex, storage};
use crate::wire::{
    self, JoinTournament, LeaveTournament, NewTournament, TournamentGame, TournamentLine, TournamentListing,
    TournamentPage, TournamentState,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Tournaments of a page.
const PAGE: i64 = 30;

/// Letters of a name or a pace at most.
const NAME: usize = 60;

/// Players of a tournament at most: the games of a round are made together.
const PLAYERS: usize = 64;

/// Rounds at most.
const ROUNDS: usize = 32;

/// Tournaments of one account that are open or played.
const AT_ONCE: i64 = 5;

fn state_of(word: &str) -> TournamentState {
    match word {
        "open" => TournamentState::Open,
        "running" => TournamentState::Running,
        "over" => TournamentState::Over,
        _ => TournamentState::Cancelled,
    }
}

fn result_text(result: &str) -> &'static str {
    match result {
        "one" => "1–0",
        "two" => "0–1",
        "draw" => "½–½",
        "void" => "0–0",
        "bye" => "bye",
        _ => "",
    }
}

impl Tables {
    async fn listing(&self, t: &Tournament) -> Result<TournamentListing, ApiError> {
        Ok(TournamentListing {
            id: t.row.id.clone(),
            wish: t.row.wish.clone(),
            maker: self.name_of(&t.row.maker).await?,
            state: state_of(&t.row.state),
            players: t.entries.len(),
            round: usize::try_from(t.row.round).unwrap_or(0),
            rounds: t.rounds(),
            at: t.row.at,
        })
    }

    /// What an entry is called.
    async fn entry_name(&self, who: &str) -> Result<String, ApiError> {
        let name = self.name_of(player_of(who)).await?;
        Ok(match who.strip_prefix(player_of(who)).and_then(|rest| rest.strip_prefix('#')) {
            Some(number) => format!("{name} {number}"),
            None => name,
        })
    }

    async fn tournament_page(&self, t: &Tournament, caller: &Caller) -> Result<TournamentPage, ApiError> {
        let account = caller.account.as_deref().unwrap_or("");
        let half = |points: i64| points as f64 / 2.0;
        let mut names = vec![];
        for entry in &t.entries {
            names.push(self.entry_name(&entry.who).await?);
        }
        let name = |who: &str| t.entries.iter().position(|e| e.who == who).map(|at| names[at].clone());
        let mut lines = vec![];
        for line in table(t.entries.len(), &t.games()) {
            let entry = &t.entries[line.player];
            let player = self.contestant(player_of(&entry.who), &t.row.wish.game).await?;
            lines.push(TournamentLine {
                place: line.place,
                player: wire::Contestant { name: names[line.player].clone(), ..player },
                points: half(line.points),
                buchholz: half(line.buchholz),
                head: half(line.head),
                results: (line.won, line.drawn, line.lost),
                withdrawn: entry.withdrawn,
                you: entry.who == account,
            });
        }
        let game = |p: &PairingRow| TournamentGame {
            first: name(&p.one).unwrap_or_default(),
            second: name(&p.two),
            game: Some(p.game.clone()).filter(|g| !g.is_empty()),
            result: result_text(&p.result).to_string(),
        };
        let rounds = 1..=t.row.round;
        let games = rounds.map(|r| t.pairings.iter().filter(|p| p.round == r).map(game).collect()).collect();
        Ok(TournamentPage {
            listing: self.listing(t).await?,
            yours: t.row.maker == account,
            joined: t.entries.iter().any(|e| e.who == account && !e.withdrawn),
            table: lines,
            games,
        })
    }

    async fn new_tournament(&self, account: &str, mut wish: NewTournament) -> Result<Tournament, ApiError> {
        self.two_sides(&wish.game, &wish.scenario)?;
        wish.name = line(&wish.name, NAME)?;
        wish.pace = line(&wish.pace, NAME)?;
        if wish.name.is_empty() {
            return Err(ApiError::Broken("a tournament needs a name".to_string()));
        }
        if wish.rounds.is_some_and(|n| !(1..=ROUNDS).contains(&n)) {
            return Err(ApiError::Broken(format!("a tournament has 1 to {ROUNDS} rounds")));
        }
        // What the game cannot begin with shows here, and not when the first round is to begin.
        let game = self.library.game(&wish.game)?;
        drop(game.begin(&wish.scenario, wish.options.clone(), crate::tables::sealed()?, None)?);
        if self.store().tournaments_of(account).await.map_err(storage)? >= AT_ONCE {
            return Err(ApiError::Busy(format!(
                "{AT_ONCE} tournaments of yours are open or played; end one first"
            )));
        }
        let row = TournamentRow {
            id: random_hex(6)?,
            maker: account.to_string(),
            wish,
            state: "open".to_string(),
            round: 0,
            at: now(),
        };
        self.store().add_tournament(&row).await.map_err(storage)?;
        Ok(Tournament { row, entries: vec![], pairings: vec![] })
    }

    /// Who joins: the one who asks, or a bot of the one who made the tournament.
    async fn join_tournament(
        &self,
        t: &Tournament,
        account: &str,
        level: Option<String>,
    ) -> Result<(), ApiError> {
        let who = match level {
            None => account.to_string(),
            Some(level) => {
                mine(t, account)?;
                self.library.game(&t.row.wish.game)?.thinks(&level)?;
                let name = bot(&level);
                let taken = |who: &String| t.entries.iter().any(|e| e.who == *who);
                let numbered = (2..=PLAYERS + 1).map(|n| format!("{name}#{n}"));
                std::iter::once(name.clone()).chain(numbered).find(|w| !taken(w)).unwrap_or(name)
            }
        };
        if t.entries.len() >= PLAYERS {
            return Err(refused(format!("{PLAYERS} play already, and more cannot")));
        }
        if t.entries.iter().any(|e| e.who == who) {
            return Err(refused("you have joined already"));
        }
        self.while_open(&Claim::enters(&t.row.id, &who, now())).await
    }

    async fn while_open(&self, claims: &[Claim]) -> Result<(), ApiError> {
        match self.store().make(claims).await {
            Ok(()) => Ok(()),
            Err(StoreError::Taken) => Err(refused("the tournament has begun already, or was called off")),
            Err(e) => Err(storage(e)),
        }
    }

    async fn leave_tournament(
        self: &Arc<Tables>,
        t: &Tournament,
        account: &str,
        wanted: Option<String>,
    ) -> Result<(), ApiError> {
        let mut who = account.to_string();
        if let Some(name) = wanted {
            mine(t, account)?;
            let none = || ApiError::Unknown(format!("no bot “{name}” plays here"));
            let mut found = None;
            for entry in t.entries.iter().filter(|e| e.who.starts_with("bot:")) {
                if self.entry_name(&entry.who).await? == name {
                    found = Some(entry.who.clone());
                }
            }
            who = found.ok_or_else(none)?;
        }
        if !t.entries.iter().any(|e| e.who == who && !e.withdrawn) {
            return Err(refused("you do not play in this tournament"));
        }
        match t.row.state.as_str() {
            "open" => self.while_open(&Claim::leaves(&t.row.id, &who)).await,
            "running" => self.withdraw_from(t, &who).await,
            _ => Err(refused("the tournament is over")),
        }
    }

    async fn begin_tournament(self: &Arc<Tables>, t: &Tournament, account: &str) -> Result<(), ApiError> {
        mine(t, account)?;
        if t.row.state != "open" {
            return Err(refused("the tournament has begun already, or was called off"));
        }
        if t.entries.len() < 2 {
            return Err(refused("a tournament needs two players at least"));
        }
        self.begin_round(t).await
    }
}

/// Whether the tournament is somebody's to settle.
fn mine(t: &Tournament, account: &str) -> Result<(), ApiError> {
    if t.row.maker == account {
        return Ok(());
    }
    Err(ApiError::Seat("that is for the one who made the tournament".to_string()))
}

/// Which page.
#[derive(Deserialize)]
pub struct OfTournaments {
    before: Option<i64>,
}

/// Tournaments, the newest first; `before` is the `at` of the last one of the page before.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(("before" = Option<i64>, Query)),
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Vec<TournamentListing>)))]
pub async fn tournaments(
    State(tables): TablesState,
    Query(of): Query<OfTournaments>,
) -> Result<Json<Vec<TournamentListing>>, ApiError> {
    let rows = tables.store().tournaments(of.before.unwrap_or(i64::MAX), PAGE).await.map_err(storage)?;
    let mut out = vec![];
    for row in rows {
        let entries = tables.store().entries(&row.id).await.map_err(storage)?;
        out.push(tables.listing(&Tournament { row, entries, pairings: vec![] }).await?);
    }
    Ok(Json(out))
}

/// Makes a tournament, which others can join.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = NewTournament,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 201, body = TournamentPage), (status = 400, body = wire::Problem)))]
pub async fn create(
    State(tables): TablesState,
    caller: Caller,
    JsonBody(wish): JsonBody<NewTournament>,
) -> Result<(StatusCode, Json<TournamentPage>), ApiError> {
    let made = tables.new_tournament(tables.account(&caller)?, wish).await?;
    Ok((StatusCode::CREATED, Json(tables.tournament_page(&made, &caller).await?)))
}

/// A tournament: its table and its games.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)),
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))),
    responses((status = 200, body = TournamentPage), (status = 404, body = wire::Problem)))]
pub async fn tournament(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<TournamentPage>, ApiError> {
    let found = tables.tournament(&id).await?;
    Ok(Json(tables.tournament_page(&found, &caller).await?))
}

/// Joins a tournament that has not begun; who made it can have bots join.
#[utoipa::path(post, path = "/api/tournaments/{id}/join", tag = "tournaments", params(("id" = String, Path)),
    request_body = JoinTournament,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 200, body = TournamentPage), (status = 422, body = wire::Problem)))]
pub async fn join(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<JoinTournament>,
) -> Result<Json<TournamentPage>, ApiError> {
    detached(async move {
        let found = tables.tournament(&id).await?;
        tables.join_tournament(&found, tables.account(&caller)?, wish.bot).await?;
        Ok(Json(tables.tournament_page(&tables.tournament(&id).await?, &caller).await?))
    })
    .await
}

/// Leaves a tournament. Once it is played, the games that go on are lost, and so are those to come.
#[utoipa::path(post, path = "/api/tournaments/{id}/leave", tag = "tournaments", params(("id" = String, Path)),
    request_body = LeaveTournament,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 200, body = TournamentPage), (status = 422, body = wire::Problem)))]
pub async fn leave(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
    JsonBody(wish): JsonBody<LeaveTournament>,
) -> Result<Json<TournamentPage>, ApiError> {
    detached(async move {
        let found = tables.tournament(&id).await?;
        tables.leave_tournament(&found, tables.account(&caller)?, wish.bot).await?;
        Ok(Json(tables.tournament_page(&tables.tournament(&id).await?, &caller).await?))
    })
    .await
}

/// Begins a tournament: the first round is paired, and its games are there. For the one who made it.
#[utoipa::path(post, path = "/api/tournaments/{id}/begin", tag = "tournaments", params(("id" = String, Path)),
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 200, body = TournamentPage), (status = 422, body = wire::Problem)))]
pub async fn begin(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<TournamentPage>, ApiError> {
    detached(async move {
        let found = tables.tournament(&id).await?;
        tables.begin_tournament(&found, tables.account(&caller)?).await?;
        Ok(Json(tables.tournament_page(&tables.tournament(&id).await?, &caller).await?))
    })
    .await
}

/// Calls off a tournament that has not begun. For the one who made it.
#[utoipa::path(post, path = "/api/tournaments/{id}/cancel", tag = "tournaments", params(("id" = String, Path)),
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 422, body = wire::Problem)))]
pub async fn cancel(
    State(tables): TablesState,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    let found = tables.tournament(&id).await?;
    mine(&found, tables.account(&caller)?)?;
    tables.while_open(&[Claim::tournament(&id, ("open", 0), ("cancelled", 0))]).await?;
    Ok(StatusCode::NO_CONTENT)
}
