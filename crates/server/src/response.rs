//! Answers that are made once and sent often: kept plain and compressed.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

/// Something ready to be sent.
#[derive(Clone)]
pub struct CachedResponse {
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
    tag: HeaderValue,
}

impl CachedResponse {
    /// Packs a body of a kind.
    pub fn new(kind: &'static str, plain: Vec<u8>) -> CachedResponse {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(4));
        // Writing into memory does not fail; if it did, the plain body serves.
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"0\""));
        CachedResponse { kind, plain: plain.into(), gzip: gzip.into(), tag }
    }

    /// The answer to a request with these headers: nothing new, compressed, or plain.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = if headers.get(header::IF_NONE_MATCH) == Some(&self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if accepts_gzip(headers) && !self.gzip.is_empty() {
            let mut r = Response::new(Body::from(self.gzip.clone()));
            r.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            r
        } else {
            Response::new(Body::from(self.plain.clone()))
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|e| e.trim().split(';').next() == Some("gzip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status_and_encoding(name: header::HeaderName, value: &str) -> (u16, bool) {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
        let response = CachedResponse::new("text/plain", vec![b'a'; 1000]).answer(&headers);
        (response.status().as_u16(), response.headers().contains_key(header::CONTENT_ENCODING))
    }

    #[test]
    fn a_body_goes_out_as_the_client_can_read_it() {
        assert_eq!(status_and_encoding(header::ACCEPT_ENCODING, "br, gzip;q=0.8"), (200, true));
        assert_eq!(status_and_encoding(header::ACCEPT_ENCODING, "identity"), (200, false));
        let tag = CachedResponse::new("text/plain", vec![b'a'; 1000]).tag;
        assert_eq!(status_and_encoding(header::IF_NONE_MATCH, tag.to_str().unwrap()), (304, false));
        assert_eq!(status_and_encoding(header::IF_NONE_MATCH, "\"other\""), (200, false));
    }
}
