//! Accounts, at a table that strangers can reach. A device that is signed in sends a cookie; what comes with it is recognised before
//! anything else looks at the request.

pub mod cookie;
pub mod enter;
pub mod password;
pub mod recognise;

use crate::caller::hashed;
use crate::error::ApiError;
use crate::limits::{Buckets, Counted, Kind};
use crate::settings::{Admits, Limits, Settings};
use crate::store::accounts::{Account, SessionRow};
use crate::store::{Store, now};
use crate::tables::{random_hex, storage};
use password::Passwords;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

const DAY: i64 = 24 * 3600 * 1000;

/// A device that was not used for so long is signed out.
pub const UNUSED: i64 = 90 * DAY;

/// How exactly it is kept when a device was used last.
const TOUCH: i64 = 3600 * 1000;

/// So long a device is known without a look at the storage. Whatever ends it here is known at once; at other nodes at the latest then.
const KNOWN: Duration = Duration::from_secs(20);

/// Devices that are known at once.
const MOST_KNOWN: usize = 50_000;

/// A device that is signed in.
#[derive(Clone, Debug)]
pub struct Session {
    /// The hash of its cookie.
    pub hash: String,
    /// Whose it is.
    pub account: String,
    /// Whether that account keeps the table.
    pub keeper: bool,
}

/// What is no longer signed in.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The account.
    pub account: String,
    /// The device that stays signed in, if one does.
    pub but: Option<String>,
}

struct Known {
    session: Session,
    until: Instant,
}

#[derive(Default)]
struct Cache {
    known: HashMap<String, Known>,
    /// Counts what was forgotten: what was looked up before is not kept after it.
    forgotten: u64,
}

/// The accounts of a table.
pub struct Accounts {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    admits: bool,
    https: bool,
    proxies: Vec<IpAddr>,
    /// The name under which the table is reached; a name that a request tells of itself is not believed in a mail.
    pub(crate) host: Option<String>,
    cache: Mutex<Cache>,
    /// Counts lookups of cookies that are not known, by address: they cost a query each.
    lookups: Buckets,
    /// Counts tries of passwords, by name.
    tries: Buckets,
    ended: broadcast::Sender<Ended>,
}

impl Accounts {
    /// The accounts of a store. A table that admits no strangers has none.
    pub fn new(store: Store, settings: &Settings) -> Accounts {
        Accounts {
            store,
            passwords: Passwords::new(),
            admits: settings.admits == Admits::Public,
            https: settings.https,
            proxies: settings.proxies.clone(),
            host: settings.hosts.first().cloned(),
            cache: Mutex::default(),
            lookups: Buckets::new(settings.limits.clone()),
            tries: Buckets::new(Limits { enter: settings.limits.enter, ..settings.limits.clone() }),
            ended: broadcast::channel(64).0,
        }
    }

    /// Whether this table has accounts.
    pub fn here(&self) -> bool {
        self.admits
    }

    /// Refuses what is about accounts where there are none.
    pub fn needed(&self) -> Result<(), ApiError> {
        match self.admits {
            true => Ok(()),
            false => Err(ApiError::Unknown(
                "this table has no accounts: seats are had by their links alone".to_string(),
            )),
        }
    }

    /// Tells of devices that are signed out from now on.
    pub fn endings(&self) -> broadcast::Receiver<Ended> {
        self.ended.subscribe()
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device with a cookie, if it is signed in.
    pub async fn session(&self, cookie: &str, address: Counted) -> Result<Option<Session>, ApiError> {
        let hash = hashed(cookie);
        let forgotten = {
            let cache = self.cache();
            match cache.known.get(&hash) {
                Some(known) if known.until > Instant::now() => return Ok(Some(known.session.clone())),
                _ => cache.forgotten,
            }
        };
        self.lookups.take(Kind::Read, address, Instant::now())?;
        let found = self.store.session(&hash, now() - UNUSED).await.map_err(storage)?;
        let Some((account, seen)) = found.filter(|(account, _)| !account.banned) else { return Ok(None) };
        if now() - seen > TOUCH {
            self.store.touch_session(&hash).await.map_err(storage)?;
        }
        let session = Session { hash: hash.clone(), account: account.id, keeper: account.keeper };
        let mut cache = self.cache();
        if cache.forgotten == forgotten {
            if cache.known.len() >= MOST_KNOWN {
                let now = Instant::now();
                cache.known.retain(|_, known| known.until > now);
            }
            if cache.known.len() < MOST_KNOWN {
                let until = Instant::now() + KNOWN;
                cache.known.insert(hash, Known { session: session.clone(), until });
            }
        }
        Ok(Some(session))
    }

    /// What is known of an account's devices is looked up again, and their open lines end, but those of one.
    pub fn forget(&self, account: &str, but: Option<&str>) {
        let mut cache = self.cache();
        cache.forgotten += 1;
        cache.known.retain(|hash, known| known.session.account != account || Some(hash.as_str()) == but);
        drop(cache);
        // Nobody may be there to hear it.
        let _ = self.ended.send(Ended { account: account.to_string(), but: but.map(str::to_string) });
    }

    /// Another node has changed an account: what is known of it is looked up again.
    pub fn heard_of(&self, account: &str) {
        let mut cache = self.cache();
        cache.forgotten += 1;
        cache.known.retain(|_, known| known.session.account != account);
        drop(cache);
        let _ = self.ended.send(Ended { account: account.to_string(), but: None });
    }

    /// Everything is looked up again: anything may have happened at other nodes.
    pub fn forget_all(&self) {
        let mut cache = self.cache();
        cache.forgotten += 1;
        cache.known.clear();
    }

    /// Signs a device in: the cookie that it gets is told this once.
    pub async fn sign_in(&self, account: &Account, device: &str) -> Result<String, ApiError> {
        let cookie = random_hex(32)?;
        let at = now();
        let session = SessionRow {
            hash: hashed(&cookie),
            account: account.id.clone(),
            made: at,
            seen: at,
            device: device.to_string(),
        };
        self.store.open_session(&session).await.map_err(storage)?;
        Ok(cookie)
    }

    /// The account with this name and password. Who knows neither learns nothing, not even from the time that it takes.
    pub async fn checked(&self, name: &str, password: &str) -> Result<Account, ApiError> {
        let key = crate::store::accounts::name_key(name);
        self.tries.take(Kind::Enter, Counted::Account(hashed(&key)), Instant::now())?;
        let account = self.store.account_named(name).await.map_err(storage)?;
        let right = self.passwords.fits(password, account.as_ref().map(|a| a.password.clone())).await?;
        match account {
            Some(account) if right && !account.banned => Ok(account),
            Some(account) if right => Err(ApiError::Seat(format!(
                "the keeper of this table has banned the account `{}`",
                account.name
            ))),
            _ => Err(ApiError::Seat("there is no account with this name and this password".to_string())),
        }
    }
}
