//! What every game must hold to, in this one. That secrets are kept is in `secrets.rs`: Gruppen are numbered anew when their
//! contents are dealt anew, so that it takes a driver which knows of their numbers.
#![allow(clippy::unwrap_used)]
use sandtable_core::Options;
use sandtable_tannenberg::Theatre;
use sandtable_testkit::{
    Walk, positions_read_as_written, typed_actions_lead_back, values_by_hand_are_refused_or_played,
};
use std::sync::OnceLock;

fn theatre() -> &'static Theatre {
    static GAME: OnceLock<Theatre> = OnceLock::new();
    GAME.get_or_init(|| Theatre::new().unwrap())
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
    walk(0..1, 300, 149, |w| typed_actions_lead_back(theatre(), w));
}
