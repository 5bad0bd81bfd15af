//! What only Tannenberg has (tannenberg 15 to 23).

mod own;
pub mod staff;

pub use own::*;
