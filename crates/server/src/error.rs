//! Errors of the API: everything that a client can do wrong, and what the server itself cannot do.

use crate::wire::{Breach, PositionFault, Problem};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sandtable_bots::levels::NoLevel;
use sandtable_bots::registry::TableError;
use sandtable_core::SessionError;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// There is no such thing.
    #[error("{0}")]
    Unknown(String),
    /// The request cannot be read.
    #[error("{0}")]
    Broken(String),
    /// The game has gone on.
    #[error("the game has gone on: it has {now} steps now, and your request was for {known}; look again")]
    Stale {
        /// How long it is.
        now: usize,
        /// How long the client thought it was.
        known: usize,
    },
    /// The action wants the next link of the seat's chain for its dice.
    #[error("{0}")]
    Reveal(String),
    /// Today's rules cannot begin the game.
    #[error("{0}")]
    Closed(String),
    /// No key for the seat.
    #[error("{0}")]
    Seat(String),
    /// Somebody must be signed in.
    #[error("{0}")]
    Account(String),
    /// The rules forbid it.
    #[error("{message}")]
    Illegal {
        /// In words.
        message: String,
        /// Which rules.
        breaches: Vec<Breach>,
    },
    /// A position cannot be.
    #[error("{}", .0.iter().map(|f| f.what.as_str()).collect::<Vec<_>>().join("; "))]
    Position(Vec<PositionFault>),
    /// The request is too large.
    #[error("the request is larger than {0} bytes, more than this may be")]
    Large(usize),
    /// The request comes too slowly.
    #[error("the request comes too slowly: it has to be here within {0} s")]
    Slow(u64),
    /// The request comes from another page.
    #[error("{0}")]
    Origin(String),
    /// There is no room for it.
    #[error("{0}")]
    Quota(String),
    /// Something cannot be had now.
    #[error("{0}")]
    Busy(String),
    /// The address needs another method.
    #[error("this address needs another method")]
    Method,
    /// The answer takes too long, and what becomes of the request is not known.
    #[error("{0}")]
    Overdue(String),
    /// The storage fails.
    #[error("the games cannot be read or saved just now, and nothing was changed: {0}")]
    Storage(String),
}

impl ApiError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::Unknown(_) => (StatusCode::NOT_FOUND, "unknown"),
            ApiError::Broken(_) => (StatusCode::BAD_REQUEST, "broken"),
            ApiError::Stale { .. } => (StatusCode::CONFLICT, "stale"),
            ApiError::Reveal(_) => (StatusCode::PRECONDITION_REQUIRED, "reveal"),
            ApiError::Closed(_) => (StatusCode::GONE, "closed"),
            ApiError::Seat(_) => (StatusCode::FORBIDDEN, "seat"),
            ApiError::Account(_) => (StatusCode::UNAUTHORIZED, "account"),
            ApiError::Illegal { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
            ApiError::Position(_) => (StatusCode::BAD_REQUEST, "position"),
            ApiError::Large(_) => (StatusCode::PAYLOAD_TOO_LARGE, "large"),
            ApiError::Slow(_) => (StatusCode::REQUEST_TIMEOUT, "slow"),
            ApiError::Origin(_) => (StatusCode::FORBIDDEN, "origin"),
            ApiError::Quota(_) => (StatusCode::TOO_MANY_REQUESTS, "quota"),
            ApiError::Busy(_) => (StatusCode::TOO_MANY_REQUESTS, "busy"),
            ApiError::Method => (StatusCode::METHOD_NOT_ALLOWED, "broken"),
            ApiError::Overdue(_) => (StatusCode::GATEWAY_TIMEOUT, "overdue"),
            ApiError::Storage(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage"),
        }
    }

    /// What goes over the wire.
    pub fn problem(&self) -> Problem {
        let breaches = match self {
            ApiError::Illegal { breaches, .. } => breaches.clone(),
            _ => vec![],
        };
        let faults = match self {
            ApiError::Position(faults) => faults.clone(),
            _ => vec![],
        };
        Problem { code: self.status_and_code().1.to_string(), message: self.to_string(), breaches, faults }
    }
}

impl From<TableError> for ApiError {
    fn from(e: TableError) -> ApiError {
        let message = e.to_string();
        if let Some(illegal) = e.illegal() {
            return ApiError::Illegal { message, breaches: illegal.0.clone() };
        }
        if matches!(e, TableError::Session(SessionError::WantsLink | SessionError::WrongLink)) {
            return ApiError::Reveal(message);
        }
        if e.by_rules() || matches!(e, TableError::Session(SessionError::NoChain(_))) {
            return ApiError::Illegal { message, breaches: vec![] };
        }
        ApiError::Broken(message)
    }
}

impl From<SessionError> for ApiError {
    fn from(e: SessionError) -> ApiError {
        TableError::from(e).into()
    }
}

impl From<NoLevel> for ApiError {
    fn from(e: NoLevel) -> ApiError {
        ApiError::Broken(e.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, _) = self.status_and_code();
        if status.is_server_error() {
            tracing::error!("{self}");
        }
        (status, Json(self.problem())).into_response()
    }
}
