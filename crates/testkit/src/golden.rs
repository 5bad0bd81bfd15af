//! Golden counts: how many actions there are at each decision of a fixed game.

use crate::Walk;
use sandtable_core::dice::Seeded;
use sandtable_core::player::Player;
use sandtable_core::{Game, Options, Side};
use std::path::Path;

/// Decisions of each scenario that are counted.
const DECISIONS: usize = 150;

/// Takes one of all legal actions, each as likely, and notes how many there were.
struct Counting {
    chance: Seeded,
    counts: Vec<String>,
}

impl<G: Game> Player<G> for Counting {
    fn choose(&mut self, game: &G, position: &G::Position, side: Side) -> Option<G::Action> {
        let mut list = Vec::new();
        game.actions(position, side, &mut list);
        self.counts.push(list.len().to_string());
        list.get(self.chance.below(list.len().max(1))).copied()
    }
}

/// A line for each scenario: its id and how many actions there were at each decision of a fixed game.
fn counts<G: Game>(game: &G) -> String {
    let options = Options::new();
    let mut text = String::new();
    for scenario in &game.about().scenarios {
        let walk = Walk { scenario: &scenario.id, options: &options, seed: 1, steps: DECISIONS, every: 1 };
        let mut player = Counting { chance: Seeded::new(2), counts: Vec::new() };
        walk.look_with(game, &mut player, |_| {});
        text.push_str(&format!("{}: {}\n", scenario.id, player.counts.join(" ")));
    }
    text
}

/// The numbers of actions are those in the file. Where a change was meant, `SANDTABLE_GOLDEN=write` writes it anew.
///
/// # Panics
///
/// With the first decision that has another number of actions.
pub fn golden_counts<G: Game>(game: &G, file: &Path) {
    let now = counts(game);
    if std::env::var("SANDTABLE_GOLDEN").is_ok_and(|v| v == "write") {
        std::fs::write(file, &now).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
    let golden = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert_eq!(golden.lines().count(), now.lines().count(), "scenarios in {}", file.display());
    for (was, is) in golden.lines().zip(now.lines()) {
        let differs = was.split(' ').zip(is.split(' ')).position(|(a, b)| a != b);
        let scenario = is.split(':').next().unwrap_or_default();
        assert_eq!(differs, None, "{scenario}: the decision with another number of actions; was that meant?");
        assert_eq!(was.len(), is.len(), "{scenario}: decisions");
    }
}
