//! What checks every request: a page of another site may not use this table, and what is sent out says how
//! it may be used.

use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Names by which a table on this machine is known.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                              connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// Who may speak to the table.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Whether the table is on loopback only, so that any other name is a trick.
    pub loopback: bool,
}

impl Guard {
    fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
        let host = text(header::HOST).unwrap_or("");
        if self.loopback && !LOOPBACK.contains(&name_of(host)) {
            return Err(ApiError::Origin(format!("this table is known as 127.0.0.1, not as `{host}`")));
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

/// Lets a request through, or not.
pub async fn check_request(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(request.headers()) {
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

    fn check(loopback: bool, pairs: &[(&'static str, &str)], through: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        assert_eq!(Guard { loopback }.check(&headers).is_ok(), through, "{pairs:?}");
    }

    #[test]
    fn only_the_tables_own_pages_speak_to_it() {
        check(true, &[("host", "127.0.0.1:7878")], true);
        check(true, &[("host", "localhost")], true);
        check(true, &[("host", "[::1]:7878"), ("origin", "http://[::1]:7878")], true);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://127.0.0.1:7878")], true);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://evil.example")], false);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "null")], false);
        check(true, &[("host", "127.0.0.1:7878"), ("origin", "http://127.0.0.1:9999")], false);
        check(true, &[("host", "evil.example:7878")], false);
        check(true, &[("host", "127.0.0.1.evil.example")], false);
        check(true, &[], false);
        check(false, &[("host", "table.example")], true);
        check(false, &[("host", "table.example"), ("origin", "https://table.example")], true);
        check(false, &[("host", "table.example"), ("origin", "https://other.example")], false);
        check(true, &[("host", "localhost"), ("sec-fetch-site", "cross-site")], false);
        check(
            true,
            &[("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
            true,
        );
    }
}
