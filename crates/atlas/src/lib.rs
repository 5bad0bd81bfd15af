//! The map compiler: geography, a georeference for each board, hex lists by hand and corrections become board
//! files. Everything it reads is a plain file that a person can mend; the same files give the same bytes.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod areainputs;
pub mod areas;
pub mod audit;
pub mod compile;
mod courses;
pub mod files;
pub mod fit;
pub mod geo;
pub mod georef;
mod layers;
mod lines;
mod raster;
mod rivers;
mod routes;
pub mod sheet;
pub mod shores;
mod sources;

pub use compile::{Compiled, compile};
pub use files::{AtlasError, Result};
pub use sources::{BoardSource, Sources};
