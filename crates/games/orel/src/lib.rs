//! The Battle of Orel, October 1919.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod data;
