//! How much one caller may ask. Each kind of request has a bucket for each caller: it holds a burst, and fills again evenly. Which kind a
//! request is of stands at its endpoint, in the description of the API: an endpoint without a kind is not served at all.

use crate::caller::{Address, SignedIn};
use crate::error::ApiError;
use crate::settings::{Limits, Rate};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};

/// Callers that are remembered at once. Beyond it, those whose buckets are full again are forgotten.
const REMEMBERED: usize = 100_000;

/// A kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Looking.
    Read,
    /// Moving and talking.
    Act,
    /// Making things that stay.
    Make,
    /// Signing in and sitting down.
    Enter,
    /// Having the program think.
    Think,
}

impl Kind {
    /// The kind of a word in the description of the API.
    pub fn of(word: &str) -> Option<Kind> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
    }

    /// All kinds with their words.
    pub const ALL: [(&str, Kind); 5] = [
        ("read", Kind::Read),
        ("act", Kind::Act),
        ("make", Kind::Make),
        ("enter", Kind::Enter),
        ("think", Kind::Think),
    ];

    /// How much of it one may ask.
    pub fn rate(self, limits: &Limits) -> Rate {
        match self {
            Kind::Read => limits.read,
            Kind::Act => limits.act,
            Kind::Make => limits.make,
            Kind::Enter => limits.enter,
            Kind::Think => limits.think,
        }
    }
}

/// Who is counted: an account, or an address; of IPv6 the network, of which one person has billions of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// An account.
    Account(String),
    /// An address.
    Address(IpAddr),
}

impl Counted {
    /// Who is counted for a request.
    pub fn of(account: Option<&SignedIn>, address: Address) -> Counted {
        match account {
            Some(account) => Counted::Account(account.0.clone()),
            None => Counted::Address(network(address.0)),
        }
    }
}

/// What counts as one address: of IPv6 the network.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & !u128::from(u64::MAX)).into()),
        v4 => v4,
    }
}

/// What is left of a burst.
struct Bucket {
    left: f64,
    at: Instant,
}

/// The buckets of all callers.
pub struct Buckets {
    limits: Limits,
    buckets: Mutex<HashMap<(Kind, Counted), Bucket>>,
}

impl Buckets {
    /// Full buckets.
    pub fn new(limits: Limits) -> Buckets {
        Buckets { limits, buckets: Mutex::default() }
    }

    /// Counts a request, or refuses it.
    pub fn take(&self, kind: Kind, who: Counted, now: Instant) -> Result<(), ApiError> {
        let rate = kind.rate(&self.limits);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&(kind, who.clone())) {
            let limits = &self.limits;
            buckets.retain(|(kind, _), bucket| {
                let rate = kind.rate(limits);
                filled(bucket, rate, now) < rate.burst
            });
            if buckets.len() >= REMEMBERED {
                return Err(ApiError::Busy("too many come at once; try again in a minute".to_string()));
            }
        }
        let bucket = buckets.entry((kind, who)).or_insert(Bucket { left: rate.burst, at: now });
        bucket.left = filled(bucket, rate, now);
        bucket.at = now;
        if bucket.left < 1.0 {
            let seconds = ((1.0 - bucket.left) / rate.minute * 60.0).ceil();
            return Err(ApiError::Busy(format!("that is too much at once; try again in {seconds} s")));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

fn filled(bucket: &Bucket, rate: Rate, now: Instant) -> f64 {
    let since = now.saturating_duration_since(bucket.at).as_secs_f64();
    (bucket.left + since * rate.minute / 60.0).min(rate.burst)
}

/// The operations of a path with their methods.
pub fn operations(item: &PathItem) -> impl Iterator<Item = (&'static str, &Operation)> {
    [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("DELETE", &item.delete),
        ("PATCH", &item.patch),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

/// A word that an endpoint says of itself in the description of the API.
pub fn said_of(operation: &Operation, name: &str) -> Option<String> {
    Some(operation.extensions.as_ref()?.get(name)?.as_str()?.to_string())
}

/// The kind of every endpoint, by method and path.
pub fn kinds(api: &OpenApi) -> HashMap<(String, String), Kind> {
    let mut kinds = HashMap::new();
    for (path, item) in &api.paths.paths {
        for (method, operation) in operations(item) {
            if let Some(kind) = said_of(operation, "x-limit").as_deref().and_then(Kind::of) {
                kinds.insert((method.to_string(), path.clone()), kind);
            }
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_goes_through_and_then_so_many_a_minute() {
        let buckets = Buckets::new(Limits { act: Rate { burst: 3.0, minute: 60.0 }, ..Limits::default() });
        let who = |last| Counted::Address(IpAddr::from([127, 0, 0, last]));
        let start = Instant::now();
        let after = |ms, last| buckets.take(Kind::Act, who(last), start + Duration::from_millis(ms)).is_ok();
        assert_eq!([after(0, 1), after(0, 1), after(0, 1), after(0, 1)], [true, true, true, false]);
        assert!(after(0, 2), "another caller has a bucket of his own");
        assert_eq!([after(500, 1), after(1001, 1), after(1002, 1)], [false, true, false]);
    }

    #[test]
    fn one_network_of_ipv6_is_one_caller() {
        let of = |text: &str| Counted::of(None, Address(text.parse().unwrap()));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn every_endpoint_says_who_may_use_it_and_how_often() {
        let mut missing = vec![];
        for (path, item) in &crate::openapi().paths.paths {
            for (method, operation) in operations(item) {
                let kind = said_of(operation, "x-limit").as_deref().and_then(Kind::of);
                if kind.is_none() || said_of(operation, "x-authority").is_none() {
                    missing.push(format!("{method} {path}"));
                }
            }
        }
        assert!(missing.is_empty(), "no x-limit or no x-authority: {missing:?}");
    }
}
