//! A connection on which the other side may not take as long as it likes.

use super::crowd::{Connection, Phase, Place};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// How long the head of a request may take from its first byte on, and the first byte of a new connection.
const HEAD: Duration = Duration::from_secs(10);

/// How long a connection is kept between two requests.
const IDLE: Duration = Duration::from_secs(60);

/// How long somebody who is sent something may take to read any of it.
const STALL: Duration = Duration::from_secs(30);

/// A connection with its place among all.
pub struct Watched {
    stream: TcpStream,
    place: Place,
    /// The end of what the other side does now, and for which turn it was set.
    time: Option<Pin<Box<Sleep>>>,
    set_for: Option<u64>,
    /// The end of waiting for the other side to read; nothing while it reads.
    stall: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    /// Watches a stream.
    pub fn new(stream: TcpStream, place: Place) -> Watched {
        Watched { stream, place, time: None, set_for: None, stall: None }
    }

    fn connection(&self) -> &Arc<Connection> {
        self.place.connection()
    }

    /// Waits for the first byte.
    pub async fn first_byte(&self) -> io::Result<()> {
        let ended = std::future::poll_fn(|cx| match self.connection().must_end(cx.waker()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        });
        tokio::select! {
            readable = tokio::time::timeout(HEAD, self.stream.readable()) => {
                readable.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
            }
            () = ended => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    /// Whether the other side has taken too long, or must go.
    fn over(&mut self, cx: &mut Context<'_>) -> Option<io::Error> {
        if self.connection().must_end(cx.waker()) {
            return Some(io::ErrorKind::ConnectionAborted.into());
        }
        let (phase, since, turn) = self.connection().phase();
        let most = match phase {
            Phase::New | Phase::Head => HEAD,
            Phase::Waiting => IDLE,
            // Bodies and WebSockets have times of their own.
            Phase::Busy | Phase::Open => {
                self.time = None;
                return None;
            }
        };
        let end = Instant::from_std(since + most);
        let time = self.time.get_or_insert_with(|| Box::pin(sleep_until(end)));
        if self.set_for.replace(turn) != Some(turn) {
            time.as_mut().reset(end);
        }
        time.as_mut().poll(cx).is_ready().then(|| io::ErrorKind::TimedOut.into())
    }

    /// What came of writing: as long as the other side reads nothing, its time runs.
    fn wrote<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.stall = None;
            return done;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + STALL)));
        stall.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(cx, buffer) {
            Poll::Pending => match self.over(cx) {
                Some(e) => Poll::Ready(Err(e)),
                None => Poll::Pending,
            },
            ready => {
                let came = buffer.filled().len() > before;
                if came && matches!(self.connection().phase().0, Phase::New | Phase::Waiting) {
                    self.connection().turn(Phase::Head);
                }
                ready
            }
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
