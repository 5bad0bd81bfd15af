//! Accounts, at a table that strangers can reach. A device that is signed in sends a cookie; what comes with it is recognised before
//! anything else looks at the request.

pub mod cookie;
pub mod enter;
pub mod keeper;
pub mod own;
pub mod password;
pub mod recognise;
pub mod seats;

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
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

const DAY: i64 = 24 * 3600 * 1000;

/// A device that was not used for so long is signed out.
pub const UNUSED: i64 = 90 * DAY;

/// So long nobody else may take the name of an account that has another or is deleted.
const NAME_HELD: i64 = 90 * DAY;

/// How exactly it is kept when a device was used last.
const TOUCH: i64 = 3600 * 1000;

/// So long a device is known without a look at the storage. Whatever ends it here is known at once; at other nodes at the latest then.
const KNOWN: Duration = Duration::from_secs(20);

/// So many passwords that do not fit are told to the keeper.
const OFTEN: u32 = 10;

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
    /// Whose devices may have been.
    pub account: String,
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
    /// Where the table is reached, if that is set; what a request tells of it is not believed in a mail.
    address: Option<String>,
    cache: Mutex<Cache>,
    /// Counts lookups of cookies that are not known, by address: they cost a query each.
    lookups: Buckets,
    /// Counts tries of passwords, by name.
    tries: Buckets,
    /// Passwords that did not fit, by account, since the keeper was told of them.
    failures: Mutex<HashMap<String, u32>>,
    /// When old devices were forgotten, in milliseconds since 1970.
    tidied: AtomicI64,
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
            address: settings.hosts.first().map(|host| {
                let scheme = if settings.https { "https" } else { "http" };
                format!("{scheme}://{host}")
            }),
            cache: Mutex::default(),
            lookups: Buckets::new(settings.limits.clone()),
            tries: Buckets::new(Limits { enter: settings.limits.enter, ..settings.limits.clone() }),
            failures: Mutex::default(),
            tidied: AtomicI64::new(0),
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

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device with a cookie, if it is signed in, and whether its cookie is to be renewed.
    pub async fn session(&self, cookie: &str, address: Counted) -> Result<Option<(Session, bool)>, ApiError> {
        let hash = hashed(cookie);
        let forgotten = {
            let cache = self.cache();
            match cache.known.get(&hash) {
                Some(known) if known.until > Instant::now() => {
                    return Ok(Some((known.session.clone(), false)));
                }
                _ => cache.forgotten,
            }
        };
        self.lookups.take(Kind::Read, address, Instant::now())?;
        let found = self.store.session(&hash, now() - UNUSED).await.map_err(storage)?;
        let Some((account, seen)) = found.filter(|(account, _)| !account.banned) else { return Ok(None) };
        let renew = now() - seen > TOUCH;
        if renew {
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
        Ok(Some((session, renew)))
    }

    /// What is known of an account's devices is looked up again, and so are their open lines.
    pub fn forget(&self, account: &str) {
        let mut cache = self.cache();
        cache.forgotten += 1;
        cache.known.retain(|_, known| known.session.account != account);
        drop(cache);
        // Nobody may be there to hear it.
        let _ = self.ended.send(Ended { account: account.to_string() });
    }

    /// Waits until a device is signed out; without one, for ever.
    pub async fn signed_out(&self, session: Option<Session>) {
        let Some(session) = session else { return std::future::pending().await };
        let mut endings = self.ended.subscribe();
        loop {
            // It may have been signed out before this began to listen. A storage that is away signs nobody out.
            if matches!(self.still(&session).await, Ok(false)) {
                return;
            }
            loop {
                match endings.recv().await {
                    Ok(ended) if ended.account == session.account => break,
                    Ok(_) => {}
                    Err(broadcast::error::RecvError::Lagged(_)) => break,
                    Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
                }
            }
        }
    }

    /// Whether a device is still signed in.
    async fn still(&self, session: &Session) -> Result<bool, ApiError> {
        let found = self.store.session(&session.hash, now() - UNUSED).await.map_err(storage)?;
        Ok(found.is_some_and(|(account, _)| !account.banned))
    }

    /// Keeps for the keeper what an account has done. What was done is done, even if that cannot be kept.
    pub async fn note(&self, who: &str, what: &str) {
        let kept = match random_hex(8) {
            Ok(id) => self.store.note(&id, who, what).await.map_err(storage),
            Err(e) => Err(e),
        };
        if let Err(e) = kept {
            tracing::warn!("what was done is not kept for the keeper: {e}");
        }
    }

    /// Forgets devices that were not used for long, now and then.
    pub async fn tidy(&self) {
        let last = self.tidied.load(Ordering::Relaxed);
        if !self.here() || now() - last < DAY / 24 {
            return;
        }
        self.tidied.store(now(), Ordering::Relaxed);
        if let Err(e) = self.store.forget_old_sessions(now() - UNUSED).await {
            tracing::warn!("old devices are not forgotten: {e}");
        }
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
            Some(account) if right && !account.banned => {
                self.failures().remove(&account.id);
                Ok(account)
            }
            Some(account) if right => Err(ApiError::Seat(format!(
                "the keeper of this table has banned the account `{}`",
                account.name
            ))),
            account => {
                if let Some(account) = account {
                    self.failed(&account.id).await;
                }
                Err(ApiError::Seat("there is no account with this name and this password".to_string()))
            }
        }
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, HashMap<String, u32>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a password that does not fit. The keeper is told of many.
    async fn failed(&self, account: &str) {
        let often = {
            let mut failures = self.failures();
            if failures.len() >= MOST_KNOWN {
                failures.clear();
            }
            let count = failures.entry(account.to_string()).or_default();
            *count += 1;
            *count == OFTEN
        };
        if often {
            self.failures().remove(account);
            self.note(account, &format!("{OFTEN} passwords did not fit to this account")).await;
        }
    }
}
