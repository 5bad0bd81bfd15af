//! What comes in with a request: bodies, checked for size, pace and shape.

use crate::error::ApiError;
use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout, timeout_at};

/// The largest body of most requests.
pub const SMALL: usize = 64 * 1024;

/// The largest position as text.
pub const TEXT: usize = 512 * 1024;

/// The largest game file.
pub const FILE: usize = 8 * 1024 * 1024;

/// How long a body may take to come.
struct Times {
    /// The whole of it.
    whole: Duration,
    /// Until then any pace will do.
    pause: Duration,
    /// Later so many bytes a second must have come on the average.
    pace: f64,
}

const TIMES: Times = Times { whole: Duration::from_secs(20), pause: Duration::from_secs(5), pace: 1024.0 };

/// A game file is longer.
const TIMES_OF_FILE: Times = Times { whole: Duration::from_secs(60), ..TIMES };

/// Large bodies that come in at once; what is in memory of them is bounded by this.
static LARGE: Semaphore = Semaphore::const_new(16);

/// A body in JSON of at most so many bytes.
pub struct JsonBody<T, const MOST: usize = SMALL>(pub T);

/// Told when the body of a request is in: from then on its answer is waited for, and no longer who sends it.
#[derive(Clone, Default)]
pub(crate) struct BodyIn(pub(crate) Arc<Notify>);

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static, const MOST: usize> FromRequest<S>
    for JsonBody<T, MOST>
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        if !kind.starts_with("application/json") {
            return Err(ApiError::Broken("the body must be sent as application/json".to_string()));
        }
        let body_in = request.extensions().get::<BodyIn>().cloned().unwrap_or_default();
        let (bytes, room) =
            whole(request.into_body(), MOST, if MOST > TEXT { TIMES_OF_FILE } else { TIMES }).await?;
        body_in.0.notify_one();
        let parse = move || {
            let parsed = serde_json::from_slice(&bytes);
            drop(room);
            parsed.map_err(|e| ApiError::Broken(format!("the body does not fit this request: {e}")))
        };
        // A long text takes its time: not on the threads that serve everybody.
        let parsed = match MOST > SMALL {
            true => tokio::task::spawn_blocking(parse).await.map_err(|e| ApiError::Broken(e.to_string()))?,
            false => parse(),
        };
        parsed.map(JsonBody)
    }
}

/// A whole body, if it is not too large and does not come too slowly.
async fn whole(
    body: Body,
    most: usize,
    times: Times,
) -> Result<(Vec<u8>, Option<SemaphorePermit<'static>>), ApiError> {
    if body.size_hint().lower() > most as u64 {
        return Err(ApiError::Large(most));
    }
    let begun = Instant::now();
    let (mut bytes, mut room) = (Vec::new(), None);
    let mut stream = body.into_data_stream();
    loop {
        let pace = times.pause + Duration::from_secs_f64(bytes.len() as f64 / times.pace);
        let next = timeout_at(begun + times.whole.min(pace), stream.next()).await;
        match next.map_err(|_| ApiError::Slow(times.whole.as_secs()))? {
            None => return Ok((bytes, room)),
            Some(Err(e)) => return Err(ApiError::Broken(format!("the body breaks off: {e}"))),
            Some(Ok(part)) if bytes.len() + part.len() > most => return Err(ApiError::Large(most)),
            Some(Ok(part)) => {
                if room.is_none() && bytes.len() + part.len() > SMALL {
                    room = timeout(times.pause, LARGE.acquire()).await.ok().and_then(Result::ok);
                    if room.is_none() {
                        let why = "many send large files just now; try again in a moment";
                        return Err(ApiError::Busy(why.to_string()));
                    }
                }
                bytes.extend_from_slice(&part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;
    use std::io;

    /// What becomes of a body that comes in so many parts of so many bytes, with so many milliseconds before each.
    async fn code(wait: u64, parts: usize, bytes: usize, most: usize, times: Times) -> String {
        let part = move |left: usize| async move {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            (left > 0).then(|| (Ok::<_, io::Error>(vec![b' '; bytes]), left - 1))
        };
        let came = whole(Body::from_stream(stream::unfold(parts, part)), most, times).await;
        came.map_or_else(|e| e.problem().code, |(bytes, _)| bytes.len().to_string())
    }

    #[tokio::test]
    async fn a_body_comes_whole_and_in_time() {
        let seconds = Duration::from_secs_f64;
        let times = |whole, pause, pace| Times { whole: seconds(whole), pause: seconds(pause), pace };
        let ample = || times(60.0, 60.0, 1.0);
        assert_eq!(code(0, 3, 10, SMALL, ample()).await, "30");
        assert_eq!(code(0, 3, 40_000, SMALL, ample()).await, "large");
        assert_eq!(code(0, 10, 200_000, FILE, ample()).await, "2000000");
        assert_eq!(
            code(20, 1_000, 10, SMALL, times(60.0, 0.1, 1_000_000.0)).await,
            "slow",
            "hardly anything"
        );
        assert_eq!(code(400, 5, 4_000, SMALL, times(60.0, 1.0, 100.0)).await, "20000", "it keeps its pace");
        assert_eq!(
            code(20, 1_000, 4_000, FILE, times(0.1, 60.0, 1.0)).await,
            "slow",
            "longer than it may take"
        );
    }
}
