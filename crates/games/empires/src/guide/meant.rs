//! What a gesture means: the legal action that is made so, or the one that the player must have meant.

use crate::Europe;
use crate::land::Position;
use crate::play::Action;
use sandtable_core::guide::{Battle, Way};
use sandtable_core::{Decision, Side};

impl Europe {
    /// The first legal action that is made with these pieces at this place; without a place, one that these pieces have a part in.
    /// The position is as the side knows it.
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
        engine.list(p, side, &mut list);
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

    /// Where a piece can go now.
    pub(super) fn ways_of(&self, _p: &Position, _side: Side, _piece: &str) -> Vec<Way> {
        Vec::new()
    }

    /// The combat that an action begins.
    pub(super) fn battle_of(&self, _p: &Position, _side: Side, _action: &Action) -> Option<Battle> {
        None
    }
}
