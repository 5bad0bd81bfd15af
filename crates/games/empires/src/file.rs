//! Positions written by hand.

use crate::Europe;
use crate::land::Position;
use sandtable_core::Options;

impl Europe {
    /// A position written by hand.
    pub(crate) fn read_position(&self, _options: &Options, _text: &str) -> Result<Position, String> {
        Err("positions by hand are not read yet".to_string())
    }
}
