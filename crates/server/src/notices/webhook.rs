//! Webhooks: a signed message to an address that somebody names. The table is no way into the network that it stands in: addresses that only
//! those inside can reach are refused, whatever the name says that leads there.

use hmac::{Hmac, Mac};
use sandtable_core::seal::to_hex;
use sha2::Sha256;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether an address can be reached from everywhere.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(a) => {
            let [first, second, ..] = a.octets();
            !(a.is_private()
                || a.is_loopback()
                || a.is_link_local()
                || a.is_broadcast()
                || a.is_documentation()
                || a.is_multicast()
                || a.is_unspecified()
                || first == 0
                || first >= 240
                || (first == 100 && (64..128).contains(&second)))
        }
        IpAddr::V6(a) => {
            let first = a.segments()[0];
            !(a.is_loopback()
                || a.is_unspecified()
                || a.is_multicast()
                || first & 0xfe00 == 0xfc00
                || first & 0xffc0 == 0xfe80)
        }
    }
}

/// Finds addresses of names, and those alone that may be used.
#[derive(Debug)]
struct Outside {
    inner: DefaultResolver,
    inside_too: bool,
}

impl Resolver for Outside {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let outside = |a: &SocketAddr| self.inside_too || is_public(a.ip());
        match found.iter().all(outside) {
            true => Ok(found),
            false => Err(Error::HostNotFound),
        }
    }
}

/// What sends messages over HTTP.
pub struct Caller {
    agent: Agent,
}

impl Caller {
    /// One that reaches only what everybody can reach, unless it is allowed to go inside.
    pub fn new(inside_too: bool) -> Caller {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .http_status_as_error(false)
            .proxy(None)
            .user_agent("sandtable")
            .build();
        let resolver = Outside { inner: DefaultResolver::default(), inside_too };
        Caller { agent: Agent::with_parts(config, DefaultConnector::default(), resolver) }
    }

    /// Sends a body with headers; this blocks until the other side has answered. Gives the status.
    pub fn post(&self, url: &str, headers: &[(&str, String)], body: &[u8]) -> Result<u16, String> {
        let mut request = self.agent.post(url);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let answer = request.send(body).map_err(|e| e.to_string())?;
        Ok(answer.status().as_u16())
    }

    /// Sends a message that is signed with a secret.
    pub fn signed(&self, url: &str, secret: &str, at: i64, body: &str) -> Result<(), String> {
        let headers = [
            ("content-type", "application/json".to_string()),
            ("x-sandtable-time", at.to_string()),
            ("x-sandtable-signature", format!("sha256={}", signature(secret, at, body))),
        ];
        match self.post(url, &headers, body.as_bytes())? {
            200..=299 => Ok(()),
            status => Err(format!("the other side answered {status}")),
        }
    }
}

/// The signature of a message: HMAC-SHA-256 of the time, a full stop and the body.
pub fn signature(secret: &str, at: i64, body: &str) -> String {
    // A key of any length will do.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{at}.{body}").as_bytes());
    to_hex(&mac.finalize().into_bytes())
}

/// Checks an address that somebody names for messages.
pub fn check(url: &str, inside_too: bool) -> Result<(), String> {
    let uri: Uri = url.parse().map_err(|_| "this is no address of the web".to_string())?;
    let https = uri.scheme_str() == Some("https");
    if !(https || inside_too && uri.scheme_str() == Some("http")) {
        return Err("the address must begin with https://".to_string());
    }
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let figures: Option<IpAddr> = host.parse().ok();
    if host.is_empty() || url.len() > 500 || figures.is_some_and(|a| !inside_too && !is_public(a)) {
        return Err("this address cannot be used".to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_everybody_can_reach_is_called() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.1",
            "172.16.5.5",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(!public(inside), "{inside}");
        }
        assert!(public("93.184.216.34") && public("2606:2800:220:1::1"));
        assert!(check("https://hooks.example/x", false).is_ok());
        for wrong in ["http://hooks.example/x", "https://127.0.0.1/", "https://[::1]/", "ftp://x", "hello"] {
            assert!(check(wrong, false).is_err(), "{wrong}");
        }
        assert!(Caller::new(false).post("http://localhost:9/", &[], b"").is_err());
    }

    #[test]
    fn a_signature_binds_time_and_body() {
        let made = signature("key", 1, "{}");
        assert_eq!(made.len(), 64);
        assert_ne!(made, signature("key", 2, "{}"));
        assert_ne!(made, signature("key", 1, "[]"));
        assert_ne!(made, signature("other", 1, "{}"));
    }
}
