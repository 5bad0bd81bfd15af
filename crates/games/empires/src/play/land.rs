//! Areas, depots, supply, forage and movement (7.2 to 7.4), as functions over a plain position.

pub mod areaset;
pub mod depots;
pub mod encounter;
pub mod forage;
pub mod garrison;
pub mod loose;
pub mod movement;
pub mod paying;
pub mod picture;
pub mod position;
pub mod sea;
pub mod start;
pub mod supply;

pub use areaset::AreaSet;
pub use loose::{Garrison, InCity, Loose, OnDepot};
pub use picture::Picture;
pub use position::{Corps, Fleet, FleetAt, NOBODY, Position, Spot};
pub use supply::Chain;
