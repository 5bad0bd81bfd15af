//! Refusals: everything that a client can do wrong, and what the table itself cannot do.

use crate::wire::{Breach, Problem};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sandtable_bots::registry::TableError;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such thing.
    #[error("{0}")]
    Unknown(String),
    /// The request cannot be read.
    #[error("{0}")]
    Broken(String),
    /// The game has gone on.
    #[error("the game has gone on: it has {now} steps by now, and you spoke of {known}; look again")]
    Stale {
        /// How long it is.
        now: usize,
        /// How long the client thought it was.
        known: usize,
    },
    /// No key for the seat.
    #[error("{0}")]
    Seat(String),
    /// The rules forbid it.
    #[error("{message}")]
    Illegal {
        /// In words.
        message: String,
        /// Which rules.
        breaches: Vec<Breach>,
    },
    /// The request is too large.
    #[error("the request is larger than {0} bytes, more than this may be")]
    Large(usize),
    /// The request comes from another page.
    #[error("{0}")]
    Origin(String),
    /// Something cannot be had now.
    #[error("{0}")]
    Busy(String),
    /// The storage fails.
    #[error("the game could not be saved, and nothing was changed: {0}")]
    Storage(String),
}

impl Refusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Refusal::Unknown(_) => (StatusCode::NOT_FOUND, "unknown"),
            Refusal::Broken(_) => (StatusCode::BAD_REQUEST, "broken"),
            Refusal::Stale { .. } => (StatusCode::CONFLICT, "stale"),
            Refusal::Seat(_) => (StatusCode::FORBIDDEN, "seat"),
            Refusal::Illegal { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
            Refusal::Large(_) => (StatusCode::PAYLOAD_TOO_LARGE, "large"),
            Refusal::Origin(_) => (StatusCode::FORBIDDEN, "origin"),
            Refusal::Busy(_) => (StatusCode::TOO_MANY_REQUESTS, "busy"),
            Refusal::Storage(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage"),
        }
    }

    /// What goes over the wire.
    pub fn problem(&self) -> Problem {
        let breaches = match self {
            Refusal::Illegal { breaches, .. } => breaches.clone(),
            _ => vec![],
        };
        Problem { code: self.status_and_code().1.to_string(), message: self.to_string(), breaches }
    }
}

impl From<TableError> for Refusal {
    fn from(e: TableError) -> Refusal {
        let message = e.to_string();
        if let Some(illegal) = e.illegal() {
            let breaches = illegal.0.iter().cloned().map(Breach::from).collect();
            return Refusal::Illegal { message, breaches };
        }
        if e.by_rules() {
            return Refusal::Illegal { message, breaches: vec![] };
        }
        Refusal::Broken(message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, _) = self.status_and_code();
        if status.is_server_error() {
            tracing::error!("{self}");
        }
        (status, Json(self.problem())).into_response()
    }
}
