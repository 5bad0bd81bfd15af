//! Taking connections in: how many there may be, and how long each may take. A connection is counted from its first byte to its last, an
//! open WebSocket too; when there is no more room, whoever has the most makes room for who has less.

mod crowd;
mod watched;

pub use crowd::Connection;

use crate::settings::Settings;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Response, StatusCode};
use crowd::{Crowd, Full, Phase, Place};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tower::ServiceExt;
use watched::Watched;

/// How long a table that stops gives requests that it has begun to answer.
const FINISH: Duration = Duration::from_secs(2);

/// Files that the program itself needs open, beside those of its connections.
const OWN_FILES: usize = 128;

/// The longest head of a request, and the most that is read or written at once.
const BUFFER: usize = 16 * 1024;

/// Headers of one request.
const HEADERS: usize = 64;

/// Connections that are refused with words at the same time; what comes beside them is closed without.
static REFUSING: Semaphore = Semaphore::const_new(64);

/// How long somebody who is refused has to read why.
const READ_WHY: Duration = Duration::from_secs(1);

/// How many connections there can be at once with so many open files.
pub fn connections_with(settings: &Settings, files: Option<u64>) -> usize {
    let room = files.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let most = if settings.home() { usize::MAX } else { settings.limits.connections_of_all };
    most.min(room.saturating_sub(OWN_FILES)).max(1)
}

/// Serves a table until `stop`: then what was begun is finished, but nobody is waited for who only listens. `files` are as many as the
/// system lets the program have open.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    settings: &Settings,
    files: Option<u64>,
    stop: impl Future<Output = ()>,
) {
    let crowd = Crowd::new(settings, connections_with(settings, files));
    let (stopping, stopped) = watch::channel(());
    // It is closed when the last request is answered.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A pushed step must not wait for the acknowledgement of the one before it.
                let _ = stream.set_nodelay(true);
                match crowd.enter(peer.ip()) {
                    Ok(place) => {
                        let (app, stopped, open) = (app.clone(), stopped.clone(), open.clone());
                        tokio::spawn(async move {
                            follow(stream, peer, place, app, stopped).await;
                            drop(open);
                        });
                    }
                    Err(full) => refuse(stream, full),
                }
            }
            Err(e) if gone(&e) => {}
            Err(e) => {
                tracing::warn!("no connection can be taken in: {e}");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
    drop((listener, stopping, open));
    let _ = tokio::time::timeout(FINISH, all_closed.recv()).await;
}

/// Whether a connection was given up before it was taken in.
fn gone(e: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(e.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Says why somebody is not taken in.
fn refuse(mut stream: TcpStream, full: Full) {
    let Ok(turn) = REFUSING.try_acquire() else { return };
    tokio::spawn(async move {
        let problem = crate::error::ApiError::Busy(full.to_string()).problem();
        let body = serde_json::to_string(&problem).unwrap_or_default();
        let text = format!(
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             retry-after: 10\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let said = async {
            stream.write_all(text.as_bytes()).await?;
            stream.shutdown().await?;
            // What was sent is read: a connection that is closed on unread bytes loses the answer.
            let mut some = [0; 1024];
            while stream.read(&mut some).await? > 0 {}
            Ok::<_, io::Error>(())
        };
        let _ = tokio::time::timeout(READ_WHY, said).await;
        drop(turn);
    });
}

/// One connection to its end, or until it becomes a WebSocket.
async fn follow(
    stream: TcpStream,
    peer: SocketAddr,
    place: Place,
    app: Router,
    mut stopped: watch::Receiver<()>,
) {
    let connection = place.connection().clone();
    let watched = Watched::new(stream, place);
    // Until something comes it costs nothing but its socket.
    tokio::select! {
        begun = watched.first_byte() => if begun.is_err() { return },
        _ = stopped.changed() => return,
    }
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (app, connection) = (app.clone(), connection.clone());
        async move {
            connection.turn(Phase::Busy);
            let answering = Answering(connection.clone());
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(connection.clone());
            let response: Response<Body> = match app.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                connection.turn(Phase::Open);
            }
            Ok::<_, Infallible>(response.map(|body| Answer { body, _answering: answering }))
        }
    });
    let mut http = http1::Builder::new();
    http.header_read_timeout(None).max_buf_size(BUFFER).max_headers(HEADERS);
    let served = http.serve_connection(TokioIo::new(watched), service).with_upgrades();
    let mut served = pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        _ = stopped.changed() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(e) = ended {
        tracing::debug!("the connection from {peer} ended: {e}");
    }
}

/// A request that is being answered; when this goes, the connection waits for the next.
struct Answering(Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answered();
    }
}

/// The body of an answer.
struct Answer {
    body: Body,
    _answering: Answering,
}

impl hyper::body::Body for Answer {
    type Data = <Body as hyper::body::Body>::Data;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
