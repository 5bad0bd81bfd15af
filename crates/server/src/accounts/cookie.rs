//! The cookie of a device that is signed in.

use super::UNUSED;
use axum::http::{HeaderMap, HeaderValue, header};

/// Letters of a cookie's value: ours are as long.
const LENGTH: usize = 64;

/// The name of the cookie. Where the table is reached by https, browsers take a name like this only from the table itself, and send it by
/// https alone.
fn name(https: bool) -> &'static str {
    if https { "__Host-sandtable" } else { "sandtable" }
}

/// The value of the cookie that comes with a request.
pub fn of(headers: &HeaderMap, https: bool) -> Option<String> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|v| v.to_str().ok());
    let pairs = all.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut ours = pairs.filter(|(key, _)| *key == name(https)).map(|(_, value)| value.to_string());
    ours.find(|value| value.len() == LENGTH && value.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn written(value: &str, age: i64, https: bool) -> Option<HeaderValue> {
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}", name(https));
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The header that gives a device its cookie.
pub fn given(value: &str, https: bool) -> Option<HeaderValue> {
    written(value, UNUSED / 1000, https)
}

/// The header that takes it away.
pub fn taken(https: bool) -> Option<HeaderValue> {
    written("", 0, https)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_as_it_was_given() {
        let value = "0123456789abcdef".repeat(4);
        let read = |text: &str, https| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_str(text).unwrap());
            of(&headers, https)
        };
        assert_eq!(read(&format!("a=b; sandtable={value}"), false), Some(value.clone()));
        assert_eq!(read(&format!("__Host-sandtable={value}"), true), Some(value.clone()));
        // Another page of the same machine can set a plain one; by https it does not count.
        assert_eq!(read(&format!("sandtable={value}"), true), None);
        assert_eq!(read("sandtable=short", false), None);
        let given = given(&value, true).unwrap();
        let given = given.to_str().unwrap();
        for part in ["__Host-sandtable=", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(given.contains(part), "{given}");
        }
        assert!(!given.contains("Domain"), "{given}");
    }
}
