//! The stories that a game tells of its battles.

use crate::Step;
use sandtable_core::Side;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::guide::Guide;
use sandtable_core::view::Viewer;
use std::collections::HashSet;

/// Follows the battles of a game.
#[derive(Default)]
pub struct Battles {
    open: bool,
    /// How many were told so far.
    pub opened: usize,
}

impl Battles {
    /// Each sum is that of its rows, nothing is told outside a battle, and no viewer is told of a piece that it does not see.
    ///
    /// # Panics
    ///
    /// With whatever does not hold.
    pub fn follow<G: Guide>(&mut self, game: &G, step: &Step<'_, G>, viewers: &[Side], at: &str) {
        for part in told(game, step.before, step.events, None, Viewer::All) {
            match &part {
                BattlePart::Opens { .. } => {
                    self.opened += 1;
                    self.open = true;
                }
                _ => assert!(self.open, "{at}: no battle is open: {part:?}"),
            }
            if part == BattlePart::Closes {
                self.open = false;
            }
            if let Some(wrong) = part.wrong_sum() {
                panic!("{at}: {wrong}: {part:?}");
            }
        }
        if game.about().open {
            return;
        }
        for viewer in viewers.iter().map(|s| Viewer::Side(*s)).chain([Viewer::Watcher]) {
            let named: Vec<String> =
                told(game, step.before, step.events, None, viewer).iter().flat_map(pieces).collect();
            if named.is_empty() {
                continue;
            }
            let views = [game.view(step.before, viewer), game.view(step.after, viewer)];
            let seen: HashSet<&str> = views.iter().flat_map(|v| &v.counters).map(|c| c.id.as_str()).collect();
            for piece in named {
                assert!(
                    seen.contains(piece.as_str()),
                    "{at}: {viewer:?} is told of {piece}, which it does not see"
                );
            }
        }
    }
}

/// The pieces that a part names.
fn pieces(part: &BattlePart) -> Vec<String> {
    let named: Vec<&String> = match part {
        BattlePart::Opens { attackers, defenders, .. } => {
            attackers.iter().chain(defenders).map(|f| &f.piece).collect()
        }
        BattlePart::Joins { force, .. } => vec![&force.piece],
        BattlePart::Fate { piece, .. } => vec![piece],
        _ => vec![],
    };
    named.into_iter().filter(|p| !p.is_empty()).cloned().collect()
}
