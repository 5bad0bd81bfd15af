//! What checks every request: from where it comes, that no page of another site uses this table, and that nobody asks too much. What is
//! sent out says how it may be used.

use crate::caller::{Address, SignedIn};
use crate::error::ApiError;
use crate::limits::{Buckets, Counted, Kind};
use crate::listen::Connection;
use crate::settings::Settings;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                              connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Headers by which a proxy says that it stands between.
const OF_PROXIES: [&str; 4] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// Who may speak to the table, and how much.
pub struct Guard {
    settings: Settings,
    buckets: Buckets,
    kinds: HashMap<(String, String), Kind>,
}

impl Guard {
    /// The guard of a table with these settings, whose endpoints are of these kinds.
    pub fn new(settings: Settings, kinds: HashMap<(String, String), Kind>) -> Arc<Guard> {
        let buckets = Buckets::new(settings.limits.clone());
        Arc::new(Guard { settings, buckets, kinds })
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
        let host = text(header::HOST).unwrap_or("");
        if self.settings.home()
            && let Some(name) = OF_PROXIES.iter().find(|name| headers.contains_key(**name))
        {
            return Err(ApiError::Origin(format!(
                "this table is at home and gives its keys to everybody who reaches it, and this request came through a proxy \
                 (`{name}`); begin it with --friends or --public, and --behind-proxy"
            )));
        }
        if !self.knows(name_of(host)) {
            return Err(ApiError::Origin(format!(
                "this table is not known as `{host}`; if it should be, begin it with --host {}",
                name_of(host)
            )));
        }
        if let Some(origin) = text(header::ORIGIN) {
            let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if own != Some(host) {
                return Err(ApiError::Origin(format!("pages of `{origin}` may not use this table")));
            }
        } else if headers.contains_key(header::ORIGIN)
            || text(HeaderName::from_static("sec-fetch-site")) == Some("cross-site") && !navigates(headers)
        {
            return Err(ApiError::Origin("pages of another site may not use this table".to_string()));
        }
        Ok(())
    }

    /// Whether the table is known by a name. A name that anybody can have registered could lead a browser here by a trick; an
    /// address in figures cannot, nor a name that is only known on this machine.
    fn knows(&self, name: &str) -> bool {
        let figures: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        let fits = match figures {
            Some(address) => !self.settings.home() || address.is_loopback(),
            None => name == "localhost",
        };
        fits || self.settings.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
    }

    /// Where a request comes from. A proxy that is trusted says it; of several the last that is not trusted counts.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let trusted = |address: &IpAddr| self.settings.proxies.contains(&address.to_canonical());
        if !trusted(&peer) {
            return peer.to_canonical();
        }
        let values = headers.get_all("x-forwarded-for").iter().filter_map(|v| v.to_str().ok());
        let said: Vec<IpAddr> =
            values.flat_map(|v| v.split(',')).map_while(|v| v.trim().parse::<IpAddr>().ok()).collect();
        said.iter().rev().find(|a| !trusted(a)).copied().unwrap_or(peer).to_canonical()
    }

    fn count(&self, request: &Request, address: Address) -> Result<(), ApiError> {
        if self.settings.home() {
            return Ok(());
        }
        let path = request.extensions().get::<MatchedPath>();
        let Some(path) =
            path.map(MatchedPath::as_str).filter(|p| p.starts_with("/api") || p.starts_with("/boards"))
        else {
            // Files of the client cost nothing but the line.
            return Ok(());
        };
        let method = match request.method().as_str() {
            "HEAD" => "GET",
            method => method,
        };
        let kind = self.kinds.get(&(method.to_string(), path.to_string())).copied().unwrap_or(Kind::Read);
        let who = Counted::of(request.extensions().get::<SignedIn>(), address);
        self.buckets.take(kind, who, Instant::now())
    }
}

/// Whether somebody follows a link to the table, as with an invitation.
fn navigates(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_some_and(|m| m == "navigate")
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Lets a request through, or not. It knows afterwards where it comes from.
pub async fn check_request(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(Ipv4Addr::LOCALHOST.into(), |c| c.0.ip());
    let address = Address(guard.address(peer, request.headers()));
    if let Some(connection) = request.extensions().get::<Arc<Connection>>() {
        connection.comes_from(address.0);
    }
    request.extensions_mut().insert(address);
    let checked = guard.check(request.headers()).and_then(|()| guard.count(&request, address));
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Admits;

    fn guard(home: bool) -> Arc<Guard> {
        let admits = if home { Admits::Home } else { Admits::Friends };
        let proxies = if home { vec![] } else { vec![Ipv4Addr::LOCALHOST.into()] };
        let hosts = vec!["table.example".to_string()];
        Guard::new(Settings { admits, hosts, proxies, ..Settings::default() }, HashMap::new())
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    fn check(home: bool, pairs: &[(&'static str, &str)], through: bool) {
        assert_eq!(guard(home).check(&headers(pairs)).is_ok(), through, "{pairs:?}");
    }

    #[test]
    fn only_the_tables_own_pages_speak_to_it() {
        check(true, &[("host", "127.0.0.1:7878")], true);
        check(true, &[("host", "127.0.0.2:7878")], true);
        check(true, &[("host", "localhost")], true);
        check(true, &[("host", "[::1]:7878"), ("origin", "http://[::1]:7878")], true);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://127.0.0.1:7878")], true);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://evil.example")], false);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "null")], false);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://127.0.0.1:9999")], false);
        check(true, &[("host", "evil.example:7878")], false);
        check(true, &[("host", "192.168.1.5:7878")], false);
        check(true, &[("host", "127.0.0.1.evil.example")], false);
        check(true, &[], false);
        check(false, &[("host", "table.example")], true);
        check(false, &[("host", "192.168.1.5:7878")], true);
        check(false, &[("host", "table.example"), ("origin", "https://table.example")], true);
        check(false, &[("host", "table.example"), ("origin", "https://other.example")], false);
        // A name of somebody else's that leads here, with an origin to match.
        check(false, &[("host", "evil.example"), ("origin", "http://evil.example")], false);
        check(true, &[("host", "localhost"), ("sec-fetch-site", "cross-site")], false);
        check(
            true,
            &[("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
            true,
        );
    }

    #[test]
    fn a_table_at_home_answers_no_proxy() {
        check(true, &[("host", "127.0.0.1:7878"), ("x-forwarded-for", "10.0.0.1")], false);
        check(true, &[("host", "127.0.0.1:7878"), ("forwarded", "for=10.0.0.1")], false);
        check(false, &[("host", "table.example"), ("x-forwarded-for", "10.0.0.1")], true);
    }

    #[test]
    fn only_a_trusted_proxy_says_where_a_request_comes_from() {
        let of = |peer: [u8; 4], said: &[(&'static str, &str)]| {
            guard(false).address(IpAddr::from(peer), &headers(said)).to_string()
        };
        let said = [("x-forwarded-for", "1.1.1.1, 2.2.2.2"), ("x-forwarded-for", "127.0.0.1")];
        assert_eq!(of([127, 0, 0, 1], &said), "2.2.2.2");
        assert_eq!(of([9, 9, 9, 9], &said), "9.9.9.9");
        assert_eq!(of([127, 0, 0, 1], &[]), "127.0.0.1");
        assert_eq!(of([127, 0, 0, 1], &[("x-forwarded-for", "nobody")]), "127.0.0.1");
    }
}
