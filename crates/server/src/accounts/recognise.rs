//! Who is signed in: every request is looked at for a cookie before it is counted, and what changes something with a cookie must come from a page
//! of this table.

use super::{Accounts, Session, cookie};
use crate::caller::{Address, SignedIn};
use crate::error::ApiError;
use crate::guard::Guard;
use crate::limits::Counted;
use crate::tables::Tables;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// How a request came: whether by https.
#[derive(Clone, Copy, Debug)]
pub struct ByHttps(pub bool);

/// Why it cannot be said who is signed in.
#[derive(Clone, Debug)]
struct Unrecognised(Arc<ApiError>);

impl Accounts {
    /// Whether a request came by https: it is set, or a proxy that is trusted says it.
    fn by_https(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let said = || headers.get("x-forwarded-proto").and_then(|v| v.to_str().ok()) == Some("https");
        self.https || self.proxies.contains(&peer.to_canonical()) && said()
    }
}

/// Looks who is signed in. This comes before the guard, which counts what an account asks.
pub async fn recognise(
    State((tables, guard)): State<(Arc<Tables>, Arc<Guard>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let accounts = &tables.accounts;
    let mut renewed = None;
    if accounts.here() {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(Ipv4Addr::LOCALHOST.into(), |c| c.0.ip());
        let https = accounts.by_https(peer, request.headers());
        request.extensions_mut().insert(ByHttps(https));
        if let Some(cookie) = cookie::of(request.headers(), https) {
            let address = Counted::of(None, Address(guard.address(peer, request.headers())));
            match accounts.session(&cookie, address).await {
                Ok(Some((session, renew))) => {
                    renewed = cookie::given(&cookie, https).filter(|_| renew);
                    request.extensions_mut().insert(SignedIn(session.account.clone()));
                    request.extensions_mut().insert(session);
                }
                Ok(None) => {}
                Err(e) => drop(request.extensions_mut().insert(Unrecognised(Arc::new(e)))),
            }
        }
    }
    let mut response = next.run(request).await;
    // A browser keeps a cookie for so long from when it was given, and a device stays signed in from when it was used. Signing out takes it away.
    if let Some(cookie) = renewed {
        response.headers_mut().entry(header::SET_COOKIE).or_insert(cookie);
    }
    response
}

/// Refuses what a page of another site could have sent: a browser adds the cookie to whatever it sends here.
pub async fn check_origin(request: Request, next: Next) -> Response {
    if let Some(Unrecognised(why)) = request.extensions().get::<Unrecognised>().cloned()
        && request.uri().path().starts_with("/api")
    {
        return match &*why {
            ApiError::Busy(why) => ApiError::Busy(why.clone()),
            why => ApiError::Storage(why.to_string()),
        }
        .into_response();
    }
    let signed_in = request.extensions().get::<SignedIn>().is_some();
    let https = request.extensions().get::<ByHttps>().is_some_and(|h| h.0);
    let headers = request.headers();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(header::UPGRADE);
    if signed_in && !reads && !from_here(headers, https) {
        let why =
            "what you do with your account must come from a page of this table: send an `Origin` that fits";
        return ApiError::Origin(why.to_string()).into_response();
    }
    next.run(request).await
}

/// Whether a page of this table sent a request, as the browser says.
fn from_here(headers: &HeaderMap, https: bool) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            let scheme = if https { "https://" } else { "http://" };
            origin.strip_prefix(scheme) == Some(host)
        }
        _ => {
            !headers.contains_key(header::ORIGIN)
                && text(HeaderName::from_static("sec-fetch-site")) == Some("same-origin")
        }
    }
}

/// Somebody who is signed in, or the request is refused.
pub struct Who(pub Session);

impl FromRequestParts<Arc<Tables>> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, tables: &Arc<Tables>) -> Result<Self, ApiError> {
        tables.accounts.needed()?;
        let session = parts.extensions.get::<Session>().cloned();
        session.map(Who).ok_or_else(|| ApiError::Account("sign in first".to_string()))
    }
}

/// How a request came, for the cookie.
pub struct Https(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for Https {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Ok(Https(parts.extensions.get::<ByHttps>().is_some_and(|h| h.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(pairs: &[(&'static str, &str)], https: bool, here: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        assert_eq!(from_here(&headers, https), here, "{pairs:?}");
    }

    #[test]
    fn only_a_page_of_the_table_acts_for_an_account() {
        let host = ("host", "table.example");
        check(&[host], false, false);
        check(&[host, ("origin", "http://table.example")], false, true);
        check(&[host, ("origin", "http://other.example")], false, false);
        check(&[host, ("origin", "null")], false, false);
        check(&[host, ("origin", "https://table.example")], true, true);
        // A page of the same name without https may be anybody's.
        check(&[host, ("origin", "http://table.example")], true, false);
        check(&[host, ("sec-fetch-site", "same-origin")], true, true);
        check(&[host, ("sec-fetch-site", "same-site")], true, false);
        check(&[host, ("sec-fetch-site", "same-origin"), ("origin", "http://other.example")], true, false);
    }
}
