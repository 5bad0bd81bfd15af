//! Who sends a request: the keys of seats that come with it, the account that is signed in, and the address.

use crate::error::ApiError;
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr};

/// The longest key that is looked at; ours are shorter.
const LONGEST: usize = 128;

/// Keys that one request may bring.
const MOST: usize = 32;

/// Who sends a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Keys of seats, from `Authorization: Bearer KEY,KEY`.
    pub keys: Vec<String>,
    /// The account that is signed in, by its id.
    pub account: Option<String>,
    /// Where the request comes from; behind a proxy that is trusted, where it came to the proxy from.
    pub address: IpAddr,
}

/// The address of a request, as [`crate::guard`] finds it.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// The account of a request that is signed in, by its id.
#[derive(Clone, Debug)]
pub struct SignedIn(pub String);

impl Default for Caller {
    fn default() -> Caller {
        Caller { keys: vec![], account: None, address: Ipv4Addr::LOCALHOST.into() }
    }
}

impl Caller {
    /// The same with other keys, as a WebSocket brings them in its first message.
    pub fn with_keys(self, keys: Vec<String>) -> Caller {
        Caller { keys: fitting(keys.into_iter()), ..self }
    }
}

/// Keys as far as they can be ours.
fn fitting(keys: impl Iterator<Item = String>) -> Vec<String> {
    keys.map(|k| k.trim().to_string()).filter(|k| !k.is_empty() && k.len() <= LONGEST).take(MOST).collect()
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let keys = match parts.headers.get(header::AUTHORIZATION) {
            None => vec![],
            Some(value) => {
                let keys = value.to_str().ok().and_then(|v| v.strip_prefix("Bearer ")).ok_or_else(|| {
                    ApiError::Seat(
                        "the header Authorization should read `Bearer` and the key of a seat".to_string(),
                    )
                })?;
                fitting(keys.split(',').map(str::to_string))
            }
        };
        let account = parts.extensions.get::<SignedIn>().map(|s| s.0.clone());
        let address = parts.extensions.get::<Address>().map_or(Ipv4Addr::LOCALHOST.into(), |a| a.0);
        Ok(Caller { keys, account, address })
    }
}

/// What is kept of a key: who reads the database does not get the key.
pub(crate) fn hashed(key: &str) -> String {
    sandtable_core::seal::to_hex(&Sha256::digest(key.as_bytes()))
}
