//! What is said of notices.

pub use crate::notices::push::Subscription;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What you are told, and how.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Notices {
    /// Whether by mail.
    pub mail: bool,
    /// Whether this table sends mail and your address is confirmed.
    pub mail_works: bool,
    /// The address to which messages are sent.
    pub webhook: Option<String>,
    /// The secret with which these are signed, when it has just been made.
    pub secret: Option<String>,
    /// How many browsers are told while they are closed.
    pub browsers: usize,
    /// Games of which you are told nothing.
    pub silent: Vec<String>,
    /// The key that a browser asks for before it can be told.
    pub push_key: Option<String>,
}

/// A change of what you are told; what is left out stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ChangeNotices {
    /// Whether by mail.
    pub mail: Option<bool>,
    /// An address for messages; empty for none.
    pub webhook: Option<String>,
    /// This browser wants to be told while it is closed.
    pub browser: Option<Subscription>,
    /// No browser is told any more.
    pub no_browsers: bool,
    /// A game that you want to be told of, or not.
    pub game: Option<SilentGame>,
}

/// Whether you are told of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SilentGame {
    /// Its id.
    pub id: String,
    /// Whether you are told nothing of it.
    pub silent: bool,
}
