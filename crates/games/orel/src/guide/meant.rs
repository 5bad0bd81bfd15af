//! What a gesture means: the legal action that is made so, or the one that the player must have meant.

use crate::Field;
use crate::play::Action;
use crate::state::Position;
use sandtable_core::{Decision, Side};

impl Field {
    /// The first legal action that is made with these pieces at this place; without a place, one that these pieces have a part in.
    pub(super) fn offered(
        &self,
        p: &Position,
        side: Side,
        pieces: &[String],
        place: Option<&str>,
    ) -> Option<Action> {
        let engine = self.engine();
        if !matches!(engine.decision(p), Decision::Decide { sides, .. } if sides.has(side)) {
            return None;
        }
        let mut list = Vec::new();
        engine.list(p, side.0, &mut list);
        list.into_iter().find(|a| {
            let handle = self.handle_of(p, a);
            let here = place.is_none_or(|place| handle.place.as_deref() == Some(place));
            let with = pieces.iter().all(|piece| handle.pieces.contains(piece));
            here && with && (place.is_some() || !pieces.is_empty())
        })
    }

    /// What was meant, legal or not.
    pub(super) fn meant(
        &self,
        _p: &Position,
        _side: Side,
        _pieces: &[String],
        _place: Option<&str>,
    ) -> Option<Action> {
        None
    }
}
