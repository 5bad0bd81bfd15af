//! What every game must hold to, in this one.
#![allow(clippy::unwrap_used)]
use sandtable_core::{Options, Side};
use sandtable_tannenberg::bot::Regular;
use sandtable_tannenberg::{Action, Mover, Tannenberg};
use sandtable_testkit::{
    SecretsReport, Walk, positions_read_as_written, secrets_are_kept, typed_actions_lead_back,
    values_by_hand_are_refused_or_played,
};
use std::sync::OnceLock;

fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    GAME.get_or_init(|| Tannenberg::new().unwrap())
}

/// Walks through every scenario, with the options that change what is asked.
fn walk(seeds: std::ops::Range<u64>, steps: usize, every: usize, mut see: impl FnMut(Walk<'_>)) {
    for scenario in ["tannenberg", "winter", "campaign", "free", "three-player"] {
        for seed in seeds.clone() {
            let mut options = Options::new();
            if seed % 2 == 1 {
                options.insert("ends".to_string(), "player".to_string());
            }
            see(Walk { scenario, options: &options, seed, steps, every });
        }
    }
}

#[test]
fn positions_are_read_as_they_were_written() {
    walk(0..2, 700, 67, |w| positions_read_as_written(theatre(), w));
}

#[test]
fn values_by_hand_lead_to_no_panic() {
    walk(0..2, 500, 31, |w| values_by_hand_are_refused_or_played(theatre(), w));
}

#[test]
fn what_is_typed_is_read_whole() {
    walk(0..1, 160, 79, |w| typed_actions_lead_back(theatre(), w));
}

#[test]
fn what_the_boxes_hold_shows_in_nothing() {
    sandtable_core::rules!("tannenberg 18.0i");
    // Gruppen are numbered anew when their contents are dealt anew, and what ends a step ends another one elsewhere.
    let plain = |action: &Action| {
        matches!(
            action,
            Action::March(Mover::Unit(_), _)
                | Action::Attack(_)
                | Action::Also(_)
                | Action::With(_)
                | Action::WithAll
                | Action::Fight
                | Action::Choose(_)
                | Action::Affect(_)
                | Action::Lose(_)
                | Action::Advance(..)
                | Action::Withdraw(_)
                | Action::Follow(_)
        )
    };
    let mut kept = SecretsReport::default();
    walk(0..1, 900, 73, |w| {
        let walk = Walk { seed: 5, ..w };
        kept += secrets_are_kept(theatre(), walk, Side(1), &mut Regular::new(w.seed), &plain, 12);
    });
    assert!(kept.compared > 100, "{kept:?}");
}
