//! The pieces of the scenario: where they stood, or waiting for their sides to place them (6).

use crate::Fury;
use crate::position::{Position, off};

impl Fury {
    /// The historical set-up.
    pub(crate) fn deploy(&self, p: &mut Position) {
        for (piece, hex) in &self.data.deploy {
            p.put(&self.data, *piece, *hex);
        }
    }

    /// All pieces that begin on the map wait to be placed.
    pub(crate) fn gather(&self, p: &mut Position) {
        for (i, corps) in self.data.corps.iter().enumerate() {
            if corps.enters.is_none() {
                p.place[i] = off::POOL;
            }
        }
        for (i, hq) in self.data.hqs.iter().enumerate() {
            if hq.enters.is_none() {
                p.place[crate::data::pieces::CORPS + i] = off::POOL;
            }
        }
    }
}
