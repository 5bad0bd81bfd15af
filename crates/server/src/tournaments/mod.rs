//! Tournaments: who plays whom is settled by the table, which makes the games of a round as soon as those of the round before have ended.

mod pairing;
pub(crate) mod routes;
mod run;
mod standings;
