//! What the keeper of a table may do: close registration and invite, ban accounts, hide games, and read what was done.

use super::Session;
use super::enter::{CLOSED, INVITED, REGISTRATION};
use super::recognise::Who;
use crate::caller::hashed;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::accounts::{Account, AuditRow};
use crate::store::{Store, now};
use crate::tables::{Tables, detached, random_hex, storage};
use crate::wire;
use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Accounts and notes that are shown.
const SHOWN: i64 = 500;

/// How long an invitation to register holds.
const INVITATION: i64 = 14 * 24 * 3600 * 1000;

/// The keeper, or the request is refused.
pub struct Keeper(Session);

impl FromRequestParts<Arc<Tables>> for Keeper {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, tables: &Arc<Tables>) -> Result<Self, ApiError> {
        let Who(session) = Who::from_request_parts(parts, tables).await?;
        match session.keeper {
            true => Ok(Keeper(session)),
            false => Err(ApiError::Seat("only the keeper of this table may do that".to_string())),
        }
    }
}

/// Ids of accounts in what was done.
fn named(what: &str) -> impl Iterator<Item = &str> {
    what.split(' ').filter_map(|word| word.strip_prefix('@'))
}

/// What was done, with the present names of accounts: of one that is deleted nothing is left.
fn told(what: &str, names: &HashMap<String, String>) -> String {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(id) => names.get(id).cloned().unwrap_or_else(|| "a former account".to_string()),
        None => word.to_string(),
    };
    what.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Names of these accounts, and of those that are named in what was done.
async fn names(
    store: &Store,
    all: &[Account],
    notes: &[AuditRow],
) -> Result<HashMap<String, String>, ApiError> {
    let mut names: HashMap<String, String> = all.iter().map(|a| (a.id.clone(), a.name.clone())).collect();
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for note in notes {
        missing.extend(named(&note.what).chain([note.who.as_str()]).map(str::to_string));
    }
    missing.retain(|id| !id.is_empty() && !names.contains_key(id));
    for id in missing {
        let found = store.account(&id).await.map_err(storage)?;
        names.extend(found.map(|a| (a.id, a.name)));
    }
    Ok(names)
}

/// Which accounts.
#[derive(Deserialize)]
pub struct OfName {
    name: Option<String>,
}

/// What the keeper sees.
#[utoipa::path(get, path = "/api/keeper", tag = "keeper",
    params(("name" = Option<String>, Query, description = "letters of the names of accounts")),
    extensions(("x-authority" = json!("keeper")), ("x-limit" = json!("read"))),
    responses((status = 200, body = wire::Keeping), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn overview(
    State(tables): TablesState,
    _: Keeper,
    Query(of): Query<OfName>,
) -> Result<Json<wire::Keeping>, ApiError> {
    let accounts = &tables.accounts;
    let all = accounts.store.accounts(of.name.as_deref().unwrap_or(""), SHOWN).await.map_err(storage)?;
    let notes = accounts.store.notes(SHOWN).await.map_err(storage)?;
    let names = names(&accounts.store, &all, &notes).await?;
    let note = |n: &AuditRow| wire::Note {
        at: n.at,
        who: names.get(n.who.as_str()).cloned().unwrap_or_default(),
        what: told(&n.what, &names),
    };
    let notes = notes.iter().map(note).collect();
    let kept = |a: &Account| wire::KeptAccount {
        id: a.id.clone(),
        name: a.name.clone(),
        made: a.made,
        keeper: a.keeper,
        banned: a.banned,
    };
    let hidden = tables.hidden().await?;
    Ok(Json(wire::Keeping {
        open: accounts.open().await?,
        accounts: all.iter().map(kept).collect(),
        notes,
        hidden,
    }))
}

/// Says who may register: anybody, or only those who are invited.
#[utoipa::path(post, path = "/api/keeper/registration", tag = "keeper", request_body = wire::Registration,
    extensions(("x-authority" = json!("keeper")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn registration(
    State(tables): TablesState,
    Keeper(session): Keeper,
    JsonBody(wish): JsonBody<wire::Registration>,
) -> Result<StatusCode, ApiError> {
    let value = if wish.open { "open" } else { CLOSED };
    tables.accounts.store.set_setting(REGISTRATION, value).await.map_err(storage)?;
    tables
        .accounts
        .note(&session.account, if wish.open { "let anybody register" } else { "closed registration" })
        .await;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes an invitation to register: for one account, and two weeks.
#[utoipa::path(post, path = "/api/keeper/invitations", tag = "keeper",
    extensions(("x-authority" = json!("keeper")), ("x-limit" = json!("act"))),
    responses((status = 201, body = wire::RegisterInvitation), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn invite(
    State(tables): TablesState,
    Keeper(session): Keeper,
) -> Result<(StatusCode, Json<wire::RegisterInvitation>), ApiError> {
    let accounts = &tables.accounts;
    let (invitation, until) = (random_hex(16)?, now() + INVITATION);
    accounts.store.put_code(&hashed(&invitation), &session.account, INVITED, until).await.map_err(storage)?;
    accounts.note(&session.account, "made an invitation to register").await;
    Ok((StatusCode::CREATED, Json(wire::RegisterInvitation { invitation, until })))
}

/// Bans an account, which signs its devices out, or lets it come again; lets it keep the table too, or no longer.
#[utoipa::path(post, path = "/api/keeper/accounts/{account}", tag = "keeper", params(("account" = String, Path)),
    request_body = wire::ChangeAccount,
    extensions(("x-authority" = json!("keeper")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn change_account(
    State(tables): TablesState,
    Path(id): Path<String>,
    Keeper(session): Keeper,
    JsonBody(wish): JsonBody<wire::ChangeAccount>,
) -> Result<StatusCode, ApiError> {
    detached(async move {
        let accounts = &tables.accounts;
        let account = accounts.store.account(&id).await.map_err(storage)?;
        let account = account.ok_or_else(|| ApiError::Unknown("there is no such account".to_string()))?;
        if let Some(keeper) = wish.keeper {
            if keeper && account.banned && wish.banned != Some(false) {
                let message = "a banned account cannot keep the table".to_string();
                return Err(ApiError::Illegal { message, breaches: vec![] });
            }
            if !accounts.store.set_keeper(&id, keeper).await.map_err(storage)? {
                let message =
                    "somebody must keep this table: make another account its keeper first".to_string();
                return Err(ApiError::Illegal { message, breaches: vec![] });
            }
            accounts.forget(&id);
            let what = if keeper { "made a keeper of" } else { "took the table from" };
            accounts.note(&session.account, &format!("{what} @{id}")).await;
        }
        if let Some(banned) = wish.banned {
            if account.keeper && wish.keeper != Some(false) && banned {
                let message = "a keeper cannot be banned: take the table from this account first".to_string();
                return Err(ApiError::Illegal { message, breaches: vec![] });
            }
            accounts.store.set_banned(&id, banned).await.map_err(storage)?;
            accounts.forget(&id);
            if banned {
                // Keys that are kept beside an account would open its seats still.
                tables.each_seat_of(&id, |seat| seat.keys.clear()).await?;
            }
            let what = if banned { "banned" } else { "let come again" };
            accounts.note(&session.account, &format!("{what} @{id}")).await;
        }
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Hides a game from all but those who play it, or shows it again.
#[utoipa::path(post, path = "/api/keeper/games/{id}", tag = "keeper", params(("id" = String, Path)), request_body = wire::Hide,
    extensions(("x-authority" = json!("keeper")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn hide(
    State(tables): TablesState,
    Path(id): Path<String>,
    Keeper(session): Keeper,
    JsonBody(wish): JsonBody<wire::Hide>,
) -> Result<StatusCode, ApiError> {
    detached(async move {
        let mut table = tables.table(&id).await?;
        let before = (table.seats.clone(), table.extra.clone());
        table.extra.hidden = wish.hidden;
        tables.settle(&mut table, before).await?;
        if wish.hidden {
            table.send_watchers_away();
        }
        drop(table);
        let what = if wish.hidden { "hid the game" } else { "showed again the game" };
        tables.accounts.note(&session.account, &format!("{what} {id}")).await;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
