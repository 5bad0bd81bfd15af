//! What you can do with your own account: its devices, its name, its password, its address for mail, and all that is kept of it.

use super::enter::{fitting_mail, fitting_name, mine};
use super::recognise::Who;
use super::{Accounts, NAME_HELD, UNUSED, password};
use crate::caller::hashed;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::accounts::{Account, SessionRow};
use crate::store::{StoreError, now};
use crate::tables::{Tables, detached, random_hex, storage};
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::sync::Arc;

type TablesState = State<Arc<Tables>>;

const HOUR: i64 = 3600 * 1000;

/// Codes for one purpose that hold at once: nobody's letter box is filled by others.
const CODES: i64 = 3;

/// Letters of a device's name; enough to tell one from another, and nobody can find the device by them.
const NAMED: usize = 16;

/// For what a code is, beside a new address for mail, whose purpose is the address.
const PASSWORD: &str = "password";
const MAIL: &str = "mail:";

impl Accounts {
    /// The account of somebody who is signed in.
    pub(super) async fn of(&self, id: &str) -> Result<Account, ApiError> {
        let account = self.store.account(id).await.map_err(storage)?;
        account.ok_or_else(|| ApiError::Account("this account is no longer here: sign in again".to_string()))
    }

    /// The same, if this is its password.
    pub(super) async fn sure(&self, id: &str, password: &str) -> Result<Account, ApiError> {
        let account = self.of(id).await?;
        self.checked(&account.name, password).await.map_err(|e| match e {
            ApiError::Seat(_) => ApiError::Seat("this is not your password".to_string()),
            e => e,
        })
    }

    /// Sends a code by mail. The link in it leads to the name that is set for this table: what a request says of it is not believed.
    async fn send_code(
        &self,
        account: &Account,
        to: &str,
        purpose: &str,
        subject: &str,
        why: &str,
    ) -> Result<(), ApiError> {
        if self.store.codes(&account.id, purpose).await.map_err(storage)? >= CODES {
            return Ok(());
        }
        let code = random_hex(16)?;
        self.store.put_code(&hashed(&code), &account.id, purpose, now() + HOUR).await.map_err(storage)?;
        let word = if purpose == PASSWORD { "password" } else { "confirm" };
        let way = match &self.address {
            Some(address) => format!("Open this within an hour:\n\n{address}/account#{word}={code}"),
            None => format!("Open the page of your account within an hour and give this code:\n\n{code}"),
        };
        let body = format!(
            "Hello {},\n\n{why}\n\n{way}\n\nIf that was not you, you need do nothing.\n",
            account.name
        );
        self.store.queue_mail(&random_hex(8)?, to, subject, &body).await.map_err(storage)
    }

    /// Sends a code with which an address for mail is confirmed.
    pub(super) async fn confirm_mail(&self, account: &Account, mail: &str) -> Result<(), ApiError> {
        let why = "this address was given for your account at a Sandtable.";
        self.send_code(account, mail, &format!("{MAIL}{mail}"), "Sandtable: is this your address?", why).await
    }

    /// Spends a code, if it holds: whose it was, and what for.
    async fn spend(&self, code: &str, fits: impl Fn(&str) -> bool) -> Result<(Account, String), ApiError> {
        let hash = hashed(code.trim());
        let found = self.store.code(&hash).await.map_err(storage)?.filter(|(_, purpose)| fits(purpose));
        let refused = || ApiError::Seat("this code holds no longer: ask for another".to_string());
        let (account, purpose) = found.ok_or_else(refused)?;
        if !self.store.spend_code(&hash).await.map_err(storage)? {
            return Err(refused());
        }
        let account = self.store.account(&account).await.map_err(storage)?.ok_or_else(refused)?;
        Ok((account, purpose))
    }

    async fn devices(&self, account: &str, this: &str) -> Result<Vec<wire::Device>, ApiError> {
        let rows = self.store.sessions(account, now() - UNUSED).await.map_err(storage)?;
        let device = |s: SessionRow| wire::Device {
            this: s.hash == this,
            id: s.hash.chars().take(NAMED).collect(),
            device: s.device,
            made: s.made,
            seen: s.seen,
        };
        Ok(rows.into_iter().map(device).collect())
    }
}

/// The devices that are signed in to your account.
#[utoipa::path(get, path = "/api/account/devices", tag = "accounts",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("read"))),
    responses((status = 200, body = Vec<wire::Device>), (status = 401, body = wire::Problem)))]
pub async fn devices(
    State(tables): TablesState,
    Who(session): Who,
) -> Result<Json<Vec<wire::Device>>, ApiError> {
    Ok(Json(tables.accounts.devices(&session.account, &session.hash).await?))
}

/// Signs a device of yours out.
#[utoipa::path(delete, path = "/api/account/devices/{device}", tag = "accounts", params(("device" = String, Path)),
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn revoke(
    State(tables): TablesState,
    Path(device): Path<String>,
    Who(session): Who,
) -> Result<StatusCode, ApiError> {
    let accounts = &tables.accounts;
    let rows = accounts.store.sessions(&session.account, 0).await.map_err(storage)?;
    let named = rows.iter().find(|s| device.len() == NAMED && s.hash.starts_with(&device));
    let named = named.ok_or_else(|| ApiError::Unknown("this device is not signed in".to_string()))?;
    accounts.store.end_session(&session.account, &named.hash).await.map_err(storage)?;
    accounts.forget(&session.account);
    Ok(StatusCode::NO_CONTENT)
}

/// Gives your account another name; your seats show it. The name that you had is kept from others for a time.
#[utoipa::path(post, path = "/api/account/name", tag = "accounts", request_body = wire::NewName,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 204), (status = 400, body = wire::Problem), (status = 401, body = wire::Problem)))]
pub async fn rename(
    State(tables): TablesState,
    Who(session): Who,
    JsonBody(wish): JsonBody<wire::NewName>,
) -> Result<StatusCode, ApiError> {
    let name = fitting_name(&wish.name)?;
    detached(async move {
        let accounts = &tables.accounts;
        let account = accounts.of(&session.account).await?;
        match accounts.store.rename_account(&account, &name, NAME_HELD).await {
            Ok(()) => {}
            Err(StoreError::Taken) => return Err(super::enter::name_taken(&name)),
            Err(e) => return Err(storage(e)),
        }
        tables.each_seat_of(&account.id, |seat| seat.person = name.clone()).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Gives your account another password; your other devices are signed out.
#[utoipa::path(post, path = "/api/account/password", tag = "accounts", request_body = wire::NewPassword,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn change_password(
    State(tables): TablesState,
    Who(session): Who,
    JsonBody(wish): JsonBody<wire::NewPassword>,
) -> Result<StatusCode, ApiError> {
    let accounts = &tables.accounts;
    let account = accounts.sure(&session.account, &wish.password).await?;
    password::acceptable(&wish.new, &account.name)?;
    let hash = accounts.passwords.hash(wish.new).await?;
    accounts.store.set_password(&account.id, &hash, &session.hash).await.map_err(storage)?;
    accounts.forget(&account.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Tells where mail for you goes. A code is sent there; with it you confirm that the address is yours. Until then the one before holds.
#[utoipa::path(post, path = "/api/account/mail", tag = "accounts", request_body = wire::NewMail,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn change_mail(
    State(tables): TablesState,
    Who(session): Who,
    JsonBody(wish): JsonBody<wire::NewMail>,
) -> Result<StatusCode, ApiError> {
    let accounts = &tables.accounts;
    let mail = fitting_mail(&wish.mail)?;
    let account = accounts.sure(&session.account, &wish.password).await?;
    if mail.is_empty() || !account.mail_confirmed {
        accounts.store.set_mail(&account.id, &mail, false).await.map_err(storage)?;
    }
    if !mail.is_empty() {
        accounts.confirm_mail(&account, &mail).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms an address for mail with the code that was sent there.
#[utoipa::path(post, path = "/api/account/confirm", tag = "accounts", request_body = wire::Code,
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn confirm(
    State(tables): TablesState,
    JsonBody(wish): JsonBody<wire::Code>,
) -> Result<StatusCode, ApiError> {
    let accounts = &tables.accounts;
    accounts.needed()?;
    let (account, purpose) = accounts.spend(&wish.code, |purpose| purpose.starts_with(MAIL)).await?;
    let mail = purpose.strip_prefix(MAIL).unwrap_or("");
    accounts.store.set_mail(&account.id, mail, true).await.map_err(storage)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a code for a new password to the address that the account has confirmed. The answer is always the same.
#[utoipa::path(post, path = "/api/account/reset", tag = "accounts", request_body = wire::Forgotten,
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 404, body = wire::Problem)))]
pub async fn forgotten(
    State(tables): TablesState,
    JsonBody(wish): JsonBody<wire::Forgotten>,
) -> Result<StatusCode, ApiError> {
    tables.accounts.needed()?;
    // Nobody waits for it: the time that it takes would tell whether there is such an account.
    tokio::spawn(async move {
        let accounts = &tables.accounts;
        let who = wish.who.trim();
        let found = if who.contains('@') {
            accounts.store.accounts_with_mail(who).await.map_err(storage)
        } else {
            accounts.store.account_named(who).await.map(|a| a.into_iter().collect()).map_err(storage)
        };
        let sent = async {
            for account in found?.iter().filter(|a| a.mail_confirmed && !a.banned) {
                let why = "a new password was asked for your account at a Sandtable.";
                accounts
                    .send_code(account, &account.mail, PASSWORD, "Sandtable: a new password", why)
                    .await?;
            }
            Ok::<(), ApiError>(())
        };
        if let Err(e) = sent.await {
            tracing::warn!("a code for a new password was not sent: {e}");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// Sets a new password with the code that was sent; all devices are signed out.
#[utoipa::path(post, path = "/api/account/password/reset", tag = "accounts", request_body = wire::Reset,
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn reset(
    State(tables): TablesState,
    JsonBody(wish): JsonBody<wire::Reset>,
) -> Result<StatusCode, ApiError> {
    let accounts = &tables.accounts;
    accounts.needed()?;
    password::acceptable(&wish.password, "")?;
    let hash = accounts.passwords.hash(wish.password).await?;
    let (account, _) = accounts.spend(&wish.code, |purpose| purpose == PASSWORD).await?;
    accounts.store.set_password(&account.id, &hash, "").await.map_err(storage)?;
    accounts.forget(&account.id);
    accounts.note(&account.id, "set a new password with a code that came by mail").await;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything that is kept of you.
#[utoipa::path(get, path = "/api/account/export", tag = "accounts",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("make"))),
    responses((status = 200, body = wire::Export), (status = 401, body = wire::Problem)))]
pub async fn export(State(tables): TablesState, Who(session): Who) -> Result<Json<wire::Export>, ApiError> {
    let accounts = &tables.accounts;
    let account = accounts.of(&session.account).await?;
    let devices = accounts.devices(&account.id, &session.hash).await?;
    let mut games = vec![];
    for row in accounts.store.games_of_account(&account.id).await.map_err(storage)? {
        let sides: Vec<String> = row
            .seats
            .iter()
            .filter(|s| s.account.as_ref() == Some(&account.id))
            .map(|s| s.side.clone())
            .collect();
        let said = accounts.store.said(&row.id).await.map_err(storage)?;
        games.push(wire::ExportedGame {
            id: row.id,
            game: row.game,
            scenario: row.summary.scenario,
            name: row.extra.name,
            said: said.into_iter().filter(|line| sides.contains(&line.side)).collect(),
            sides,
            result: row.summary.result,
            touched: row.touched,
        });
    }
    let prefs = account.prefs.clone();
    Ok(Json(wire::Export { account: mine(account), prefs, devices, games }))
}

/// Deletes your account with all that is kept of you. Games that you play alone are deleted; others play on against nobody: a game of two sides
/// you resign, in one of more sides a bot takes your seat. What you said loses your name.
#[utoipa::path(delete, path = "/api/account", tag = "accounts", request_body = wire::Sure,
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("enter"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 403, body = wire::Problem)))]
pub async fn delete(
    State(tables): TablesState,
    Who(session): Who,
    JsonBody(wish): JsonBody<wire::Sure>,
) -> Result<StatusCode, ApiError> {
    let account = tables.accounts.sure(&session.account, &wish.password).await?;
    detached(async move {
        tables.delete_account(&account).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
