//! What the kernel asks of every game: positions that read as they were written, typed actions that lead back to themselves, and
//! secrets that are kept while a game is played on.
#![allow(clippy::unwrap_used)]
use sandtable_core::plan::Planned;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Options, Side};
use sandtable_empires::Empires;
use sandtable_testkit::{
    SecretsReport, Walk, positions_read_as_written, secrets_are_kept, typed_actions_lead_back,
    values_by_hand_are_refused_or_played,
};
use std::sync::OnceLock;

fn europe() -> &'static Empires {
    static GAME: OnceLock<Empires> = OnceLock::new();
    GAME.get_or_init(|| Empires::new().unwrap())
}

const SCENARIOS: [&str; 6] = ["ulm1805", "jena1806", "wagram1809", "russia1812", "danube1809", "grand1805"];

/// Walks through a game of every scenario.
fn each(steps: usize, every: usize, look: impl Fn(Walk<'_>)) {
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        let options = Options::new();
        look(Walk { scenario, options: &options, seed: i as u64 + 1, steps, every });
    }
}

#[test]
fn positions_read_as_they_were_written() {
    each(260, 61, |walk| positions_read_as_written(europe(), walk));
}

#[test]
fn values_by_hand_are_refused_or_can_be_played() {
    each(200, 61, |walk| values_by_hand_are_refused_or_played(europe(), walk));
}

#[test]
fn typed_actions_are_read_whole() {
    each(150, 29, |walk| typed_actions_lead_back(europe(), walk));
}

/// Actions name blocks by their numbers, which everybody can follow, so that each means the same in both games.
fn kept(steps: usize, every: usize, player: &mut dyn Player<Empires>) -> SecretsReport {
    let mut all = SecretsReport::default();
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        let options = Options::new();
        let walk = Walk { scenario, options: &options, seed: i as u64 + 1, steps, every };
        for side in [0, 1, 3] {
            all += secrets_are_kept(europe(), walk, Side(side), player, &|_| true, 15);
        }
    }
    all
}

#[test]
fn secrets_are_kept_in_games_by_chance() {
    let all = kept(160, 79, &mut Recruit::new(5));
    assert!(all.compared > 100, "{all:?}");
}

#[test]
fn secrets_are_kept_in_games_of_scripts() {
    let all = kept(60, 29, &mut europe().script());
    assert!(all.compared > 100, "{all:?}");
}
