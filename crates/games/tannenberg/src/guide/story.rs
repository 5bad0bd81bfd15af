//! The story of a battle: that of the system, with what it scores.

use crate::Tannenberg;
use crate::action::{Event, Reason};
use crate::play::{DE, RU, reason};
use crate::position::{Position, Step};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::view::Viewer;
use sandtable_east::words::count;

/// What is scored in the midst of a combat and at no other moment that could follow it in the same step (tannenberg 21.2).
const IN_COMBAT: [Reason; 6] = [
    reason::GERMAN_STEPS,
    reason::RUSSIAN_STEPS,
    reason::FORTRESS_WEST,
    reason::FORTRESS_EAST_SMALL,
    reason::FORTRESS_EAST_GREAT,
    reason::RUSSIAN_FORTRESS,
];

impl Tannenberg {
    /// What an event adds to the story of a battle, for a viewer.
    pub(super) fn story(&self, before: &Position, event: &Event, viewer: Viewer) -> Vec<BattlePart> {
        let fought = before.steps.waiting().iter().any(|s| matches!(s, Step::CombatEnds | Step::Declare(_)));
        match *event {
            Event::Points(why, points, total) if fought && IN_COMBAT.contains(&why) => {
                let side = if points > 0 { RU } else { DE };
                let whose = if points > 0 { "Russia" } else { "Germany" };
                let scored = count(points.abs(), "point");
                vec![BattlePart::Fate {
                    kind: FateKind::Other,
                    side: self.player_id(side),
                    piece: String::new(),
                    text: format!("{scored} for {whose}: {}. The total is {total}", why.words),
                    places: vec![],
                }]
            }
            _ => self.teller(before, Self::sees_boxes(viewer)).parts(before, event),
        }
    }
}
