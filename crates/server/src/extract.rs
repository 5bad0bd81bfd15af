//! What comes in with a request: bodies, checked for size and shape.

use crate::error::ApiError;
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

/// The largest body of most requests.
pub const SMALL: usize = 64 * 1024;

/// The largest position as text.
pub const TEXT: usize = 512 * 1024;

/// The largest game file.
pub const FILE: usize = 8 * 1024 * 1024;

/// A body in JSON of at most so many bytes.
pub struct JsonBody<T, const MOST: usize = SMALL>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const MOST: usize> FromRequest<S> for JsonBody<T, MOST> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        if !kind.starts_with("application/json") {
            return Err(ApiError::Broken("the body must be sent as application/json".to_string()));
        }
        let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| ApiError::Large(MOST))?;
        serde_json::from_slice(&bytes)
            .map(JsonBody)
            .map_err(|e| ApiError::Broken(format!("the body does not fit this request: {e}")))
    }
}
