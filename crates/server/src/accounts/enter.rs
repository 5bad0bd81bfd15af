//! Registering, signing in and out, and who you are.

use super::recognise::{Https, Who};
use super::{Accounts, DAY, Session, cookie, password};
use crate::caller::hashed;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::store::accounts::Account;
use crate::store::{StoreError, now};
use crate::tables::{Tables, random_hex, storage};
use crate::wire::{self, Me, MyAccount};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

type TablesState = State<Arc<Tables>>;

/// Letters of a name.
const NAMES: std::ops::RangeInclusive<usize> = 2..=30;

/// Letters of an address for mail at most.
const ADDRESS: usize = 254;

/// The name of the setting that says who may register.
pub(super) const REGISTRATION: &str = "registration";

/// Its value where only those register who are invited.
pub(super) const CLOSED: &str = "closed";

/// For what an invitation to register is.
pub(super) const INVITED: &str = "register";

/// A name as it is kept: one that can be told from others.
pub fn fitting_name(name: &str) -> Result<String, ApiError> {
    let name: String = name.nfkc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = name.chars().count();
    if !NAMES.contains(&count) {
        let (least, most) = (NAMES.start(), NAMES.end());
        return Err(ApiError::Broken(format!("a name has {least} to {most} letters, and this has {count}")));
    }
    let fits = |c: char| c.is_alphanumeric() || " .-_'".contains(c);
    if let Some(strange) = name.chars().find(|c| !fits(*c)) {
        let strange = strange.escape_debug();
        return Err(ApiError::Broken(format!(
            "a name has letters, figures, spaces and . - _ ' alone, and no `{strange}`"
        )));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(ApiError::Broken("a name has at least one letter".to_string()));
    }
    Ok(name)
}

/// An address for mail as it is kept; empty for none. Whether mail arrives there is seen when it is confirmed.
pub fn fitting_mail(mail: &str) -> Result<String, ApiError> {
    let mail = mail.trim();
    if mail.is_empty() {
        return Ok(String::new());
    }
    let parts =
        mail.split_once('@').filter(|(who, host)| !who.is_empty() && !host.is_empty() && !host.contains('@'));
    let plain = mail.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"<>(),;:\"[]\\".contains(c));
    if parts.is_none() || !plain || mail.len() > ADDRESS {
        return Err(ApiError::Broken("this is no address that mail could go to".to_string()));
    }
    Ok(mail.to_string())
}

/// What a browser says of itself, as few words as tell one device from another.
fn device(headers: &HeaderMap) -> String {
    let said = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or("");
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| said.contains(mark)).map(|(_, name)| *name)
    };
    let browser = find(&[
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_string(),
        (None, None) => "a program".to_string(),
    }
}

/// An invitation to register, by its hash, and the keeper who made it.
struct Invitation {
    hash: String,
    by: String,
}

fn uninvited() -> ApiError {
    ApiError::Seat("nobody can register here without an invitation of the keeper that holds".to_string())
}

pub(super) fn name_taken(name: &str) -> ApiError {
    ApiError::Broken(format!("`{name}` is taken, or was until lately: choose another name"))
}

impl Accounts {
    /// Whether anybody can register, or only those who are invited.
    pub async fn open(&self) -> Result<bool, ApiError> {
        Ok(self.store.setting(REGISTRATION).await.map_err(storage)?.as_deref() != Some(CLOSED))
    }

    /// An invitation of the keeper that holds.
    async fn invitation(&self, token: Option<&str>) -> Result<Invitation, ApiError> {
        let hash = hashed(token.unwrap_or(""));
        let found = self.store.code(&hash).await.map_err(storage)?.filter(|(_, purpose)| purpose == INVITED);
        found.map(|(by, _)| Invitation { hash, by }).ok_or_else(uninvited)
    }

    /// Who somebody is.
    async fn me(&self, account: Option<Account>) -> Result<Me, ApiError> {
        let open = self.here() && self.open().await?;
        Ok(Me { accounts: self.here(), open, account: account.map(mine) })
    }

    /// Makes an account. The first of all keeps the table.
    async fn register(&self, wish: wire::Register) -> Result<Account, ApiError> {
        let name = fitting_name(&wish.name)?;
        let mail = fitting_mail(wish.mail.as_deref().unwrap_or(""))?;
        password::acceptable(&wish.password, &name)?;
        let invitation =
            if self.open().await? { None } else { Some(self.invitation(wish.invitation.as_deref()).await?) };
        let password = self.passwords.hash(wish.password).await?;
        let mut new = Account { id: random_hex(8)?, name, password, mail, made: now(), ..Account::default() };
        if let Some(invitation) = &invitation
            && !self.store.spend_code(&invitation.hash).await.map_err(storage)?
        {
            return Err(uninvited());
        }
        let created = self.store.create_account(&new).await;
        if let (Err(_), Some(Invitation { hash, by })) = (&created, &invitation) {
            // It was for nothing: it can be used with another name.
            self.store.put_code(hash, by, INVITED, now() + DAY).await.map_err(storage)?;
        }
        match created {
            Ok(keeper) => new.keeper = keeper,
            Err(StoreError::Taken) => return Err(name_taken(&new.name)),
            Err(e) => return Err(storage(e)),
        }
        if new.keeper {
            self.note(&new.id, "keeps this table, as its first account").await;
        }
        if !new.mail.is_empty() {
            self.confirm_mail(&new, &new.mail).await?;
        }
        Ok(new)
    }
}

pub(super) fn mine(account: Account) -> MyAccount {
    let Account { id, name, mail, mail_confirmed, made, keeper, .. } = account;
    MyAccount { id, name, mail, mail_confirmed, made, keeper }
}

/// Who you are here.
#[utoipa::path(get, path = "/api/me", tag = "accounts",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), responses((status = 200, body = wire::Me)))]
pub async fn me(
    State(tables): TablesState,
    session: Option<Extension<Session>>,
) -> Result<Json<Me>, ApiError> {
    let accounts = &tables.accounts;
    let account = match session {
        Some(Extension(session)) => accounts.store.account(&session.account).await.map_err(storage)?,
        None => None,
    };
    Ok(Json(accounts.me(account).await?))
}

/// Makes an account and signs you in. The first account of a table keeps it.
#[utoipa::path(post, path = "/api/account", tag = "accounts", request_body = wire::Register,
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("enter"))),
    responses((status = 201, body = wire::Me), (status = 400, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn register(
    State(tables): TablesState,
    Https(https): Https,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<wire::Register>,
) -> Result<Response, ApiError> {
    tables.accounts.needed()?;
    let account = tables.accounts.register(wish).await?;
    signed_in(&tables.accounts, account, &headers, https, StatusCode::CREATED).await
}

/// Signs you in.
#[utoipa::path(post, path = "/api/session", tag = "accounts", request_body = wire::SignIn,
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("enter"))),
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn sign_in(
    State(tables): TablesState,
    Https(https): Https,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<wire::SignIn>,
) -> Result<Response, ApiError> {
    tables.accounts.needed()?;
    let name = wish.name.nfkc().collect::<String>();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let account = tables.accounts.checked(&name, &wish.password).await?;
    signed_in(&tables.accounts, account, &headers, https, StatusCode::OK).await
}

async fn signed_in(
    accounts: &Accounts,
    account: Account,
    headers: &HeaderMap,
    https: bool,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let value = accounts.sign_in(&account, &device(headers)).await?;
    let me = accounts.me(Some(account)).await?;
    let mut response = (status, Json(me)).into_response();
    if let Some(cookie) = cookie::given(&value, https) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Signs this device out.
#[utoipa::path(delete, path = "/api/session", tag = "accounts",
    extensions(("x-authority" = json!("account")), ("x-limit" = json!("act"))),
    responses((status = 204), (status = 401, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub async fn sign_out(
    State(tables): TablesState,
    Https(https): Https,
    Who(session): Who,
) -> Result<Response, ApiError> {
    let accounts = &tables.accounts;
    accounts.store.end_session(&session.account, &session.hash).await.map_err(storage)?;
    accounts.forget(&session.account);
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Some(cookie) = cookie::taken(https) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_told_from_others() {
        assert_eq!(fitting_name("  Max   Hoffmann ").unwrap(), "Max Hoffmann");
        // Letters of another width are the same letters.
        assert_eq!(fitting_name("Ｍａｘ").unwrap(), "Max");
        for wrong in ["", "x", "a\u{200b}b", "<b>", "a\u{202e}b", "...", &"x".repeat(31)] {
            assert!(fitting_name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_address_for_mail_has_two_parts_and_no_second_line() {
        assert_eq!(fitting_mail(" a@b.example ").unwrap(), "a@b.example");
        assert_eq!(fitting_mail("").unwrap(), "");
        for wrong in ["a", "@b", "a@", "a@b@c", "a@b\nbcc: c@d", "a <b@c>"] {
            assert!(fitting_mail(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_device_is_told_in_two_words() {
        let of = |said: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, header::HeaderValue::from_static(said));
            device(&headers)
        };
        assert_eq!(
            of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
            "Firefox on Linux"
        );
        assert_eq!(of("curl/8.5"), "a program");
    }
}
