//! Choosing what you are told.

use super::Wanted;
use super::webhook;
use crate::accounts::recognise::Who;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::tables::{Tables, random_hex, storage};
use crate::wire;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

/// Browsers of one account that are told; the oldest goes when there are more.
const BROWSERS: usize = 10;

/// Games that one account keeps silent.
const SILENT: usize = 500;

async fn shown(tables: &Tables, account: &str) -> Result<wire::Notices, ApiError> {
    let found = tables.store().account(account).await.map_err(storage)?;
    let found = found.ok_or_else(|| ApiError::Unknown("this account is gone".to_string()))?;
    let Wanted { mail, webhook, push, silent } = Wanted::of(&found);
    Ok(wire::Notices {
        mail,
        mail_works: tables.settings.mail.is_some() && found.mail_confirmed,
        webhook: webhook.map(|(url, _)| url),
        secret: None,
        browsers: push.len(),
        silent,
        push_key: tables.push_sender().await?.map(|s| s.public()),
    })
}

/// What you are told, and how.
#[utoipa::path(get, path = "/api/account/notices", tag = "account",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("read"))),
    responses((status = 200, body = wire::Notices), (status = 401, body = wire::Problem)))]
pub async fn get(State(tables): TablesState, Who(session): Who) -> Result<Json<wire::Notices>, ApiError> {
    Ok(Json(shown(&tables, &session.account).await?))
}

/// Changes what you are told. With a new webhook you get the secret with which its messages are signed, this once.
#[utoipa::path(post, path = "/api/account/notices", tag = "account", request_body = wire::ChangeNotices,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 200, body = wire::Notices), (status = 400, body = wire::Problem), (status = 401, body = wire::Problem)))]
pub async fn change(
    State(tables): TablesState,
    Who(session): Who,
    JsonBody(wish): JsonBody<wire::ChangeNotices>,
) -> Result<Json<wire::Notices>, ApiError> {
    let mut secret = None;
    if let Some(url) = wish.webhook.as_deref().filter(|url| !url.is_empty()) {
        webhook::check(url, tables.settings.notices.inside).map_err(ApiError::Broken)?;
        secret = Some(random_hex(32)?);
    }
    if let Some(browser) = &wish.browser {
        webhook::check(&browser.endpoint, tables.settings.notices.inside).map_err(ApiError::Broken)?;
        if browser.p256dh.len() > 200 || browser.auth.len() > 100 {
            return Err(ApiError::Broken("this is no browser's key".to_string()));
        }
    }
    let told = secret.clone();
    tables
        .change_wanted(&session.account, |wanted| {
            if let Some(mail) = wish.mail {
                wanted.mail = mail;
            }
            match (wish.webhook, secret) {
                (Some(url), Some(secret)) => wanted.webhook = Some((url, secret)),
                (Some(_), None) => wanted.webhook = None,
                _ => {}
            }
            if let Some(browser) = wish.browser {
                wanted.push.retain(|b| b.endpoint != browser.endpoint);
                wanted.push.push(browser);
                let over = wanted.push.len().saturating_sub(BROWSERS);
                wanted.push.drain(..over);
            }
            if wish.no_browsers {
                wanted.push.clear();
            }
            if let Some((game, silent)) = wish.game.map(|g| (g.id, g.silent)) {
                wanted.silent.retain(|id| *id != game);
                if silent {
                    wanted.silent.push(game.chars().take(64).collect());
                }
                let over = wanted.silent.len().saturating_sub(SILENT);
                wanted.silent.drain(..over);
            }
        })
        .await?;
    Ok(Json(wire::Notices { secret: told, ..shown(&tables, &session.account).await? }))
}

/// Sends a message to your webhook, to try it.
#[utoipa::path(post, path = "/api/account/notices/try", tag = "account",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 400, body = wire::Problem), (status = 401, body = wire::Problem)))]
pub async fn try_out(State(tables): TablesState, Who(session): Who) -> Result<StatusCode, ApiError> {
    let found = tables.store().account(&session.account).await.map_err(storage)?;
    let webhook = found.as_ref().map(Wanted::of).and_then(|wanted| wanted.webhook);
    let Some((url, secret)) = webhook else {
        return Err(ApiError::Broken("you have named no address for messages".to_string()));
    };
    let sent = tokio::task::spawn_blocking(move || {
        let body = r#"{"text":"This is how a message of this table comes.","games":[]}"#;
        tables.post.caller.signed(&url, &secret, crate::store::now(), body)
    });
    match sent.await.map_err(|e| ApiError::Storage(e.to_string()))? {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(e) => Err(ApiError::Broken(format!("the message was not taken: {e}"))),
    }
}
