//! Positions written by hand.

use crate::Front;
use crate::state::Position;
use sandtable_core::Options;

impl Front {
    /// Reads a position written by hand.
    pub(crate) fn read_position(&self, _options: &Options, _text: &str) -> Result<Position, String> {
        Err("positions of this game cannot be read yet".to_string())
    }
}
